//! The teaching scenes against their closed forms. A tolerance is never a guess: the comment beside it says where it comes from.

use wobble_scene::{Built, Scene, gallery};

fn scene(name: &str) -> Scene {
    gallery::find(name).unwrap().scene()
}

/// The distance from the closed form after a time. `[s]`, `[m]`
fn error(scene: &Scene, seconds: f64) -> f64 {
    let Built { mut world, references, .. } = scene.build().unwrap();
    (0..(seconds * 60.0).round() as u32).for_each(|_| world.step(1.0 / 60.0));
    references[0].error(&world).unwrap()
}

fn error_with(name: &str, method: &str, substeps: u32, seconds: f64) -> f64 {
    let mut scene = scene(name);
    scene.set("settings.method", method).unwrap();
    scene.set("settings.substeps", &substeps.to_string()).unwrap();
    error(&scene, seconds)
}

#[test]
fn a_law_begins_where_the_simulation_begins() {
    for name in ["pendulum", "oscillator", "orbit", "euler-vs-verlet", "euler-vs-verlet-projectile"] {
        assert!(error(&scene(name), 0.0) < 1e-6, "{name}");
    }
}

#[test]
fn the_pendulum_follows_the_exact_arc() {
    // The wire gives by 3 m g / k = 0.15 mm at most, 0.0074 % of the swing's time; at 3.5 m/s that is 1.3 mm after five seconds.
    let error = error(&scene("pendulum"), 5.0);
    assert!(error < 3e-3, "{error}");
}

#[test]
fn the_school_formula_is_visibly_wrong_at_this_angle() {
    let built = scene("pendulum").build().unwrap();
    let school = core::f64::consts::TAU * (1.0f64 / 9.81).sqrt();
    assert!((built.references[0].period().unwrap() / school - 1.18).abs() < 0.001);
}

#[test]
fn the_oscillator_follows_the_damped_cosine() {
    // Velocity Verlet damps with the velocity before the kick, an error of first order: ½ h γ² t of the swing of 0.33 m, here 0.02 mm, and
    // of second order in the phase, (h ω)² ω t / 24, here 0.15 mm.
    let error = error(&scene("oscillator"), 5.0);
    assert!(error < 3e-4, "{error}");
}

#[test]
fn the_orbit_stays_on_keplers_ellipse() {
    // Second order at 960 substeps a second. At its fastest, nearest place ω = 3.3/s: (h ω)²/24 of the way, 0.02 mm a turn of 8 m.
    let error = error(&scene("orbit"), 10.0);
    assert!(error < 3e-4, "{error}");
    let built = scene("orbit").build().unwrap();
    let period = built.references[0].period().unwrap();
    let back = built.references[0].position(period).unwrap().distance(built.references[0].position(0.0).unwrap());
    assert!(back < 1e-9);
}

#[test]
fn the_beam_bends_as_euler_bernoulli_and_timoshenko_say() {
    let scene = scene("cantilever-beam");
    let tip = scene.build().unwrap().references[0].curve(0.0, 1)[1].y;
    let error = error(&scene, 20.0);
    // The law is for small bends; at a tip that hangs down by a fourteenth of the length, the arm is shorter by (1/14)², half a per cent.
    assert!((-0.25..-0.15).contains(&tip), "{tip}");
    assert!(error < 0.02 * tip.abs(), "{error} of {tip}");
}

#[test]
fn the_chain_hangs_in_a_catenary() {
    let mut scene = scene("catenary");
    // Sixty straight links cut the corners of the curve by s²κ/8, 0.3 mm; XPBD's sticks give a little, by less the more substeps there are.
    let coarse = error(&scene, 20.0);
    assert!(coarse < 5e-3, "{coarse}");
    scene.set("settings.substeps", "128").unwrap();
    let fine = error(&scene, 20.0);
    assert!(fine < 0.5 * coarse, "{coarse} → {fine}");
}

#[test]
fn a_law_follows_the_scene_when_the_scene_is_changed() {
    let mut moon = scene("pendulum");
    moon.set("fields.gravity[1]", "-1.62").unwrap();
    let period = |scene: &Scene| scene.build().unwrap().references[0].period().unwrap();
    assert!((period(&moon) / period(&scene("pendulum")) - (9.81f64 / 1.62).sqrt()).abs() < 1e-6);
    let error = error(&moon, 5.0);
    assert!(error < 3e-3, "{error}");
}

#[test]
fn the_comet_shows_the_orders_1_1_2_2_4() {
    // From nearest the sun for a tenth of a second. Each pair of substeps is where the leading term rules and floats do not yet.
    for (method, [coarse, fine], expected) in [
        ("explicit-euler", [8, 16], 1.0),
        ("semi-implicit-euler", [8, 16], 1.0),
        ("position-verlet", [4, 8], 2.0),
        ("velocity-verlet", [4, 8], 2.0),
        ("rk4", [2, 4], 4.0),
    ] {
        let [coarse, fine] = [coarse, fine].map(|substeps| error_with("euler-vs-verlet", method, substeps, 0.1));
        let order = libm::log2(coarse / fine);
        assert!((order - expected).abs() < 0.15, "{method}: order {order:.2}, errors {coarse:.2e} and {fine:.2e}");
    }
}

#[test]
fn verlet_hits_the_parabola_and_euler_misses_it_on_either_side() {
    // First order: half a substep's fall, ½ g t h = 0.0818 m after a second in sixty steps.
    for (method, expected) in
        [("explicit-euler", 0.081_75), ("semi-implicit-euler", 0.081_75), ("velocity-verlet", 0.0), ("rk4", 0.0)]
    {
        let error = error_with("euler-vs-verlet-projectile", method, 1, 1.0);
        assert!((error - expected).abs() < 2e-4, "{method}: {error}");
    }
}
