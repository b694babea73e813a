//! Blueprints that theory knows: rectangles of triangles or of springs, held at one side.

use glam::{Vec2, vec2};
use wobble2d::{Blueprint, Result, Spring, Triangle};

/// The acceleration of gravity in all worlds. `[m/s²]`
pub(super) const G: f64 = 9.81;

/// A rectangle of cells, each of two triangles or of six springs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    /// Along and across.
    pub cells: [u32; 2],
    /// Along and across. `[m]`
    pub size: [f32; 2],
    /// `[kg/m²]`
    pub density: f32,
    pub matter: Matter,
}

/// What its cells are made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Matter {
    Triangles(Triangle),
    Springs(Spring),
}

impl Rectangle {
    /// The number of a point.
    pub fn at(&self, x: u32, y: u32) -> u32 {
        y * (self.cells[0] + 1) + x
    }

    /// The points of the left, right, lower or upper side.
    pub fn left(&self) -> impl Iterator<Item = u32> {
        let rectangle = *self;
        (0..=rectangle.cells[1]).map(move |y| rectangle.at(0, y))
    }

    pub fn right(&self) -> impl Iterator<Item = u32> {
        let rectangle = *self;
        (0..=rectangle.cells[1]).map(move |y| rectangle.at(rectangle.cells[0], y))
    }

    pub fn bottom(&self) -> impl Iterator<Item = u32> {
        let rectangle = *self;
        (0..=rectangle.cells[0]).map(move |x| rectangle.at(x, 0))
    }

    pub fn top(&self) -> impl Iterator<Item = u32> {
        let rectangle = *self;
        (0..=rectangle.cells[0]).map(move |x| rectangle.at(x, rectangle.cells[1]))
    }

    /// Its outer points, counter-clockwise.
    pub fn border(&self) -> Vec<u32> {
        let [columns, rows] = self.cells;
        let bottom = (0..columns).map(|x| self.at(x, 0));
        let right = (0..rows).map(|y| self.at(columns, y));
        let top = (1..=columns).rev().map(|x| self.at(x, rows));
        let left = (1..=rows).rev().map(|y| self.at(0, y));
        bottom.chain(right).chain(top).chain(left).collect()
    }

    /// A blueprint from the origin to the right and upwards: some points pinned, some with more mass.
    pub fn build(
        &self,
        pinned: impl IntoIterator<Item = u32>,
        load: f32,
        loaded: impl IntoIterator<Item = u32>,
        outline: bool,
    ) -> Result<Blueprint> {
        let loaded: Vec<u32> = loaded.into_iter().collect();
        let more = load / loaded.len().max(1) as f32;
        let mut masses = self.masses();
        loaded.iter().for_each(|&i| masses[i as usize] += more);
        let [columns, rows] = self.cells;
        let step = vec2(self.size[0] / columns as f32, self.size[1] / rows as f32);
        let places = (0..=rows).flat_map(|y| (0..=columns).map(move |x| Vec2::new(x as f32, y as f32) * step));
        let mut builder = Blueprint::builder();
        for (place, mass) in places.zip(masses) {
            builder = builder.point(place, mass);
        }
        builder = builder.pin(pinned);
        builder = match self.matter {
            Matter::Triangles(law) => self.triangles().into_iter().fold(builder, |builder, corners| builder.triangle(corners, law)),
            Matter::Springs(spring) => self.links().into_iter().fold(builder, |builder, [a, b]| builder.spring(a, b, spring)),
        };
        if outline {
            builder = builder.outline(self.border());
        }
        builder.build()
    }

    /// Two triangles a cell; the diagonals of neighbours lie crosswise.
    fn triangles(&self) -> Vec<[u32; 3]> {
        let cell = |x: u32, y: u32| {
            let [a, b, c, d] = [self.at(x, y), self.at(x + 1, y), self.at(x + 1, y + 1), self.at(x, y + 1)];
            if (x + y).is_multiple_of(2) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
        };
        (0..self.cells[1]).flat_map(|y| (0..self.cells[0]).flat_map(move |x| cell(x, y))).collect()
    }

    /// Rows, columns and both diagonals.
    fn links(&self) -> Vec<[u32; 2]> {
        let [columns, rows] = self.cells;
        let mut links = Vec::new();
        for y in 0..=rows {
            for x in 0..=columns {
                let here = self.at(x, y);
                if x < columns {
                    links.push([here, self.at(x + 1, y)]);
                }
                if y < rows {
                    links.push([here, self.at(x, y + 1)]);
                }
                if x < columns && y < rows {
                    links.extend([[here, self.at(x + 1, y + 1)], [self.at(x + 1, y), self.at(x, y + 1)]]);
                }
            }
        }
        links
    }

    /// A point's share of the cells around it.
    fn masses(&self) -> Vec<f32> {
        let [columns, rows] = self.cells;
        let cell = self.density * self.size[0] * self.size[1] / (columns * rows) as f32;
        let side = |k: u32, most: u32| if k == 0 || k == most { 0.5 } else { 1.0 };
        (0..=rows).flat_map(|y| (0..=columns).map(move |x| cell * side(x, columns) * side(y, rows))).collect()
    }
}
