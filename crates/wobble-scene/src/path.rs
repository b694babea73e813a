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

/// The way to where a checker is. It is written out only when something is wrong there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trail<'t> {
    /// The whole document.
    Start,
    /// A field of an object.
    Field(&'t Trail<'t>, &'t str),
    /// An item of a list.
    Item(&'t Trail<'t>, usize),
}

impl<'t> Trail<'t> {
    /// The same, one field deeper.
    pub(crate) fn field(&'t self, name: &'t str) -> Self {
        Self::Field(self, name)
    }

    /// The same, one item deeper.
    pub(crate) fn item(&'t self, index: usize) -> Self {
        Self::Item(self, index)
    }
}

impl Display for Trail<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Start => Ok(()),
            Self::Field(Self::Start, name) => write!(f, "{name}"),
            Self::Field(around, name) => write!(f, "{around}.{name}"),
            Self::Item(around, index) => write!(f, "{around}[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Step, Trail};

    #[test]
    fn a_path_is_read_as_it_is_written() {
        let (start, field) = (Trail::Start, |name: &str| Step::Field(name.to_string()));
        let bodies = start.field("bodies");
        let trail = bodies.item(2);
        let trail = trail.field("at");
        let trail = trail.item(1);
        assert_eq!(trail.to_string(), "bodies[2].at[1]");
        let steps = vec![field("bodies"), Step::Item(2), field("at"), Step::Item(1)];
        assert_eq!(Path::parse("bodies[2].at[1]"), Ok(Path(steps)));
    }

    #[test]
    fn a_path_that_makes_no_sense_is_refused() {
        for text in ["", ".", "a..b", "[0]", "bodies[", "bodies[x]", "bodies[-1]", "a.", "bodies[1]x"] {
            assert!(Path::parse(text).is_err(), "{text:?} should be refused");
        }
    }
}
