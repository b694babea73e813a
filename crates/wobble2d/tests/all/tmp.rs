use glam::vec2;
use wobble2d::blueprint::Mesh;
use wobble2d::*;
#[test]
fn dbg_stack() {
    let mut world = World::new();
    let corners = [vec2(-20.0, -2.0), vec2(20.0, -2.0), vec2(20.0, 0.0), vec2(-20.0, 0.0)];
    let ground = Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap();
    world.add(BodyDef::new(&ground)).unwrap();
    let blueprint = Mesh::rectangle(1.0, 1.0).of(Material::STEEL).build().unwrap();
    let ids: Vec<_> = (0..5)
        .map(|k| world.add(BodyDef::new(&blueprint).at(if k % 2 == 0 { 0.002 } else { -0.002 }, 0.5 + k as f32)).unwrap())
        .collect();
    for step in 0..3600 {
        world.step(1.0 / 60.0);
        if step % 300 == 0 || step < 12 {
            println!(
                "{step} {:?}",
                ids.iter()
                    .map(|&id| {
                        let b = world.body(id).unwrap();
                        (b.centre().x * 1000.0, b.centre().y, b.mean_velocity().length())
                    })
                    .collect::<Vec<_>>()
            );
        }
    }
}
