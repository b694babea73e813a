//! Outlines that can be outlines: no place twice, no edge across another.

use crate::problem::Problem;
use glam::Vec2;

/// What is wrong with a closed or open row of corners, if something is.
pub(crate) fn check(corners: &[Vec2], closed: bool, path: &str) -> Option<Problem> {
    let n = corners.len();
    let edges: Vec<(Vec2, Vec2)> = (0..if closed { n } else { n - 1 }).map(|k| (corners[k], corners[(k + 1) % n])).collect();
    if let Some(k) = edges.iter().position(|(a, b)| a == b) {
        let rule = format!("must not have two neighbours at one place, as corners {k} and {}", (k + 1) % n);
        return Some(Problem::new(path, rule, "leave one of them out").value(format!("[{}, {}]", corners[k].x, corners[k].y)));
    }
    if !closed {
        return None;
    }
    let (first, second) = crossing(&edges)?;
    let rule = format!("must not cross itself: the edges from corner {first} and from corner {second} do");
    Some(Problem::new(path, rule, "list the corners in the order in which one walks around the shape"))
}

/// Two edges that cross, if there are some.
fn crossing(edges: &[(Vec2, Vec2)]) -> Option<(usize, usize)> {
    let n = edges.len();
    for i in 0..n {
        let (a, b) = edges[i];
        let (low, high) = (a.min(b), a.max(b));
        for (j, &(c, d)) in edges.iter().enumerate().skip(i + 2).filter(|(j, _)| (j + 1) % n != i) {
            let apart = c.min(d).cmpgt(high).any() || c.max(d).cmplt(low).any();
            if !apart && side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0 {
                return Some((i, j));
            }
        }
    }
    None
}

/// On which side of the line from a to b a place is: positive on the left.
fn side(a: Vec2, b: Vec2, p: Vec2) -> f64 {
    let (along, away) = ((b - a).as_dvec2(), (p - a).as_dvec2());
    along.perp_dot(away).signum() * f64::from(u8::from(along.perp_dot(away) != 0.0))
}

/// Twice the signed area; positive when the corners run counter-clockwise. `[m²]`
pub(crate) fn twice_area(corners: &[Vec2]) -> f32 {
    let n = corners.len();
    (0..n).map(|k| (corners[k] - corners[0]).perp_dot(corners[(k + 1) % n] - corners[0])).sum()
}

#[cfg(test)]
mod tests {
    use super::check;
    use glam::{Vec2, vec2};

    fn problem(corners: &[[f32; 2]], closed: bool) -> Option<String> {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| corner.into()).collect();
        check(&corners, closed, "x").map(|problem| problem.rule)
    }

    #[test]
    fn a_square_is_fine_and_a_bow_tie_crosses_itself() {
        assert_eq!(problem(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], true), None);
        let bow_tie = problem(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]], true).expect("a problem");
        assert_eq!(bow_tie, "must not cross itself: the edges from corner 0 and from corner 2 do");
    }

    #[test]
    fn an_outline_that_touches_itself_crosses_itself() {
        assert!(problem(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 2.0]], true).is_some());
    }

    #[test]
    fn a_concave_star_is_fine() {
        let corner = |k: usize| {
            let (radius, angle) = (if k.is_multiple_of(2) { 1.0 } else { 0.4 }, k as f32 * core::f32::consts::PI / 5.0);
            vec2(radius * libm::cosf(angle), radius * libm::sinf(angle))
        };
        let star: Vec<Vec2> = (0..10).map(corner).collect();
        assert_eq!(check(&star, true, "x"), None);
    }

    #[test]
    fn two_corners_at_one_place_are_refused_in_open_rows_too() {
        assert!(problem(&[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]], false).is_some());
        assert_eq!(problem(&[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]], false), None);
    }
}
