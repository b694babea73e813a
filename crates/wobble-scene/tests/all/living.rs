//! Scenes that move by themselves: that they get where they are said to get.

use wobble_scene::{Built, Scene, gallery};
use wobble2d::glam::Vec2;
use wobble2d::{BodyView, Event, World};

/// `[s]`
const STEP: f32 = 1.0 / 60.0;

fn scene(name: &str) -> Scene {
    gallery::find(name).unwrap().scene()
}

/// Runs for some seconds; nothing may explode.
fn run(world: &mut World, seconds: f32) {
    for _ in 0..(seconds / STEP) as u32 {
        world.step(STEP);
        let frozen = world.events().iter().find(|event| matches!(event, Event::Frozen { .. }));
        assert!(frozen.is_none(), "{frozen:?}");
    }
}

fn body<'w>(built: &'w Built, name: &str) -> BodyView<'w> {
    built.world.body(built.bodies(name)[0]).unwrap()
}

/// How far the centre of a body goes in some seconds.
fn way(scene: &Scene, name: &str, seconds: f32) -> Vec2 {
    let mut built = scene.build().unwrap();
    let start = body(&built, name).centre();
    run(&mut built.world, seconds);
    body(&built, name).centre() - start
}

#[test]
fn the_soft_car_climbs_its_three_hills() {
    let mut built = scene("soft-car").build().unwrap();
    let (mut highest, mut seconds) = (0.0f32, 0);
    while body(&built, "car").centre().x < 21.5 {
        run(&mut built.world, 1.0);
        highest = highest.max(body(&built, "car").centre().y);
        seconds += 1;
        assert!(seconds <= 18, "it is only at {}", body(&built, "car").centre());
    }
    // The third hill is 1.5 m high.
    assert!(highest > 2.0, "it was never higher than {highest} m");
    run(&mut built.world, 36.0 - seconds as f32);
    assert!(body(&built, "car").centre().x < 1.0, "it did not come back: {}", body(&built, "car").centre());
}

#[test]
fn the_inchworm_moves_by_more_than_its_length_in_ten_seconds() {
    let built = scene("inchworm").build().unwrap();
    let (low, high) = body(&built, "worm").bounding_box();
    let length = high.x - low.x;
    let moved = way(&scene("inchworm"), "worm", 10.0).x;
    assert!(moved > length, "{moved} m for a length of {length} m");
}

#[test]
fn the_swimmer_swims_in_water_and_not_in_a_vacuum() {
    let in_water = way(&scene("swimmer"), "squid", 8.0);
    assert!(in_water.x > 2.0 && in_water.y.abs() < 0.2, "{in_water}");
    let mut without = scene("swimmer");
    without.set("fields.drag", "0").unwrap();
    // Nor is there a wall to push off from.
    without.set("settings.bounds", "null").unwrap();
    let in_vacuum = way(&without, "squid", 8.0);
    assert!(in_vacuum.length() < 1e-3, "{in_vacuum}");
}

#[test]
fn the_walking_frame_walks_five_metres_and_stays_on_its_feet() {
    let mut built = scene("walking-frame").build().unwrap();
    let start = body(&built, "walker").centre();
    for second in 1..=15 {
        run(&mut built.world, 1.0);
        let height = body(&built, "walker").centre().y;
        assert!(height > 0.7, "it has fallen after {second} s: {height} m");
    }
    let walked = body(&built, "walker").centre().x - start.x;
    assert!(walked > 5.0, "{walked} m");
}

#[test]
fn clay_balls_keep_their_dents() {
    let mut built = scene("clay-ball").build().unwrap();
    run(&mut built.world, 10.0);
    for name in ["clay", "second", "third", "fourth"] {
        let ball = body(&built, name);
        let springs = ball.blueprint().springs();
        let longer = |(index, &([a, b], _)): (usize, &([u32; 2], wobble2d::Spring))| {
            let points = ball.blueprint().points();
            ball.rest_length(index as u32).unwrap() / points[a as usize].position.distance(points[b as usize].position)
        };
        let most = springs.iter().enumerate().map(longer).fold(1.0f32, f32::max);
        assert!(most > 1.1 && most < 1.41, "{name}: its most stretched spring is {most} times as long for good");
        assert!((ball.area() / ball.rest_area() - 1.0).abs() < 0.1, "{name}: {} of {} m²", ball.area(), ball.rest_area());
        assert!(ball.work().flow < 0.0);
    }
    // What still rolls is not braked.
    assert!(built.world.rms_speed() < 0.03, "{} m/s", built.world.rms_speed());
}

#[test]
fn the_bridge_carries_what_is_light_and_breaks_under_the_rock() {
    let mut built = scene("breakable-bridge").build().unwrap();
    let welds = built.world.joints().count();
    run(&mut built.world, 1.0);
    assert_eq!(built.world.joints().count(), welds);
    run(&mut built.world, 6.0);
    let left = built.world.joints().count();
    assert!(left < welds && left > 0, "{left} of {welds} welds are left");
    assert!(body(&built, "rock").centre().y < 2.0, "the rock lies on the bridge");

    let mut built = scene("breakable-bridge").build().unwrap();
    let rock = built.bodies("rock")[0];
    built.world.remove(rock).unwrap();
    run(&mut built.world, 10.0);
    assert_eq!(built.world.joints().count(), welds);
}

#[test]
fn ragdolls_tumble_down_and_stay_whole() {
    let mut built = scene("ragdoll").build().unwrap();
    run(&mut built.world, 10.0);
    assert!(body(&built, "b torso").centre().y < 1.0, "it is still up at {}", body(&built, "b torso").centre());
    for joint in built.world.joints() {
        let [least, greatest] = joint.joint().angles.unwrap();
        // A limb that something lies on gives way a little.
        let angle = joint.angle();
        assert!(angle > least - 0.2 && angle < greatest + 0.2, "an angle of {angle} beyond [{least}, {greatest}]");
    }
    assert!(built.world.rms_speed() < 0.1, "{} m/s", built.world.rms_speed());
}
