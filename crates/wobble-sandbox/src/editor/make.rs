//! Making new things, and taking them away.

use super::Editor;
use super::item::{Item, custom, custom_mut};
use wobble_scene::format::{
    Ball, Balloon, Body, Chain, Cloth, Custom, Disc, Document, Filter, FullPoint, Lattice, Material, Mesh, Point, Ring, Rope,
    Scenery, SceneryShape, Shape, SpringBetween, StickBetween, StickPolygon, Truss,
};
use wobble2d::glam::Vec2;

/// A new body of every kind, under the name that files use.
pub const KINDS: [&str; 11] =
    ["ball", "balloon", "ring", "lattice", "truss", "chain", "rope", "stick_polygon", "cloth", "mesh", "custom"];

/// A shape of a kind, as it usually is.
fn shape(kind: &str) -> Option<Shape> {
    Some(match kind {
        "ball" => Shape::Ball(Ball::default()),
        "balloon" => Shape::Balloon(Balloon::default()),
        "ring" => Shape::Ring(Ring::default()),
        "lattice" => Shape::Lattice(Lattice::default()),
        "truss" => Shape::Truss(Truss::default()),
        "chain" => Shape::Chain(Chain::default()),
        "rope" => Shape::Rope(Rope::default()),
        "stick_polygon" => Shape::StickPolygon(StickPolygon::default()),
        "cloth" => Shape::Cloth(Cloth::default()),
        "mesh" => Shape::Mesh(Mesh::default()),
        "custom" => Shape::Custom(Custom::default()),
        _ => return None,
    })
}

impl Editor {
    /// Adds a body of a kind, and selects it. `[m]`
    pub fn add_body(&mut self, kind: &str, at: Vec2) {
        let Some(shape) = shape(kind) else { return };
        let at = self.snapped(at);
        self.edit(|document, selection| {
            document.bodies.push(Body { at: at.into(), ..Body::new(shape) });
            *selection = [Item::Body(document.bodies.len() - 1)].into();
        });
    }

    /// Adds a body with an outline, filled with jelly, and selects it. `[m]`
    pub fn add_outline(&mut self, corners: &[Vec2]) {
        let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
        let extent = corners.iter().map(|corner| (*corner - middle).abs().min_element()).fold(0.0, f32::max);
        let outline = corners.iter().map(|&corner| (corner - middle).into()).collect();
        let mesh = Mesh { outline, spacing: (0.3 * extent).clamp(0.05, 1.0), ..Mesh::default() };
        self.edit(|document, selection| {
            document.bodies.push(Body { at: middle.into(), ..Body::new(Shape::Mesh(mesh)) });
            *selection = [Item::Body(document.bodies.len() - 1)].into();
        });
    }

    /// Adds scenery, and selects it. `[m]`
    pub fn add_scenery(&mut self, shape: SceneryShape, at: Vec2) {
        self.edit(|document, selection| {
            let (at, filter) = (at.into(), Filter::default());
            let (name, angle, material, surface, motion, repeat) = (None, 0.0, None, None, None, None);
            document.scenery.push(Scenery { name, shape, at, angle, material, surface, filter, motion, repeat });
            *selection = [Item::Scenery(document.scenery.len() - 1)].into();
        });
    }

    /// Adds scenery that was drawn by its outline, and selects it. `[m]`
    pub fn add_block(&mut self, corners: &[Vec2]) {
        let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
        let outline = corners.iter().map(|&corner| (corner - middle).into()).collect();
        self.add_scenery(SceneryShape::Polygon(outline), middle);
    }

    /// Adds scenery of a kind that was dragged from a place to another. `[m]`
    pub fn add_dragged(&mut self, kind: &str, from: Vec2, to: Vec2) {
        let (low, high) = (from.min(to), from.max(to));
        let (foot, top) = if from.y <= to.y { (from, to) } else { (to, from) };
        match kind {
            "line" if from != to => self.add_scenery(SceneryShape::Line(vec![[0.0; 2], (to - from).into()]), from),
            "disc" if from != to => {
                let disc = Disc { radius: from.distance(to), ..Disc::default() };
                self.add_scenery(SceneryShape::Disc(disc), from);
            }
            "slope" if (high - low).min_element() > 1e-3 => self.add_scenery(SceneryShape::Slope((top - foot).into()), foot),
            "box" if (high - low).min_element() > 1e-3 => {
                self.add_scenery(SceneryShape::Box((high - low).into()), low.midpoint(high));
            }
            _ => {}
        }
    }

    /// Adds a point to a body of points, or a new body of one point. `[m]`
    pub fn add_point(&mut self, body: Option<usize>, at: Vec2) {
        let at = self.snapped(at);
        let Some(body) = body.filter(|&body| custom(self.document(), body).is_some()) else { return self.add_body("custom", at) };
        self.edit(|document, selection| {
            let Some(list) = custom_mut(document, body) else { return };
            list.points.push(Point::Place([0.0; 2]));
            let item = Item::Point(body, list.points.len() - 1);
            // It was put at the origin of its body; from there it goes to its place.
            let from = item.place(document).unwrap_or(at);
            super::Transform::Move(at - from).apply(document, item);
            *selection = [item].into();
        });
    }

    /// Joins two points of a body with a spring, or takes that spring away.
    pub fn toggle_spring(&mut self, body: usize, ends: [u32; 2]) {
        self.edit(|document, _| {
            let Some(list) = custom_mut(document, body) else { return };
            let before = list.springs.len();
            list.springs.retain(|spring| !same(spring.ends(), ends));
            if list.springs.len() == before {
                list.springs.push(SpringBetween::Ends(ends));
            }
        });
    }

    /// Joins two points of a body with a stick, or takes that stick away.
    pub fn toggle_stick(&mut self, body: usize, ends: [u32; 2]) {
        self.edit(|document, _| {
            let Some(list) = custom_mut(document, body) else { return };
            let before = list.sticks.len();
            list.sticks.retain(|stick| !same(stick.full().between, ends));
            if list.sticks.len() == before {
                list.sticks.push(StickBetween::Ends(ends));
            }
        });
    }

    /// Makes a point of a body immovable, or movable again.
    pub fn toggle_pin(&mut self, body: usize, index: u32) {
        self.edit(|document, _| {
            if let Some(point) = custom_mut(document, body).and_then(|list| list.points.get_mut(index as usize)) {
                let full = point.full();
                *point = Point::Full(FullPoint { pinned: !full.pinned, ..full });
            } else if let Some(body) = document.bodies.get_mut(body) {
                match body.pinned_points.iter().position(|&point| point == index) {
                    Some(place) => drop(body.pinned_points.remove(place)),
                    None => body.pinned_points.push(index),
                }
            }
        });
    }

    /// Makes the points of a body, in their order, its outline.
    pub fn close_outline(&mut self, body: usize) {
        self.edit(|document, _| {
            let Some(list) = custom_mut(document, body) else { return };
            let at = |k: usize| Vec2::from(list.points[k].full().at);
            let count = list.points.len();
            let area: f32 = (0..count).map(|k| at(k).perp_dot(at((k + 1) % count))).sum();
            let mut ring: Vec<u32> = (0..count as u32).collect();
            if area < 0.0 {
                ring.reverse();
            }
            list.outlines = vec![ring];
        });
    }

    /// Adds a material under a name that is not used.
    pub fn add_material(&mut self) {
        self.edit(|document, _| {
            let name = (1..).map(|k| format!("material-{k}")).find(|name| !document.materials.contains_key(name));
            if let Some(name) = name {
                document.materials.insert(name, Material::default());
            }
        });
    }

    /// Copies what is selected, a little to the right, and selects the copies.
    pub fn duplicate(&mut self) {
        let by = Vec2::new(self.grid.max(0.1), 0.0);
        self.edit(|document, selection| {
            let mut copies = Vec::new();
            for &item in selection.iter() {
                let copy = match item {
                    Item::Scenery(index) => {
                        let Some(mut copy) = document.scenery.get(index).cloned() else { continue };
                        // A name is used once.
                        copy.name = None;
                        document.scenery.push(copy);
                        Item::Scenery(document.scenery.len() - 1)
                    }
                    Item::Body(index) => {
                        let Some(mut copy) = document.bodies.get(index).cloned() else { continue };
                        copy.name = None;
                        document.bodies.push(copy);
                        Item::Body(document.bodies.len() - 1)
                    }
                    Item::Joint(index) => {
                        let Some(copy) = document.joints.get(index).cloned() else { continue };
                        document.joints.push(copy);
                        Item::Joint(document.joints.len() - 1)
                    }
                    Item::Point(..) => continue,
                };
                super::Transform::Move(by).apply(document, copy);
                copies.push(copy);
            }
            *selection = copies.into_iter().collect();
        });
    }

    /// Takes away what is selected, and the joints that hold it.
    pub fn delete(&mut self) {
        self.edit(|document, selection| {
            // From the back: what is left keeps its place until its turn comes.
            for &item in selection.iter().rev() {
                match item {
                    Item::Joint(index) if index < document.joints.len() => drop(document.joints.remove(index)),
                    Item::Body(index) if index < document.bodies.len() => {
                        let gone = document.bodies.remove(index);
                        if let Some(name) = gone.name {
                            unjoin(document, &name);
                        }
                    }
                    Item::Scenery(index) if index < document.scenery.len() => {
                        let gone = document.scenery.remove(index);
                        if let Some(name) = gone.name {
                            unjoin(document, &name);
                        }
                    }
                    Item::Point(body, index) => remove_point(document, body, index as u32),
                    _ => {}
                }
            }
            selection.clear();
        });
    }
}

fn same(a: [u32; 2], b: [u32; 2]) -> bool {
    a == b || a == [b[1], b[0]]
}

/// The name of a body; one that has none gets one.
pub(super) fn named(document: &mut Document, body: usize) -> String {
    if let Some(name) = &document.bodies[body].name {
        return name.clone();
    }
    let used = |name: &String| {
        document.bodies.iter().any(|body| body.name.as_ref() == Some(name))
            || document.scenery.iter().any(|scenery| scenery.name.as_ref() == Some(name))
    };
    let name = (body..).map(|k| format!("body-{k}")).find(|name| !used(name)).unwrap_or_default();
    document.bodies[body].name = Some(name.clone());
    name
}

fn unjoin(document: &mut Document, name: &str) {
    document.joints.retain(|joint| joint.between.iter().all(|anchor| anchor.body().is_none_or(|(of, _)| of != name)));
    document.analytic.retain(|analytic| analytic.body != name);
}

/// Takes a point away, with all that holds on to it; those after it move up.
fn remove_point(document: &mut Document, body: usize, gone: u32) {
    let Some(list) = custom_mut(document, body) else { return };
    if list.points.len() < 2 || gone as usize >= list.points.len() {
        return;
    }
    list.points.remove(gone as usize);
    let lower = |index: &mut u32| *index -= u32::from(*index > gone);
    list.springs.retain(|spring| !spring.ends().contains(&gone));
    for spring in &mut list.springs {
        match spring {
            SpringBetween::Ends(ends) => ends.iter_mut().for_each(lower),
            SpringBetween::Full(full) => full.between.iter_mut().for_each(lower),
        }
    }
    list.sticks.retain(|stick| !stick.full().between.contains(&gone));
    for stick in &mut list.sticks {
        match stick {
            StickBetween::Ends(ends) => ends.iter_mut().for_each(lower),
            StickBetween::Full(full) => full.between.iter_mut().for_each(lower),
        }
    }
    for trios in [&mut list.bends, &mut list.triangles] {
        trios.retain(|trio| !trio.contains(&gone));
        trios.iter_mut().flatten().for_each(lower);
    }
    for (rows, least) in [(&mut list.outlines, 3), (&mut list.strands, 2)] {
        rows.iter_mut().for_each(|row| row.retain(|&index| index != gone));
        rows.retain(|row| row.len() >= least);
        rows.iter_mut().flatten().for_each(lower);
    }
    let Some(owner) = document.bodies.get_mut(body) else { return };
    owner.pinned_points.retain(|&index| index != gone);
    owner.pinned_points.iter_mut().for_each(lower);
}
