//! Numbers that change with time: what drives muscles, motors and pumps.

use crate::error::{Result, require};

/// A number that changes with the world's time.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// Always the same; set it anew at any time to drive it by code.
    Constant(f32),
    /// `mean + amplitude · sin 2π(t / period + phase)`
    Sine {
        /// The middle.
        mean: f32,
        /// How far it goes to each side.
        amplitude: f32,
        /// `[s]`
        period: f32,
        /// In periods.
        phase: f32,
    },
    /// `high` in the first half of each period, then `low`.
    Square {
        /// In the second half.
        low: f32,
        /// In the first half.
        high: f32,
        /// `[s]`
        period: f32,
        /// In periods.
        phase: f32,
    },
    /// Straight from one `[time, value]` to the next; at rest before the first and after the last.
    Keyframes {
        /// In the order of their times.
        frames: Vec<[f32; 2]>,
        /// Whether it begins again after the last one.
        repeats: bool,
    },
}

/// A signal that has at most this many keyframes is accepted.
const MOST_FRAMES: usize = 10_000;

impl Signal {
    /// Its value at a time. `[s]`
    pub fn at(&self, time: f64) -> f32 {
        match self {
            Self::Constant(value) => *value,
            Self::Sine { mean, amplitude, period, phase } => {
                let part = part_of_period(time, *period, *phase);
                mean + amplitude * libm::sin(core::f64::consts::TAU * part) as f32
            }
            Self::Square { low, high, period, phase } => {
                if part_of_period(time, *period, *phase) < 0.5 {
                    *high
                } else {
                    *low
                }
            }
            Self::Keyframes { frames, repeats } => between(frames, *repeats, time),
        }
    }

    /// Checks that its numbers make sense and its values stay within a range.
    pub(crate) fn check(&self, field: &str, least: f32, most: f32, rule: &'static str) -> Result<()> {
        let hint = "keep the signal within its range";
        let within = |value: f32| require((least..=most).contains(&value), || field.into(), rule, value, hint);
        let period = |period: f32| {
            let valid = (1e-3..=1e6).contains(&period);
            require(valid, || format!("{field}.period"), "must be 0.001 to 1e6 [s]", period, "1 beats once a second")
        };
        let phase = |phase: f32| {
            require(
                phase.abs() <= 1e3,
                || format!("{field}.phase"),
                "must be -1000 to 1000 periods",
                phase,
                "0 starts at the beginning",
            )
        };
        match self {
            Self::Constant(value) => within(*value),
            Self::Sine { mean, amplitude, period: length, phase: start } => {
                within(mean - amplitude.abs())?;
                within(mean + amplitude.abs())?;
                period(*length)?;
                phase(*start)
            }
            Self::Square { low, high, period: length, phase: start } => {
                within(*low)?;
                within(*high)?;
                period(*length)?;
                phase(*start)
            }
            Self::Keyframes { frames, .. } => {
                let count = frames.len();
                let few = (1..=MOST_FRAMES).contains(&count);
                require(few, || format!("{field}.frames"), "must be 1 to 10000", count, "use a constant")?;
                for (k, &[time, value]) in frames.iter().enumerate() {
                    let later = (0.0..=1e6).contains(&time) && (k == 0 || time > frames[k - 1][0]);
                    let rule = "must be later than the one before, 0 to 1e6 [s]";
                    require(later, || format!("{field}.frames[{k}]"), rule, time, "sort them by time")?;
                    within(value)?;
                }
                Ok(())
            }
        }
    }
}

/// How far into its period a signal is: 0 to 1.
fn part_of_period(time: f64, period: f32, phase: f32) -> f64 {
    let periods = time / f64::from(period) + f64::from(phase);
    periods - libm::floor(periods)
}

fn between(frames: &[[f32; 2]], repeats: bool, time: f64) -> f32 {
    let (Some(&[begin, first]), Some(&[end, last])) = (frames.first(), frames.last()) else { return 0.0 };
    let (begun, length) = (time - f64::from(begin), f64::from(end - begin));
    let begun = if repeats && length > 0.0 && begun > 0.0 { begun - length * libm::floor(begun / length) } else { begun };
    let time = begun as f32 + begin;
    match frames.partition_point(|frame| frame[0] <= time) {
        0 => first,
        next if next == frames.len() => last,
        next => {
            let ([from, low], [to, high]) = (frames[next - 1], frames[next]);
            low + (time - from) / (to - from) * (high - low)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Signal;

    #[test]
    fn signals_take_their_values_in_time() {
        let sine = Signal::Sine { mean: 2.0, amplitude: 1.0, period: 4.0, phase: 0.25 };
        assert!((sine.at(0.0) - 3.0).abs() < 1e-6 && (sine.at(1.0) - 2.0).abs() < 1e-6 && (sine.at(402.0) - 1.0).abs() < 1e-6);
        let square = Signal::Square { low: -1.0, high: 1.0, period: 2.0, phase: 0.0 };
        assert_eq!([0.5, 1.5, 2.5, 3.5].map(|time| square.at(time)), [1.0, -1.0, 1.0, -1.0]);
        let frames = Signal::Keyframes { frames: vec![[0.0, 0.0], [1.0, 10.0], [2.0, 0.0]], repeats: true };
        assert_eq!([0.0, 0.5, 1.0, 1.75, 2.5].map(|time| frames.at(time)), [0.0, 5.0, 10.0, 2.5, 5.0]);
    }

    #[test]
    fn a_signal_that_leaves_its_range_or_its_order_is_refused() {
        let sine = Signal::Sine { mean: 0.5, amplitude: 0.6, period: 1.0, phase: 0.0 };
        assert!(sine.check("signal", 0.0, 2.0, "must be 0 to 2").is_err());
        let frames = Signal::Keyframes { frames: vec![[1.0, 0.0], [0.5, 0.0]], repeats: false };
        assert!(frames.check("signal", 0.0, 2.0, "must be 0 to 2").unwrap_err().to_string().contains("frames[1]"));
    }
}
