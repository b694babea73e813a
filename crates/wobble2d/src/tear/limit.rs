//! When elements break.

use crate::blueprint::Rest;
use crate::body::BodyView;
use crate::element::link::Link;
use crate::error::{Result, require};

/// When one kind of element breaks: beyond a strain, beyond a force, or never. Only pulling breaks; what is squeezed holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Of a spring or stick, the stretch as a part of its rest length; of a triangle, that of the direction it is stretched most in; of a bend,
    /// the angle by which it is bent from its rest shape `[rad]`.
    pub strain: Option<f32>,
    /// Of a spring or stick, its tension `[N]`; of a triangle, the greatest pull across a line of its rest shape `[N/m]`; of a bend, its
    /// torque `[N m]`.
    pub force: Option<f32>,
}

impl Limit {
    /// Breaks when stretched by more than this part of its rest length.
    pub const fn strain(strain: f32) -> Self {
        Self { strain: Some(strain), force: None }
    }

    /// Breaks when it must carry more than this.
    pub const fn force(force: f32) -> Self {
        Self { strain: None, force: Some(force) }
    }

    pub(crate) const fn is_set(&self) -> bool {
        self.strain.is_some() || self.force.is_some()
    }

    /// How many times as much something bears as it can, if that is too much. What is not a number is not too much.
    fn excess(&self, load: Load) -> Option<f32> {
        let part = |limit: Option<f32>, value: f32| limit.map_or(0.0, |limit| value / limit);
        let (strain, force) = (part(self.strain, load.strain), part(self.force, load.force));
        let most = if strain > force { strain } else { force };
        (most > 1.0).then_some(most)
    }

    fn check(&self, kind: &'static str) -> Result<()> {
        let hint = "leave it out for what never breaks";
        let sound = |value: Option<f32>| value.is_none_or(|value| value > 0.0 && value <= 1e12);
        require(sound(self.strain), || format!("tearing.{kind}.strain"), "must be above 0 and at most 1e12", self.strain, hint)?;
        require(sound(self.force), || format!("tearing.{kind}.force"), "must be above 0 and at most 1e12", self.force, hint)
    }
}

/// When the parts of a body break. Nothing does by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tearing {
    /// Its springs.
    pub springs: Limit,
    /// Its sticks.
    pub sticks: Limit,
    /// Its resistance to bending.
    pub bends: Limit,
    /// Its elastic triangles.
    pub triangles: Limit,
    /// The time in which a punctured body loses its pressure, 0 for at once. `[s]`
    pub puncture: f32,
}

impl Default for Tearing {
    fn default() -> Self {
        Self::NEVER
    }
}

impl Tearing {
    /// Nothing breaks; what is cut open loses its pressure in half a second.
    pub const NEVER: Self = {
        let never = Limit { strain: None, force: None };
        Self { springs: never, sticks: never, bends: never, triangles: never, puncture: 0.5 }
    };

    /// Springs, sticks and triangles that break when they are stretched by more than this part of their rest length.
    pub fn strain(strain: f32) -> Self {
        let limit = Limit::strain(strain);
        Self { springs: limit, sticks: limit, triangles: limit, ..Self::default() }
    }

    /// Whether anything can break.
    pub(crate) const fn is_set(&self) -> bool {
        self.springs.is_set() || self.sticks.is_set() || self.bends.is_set() || self.triangles.is_set()
    }

    pub(crate) fn check(&self) -> Result<()> {
        self.springs.check("springs")?;
        self.sticks.check("sticks")?;
        self.bends.check("bends")?;
        self.triangles.check("triangles")?;
        let hint = "0.5 is a slow puncture";
        require((0.0..=1e6).contains(&self.puncture), || "tearing.puncture".into(), "must be 0 to 1e6 [s]", self.puncture, hint)
    }
}

/// What an element bears.
#[derive(Clone, Copy, Debug)]
struct Load {
    strain: f32,
    force: f32,
}

/// The elements of a body that break now, each list in the order in which they were given.
pub(super) struct Broken {
    pub springs: Vec<bool>,
    pub sticks: Vec<bool>,
    pub bends: Vec<bool>,
    pub triangles: Vec<bool>,
}

impl Broken {
    /// By its limits; `None` if none do. `pulls` is what each stick has carried in a step of length `dt`, in colour order. `[N s]`
    pub(super) fn of(body: BodyView<'_>, pulls: &[f32], dt: f32) -> Option<Self> {
        let rest = body.body.rest();
        let Tearing { springs, sticks, bends, triangles, .. } = rest.tearing;
        let spring = |k: usize| {
            let link = &rest.springs.list[rest.springs.slot[k] as usize];
            let rest_length = link.rest_length * body.tuning().size;
            let stretch = stretch(body, link, rest_length);
            let force = link.stiffness * body.tuning().stiffness * stretch;
            Load { strain: part(stretch, rest_length), force }
        };
        let stick = |k: usize| {
            let slot = rest.sticks.slot[k] as usize;
            let link = &rest.sticks.list[slot];
            let rest_length = link.rest_length * body.tuning().size;
            let force = pulls.get(slot).map_or(0.0, |pull| pull / dt);
            Load { strain: part(stretch(body, link, rest_length), rest_length), force }
        };
        let mut beyond: Vec<Beyond> = Vec::new();
        let mut look = |kind: usize, limit: Limit, count: usize, load: &dyn Fn(usize) -> Load| {
            let found = (0..if limit.is_set() { count } else { 0 }).filter_map(|k| Some((k, limit.excess(load(k))?)));
            beyond.extend(found.map(|(k, excess)| Beyond { excess, kind, k }));
        };
        look(0, springs, rest.spring_list.len(), &spring);
        look(1, sticks, rest.stick_list.len(), &stick);
        look(2, bends, rest.bend_list.len(), &|k| bend(body, k));
        look(3, triangles, rest.triangle_list.len(), &|k| triangle(body, k));
        Self::choose(rest, beyond)
    }

    /// Of neighbours that are all beyond their limits the one that is farthest breaks. The others wait a step: a break unloads what is around it.
    fn choose(rest: &Rest, mut beyond: Vec<Beyond>) -> Option<Self> {
        if beyond.is_empty() {
            return None;
        }
        let none = |count: usize| vec![false; count];
        let lists = [rest.spring_list.len(), rest.stick_list.len(), rest.bend_list.len(), rest.triangle_list.len()];
        let mut chosen = lists.map(none);
        beyond.sort_by(|a, b| b.excess.total_cmp(&a.excess).then((a.kind, a.k).cmp(&(b.kind, b.k))));
        let around = Around::new(rest);
        let mut near = vec![false; rest.points.len()];
        for Beyond { kind, k, .. } in beyond {
            let points: &[u32] = match kind {
                0 => &rest.spring_list[k].0,
                1 => &rest.stick_list[k].0,
                2 => &rest.bend_list[k].0,
                _ => &rest.triangle_list[k].0,
            };
            if points.iter().any(|&point| near[point as usize]) {
                continue;
            }
            chosen[kind][k] = true;
            for &point in points {
                near[point as usize] = true;
                around.of(point).for_each(|other| near[other as usize] = true);
            }
        }
        let [springs, sticks, bends, triangles] = chosen;
        Some(Self { springs, sticks, bends, triangles })
    }
}

/// An element that bears more than it can.
struct Beyond {
    excess: f32,
    kind: usize,
    k: usize,
}

/// Which points something joins to which: sorted pairs, each both ways.
struct Around(Vec<[u32; 2]>);

impl Around {
    fn new(rest: &Rest) -> Self {
        let springs = rest.spring_list.iter().map(|(ends, _)| *ends);
        let sticks = rest.stick_list.iter().map(|(ends, _)| *ends);
        let sides = rest.triangle_list.iter().flat_map(|&([a, b, c], _)| [[a, b], [b, c], [c, a]]);
        let mut pairs: Vec<[u32; 2]> = springs.chain(sticks).chain(sides).flat_map(|[a, b]| [[a, b], [b, a]]).collect();
        pairs.sort_unstable();
        Self(pairs)
    }

    fn of(&self, point: u32) -> impl Iterator<Item = u32> {
        let first = self.0.partition_point(|pair| pair[0] < point);
        self.0[first..].iter().take_while(move |pair| pair[0] == point).map(|pair| pair[1])
    }
}

fn stretch(body: BodyView<'_>, link: &Link, rest_length: f32) -> f32 {
    body.position(link.a).distance(body.position(link.b)) - rest_length
}

/// A stretch as a part of a length; none where there is no length to compare it with.
fn part(stretch: f32, rest_length: f32) -> f32 {
    if rest_length > 1e-9 { stretch / rest_length } else { 0.0 }
}

/// Curvature and torque at one point of a chain (eq. 63): `κ = 2 |r| / (a b)`, the angle `κ (a + b) / 2`, the torque `B κ`.
fn bend(body: BodyView<'_>, k: usize) -> Load {
    let rest = body.body.rest();
    let ([i, j, l], bend) = rest.bend_list[k];
    let place = |index: u32| rest.points[index as usize].position;
    let size = body.tuning().size;
    let (one, two) = (size * place(i).distance(place(j)), size * place(j).distance(place(l)));
    let trio = &rest.bends.list[rest.bends.slot[k] as usize];
    let [form, _] = trio.measure(trio.points.map(|index| body.position(index)));
    let curvature = 2.0 * form.length() / (one * two);
    Load { strain: 0.5 * curvature * (one + two), force: bend.stiffness * body.tuning().stiffness * curvature }
}

/// The greatest stretch of a triangle and the pull that goes with it (eq. 64): with the principal stretches `σ₁ ≥ σ₂`, `σ₁ − 1` and
/// `G (σ₁ − σ₂) + K (σ₁ σ₂ − 1) σ₂`.
fn triangle(body: BodyView<'_>, k: usize) -> Load {
    let rest = body.body.rest();
    let element = &rest.triangles.list[rest.triangles.slot[k] as usize];
    let material = &rest.triangle_list[k].1;
    let [form, frame] = element.trio.measure(element.trio.points.map(|index| body.position(index)));
    let scale = 0.5 / body.tuning().size;
    let (most, least) = (scale * (frame.length() + form.length()), scale * (frame.length() - form.length()));
    let pull = material.shear_modulus() * (most - least) + material.area_modulus() * (most * least - 1.0) * least;
    Load { strain: most - 1.0, force: body.tuning().stiffness * pull }
}
