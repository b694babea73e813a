//! The loops of corners that a mesh is to fill, checked: simple, apart from each other, holes inside.

use crate::error::{Error, Result, require};
use crate::math::{encloses, polygon_area, within};
use core::fmt::Write;
use glam::{DVec2, Vec2};

/// Edges that are no neighbours must keep this part of the spacing apart, and edges must be this long.
const LEAST_GAP: f32 = 0.02;

/// Corners must not be sharper than this: the cosine of 10°.
const SHARPEST: f64 = 0.984_807_753;

/// Checked loops: the outline counter-clockwise, the holes clockwise.
pub(super) struct Contour {
    pub loops: Vec<Vec<Vec2>>,
}

/// One edge, and where it came from.
#[derive(Clone, Copy)]
struct Edge {
    from: Vec2,
    to: Vec2,
    line: usize,
    place: usize,
    count: usize,
}

impl Edge {
    /// As a message names it.
    fn name(&self) -> String {
        let mut name = String::new();
        let (from, to) = (self.place, (self.place + 1) % self.count);
        let _ = match self.line.checked_sub(1) {
            None => write!(name, "outline[{from}]–[{to}]"),
            Some(hole) => write!(name, "holes[{hole}][{from}]–[{to}]"),
        };
        name
    }

    fn is_next_to(&self, other: &Self) -> bool {
        let after = |a: &Self, b: &Self| (a.place + 1) % a.count == b.place;
        self.line == other.line && (after(self, other) || after(other, self))
    }
}

impl Contour {
    pub(super) fn new(outline: &[Vec2], holes: &[Vec<Vec2>], spacing: f32) -> Result<Self> {
        let given: Vec<&[Vec2]> = core::iter::once(outline).chain(holes.iter().map(Vec::as_slice)).collect();
        let mut edges = Vec::new();
        for (line, corners) in given.iter().enumerate() {
            let name = || if line == 0 { "outline".into() } else { format!("holes[{}]", line - 1) };
            require(corners.len() >= 3, name, "must have at least 3 corners", corners.len(), "a triangle is the least")?;
            for (place, &from) in corners.iter().enumerate() {
                let hint = "keep the shape within a kilometre of its own origin";
                require(within(from, 1e3), || format!("{}[{place}]", name()), "must be -1000 to 1000 [m]", from, hint)?;
                let to = corners[(place + 1) % corners.len()];
                edges.push(Edge { from, to, line, place, count: corners.len() });
            }
        }
        check_edges(&edges, spacing)?;
        check_pairs(&edges, spacing)?;
        check_nesting(&edges, &given)?;
        let turned = |(line, corners): (usize, &&[Vec2])| {
            let mut corners = corners.to_vec();
            // The first corner stays first, whichever way round.
            if (polygon_area(corners.iter().copied()) > 0.0) != (line == 0) {
                corners[1..].reverse();
            }
            corners
        };
        let contour = Self { loops: given.iter().enumerate().map(turned).collect() };
        let area = contour.area();
        let hint = "use a smaller spacing, or a larger outline";
        require(area > 0.1 * spacing * spacing, || "outline".into(), "is too small for this spacing [m²]", area, hint)?;
        Ok(contour)
    }

    /// `[m²]`
    pub(super) fn area(&self) -> f32 {
        self.loops.iter().map(|corners| polygon_area(corners.iter().copied())).sum()
    }

    /// Of all edges. `[m]`
    pub(super) fn length(&self) -> f32 {
        let around = |corners: &Vec<Vec2>| {
            let n = corners.len();
            (0..n).map(|k| corners[k].distance(corners[(k + 1) % n])).sum::<f32>()
        };
        self.loops.iter().map(around).sum()
    }

    /// All loops with their edges divided evenly into pieces of at most `length`.
    pub(super) fn divided(&self, length: f32) -> Vec<Vec<Vec2>> {
        let divide = |corners: &Vec<Vec2>| {
            let piece = |k: usize| {
                let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
                let pieces = (from.distance(to) / length).ceil().max(1.0) as u32;
                (0..pieces).map(move |i| from.lerp(to, i as f32 / pieces as f32))
            };
            (0..corners.len()).flat_map(piece).collect()
        };
        self.loops.iter().map(divide).collect()
    }
}

/// Lengths and corners.
fn check_edges(edges: &[Edge], spacing: f32) -> Result<()> {
    for (k, edge) in edges.iter().enumerate() {
        let length = edge.from.distance(edge.to);
        let hint = "leave one of its corners out, or use a smaller spacing";
        require(
            length >= LEAST_GAP * spacing,
            || edge.name(),
            "must be at least a fiftieth of the spacing long [m]",
            length,
            hint,
        )?;
        let next = if edge.place + 1 == edge.count { &edges[k + 1 - edge.count] } else { &edges[k + 1] };
        let (back, forth) = ((edge.from - edge.to).as_dvec2().normalize(), (next.to - next.from).as_dvec2().normalize());
        let hint = "cut the tip off";
        let blunt = back.dot(forth) < SHARPEST;
        require(blunt, || edge.name(), "must not end in a corner sharper than 10° [m]", edge.to, hint)?;
    }
    Ok(())
}

/// No edge may come near another that is not its neighbour.
fn check_pairs(edges: &[Edge], spacing: f32) -> Result<()> {
    let gap = LEAST_GAP * spacing;
    for (k, a) in edges.iter().enumerate() {
        let (low, high) = (a.from.min(a.to) - gap, a.from.max(a.to) + gap);
        for b in &edges[..k] {
            let apart = b.from.max(b.to).cmplt(low).any() || b.from.min(b.to).cmpgt(high).any();
            if apart || a.is_next_to(b) {
                continue;
            }
            if let Some(place) = meet([b.from, b.to], [a.from, a.to], f64::from(gap)) {
                return Err(Error::Invalid {
                    field: format!("{} and {}", b.name(), a.name()),
                    rule: "must not cross or come closer than a fiftieth of the spacing [m]",
                    value: format!("{place:.4}"),
                    hint: "move them apart there, or use a smaller spacing",
                });
            }
        }
    }
    Ok(())
}

/// Where two segments cross, or come closer than `gap`.
fn meet(one: [Vec2; 2], two: [Vec2; 2], gap: f64) -> Option<DVec2> {
    let ([a, b], [c, d]) = (one.map(Vec2::as_dvec2), two.map(Vec2::as_dvec2));
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    let (at_c, at_d) = (side(a, b, c), side(a, b, d));
    if at_c * at_d < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return Some(c + (d - c) * (at_c / (at_c - at_d)));
    }
    let nearest = |p: DVec2, [q, r]: [DVec2; 2]| q + (r - q) * ((p - q).dot(r - q) / (r - q).length_squared()).clamp(0.0, 1.0);
    let ends = [(a, [c, d]), (b, [c, d]), (c, [a, b]), (d, [a, b])];
    ends.into_iter().find(|&(p, segment)| p.distance(nearest(p, segment)) < gap).map(|(p, _)| p)
}

/// Holes are inside the outline and outside of each other. Nothing crosses any more, so one corner tells.
fn check_nesting(edges: &[Edge], given: &[&[Vec2]]) -> Result<()> {
    let inside = |p: Vec2, line: usize| encloses(edges.iter().filter(|edge| edge.line == line).map(|edge| (edge.from, edge.to)), p);
    for (line, corners) in given.iter().enumerate().skip(1) {
        let first = corners[0];
        let name = || format!("holes[{}]", line - 1);
        require(inside(first, 0), name, "must be inside the outline [m]", first, "leave it out, or make it a body of its own")?;
        let hint = "what is inside a hole must be a body of its own";
        let nested = (1..given.len()).any(|other| other != line && inside(first, other));
        require(!nested, name, "must not be inside another hole [m]", first, hint)?;
    }
    Ok(())
}
