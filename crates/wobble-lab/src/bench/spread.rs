//! What repeated measurements have in common.

/// The middle and the ends of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Spread {
    /// The middle one; of an even number, the mean of the two in the middle.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Spread {
    /// Of numbers; what is no number is left out. None if nothing remains.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        values.sort_by(f64::total_cmp);
        let (&least, &most) = (values.first()?, values.last()?);
        let half = values.len() / 2;
        let median = if values.len() % 2 == 1 { values[half] } else { 0.5 * (values[half - 1] + values[half]) };
        Some(Self { median, least, most })
    }

    /// From the least to the most, as a part of the median.
    pub fn relative(&self) -> f64 {
        (self.most - self.least) / self.median
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn the_median_of_few_numbers_is_the_one_a_finger_finds() {
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), Some(Spread { median: 2.0, least: 1.0, most: 3.0 }));
        assert_eq!(Spread::of([4.0, 1.0, 3.0, 2.0]).map(|spread| spread.median), Some(2.5));
        assert_eq!(Spread::of([7.0]).map(|spread| spread.relative()), Some(0.0));
    }

    #[test]
    fn one_wild_value_moves_the_ends_and_not_the_middle() {
        let spread = Spread::of([1.0, 1.1, 0.9, 50.0, 1.0]).expect("numbers");
        assert_eq!((spread.median, spread.most), (1.0, 50.0));
        assert!((spread.relative() - 49.1).abs() < 1e-9);
    }

    #[test]
    fn nothing_has_no_spread_and_what_is_no_number_counts_as_nothing() {
        assert_eq!(Spread::of([]), None);
        assert_eq!(Spread::of([f64::NAN]), None);
        assert_eq!(Spread::of([f64::NAN, 2.0]).map(|spread| spread.median), Some(2.0));
    }
}
