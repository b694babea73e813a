//! Shapes of the author's own: everything that can be wrong with them, at once.

use super::outline;
use crate::format::{Custom, Truss};
use crate::problem::{Problem, Problems};
use glam::Vec2;
use wobble2d::{Blueprint, Stick, blueprint::BlueprintBuilder};

/// Checks a custom shape. Nothing is pushed if it can be built.
pub(crate) fn check(custom: &Custom, path: &str, problems: &mut Problems) {
    let points: Vec<Vec2> = custom.points.iter().map(|point| point.full().at.into()).collect();
    for (i, spring) in custom.springs.iter().enumerate() {
        check_ends(&points, spring.ends(), &format!("{path}.springs[{i}]"), problems);
    }
    for (i, stick) in custom.sticks.iter().enumerate() {
        check_ends(&points, stick.full().between, &format!("{path}.sticks[{i}]"), problems);
    }
    for (list, trios) in [("bends", &custom.bends), ("triangles", &custom.triangles)] {
        for (i, trio) in trios.iter().enumerate() {
            check_trio(points.len(), *trio, &format!("{path}.{list}[{i}]"), problems);
        }
    }
    for (k, corners) in custom.outlines.iter().enumerate() {
        check_row(&points, corners, true, &format!("{path}.outlines[{k}]"), problems);
    }
    for (k, corners) in custom.strands.iter().enumerate() {
        check_row(&points, corners, false, &format!("{path}.strands[{k}]"), problems);
    }
    for (law, given) in [("gas", custom.gas.is_some()), ("area", custom.area.is_some())] {
        if given && custom.outlines.is_empty() {
            problems.push(Problem::new(
                format!("{path}.{law}"),
                "needs an outline to fill",
                "add the loop of outer points to `outlines`",
            ));
        }
    }
}

/// Checks a truss. Nothing is pushed if it can be built.
pub(crate) fn check_truss(truss: &Truss, path: &str, problems: &mut Problems) {
    let points: Vec<Vec2> = truss.points.iter().map(|&point| point.into()).collect();
    for (i, &ends) in truss.beams.iter().enumerate() {
        check_ends(&points, ends, &format!("{path}.beams[{i}]"), problems);
    }
    if !truss.outline.is_empty() {
        check_row(&points, &truss.outline, true, &format!("{path}.outline"), problems);
    }
}

/// An index that must be one of the points.
pub(crate) fn check_index(count: usize, index: u32, path: &str, problems: &mut Problems) -> bool {
    let exists = (index as usize) < count;
    if !exists {
        let hint = format!("points are counted from 0 to {}", count.saturating_sub(1));
        problems.push(Problem::new(path, "must name a point that exists", hint).value(index));
    }
    exists
}

fn check_ends(points: &[Vec2], [a, b]: [u32; 2], path: &str, problems: &mut Problems) {
    let exist = [a, b].map(|index| check_index(points.len(), index, path, problems));
    if exist != [true; 2] {
        return;
    }
    if a == b {
        problems.push(Problem::new(path, "must join two different points", "give it another end").value(format!("[{a}, {b}]")));
    } else if points[a as usize] == points[b as usize] {
        let place = points[a as usize];
        let problem = Problem::new(path, "must have a length above 0 [m]", "move its ends apart");
        problems.push(problem.value(format!("both ends at [{}, {}]", place.x, place.y)));
    }
}

fn check_trio(count: usize, trio: [u32; 3], path: &str, problems: &mut Problems) {
    let exist = trio.map(|index| check_index(count, index, path, problems));
    let [a, b, c] = trio;
    if exist == [true; 3] && (a == b || b == c || c == a) {
        problems.push(Problem::new(path, "must be three different points", "give it another one").value(format!("{trio:?}")));
    }
}

fn check_row(points: &[Vec2], corners: &[u32], closed: bool, path: &str, problems: &mut Problems) {
    let mut exist = true;
    for (i, &index) in corners.iter().enumerate() {
        exist &= check_index(points.len(), index, &format!("{path}[{i}]"), problems);
    }
    let mut sorted = corners.to_vec();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1] && closed) {
        let hint = "an outline visits a point once; use a second one for a hole";
        problems.push(Problem::new(path, "must not visit a point twice", hint).value(pair[0]));
        return;
    }
    if exist {
        let places: Vec<Vec2> = corners.iter().map(|&index| points[index as usize]).collect();
        if let Some(problem) = outline::check(&places, closed, path) {
            problems.push(problem);
        }
    }
}

/// The blueprint of a custom shape.
pub(crate) fn blueprint(custom: &Custom) -> wobble2d::Result<Blueprint> {
    let mut builder: BlueprintBuilder = Blueprint::builder();
    for point in custom.points.iter().map(|point| point.full()) {
        builder = builder.point(point.at.into(), point.mass.unwrap_or(custom.point_mass));
    }
    builder = builder.pin((0u32..).zip(&custom.points).filter(|(_, point)| point.full().pinned).map(|(i, _)| i));
    for spring in &custom.springs {
        let [a, b] = spring.ends();
        builder = builder.spring(a, b, spring.spring(custom.spring).into());
    }
    for stick in custom.sticks.iter().map(|stick| stick.full()) {
        let [a, b] = stick.between;
        builder = builder.stick(a, b, Stick { length: stick.length, support: stick.support, rope: stick.rope });
    }
    for &trio in &custom.bends {
        builder = builder.bend(trio, custom.bend.into());
    }
    for &corners in &custom.triangles {
        builder = builder.triangle(corners, custom.triangle.into());
    }
    for corners in &custom.outlines {
        builder = builder.outline(corners.iter().copied());
    }
    for corners in &custom.strands {
        builder = builder.strand(corners.iter().copied());
    }
    if let Some(gas) = custom.gas {
        builder = builder.gas(gas.into());
    }
    if let Some(area) = custom.area {
        builder = builder.area(area.into());
    }
    builder.build()
}
