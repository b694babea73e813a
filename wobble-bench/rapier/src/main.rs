//! rapier2d's soft bodies as one of the engines, each workload with the settings that serve it best.
//!
//! - Blobs: its own `disk` (edges, bending edges between second neighbours, kept area), all at 30 Hz and critically damped: one alone on the floor is then 0.78
//!   as high as wide, which is the softness of the workload. Stiffer would be calmer, and not the same work.
//! - Squares, `springs`: the 210 springs of the workload at 30 Hz. `corotational`: its own `grid` of elastic cells, which keeps its shape much better at a
//!   higher price.
//! - Cloth: the springs at 120 Hz, at which it hangs nearly as short as a stiff cloth should, for the same price as at 30 Hz.
//!
//! Surfaces rest on a skin of 2 cm instead of half an edge, since everybody else touches at the outline. Sleeping is off, as the workloads say. Everything else,
//! such as four solver iterations and three more sweeps for soft bodies, is as it comes. Its feature `simd8` was tried and made no difference.

mod bodies;

use bodies::{blob, cloth, square};
use job::{Engine, Job, Outline, Scene};
use rapier2d::prelude::*;
use std::process::ExitCode;

struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<(SoftBodyHandle, bodies::Border)>,
    threads: u32,
    words: &'static str,
}

impl Engine for Rapier {
    fn build(job: &Job) -> Result<Self, String> {
        let mut rapier = Self { world: PhysicsWorld::new(), bodies: Vec::new(), threads: job.threads, words: "" };
        rapier.hire(job.threads)?;
        match &job.scene {
            Scene::Blobs { width, starts } => rapier.heap(*width, starts, blob),
            Scene::Squares { width, starts } => match job.variant.as_deref() {
                Some("corotational") => rapier.heap(*width, starts, bodies::corotational),
                _ => rapier.heap(*width, starts, square),
            },
            Scene::Cloth { columns, rows } => rapier.add(cloth(*columns, *rows)),
        }
        Ok(rapier)
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn points(&self) -> Vec<[f32; 4]> {
        let of = |(handle, _): &(SoftBodyHandle, bodies::Border)| {
            let body = &self.world.soft_bodies[*handle];
            body.particle_positions().zip(body.particle_velocities()).map(|(x, v)| [x.x, x.y, v.x, v.y]).collect::<Vec<_>>()
        };
        self.bodies.iter().flat_map(of).collect()
    }

    fn outlines(&self) -> Vec<Outline> {
        let outline = |(handle, border): &(SoftBodyHandle, bodies::Border)| {
            let body = &self.world.soft_bodies[*handle];
            let known = |side: f32| Some(side).filter(|side| side.is_finite());
            let place = |&index: &usize| {
                let place = body.particle_position(index);
                [known(place.x), known(place.y)]
            };
            Outline { corners: border.points.iter().map(place).collect(), rest_area: border.rest_area }
        };
        self.bodies.iter().filter(|(_, border)| !border.points.is_empty()).map(outline).collect()
    }

    fn name(&self) -> String {
        "rapier2d 0.36.1".into()
    }

    fn settings(&self) -> String {
        format!("{}; fat LTO, target-cpu=native, {} thread{}", self.words, self.threads, if self.threads == 1 { "" } else { "s" })
    }
}

impl Rapier {
    #[cfg(feature = "parallel")]
    fn hire(&mut self, threads: u32) -> Result<(), String> {
        self.world.physics_pipeline.configure_thread_pool(threads as usize).map_err(|error| error.to_string())
    }

    #[cfg(not(feature = "parallel"))]
    fn hire(&mut self, threads: u32) -> Result<(), String> {
        if threads == 1 { Ok(()) } else { Err("this build has one thread; build it with the feature `parallel`".into()) }
    }

    /// An open box, and bodies in it.
    fn heap(&mut self, width: f32, starts: &[[f32; 2]], body: fn(Vector) -> bodies::Made) {
        let tall = 2000.0;
        for (half, centre) in [
            (Vector::new(width + 2.0, 1.0), Vector::new(0.5 * width, -1.0)),
            (Vector::new(1.0, tall), Vector::new(-1.0, tall - 2.0)),
            (Vector::new(1.0, tall), Vector::new(width + 1.0, tall - 2.0)),
        ] {
            let wall = ColliderBuilder::cuboid(half.x, half.y).friction(0.5).translation(centre);
            self.world.insert(RigidBodyBuilder::fixed(), wall);
        }
        for &[x, y] in starts {
            self.add(body(Vector::new(x, y)));
        }
    }

    fn add(&mut self, made: bodies::Made) {
        let handle = self.world.insert_soft_body(made.builder.can_sleep(false));
        self.bodies.push((handle, made.border));
        self.words = made.words;
    }
}

fn main() -> ExitCode {
    match job::serve::<Rapier>() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, Job, Rapier, Scene};

    fn settled(scene: Scene, variant: Option<&str>, frames: u32) -> Rapier {
        let job = Job { scene, frames, untimed: 0, threads: 1, variant: variant.map(Into::into) };
        let mut rapier = Rapier::build(&job).unwrap();
        (0..frames).for_each(|_| rapier.step());
        rapier
    }

    #[test]
    fn a_blob_alone_is_as_soft_as_the_workload_says() {
        let rapier = settled(Scene::Blobs { width: 10.0, starts: vec![[5.0, 1.0]] }, None, 600);
        let points = rapier.points();
        let size = |side: usize| {
            let all = || points.iter().map(|point| point[side]);
            all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min)
        };
        let flat = size(1) / size(0);
        assert!((flat - 0.78).abs() <= 0.04, "height/width {flat}");
    }

    #[test]
    fn squares_have_the_springs_and_the_outline_of_the_workload() {
        for (variant, springs) in [("springs", 210), ("corotational", 0)] {
            let rapier = settled(Scene::Squares { width: 10.0, starts: vec![[5.0, 1.0]] }, Some(variant), 1);
            let body = &rapier.world.soft_bodies[rapier.bodies[0].0];
            if springs > 0 {
                assert_eq!(body.edges().len(), springs);
            }
            let outline = &rapier.outlines()[0];
            assert_eq!((outline.corners.len(), outline.rest_area), (28, 1.0));
            assert!(outline.corners.iter().all(|corner| (corner[0].unwrap() - 5.0).abs() < 0.51));
        }
    }
}
