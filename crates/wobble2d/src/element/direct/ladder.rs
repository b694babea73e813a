//! Which matrix a body is solved with.
//!
//! | rung | matrix | while |
//! |---|---|---|
//! | constant | that of the rest shape, turned with the body | no element is turned against the body by more than 18° |
//! | round | one that resists the same in every direction | what is turned farther is soft, so that its lag is not felt |
//! | linearised | that of the present places, made anew | else; always for ropes, chains, cloth and sticks |
//!
//! All of them come to rest at the same place, so a body may change its rung at any time, and nothing has to be remembered: the rung is read off the places at the
//! beginning of each part of a step.

use super::material::{Pair, combine, conjugate_times, direction};
use crate::blueprint::Rest;

/// The cosine of the greatest local turn that the constant matrix is good for: eighteen degrees.
pub(super) const LEAST_COSINE: f64 = 0.951;

/// The same under TR-BDF2, which damps its errors less: ten degrees.
pub(super) const LEAST_COSINE_RINGING: f64 = 0.985;

/// Up to this stiffness, in units of mass over the square of the time constant, the round matrix lags by less than is seen.
pub(super) const MOST_ROUND: f64 = 30.0;

/// A rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rung {
    Constant,
    Round,
    /// Made anew in every substep.
    Linearised,
    /// Made anew in every part of a step.
    LinearisedOnce,
}

/// How a body is turned against its rest shape, as cosine and sine (eq. 48); unturned where no turn is the best.
pub(super) fn turn_of(rest: &Rest, masses: &[[f32; 2]], places: &[Pair]) -> Pair {
    let (mut total, mut centre, mut rest_centre) = (0.0, [0.0; 2], [0.0; 2]);
    let points = || rest.points.iter().zip(masses).zip(places);
    for ((point, mass), place) in points() {
        let (m, q) = (f64::from(mass[1]), point.position.as_dvec2());
        total += m;
        centre = [centre[0] + m * place[0], centre[1] + m * place[1]];
        rest_centre = [rest_centre[0] + m * q.x, rest_centre[1] + m * q.y];
    }
    let (centre, rest_centre) = (centre.map(|sum| sum / total), rest_centre.map(|sum| sum / total));
    let mut sum = [0.0; 2];
    for ((point, mass), place) in points() {
        let (m, q) = (f64::from(mass[1]), point.position.as_dvec2());
        let q = [m * (q.x - rest_centre[0]), m * (q.y - rest_centre[1])];
        let turned = conjugate_times(q, [place[0] - centre[0], place[1] - centre[1]]);
        sum = [sum[0] + turned[0], sum[1] + turned[1]];
    }
    let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    if length > 0.0 && length < f64::MAX { sum.map(|part| part / length) } else { [1.0, 0.0] }
}

/// The least cosine of the angle by which an element is turned against the body.
pub(super) fn least_cosine(rest: &Rest, turn: Pair, places: &[Pair]) -> f64 {
    let mut least: f64 = 1.0;
    for element in &rest.triangles.list {
        let trio = &element.trio;
        let frame = combine(trio.frame, trio.points.map(|point| places[point as usize]));
        let length = (frame[0] * frame[0] + frame[1] * frame[1]).sqrt();
        least = least.min((frame[0] * turn[0] + frame[1] * turn[1]) / length.max(1e-30));
    }
    if rest.triangles.list.is_empty() {
        for link in &rest.springs.list {
            let [a, b] = [link.a, link.b].map(|point| rest.points[point as usize].position.as_dvec2().to_array());
            let (at_rest, _) = direction(a, b);
            let (now, _) = direction(places[link.a as usize], places[link.b as usize]);
            let [cosine, _] = conjugate_times(turn, conjugate_times(at_rest, now));
            least = least.min(cosine);
        }
    }
    least
}

/// The time constant that a factor is made for: the least of a ladder in steps of √2 that is not shorter than what is asked for. A factor serves every shorter
/// substep, `A d = h² b`: what is soft moves as it would, what is stiff lags a little. `[s]`
pub(super) fn time_for(asked: f64) -> f64 {
    let enough = asked * (1.0 - 1e-6);
    let mut time = 1.0 / 60.0;
    // No step is that long or short; the loops end for any number.
    for _ in 0..80 {
        if time < enough {
            time *= core::f64::consts::SQRT_2;
        } else if time * core::f64::consts::FRAC_1_SQRT_2 >= enough {
            time *= core::f64::consts::FRAC_1_SQRT_2;
        }
    }
    time
}

#[cfg(test)]
mod tests {
    use super::time_for;

    #[test]
    fn the_default_substep_is_on_the_ladder() {
        for substeps in [1u8, 2, 4, 8, 16] {
            let h = f64::from(1.0f32 / 60.0 / f32::from(substeps));
            assert!((time_for(h) / h - 1.0).abs() < 1e-6, "{substeps}");
        }
    }

    #[test]
    fn no_factor_is_made_for_a_shorter_substep_nor_for_a_much_longer_one() {
        let mut h = 1e-7;
        while h < 2.0 {
            let ratio = time_for(h) / h;
            assert!((0.999_998..1.4143).contains(&ratio), "{h}: {ratio}");
            h *= 1.013;
        }
    }
}
