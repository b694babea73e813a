//! What lives of a torn body, and what dies with what was broken or cut.
//!
//! A link dies, or a triangle, or a face that a cut goes through. Then
//! - a face dies with the last link along one of its sides, and with the triangle that it is;
//! - where living faces meet in nothing but a point, the smaller group dies: a point cannot be on the outline twice;
//! - with a face die its triangle and, if it has four corners, the links along its diagonals;
//! - a bend dies with the last link along one of its legs.

use super::border::unpinch;
use super::face::{around, low_first};
use super::limit::Broken;
use crate::blueprint::Rest;
use crate::body::BodyView;
use glam::{DVec2, Vec2};

/// The elements of a body: `true` for those that live. In the order of the blueprint.
pub(super) struct Living<'a> {
    pub rest: &'a Rest,
    pub springs: Vec<bool>,
    pub sticks: Vec<bool>,
    pub bends: Vec<bool>,
    pub triangles: Vec<bool>,
    pub faces: Vec<bool>,
    /// Edges of loops and strands that a cut crosses, sorted, the lower end first.
    pub cut: Vec<[u32; 2]>,
    /// Whether the body has a gap already: an edge of its skin without a link is that gap.
    pub leaks: bool,
}

impl<'a> Living<'a> {
    /// All of it.
    pub(super) fn all(rest: &'a Rest) -> Self {
        Self {
            rest,
            springs: vec![true; rest.spring_list.len()],
            sticks: vec![true; rest.stick_list.len()],
            bends: vec![true; rest.bend_list.len()],
            triangles: vec![true; rest.triangle_list.len()],
            faces: vec![true; rest.faces().len()],
            cut: Vec::new(),
            leaks: false,
        }
    }

    /// What is left when elements have broken.
    pub(super) fn after(rest: &'a Rest, broken: &Broken) -> Self {
        let left = |broken: &[bool]| broken.iter().map(|broken| !broken).collect();
        let mut living = Self {
            springs: left(&broken.springs),
            sticks: left(&broken.sticks),
            bends: left(&broken.bends),
            triangles: left(&broken.triangles),
            ..Self::all(rest)
        };
        living.spread();
        living
    }

    /// What a cut from one place to another leaves; `None` if it crosses nothing.
    pub(super) fn beside(rest: &'a Rest, body: BodyView<'_>, ends: [Vec2; 2]) -> Option<Self> {
        let knife = Knife { ends: ends.map(Vec2::as_dvec2), body };
        let mut living = Self::all(rest);
        let legs = |points: &[u32; 3]| [[points[0], points[1]], [points[1], points[2]]];
        living.springs = rest.spring_list.iter().map(|(ends, _)| !knife.crosses(*ends)).collect();
        living.sticks = rest.stick_list.iter().map(|(ends, _)| !knife.crosses(*ends)).collect();
        living.bends = rest.bend_list.iter().map(|(points, _)| !legs(points).iter().any(|leg| knife.crosses(*leg))).collect();
        living.triangles = rest.triangle_list.iter().map(|(corners, _)| !knife.enters(corners)).collect();
        living.faces = rest.faces().iter().map(|corners| !knife.enters(corners)).collect();
        let edges = rest.outline.loops.iter().flat_map(|corners| around(corners));
        let edges = edges.chain(rest.strands.iter().flat_map(|chain| chain.windows(2).map(|pair| [pair[0], pair[1]])));
        living.cut = edges.filter(|&ends| knife.crosses(ends)).map(low_first).collect();
        living.cut.sort_unstable();
        living.cut.dedup();
        let untouched = living.losses() == [0; 4] && living.cut.is_empty() && living.faces.iter().all(|&lives| lives);
        if untouched {
            return None;
        }
        living.spread();
        Some(living)
    }

    /// How many springs, sticks, bends and triangles have died.
    pub(super) fn losses(&self) -> [usize; 4] {
        [&self.springs, &self.sticks, &self.bends, &self.triangles].map(|list| list.iter().filter(|&&lives| !lives).count())
    }

    /// Whether the outline of a body with faces has changed.
    pub(super) fn is_opened(&self) -> bool {
        self.faces.contains(&false)
    }

    /// The ends of all links and whether they live.
    pub(super) fn links(&self) -> impl Iterator<Item = ([u32; 2], bool)> {
        let springs = self.rest.spring_list.iter().map(|(ends, _)| *ends).zip(self.springs.iter().copied());
        springs.chain(self.rest.stick_list.iter().map(|(ends, _)| *ends).zip(self.sticks.iter().copied()))
    }

    /// Which pairs of points are linked and whether a link between them lives: sorted, the lower point first.
    pub(super) fn ties(&self) -> Ties {
        let mut list: Vec<([u32; 2], bool)> = self.links().map(|(ends, lives)| (low_first(ends), lives)).collect();
        // The living first, so that they are the ones that stay.
        list.sort_unstable_by_key(|&(ends, lives)| (ends, !lives));
        list.dedup_by_key(|&mut (ends, _)| ends);
        Ties(list)
    }

    fn spread(&mut self) {
        let ties = self.ties();
        let faces = self.rest.faces();
        let dead_triangles = self.trios(&self.triangles, false);
        for (corners, lives) in faces.iter().zip(&mut self.faces) {
            let torn = around(corners).any(|ends| ties.get(ends) == Some(false));
            *lives &= !torn && !is_among(corners, &dead_triangles);
        }
        unpinch(self.rest.points.len(), faces, &mut self.faces);
        self.kill_inside();
        for ((points, _), lives) in self.rest.bend_list.iter().zip(&mut self.bends) {
            *lives &= [[points[0], points[1]], [points[1], points[2]]].iter().all(|&leg| ties.get(leg) != Some(false));
        }
    }

    /// The sorted corners of triangles that live, or do not.
    fn trios(&self, which: &[bool], lives: bool) -> Vec<[u32; 3]> {
        let chosen = self.rest.triangle_list.iter().zip(which).filter(|&(_, &state)| state == lives);
        let mut trios: Vec<[u32; 3]> = chosen.map(|((corners, _), _)| sorted(*corners)).collect();
        trios.sort_unstable();
        trios
    }

    /// Kills the triangles and diagonals of dead faces.
    fn kill_inside(&mut self) {
        let (mut trios, mut diagonals) = (Vec::new(), Vec::new());
        for (corners, _) in self.rest.faces().iter().zip(&self.faces).filter(|&(_, &lives)| !lives) {
            match corners[..] {
                [a, b, c] => trios.push(sorted([a, b, c])),
                [a, b, c, d] => diagonals.extend([low_first([a, c]), low_first([b, d])]),
                _ => {}
            }
        }
        trios.sort_unstable();
        diagonals.sort_unstable();
        for ((corners, _), lives) in self.rest.triangle_list.iter().zip(&mut self.triangles) {
            *lives &= trios.binary_search(&sorted(*corners)).is_err();
        }
        let crosses = |ends: [u32; 2]| diagonals.binary_search(&low_first(ends)).is_ok();
        for ((ends, _), lives) in self.rest.spring_list.iter().zip(&mut self.springs) {
            *lives &= !crosses(*ends);
        }
        for ((ends, _), lives) in self.rest.stick_list.iter().zip(&mut self.sticks) {
            *lives &= !crosses(*ends);
        }
    }
}

/// Pairs of points that are or were linked.
pub(super) struct Ties(Vec<([u32; 2], bool)>);

impl Ties {
    /// Whether a link between two points lives; `None` where there never was one.
    pub(super) fn get(&self, ends: [u32; 2]) -> Option<bool> {
        let at = self.0.binary_search_by_key(&low_first(ends), |&(ends, _)| ends).ok()?;
        Some(self.0[at].1)
    }
}

fn is_among(corners: &[u32], trios: &[[u32; 3]]) -> bool {
    <[u32; 3]>::try_from(corners).is_ok_and(|corners| trios.binary_search(&sorted(corners)).is_ok())
}

fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}

/// What cuts a body.
struct Knife<'a> {
    ends: [DVec2; 2],
    body: BodyView<'a>,
}

impl Knife<'_> {
    fn place(&self, index: u32) -> DVec2 {
        self.body.position(index).as_dvec2()
    }

    /// Whether it crosses the line between two points. Every point is on one side of it or the other, never on it.
    fn crosses(&self, [a, b]: [u32; 2]) -> bool {
        let [from, to] = self.ends;
        let [a, b] = [self.place(a), self.place(b)];
        let left_of = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p) > 0.0;
        left_of(from, to, a) != left_of(from, to, b) && left_of(a, b, from) != left_of(a, b, to)
    }

    /// Whether it crosses a side or lies inside.
    fn enters(&self, corners: &[u32]) -> bool {
        let from = self.ends[0];
        let crossed = |[a, b]: [u32; 2]| {
            let (a, b) = (self.place(a), self.place(b));
            (a.y > from.y) != (b.y > from.y) && from.x < a.x + (b.x - a.x) * (from.y - a.y) / (b.y - a.y)
        };
        around(corners).any(|ends| self.crosses(ends)) || around(corners).filter(|&ends| crossed(ends)).count() % 2 == 1
    }
}
