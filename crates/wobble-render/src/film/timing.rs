//! How long frames are shown, in whole parts of a second.

/// How many parts of a second a frame is shown, so that the sum never strays from the rate: at thirty frames a second and hundred parts,
/// 3, 4, 3, …
pub(super) fn delay(frame: u32, rate: f64, parts: f64) -> u16 {
    let shown_at = |frame: f64| (frame * parts / rate).round();
    (shown_at(f64::from(frame) + 1.0) - shown_at(f64::from(frame))) as u16
}

#[cfg(test)]
mod tests {
    use super::delay;

    #[test]
    fn thirty_frames_take_a_second() {
        let delays: Vec<u16> = (0..30).map(|frame| delay(frame, 30.0, 100.0)).collect();
        assert_eq!(delays.iter().sum::<u16>(), 100);
        assert!(delays.iter().all(|delay| (3..=4).contains(delay)), "{delays:?}");
    }

    #[test]
    fn an_hour_of_frames_takes_an_hour() {
        for parts in [100.0, 1000.0] {
            let sum: f64 = (0..24 * 3600).map(|frame| f64::from(delay(frame, 24.0, parts))).sum();
            assert_eq!(sum, 3600.0 * parts);
        }
    }
}
