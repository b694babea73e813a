//! What the engine finds wrong, at the place in the file that it comes from.

use crate::problem::Problem;
use wobble2d::Error;

/// The problem that an error of the engine stands for. `rename` turns the engine's name of a field into a path below `base`; a field that
/// the file does not have is named in the rule instead.
pub(crate) fn problem(base: &str, error: Error, rename: impl Fn(&str) -> Option<String>) -> Problem {
    match error {
        Error::Invalid { field, rule, value, hint } => {
            // A vector as a file writes it.
            let value = value.strip_prefix("Vec2(").map_or(value.clone(), |rest| format!("[{}]", rest.trim_end_matches(')')));
            match rename(&field) {
                // The engine names an edge by both of its ends; a file has only corners.
                Some(path) if path.contains('–') => {
                    let first = path.split('–').next().unwrap_or_default();
                    Problem::new(format!("{base}.{first}"), format!("begins an edge that does not fit: {field} {rule}"), hint)
                        .value(value)
                }
                Some(path) if base.is_empty() => Problem::new(path, rule, hint).value(value),
                Some(path) => Problem::new(format!("{base}.{path}"), rule, hint).value(value),
                None => Problem::new(base, format!("does not hold together: {field} {rule}"), hint).value(value),
            }
        }
        other => Problem::new(base, format!("cannot be built: {other}"), "change it"),
    }
}
