//! Plots: curves over axes with units and a legend, alone or several on a sheet.
//!
//! ```
//! use wobble_render::plot::{Axis, Curve, Plot};
//! use wobble_view::Theme;
//!
//! let fall = (0..=10).map(|i| [0.1 * f64::from(i), 5.0 - 4.905 * f64::from(i * i) * 0.01]);
//! let plot = Plot::new("a fall", Axis::new("time", "s"), Axis::new("height", "m")).with(Curve::line("ball", fall));
//! let list = plot.draw([480, 320], &Theme::light()); // for save_png and save_svg
//! assert!(plot.to_csv().starts_with("curve,time [s],height [m]\nball,0,5\n"));
//! # assert!(!list.shapes.is_empty());
//! ```

mod axis;
mod curve;
mod drawing;
mod sheet;

pub use axis::{Axis, Scale};
pub use curve::{Curve, Style};
pub use sheet::{Cell, Sheet};

use std::fmt::Write;
use wobble_view::{DrawList, Theme};

/// Curves over two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Above everything; may be empty.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Drawn first to last.
    pub curves: Vec<Curve>,
}

impl Plot {
    /// Axes without curves.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self { title: title.into(), x, y, curves: Vec::new() }
    }

    /// The same, with one more curve.
    pub fn with(mut self, curve: Curve) -> Self {
        self.curves.push(curve);
        self
    }

    /// The plot as a picture. `[px]`
    pub fn draw(&self, size: [u32; 2], theme: &Theme) -> DrawList {
        drawing::draw(self, size, theme)
    }

    /// The data as a table: one row a point, with the name of its curve.
    pub fn to_csv(&self) -> String {
        let mut csv = format!("curve,{},{}\n", quoted(&self.x.label()), quoted(&self.y.label()));
        for curve in &self.curves {
            let name = quoted(&curve.name);
            for [x, y] in &curve.points {
                let _ = writeln!(csv, "{name},{x},{y}");
            }
        }
        csv
    }
}

/// A field of a table, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_string() }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Curve, Plot};
    use crate::raster::Raster;
    use wobble_view::{Colour, DrawList, Label, Shape, Theme};

    fn plot() -> Plot {
        let points = (0..=100).map(|i| [f64::from(i), f64::from(i * i)]);
        Plot::new("squares", Axis::new("time", "s"), Axis::new("a, b", "m²")).with(Curve::line("one \"two\"", points))
    }

    fn labels(list: &DrawList) -> Vec<&Label> {
        list.shapes.iter().filter_map(|shape| if let Shape::Label(label) = shape { Some(label) } else { None }).collect()
    }

    #[test]
    fn a_table_can_hold_any_name() {
        let csv = plot().to_csv();
        assert!(csv.starts_with("curve,time [s],\"a, b [m²]\"\n\"one \"\"two\"\"\",0,0\n"), "{csv}");
        assert_eq!(csv.lines().count(), 102);
    }

    #[test]
    fn title_units_legend_and_ticks_are_written() {
        let list = plot().draw([480, 320], &Theme::light());
        let texts: Vec<&str> = labels(&list).iter().map(|label| label.text.as_str()).collect();
        for text in ["squares", "time [s]", "a, b [m²]", "one \"two\"", "0", "60", "100", "10000"] {
            assert!(texts.contains(&text), "{text} is missing in {texts:?}");
        }
    }

    #[test]
    fn no_label_leaves_the_picture_and_no_two_touch() {
        let big = (0..=100).map(|i| [f64::from(i) * 1e-7, -1e6 * f64::from(i * i)]);
        let wide = Plot::new("", Axis::new("x", ""), Axis::new("y", "")).with(Curve::line("a", big));
        for plot in [plot(), wide] {
            for size in [[300, 200], [480, 320], [900, 300]] {
                let list = plot.draw(size, &Theme::light());
                let boxes: Vec<[f32; 4]> = labels(&list).iter().map(|label| crate::letters::extent(label)).collect();
                for (i, a) in boxes.iter().enumerate() {
                    assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= size[0] as f32 && a[3] <= size[1] as f32, "{size:?}: {a:?}");
                    for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                        let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                        assert!(apart, "{size:?}: {} touches {}", labels(&list)[i].text, labels(&list)[j].text);
                    }
                }
            }
        }
    }

    /// Whether any pixel has about this colour.
    fn shows(list: &DrawList, colour: Colour) -> bool {
        let mut raster = Raster::new(list.size).expect("a valid size");
        raster.draw(list).expect("the same size");
        let near = |pixel: &[u8; 4]| {
            let parts = [colour.red, colour.green, colour.blue];
            parts.iter().zip(pixel).all(|(a, b)| a.abs_diff(*b) < 24)
        };
        raster.rgba().as_chunks::<4>().0.iter().any(near)
    }

    #[test]
    fn a_plot_of_nothing_or_of_no_numbers_is_drawn_all_the_same() {
        let theme = Theme::dark();
        for points in [
            vec![],
            vec![[f64::NAN, 1.0], [f64::INFINITY, f64::NEG_INFINITY]],
            vec![[3.0, 3.0]],
            vec![[0.0, f64::MAX], [1.0, f64::MIN]],
        ] {
            for log in [false, true] {
                let y = if log { Axis::new("y", "m").logarithmic() } else { Axis::new("y", "m") };
                let list = Plot::new("", Axis::new("x", ""), y).with(Curve::line("a", points.clone())).draw([200, 150], &theme);
                assert!(shows(&list, theme.ink.mix(theme.air, 0.45)), "{points:?}");
            }
        }
    }

    #[test]
    fn a_picture_without_room_is_drawn_without_a_panic() {
        for size in [[1, 1], [40, 20], [10, 400]] {
            assert_eq!(plot().draw(size, &Theme::light()).size, size);
        }
    }

    #[test]
    fn every_curve_is_seen() {
        let theme = Theme::light();
        let plot = (0..8).fold(Plot::new("", Axis::new("x", ""), Axis::new("y", "")), |plot, k| {
            plot.with(Curve::line(format!("curve {k}"), [[0.0, f64::from(k)], [1.0, f64::from(k) + 0.5]]))
        });
        let list = plot.draw([480, 320], &theme);
        for k in 0..8 {
            assert!(shows(&list, theme.line(k)), "curve {k}");
        }
    }
}
