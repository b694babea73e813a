//! The report card: the engine at its default settings against closed forms and static solutions.
//!
//! ```text
//!   experiments ──run──► lines ──compare──► changes since the committed table
//!   (worlds)               └────page──────► docs/laws.csv, docs/laws.md and its pictures
//! ```
//! What another engine does on the same cases may stand beside ours ([`Peer`]).
//!
//! A case compares one measured value with one theoretical value by a [`Rule`] and passes if the error is within its bound. Theory never comes from
//! the engine: it is a closed form, or the solution of a static solver in f64 for the same mesh. Values are the same to the bit on every platform.

mod beam;
mod case;
mod caught;
mod kept;
mod line;
mod mass_ratio;
mod page;
mod peer;
mod ratchet;
mod restitution;
mod rolling;
mod scale;
mod scene;
mod stacks;
mod statics;
mod stiffness;

pub use case::{Case, Experiment, Family, Finding, Rule};
pub use line::{BadTable, Line, from_csv, to_csv};
pub use page::{Picture, markdown, pictures, summary};
pub use peer::Peer;
pub use ratchet::{Change, compare};
pub use statics::Statics;

use crate::table::Table;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which cases are meant. What is not given does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this family.
    pub family: Option<Family>,
    /// Of the law of this name.
    pub law: Option<String>,
    /// Only the quick ones.
    pub fast: bool,
}

impl Filter {
    fn takes(&self, case: &Case, fast: bool) -> bool {
        let law = self.law.as_ref().is_none_or(|law| law == case.law);
        (fast || !self.fast) && law && self.family.is_none_or(|family| family == case.family)
    }
}

/// All experiments, family after family.
pub fn experiments() -> Vec<Experiment> {
    let families: [fn() -> Vec<Experiment>; 8] = [
        stiffness::experiments,
        mass_ratio::experiments,
        restitution::experiments,
        rolling::experiments,
        stacks::experiments,
        scale::experiments,
        caught::experiments,
        kept::experiments,
    ];
    families.iter().flat_map(|family| family()).collect()
}

/// The names of all lines that these experiments can measure.
pub fn names(experiments: &[Experiment]) -> Vec<String> {
    experiments.iter().flat_map(|experiment| &experiment.cases).map(Case::name).collect()
}

/// Measures what a filter takes: the lines in the order of the experiments, whatever the number of threads. `watch` is told after each experiment how
/// many are done of how many; when it returns false, nothing more is begun, and there are no lines.
///
/// # Errors
/// If the threads could not be started.
pub fn run(
    experiments: &[Experiment],
    filter: &Filter,
    threads: usize,
    watch: impl Fn(usize, usize) -> bool + Sync,
) -> Result<Option<Vec<Line>>, rayon::ThreadPoolBuildError> {
    let taken = |experiment: &&Experiment| experiment.cases.iter().any(|case| filter.takes(case, experiment.fast));
    let chosen: Vec<&Experiment> = experiments.iter().filter(taken).collect();
    let done = AtomicUsize::new(0);
    let measure = |experiment: &&Experiment| -> Option<Vec<Line>> {
        if !watch(done.load(Ordering::Relaxed), chosen.len()) {
            return None;
        }
        let found = experiment.measure();
        let line = |(case, found)| Line::new(case, experiment.fast, found);
        let cases = experiment.cases.iter().zip(found).filter(|(case, _)| filter.takes(case, experiment.fast));
        let lines = cases.map(line).collect();
        watch(done.fetch_add(1, Ordering::Relaxed) + 1, chosen.len()).then_some(lines)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    // The longest come anywhere, so every thread takes the next one.
    let lines: Option<Vec<Vec<Line>>> = pool.install(|| chosen.par_iter().with_max_len(1).map(measure).collect());
    Ok(lines.map(|lines| lines.into_iter().flatten().collect()))
}

/// The lines as a table for people.
pub fn table(lines: &[Line]) -> Table {
    let mut table = Table::new(HEADING.iter().copied());
    for line in lines {
        table.add(line.fields().map(|field| field.replace("**", "")));
    }
    table
}

/// How many lines pass, of how many.
pub fn passed(lines: &[Line]) -> [usize; 2] {
    [lines.iter().filter(|line| line.pass).count(), lines.len()]
}

const HEADING: [&str; 7] = ["law", "of", "theory", "measured", "error", "bound", ""];

#[cfg(test)]
mod tests {
    use super::{Filter, experiments, names, run};
    use std::collections::BTreeSet;

    #[test]
    fn every_line_has_a_name_of_its_own_and_a_bound_that_can_be_kept() {
        let all = experiments();
        let names = names(&all);
        assert!(names.len() >= 150, "{}", names.len());
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for case in all.iter().flat_map(|experiment| &experiment.cases) {
            assert!(case.bound >= 0.0 && case.bound.is_finite() && !case.shows.is_empty(), "{}", case.name());
            assert!(case.parameters.split(' ').all(|pair| pair.split_once('=').is_some_and(|(_, value)| !value.is_empty())));
        }
    }

    #[test]
    fn lines_come_in_the_same_order_and_with_the_same_values_whatever_the_number_of_threads() {
        let all = experiments();
        let filter = Filter { law: Some("slides".into()), fast: true, ..Filter::default() };
        let [one, three] = [1, 3].map(|threads| run(&all, &filter, threads, |_, _| true).unwrap().unwrap());
        assert_eq!(one, three);
        assert!(one.len() > 3 && one.iter().all(|line| line.law == "slides"));
    }

    #[test]
    fn a_run_that_is_stopped_has_no_lines() {
        let filter = Filter { law: Some("slides".into()), ..Filter::default() };
        assert_eq!(run(&experiments(), &filter, 1, |done, _| done < 2).unwrap(), None);
    }
}
