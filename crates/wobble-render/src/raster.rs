//! From shapes to pixels.

use crate::error::{Error, LONGEST_SIDE, Result};
use crate::letters;
use glam::Vec2;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, PathBuilder, Pixmap, PixmapPaint, Point, RadialGradient,
    Shader, SpreadMode, Transform,
};
use wobble_view::{Colour, DrawList, Inset, Lines, Paint, Shape};

/// On lines no wider than this a round join looks like a cut-off one, but takes half as long again to draw. `[px]`
const FINE: f32 = 2.5;

/// A picture being drawn. Keep it for the next one: its memory is used again.
#[derive(Clone, Debug)]
pub struct Raster {
    pixels: Pixmap,
    path: PathBuilder,
}

impl Raster {
    /// A black picture. `[px]`
    ///
    /// # Errors
    /// If a side is 0 or longer than 16 384.
    pub fn new(size: [u32; 2]) -> Result<Self> {
        let fits = size.iter().all(|side| (1..=LONGEST_SIDE).contains(side));
        let pixels = if fits { Pixmap::new(size[0], size[1]) } else { None };
        Ok(Self { pixels: pixels.ok_or(Error::Size(size))?, path: PathBuilder::new() })
    }

    /// Width and height. `[px]`
    pub fn size(&self) -> [u32; 2] {
        [self.pixels.width(), self.pixels.height()]
    }

    /// The pixels, row after row from the upper left: red, green, blue and 255.
    pub fn rgba(&self) -> &[u8] {
        // Premultiplied, which makes no difference where everything is opaque.
        self.pixels.data()
    }

    /// Paints a list over everything. Shapes with coordinates that are no numbers are left out.
    ///
    /// # Errors
    /// If the list is for a picture of another size.
    pub fn draw(&mut self, list: &DrawList) -> Result<()> {
        if list.size != self.size() {
            return Err(Error::SizeChanged { expected: self.size(), got: list.size });
        }
        self.pixels.fill(solid(list.background.alpha(255)));
        for shape in &list.shapes {
            match shape {
                Shape::Fill(fill) => {
                    self.add_lines(&fill.loops, true);
                    self.fill(shader(fill.paint));
                }
                Shape::Stroke(stroke) => {
                    self.add_lines(&stroke.lines, stroke.closed);
                    self.stroke(stroke.width, stroke.colour);
                }
                Shape::Discs(discs) => {
                    for centre in &discs.centres {
                        self.path.push_circle(centre.x, centre.y, discs.radius.max(0.0));
                    }
                    self.fill(Shader::SolidColor(solid(discs.colour)));
                }
                Shape::Label(label) => {
                    letters::trace(label, &mut self.path);
                    self.embolden(letters::thicker(label.height), label.colour);
                    self.fill(Shader::SolidColor(solid(label.colour)));
                }
                Shape::Inset(inset) => self.put_in(inset)?,
            }
        }
        Ok(())
    }

    fn put_in(&mut self, inset: &Inset) -> Result<()> {
        let mut picture = Self::new(inset.list.size)?;
        picture.draw(&inset.list)?;
        let [x, y] = inset.place;
        self.pixels.draw_pixmap(x, y, picture.pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        Ok(())
    }

    fn add_lines(&mut self, lines: &Lines, closed: bool) {
        for line in lines.iter() {
            let [Vec2 { x, y }, rest @ ..] = line else { continue };
            self.path.move_to(*x, *y);
            for point in rest {
                self.path.line_to(point.x, point.y);
            }
            if closed {
                self.path.close();
            }
        }
    }

    fn fill(&mut self, shader: Shader<'_>) {
        let Some(path) = core::mem::take(&mut self.path).finish() else { return };
        let paint = paint(shader);
        self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        self.path = path.clear();
    }

    /// Strokes the path and keeps it.
    fn embolden(&mut self, width: f32, colour: Colour) {
        let Some(path) = self.path.clone().finish() else { return };
        let stroke = tiny_skia::Stroke { width, ..Default::default() };
        self.pixels.stroke_path(&path, &paint(Shader::SolidColor(solid(colour))), &stroke, Transform::identity(), None);
    }

    fn stroke(&mut self, width: f32, colour: Colour) {
        let Some(path) = core::mem::take(&mut self.path).finish() else { return };
        let line_join = if width <= FINE { LineJoin::Miter } else { LineJoin::Round };
        let stroke = tiny_skia::Stroke { width, line_cap: LineCap::Round, line_join, miter_limit: 1.1, ..Default::default() };
        let paint = paint(Shader::SolidColor(solid(colour)));
        self.pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        self.path = path.clear();
    }
}

fn paint(shader: Shader<'_>) -> tiny_skia::Paint<'_> {
    tiny_skia::Paint { shader, anti_alias: true, ..Default::default() }
}

fn solid(colour: Colour) -> Color {
    Color::from_rgba8(colour.red, colour.green, colour.blue, colour.alpha)
}

/// A gradient too small to have a direction is its middle colour.
fn shader(paint: Paint) -> Shader<'static> {
    let middle = |colours: [Colour; 3]| Shader::SolidColor(solid(colours[1]));
    let same = Transform::identity();
    match paint {
        Paint::Flat(colour) => Shader::SolidColor(solid(colour)),
        Paint::Vertical { top, bottom, colours } => {
            let (from, to) = (Point::from_xy(0.0, top), Point::from_xy(0.0, bottom));
            LinearGradient::new(from, to, stops(colours), SpreadMode::Pad, same).unwrap_or(middle(colours))
        }
        Paint::Radial { centre, radius, colours } => {
            let centre = Point::from_xy(centre.x, centre.y);
            let gradient = RadialGradient::new(centre, 0.0, centre, radius, stops(colours), SpreadMode::Pad, same);
            gradient.unwrap_or(middle(colours))
        }
    }
}

fn stops(colours: [Colour; 3]) -> Vec<GradientStop> {
    [0.0, 0.5, 1.0].into_iter().zip(colours).map(|(place, colour)| GradientStop::new(place, solid(colour))).collect()
}

#[cfg(test)]
mod tests {
    use super::Raster;
    use crate::error::Error;
    use glam::vec2;
    use wobble_view::{Anchor, Colour, DrawList, Label, Lines, Paint};

    const PAPER: Colour = Colour::hex(0xFAFAF0);
    const RED: Colour = Colour::hex(0xD04020);

    fn drawn(list: &DrawList) -> Raster {
        let mut raster = Raster::new(list.size).expect("a valid size");
        raster.draw(list).expect("the same size");
        raster
    }

    fn pixel(raster: &Raster, x: u32, y: u32) -> Colour {
        let start = (4 * (y * raster.size()[0] + x)) as usize;
        let [red, green, blue, alpha] = raster.rgba()[start..][..4].try_into().expect("four bytes");
        Colour { red, green, blue, alpha }
    }

    fn square(low: f32, high: f32) -> [glam::Vec2; 4] {
        [vec2(low, low), vec2(high, low), vec2(high, high), vec2(low, high)]
    }

    #[test]
    fn a_filled_square_has_its_colour_inside_and_the_background_outside() {
        let mut list = DrawList::new([40, 40], PAPER);
        list.fill(Lines::one(square(10.0, 30.0)), Paint::Flat(RED));
        let raster = drawn(&list);
        for (x, y) in [(10, 10), (29, 29), (20, 20)] {
            assert_eq!(pixel(&raster, x, y), RED, "{x}, {y}");
        }
        for (x, y) in [(9, 9), (30, 30), (20, 5), (39, 0)] {
            assert_eq!(pixel(&raster, x, y), PAPER, "{x}, {y}");
        }
    }

    #[test]
    fn a_loop_the_other_way_around_is_a_hole_and_one_the_same_way_is_not() {
        let mut hole = Lines::one(square(5.0, 35.0));
        hole.add(square(15.0, 25.0).into_iter().rev());
        let mut twice = Lines::one(square(5.0, 35.0));
        twice.add(square(15.0, 25.0));
        for (loops, inside) in [(hole, PAPER), (twice, RED)] {
            let mut list = DrawList::new([40, 40], PAPER);
            list.fill(loops, Paint::Flat(RED));
            let raster = drawn(&list);
            assert_eq!(pixel(&raster, 20, 20), inside);
            assert_eq!(pixel(&raster, 10, 20), RED);
        }
    }

    #[test]
    fn edges_are_smooth() {
        let mut list = DrawList::new([40, 40], PAPER);
        list.fill(Lines::one([vec2(0.0, 0.0), vec2(40.0, 0.0), vec2(0.0, 40.0)]), Paint::Flat(RED));
        let edge = pixel(&drawn(&list), 20, 19);
        assert!(edge.blue > RED.blue && edge.blue < PAPER.blue, "{edge:?}");
    }

    #[test]
    fn gradients_run_from_their_first_colour_to_their_last() {
        let colours = [Colour::hex(0xFFFFFF), Colour::hex(0x808080), Colour::hex(0x000000)];
        let vertical = Paint::Vertical { top: 0.0, bottom: 40.0, colours };
        let radial = Paint::Radial { centre: vec2(20.0, 0.0), radius: 40.0, colours };
        for paint in [vertical, radial] {
            let mut list = DrawList::new([40, 40], RED);
            list.fill(Lines::one(square(0.0, 40.0)), paint);
            let raster = drawn(&list);
            let column = [1, 10, 20, 30, 38].map(|y| pixel(&raster, 20, y).green);
            assert!(column.is_sorted_by(|a, b| a > b), "{column:?}");
            assert!(column[0] > 240 && column[2].abs_diff(0x80) < 8 && column[4] < 20, "{column:?}");
        }
    }

    #[test]
    fn a_label_leaves_ink_where_it_stands() {
        let mut list = DrawList::new([60, 20], PAPER);
        let text = "I".to_string();
        list.label(Label { place: vec2(30.0, 10.0), anchor: Anchor::Middle, height: 12.0, colour: RED, text });
        let raster = drawn(&list);
        assert!(pixel(&raster, 30, 10).blue < 0x80 || pixel(&raster, 29, 10).blue < 0x80);
        assert_eq!(pixel(&raster, 10, 10), PAPER);
    }

    #[test]
    fn an_inset_is_cut_off_at_its_edges() {
        let mut inner = DrawList::new([10, 10], PAPER);
        inner.fill(Lines::one(square(-50.0, 50.0)), Paint::Flat(Colour::BLACK));
        let mut list = DrawList::new([40, 40], RED);
        list.inset([5, 30], inner);
        let raster = drawn(&list);
        for (x, y) in [(5, 30), (14, 39)] {
            assert_eq!(pixel(&raster, x, y), Colour::BLACK, "{x}, {y}");
        }
        for (x, y) in [(4, 30), (15, 30), (5, 29)] {
            assert_eq!(pixel(&raster, x, y), RED, "{x}, {y}");
        }
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let mut list = DrawList::new([20, 20], PAPER);
        list.fill(Lines::one([vec2(f32::NAN, 0.0), vec2(1.0, 0.0), vec2(1.0, f32::INFINITY)]), Paint::Flat(RED));
        list.lines(Lines::one([vec2(0.0, f32::NAN), vec2(1e30, 1e30)]), f32::NAN, RED);
        list.discs(vec![vec2(f32::NAN, 1.0)], f32::NAN, RED);
        let flat = Paint::Vertical { top: 5.0, bottom: 5.0, colours: [RED; 3] };
        list.fill(Lines::one(square(5.0, 15.0)), flat);
        assert_eq!(pixel(&drawn(&list), 10, 10), RED, "and what comes after is drawn");
    }

    #[test]
    fn a_picture_without_area_or_beyond_memory_is_refused() {
        for size in [[0, 10], [10, 0], [16_385, 1], [u32::MAX, u32::MAX]] {
            assert!(matches!(Raster::new(size), Err(Error::Size(_))), "{size:?}");
        }
    }
}
