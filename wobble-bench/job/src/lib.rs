//! What an engine is asked to simulate, and what it answers: one JSON object on standard input, JSON lines on standard output.
//!
//! Every engine is a program of its own, so that none shares a heap, a thread pool or compiler flags with another.

mod answer;
mod run;

pub use answer::{Answer, Line, Outline, Summary};
pub use run::{Engine, serve};

use serde::{Deserialize, Serialize};

/// What an engine is asked to simulate. SI units, y up, gravity 9.81 m/s² down, sixty frames a second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The scene.
    #[serde(flatten)]
    pub scene: Scene,
    /// How many frames are made.
    pub frames: u32,
    /// How many of them pass before the clock counts.
    pub untimed: u32,
    /// On how many threads.
    pub threads: u32,
    /// A setting of the engine, where it has more than one worth showing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// What is in the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "scene", rename_all = "kebab-case")]
pub enum Scene {
    /// Blobs in an open box: floor at y = 0, walls at x = 0 and `width`, friction 0.5. Sixteen points on a radius of half a metre, a kilogram, springs to
    /// first and second neighbours, and a kept area. One alone on the floor is 0.78 as high as wide.
    Blobs {
        /// Between the walls. `[m]`
        width: f32,
        /// Centres at the start. `[m]`
        starts: Vec<[f32; 2]>,
    },
    /// Squares in such a box: 8 × 8 points, a metre wide, a kilogram, 112 structural and 98 shear springs.
    Squares {
        /// Between the walls. `[m]`
        width: f32,
        /// Centres at the start. `[m]`
        starts: Vec<[f32; 2]>,
    },
    /// A cloth of points a tenth of a metre apart, a gram each, structural and both shear springs, the upper row pinned, nothing collides.
    Cloth {
        /// Points in a row.
        columns: u32,
        /// Points in a column.
        rows: u32,
    },
}

impl Scene {
    /// All points.
    pub fn particles(&self) -> usize {
        match self {
            Self::Blobs { starts, .. } => 16 * starts.len(),
            Self::Squares { starts, .. } => 64 * starts.len(),
            Self::Cloth { columns, rows } => (columns * rows) as usize,
        }
    }

    /// All springs.
    pub fn springs(&self) -> usize {
        match self {
            Self::Blobs { starts, .. } => 32 * starts.len(),
            Self::Squares { starts, .. } => lattice_springs(8, 8) * starts.len(),
            Self::Cloth { columns, rows } => lattice_springs(*columns as usize, *rows as usize),
        }
    }
}

fn lattice_springs(columns: usize, rows: usize) -> usize {
    columns * rows.saturating_sub(1) + rows * columns.saturating_sub(1) + 2 * columns.saturating_sub(1) * rows.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::{Job, Scene};

    #[test]
    fn springs_are_those_of_the_workloads() {
        assert_eq!(Scene::Cloth { columns: 64, rows: 64 }.springs(), 16_002);
        assert_eq!(Scene::Squares { width: 10.0, starts: vec![[0.0; 2]] }.springs(), 210);
    }

    #[test]
    fn a_job_comes_back_from_its_text_to_the_bit() {
        let scene = Scene::Blobs { width: 10.0, starts: vec![[0.1 + 0.2, 1.0 / 3.0]] };
        let job = Job { scene, frames: 600, untimed: 300, threads: 1, variant: None };
        let text = serde_json::to_string(&job).unwrap();
        assert!(text.contains(r#""scene":"blobs""#), "{text}");
        assert_eq!(serde_json::from_str::<Job>(&text).unwrap(), job);
    }
}
