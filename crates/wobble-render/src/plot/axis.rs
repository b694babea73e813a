//! One axis of a plot: its range, its scale, and the round numbers along it.

/// One axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured.
    pub name: String,
    /// In which unit; empty for a pure number.
    pub unit: String,
    /// How values are spread.
    pub scale: Scale,
    /// From where to where; without one, as the curves need it.
    pub range: Option<[f64; 2]>,
}

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their order of magnitude. What is not positive is left out.
    Logarithmic,
}

impl Axis {
    /// A linear axis that is as long as its curves.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), scale: Scale::Linear, range: None }
    }

    /// The same, by orders of magnitude.
    pub fn logarithmic(self) -> Self {
        Self { scale: Scale::Logarithmic, ..self }
    }

    /// The same, from one value to another.
    pub fn range(self, from: f64, to: f64) -> Self {
        Self { range: Some([from, to]), ..self }
    }

    /// Name and unit, such as `time [s]`.
    pub fn label(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }

    /// The ruler for these values, with a mark about every `every` of its length.
    pub(super) fn ruler(&self, values: impl Iterator<Item = f64>, every: f64) -> Ruler {
        let log = self.scale == Scale::Logarithmic;
        let spread = |value: f64| if log { libm::log10(value) } else { value };
        let values = values.map(spread).filter(|value| value.is_finite());
        let found = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
        let asked =
            self.range.map(|range| range.map(spread)).filter(|[low, high]| low.is_finite() && high.is_finite() && low < high);
        let [low, high] = asked.unwrap_or_else(|| padded(found, log));
        let marks = if log { decades(low, high, every) } else { enough_rounds(low, high, every) };
        Ruler { low, high, log, marks }
    }
}

/// Values along an axis: from value to place, and the marks.
#[derive(Clone, Debug)]
pub(super) struct Ruler {
    low: f64,
    high: f64,
    log: bool,
    /// Places, 0 to 1, and what is written there; nothing at marks between.
    pub marks: Vec<(f64, String)>,
}

impl Ruler {
    /// Where a value is: 0 at the beginning of the axis, 1 at its end. `None` if it is nowhere.
    pub fn place(&self, value: f64) -> Option<f64> {
        let value = if self.log { libm::log10(value) } else { value };
        // Halved, so that the largest numbers there are do not overflow.
        let place = (0.5 * value - 0.5 * self.low) / (0.5 * self.high - 0.5 * self.low);
        // Far outside is as good as further outside, and exact in pixels.
        value.is_finite().then(|| place.clamp(-10.0, 11.0))
    }
}

/// A little more than the values need; something around a single one, and zero to one around none.
fn padded([low, high]: [f64; 2], log: bool) -> [f64; 2] {
    if low > high {
        return if log { [-1.0, 1.0] } else { [0.0, 1.0] };
    }
    let width = 0.5 * high - 0.5 * low;
    let least = if log { 0.25 } else { 1e-12 * low.abs().max(high.abs()).max(1e-290) };
    let room = if width > least {
        0.08 * width
    } else if log {
        0.5
    } else {
        (0.1 * low.abs()).max(1e-9).max(least)
    };
    [(low - room).max(0.99 * f64::MIN), (high + room).min(0.99 * f64::MAX)]
}

/// Round marks, more of them than asked for if there were fewer than three.
fn enough_rounds(low: f64, high: f64, every: f64) -> Vec<(f64, String)> {
    let tries = [every, 0.6 * every, 0.35 * every].map(|every| rounds(low, high, every));
    let enough = tries.iter().position(|marks| marks.len() >= 3).unwrap_or(tries.len() - 1);
    tries.into_iter().nth(enough).unwrap_or_default()
}

/// Marks at 1, 2 or 5 times a power of ten.
fn rounds(low: f64, high: f64, every: f64) -> Vec<(f64, String)> {
    let wanted = (high * every - low * every).max(f64::MIN_POSITIVE);
    let power = libm::pow(10.0, libm::floor(libm::log10(wanted)));
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= 0.999 * wanted).unwrap_or(wanted);
    let first = (low / step).ceil();
    let count = (high / step - first + 1e-9).floor().clamp(0.0, 100.0) as u32;
    let largest = low.abs().max(high.abs());
    let place = |value: f64| (0.5 * value - 0.5 * low) / (0.5 * high - 0.5 * low);
    (0..=count)
        .map(|k| (first + f64::from(k)) * step)
        .filter(|&value| value <= high)
        .map(|value| (place(value), written(value, step, largest)))
        .collect()
}

/// Marks at powers of ten and, where there is room, at 2 and 5 times as much.
fn decades(low: f64, high: f64, every: f64) -> Vec<(f64, String)> {
    let place = |log: f64| (log - low) / (high - low);
    // A whole number of decades from one name to the next.
    let stride = ((high - low) * every).ceil().max(1.0) as i64;
    let named_between = (high - low) * every < 0.34;
    let mut marks = Vec::new();
    for decade in libm::floor(low) as i64..=libm::ceil(high) as i64 {
        let name = if decade.rem_euclid(stride) == 0 { power_of_ten(decade) } else { String::new() };
        marks.push((decade as f64, name));
        for factor in 2..=9 {
            let name = if named_between && matches!(factor, 2 | 5) { times(f64::from(factor), decade) } else { String::new() };
            if stride == 1 {
                marks.push((decade as f64 + libm::log10(f64::from(factor)), name));
            }
        }
    }
    marks.retain(|&(log, _)| log >= low - 1e-9 && log <= high + 1e-9);
    marks.into_iter().map(|(log, name)| (place(log), name)).collect()
}

/// A value on a linear axis, with as many digits as its step needs.
fn written(value: f64, step: f64, largest: f64) -> String {
    let value = if value.abs() < 1e-6 * step { 0.0 } else { value };
    let minus = |text: String| text.replace('-', "−");
    if (1e-3..1e6).contains(&largest) {
        let digits = (-libm::floor(libm::log10(step) + 1e-9)).clamp(0.0, 9.0) as usize;
        return minus(format!("{value:.digits$}"));
    }
    let power = libm::floor(libm::log10(largest)) as i64;
    let unit = libm::pow(10.0, power as f64);
    let digits = (-libm::floor(libm::log10(step / unit) + 1e-9)).clamp(0.0, 9.0) as usize;
    if value == 0.0 { "0".into() } else { minus(format!("{:.digits$}", value / unit)) + "·" + &power_of_ten(power) }
}

fn times(factor: f64, decade: i64) -> String {
    if (-3..=3).contains(&decade) { plain(factor, decade) } else { format!("{factor}·{}", power_of_ten(decade)) }
}

fn plain(factor: f64, decade: i64) -> String {
    let digits = (-decade).max(0) as usize;
    format!("{:.digits$}", factor * libm::pow(10.0, decade as f64))
}

/// A power of ten: written out when it is short.
fn power_of_ten(decade: i64) -> String {
    if (-2..=3).contains(&decade) {
        return plain(1.0, decade);
    }
    let raised = |letter: char| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
    };
    format!("10{}", decade.to_string().chars().map(raised).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::Axis;

    fn names(axis: &Axis, values: &[f64]) -> Vec<String> {
        let ruler = axis.ruler(values.iter().copied(), 0.2);
        ruler.marks.into_iter().map(|(_, name)| name).filter(|name| !name.is_empty()).collect()
    }

    #[test]
    fn marks_are_at_round_numbers() {
        assert_eq!(names(&Axis::new("", ""), &[0.0, 10.0]), ["0", "5", "10"]);
        assert_eq!(names(&Axis::new("", ""), &[-0.23, 0.31]), ["−0.2", "0.0", "0.2"]);
        assert_eq!(names(&Axis::new("", ""), &[0.0, 3e-7]), ["0", "1·10⁻⁷", "2·10⁻⁷", "3·10⁻⁷"]);
    }

    #[test]
    fn a_logarithmic_axis_has_its_marks_at_powers_of_ten() {
        let axis = Axis::new("", "").logarithmic();
        assert_eq!(names(&axis, &[1e-6, 0.0, -5.0, 1e2]), ["10⁻⁶", "10⁻⁴", "0.01", "1", "100"]);
        let few = names(&axis, &[0.01, 0.1]);
        assert!(few.contains(&"0.02".into()) && few.contains(&"0.1".into()), "{few:?}");
    }

    #[test]
    fn ends_and_middle_are_where_they_belong() {
        let ruler = Axis::new("", "").range(2.0, 6.0).ruler([].into_iter(), 0.2);
        assert_eq!([2.0, 4.0, 6.0].map(|value| ruler.place(value)), [Some(0.0), Some(0.5), Some(1.0)]);
        let ruler = Axis::new("", "").logarithmic().range(1.0, 100.0).ruler([].into_iter(), 0.2);
        assert_eq!([1.0, 10.0, 0.0, -1.0].map(|value| ruler.place(value)), [Some(0.0), Some(0.5), None, None]);
    }

    #[test]
    fn every_axis_has_a_few_marks() {
        for (low, high) in [(0.0, 1.0), (-3.0, 1e-9), (1e5, 1.00001e5), (-1e300, 1e300), (5.0, 5.0), (1e-12, 2e-12)] {
            let count = Axis::new("", "").ruler([low, high].into_iter(), 0.2).marks.len();
            assert!((2..=12).contains(&count), "{low} to {high}: {count}");
        }
    }
}
