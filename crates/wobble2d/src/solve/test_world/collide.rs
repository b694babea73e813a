//! Where boxes and discs touch.

use super::{Body, Shape};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The bodies, and which of their points it is.
    pub key: [u32; 3],
    pub point: [f64; 2],
    /// From the first body to the second.
    pub normal: [f64; 2],
    pub distance: f64,
    /// Of the smaller body.
    pub size: f64,
}

type Ends = [(u32, Body); 2];

/// Adds the points at which two bodies are no farther apart than `margin`.
pub(super) fn collide(ends: Ends, margin: f64, list: &mut Vec<Contact>) {
    let first = list.len();
    match (ends[0].1.shape, ends[1].1.shape) {
        (Shape::Disc(a), Shape::Disc(b)) => {
            let (normal, distance) = direction(ends[0].1.position, ends[1].1.position);
            add(ends, 0, along(ends[0].1.position, a, normal), normal, distance - a - b, list);
        }
        (Shape::Box(_), Shape::Disc(radius)) => box_disc(ends, radius, list),
        (Shape::Disc(radius), Shape::Box(_)) => {
            box_disc([ends[1], ends[0]], radius, list);
            list[first..].iter_mut().for_each(swap);
        }
        (Shape::Box(_), Shape::Box(_)) => box_box(ends, list),
    }
    let mut at = first;
    while at < list.len() {
        if list[at].distance > margin {
            list.remove(at);
        } else {
            at += 1;
        }
    }
}

fn swap(contact: &mut Contact) {
    contact.key.swap(0, 1);
    contact.normal = contact.normal.map(|part| -part);
}

fn add(ends: Ends, feature: u32, point: [f64; 2], normal: [f64; 2], distance: f64, list: &mut Vec<Contact>) {
    let sizes = ends.map(|(_, body)| if body.mass > 0.0 { body.size() } else { f64::INFINITY });
    list.push(Contact { key: [ends[0].0, ends[1].0, feature], point, normal, distance, size: sizes[0].min(sizes[1]) });
}

fn direction(from: [f64; 2], to: [f64; 2]) -> ([f64; 2], f64) {
    let way = [to[0] - from[0], to[1] - from[1]];
    let length = dot(way, way).sqrt();
    (way.map(|part| part / length), length)
}

fn along(from: [f64; 2], by: f64, way: [f64; 2]) -> [f64; 2] {
    [from[0] + by * way[0], from[1] + by * way[1]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn box_disc(ends: Ends, radius: f64, list: &mut Vec<Contact>) {
    let [(_, own), (_, disc)] = ends;
    let Shape::Box(half) = own.shape else { return };
    let local = Body { angle: -own.angle, ..own }.turned([disc.position[0] - own.position[0], disc.position[1] - own.position[1]]);
    let nearest = [0, 1].map(|k| local[k].clamp(-half[k], half[k]));
    let (normal, distance) = if nearest == local {
        let k = usize::from(half[1] - local[1].abs() < half[0] - local[0].abs());
        let mut normal = [0.0; 2];
        normal[k] = local[k].signum();
        (normal, local[k].abs() - half[k])
    } else {
        direction(nearest, local)
    };
    add(ends, 0, own.point(nearest), own.turned(normal), distance - radius, list);
}

/// The corners of a box, counter-clockwise, and the normals of the sides that begin at them.
fn outline(body: Body) -> [([f64; 2], [f64; 2]); 4] {
    let Shape::Box([a, b]) = body.shape else { return [([0.0; 2], [0.0; 2]); 4] };
    [([-a, -b], [0.0, -1.0]), ([a, -b], [1.0, 0.0]), ([a, b], [0.0, 1.0]), ([-a, b], [-1.0, 0.0])]
        .map(|(corner, normal)| (body.point(corner), body.turned(normal)))
}

/// The side that parts two boxes farthest, and how far.
fn widest(own: &[([f64; 2], [f64; 2]); 4], other: &[([f64; 2], [f64; 2]); 4]) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (side, (corner, normal)) in own.iter().enumerate() {
        let distance = other.iter().map(|(point, _)| dot(*normal, *point) - dot(*normal, *corner)).fold(f64::INFINITY, f64::min);
        if distance > best.1 {
            best = (side, distance);
        }
    }
    best
}

fn box_box(ends: Ends, list: &mut Vec<Contact>) {
    let outlines = ends.map(|(_, body)| outline(body));
    let by_first = widest(&outlines[0], &outlines[1]);
    let by_second = widest(&outlines[1], &outlines[0]);
    let size = ends[0].1.size().min(ends[1].1.size());
    let swapped = by_second.1 > by_first.1 + 1e-3 * size;
    let (side, own, other) = if swapped { (by_second.0, outlines[1], outlines[0]) } else { (by_first.0, outlines[0], outlines[1]) };
    let (corner, normal) = own[side];
    let facing = |at: &usize| dot(other[*at].1, normal);
    let Some(faced) = (0..4).min_by(|a, b| facing(a).total_cmp(&facing(b))) else { return };
    let (tangent, length) = direction(corner, own[(side + 1) % 4].0);
    let start = list.len();
    let edge = [faced, (faced + 1) % 4].map(|at| other[at].0);
    let places = edge.map(|point| dot(tangent, [point[0] - corner[0], point[1] - corner[1]]));
    for (end, at) in [faced, (faced + 1) % 4].into_iter().enumerate() {
        let wanted = places[end].clamp(0.0, length);
        if (places[1 - end] - wanted) * (wanted - places[end]) < 0.0 {
            continue;
        }
        let share = (wanted - places[end]) / (places[1 - end] - places[end]);
        let point = [0, 1].map(|k| edge[end][k] + share * (edge[1 - end][k] - edge[end][k]));
        let distance = dot(normal, [point[0] - corner[0], point[1] - corner[1]]);
        let feature = (at * 8 + side * 2) as u32 + u32::from(swapped);
        add(
            ends,
            feature,
            along(point, -0.5 * distance, normal),
            if swapped { normal.map(|part| -part) } else { normal },
            distance,
            list,
        );
    }
    debug_assert!(list.len() <= start + 2);
}
