//! Frame rates, in the hundredths of a second that GIF counts in.

use crate::error::{Error, Result};

/// Players take a delay of less than two hundredths for a mistake and wait ten.
pub(super) fn check_rate(rate: f64) -> Result<()> {
    if (0.1..=50.0).contains(&rate) { Ok(()) } else { Err(Error::Rate(rate)) }
}

/// How long a frame is shown, so that the sum never strays from the rate: at thirty frames a second 3, 4, 3, … hundredths.
/// `[s/100]`
pub(super) fn delay(frame: u64, rate: f64) -> u16 {
    let shown_at = |frame: u64| (frame as f64 * 100.0 / rate).round();
    (shown_at(frame + 1) - shown_at(frame)) as u16
}

#[cfg(test)]
mod tests {
    use super::{check_rate, delay};

    #[test]
    fn thirty_frames_take_a_second() {
        let delays: Vec<u16> = (0..30).map(|frame| delay(frame, 30.0)).collect();
        assert_eq!(delays.iter().sum::<u16>(), 100);
        assert!(delays.iter().all(|delay| (3..=4).contains(delay)), "{delays:?}");
    }

    #[test]
    fn an_hour_of_frames_takes_an_hour() {
        let hundredths: u64 = (0..24 * 3600).map(|frame| u64::from(delay(frame, 24.0))).sum();
        assert_eq!(hundredths, 360_000);
    }

    #[test]
    fn rates_that_players_cannot_keep_are_refused() {
        for rate in [0.0, -1.0, 51.0, f64::NAN, f64::INFINITY] {
            assert!(check_rate(rate).is_err(), "{rate}");
        }
        assert!(check_rate(0.1).is_ok() && check_rate(50.0).is_ok());
    }
}
