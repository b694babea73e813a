use glam::vec2;
use wobble2d::blueprint::*;
use wobble2d::*;
fn watch(mut world: World, name: &str) {
    for step in 0..600 {
        world.step(1.0 / 60.0);
        for e in world.events() { println!("{name} {step} {e:?}"); }
        if step < 20 || step % 100 == 0 { println!("{name} {step} E {:.4} v {:.3}", world.energy().total(), world.rms_speed()); }
    }
}
#[test]
fn dbg_rope() {
    for k in 0..3 {
        let mut world = World::new();
        let b = match k {
            0 => Chain { from: vec2(-1.0, 4.0), to: vec2(1.0, 4.0), links: 20, slack: 1.3, ..Chain::default() }.build().unwrap(),
            1 => Rope { ..Rope::default() }.build().unwrap(),
            _ => Rope { pinned: [true, false], ..Rope::default() }.build().unwrap(),
        };
        world.add(BodyDef::new(&b)).unwrap();
        watch(world, &format!("case{k}"));
    }
}
