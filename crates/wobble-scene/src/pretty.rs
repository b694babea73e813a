//! JSON as people write it: short lists and objects on one line.

use serde_json::Value;

/// A line is not made longer than this, if it can be helped.
const WIDTH: usize = 120;

/// The text of a value.
pub(crate) fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

fn write(value: &Value, indent: usize, text: &mut String) {
    let line = one_line(value);
    let room = WIDTH.saturating_sub(indent + 20);
    match value {
        Value::Object(fields) if line.len() > room || indent == 0 => {
            let items = fields.iter().map(|(name, value)| (Some(name), value));
            write_block(items, ['{', '}'], indent, text);
        }
        Value::Array(items) if line.len() > room => write_block(items.iter().map(|value| (None, value)), ['[', ']'], indent, text),
        _ => text.push_str(&line),
    }
}

fn write_block<'v>(
    items: impl Iterator<Item = (Option<&'v String>, &'v Value)>,
    [open, close]: [char; 2],
    indent: usize,
    text: &mut String,
) {
    text.push(open);
    for (i, (name, value)) in items.enumerate() {
        text.push_str(if i > 0 { ",\n" } else { "\n" });
        text.push_str(&" ".repeat(indent + 2));
        if let Some(name) = name {
            text.push_str(&format!("{}: ", Value::from(name.as_str())));
        }
        write(value, indent + 2, text);
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(close);
}

/// The text of a value without a line break.
pub(crate) fn one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) if fields.is_empty() => "{}".into(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{}: {}", Value::from(name.as_str()), one_line(value));
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Value::Number(number) if number.is_f64() => short(number.as_f64().unwrap_or_default()),
        _ => value.to_string(),
    }
}

fn short(wide: f64) -> String {
    match wide.abs() {
        size if wide.fract() == 0.0 && size < 1e7 => format!("{wide:.0}"),
        size if size >= 1e7 => format!("{wide:e}"),
        _ => Value::from(wide).to_string(),
    }
}
