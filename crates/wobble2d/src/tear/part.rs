//! The parts that a torn body falls into, and their blueprints.
//!
//! Points keep their places in the rest shape, so that pictures, motions and remembered shapes still fit. What is not in faces is touched as strands.

use super::border::{chains, living_sides, loops};
use super::face::{around, low_first};
use super::living::{Living, Ties};
use crate::blueprint::{Blueprint, BlueprintBuilder, Cover, Keeps};
use crate::element::Gas;
use crate::error::Result;
use crate::math::polygon_area;

/// One part of a torn body.
pub(super) struct Part {
    /// The numbers of its points in the body it was part of, in order.
    pub points: Vec<u32>,
    /// The same of its springs.
    pub springs: Vec<u32>,
    pub blueprint: Blueprint,
    /// What is left of the pressure while it leaks.
    pub leak: Option<f32>,
}

/// The pressure of a body that is torn.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Pressure {
    /// As it was: `Some` part of it is left where it leaks already.
    Held(Option<f32>),
    /// It has all leaked out.
    Gone,
}

/// The parts of a body. The first is the largest and stays the body it was.
pub(super) fn parts(living: &Living<'_>, pressure: Pressure) -> Result<Vec<Part>> {
    let groups = groups(living);
    let mut part_of = vec![0u32; living.rest.points.len()];
    for (k, group) in groups.iter().enumerate() {
        group.iter().for_each(|&point| part_of[point as usize] = k as u32);
    }
    let remains = Remains::new(living, pressure, &part_of);
    let mut number = vec![0u32; living.rest.points.len()];
    groups.iter().for_each(|group| group.iter().zip(0..).for_each(|(&old, new)| number[old as usize] = new));
    let own = |k: usize| Own { k: k as u32, part_of: &part_of, number: &number };
    groups.into_iter().enumerate().map(|(k, points)| remains.part(&own(k), points)).collect()
}

/// The points of each part. What was never joined stays with the first.
fn groups(living: &Living<'_>) -> Vec<Vec<u32>> {
    let rest = living.rest;
    let whole = Living { leaks: living.leaks, ..Living::all(rest) };
    let (before, now) = (Joined::of(&whole), Joined::of(living));
    // Of everything that was joined the largest group stays, the first of equal ones.
    let mut size = vec![0u32; rest.points.len()];
    (0..rest.points.len()).for_each(|point| size[now.first[point] as usize] += 1);
    let mut stays: Vec<Option<u32>> = vec![None; rest.points.len()];
    for point in 0..rest.points.len() {
        let (old, new) = (before.first[point] as usize, now.first[point]);
        if stays[old].is_none_or(|largest| size[new as usize] > size[largest as usize]) {
            stays[old] = Some(new);
        }
    }
    let mut number: Vec<Option<u32>> = vec![None; rest.points.len()];
    let mut groups: Vec<Vec<u32>> = vec![Vec::new()];
    for point in 0..rest.points.len() {
        let (old, new) = (before.first[point] as usize, now.first[point] as usize);
        let k = if stays[old] == Some(new as u32) {
            0
        } else {
            *number[new].get_or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() as u32 - 1
            })
        };
        groups[k as usize].push(point as u32);
    }
    groups
}

/// Which points hang together: for each the lowest of its group.
struct Joined {
    first: Vec<u32>,
}

impl Joined {
    fn of(living: &Living<'_>) -> Self {
        let rest = living.rest;
        let mut joined = Self { first: (0..rest.points.len() as u32).collect() };
        living.links().filter(|&(_, lives)| lives).for_each(|(ends, _)| joined.join(&ends));
        let trios = rest.bend_list.iter().map(|(points, _)| points).zip(&living.bends);
        let trios = trios.chain(rest.triangle_list.iter().map(|(points, _)| points).zip(&living.triangles));
        trios.filter(|&(_, &lives)| lives).for_each(|(points, _)| joined.join(points));
        rest.faces().iter().zip(&living.faces).filter(|&(_, &lives)| lives).for_each(|(corners, _)| joined.join(corners));
        let ties = living.ties();
        for edge in bare_edges(living) {
            if edge_lives(living, &ties, edge) {
                joined.join(&edge);
            }
        }
        for point in 0..joined.first.len() {
            joined.first[point] = joined.find(point as u32);
        }
        joined
    }

    fn find(&self, mut point: u32) -> u32 {
        while self.first[point as usize] != point {
            point = self.first[point as usize];
        }
        point
    }

    fn join(&mut self, points: &[u32]) {
        for pair in points.windows(2) {
            let (a, b) = (self.find(pair[0]), self.find(pair[1]));
            self.first[a.max(b) as usize] = a.min(b);
            // Short ways for later.
            self.first[pair[0] as usize] = a.min(b);
            self.first[pair[1] as usize] = a.min(b);
        }
    }
}

/// The edges of strands, and of the skin of a hollow body.
fn bare_edges<'a>(living: &'a Living<'_>) -> impl Iterator<Item = [u32; 2]> + 'a {
    let hollow = living.rest.faces().is_empty();
    let loops = living.rest.outline.loops.iter().filter(move |_| hollow).flat_map(|corners| around(corners));
    loops.chain(living.rest.strands.iter().flat_map(|chain| chain.windows(2).map(|pair| [pair[0], pair[1]])))
}

/// Whether an edge holds: a link along it does, or it never had one and was not cut. The gap of a body that leaks has none either.
fn edge_lives(living: &Living<'_>, ties: &Ties, ends: [u32; 2]) -> bool {
    let bare = || !living.leaks && living.cut.binary_search(&low_first(ends)).is_err();
    ties.get(ends).unwrap_or_else(bare)
}

/// What a body's parts are made of, still in its own numbers.
struct Remains<'a> {
    living: &'a Living<'a>,
    loops: Vec<Vec<u32>>,
    strands: Vec<Vec<u32>>,
    /// Whether the outline still holds what it is filled with.
    filled: bool,
    leak: Option<f32>,
}

impl<'a> Remains<'a> {
    fn new(living: &'a Living<'a>, pressure: Pressure, part_of: &[u32]) -> Self {
        let rest = living.rest;
        let count = rest.points.len();
        let ties = living.ties();
        let hollow = rest.faces().is_empty();
        let skin_holds =
            || rest.outline.loops.iter().flat_map(|corners| around(corners)).all(|edge| edge_lives(living, &ties, edge));
        let opened = if hollow { !skin_holds() } else { living.is_opened() };
        let under_pressure = rest.gas.is_some() || (hollow && rest.area_law.is_some());
        // A skin that has come apart holds nothing; one with a gap lets it out.
        let together = !hollow || rest.outline.loops.iter().flatten().all(|&point| part_of[point as usize] == 0);
        let filled = pressure != Pressure::Gone && together && !(opened && rest.tearing.puncture == 0.0);
        let left = if let Pressure::Held(left) = pressure { left } else { None };
        let leak = if filled && under_pressure && opened { left.or(Some(1.0)) } else { left.filter(|_| filled) };

        let keeps_loops = !opened || (filled && under_pressure);
        let outline = match (hollow, keeps_loops) {
            (true, true) => rest.outline.loops.clone(),
            (true, false) => Vec::new(),
            (false, _) if opened => loops(count, rest.faces(), &living.faces),
            (false, _) => rest.outline.loops.clone(),
        };
        let mut edges: Vec<[u32; 2]> = bare_edges(living).filter(|&edge| edge_lives(living, &ties, edge)).collect();
        if hollow && keeps_loops {
            edges.clear();
            let old = rest.strands.iter().flat_map(|chain| chain.windows(2).map(|pair| [pair[0], pair[1]]));
            edges.extend(old.filter(|&edge| edge_lives(living, &ties, edge)));
        }
        let inner = living_sides(rest.faces(), &living.faces);
        let sides = rest.faces().iter().flat_map(|corners| around(corners)).filter(|&side| ties.get(side) == Some(true));
        edges.extend(sides.filter(|&side| inner.binary_search(&low_first(side)).is_err()));
        Self { living, loops: outline, strands: chains(count, edges), filled, leak }
    }

    /// One part, in numbers of its own.
    fn part(&self, own: &Own<'_>, points: Vec<u32>) -> Result<Part> {
        let springs = (0..self.living.springs.len())
            .filter(|&i| self.living.springs[i] && own.has(self.living.rest.spring_list[i].0[0]))
            .map(|i| i as u32)
            .collect();
        let builder = self.builder(own, &points);
        let leak = self.leak.filter(|_| builder.gas.is_some() || builder.area.is_some());
        let bare = bare(builder.clone());
        // Faces of a stranger's blueprint may overlap so that their boundary is no outline: then the part is touched by its links.
        let blueprint = builder.build().or_else(|_| bare.build())?;
        Ok(Part { points, springs, blueprint, leak })
    }

    fn builder(&self, own: &Own<'_>, points: &[u32]) -> BlueprintBuilder {
        let (living, rest) = (self.living, self.living.rest);
        let faces = own.chains(rest.faces().iter().zip(&living.faces).filter(|&(_, &lives)| lives).map(|(corners, _)| corners));
        let loops = own.chains(&self.loops);
        let mut strands = own.chains(&self.strands);
        let springs = own.trios(&rest.spring_list, &living.springs);
        let sticks = own.trios(&rest.stick_list, &living.sticks);
        if loops.is_empty() && strands.is_empty() {
            let links = springs.iter().map(|(ends, _)| *ends).chain(sticks.iter().map(|(ends, _)| *ends));
            strands = chains(points.len(), links.collect());
        }
        let solid = !loops.is_empty();
        let filled = solid && self.filled;
        let hollow = rest.faces().is_empty();
        BlueprintBuilder {
            points: points.iter().map(|&old| rest.points[old as usize]).collect(),
            uvs_given: true,
            springs,
            sticks,
            bends: own.trios(&rest.bend_list, &living.bends),
            triangles: own.trios(&rest.triangle_list, &living.triangles),
            keeps: if solid { rest.contact.keeps } else { Keeps::Outside },
            gas: rest.gas.filter(|_| filled).map(|gas| self.share_of_gas(gas, &loops, points)),
            area: rest.area_law.filter(|_| if hollow { filled } else { solid }),
            shape: rest.shape.filter(|_| points.len() > 1),
            cover: Some(self.cover(own, &faces, solid && hollow)),
            cells: self.cells(own, &faces),
            plasticity: rest.plasticity,
            tearing: rest.tearing,
            faces: Some(faces),
            loops,
            strands,
            sweep_back: Some(rest.sweep_back),
        }
    }

    /// As much gas as belongs to the part of the area, so that the pressure stays what it was.
    fn share_of_gas(&self, gas: Gas, loops: &[Vec<u32>], points: &[u32]) -> Gas {
        let place = |&index: &u32| self.living.rest.points[points[index as usize] as usize].position;
        let area: f32 = loops.iter().map(|corners| polygon_area(corners.iter().map(place))).sum();
        Gas { amount: gas.amount * (area / self.living.rest.area).min(1.0), ..gas }
    }

    fn cover(&self, own: &Own<'_>, faces: &[Vec<u32>], whole_skin: bool) -> Cover {
        if whole_skin {
            return Cover::Fan;
        }
        if let Cover::Triangles(given) = &self.living.rest.cover {
            let mut sorted: Vec<Vec<u32>> = faces.to_vec();
            sorted.iter_mut().for_each(|corners| corners.sort_unstable());
            let mut around_point: Vec<Vec<u32>> = vec![Vec::new(); own.number.len()];
            for (k, corners) in sorted.iter().enumerate() {
                corners.iter().for_each(|&corner| around_point[corner as usize].push(k as u32));
            }
            let triangles = given.iter().filter(|corners| corners.iter().all(|&point| own.has(point)));
            let triangles = triangles.map(|corners| corners.map(|point| own.number[point as usize]));
            let lives = |corners: &[u32; 3]| {
                let faces = &around_point[corners[0] as usize];
                faces.iter().any(|&k| corners.iter().all(|corner| sorted[k as usize].binary_search(corner).is_ok()))
            };
            return Cover::Triangles(triangles.filter(lives).collect());
        }
        let fan =
            |corners: &Vec<u32>| -> Vec<[u32; 3]> { corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]).collect() };
        Cover::Triangles(faces.iter().flat_map(fan).collect())
    }

    /// The cells it was given that are still faces; of a hollow body all, while its skin is whole.
    fn cells(&self, own: &Own<'_>, faces: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let cells = own.chains(self.living.rest.cells.iter().filter(|cell| cell.iter().all(|&point| own.has(point))));
        if self.living.rest.faces().is_empty() {
            return if self.loops.is_empty() { Vec::new() } else { cells };
        }
        let key = |corners: &Vec<u32>| {
            let mut key = corners.clone();
            key.sort_unstable();
            key
        };
        let mut known: Vec<Vec<u32>> = faces.iter().map(key).collect();
        known.sort_unstable();
        cells.into_iter().filter(|cell| known.binary_search(&key(cell)).is_ok()).collect()
    }
}

/// The same without an inside.
fn bare(builder: BlueprintBuilder) -> BlueprintBuilder {
    let links = builder.springs.iter().map(|(ends, _)| *ends).chain(builder.sticks.iter().map(|(ends, _)| *ends)).collect();
    BlueprintBuilder {
        strands: chains(builder.points.len(), links),
        loops: Vec::new(),
        keeps: Keeps::Outside,
        faces: Some(Vec::new()),
        cells: Vec::new(),
        cover: None,
        gas: None,
        area: None,
        ..builder
    }
}

/// The points of one part and their numbers in it.
struct Own<'a> {
    k: u32,
    part_of: &'a [u32],
    number: &'a [u32],
}

impl Own<'_> {
    fn has(&self, point: u32) -> bool {
        self.part_of[point as usize] == self.k
    }

    /// Those chains of points that begin in this part, in its numbers. A living one never leaves its part.
    fn chains<'c>(&self, chains: impl IntoIterator<Item = &'c Vec<u32>>) -> Vec<Vec<u32>> {
        let renumbered = |chain: &Vec<u32>| chain.iter().map(|&point| self.number[point as usize]).collect();
        chains.into_iter().filter(|chain| chain.iter().all(|&point| self.has(point))).map(renumbered).collect()
    }

    /// The living elements of this part, in its numbers.
    fn trios<const N: usize, T: Copy>(&self, list: &[([u32; N], T)], lives: &[bool]) -> Vec<([u32; N], T)> {
        let own = list.iter().zip(lives).filter(|&((points, _), &lives)| lives && self.has(points[0]));
        own.map(|((points, element), _)| (points.map(|point| self.number[point as usize]), *element)).collect()
    }
}
