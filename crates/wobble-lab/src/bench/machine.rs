//! The machine that is measured on: what it is, and whether it is quiet.

use super::{Spread, seconds};
use crate::clock::Clock;
use core::hint::black_box;
use std::fs;
use std::thread;

/// What a machine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name of the processor, if the system tells.
    pub processor: Option<String>,
    /// Threads that run at once.
    pub threads: usize,
}

impl Machine {
    /// This one.
    pub fn here() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self { processor: processor(&info), threads: thread::available_parallelism().map_or(1, usize::from) }
    }

    /// In a line.
    pub fn words(&self) -> String {
        let name = self.processor.as_deref().unwrap_or("unknown processor");
        format!("{name}, {} thread{}, {}", self.threads, if self.threads == 1 { "" } else { "s" }, std::env::consts::OS)
    }
}

fn processor(info: &str) -> Option<String> {
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().into())
}

/// How many want to run, on average over the last minute, if the system tells.
fn load() -> Option<f64> {
    parse_load(&fs::read_to_string("/proc/loadavg").ok()?)
}

fn parse_load(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

/// Watches over a measurement: a fixed piece of work is timed before and after it, and the load is asked for.
pub struct Watch<'c> {
    clock: Clock<'c>,
    load: Option<f64>,
    before: Option<f64>,
}

/// How much two measurements of the same work may differ on a quiet machine.
const QUIET: f64 = 0.05;

impl<'c> Watch<'c> {
    /// Begins; this takes about a tenth of a second.
    pub fn begin(clock: Clock<'c>) -> Self {
        Self { clock, load: load(), before: fixed_work(clock) }
    }

    /// Ends, and says what speaks against the measurement, if anything does. `spreads` are those of the results, each with its name.
    pub fn end<'n>(self, spreads: impl IntoIterator<Item = (&'n str, Spread)>) -> Vec<String> {
        let after = fixed_work(self.clock);
        complaints(self.load, self.before.zip(after), spreads)
    }
}

fn complaints<'n>(
    load: Option<f64>,
    work: Option<(f64, f64)>,
    spreads: impl IntoIterator<Item = (&'n str, Spread)>,
) -> Vec<String> {
    let mut complaints = Vec::new();
    if let Some(load) = load.filter(|&load| load > 0.5) {
        complaints.push(format!("others were at work when this began: load average {load:.1}"));
    }
    if let Some((before, after)) = work {
        let change = after / before - 1.0;
        if change.abs() > QUIET {
            let word = if change > 0.0 { "slower" } else { "faster" };
            complaints.push(format!("the machine became {:.0} % {word} between beginning and end", 100.0 * change.abs()));
        }
    }
    for (name, spread) in spreads {
        if spread.relative() > 2.0 * QUIET {
            let (least, most) = (spread.least, spread.most);
            complaints.push(format!("{name}: repeats differ by {:.0} % ({least:.3} to {most:.3} ms)", 100.0 * spread.relative()));
        }
    }
    complaints
}

/// The least time of a few goes at a chain of divisions and roots, which no compiler shortens and no cache helps. `[s]`
fn fixed_work(clock: Clock<'_>) -> Option<f64> {
    let once = || {
        let mut x = black_box(2.0_f64);
        for _ in 0..1_000_000 {
            x = (x + 1.0 / x).sqrt();
        }
        black_box(x);
    };
    let times: Option<Vec<f64>> = (0..9).map(|_| seconds(clock, once)).collect();
    times?.into_iter().reduce(f64::min)
}

#[cfg(test)]
mod tests {
    use super::{complaints, fixed_work, parse_load, processor};
    use crate::bench::Spread;
    use crate::clock::Clock;

    #[test]
    fn what_the_system_tells_is_understood() {
        assert_eq!(processor("processor\t: 0\nmodel name\t: A Chip @ 2 GHz\n").as_deref(), Some("A Chip @ 2 GHz"));
        assert_eq!(processor(""), None);
        assert_eq!(parse_load("1.25 0.98 0.5 2/345 678\n"), Some(1.25));
        assert_eq!(parse_load("nonsense"), None);
    }

    #[test]
    fn a_quiet_machine_gives_no_reason_to_complain() {
        let steady = Spread { median: 1.0, least: 0.97, most: 1.04 };
        assert_eq!(complaints(Some(0.1), Some((1.0, 1.04)), [("pile", steady)]), Vec::<String>::new());
        assert_eq!(complaints(None, None, []), Vec::<String>::new());
    }

    #[test]
    fn load_drift_and_spread_are_complained_about_with_their_numbers() {
        let wild = Spread { median: 1.0, least: 0.9, most: 1.2 };
        let found = complaints(Some(2.0), Some((1.0, 1.2)), [("pile", wild)]);
        assert_eq!(found.len(), 3);
        assert!(found[0].contains("2.0") && found[1].contains("20 % slower") && found[2].contains("pile: repeats differ by 30 %"));
    }

    #[test]
    fn without_a_clock_nothing_is_timed() {
        assert_eq!(fixed_work(Clock::NONE), None);
    }
}
