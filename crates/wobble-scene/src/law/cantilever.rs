//! A beam held at one end that bends under its own weight: Euler and Bernoulli's bending, and Timoshenko's shear.
//!
//! ```text
//!   ▌───────────        y = −[ w x² (6L² − 4Lx + x²) / 24 + P x² (3L − x) / 6 ] / EI − [ w (L x − x²/2) + P x ] / GA
//!   ▌ x →        L      w weight per length, P what the last column weighs more than its share
//! ```
//! `EI` and `GA` follow from the lattice. A curvature `κ` stretches the springs of the row at height `y` by `a κ y` (`a` the spacing). The
//! diagonals of a cell at middle height `ȳ` and the upright springs share the rest: per cell `½ k₁k₂/(k₁+k₂) (a κ ȳ)²`. So
//! `EI = a [ k₁ Σ y² + k₁k₂/(k₁+k₂) Σ ȳ² ]`. Shear is carried by the diagonals, `k₂ a` for a layer of cells, and shared among the layers as the
//! first moment of the rows above.

use super::{Unfit, gravity, place};
use glam::{DVec2, dvec2};
use wobble2d::{BodyView, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cantilever {
    root: DVec2,
    columns: u32,
    rows: u32,
    length: f64,
    /// `w/EI`, `P/EI`, `w/GA`, `P/GA`
    bend: [f64; 2],
    shear: [f64; 2],
}

impl Cantilever {
    pub(super) fn new(world: &World, body: &BodyView<'_>) -> Result<Self, Unfit> {
        let down = gravity(world);
        Unfit::unless(down.x == 0.0 && down.y < 0.0, "needs gravity straight down", "set gravity to [0, -9.81]")?;
        let points = body.blueprint().points();
        let columns = 1 + points.windows(2).take_while(|pair| pair[1].position.y == pair[0].position.y).count() as u32;
        let rows = points.len() as u32 / columns;
        let is_lattice = columns >= 2 && rows >= 2 && points.len() as u32 == columns * rows;
        let spring =
            |ends: [u32; 2]| body.blueprint().springs().iter().find(|(other, _)| *other == ends).map(|(_, spring)| *spring);
        let springs = spring([0, 1]).zip(spring([0, columns + 1]));
        let (Some((along, across)), true) = (springs, is_lattice) else {
            return Err(Unfit::new("law", "needs a lattice", "use the shape `lattice`"));
        };
        let held = (0..points.len() as u32).all(|i| body.is_pinned(i) == (i % columns == 0));
        Unfit::unless(held, "needs a lattice whose left column, and nothing else, is pinned", "list it in `pinned_points`")?;
        let level = body.position(0).y == body.position(columns - 1).y;
        Unfit::unless(level, "needs a level beam", "leave out `angle`")?;

        let tuning = body.tuning();
        let a = f64::from(points[1].position.x - points[0].position.x) * f64::from(tuning.size);
        let [k1, k2] = [along, across].map(|spring| f64::from(spring.stiffness * tuning.stiffness));
        let height = |row: f64| a * (row - 0.5 * f64::from(rows - 1));
        let row_heights = (0..rows).map(|row| height(f64::from(row)));
        let cell_heights = (0..rows - 1).map(|row| height(f64::from(row) + 0.5));
        let squares = |heights: &mut dyn Iterator<Item = f64>| heights.map(|y| y * y).sum::<f64>();
        let bending = a * (k1 * squares(&mut row_heights.clone()) + k1 * k2 / (k1 + k2) * squares(&mut cell_heights.clone()));
        let moments: Vec<f64> = cell_heights.map(|middle| row_heights.clone().filter(|y| *y > middle).sum()).collect();
        let total: f64 = moments.iter().sum();
        let slip: f64 = moments.iter().map(|moment| (moment / total) * (moment / total)).sum::<f64>() / (k2 * a);
        let weight = -down.y * f64::from(body.mass()) / f64::from(columns);
        let loads = [weight / a, 0.5 * weight];
        Ok(Self {
            root: dvec2(place(body, 0).x, 0.5 * (place(body, 0).y + place(body, columns * (rows - 1)).y)),
            columns,
            rows,
            length: a * f64::from(columns - 1),
            bend: loads.map(|load| load / bending),
            shear: loads.map(|load| load * slip),
        })
    }

    /// The place at a part of the length.
    pub(super) fn place(&self, part: f64) -> DVec2 {
        let (l, x) = (self.length, part * self.length);
        let [w, p] = self.bend;
        let bending = w * x * x * (6.0 * l * l - 4.0 * l * x + x * x) / 24.0 + p * x * x * (3.0 * l - x) / 6.0;
        let shear = self.shear[0] * (l * x - 0.5 * x * x) + self.shear[1] * x;
        self.root + dvec2(x, -bending - shear)
    }

    /// The largest difference in height of the middle line.
    pub(super) fn error(&self, body: &BodyView<'_>) -> f64 {
        let height =
            |column: u32| (0..self.rows).map(|row| place(body, row * self.columns + column).y).sum::<f64>() / f64::from(self.rows);
        let exact = |column: u32| self.place(f64::from(column) / f64::from(self.columns - 1)).y;
        (0..self.columns).map(|column| (height(column) - exact(column)).abs()).fold(0.0, f64::max)
    }
}
