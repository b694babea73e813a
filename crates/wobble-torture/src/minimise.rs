//! A long run that breaks something, made short.

use crate::trial::Trial;
use wobble2d::Entry;

/// More trials than this are not made for one run.
const MOST_TRIALS: usize = 400;

/// The shortest run found that breaks what a trial broke.
pub fn minimise(trial: Trial) -> Trial {
    match trial.violation.as_ref().map(|violation| violation.kind) {
        Some(kind) => shorten(trial, |trial| trial.violation.as_ref().is_some_and(|violation| violation.kind == kind)),
        None => trial,
    }
}

/// The shortest run found that is still `wanted`: parts are left out, halves first, single entries last.
fn shorten(trial: Trial, wanted: impl Fn(&Trial) -> bool) -> Trial {
    let mut best = trial;
    let mut left = MOST_TRIALS;
    let mut part = best.recording.entries().count().div_ceil(2);
    while part > 0 && left > 0 {
        let mut begin = 0;
        let mut shorter = false;
        loop {
            let entries: Vec<Entry> = best.recording.entries().collect();
            if begin >= entries.len() || left == 0 {
                break;
            }
            left -= 1;
            let kept: Vec<Entry> = entries[..begin].iter().chain(entries.iter().skip(begin + part)).cloned().collect();
            match Trial::again(best.recording.start(), &kept) {
                Some(less) if wanted(&less) => {
                    best = less;
                    shorter = true;
                }
                _ => begin += part,
            }
        }
        if !(shorter && part == 1) {
            part /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{minimise, shorten};
    use crate::trial::Trial;
    use wobble2d::{Action, Entry};

    #[test]
    fn of_a_long_run_only_what_is_needed_stays() {
        let cuts = |trial: &Trial| trial.recording.entries().filter(|entry| matches!(entry, Entry::Act(Action::Cut(..)))).count();
        let long = (0..).map(Trial::of_seed).find(|trial| cuts(trial) > 0).expect("some are cut");
        assert!(long.recording.entries().count() > 100);
        let short = shorten(long.clone(), |trial| cuts(trial) > 0);
        assert_eq!((short.recording.entries().count(), cuts(&short)), (1, 1));
        assert_eq!(minimise(long.clone()).recording, long.recording, "what breaks nothing is left alone");
    }
}
