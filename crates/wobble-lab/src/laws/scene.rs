//! Worlds and bodies that several laws share, and running them within a limit.

use glam::{Vec2, vec2};
use wobble2d::blueprint::Mesh;
use wobble2d::{Blueprint, BodyDef, Bounds, Fields, Material, Result, Settings, Surface, World};

/// The usual length of a step. `[s]`
pub(super) use crate::run::STEP;

/// No case runs longer than this, whatever its length of a step.
const MOST_FRAMES: u32 = 100_000;

/// Steps a world; `watch` sees it after every frame. None as soon as a body has exploded or is no longer anywhere.
pub(super) fn play(world: &mut World, seconds: f64, step: f32, mut watch: impl FnMut(&World)) -> Option<()> {
    let frames = (seconds / f64::from(step)).round().clamp(0.0, f64::from(MOST_FRAMES)) as u32;
    for _ in 0..frames {
        world.step(step);
        if world.bodies().any(|body| body.frozen().is_some() || !body.centre().is_finite()) {
            return None;
        }
        watch(world);
    }
    Some(())
}

/// The same without looking.
pub(super) fn wait(world: &mut World, seconds: f64) -> Option<()> {
    play(world, seconds, STEP, |_| {})
}

/// A world without gravity, at default settings.
pub(super) fn empty_space() -> Result<World> {
    let mut world = World::new();
    world.set_fields(Fields::none())?;
    Ok(world)
}

/// Gravity of the usual strength on a slope, seen along it: x goes downhill. `[rad]`
pub(super) fn slope(angle: f64) -> Fields {
    let g = Fields::default().gravity.length();
    Fields { gravity: g * vec2(libm::sin(angle) as f32, -libm::cos(angle) as f32), ..Fields::default() }
}

/// A pinned block whose top is at height 0. `[m]`
pub(super) fn ground(from: f32, to: f32) -> Result<Blueprint> {
    let corners = [vec2(from, -2.0), vec2(to, -2.0), vec2(to, 0.0), vec2(from, 0.0)];
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build()
}

/// A world with such a block under everything, of the usual friction.
pub(super) fn on_ground(half: f32) -> Result<World> {
    let mut world = World::new();
    world.add(BodyDef::new(&ground(-half, half)?))?;
    Ok(world)
}

/// A rigid disc. `[m]`
pub(super) fn steel_disc(radius: f32) -> Result<Blueprint> {
    Mesh::disc(radius).of(Material::STEEL).build()
}

/// A rigid square. `[m]`
pub(super) fn steel_box(side: f32) -> Result<Blueprint> {
    Mesh::rectangle(side, side).of(Material::STEEL).build()
}

/// A surface without friction; two of them rebound with `e`.
pub(super) fn bouncy(e: f32) -> Surface {
    Surface { friction: 0.0, restitution: e.sqrt(), ..Surface::default() }
}

/// A box around the world.
pub(super) fn walled(world: &mut World, min: Vec2, max: Vec2, restitution: f32, friction: f32) -> Result<()> {
    let bounds = Bounds { restitution, friction, ..Bounds::new(min, max) };
    world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() })
}

/// The moment of inertia about the centre of mass, as a multiple of mass times radius².
pub(super) fn roundness(blueprint: &Blueprint, radius: f64) -> f64 {
    let points = || blueprint.points().iter().map(|point| (point.position.as_dvec2(), f64::from(point.mass)));
    let mass: f64 = points().map(|(_, mass)| mass).sum();
    let centre = points().map(|(place, mass)| mass * place).sum::<glam::DVec2>() / mass;
    points().map(|(place, mass)| mass * (place - centre).length_squared()).sum::<f64>() / (mass * radius * radius)
}

/// What a law's experiment does when its world cannot be built: it fails, without a panic.
pub(super) fn built<T>(world: Result<T>) -> Option<T> {
    world.ok()
}
