//! From a world to a list of shapes.

mod links;
mod marks;
mod outline;
mod overlay;
mod room;
mod sketch;

use crate::list::DrawList;
use crate::view::View;
use glam::Vec2;
use sketch::{Sketch, Tracer};
use wobble2d::{BodyView, World};

/// What a world looks like: its room, its bodies in the order in which they were added, what holds them, and the overlays.
pub fn draw(world: &World, view: &View) -> DrawList {
    let mut list = room::draw(world.settings().bounds, view);
    let pixels = pixels(world, view);
    let sketches = sketches(world, &pixels, view);
    let mut tracer = Tracer::default();
    for sketch in &sketches {
        if sketch.body.blueprint().loops().is_empty() {
            links::draw(sketch, view, &mut tracer, &mut list);
        } else {
            outline::draw(sketch, view, world.time(), &mut tracer, &mut list);
        }
    }
    marks::draw_pins(&sketches, view, &mut list);
    marks::draw_joints(world, view, &mut list);
    marks::draw_grabs(world, view, &mut list);
    overlay::draw(world, &sketches, view, &mut list);
    list
}

/// Where all points of all bodies are, body after body: one list for all of them, since a thousand lists take longer to make than to fill. `[px]`
fn pixels(world: &World, view: &View) -> Vec<Vec2> {
    let mut pixels = Vec::with_capacity(world.particles().len());
    for body in world.bodies() {
        let points = 0..body.state().len() as u32;
        pixels.extend(points.map(|index| view.camera.to_pixels(body.position_between(index, view.part))));
    }
    pixels
}

/// The bodies of which something can be seen.
fn sketches<'s>(world: &'s World, mut pixels: &'s [Vec2], view: &View) -> Vec<Sketch<'s>> {
    let mut sketches = Vec::with_capacity(world.body_count());
    for (place, body) in world.bodies().enumerate() {
        let (own, others) = pixels.split_at(body.state().len());
        pixels = others;
        sketches.extend(Sketch::new(body, own, stem(world, body, place), view));
    }
    sketches
}

/// The place of the body that a piece was torn off, so that both have one colour; else its own.
fn stem(world: &World, body: BodyView<'_>, place: usize) -> usize {
    let whole = body.torn_from().and_then(|id| world.bodies().position(|other| other.id() == id));
    whole.unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::list::{Paint, Shape, Stroke};
    use crate::{DrawList, Overlays, View};
    use glam::{Vec2, vec2};
    use wobble2d::blueprint::{Ball, Balloon, Chain, Cloth, Lattice, Rope, StickPolygon, Truss, TwoLayerRing};
    use wobble2d::{Blueprint, BodyDef, PointId, World};

    fn world_of(blueprint: wobble2d::Result<Blueprint>) -> World {
        let mut world = World::new();
        world.add(BodyDef::new(&blueprint.expect("a valid blueprint"))).expect("a valid body");
        world
    }

    fn picture(blueprint: wobble2d::Result<Blueprint>) -> DrawList {
        let world = world_of(blueprint);
        draw(&world, &View { grid: false, ..View::fit(&world, [400, 300]) })
    }

    fn fills(list: &DrawList) -> usize {
        list.shapes.iter().filter(|shape| matches!(shape, Shape::Fill(_))).count()
    }

    fn strokes(list: &DrawList) -> Vec<&Stroke> {
        list.shapes.iter().filter_map(|shape| if let Shape::Stroke(stroke) = shape { Some(stroke) } else { None }).collect()
    }

    #[test]
    fn what_has_an_outline_is_filled_once_and_outlined() {
        let blueprints = [
            Ball::default().build(),
            Balloon::default().build(),
            Lattice::default().build(),
            TwoLayerRing::default().build(),
            StickPolygon::default().build(),
            Truss::default().build(),
        ];
        for blueprint in blueprints {
            let list = picture(blueprint);
            assert_eq!(fills(&list), 1);
            assert!(strokes(&list).iter().any(|stroke| stroke.closed));
        }
    }

    #[test]
    fn what_has_no_outline_is_drawn_by_its_links() {
        for blueprint in [Chain::default().build(), Rope::default().build()] {
            let list = picture(blueprint);
            assert_eq!(fills(&list), 0);
            assert!(strokes(&list).iter().any(|stroke| !stroke.closed));
        }
    }

    #[test]
    fn cloth_shows_its_threads() {
        let list = picture(Cloth::default().build());
        assert_eq!(fills(&list), 1);
        assert!(strokes(&list).iter().any(|stroke| !stroke.closed && stroke.lines.iter().len() > 10));
    }

    #[test]
    fn a_jelly_square_keeps_its_four_corners_and_a_ball_has_none() {
        // The picture's points lie on the corners of the square exactly, and its sides are straight: no point is added.
        let square = picture(Lattice::default().build());
        let Some(Shape::Fill(fill)) = square.shapes.first() else { panic!("a square is filled") };
        assert_eq!(fill.loops.points().len(), 20);
        let ball = picture(Ball { points: 16, ..Ball::default() }.build());
        let Some(Shape::Fill(fill)) = ball.shapes.first() else { panic!("a ball is filled") };
        assert!(fill.loops.points().len() > 32, "a ball of sixteen points is drawn round");
    }

    #[test]
    fn the_sides_of_a_stick_polygon_are_straight_however_many_it_has() {
        let list = picture(StickPolygon { corners: 12, ..StickPolygon::default() }.build());
        let Some(Shape::Fill(fill)) = list.shapes.first() else { panic!("a polygon is filled") };
        assert_eq!(fill.loops.points().len(), 12);
    }

    #[test]
    fn what_is_not_filled_still_has_its_edge() {
        for blueprint in [Ball::default().build(), Lattice::default().build(), Cloth::default().build()] {
            let world = world_of(blueprint);
            let list = draw(&world, &View { grid: false, filled: false, ..View::fit(&world, [400, 300]) });
            assert_eq!(fills(&list), 0);
            assert!(strokes(&list).iter().any(|stroke| stroke.closed));
        }
    }

    #[test]
    fn supports_are_hidden_until_asked_for() {
        let world = world_of(Cloth::default().build());
        let view = View { grid: false, ..View::fit(&world, [400, 300]) };
        let length = |list: &DrawList| -> f32 {
            let lines = strokes(list).into_iter().flat_map(|stroke| stroke.lines.iter());
            lines.map(|line| line.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>()).sum()
        };
        let shown = view.clone().overlays(Overlays { supports: true, ..Overlays::default() });
        assert!(length(&draw(&world, &shown)) > 2.0 * length(&draw(&world, &view)));
    }

    #[test]
    fn a_body_out_of_sight_is_not_drawn() {
        let mut world = world_of(Ball::default().build());
        let view = View { grid: false, ..View::fit(&world, [400, 300]) };
        let body = world.bodies().next().expect("one body").id();
        assert!(!draw(&world, &view).shapes.is_empty());
        world.teleport(body, vec2(1e5, 0.0)).expect("a valid place");
        assert!(draw(&world, &view).shapes.is_empty());
    }

    #[test]
    fn a_ball_that_is_squashed_is_lit_as_before() {
        let mut world = world_of(Ball::default().build());
        let view = View { grid: false, ..View::fit(&world, [400, 300]) };
        let body = world.bodies().next().expect("one body").id();
        for index in 0..Ball::default().points {
            let place = world.body(body).expect("it is there").position(index);
            world.place_point(PointId { body, index }, place * vec2(1.0, 0.2)).expect("a valid place");
        }
        let list = draw(&world, &view);
        let Some(Shape::Fill(fill)) = list.shapes.first() else { panic!("a ball is filled") };
        assert!(matches!(fill.paint, Paint::Radial { .. }), "a change of lighting would blink");
    }

    #[test]
    fn pieces_have_the_colour_of_the_whole_and_loose_threads_are_drawn() {
        let mut world = world_of(Lattice { columns: 9, rows: 5, spacing: 0.1, ..Lattice::default() }.build());
        let view = View { grid: false, ..View::fit(&world, [400, 300]) };
        world.cut(vec2(0.05, -1.0), vec2(0.06, 1.0)).expect("a valid cut");
        let colours: Vec<_> =
            strokes(&draw(&world, &view)).iter().filter(|stroke| stroke.closed).map(|stroke| stroke.colour).collect();
        assert_eq!(colours.len(), 2);
        assert_eq!(colours[0], colours[1]);
        // Two cuts across a corner leave its springs hanging.
        world.cut(vec2(-0.41, -0.15), vec2(-0.31, -0.15)).expect("a valid cut");
        let open = |list: &DrawList| strokes(list).iter().filter(|stroke| !stroke.closed).count();
        assert!(world.bodies().any(|body| !body.blueprint().strands().is_empty() && !body.blueprint().loops().is_empty()));
        assert!(open(&draw(&world, &view)) > 0);
    }

    #[test]
    fn a_lone_particle_can_be_seen() {
        let list = picture(Blueprint::builder().point(Vec2::ZERO, 1.0).build());
        assert!(list.shapes.iter().any(|shape| matches!(shape, Shape::Discs(_))));
    }

    #[test]
    fn every_overlay_adds_something() {
        let mut world = world_of(Ball::default().build());
        let ball = world.bodies().next().expect("one body").id();
        world.set_velocity(ball, vec2(1.0, 0.0), 0.0).expect("a valid velocity");
        let bending = Ball::default().build().expect("valid").springs()[30].1.support();
        let supported = world.bodies().next().expect("one").blueprint().to_builder().replace_spring(30, bending).build();
        world.set_blueprint(ball, &supported.expect("valid")).expect("the same points");
        let bounds = wobble2d::Bounds { friction: 9.0, ..wobble2d::Bounds::new(vec2(-5.0, -1.0), vec2(5.0, 5.0)) };
        world.set_settings(wobble2d::Settings { sleep: true, bounds: Some(bounds), ..*world.settings() }).expect("valid");
        let view = View::fit(&world, [400, 300]);
        for name in Overlays::NAMES {
            // Asleep after a while; pushed, it moves and leans.
            (0..1200).for_each(|_| world.step(1.0 / 60.0));
            if name != "sleep" {
                world.set_velocity(ball, vec2(1.0, -0.5), 0.0).expect("a valid velocity");
                world.step(1.0 / 60.0);
            }
            let plain = draw(&world, &view).shapes.len();
            let overlays = name.parse().expect("a known name");
            assert!(draw(&world, &view.clone().overlays(overlays)).shapes.len() > plain, "{name}");
        }
    }

    #[test]
    fn pins_and_grabs_are_marked() {
        let mut world = world_of(Ball::default().build());
        let view = View::fit(&world, [400, 300]);
        let point = PointId { body: world.bodies().next().expect("one body").id(), index: 3 };
        let plain = draw(&world, &view).shapes.len();
        world.pin(point, true).expect("a point of the ball");
        let pinned = draw(&world, &view).shapes.len();
        assert!(pinned > plain);
        world.grab(point, vec2(1.0, 1.0)).expect("a point of the ball");
        assert!(draw(&world, &view).shapes.len() > pinned);
    }
}
