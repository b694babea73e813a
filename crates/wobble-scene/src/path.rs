//! Where a value stands in a document: `bodies[2].ball.radius`.

use core::fmt::{Display, Formatter};

/// One step into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Into a field of an object.
    Field(String),
    /// Into an item of a list.
    Item(usize),
}

/// Where a value stands in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path(pub Vec<Step>);

impl Path {
    /// The same, one field deeper.
    pub(crate) fn field(&self, name: &str) -> Self {
        self.with(Step::Field(name.to_string()))
    }

    /// The same, one item deeper.
    pub(crate) fn item(&self, index: usize) -> Self {
        self.with(Step::Item(index))
    }

    fn with(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    /// Reads `bodies[2].ball.radius`; says what is wrong with it otherwise.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (name, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
            if !name.is_empty() {
                steps.push(Step::Field(name.to_string()));
            }
            if part.is_empty() || (name.is_empty() && steps.is_empty()) {
                return Err("must name a field in every part".into());
            }
            while !rest.is_empty() {
                let index = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
                let Some((digits, after)) = index else { return Err("must close every bracket".into()) };
                let Ok(index) = digits.parse() else { return Err(format!("must have a number in brackets, not `{digits}`")) };
                steps.push(Step::Item(index));
                rest = after;
            }
        }
        Ok(Self(steps))
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if i == 0 => write!(f, "{name}")?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Item(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_path_is_written_as_it_was_read() {
        for text in ["settings.substeps", "bodies[2].custom.points[0][1]", "materials.ice", "bodies[0]"] {
            assert_eq!(Path::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_path_that_makes_no_sense_is_refused() {
        for text in ["", ".", "a..b", "[0]", "bodies[", "bodies[x]", "bodies[-1]", "a.", "bodies[1]x"] {
            assert!(Path::parse(text).is_err(), "{text:?} should be refused");
        }
    }
}
