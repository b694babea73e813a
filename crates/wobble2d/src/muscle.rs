//! Muscles and pumps, and matter that flows: what changes the rest shape of a body while the world runs.

use crate::body::{Body, Flesh, Frame, Particles, Work, check_pumped, check_signal};
use crate::element::Plasticity;
use crate::error::{Result, require};
use crate::id::BodyId;
use crate::signal::Signal;
use crate::world::World;

impl World {
    /// Makes a muscle of a spring: its rest length is the blueprint's times a signal, which must stay within 0.01 and 100. `None` makes it a plain spring again.
    /// To drive it by code, give it a [`Signal::Constant`] whenever its value changes. Other bodies of the same blueprint are left alone.
    ///
    /// # Errors
    /// If there is no such body or spring, or the signal leaves its range.
    pub fn set_muscle(&mut self, id: BodyId, spring: u32, signal: Option<Signal>) -> Result<()> {
        let place = self.place(id)?;
        let count = self.bodies.list[place].blueprint.springs().len();
        let hint = "springs are counted from 0 in the order in which they are added";
        let exists = (spring as usize) < count;
        require(exists, || "muscle.spring".into(), "names a spring that does not exist", spring, hint)?;
        signal.as_ref().map_or(Ok(()), |signal| check_signal(signal, "muscle.signal"))?;
        self.change_flesh(place, |flesh, frame| flesh.set_muscle(frame, None, spring, signal));
        Ok(())
    }

    /// Adds a pump to a body: the amount of its gas is the blueprint's times a signal, which must stay within 0.01 and 100. Against an atmosphere the area at which
    /// it is at ease grows with it. In a body without gas, the area that it seeks is multiplied. `None` takes the pump away.
    ///
    /// # Errors
    /// If there is no such body, it has neither gas nor an area law, or the signal leaves its range.
    pub fn set_pump(&mut self, id: BodyId, signal: Option<Signal>) -> Result<()> {
        let place = self.place(id)?;
        check_pumped(&self.bodies.list[place].blueprint.0)?;
        signal.as_ref().map_or(Ok(()), |signal| check_signal(signal, "pump.signal"))?;
        self.change_flesh(place, |flesh, frame| flesh.set_pump(frame, signal));
        Ok(())
    }

    /// The energy that all bodies were given by muscles, pumps and flow since they were added. `[J]`
    pub fn work(&self) -> Work {
        let mut sum = Work::default();
        self.bodies().for_each(|body| sum += body.work());
        sum
    }

    fn change_flesh(&mut self, place: usize, change: impl FnOnce(&mut Flesh, &Frame<'_>)) {
        self.wake(place);
        let Self { bodies, particles, .. } = self;
        let body = &mut bodies.list[place];
        let mut flesh = body.flesh.take().unwrap_or_else(|| Box::new(Flesh::new(&body.blueprint.0)));
        change(&mut flesh, &body.frame(particles));
        body.flesh = Some(flesh);
        // Its springs are packed anew as well.
        self.crew.disband();
    }

    /// Lets muscles and pumps follow their signals to a time. `[s]`
    pub(crate) fn flex(&mut self, time: f64) {
        let Self { bodies, particles, .. } = self;
        for body in bodies.list.iter_mut().filter(|body| body.flesh.is_some() && !body.rests()) {
            let (Some(mut flesh), mut packets) = (body.flesh.take(), body.packets.take()) else { continue };
            flesh.flex(&body.frame(particles), packets.as_deref_mut(), time);
            (body.flesh, body.packets) = (Some(flesh), packets);
        }
    }

    /// Lets matter flow that was stretched too far (eqs. 60 to 62). `[s]`
    pub(crate) fn flow(&mut self, dt: f32) {
        let Self { bodies, particles, crew, .. } = self;
        for body in bodies.list.iter_mut().filter(|body| !body.rests()) {
            let Some(plasticity) = body.blueprint.0.plasticity else { continue };
            let flows = Flows::of(body, particles, &plasticity, dt);
            if flows.springs.is_empty() && flows.triangles.is_empty() {
                continue;
            }
            let mut flesh = body.flesh.take().unwrap_or_else(|| {
                crew.disband();
                Box::new(Flesh::new(&body.blueprint.0))
            });
            let mut packets = body.packets.take();
            let frame = body.frame(particles);
            for (spring, longer) in flows.springs {
                flesh.set_spring(&frame, packets.as_deref_mut(), spring, longer);
            }
            for (triangle, set) in flows.triangles {
                flesh.set_triangle(&frame, triangle, set);
            }
            (body.flesh, body.packets) = (Some(flesh), packets);
        }
    }
}

/// What of a body flows in a step, and to where.
struct Flows {
    springs: Vec<(u32, f32)>,
    triangles: Vec<(u32, [f32; 2])>,
}

impl Flows {
    fn of(body: &Body, particles: &Particles, plasticity: &Plasticity, dt: f32) -> Self {
        let (rest, size, first) = (body.rest(), body.tuning.size, body.first);
        let place = |i: u32| particles.position((first + i) as usize);
        let flesh = body.flesh.as_deref();
        let spring = |(index, &slot): (usize, &u32)| {
            let link = &rest.springs.list[slot as usize];
            let longer = flesh.and_then(|flesh| flesh.springs.get(index)).copied().unwrap_or(1.0);
            let (length, rest_length) = (place(link.a).distance(place(link.b)), link.rest_length * size);
            plasticity.flow_spring(link, longer, length, rest_length, dt).map(|longer| (index as u32, longer))
        };
        let triangle = |(index, &slot): (usize, &u32)| {
            let element = &rest.triangles.list[slot as usize];
            let set = flesh.and_then(|flesh| flesh.triangles.get(index)).copied().unwrap_or_default();
            let flowed = plasticity.flow_triangle(element, set, element.trio.points.map(place), dt);
            flowed.map(|set| (index as u32, set))
        };
        Self {
            springs: rest.springs.slot.iter().enumerate().filter_map(spring).collect(),
            triangles: rest.triangles.slot.iter().enumerate().filter_map(triangle).collect(),
        }
    }
}
