//! A JSON document that remembers where its values stand in the file.

use crate::limits;
use crate::path::{Path, Step};
use crate::problem::{Position, Problem, Problems};
use jsonc_parser::ast::{ObjectPropName, Value as Parsed};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// `None` for a value that does not come from a file.
    pub position: Option<Position>,
    pub value: Content,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Null,
    Bool(bool),
    /// As it was written: the digits decide whether it is whole.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order of the file, doubles included.
    Object(Vec<Field>),
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub name: String,
    /// Where the name stands.
    pub position: Option<Position>,
    pub node: Node,
}

impl Node {
    /// Reads strict JSON. Size, depth and number of values are checked before anything is built.
    pub(crate) fn parse(text: &str) -> Result<Self, Problems> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        check_size(text)?;
        let mut cursor = Cursor::new(text);
        let options = ParseOptions {
            allow_comments: false,
            allow_loose_object_property_names: false,
            allow_trailing_commas: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(text, &CollectOptions::default(), &options).map_err(|error| {
            let found = first_word(text.get(error.range().start..).unwrap_or_default().trim_start());
            let what = lower_first(&error.kind().to_string());
            let problem = Problem::new("", format!("is not valid JSON: {what}"), syntax_hint(&what));
            let problem = if found.is_empty() { problem.value("the end of the file") } else { problem.value(found) };
            Problems::from(problem.at(Some(cursor.position(error.range().start))))
        })?;
        let Some(value) = parsed.value else {
            let problem = Problem::new("", "must not be empty", "start with `{ \"version\": 1, \"bodies\": [] }`");
            return Err(problem.at(Some(Position { line: 1, column: 1 })).into());
        };
        Ok(Self::from_parsed(value, &mut cursor))
    }

    fn from_parsed(value: Parsed<'_>, cursor: &mut Cursor<'_>) -> Self {
        let position = Some(cursor.position(value.start()));
        let value = match value {
            Parsed::NullKeyword(_) => Content::Null,
            Parsed::BooleanLit(literal) => Content::Bool(literal.value),
            Parsed::NumberLit(literal) => Content::Number(literal.value.to_string()),
            Parsed::StringLit(literal) => Content::Text(literal.value.into_owned()),
            Parsed::Array(list) => Content::List(list.elements.into_iter().map(|item| Self::from_parsed(item, cursor)).collect()),
            Parsed::Object(object) => Content::Object(
                object
                    .properties
                    .into_iter()
                    .map(|property| Field {
                        position: Some(cursor.position(property.start())),
                        name: match property.name {
                            ObjectPropName::String(name) => name.value.into_owned(),
                            ObjectPropName::Word(name) => name.value.to_string(),
                        },
                        node: Self::from_parsed(property.value, cursor),
                    })
                    .collect(),
            ),
        };
        Self { position, value }
    }

    /// The same, without places; for values that do not come from a file.
    pub(crate) fn from_json(value: &Value) -> Self {
        let value = match value {
            Value::Null => Content::Null,
            Value::Bool(value) => Content::Bool(*value),
            Value::Number(number) => Content::Number(number.to_string()),
            Value::String(text) => Content::Text(text.clone()),
            Value::Array(items) => Content::List(items.iter().map(Self::from_json).collect()),
            Value::Object(fields) => {
                let field =
                    |(name, value): (&String, &Value)| Field { name: name.clone(), position: None, node: Self::from_json(value) };
                Content::Object(fields.iter().map(field).collect())
            }
        };
        Self { position: None, value }
    }

    /// The plain value.
    pub(crate) fn to_json(&self) -> Value {
        match &self.value {
            Content::Null => Value::Null,
            Content::Bool(value) => Value::Bool(*value),
            Content::Number(digits) => serde_json::from_str(digits).unwrap_or(Value::Null),
            Content::Text(text) => Value::String(text.clone()),
            Content::List(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            Content::Object(fields) => {
                Value::Object(fields.iter().map(|field| (field.name.clone(), field.node.to_json())).collect())
            }
        }
    }

    /// The field of that name, if this is an object that has one.
    pub(crate) fn field(&self, name: &str) -> Option<&Field> {
        match &self.value {
            Content::Object(fields) => fields.iter().find(|field| field.name == name),
            _ => None,
        }
    }

    /// Where a path leads, or the nearest value around it that exists.
    pub(crate) fn position_of(&self, path: &Path) -> Option<Position> {
        let mut node = self;
        let mut position = self.position;
        for step in &path.0 {
            let next = match (step, &node.value) {
                (Step::Field(name), _) => node.field(name).map(|field| &field.node),
                (Step::Item(index), Content::List(items)) => items.get(*index),
                _ => None,
            };
            let Some(next) = next else { break };
            (node, position) = (next, next.position);
        }
        position
    }

    /// Puts a value at a path. What is not written on the way there is taken from `full`, the same document with all its defaults, or made.
    pub(crate) fn put(&mut self, path: &[Step], value: Self, full: Option<&Value>) -> Result<(), String> {
        let Some((step, rest)) = path.split_first() else {
            *self = value;
            return Ok(());
        };
        if self.value == Content::Null {
            self.value = Content::Object(Vec::new());
        }
        match (step, &mut self.value) {
            (Step::Field(name), Content::Object(fields)) => {
                let full = full.and_then(|full| full.get(name));
                let place = fields.iter().position(|field| field.name == *name).unwrap_or_else(|| {
                    let node = Self::from_json(full.unwrap_or(&Value::Null));
                    fields.push(Field { name: name.clone(), position: None, node });
                    fields.len() - 1
                });
                fields[place].node.put(rest, value, full)
            }
            (Step::Item(index), Content::List(items)) => {
                let count = items.len();
                let item = items.get_mut(*index).ok_or_else(|| format!("has {count} items, counted from 0, and no [{index}]"))?;
                item.put(rest, value, full.and_then(|full| full.get(index)))
            }
            (Step::Field(name), _) => Err(format!("is no object and has no field `{name}`")),
            (Step::Item(index), _) => Err(format!("is no list and has no item [{index}]")),
        }
    }
}

/// Depth and number of values, counted without building anything.
fn check_size(text: &str) -> Result<(), Problems> {
    let refuse = |offset: usize, rule: String, value: String, hint: &str| {
        Err(Problems::from(Problem::new("", rule, hint).value(value).at(Some(Cursor::new(text).position(offset)))))
    };
    if text.len() as u64 > limits::FILE_SIZE {
        let rule = format!("must be at most {} MB", limits::FILE_SIZE >> 20);
        return refuse(0, rule, format!("{} MB", text.len() >> 20), "use `repeat` instead of copies");
    }
    let (mut depth, mut values, mut quoted, mut escaped) = (0usize, 0usize, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => (depth, values) = (depth + 1, values + 1),
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted => values += 1,
            _ => {}
        }
        if depth > limits::DEPTH {
            let rule = format!("must not be nested deeper than {}", limits::DEPTH);
            return refuse(offset, rule, format!("{depth} open brackets"), "close some; a scene needs about eight");
        }
        if values > limits::VALUES {
            let rule = format!("must hold at most {} values", limits::VALUES);
            return refuse(offset, rule, "more".into(), "use `repeat` instead of copies");
        }
    }
    Ok(())
}

fn syntax_hint(what: &str) -> &'static str {
    match what {
        _ if what.contains("unterminated") => "close it; the file may have been cut off",
        _ if what.contains("trailing comma") => "remove the comma before the closing bracket",
        _ if what.contains("comma") => "put a comma between two values",
        _ if what.contains("comment") => "use `description` for remarks",
        _ if what.contains("more than one") => "keep one document a file",
        _ if what.contains("decimal point") => "write a digit on both sides of the point",
        _ if what.contains("token") || what.contains("word") || what.contains("NaN") => {
            "values are numbers, true, false, null, lists, objects, and text in double quotes"
        }
        _ if what.contains("quote") => "use double quotes",
        _ if what.contains("string for object property") => "put the name in double quotes",
        _ => "mend the text here; editors that know JSON point to it",
    }
}

/// Turns offsets into positions. Values are asked for in the order of the file, so that each character is looked at once.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, offset: 0, position: Position { line: 1, column: 1 } }
    }

    fn position(&mut self, offset: usize) -> Position {
        let offset = (0..=offset.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        for character in self.text[self.offset..offset].chars() {
            match character {
                '\n' => self.position = Position { line: self.position.line + 1, column: 1 },
                _ => self.position.column += 1,
            }
        }
        self.offset = offset;
        self.position
    }
}

/// `Expected comma` as a part of a sentence.
fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().into_iter().flat_map(char::to_lowercase).chain(characters).collect()
}

/// What stands at the beginning of a text, up to the next space.
fn first_word(text: &str) -> &str {
    let end = text.char_indices().enumerate().find(|(count, (_, c))| *count == 20 || c.is_whitespace());
    &text[..end.map_or(text.len(), |(_, (at, _))| at)]
}

#[cfg(test)]
mod tests {
    use super::Node;
    use crate::path::Path;
    use crate::problem::Position;

    #[test]
    fn every_value_knows_its_line_and_column() {
        let node = Node::parse("{\n  \"ä\": [1,\n    true]\n}").expect("valid");
        let place = |path: &str| node.position_of(&Path::parse(path).expect(path));
        assert_eq!(place("ä"), Some(Position { line: 2, column: 8 }));
        assert_eq!(place("ä[1]"), Some(Position { line: 3, column: 5 }));
        assert_eq!(place("ä[7].x"), Some(Position { line: 2, column: 8 }), "what is not there points to what is");
    }

    #[test]
    fn a_long_line_does_not_make_positions_slow() {
        // If columns were counted from the start of the line each time, this would take minutes.
        let text = format!("[{}1]", "1,".repeat(200_000));
        assert!(Node::parse(&text).is_ok());
    }
}
