//! What another engine does on the same cases: measured elsewhere, shown beside ours.

use super::case::Rule;
use super::line::{BadTable, Line};
use crate::table::short;
use serde::Deserialize;

/// A value of another engine, beside the line of the same family, law and parameters.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Peer {
    /// Its name and version.
    pub engine: String,
    /// Of the line.
    pub family: String,
    /// Of the line.
    pub law: String,
    /// Of the line.
    pub parameters: String,
    /// Of its own bodies, such as discs that are true circles.
    pub theory: f64,
    /// What it does.
    pub measured: f64,
}

impl Peer {
    /// The values in a table with the names of these fields as heading.
    ///
    /// # Errors
    /// If it is not such a table.
    pub fn from_csv(text: &str) -> Result<Vec<Self>, BadTable> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        reader.deserialize().map(|peer| peer.map_err(|error| BadTable(error.to_string()))).collect()
    }

    /// The measured value for people, and whether the same bound would fail it; a dash for a line that it has no value for.
    pub(super) fn beside(peers: &[Self], line: &Line) -> String {
        let same = |peer: &&Self| peer.family == line.family && peer.law == line.law && peer.parameters == line.parameters;
        peers.iter().find(same).map_or("–".into(), |peer| {
            let error = Rule::named(&line.rule).map_or(f64::INFINITY, |rule| rule.error(peer.theory, peer.measured));
            let value = if peer.measured.is_finite() { short(peer.measured) } else { "∞".into() };
            if error <= line.bound { value } else { format!("{value} (**fail**)") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Peer;
    use crate::laws::case::{Case, Family, Finding, Rule};
    use crate::laws::line::Line;

    #[test]
    fn a_value_stands_beside_the_line_of_its_name_and_is_judged_by_its_own_theory() {
        let case = Case {
            family: Family::Rolling,
            law: "disc",
            parameters: "slope=5".into(),
            rule: Rule::Relative,
            bound: 0.02,
            unit: "m/s",
            shows: "It rolls.",
        };
        let line = Line::new(&case, true, Finding { theory: 2.0, measured: 2.0 });
        let beside = |row: &str| {
            let table = format!("engine,family,law,parameters,theory,measured\n{row}\n");
            Peer::beside(&Peer::from_csv(&table).unwrap(), &line)
        };
        assert_eq!(beside("other 1.0,rolling,disc,slope=5,3.0,3.01"), "3.01");
        assert_eq!(beside("other 1.0,rolling,disc,slope=5,3.0,2.0"), "2 (**fail**)");
        assert_eq!(beside("other 1.0,rolling,disc,slope=5,3.0,inf"), "∞ (**fail**)");
        assert_eq!(beside("other 1.0,rolling,disc,slope=2,3.0,3.0"), "–");
        assert!(Peer::from_csv("a,b\n1,2\n").is_err());
    }
}
