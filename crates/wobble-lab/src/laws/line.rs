//! One line of the report card as it was measured, and the table of all lines as CSV.

use super::case::{Case, Finding};
use crate::table::short;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A line of the report card. Numbers have six digits, so that a table that is read back holds the same line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Where it belongs.
    pub family: String,
    /// The name of the law.
    pub law: String,
    /// Of what.
    pub parameters: String,
    /// The unit of theory and measured value.
    pub unit: String,
    /// How it is judged.
    pub rule: String,
    /// What a closed form or a static solution says.
    pub theory: f64,
    /// What the engine does; infinite where the world exploded.
    pub measured: f64,
    /// How far it is off, by the rule.
    pub error: f64,
    /// The largest error that passes.
    pub bound: f64,
    /// Whether the error is within the bound.
    pub pass: bool,
    /// Whether it is among the quick ones.
    pub fast: bool,
    /// What it shows.
    pub shows: String,
}

/// A table that is not one of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTable(pub String);

impl Line {
    /// A case and what was found.
    pub(super) fn new(case: &Case, fast: bool, found: Finding) -> Self {
        let error = case.rule.error(found.theory, found.measured);
        Self {
            family: case.family.name().into(),
            law: case.law.into(),
            parameters: case.parameters.clone(),
            unit: case.unit.into(),
            rule: case.rule.name().into(),
            theory: six_digits(found.theory),
            measured: six_digits(found.measured),
            error: six_digits(error),
            bound: case.bound,
            pass: error <= case.bound,
            fast,
            shows: case.shows.into(),
        }
    }

    /// What it is known by: family, law and parameters.
    pub fn name(&self) -> String {
        format!("{}/{} {}", self.family, self.law, self.parameters).trim_end().into()
    }

    /// Theory, measured value, error, bound and verdict as texts for people.
    pub(super) fn fields(&self) -> [String; 7] {
        let number = |value: f64| if value.is_finite() { short(value) } else { "∞".into() };
        let verdict = if self.pass { "pass" } else { "**fail**" };
        [
            self.law.clone(),
            self.parameters.clone(),
            format!("{} {}", number(self.theory), self.unit).trim_end().into(),
            number(self.measured),
            format!("{} {}", number(self.error), if self.rule == "relative" { "relative" } else { "" }).trim_end().into(),
            number(self.bound),
            verdict.into(),
        ]
    }
}

/// All lines as a table with a heading.
///
/// # Errors
/// If a line cannot be written, which no line prevents.
pub fn to_csv(lines: &[Line]) -> Result<String, BadTable> {
    let bad = |error: &dyn fmt::Display| BadTable(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        writer.serialize(line).map_err(|error| bad(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| bad(&error))?;
    String::from_utf8(bytes).map_err(|error| bad(&error))
}

/// The lines of such a table.
///
/// # Errors
/// If it has other columns, or a field that is not what its column says.
pub fn from_csv(text: &str) -> Result<Vec<Line>, BadTable> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|line| line.map_err(|error| BadTable(error.to_string()))).collect()
}

/// The number with six digits that is nearest. Infinity and what is no number stay.
fn six_digits(value: f64) -> f64 {
    if value.is_finite() { format!("{value:.5e}").parse().unwrap_or(value) } else { value }
}

impl fmt::Display for BadTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a table of laws: {}; `wobble laws --csv` prints one", self.0)
    }
}

impl std::error::Error for BadTable {}

#[cfg(test)]
mod tests {
    use super::{Line, from_csv, to_csv};
    use crate::laws::case::{Case, Family, Finding, Rule};

    fn line(theory: f64, measured: f64) -> Line {
        let case = Case {
            family: Family::Rolling,
            law: "speed",
            parameters: "slope=5 body=disc".into(),
            rule: Rule::Relative,
            bound: 0.02,
            unit: "m/s",
            shows: "It rolls, as \"theory\" says.",
        };
        Line::new(&case, true, Finding { theory, measured })
    }

    #[test]
    fn a_table_that_is_read_back_holds_the_same_lines() {
        let lines = [line(2.0, 2.0123456789), line(1.0 / 3.0, f64::INFINITY), line(1e-9, 1.001e-9)];
        let text = to_csv(&lines).unwrap();
        assert!(text.starts_with("family,law,parameters,unit,rule,theory,measured,error,bound,pass,fast,shows\n"), "{text}");
        assert_eq!(from_csv(&text).unwrap(), lines);
    }

    #[test]
    fn a_line_says_whether_its_error_is_within_its_bound() {
        assert!(line(2.0, 2.03).pass && !line(2.0, 2.05).pass && !line(2.0, f64::NAN).pass);
        assert_eq!(line(2.0, 2.05).name(), "rolling/speed slope=5 body=disc");
    }

    #[test]
    fn what_is_no_table_of_laws_is_refused() {
        assert!(from_csv("a,b\n1,2\n").is_err());
        let broken = to_csv(&[line(1.0, 1.0)]).unwrap().replace("true", "perhaps");
        assert!(from_csv(&broken).unwrap_err().to_string().contains("wobble laws --csv"));
    }
}
