//! Swapping left and right in a body, and in all that counts its points.
//!
//! ```text
//!   0 ─ 1 ─ 2          2' ─ 1' ─ 0'      a shape that is its own mirror image is numbered as before,
//!   nail at 0    ──►   nail at 2         so whoever said 0 must now say 2
//! ```

use super::item::place_point;
use core::f32::consts::PI;
use std::collections::BTreeMap;
use wobble_scene::Scene;
use wobble_scene::format::{Anchor, Body, Document, Drive, Joint, Motion, Repeat, Shape, Signal, Surface};
use wobble2d::Blueprint;
use wobble2d::glam::Vec2;

/// Points count as mirror images of each other if they are this near, as a part of the body's size.
const NEAR: f32 = 1e-3;

/// Where the points of a mirrored body are found, and its springs.
struct Twins {
    points: Vec<u32>,
    springs: Vec<u32>,
}

/// Mirrors a body about the upright line through its origin, with everything in the document that counts its points.
pub(super) fn mirror_body(document: &mut Document, index: usize) {
    let before = blueprint(document, index);
    let Some(body) = document.bodies.get_mut(index) else { return };
    flip(&mut body.velocity);
    body.spin = -body.spin;
    body.surface.iter_mut().for_each(mirror_surface);
    body.repeat.iter_mut().for_each(mirror_repeat);
    body.motion.iter_mut().for_each(mirror_motion);
    mirror_shape(&mut body.shape);
    // A round shape with an odd number of corners is its own mirror image only when it is turned around, too.
    let turned = is_odd(&body.shape);
    body.angle = if turned { PI - body.angle } else { -body.angle };
    let (Some(before), Some(after)) = (before, blueprint(document, index)) else { return };
    let twins = twins(&before, &after, turned);
    let Some(body) = document.bodies.get_mut(index) else { return };
    renumber(body, &twins);
    let name = body.name.clone();
    for joint in &mut document.joints {
        let ours = |anchor: &&mut Anchor| anchor.body().is_some_and(|(of, _)| Some(of) == name.as_deref());
        joint.between.iter_mut().filter(ours).for_each(|anchor| mirror_anchor(anchor, &twins, turned));
    }
}

/// Mirrors what a joint does by itself: which way it turns. Its places in the world are moved elsewhere.
pub(super) fn mirror_joint(joint: &mut Joint) {
    if let Some([low, high]) = joint.angles {
        joint.angles = Some([-high, -low]);
    }
    if let Some(motor) = joint.motor.as_mut().filter(|motor| matches!(motor.drive, Drive::Spin | Drive::Angle)) {
        negate(&mut motor.target);
    }
}

pub(super) fn mirror_motion(motion: &mut Motion) {
    match motion {
        Motion::Steady(steady) => {
            flip(&mut steady.velocity);
            steady.spin = -steady.spin;
        }
        Motion::Swing(swing) => {
            flip(&mut swing.by);
            swing.turn = -swing.turn;
        }
        Motion::Keyframes(keyframes) => {
            for frame in &mut keyframes.frames {
                flip(&mut frame.offset);
                frame.angle = -frame.angle;
            }
        }
    }
}

pub(super) fn mirror_repeat(repeat: &mut Repeat) {
    flip(&mut repeat.spacing);
    repeat.stagger = -repeat.stagger;
    if let Some(jitter) = &mut repeat.jitter {
        flip(&mut jitter.position);
        jitter.angle = -jitter.angle;
    }
}

pub(super) fn mirror_surface(surface: &mut Surface) {
    surface.belt = -surface.belt;
}

pub(super) fn flip(at: &mut [f32; 2]) {
    at[0] = -at[0];
}

fn negate(signal: &mut Signal) {
    match signal {
        Signal::Constant(value) => *value = -*value,
        Signal::Sine(sine) => (sine.mean, sine.amplitude) = (-sine.mean, -sine.amplitude),
        Signal::Square(square) => (square.low, square.high) = (-square.low, -square.high),
        Signal::Keyframes(curve) => curve.frames.iter_mut().for_each(|[_, value]| *value = -*value),
    }
}

fn is_odd(shape: &Shape) -> bool {
    let corners = match shape {
        Shape::Ball(ball) => ball.points,
        Shape::Balloon(balloon) => balloon.points,
        Shape::Ring(ring) => ring.points,
        Shape::StickPolygon(polygon) => polygon.corners,
        _ => return false,
    };
    corners % 2 == 1
}

/// Shapes that are their own mirror image stay as they are.
fn mirror_shape(shape: &mut Shape) {
    match shape {
        Shape::Custom(custom) => {
            for point in &mut custom.points {
                let [x, y] = point.full().at;
                place_point(point, [-x, y]);
            }
            // Outlines and triangles go counter-clockwise.
            custom.outlines.iter_mut().for_each(|outline| outline.reverse());
            custom.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        Shape::Truss(truss) => {
            truss.points.iter_mut().for_each(flip);
            truss.outline.reverse();
        }
        Shape::Chain(chain) => [&mut chain.from, &mut chain.to].into_iter().for_each(flip),
        Shape::Rope(rope) => [&mut rope.from, &mut rope.to].into_iter().for_each(flip),
        Shape::Mesh(mesh) => mesh.outline.iter_mut().chain(mesh.holes.iter_mut().flatten()).for_each(flip),
        Shape::Ball(_) | Shape::Balloon(_) | Shape::Ring(_) | Shape::Lattice(_) | Shape::StickPolygon(_) | Shape::Cloth(_) => {}
    }
}

/// How a body is put together, as long as nothing is wrong with it by itself.
fn blueprint(document: &Document, index: usize) -> Option<Blueprint> {
    let body = Body { repeat: None, ..document.bodies.get(index)?.clone() };
    let alone = Document { materials: document.materials.clone(), bodies: vec![body], ..Document::default() };
    let built = Scene::new(alone).and_then(|scene| scene.build()).ok()?;
    let body = built.world.bodies().next()?;
    Some(body.blueprint().clone())
}

/// For each point and spring of a shape, the one that is its mirror image afterwards.
fn twins(before: &Blueprint, after: &Blueprint, turned: bool) -> Twins {
    let image = |at: Vec2| if turned { Vec2::new(at.x, -at.y) } else { Vec2::new(-at.x, at.y) };
    let place = |index: usize| after.points()[index].position;
    let mut order: Vec<usize> = (0..after.points().len()).collect();
    order.sort_by(|&a, &b| place(a).x.total_cmp(&place(b).x));
    let size = before.points().iter().map(|point| point.position.abs().max_element()).fold(0.0, f32::max);
    let twin = |at: Vec2| {
        // First among those on the same upright line; a mesh that was filled anew may have none there.
        let first = order.partition_point(|&index| place(index).x < at.x - NEAR * size);
        let beside = order[first..].iter().take_while(|&&index| place(index).x <= at.x + NEAR * size);
        let exact = beside.copied().find(|&index| place(index).distance(at) <= NEAR * size);
        let nearest = || (0..after.points().len()).min_by(|&a, &b| place(a).distance(at).total_cmp(&place(b).distance(at)));
        exact.or_else(nearest).unwrap_or(0) as u32
    };
    let points: Vec<u32> = before.points().iter().map(|point| twin(image(point.position))).collect();
    let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    let known: BTreeMap<[u32; 2], u32> = (0..).zip(after.springs()).map(|(k, (ends, _))| (sorted(*ends), k)).collect();
    let image = |ends: [u32; 2]| sorted(ends.map(|end| points[end as usize]));
    let springs = (0..).zip(before.springs()).map(|(k, (ends, _))| known.get(&image(*ends)).copied().unwrap_or(k)).collect();
    Twins { points, springs }
}

fn renumber(body: &mut Body, twins: &Twins) {
    let renumber = |number: &mut u32, to: &[u32]| *number = to.get(*number as usize).copied().unwrap_or(*number);
    body.pinned_points.iter_mut().for_each(|point| renumber(point, &twins.points));
    for muscles in &mut body.muscles {
        muscles.springs.iter_mut().for_each(|spring| renumber(spring, &twins.springs));
        muscles.between.iter_mut().flatten().for_each(|point| renumber(point, &twins.points));
    }
}

fn mirror_anchor(anchor: &mut Anchor, twins: &Twins, turned: bool) {
    let renumber = |number: &mut u32| *number = twins.points.get(*number as usize).copied().unwrap_or(*number);
    match anchor {
        Anchor::World(_) => {}
        Anchor::Point(point) => renumber(&mut point.index),
        Anchor::Edge(edge) => edge.ends.iter_mut().for_each(renumber),
        Anchor::Body(on) if turned => on.at[1] = -on.at[1],
        Anchor::Body(on) => flip(&mut on.at),
    }
}
