//! Five methods on one spring: prints the table and draws the picture. `cargo run --release --example oscillator -- FILE.png`.

use std::path::PathBuf;
use wobble_lab::compare::{Exact, Experiment};
use wobble_view::{Theme, View, draw};
use wobble2d::glam::{DVec2, Vec2, vec2};
use wobble2d::{Blueprint, BodyDef, Fields, Method, PointId, Spring, World};

/// A kilogram on a spring of 100 N/m, drawn half a metre out of its rest: ω = 10 rad/s.
fn oscillator() -> wobble2d::Result<World> {
    let spring = Spring::new(100.0);
    let blueprint = Blueprint::builder().point(Vec2::ZERO, 1.0).point(vec2(1.0, 0.0), 1.0).pin([0]).spring(0, 1, spring).build()?;
    let mut world = World::new();
    world.set_fields(Fields::none())?;
    let body = world.add(BodyDef::new(&blueprint))?;
    world.place_point(PointId { body, index: 1 }, vec2(1.5, 0.0))?;
    Ok(world)
}

/// The distance from the exact motion in phase space. `[m]`
fn error(world: &World) -> f64 {
    let Some(body) = world.bodies().next() else { return f64::NAN };
    let (x, v, angle) = (f64::from(body.position(1).x), f64::from(body.velocity(1).x), 10.0 * world.time());
    DVec2::new(x - 1.0 - 0.5 * libm::cos(angle), v / 10.0 + 0.5 * libm::sin(angle)).length()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "oscillator.png".into()));
    oscillator()?;
    let world = || oscillator().unwrap_or_default();
    let methods = Method::ALL[..5].to_vec();
    let exact = Some(Exact { error: &error, size: 0.5, pace: Some(0.1) });
    let experiment = Experiment { seconds: 5.0, methods, substeps: vec![2, 4, 8, 16], exact, ..Experiment::new(&world) };
    let comparison = experiment.run(|_, _| true)?.ok_or("stopped")?;
    print!("{}", comparison.table());
    let see = |world: &World, size| draw(world, &View::fit(world, size));
    wobble_render::save_png(&path, &comparison.picture("Five methods on one spring", [1280, 760], &Theme::light(), see))?;
    Ok(())
}
