//! Draws one of everything, light and dark, with and without overlays: `cargo run --example look -- FOLDER`.

use glam::vec2;
use std::path::PathBuf;
use wobble_render::{save_png, save_svg};
use wobble_view::{Overlays, Theme, View, draw};
use wobble2d::blueprint::{Ball, Balloon, Chain, Cloth, Lattice, Pinned, Rope, StickPolygon, Truss, TwoLayerRing};
use wobble2d::{BodyDef, Bounds, PointId, Settings, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let mut world = one_of_everything()?;
    (0..150).for_each(|_| world.step(1.0 / 60.0));
    let light = View::fit(&world, [960, 640]);
    let dark = light.clone().theme(Theme::dark());
    let overlays = Overlays { springs: true, supports: true, normals: true, velocities: true, boxes: true, ..Overlays::default() };
    let numbers = Overlays { particle_ids: true, forces: true, ..Overlays::default() };
    for (name, view) in [
        ("light", light.clone()),
        ("dark", dark.clone()),
        ("light-overlays", light.clone().overlays(overlays)),
        ("dark-overlays", dark.overlays(overlays)),
        ("light-contacts", light.clone().overlays(Overlays { contacts: true, ..Overlays::default() })),
        ("light-numbers", light.overlays(numbers)),
    ] {
        let list = draw(&world, &view);
        save_png(&folder.join(format!("{name}.png")), &list)?;
        save_svg(&folder.join(format!("{name}.svg")), &list)?;
    }
    Ok(())
}

fn one_of_everything() -> wobble2d::Result<World> {
    let mut world = World::new();
    let bounds = Some(Bounds::new(vec2(-6.0, 0.0), vec2(6.0, 8.0)));
    world.set_settings(Settings { bounds, ..Settings::default() })?;
    let ball = Ball::default().build()?;
    world.add(BodyDef::new(&ball).at(-5.0, 1.6))?;
    world.add(BodyDef::new(&Balloon { radius: 0.6, ..Balloon::default() }.build()?).at(-3.5, 5.0))?;
    world.add(BodyDef::new(&Lattice::default().build()?).at(-3.2, 2.0).turned(0.4))?;
    world.add(BodyDef::new(&TwoLayerRing { radius: 0.7, ..TwoLayerRing::default() }.build()?).at(-1.4, 1.2))?;
    world.add(BodyDef::new(&StickPolygon { radius: 0.7, ..StickPolygon::default() }.build()?).at(0.2, 1.0).turned(0.5))?;
    world.add(BodyDef::new(&Ball { points: 16, ..Ball::default() }.build()?).at(1.6, 2.0))?;
    world.add(BodyDef::new(&Truss::default().build()?).at(3.6, 1.6).turned(0.2))?;
    world.add(BodyDef::new(&StickPolygon { corners: 3, ..StickPolygon::default() }.build()?).at(5.2, 3.0))?;
    let chain = Chain { from: vec2(-5.5, 7.0), to: vec2(-2.5, 7.0), slack: 1.3, pinned: [true; 2], ..Chain::default() };
    world.add(BodyDef::new(&chain.build()?))?;
    let rope = Rope { from: vec2(-2.0, 7.2), to: vec2(1.0, 6.2), slack: 1.4, pinned: [true; 2], ..Rope::default() };
    world.add(BodyDef::new(&rope.build()?))?;
    world.add(BodyDef::new(&Rope { to: vec2(1.2, 1.2), ..Rope::default() }.build()?).at(-1.0, 5.0))?;
    world.add(BodyDef::new(&Cloth { pinned: Pinned::TopCorners, ..Cloth::default() }.build()?).at(3.6, 6.2))?;
    let open = Truss { outline: Vec::new(), ..Truss::default() };
    world.add(BodyDef::new(&open.build()?).at(0.0, 3.6).turned(-0.2))?;
    let frozen = world.add(BodyDef::new(&ball).at(4.6, 4.0))?;
    world.freeze(frozen)?;
    let held = world.bodies().next().expect("there is a first body").id();
    world.grab(PointId { body: held, index: 6 }, vec2(-4.6, 3.0))?;
    Ok(world)
}
