//! Joints of a scene, and what moves bodies from within.

use super::{Builder, custom, engine};
use crate::format::{Anchor, Body, Joint, Muscles, OnBody, OnEdge, OnPoint, Signal};
use crate::problem::Problem;
use crate::suggest;
use wobble2d::{Blueprint, BodyId, PointId};

impl Builder<'_> {
    pub(super) fn joint(&mut self, joint: &Joint, path: &str) {
        let anchors = [0, 1].map(|k| {
            let anchor = &joint.between[k];
            self.anchor(anchor, &format!("{path}.between[{k}].{}", anchor.name()))
        });
        let [Some(first), Some(second)] = anchors else { return };
        let made = wobble2d::Joint {
            anchors: [first, second],
            hold: joint.hold.into(),
            motor: joint.motor.as_ref().map(wobble2d::Motor::from),
            angles: joint.angles,
            lengths: joint.lengths,
            breaking_force: joint.breaking_force,
            contacts: joint.contacts,
        };
        if let Err(error) = self.world.add_joint(made) {
            let target = joint.motor.as_ref().map(|motor| &motor.target);
            self.problems.push(engine::problem(path, error, |field| rename(field, target)));
        }
    }

    fn anchor(&mut self, anchor: &Anchor, path: &str) -> Option<wobble2d::Anchor> {
        let Some((name, number)) = anchor.body() else {
            let Anchor::World(place) = anchor else { return None };
            return Some(wobble2d::Anchor::World((*place).into()));
        };
        let body = self.named(name, number, path)?;
        let count = self.world.body(body)?.blueprint().points().len();
        match anchor {
            Anchor::Point(OnPoint { index, .. }) => {
                let exists = custom::check_index(count, *index, &format!("{path}.index"), &mut self.problems);
                exists.then_some(wobble2d::Anchor::Point(PointId { body, index: *index }))
            }
            Anchor::Edge(OnEdge { ends, part, .. }) => {
                let exist = ends.map(|index| custom::check_index(count, index, &format!("{path}.ends"), &mut self.problems));
                (exist == [true; 2]).then_some(wobble2d::Anchor::Edge { body, ends: *ends, part: *part })
            }
            Anchor::Body(OnBody { at, .. }) => Some(wobble2d::Anchor::Body { body, place: (*at).into() }),
            Anchor::World(_) => None,
        }
    }

    /// A body by its name and its number in a repetition.
    fn named(&mut self, name: &str, number: u32, path: &str) -> Option<BodyId> {
        let Some(ids) = self.names.get(name) else {
            let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
            let hint = if known.is_empty() { "give a body this `name`".to_string() } else { suggest::way_out(name, &known) };
            let problem = Problem::new(format!("{path}.of"), "must be the name of a body of this file", hint);
            self.problems.push(problem.value(format!("{name:?}")));
            return None;
        };
        let id = ids.get(number as usize).copied();
        if id.is_none() && !ids.is_empty() {
            let hint = format!("they are counted from 0 to {}", ids.len() - 1);
            let problem = Problem::new(format!("{path}.number"), "must be one of the repetition", hint);
            self.problems.push(problem.value(number));
        }
        id
    }

    /// Gives bodies their muscles and their pump.
    pub(super) fn enliven(&mut self, body: &Body, blueprint: &Blueprint, ids: &[BodyId], path: &str) {
        for (k, muscles) in body.muscles.iter().enumerate() {
            let path = format!("{path}.muscles[{k}]");
            let springs = self.springs(muscles, blueprint, &path);
            let signals: Vec<(u32, wobble2d::Signal)> = (0u32..)
                .zip(springs)
                .map(|(place, spring)| (spring, (&muscles.signal.later(muscles.wave * place as f32)).into()))
                .collect();
            for &id in ids {
                let set = |(spring, signal): &(u32, wobble2d::Signal)| self.world.set_muscle(id, *spring, Some(signal.clone()));
                if let Err(error) = signals.iter().try_for_each(set) {
                    let problem = engine::problem(&path, error, |field| rename_signal(field, "muscle.", &muscles.signal));
                    self.problems.push(problem);
                    break;
                }
            }
        }
        let Some(signal) = &body.pump else { return };
        for &id in ids {
            if let Err(error) = self.world.set_pump(id, Some(signal.into())) {
                self.problems.push(engine::problem(path, error, |field| rename_pump(field, signal)));
                break;
            }
        }
    }

    /// The springs that are muscles, by their numbers.
    fn springs(&mut self, muscles: &Muscles, blueprint: &Blueprint, path: &str) -> Vec<u32> {
        let count = blueprint.springs().len();
        if muscles.springs.is_empty() && muscles.between.is_empty() {
            self.problems.push(Problem::new(path, "must name at least one spring", "list some in `springs` or `between`"));
        }
        let mut springs = Vec::new();
        for (i, &spring) in muscles.springs.iter().enumerate() {
            if (spring as usize) < count {
                springs.push(spring);
            } else {
                let hint = if count > 0 { format!("springs are counted from 0 to {}", count - 1) } else { "it has none".into() };
                let problem = Problem::new(format!("{path}.springs[{i}]"), "must name a spring that exists", hint);
                self.problems.push(problem.value(spring));
            }
        }
        let spring_at: std::collections::BTreeMap<[u32; 2], u32> =
            (0u32..).zip(blueprint.springs()).map(|(spring, &([a, b], _))| ([a.min(b), a.max(b)], spring)).collect();
        for (i, &[a, b]) in muscles.between.iter().enumerate() {
            match spring_at.get(&[a.min(b), a.max(b)]) {
                Some(&spring) => springs.push(spring),
                None => {
                    let problem = Problem::new(
                        format!("{path}.between[{i}]"),
                        "must be two points that a spring joins",
                        "look at the springs of the shape",
                    );
                    self.problems.push(problem.value(format!("[{a}, {b}]")));
                }
            }
        }
        springs
    }
}

/// The file's name for a field of the engine's joint.
fn rename(field: &str, target: Option<&Signal>) -> Option<String> {
    let field = field.strip_prefix("joint.").unwrap_or(field);
    match (field, target) {
        ("anchors", _) => Some("between".into()),
        ("stiffness" | "damping" | "length", _) => Some("hold".into()),
        (_, Some(signal)) if field.starts_with("motor.target") => Some(of_signal(field, "motor.target", signal)),
        _ => Some(field.to_string()),
    }
}

fn rename_signal(field: &str, prefix: &str, signal: &Signal) -> Option<String> {
    let field = field.strip_prefix(prefix).unwrap_or(field);
    Some(if field.starts_with("signal") { of_signal(field, "signal", signal) } else { field.to_string() })
}

fn rename_pump(field: &str, signal: &Signal) -> Option<String> {
    Some(if field.starts_with("pump.signal") {
        of_signal(field, "pump.signal", signal).replacen("pump.signal", "pump", 1)
    } else {
        field.to_string()
    })
}

/// `signal.period` as `signal.sine.period`.
fn of_signal(field: &str, prefix: &str, signal: &Signal) -> String {
    let rest = field.strip_prefix(prefix).unwrap_or_default();
    format!("{prefix}.{}{rest}", signal.name())
}
