//! Whatever is thrown at it: no panic, no number that is none, no energy from nowhere.

use crate::common;

use glam::{Vec2, vec2};
use proptest::prelude::*;
use wobble2d::{
    Area, Bend, Blueprint, BodyDef, Bounds, Event, Fields, Gas, GasLaw, Limit, Method, PointId, Pointer, Settings, Shape, Spring,
    Stick, Tearing, Triangle, Tuning, World,
};

/// Mostly sensible numbers, now and then a wild one.
fn number(low: f32, high: f32) -> impl Strategy<Value = f32> {
    let wild = prop_oneof![
        Just(0.0f32),
        Just(-1.0),
        Just(f32::NAN),
        Just(f32::INFINITY),
        Just(f32::MIN_POSITIVE),
        Just(1e12),
        Just(-1e30),
        Just(f32::MAX)
    ];
    prop_oneof![12 => low..high, 1 => wild]
}

fn place(size: f32) -> impl Strategy<Value = Vec2> {
    (number(-size, size), number(-size, size)).prop_map(|(x, y)| vec2(x, y))
}

fn method() -> impl Strategy<Value = Method> {
    prop::sample::select(Method::ALL.to_vec())
}

prop_compose! {
    /// A blueprint of anything, often one that the builder must refuse.
    fn any_blueprint()(
        points in prop::collection::vec((place(1.0), number(0.01, 10.0), any::<bool>()), 1..12),
        springs in prop::collection::vec((0u32..13, 0u32..13, number(0.0, 1e5), number(0.0, 100.0), any::<bool>()), 0..30),
        sticks in prop::collection::vec((0u32..13, 0u32..13), 0..8),
        outline in prop::option::of(3u32..12),
        gas in prop::option::of((any::<bool>(), number(0.1, 1e4), number(0.0, 10.0))),
        area in prop::option::of((number(1.0, 1e5), number(0.5, 2.0))),
        triangles in prop::collection::vec(([0u32..12, 0u32..12, 0u32..12], number(1.0, 1e5), number(-0.5, 0.9), number(0.0, 10.0)), 0..4),
        shape in prop::option::of((prop::option::of(number(0.1, 1e3)), number(0.0, 10.0), number(0.0, 2.0))),
        bends in prop::collection::vec(([0u32..12, 0u32..12, 0u32..12], number(1e-3, 1e3), number(0.0, 1.0)), 0..4),
        tearing in prop::option::of((number(0.01, 2.0), number(0.1, 1e3), number(0.0, 1.0))),
    ) -> wobble2d::Result<Blueprint> {
        let mut builder = Blueprint::builder();
        for (i, (position, mass, pinned)) in points.iter().enumerate() {
            builder = builder.point(*position, *mass);
            if *pinned && i % 3 == 0 {
                builder = builder.pin([i as u32]);
            }
        }
        for (a, b, stiffness, damping, rope) in springs {
            let spring = Spring { rope, ..Spring::new(stiffness).damped(damping) };
            builder = builder.spring(a, b, spring);
        }
        for (a, b) in sticks {
            builder = builder.stick(a, b, Stick::default());
        }
        for (corners, young, poisson, damping) in triangles {
            // One way round or the other is counter-clockwise.
            let [a, b, c] = corners.map(|i| points.get(i as usize).map_or(Vec2::ZERO, |point| point.0));
            let [i, j, k] = corners;
            let corners = if (b - a).perp_dot(c - a) > 0.0 { [i, j, k] } else { [i, k, j] };
            builder = builder.triangle(corners, Triangle { young, poisson, damping });
        }
        for (three, stiffness, damping) in bends {
            builder = builder.bend(three, Bend { stiffness, damping });
        }
        if let Some((rate, damping, forgets)) = shape {
            builder = builder.shape(Shape { rate, damping, forgets });
        }
        if let Some(count) = outline {
            builder = builder.outline(0..count);
        }
        if let Some((vacuum, amount, viscosity)) = gas {
            let law = if vacuum { GasLaw::Vacuum } else { GasLaw::Atmosphere };
            builder = builder.gas(Gas { law, amount, viscosity });
        }
        if let Some((stiffness, inflation)) = area {
            builder = builder.area(Area { stiffness, inflation });
        }
        if let Some((strain, force, puncture)) = tearing {
            let limit = Limit { strain: Some(strain), force: Some(force) };
            builder = builder.tearing(Tearing { springs: limit, sticks: limit, bends: limit, triangles: limit, puncture });
        }
        builder.build()
    }
}

prop_compose! {
    fn any_settings()(
        method in method(),
        substeps in 0u32..40,
        stick_iterations in 0u32..8,
        bounds in prop::option::of((place(5.0), place(5.0), number(0.0, 1.0), number(0.0, 2.0))),
        speed_limit in number(1.0, 1e5),
    ) -> Settings {
        let bounds = bounds.map(|(min, max, restitution, friction)| Bounds { min, max, restitution, friction });
        Settings { method, substeps, stick_iterations, bounds, speed_limit, ..Settings::default() }
    }
}

prop_compose! {
    fn any_fields()(
        gravity in place(20.0),
        drag in number(0.0, 10.0),
        damping in number(0.0, 10.0),
        wind in place(20.0),
        pointer in prop::option::of((place(5.0), number(-100.0, 100.0), number(0.0, 1.0))),
    ) -> Fields {
        let pointer = pointer.map(|(position, strength, core)| Pointer { position, strength, core });
        Fields { gravity, drag, damping, wind, pointer, ..Fields::default() }
    }
}

proptest! {
    #![proptest_config(common::cases(1500))]

    #[test]
    fn nothing_panics_and_no_number_that_is_none_leaves_a_step(
        blueprints in prop::collection::vec(any_blueprint(), 1..5),
        copies in 1usize..4,
        settings in any_settings(),
        fields in any_fields(),
        starts in prop::collection::vec((place(5.0), number(-10.0, 10.0), place(30.0), number(-20.0, 20.0)), 12),
        tunings in prop::collection::vec((number(0.1, 3.0), number(0.0, 3.0), number(0.0, 3.0), number(0.0, 3.0)), 12),
        pull in place(10.0),
        dts in prop::collection::vec(number(1e-6, 1.0), 6),
    ) {
        let mut world = World::new();
        // A refused setting leaves the world as it was; an accepted one must be harmless.
        let _ = world.set_settings(settings);
        let _ = world.set_fields(fields);
        let mut added = Vec::new();
        for (k, blueprint) in blueprints.iter().flatten().flat_map(|blueprint| (0..copies).map(move |_| blueprint)).enumerate() {
            let (position, angle, velocity, spin) = starts[k % 12];
            let (size, stiffness, damping, gas) = tunings[k % 12];
            let tuning = Tuning { size, stiffness, damping, gas };
            let def = BodyDef { position, angle, velocity, spin, tuning, ..BodyDef::new(blueprint) };
            added.extend(world.add(def));
        }
        if let Some(&body) = added.first() {
            let _ = world.grab(PointId { body, index: 0 }, pull);
            let _ = world.impulse(PointId { body, index: 1 }, pull);
            let _ = world.teleport(body, pull);
        }
        for (k, dt) in dts.into_iter().enumerate() {
            world.step(dt);
            let _ = world.cut(starts[k].0, pull);
            for record in world.particles() {
                prop_assert!(record.iter().all(|value| value.is_finite()), "{record:?}");
            }
            let speed = world.settings().speed_limit;
            for [_, _, vx, vy] in world.particles() {
                prop_assert!((vx * vx + vy * vy).sqrt() <= speed * 1.001, "faster than the limit");
            }
        }
        let again = World::restore(&world.save());
        prop_assert!(again.is_ok_and(|again| again.state_hash() == world.state_hash()));
    }

    #[test]
    fn a_random_body_at_rest_gains_no_energy_under_xpbd(
        positions in prop::collection::vec(place(1.0).prop_filter("finite", |p| p.x.abs() <= 1.0 && p.y.abs() <= 1.0), 3..10),
        masses in prop::collection::vec(0.05f32..2.0, 10),
        extra in prop::collection::vec((0u32..10, 0u32..10), 5..45),
        log_stiffness in 0.0f32..9.0,
        substeps in 1u32..20,
    ) {
        let count = positions.len() as u32;
        let mut builder = Blueprint::builder();
        for (position, mass) in positions.iter().zip(&masses) {
            builder = builder.point(*position, *mass);
        }
        let stiffness = libm::powf(10.0, log_stiffness);
        let mut joined = std::collections::BTreeSet::new();
        for (a, b) in (0..count).map(|i| (i, (i + 1) % count)).chain(extra.iter().map(|&(a, b)| (a % count, b % count))) {
            if a != b && joined.insert((a.min(b), a.max(b))) {
                builder = builder.spring(a, b, Spring::new(stiffness));
            }
        }
        let blueprint = builder.build().unwrap();
        let mut world = common::empty_space(Method::Xpbd, substeps);
        let body = world.add(BodyDef::new(&blueprint)).unwrap();
        // At rest but for a breath, which gives instability something to grow from.
        for index in 0..count {
            let breath = 1e-3 * vec2(libm::sinf(7.3 * index as f32), libm::cosf(4.1 * index as f32));
            world.set_point_velocity(PointId { body, index }, breath).unwrap();
        }
        let start = world.energy().total();
        for _ in 0..300 {
            world.step(1.0 / 60.0);
        }
        let kinetic = world.energy().kinetic;
        prop_assert!(kinetic <= 1.05 * start + 1e-9, "{start:e} J became {kinetic:e} J with {} springs on {count} points", joined.len());
    }

    #[test]
    fn an_explicit_method_beyond_its_limit_ends_contained_and_warned(
        method in prop::sample::select(vec![
            Method::ExplicitEuler, Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet, Method::Rk4,
        ]),
        excess in 3.0f32..1000.0,
        columns in 2u32..6,
        rows in 2u32..6,
    ) {
        // A step of three to a thousand times the longest stable one.
        let blueprint = common::lattice(columns, rows, 500.0);
        let mut world = common::empty_space(Method::SemiImplicitEuler, 1);
        world.add(BodyDef::new(&blueprint).spinning(0.5)).unwrap();
        let longest = world.stability(common::only(&world).id()).unwrap().longest_substep.unwrap();
        world.set_settings(Settings { method, ..*world.settings() }).unwrap();
        let dt = excess * longest;
        prop_assert!(world.advice_for(common::only(&world).id(), dt).is_some());
        for step in 0..3000 {
            world.step(dt);
            prop_assert!(world.particles().iter().flatten().all(|value| value.is_finite()));
            let warns = |event: &Event| matches!(event, Event::Unstable(advice) if advice.method == method);
            prop_assert!(step > 0 || world.events().iter().any(warns), "no warning in the first step");
            // Some swing themselves up to a bounded chaos and never reach the limit; those that do are frozen in the same step.
            for event in world.events() {
                let Event::Frozen { cause, .. } = event else { continue };
                prop_assert!(cause.to_string().contains("too stiff"), "{cause:?}");
                prop_assert!(common::only(&world).frozen().is_some());
            }
        }
    }
}
