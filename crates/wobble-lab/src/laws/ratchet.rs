//! The ratchet: what was measured before may not get worse.

use super::line::Line;
use core::fmt;
use std::collections::BTreeMap;

/// By how much the error of a failing line may grow: a part of what it was, and a part of its bound.
const GROWTH: f64 = 0.1;
const ALLOWANCE: f64 = 0.1;

/// What became of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// It passed and fails now.
    FailsNow {
        /// How far it is off.
        error: f64,
        /// How far it may be.
        bound: f64,
    },
    /// It failed, and is further off now.
    FurtherOff {
        /// How far it was off.
        before: f64,
        /// How far it is off.
        error: f64,
    },
    /// It may be further off than before.
    LooserBound {
        /// How far it could be.
        before: f64,
        /// How far it may be.
        bound: f64,
    },
    /// It is no longer measured.
    Gone,
    /// It failed and passes now.
    PassesNow,
    /// It was not measured before.
    New,
}

impl Change {
    /// Whether the check fails for it.
    pub fn is_worse(&self) -> bool {
        !matches!(self, Self::PassesNow | Self::New)
    }
}

/// Compares lines with the table of before: the names of lines that changed, and how. `known` are the names of all lines that could be measured;
/// what was not measured this time is not judged, unless it is not known any more.
pub fn compare(before: &[Line], now: &[Line], known: &[String]) -> Vec<(String, Change)> {
    let old: BTreeMap<String, &Line> = before.iter().map(|line| (line.name(), line)).collect();
    let gone = old.keys().filter(|name| !known.contains(name)).map(|name| (name.clone(), Change::Gone));
    let changed = now.iter().filter_map(|line| {
        let name = line.name();
        let change = old.get(&name).map_or(Some(Change::New), |before| change(before, line));
        change.map(|change| (name, change))
    });
    changed.chain(gone).collect()
}

fn change(before: &Line, now: &Line) -> Option<Change> {
    let most = before.error * (1.0 + GROWTH) + before.bound.abs() * ALLOWANCE;
    if now.bound > before.bound {
        Some(Change::LooserBound { before: before.bound, bound: now.bound })
    } else if before.pass && !now.pass {
        Some(Change::FailsNow { error: now.error, bound: now.bound })
    } else if now.pass && !before.pass {
        Some(Change::PassesNow)
    } else if !now.pass && now.error > most {
        Some(Change::FurtherOff { before: before.error, error: now.error })
    } else {
        None
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FailsNow { error, bound } => write!(f, "passed and fails now: off by {error}, may be {bound}"),
            Self::FurtherOff { before, error } => write!(f, "failed and is further off now: {error} instead of {before}"),
            Self::LooserBound { before, bound } => write!(f, "its bound is looser: {bound} instead of {before}"),
            Self::Gone => write!(f, "is no longer measured"),
            Self::PassesNow => write!(f, "passes now"),
            Self::New => write!(f, "is new"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, compare};
    use crate::laws::line::Line;

    fn line(parameters: &str, error: f64, bound: f64) -> Line {
        Line {
            family: "rolling".into(),
            law: "speed".into(),
            parameters: parameters.into(),
            unit: String::new(),
            rule: "absolute".into(),
            theory: 1.0,
            measured: 1.0 + error,
            error,
            bound,
            pass: error <= bound,
            fast: true,
            shows: String::new(),
        }
    }

    /// What becomes of one line.
    fn of(before: &Line, now: &Line) -> Option<Change> {
        let changes = compare(core::slice::from_ref(before), core::slice::from_ref(now), &[before.name(), now.name()]);
        assert!(changes.len() <= 1);
        changes.into_iter().next().map(|(_, change)| change)
    }

    #[test]
    fn a_line_that_fails_now_is_worse() {
        assert_eq!(of(&line("a", 0.05, 0.1), &line("a", 0.2, 0.1)), Some(Change::FailsNow { error: 0.2, bound: 0.1 }));
        assert_eq!(of(&line("a", 0.01, 0.1), &line("a", 0.09, 0.1)), None);
        assert_eq!(of(&line("a", 0.0, 0.0), &line("a", f64::INFINITY, 0.0)).map(|change| change.is_worse()), Some(true));
    }

    #[test]
    fn a_failing_line_may_grow_by_a_tenth_and_a_tenth_of_its_bound() {
        assert_eq!(of(&line("a", 1.0, 0.1), &line("a", 1.109, 0.1)), None);
        assert_eq!(of(&line("a", 1.0, 0.1), &line("a", 1.12, 0.1)), Some(Change::FurtherOff { before: 1.0, error: 1.12 }));
        let exploded = line("a", f64::INFINITY, 0.1);
        assert_eq!(of(&exploded, &exploded), None);
        assert!(of(&line("a", 1.0, 0.1), &exploded).is_some_and(|change| change.is_worse()));
        assert_eq!(of(&exploded, &line("a", 5.0, 0.1)), None);
    }

    #[test]
    fn better_and_new_lines_are_told_and_are_not_worse() {
        assert_eq!(of(&line("a", 1.0, 0.1), &line("a", 0.1, 0.1)), Some(Change::PassesNow));
        let changes = compare(&[], &[line("a", 1.0, 0.1)], &["rolling/speed a".into()]);
        assert_eq!(changes, [("rolling/speed a".to_string(), Change::New)]);
        assert!(changes.iter().all(|(_, change)| !change.is_worse()));
    }

    #[test]
    fn a_looser_bound_is_worse_and_a_tighter_one_is_not() {
        assert_eq!(of(&line("a", 0.2, 0.1), &line("a", 0.2, 0.3)), Some(Change::LooserBound { before: 0.1, bound: 0.3 }));
        assert_eq!(of(&line("a", 0.01, 0.1), &line("a", 0.01, 0.05)), None);
    }

    #[test]
    fn a_line_that_was_left_out_is_not_judged_but_one_that_does_not_exist_any_more_is() {
        let before = [line("a", 0.0, 0.1), line("b", 0.0, 0.1)];
        let known = before.each_ref().map(Line::name);
        assert_eq!(compare(&before, &before[..1], &known), []);
        assert_eq!(compare(&before, &before[..1], &known[..1]), [("rolling/speed b".to_string(), Change::Gone)]);
    }
}
