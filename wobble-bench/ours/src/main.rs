//! wobble2d as one of the engines: default settings, built as anybody builds it, without flags for this machine.

use job::{Engine, Job, Outline, Scene};
use std::process::ExitCode;
use wobble2d::glam::Vec2;
use wobble2d::{World, workload};

struct Wobble(World);

impl Engine for Wobble {
    fn build(job: &Job) -> Result<Self, String> {
        let mut world = world(&job.scene).map_err(|error| error.to_string())?;
        world.set_threads(job.threads as usize);
        Ok(Self(world))
    }

    fn step(&mut self) {
        self.0.step(1.0 / 60.0);
    }

    fn points(&self) -> Vec<[f32; 4]> {
        self.0.particles().to_vec()
    }

    fn outlines(&self) -> Vec<Outline> {
        let corner = |place: &Vec2| place.to_array().map(|side| Some(side).filter(|side| side.is_finite()));
        let outline = |outline: wobble2d::quality::Outline| Outline {
            corners: outline.corners.iter().map(corner).collect(),
            rest_area: outline.rest_area,
        };
        // A cloth has an outline too, but nothing to keep its area.
        if self.0.settings().bounds.is_none() { Vec::new() } else { self.0.outlines().into_iter().map(outline).collect() }
    }

    fn name(&self) -> String {
        "wobble2d".into()
    }

    fn settings(&self) -> String {
        let settings = self.0.settings();
        let threads = if self.0.threads() > 1 { format!(", {} threads", self.0.threads()) } else { String::new() };
        format!("defaults: {}, {} substeps{threads}; plain release build", settings.method.name(), settings.substeps)
    }
}

fn world(scene: &Scene) -> wobble2d::Result<World> {
    let places = |starts: &[[f32; 2]]| starts.iter().map(|&start| Vec2::from(start)).collect::<Vec<_>>();
    match scene {
        Scene::Blobs { width, starts } => workload::fill(&workload::blob()?, *width, places(starts)),
        Scene::Squares { width, starts } => workload::fill(&workload::square()?, *width, places(starts)),
        Scene::Cloth { columns, rows } => workload::sheet(*columns, *rows),
    }
}

fn main() -> ExitCode {
    match job::serve::<Wobble>() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scene, workload, world};
    use workload::Heap;

    #[test]
    fn what_a_job_describes_is_the_workload_to_the_bit() {
        let starts = |heap: Heap| heap.starts().map(|start| start.to_array()).collect();
        let same = |scene: Scene, expected: wobble2d::World| {
            assert_eq!(world(&scene).unwrap().state_hash(), expected.state_hash());
        };
        same(Scene::Blobs { width: 10.0, starts: starts(Heap::pile(100)) }, workload::pile(100, 0.0).unwrap());
        same(Scene::Squares { width: 10.0, starts: starts(Heap::squares()) }, workload::squares(0.0).unwrap());
        same(Scene::Cloth { columns: 64, rows: 64 }, workload::cloth().unwrap());
    }
}
