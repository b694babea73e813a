//! Joints and muscles: what ties bodies together, and what moves them.

use super::Editor;
use super::item::{Item, origins, turned};
use super::make::named;
use super::pen::Pen;
use crate::tool::Touch;
use wobble_scene::format::{Anchor, Document, Hold, Joint, Muscles, OnBody, Rod, Signal, Sine, Strut};
use wobble2d::BodyView;
use wobble2d::glam::Vec2;

/// One of the bodies that an item of the document stands for: the item's place in its list, and which of its repetition.
pub(crate) type Member = (usize, u32);

impl Editor {
    /// The bodies of the picture that come from the list of bodies, each with where it comes from.
    fn members(&self) -> Vec<(Member, BodyView<'_>)> {
        let mut members: Vec<(Member, BodyView<'_>)> = Vec::new();
        for (item, body) in origins(self.preview.scene().document(), self.preview.world()) {
            if let Item::Body(index) = item {
                let number = members.last().filter(|((last, _), _)| *last == index).map_or(0, |((_, number), _)| number + 1);
                members.push(((index, number), body));
            }
        }
        members
    }

    /// The bodies over a place. `[m]`
    fn members_at(&self, at: Vec2) -> Vec<Member> {
        let over: Vec<_> = self.preview.world().bodies_at(at).collect();
        self.members().into_iter().filter(|(_, body)| over.contains(&body.id())).map(|(member, _)| member).collect()
    }

    /// Joins what is at two places, which may be the same, in the way that the pen says. A place where no body is, is one of the world. `[m]`
    pub fn add_joint(&mut self, from: Vec2, to: Vec2) {
        let Pen::Joint(way) = self.pen else { return };
        let first = self.members_at(from).first().copied();
        let second = self.members_at(to).into_iter().find(|member| Some(*member) != first);
        if first.is_none() && second.is_none() {
            return;
        }
        self.edit(|document, selection| {
            let mut anchor = |member: Option<Member>, at: Vec2| match member {
                Some(member) => on_body(document, member, at),
                None => Anchor::World(at.into()),
            };
            let between = [anchor(first, from), anchor(second, to)];
            let (motor, angles, lengths, breaking_force, contacts) = (None, None, None, None, false);
            document.joints.push(Joint { between, hold: hold(way), motor, angles, lengths, breaking_force, contacts });
            *selection = [Item::Joint(document.joints.len() - 1)].into();
        });
    }

    /// Where the two ends of a joint are in the picture, as far as they can be found. `[m]`
    pub(crate) fn joint_places(&self, index: usize) -> Vec<Vec2> {
        let Some(joint) = self.document().joints.get(index) else { return Vec::new() };
        joint.between.iter().filter_map(|anchor| self.anchor_place(anchor)).collect()
    }

    fn anchor_place(&self, anchor: &Anchor) -> Option<Vec2> {
        if let Anchor::World(at) = anchor {
            return Some(Vec2::from(*at));
        }
        let (name, number) = anchor.body()?;
        let index = self.document().bodies.iter().position(|body| body.name.as_deref() == Some(name))?;
        if let Anchor::Body(on) = anchor {
            let (at, angle, size) = frame(self.document(), (index, number))?;
            return Some(at + turned(angle, size * Vec2::from(on.at)));
        }
        let members = self.members();
        let (_, body) = members.iter().find(|(member, _)| *member == (index, number))?;
        let point = |index: u32| ((index as usize) < body.state().len()).then(|| body.position(index));
        match anchor {
            Anchor::Point(on) => point(on.index),
            Anchor::Edge(on) => Some(point(on.ends[0])?.lerp(point(on.ends[1])?, on.part)),
            Anchor::World(_) | Anchor::Body(_) => None,
        }
    }

    /// The body and the spring of it that is touched.
    pub(crate) fn spring_at(&self, touch: Touch) -> Option<(usize, u32)> {
        let mut nearest = (0.5 * touch.reach, None);
        for ((item, _), body) in self.members() {
            for (index, (ends, _)) in (0..).zip(body.blueprint().springs()) {
                let [a, b] = ends.map(|end| body.position(end));
                let along = (b - a) / (b - a).length_squared().max(1e-12);
                let distance = touch.at.distance(a.lerp(b, (touch.at - a).dot(along).clamp(0.0, 1.0)));
                if distance < nearest.0 {
                    nearest = (distance, Some((item, index)));
                }
            }
        }
        nearest.1
    }

    /// Makes a spring of a body a muscle, or a spring again. It joins the last group of muscles that the body has.
    pub fn toggle_muscle(&mut self, body: usize, spring: u32) {
        let ends = self.spring_ends(body, spring);
        self.edit(|document, selection| {
            let Some(owner) = document.bodies.get_mut(body) else { return };
            let count = |groups: &[Muscles]| groups.iter().map(|group| group.springs.len() + group.between.len()).sum::<usize>();
            let before = count(&owner.muscles);
            for group in &mut owner.muscles {
                group.springs.retain(|&known| known != spring);
                group.between.retain(|&[a, b]| Some([a, b]) != ends && Some([b, a]) != ends);
            }
            owner.muscles.retain(|group| !group.springs.is_empty() || !group.between.is_empty());
            if count(&owner.muscles) == before {
                match owner.muscles.last_mut() {
                    Some(group) => group.springs.push(spring),
                    None => owner.muscles.push(muscle(spring)),
                }
            }
            *selection = [Item::Body(body)].into();
        });
    }

    fn spring_ends(&self, body: usize, spring: u32) -> Option<[u32; 2]> {
        let members = self.members();
        let (_, body) = members.iter().find(|((item, _), _)| *item == body)?;
        body.blueprint().springs().get(spring as usize).map(|(ends, _)| *ends)
    }

    /// Adds a group of muscles to a body: its first spring swings by a tenth, once in a second.
    pub fn add_muscle(&mut self, body: usize, spring: u32) {
        self.edit(|document, _| {
            if let Some(body) = document.bodies.get_mut(body) {
                body.muscles.push(muscle(spring));
            }
        });
    }

    /// Where the muscles of a body are in the picture. `[m]`
    pub(crate) fn muscle_lines(&self, body: usize) -> Vec<[Vec2; 2]> {
        let Some(groups) = self.document().bodies.get(body).map(|body| &body.muscles) else { return Vec::new() };
        let mut lines = Vec::new();
        if groups.is_empty() {
            return lines;
        }
        for (_, view) in self.members().into_iter().filter(|((item, _), _)| *item == body) {
            let springs = view.blueprint().springs();
            let counted = groups.iter().flat_map(|group| &group.springs).filter_map(|&index| springs.get(index as usize));
            let named = groups.iter().flat_map(|group| group.between.iter().copied());
            let ends = counted
                .map(|(ends, _)| *ends)
                .chain(named)
                .filter(|ends| ends.iter().all(|&end| (end as usize) < view.state().len()));
            lines.extend(ends.map(|ends| ends.map(|end| view.position(end))));
        }
        lines
    }
}

fn muscle(spring: u32) -> Muscles {
    let signal = Signal::Sine(Sine { mean: 1.0, amplitude: 0.1, period: 1.0, ..Sine::default() });
    Muscles { springs: vec![spring], between: Vec::new(), signal, wave: 0.0 }
}

fn hold(way: &str) -> Hold {
    match way {
        "weld" => Hold::Weld,
        "spring" => Hold::Spring(Strut::default()),
        "rod" => Hold::Rod(Rod::default()),
        "loose" => Hold::Loose,
        _ => Hold::Hinge,
    }
}

/// Where a body of the document begins, how it is turned, and how large it is. `[m]`, `[rad]`
fn frame(document: &Document, (index, number): Member) -> Option<(Vec2, f32, f32)> {
    let body = document.bodies.get(index)?;
    let size = body.tuning.map_or(1.0, |tuning| tuning.size);
    let Some(repeat) = &body.repeat else { return Some((body.at.into(), body.angle, size)) };
    let place = repeat.place(number, body.at);
    Some((place.at.into(), body.angle + place.angle, size * place.size))
}

fn on_body(document: &mut Document, member: Member, at: Vec2) -> Anchor {
    let Some((origin, angle, size)) = frame(document, member) else { return Anchor::World(at.into()) };
    let local = turned(-angle, at - origin) / size;
    Anchor::Body(OnBody { of: named(document, member.0), number: member.1, at: local.into() })
}
