//! A picture as a flat list of shapes, in pixels.

use crate::colour::Colour;
use crate::lines::Lines;
use glam::Vec2;
use std::sync::Arc;

/// A picture: a background and shapes, to be painted in this order. All lengths are in pixels, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawList {
    /// Width and height. `[px]`
    pub size: [u32; 2],
    /// What is behind everything; opaque.
    pub background: Colour,
    /// What is painted, first to last.
    pub shapes: Vec<Shape>,
}

/// One thing to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An area.
    Fill(Fill),
    /// Lines.
    Stroke(Stroke),
    /// Dots.
    Discs(Discs),
    /// A word or a number.
    Label(Label),
    /// A picture in the picture.
    Inset(Inset),
}

/// An area inside closed lines. What a line winds around, counted with direction and not adding up to zero, is inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// The closed lines around it, holes the other way around. Shared with the stroke along its edge, if there is one.
    pub loops: Arc<Lines>,
    /// How it is coloured.
    pub paint: Paint,
}

/// Lines of one width and colour, with round joins and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// The lines.
    pub lines: Arc<Lines>,
    /// Whether each line's end is joined to its beginning.
    pub closed: bool,
    /// `[px]`
    pub width: f32,
    /// The colour.
    pub colour: Colour,
}

/// Dots of one size and colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Discs {
    /// `[px]`
    pub centres: Vec<Vec2>,
    /// `[px]`
    pub radius: f32,
    /// The colour.
    pub colour: Colour,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where it stands, half way up its capital letters. `[px]`
    pub place: Vec2,
    /// Which part of the text stands there.
    pub anchor: Anchor,
    /// The height of its capital letters. `[px]`
    pub height: f32,
    /// The colour.
    pub colour: Colour,
    /// What it says.
    pub text: String,
}

/// A picture in the picture, with its own background, cut off at its own edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Inset {
    /// Where its upper left corner is. `[px]`
    pub place: [i32; 2],
    /// What it shows.
    pub list: Box<DrawList>,
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How an area is coloured. Gradients run evenly through three colours and stay at the first and last beyond their ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// One colour.
    Flat(Colour),
    /// From top to bottom.
    Vertical {
        /// Where the first colour is. `[px]`
        top: f32,
        /// Where the last colour is. `[px]`
        bottom: f32,
        /// At the top, half way, at the bottom.
        colours: [Colour; 3],
    },
    /// From a centre outwards.
    Radial {
        /// Where the first colour is. `[px]`
        centre: Vec2,
        /// How far from there the last colour is. `[px]`
        radius: f32,
        /// At the centre, half way, at the radius.
        colours: [Colour; 3],
    },
}

impl DrawList {
    /// An empty picture. `[px]`
    pub fn new(size: [u32; 2], background: Colour) -> Self {
        Self { size, background, shapes: Vec::new() }
    }

    /// Paints an area.
    pub fn fill(&mut self, loops: impl Into<Arc<Lines>>, paint: Paint) {
        let loops = loops.into();
        if !loops.is_empty() {
            self.shapes.push(Shape::Fill(Fill { loops, paint }));
        }
    }

    /// Paints open lines. `[px]`
    pub fn lines(&mut self, lines: impl Into<Arc<Lines>>, width: f32, colour: Colour) {
        self.stroke(Stroke { lines: lines.into(), closed: false, width, colour });
    }

    /// Paints closed lines. `[px]`
    pub fn loops(&mut self, lines: impl Into<Arc<Lines>>, width: f32, colour: Colour) {
        self.stroke(Stroke { lines: lines.into(), closed: true, width, colour });
    }

    /// Paints dots. `[px]`
    pub fn discs(&mut self, centres: Vec<Vec2>, radius: f32, colour: Colour) {
        if !centres.is_empty() {
            self.shapes.push(Shape::Discs(Discs { centres, radius, colour }));
        }
    }

    /// Writes.
    pub fn label(&mut self, label: Label) {
        self.shapes.push(Shape::Label(label));
    }

    /// Puts a picture into the picture, its upper left corner at a place. `[px]`
    pub fn inset(&mut self, place: [i32; 2], list: DrawList) {
        self.shapes.push(Shape::Inset(Inset { place, list: Box::new(list) }));
    }

    fn stroke(&mut self, stroke: Stroke) {
        if !stroke.lines.is_empty() {
            self.shapes.push(Shape::Stroke(stroke));
        }
    }
}
