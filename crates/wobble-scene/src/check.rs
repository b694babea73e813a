//! A document against the schema: every field known, of the right type and in its range. Collects all problems instead of stopping at the
//! first.

use crate::path::Trail;
use crate::pretty::one_line;
use crate::problem::{Position, Problem, Problems};
use crate::schema::Part;
use crate::suggest;
use crate::tree::{Content, Field, Node};
use serde_json::Value;

/// Checks a whole document.
pub(crate) fn check(node: &Node) -> Problems {
    let mut checker = Checker { problems: Problems::default() };
    if checker.version_fits(node) {
        checker.value(node, Part::root(), &Trail::Start);
    }
    checker.problems
}

struct Checker {
    problems: Problems,
}

impl Checker {
    /// A file of another version would only give misleading problems.
    fn version_fits(&mut self, node: &Node) -> bool {
        let Some(field) = node.field("version") else { return true };
        let Content::Number(digits) = &field.node.value else { return true };
        let fits = digits == "1";
        if !fits {
            let newer = digits.parse::<f64>().is_ok_and(|version| version > 1.0);
            let hint = if newer { "use a newer wobble, or write version 1" } else { "write 1" };
            let problem = Problem::new("version", "must be 1, the only version there is", hint).value(digits);
            self.problems.push(problem.at(field.node.position));
        }
        fits
    }

    fn value(&mut self, node: &Node, part: Part<'_>, path: &Trail<'_>) {
        let branches: Vec<Part<'_>> = part.branches().collect();
        if branches.is_empty() || part.fields().next().is_some() {
            return self.plain(node, part, path);
        }
        if branches.iter().any(|branch| branch.only_field().is_some() || !words(&[*branch]).is_empty()) {
            return self.variant(node, &branches, part, path);
        }
        match branches.iter().find(|branch| takes(**branch, node)) {
            Some(branch) => self.value(node, *branch, path),
            None => self.wrong_type(node, part, path, &expectation(part)),
        }
    }

    /// One of several words, or one of several objects with a single field.
    fn variant(&mut self, node: &Node, variants: &[Part<'_>], part: Part<'_>, path: &Trail<'_>) {
        let words = words(variants);
        let tagged: Vec<_> = variants.iter().filter_map(|branch| branch.only_field()).collect();
        match &node.value {
            Content::Text(text) if words.contains(&text.as_str()) => {}
            Content::Text(text) if !words.is_empty() => {
                let names: Vec<&str> = words.iter().copied().chain(tagged.iter().map(|(name, _)| *name)).collect();
                let rule = format!("must be {}", one_of(&words, &tagged));
                self.problem(node.position, path, rule, Some(node), suggest::way_out(text, &names));
            }
            Content::Object(fields) if !tagged.is_empty() => {
                let names: Vec<&str> = tagged.iter().map(|(name, _)| *name).collect();
                self.doubles(fields, path);
                for field in fields {
                    match tagged.iter().find(|(name, _)| *name == field.name) {
                        Some((name, inner)) => self.value(&field.node, *inner, &path.field(name)),
                        None => self.unknown(field, path, &names),
                    }
                }
                self.exactly_one(node, fields, &names, path);
            }
            _ => self.wrong_type(node, part, path, &one_of(&words, &tagged)),
        }
    }

    fn exactly_one(&mut self, node: &Node, fields: &[Field], names: &[&str], path: &Trail<'_>) {
        let given: Vec<&Field> = fields.iter().filter(|field| names.contains(&field.name.as_str())).collect();
        if let [first, second, ..] = given.as_slice() {
            let rule = format!("must not be given beside `{}`", first.name);
            self.problem(second.position, &path.field(&second.name), rule, None, "keep one of them".into());
        }
        let slip = fields.iter().any(|field| suggest::nearest(&field.name, names.iter().copied()).is_some());
        if given.is_empty() && !slip {
            let rule = format!("needs one of {}", suggest::list(names));
            self.problem(node.position, path, rule, None, format!("add, for example, `\"{}\": {{}}`", names[0]));
        }
    }

    fn plain(&mut self, node: &Node, part: Part<'_>, path: &Trail<'_>) {
        if !takes(part, node) {
            return self.wrong_type(node, part, path, &expectation(part));
        }
        match &node.value {
            Content::Number(digits) => self.number(node, digits, part, path),
            Content::Text(text) => self.text(node, text, part, path),
            Content::List(items) => self.list(node, items, part, path),
            Content::Object(fields) => self.object(node, fields, part, path),
            Content::Null | Content::Bool(_) => {}
        }
    }

    fn number(&mut self, node: &Node, digits: &str, part: Part<'_>, path: &Trail<'_>) {
        let value: f64 = digits.parse().unwrap_or(f64::NAN);
        let limit = |name: &str| part.keyword(name).and_then(Value::as_f64);
        let (low, high) = (limit("minimum"), limit("maximum"));
        let fits = value.is_finite() && low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high);
        if !fits {
            let rule = format!("must be {}", range(part));
            self.problem(node.position, path, rule, Some(node), hint(part));
        }
    }

    fn text(&mut self, node: &Node, text: &str, part: Part<'_>, path: &Trail<'_>) {
        let words = words(&[part]);
        if !words.is_empty() && !words.contains(&text) {
            let rule = format!("must be {}", one_of(&words, &[]));
            self.problem(node.position, path, rule, Some(node), suggest::way_out(text, &words));
        }
        self.length(node, text.chars().count(), part, path, ["minLength", "maxLength"], "characters");
    }

    fn list(&mut self, node: &Node, items: &[Node], part: Part<'_>, path: &Trail<'_>) {
        let fits = self.length(node, items.len(), part, path, ["minItems", "maxItems"], "items");
        // A list that is too long is not looked into: it may hold half a million mistakes.
        if let (Some(inner), true) = (part.keyword("items"), fits || items.len() < 10) {
            for (i, item) in items.iter().enumerate() {
                // A list of numbers has its unit and its hint beside it, not within.
                self.item(item, Part(inner), part, &path.item(i));
            }
        }
    }

    fn item(&mut self, item: &Node, inner: Part<'_>, list: Part<'_>, path: &Trail<'_>) {
        let before = self.problems.list.len();
        self.value(item, inner, path);
        if let (Some(problem), Content::Number(_)) = (self.problems.list.get_mut(before), &item.value) {
            if let Some(text) = list.keyword("x-hint").and_then(Value::as_str) {
                problem.hint = text.to_string();
            }
            if let Some(unit) = list.unit().filter(|unit| !problem.rule.ends_with(unit)) {
                problem.rule = format!("{} {unit}", problem.rule);
            }
        }
    }

    fn object(&mut self, node: &Node, fields: &[Field], part: Part<'_>, path: &Trail<'_>) {
        self.doubles(fields, path);
        let known = part.all_fields();
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let open = part.keyword("additionalProperties").filter(|value| value.is_object());
        if open.is_some() {
            self.length(node, fields.len(), part, path, ["minProperties", "maxProperties"], "entries");
        }
        for field in fields {
            match (known.iter().find(|(name, _)| *name == field.name), open) {
                (Some((_, inner)), _) => self.value(&field.node, *inner, &path.field(&field.name)),
                (None, Some(inner)) => self.value(&field.node, Part(inner), &path.field(&field.name)),
                (None, None) => self.unknown(field, path, &names),
            }
        }
        for name in part.keyword("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !fields.iter().any(|field| field.name == name) {
                let way_out = if name == "version" { "add `\"version\": 1`".into() } else { format!("add `\"{name}\": …`") };
                self.problem(node.position, &path.field(name), "must be given".into(), None, way_out);
            }
        }
        let variants: Vec<&str> = part.branches().filter_map(|branch| branch.only_field()).map(|(name, _)| name).collect();
        if !variants.is_empty() {
            self.exactly_one(node, fields, &variants, path);
        }
    }

    fn doubles(&mut self, fields: &[Field], path: &Trail<'_>) {
        let mut names: Vec<(&str, usize)> = fields.iter().enumerate().map(|(i, field)| (field.name.as_str(), i)).collect();
        names.sort_unstable();
        for pair in names.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let field = &fields[pair[1].1];
            let rule = "is given a second time".to_string();
            self.problem(field.position, &path.field(&field.name), rule, None, "keep one of them".into());
        }
    }

    fn unknown(&mut self, field: &Field, path: &Trail<'_>, names: &[&str]) {
        let way_out = suggest::way_out(&field.name, names);
        self.problem(field.position, &path.field(&field.name), "is not known".into(), None, way_out);
    }

    /// Whether a length is in its range; notes it if not.
    fn length(
        &mut self,
        node: &Node,
        count: usize,
        part: Part<'_>,
        path: &Trail<'_>,
        [least, most]: [&str; 2],
        what: &str,
    ) -> bool {
        let limit = |name: &str| part.keyword(name).and_then(Value::as_u64);
        let (low, high) = (limit(least), limit(most));
        let count = count as u64;
        if low.is_none_or(|low| count >= low) && high.is_none_or(|high| count <= high) {
            return true;
        }
        let rule = match (low, high) {
            (Some(low), Some(high)) if low == high => format!("must have {low} {what}"),
            (Some(low), None) => format!("must have at least {low} {what}"),
            (Some(low), Some(high)) => format!("must have {low} to {high} {what}"),
            _ => format!("must have at most {} {what}", high.unwrap_or(0)),
        };
        let way_out = match low {
            Some(low) if count < low => format!("add {}", low - count),
            _ if what == "items" && part.unit().is_some() && low == high => format!("write {}", example(part)),
            _ => "leave some out".into(),
        };
        let value = format!("{count}");
        self.problems.push(Problem::new(path.to_string(), rule, way_out).value(value).at(node.position));
        false
    }

    fn wrong_type(&mut self, node: &Node, part: Part<'_>, path: &Trail<'_>, expected: &str) {
        let way_out = match (&node.value, part.keyword("type").and_then(Value::as_str)) {
            (Content::Text(text), Some("number" | "integer")) if text.parse::<f64>().is_ok_and(f64::is_finite) => {
                "remove the quotes".into()
            }
            (Content::Number(digits), Some("integer")) => {
                format!("write {}", digits.parse::<f64>().map_or(1, |value| value.clamp(0.0, 1e9) as u64))
            }
            (_, Some("array")) => format!("write {}", example(part)),
            _ => hint(part),
        };
        self.problem(node.position, path, format!("must be {expected}"), Some(node), way_out);
    }

    fn problem(&mut self, position: Option<Position>, path: &Trail<'_>, rule: String, value: Option<&Node>, hint: String) {
        let mut problem = Problem::new(path.to_string(), rule, hint).at(position);
        if let Some(node) = value {
            problem = problem.value(node.describe());
        }
        self.problems.push(problem);
    }
}

impl Node {
    /// The value in short.
    fn describe(&self) -> String {
        match &self.value {
            Content::Null => "null".into(),
            Content::Bool(value) => value.to_string(),
            Content::Number(digits) => digits.clone(),
            Content::Text(text) => format!("{text:?}"),
            Content::List(items) => format!("a list of {}", items.len()),
            Content::Object(_) => "an object".into(),
        }
    }
}

/// Whether a value is of the type that a part of the schema takes.
fn takes(part: Part<'_>, node: &Node) -> bool {
    if part.branches().next().is_some() && part.fields().next().is_none() && part.keyword("type").is_none() {
        return part.branches().any(|branch| takes(branch, node));
    }
    let fits = |name: &str| match (name, &node.value) {
        ("null", Content::Null)
        | ("boolean", Content::Bool(_))
        | ("number", Content::Number(_))
        | ("string", Content::Text(_))
        | ("array", Content::List(_))
        | ("object", Content::Object(_)) => true,
        ("integer", Content::Number(digits)) => digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'),
        _ => false,
    };
    match part.keyword("type") {
        Some(Value::String(name)) => fits(name),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(fits),
        _ => words(&[part]).is_empty() || matches!(node.value, Content::Text(_)),
    }
}

/// The words that a text may be.
fn words<'s>(parts: &[Part<'s>]) -> Vec<&'s str> {
    let word = |part: &Part<'s>| {
        let single = part.keyword("const").and_then(Value::as_str);
        let list = part.keyword("enum").and_then(Value::as_array);
        single.into_iter().chain(list.into_iter().flatten().filter_map(Value::as_str)).collect::<Vec<_>>()
    };
    parts.iter().flat_map(word).collect()
}

/// What is expected, in words.
fn expectation(part: Part<'_>) -> String {
    let branches: Vec<Part<'_>> = part.branches().collect();
    if !branches.is_empty() && part.fields().next().is_none() {
        let mut names: Vec<String> = Vec::new();
        branches.iter().map(|branch| expectation(*branch)).for_each(|name| {
            if name != "null" && !names.contains(&name) {
                names.push(name);
            }
        });
        return names.join(" or ");
    }
    let kinds: Vec<&str> = match part.keyword("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect(),
        _ => Vec::new(),
    };
    match kinds.first() {
        Some(&"number") => format!("a number, {}", range(part)),
        Some(&"integer") => format!("a whole number, {}", range(part)),
        Some(&"string") => "text in double quotes".into(),
        Some(&"boolean") => "true or false".into(),
        Some(&"array") => "a list in square brackets".into(),
        Some(&"object") => "an object in curly brackets".into(),
        Some(other) => (*other).to_string(),
        None => "something else".into(),
    }
}

/// A range with its unit.
pub(crate) fn range(part: Part<'_>) -> String {
    let limit = |name: &str| part.keyword(name).and_then(Value::as_f64).map(short);
    let unit = part.unit().map(|unit| format!(" {unit}")).unwrap_or_default();
    match (limit("minimum"), limit("maximum")) {
        (Some(low), Some(high)) if low == high => format!("{low}{unit}"),
        (Some(low), Some(high)) => format!("{low} to {high}{unit}"),
        (Some(low), None) => format!("{low} or more{unit}"),
        (None, Some(high)) => format!("at most {high}{unit}"),
        (None, None) => format!("finite{unit}"),
    }
}

/// A number as people write it.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) { format!("{value:e}") } else { format!("{value}") }
}

/// The way out that the type names, or else the default.
fn hint(part: Part<'_>) -> String {
    if let Some(text) = part.keyword("x-hint").and_then(Value::as_str) {
        return text.to_string();
    }
    match part.keyword("default") {
        Some(Value::Null) | None => format!("write {}", example(part)),
        Some(value @ (Value::Object(_) | Value::Array(_))) if value.to_string().len() > 40 => "leave it out for the default".into(),
        Some(value) => format!("leave it out for {}", one_line(value)),
    }
}

/// Something that would do.
fn example(part: Part<'_>) -> String {
    match part.keyword("default") {
        Some(value) if !value.is_null() && value.to_string().len() <= 40 => return one_line(value),
        _ => {}
    }
    match expectation(part).split(',').next().unwrap_or_default() {
        "a number" => "a number such as 1".into(),
        "a whole number" => "a whole number such as 1".into(),
        "text in double quotes" => "a text such as \"one\"".into(),
        "a list in square brackets" => match part.keyword("minItems").and_then(Value::as_u64) {
            Some(2) => "[0, 0]".into(),
            _ => "a list such as []".into(),
        },
        "an object in curly brackets" => "an object such as {}".into(),
        other => other.to_string(),
    }
}

fn one_of(words: &[&str], tagged: &[(&str, Part<'_>)]) -> String {
    let names = words.iter().map(|word| format!("\"{word}\"")).chain(tagged.iter().map(|(name, _)| format!("{{\"{name}\": …}}")));
    names.collect::<Vec<_>>().join(" or ")
}
