//! What is wrong with a scene: where, what, the value and the way out.

use crate::limits;
use core::fmt::{Display, Formatter};

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// One thing that is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where in the file; `None` for a value that was set from outside, or a scene that was made by a program.
    pub position: Option<Position>,
    /// Where in the document, such as `bodies[2].ball.radius`; empty for the document as a whole.
    pub path: String,
    /// The rule that is broken, such as `must be 0 to 100`.
    pub rule: String,
    /// The value that breaks it, shortened, if there is one.
    pub value: Option<String>,
    /// The way out.
    pub hint: String,
}

impl Problem {
    /// A problem at a path; its position is found later.
    pub(crate) fn new(path: impl Into<String>, rule: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { position: None, path: path.into(), rule: rule.into(), value: None, hint: hint.into() }
    }

    pub(crate) fn at(self, position: Option<Position>) -> Self {
        Self { position, ..self }
    }

    /// The same, with the value that breaks the rule.
    pub(crate) fn value(self, value: impl Display) -> Self {
        Self { value: Some(shorten(&value.to_string())), ..self }
    }
}

/// Enough of a value to recognise it.
pub(crate) fn shorten(value: &str) -> String {
    const LONGEST: usize = 60;
    if value.chars().count() <= LONGEST {
        return value.to_string();
    }
    value.chars().take(LONGEST - 1).chain(['…']).collect()
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "{line}:{column}: ")?;
        }
        let subject = if self.path.is_empty() { "the scene" } else { &self.path };
        write!(f, "{subject} {}", self.rule)?;
        if let Some(value) = &self.value {
            write!(f, ", got {value}")?;
        }
        write!(f, "; {}", self.hint)
    }
}

/// All that is wrong with a scene, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The name of the file, if it came from one.
    pub file: Option<String>,
    /// The problems; at most [`limits::PROBLEMS`].
    pub list: Vec<Problem>,
    /// How many more there are.
    pub left_out: usize,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: Problem) {
        if self.list.len() < limits::PROBLEMS {
            self.list.push(problem);
        } else {
            self.left_out += 1;
        }
    }

    /// `value` if nothing is wrong.
    pub(crate) fn or<T>(mut self, value: T) -> Result<T, Self> {
        if self.list.is_empty() {
            return Ok(value);
        }
        self.list.sort_by_key(|problem| problem.position);
        Err(self)
    }

    /// The same, of a file.
    pub(crate) fn of_file(self, name: &str) -> Self {
        Self { file: Some(name.to_string()), ..self }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { file: None, list: vec![problem], left_out: 0 }
    }
}

impl Display for Problems {
    /// A line a problem: `file:line:column: path rule, got value; way out`.
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        for (i, problem) in self.list.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            match (&self.file, problem.position) {
                (Some(file), Some(_)) => write!(f, "{file}:{problem}")?,
                (Some(file), None) => write!(f, "{file}: {problem}")?,
                (None, _) => write!(f, "{problem}")?,
            }
        }
        if self.left_out > 0 {
            write!(f, "\nand {} more problems", self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
