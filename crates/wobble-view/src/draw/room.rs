//! The room: the air between the bounds, its grid, and the walls around it.

use crate::lines::Lines;
use crate::list::{DrawList, Paint};
use crate::view::View;
use glam::{Vec2, vec2};
use wobble2d::Bounds;

/// The width of the walls' edge. `[px]`
const EDGE: f32 = 2.0;

/// Grid lines nearer than this would be a haze. `[px]`
const FINEST_GRID: f32 = 36.0;

/// How far off the picture a wall is put that is far away: near enough for exact arithmetic, too far to be seen. `[px]`
const OFF: f32 = 8.0;

/// Begins a picture with its background.
pub(super) fn draw(bounds: Option<Bounds>, view: &View) -> DrawList {
    let theme = &view.theme;
    let [width, height] = view.camera.size;
    let (low, high) = (Vec2::splat(-OFF), vec2(width as f32, height as f32) + OFF);
    let Some(bounds) = bounds else {
        let mut list = DrawList::new(view.camera.size, theme.air);
        draw_grid((low, high), view, &mut list);
        return list;
    };
    let mut list = DrawList::new(view.camera.size, theme.wall);
    let (left, bottom) = view.camera.to_pixels(bounds.min).clamp(low, high).into();
    let (right, top) = view.camera.to_pixels(bounds.max).clamp(low, high).into();
    let room = Lines::one([vec2(left, bottom), vec2(right, bottom), vec2(right, top), vec2(left, top)]);
    list.fill(room.clone(), Paint::Flat(theme.air));
    draw_grid((vec2(left, top), vec2(right, bottom)), view, &mut list);
    list.loops(room, EDGE, theme.wall_edge);
    list
}

/// Lines at round numbers of metres, inside a box of pixels.
fn draw_grid((low, high): (Vec2, Vec2), view: &View, list: &mut DrawList) {
    if !view.grid {
        return;
    }
    let camera = &view.camera;
    let step = grid_step(camera.scale);
    let (first, last) = (camera.to_world(vec2(low.x, high.y)) / step, camera.to_world(vec2(high.x, low.y)) / step);
    // Far from the origin a float cannot tell two lines apart; then there is nothing to draw, and no end to it.
    let lines_across = (last - first).max_element();
    if !(lines_across > 0.0 && lines_across < 1e4 && first.abs().max(last.abs()).max_element() < 1e6) {
        return;
    }
    let steps = |from: f32, to: f32| (from.ceil() as i32..=to.floor() as i32).map(move |k| k as f32 * step);
    let mut lines = Lines::default();
    for x in steps(first.x, last.x) {
        let x = camera.to_pixels(vec2(x, 0.0)).x.floor() + 0.5;
        lines.add([vec2(x, low.y), vec2(x, high.y)]);
    }
    for y in steps(first.y, last.y) {
        let y = camera.to_pixels(vec2(0.0, y)).y.floor() + 0.5;
        lines.add([vec2(low.x, y), vec2(high.x, y)]);
    }
    list.lines(lines, 1.0, view.theme.grid);
}

/// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not too fine. `[px/m]` to `[m]`
fn grid_step(scale: f32) -> f32 {
    let mut step = 1e-3;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(27) {
        if step * scale >= FINEST_GRID {
            break;
        }
        step *= factor;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::{draw, grid_step};
    use crate::list::Shape;
    use crate::{Camera, View};
    use glam::vec2;
    use wobble2d::Bounds;

    #[test]
    fn the_grid_is_at_round_numbers_and_not_too_fine() {
        assert!((grid_step(70.0) - 1.0).abs() < 1e-4);
        assert!((grid_step(30.0) - 2.0).abs() < 1e-4);
        assert!((grid_step(10.0) - 5.0).abs() < 1e-3);
        assert!((grid_step(1000.0) - 0.05).abs() < 1e-4);
        assert!(grid_step(f32::MIN_POSITIVE).is_finite());
    }

    #[test]
    fn without_walls_all_is_air() {
        let view = View::new(Camera::fit(vec2(0.0, 0.0), vec2(4.0, 3.0), [400, 300], 0.0));
        assert_eq!(draw(None, &view).background, view.theme.air);
    }

    #[test]
    fn a_wall_far_away_stays_within_reach_of_exact_arithmetic() {
        let view = View::new(Camera::fit(vec2(0.0, 0.0), vec2(4.0, 3.0), [400, 300], 0.0));
        let list = draw(Some(Bounds::new(vec2(-1e6, 0.0), vec2(1e6, 1e6))), &view);
        let Some(Shape::Fill(room)) = list.shapes.first() else { panic!("the room is filled") };
        assert_eq!(room.loops.bounding_box(), Some((vec2(-8.0, -8.0), vec2(408.0, 300.0))));
    }

    #[test]
    fn a_world_far_from_the_origin_is_drawn_without_endless_grid() {
        let view = View::new(Camera { centre: vec2(1e6, 1e6), scale: 1e6, size: [400, 300] });
        assert!(draw(None, &view).shapes.len() <= 1);
    }
}
