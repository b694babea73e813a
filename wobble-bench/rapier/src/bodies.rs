//! The bodies of the workloads, as rapier2d builds them.

use rapier2d::prelude::*;

/// A body to insert.
pub struct Made {
    pub builder: SoftBodyBuilder,
    pub border: Border,
    pub words: &'static str,
}

/// What is scored of a body.
pub struct Border {
    /// Counter-clockwise; none for a cloth.
    pub points: Vec<usize>,
    /// `[m²]`
    pub rest_area: f32,
}

/// Between surfaces at rest. `[m]`
const SKIN: f32 = 0.02;

fn surface() -> ColliderBuilder {
    ColliderBuilder::ball(0.05).density(0.0).friction(0.5)
}

pub fn blob(centre: Vector) -> Made {
    let builder = SoftBodyBuilder::disk(centre, 0.5, 16)
        .mass(1.0)
        .softness(SpringCoefficients::new(30.0, 1.0))
        .particle_radius(SKIN)
        .surface_collider(surface());
    let rest_area = 0.5 * 16.0 * 0.25 * libm::sinf(core::f32::consts::TAU / 16.0);
    Made { builder, border: Border { points: (0..16).collect(), rest_area }, words: "disk, 30 Hz, ζ = 1, skin 0.02 m" }
}

pub fn square(centre: Vector) -> Made {
    let (positions, edges) = lattice(8, 8, 1.0 / 7.0, centre);
    let points = square_border();
    let side: Vec<[u32; 2]> = (0..points.len()).map(|k| [points[k] as u32, points[(k + 1) % points.len()] as u32]).collect();
    let builder = SoftBodyBuilder::new(positions)
        .edges(edges)
        .surface(side)
        .mass(1.0)
        .softness(SpringCoefficients::new(30.0, 1.0))
        .particle_radius(SKIN)
        .surface_collider(surface());
    Made { builder, border: Border { points, rest_area: 1.0 }, words: "210 springs a body, 30 Hz, ζ = 1, skin 0.02 m" }
}

pub fn corotational(centre: Vector) -> Made {
    let builder = SoftBodyBuilder::grid(centre, Vector::splat(0.5), 8, 8)
        .cell_model(SoftBodyCellModel::Corotational)
        .mass(1.0)
        .particle_radius(SKIN)
        .surface_collider(surface());
    // Its grid runs up the columns, ours along the rows.
    let points = square_border().into_iter().map(|index| (index % 8) * 8 + index / 8).collect();
    Made { builder, border: Border { points, rest_area: 1.0 }, words: "corotational grid, default material, skin 0.02 m" }
}

pub fn cloth(columns: u32, rows: u32) -> Made {
    let (positions, edges) = lattice(columns, rows, 0.1, Vector::ZERO);
    let builder = SoftBodyBuilder::new(positions)
        .edges(edges)
        .particle_mass(0.001)
        .pinned_particles((rows - 1) * columns..rows * columns)
        .softness(SpringCoefficients::new(120.0, 1.0))
        .no_surface_collider();
    Made { builder, border: Border { points: Vec::new(), rest_area: 0.0 }, words: "springs, 120 Hz, ζ = 1, no collisions" }
}

/// Points row after row from the lower left, and structural and shear springs.
fn lattice(columns: u32, rows: u32, spacing: f32, centre: Vector) -> (Vec<Vector>, Vec<[u32; 2]>) {
    let at = |column: u32, row: u32| row * columns + column;
    let corner = centre - 0.5 * spacing * Vector::new((columns - 1) as f32, (rows - 1) as f32);
    let (mut positions, mut edges) = (Vec::new(), Vec::new());
    for row in 0..rows {
        for column in 0..columns {
            positions.push(corner + spacing * Vector::new(column as f32, row as f32));
            let (right, up) = (column + 1 < columns, row + 1 < rows);
            edges.extend(right.then(|| [at(column, row), at(column + 1, row)]));
            edges.extend(up.then(|| [at(column, row), at(column, row + 1)]));
            if right && up {
                edges.push([at(column, row), at(column + 1, row + 1)]);
                edges.push([at(column + 1, row), at(column, row + 1)]);
            }
        }
    }
    (positions, edges)
}

/// Around a lattice of 8 × 8 points, row after row from the lower left.
fn square_border() -> Vec<usize> {
    let bottom = 0..7;
    let right = (0..7).map(|row| 8 * row + 7);
    let top = (1..8).rev().map(|column| 56 + column);
    let left = (1..8).rev().map(|row| 8 * row);
    bottom.chain(right).chain(top).chain(left).collect()
}
