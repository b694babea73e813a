//! The order of a method: how fast its error shrinks with the step.
//!
//! A first-order method with half the step has half the error, a fourth-order one a sixteenth. That is seen only where the error is small
//! enough for its leading term to rule, and large enough not to drown in rounding. So steps are halved from coarse to fine until the errors
//! drown, and the finest pair above that is used.

use super::{Exact, Experiment};
use wobble2d::{Method, Result, Settings};

/// How the error of a method shrinks with its step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// The measured order; none if the errors never were between too large and too small.
    pub value: Option<f64>,
    /// Steps and errors, coarse to fine. `[s]`, `[m]`
    pub errors: Vec<[f64; 2]>,
}

/// Errors below this part of the motion's size, times the root of the number of steps, drown in the rounding of 32-bit numbers: thirty times
/// what one rounding does, so that what is above is right to a few per cent.
const NOISE: f64 = 2e-6;

/// Errors above this part of the motion's size are not ruled by their leading term.
const COARSE: f64 = 0.1;

/// Steps, in parts of the motion's pace: the coarsest, and how often they are halved at most.
const COARSEST: f64 = 0.5;
const HALVINGS: u32 = 12;

/// Over how long errors are measured, in parts of the motion's pace. Later, what an error does to the motion adds errors of its own.
const HORIZON: f64 = 2.0;

/// Measures the order of a method.
pub(super) fn measure(experiment: &Experiment<'_>, exact: Exact<'_>, pace: f64, method: Method) -> Result<Order> {
    let mut order = Order::default();
    for halving in 0..=HALVINGS {
        let step = COARSEST * pace / f64::from(1 << halving);
        let error = rms_error(experiment, exact, method, [step, HORIZON * pace])?;
        if error.is_finite() {
            order.errors.push([step, error]);
        }
        if error < exact.size * noise(step / pace) {
            break;
        }
    }
    let useful = |&[step, error]: &[f64; 2]| error >= exact.size * noise(step / pace) && error <= COARSE * exact.size;
    let pair = order.errors.windows(2).rev().find(|pair| pair.iter().all(useful));
    order.value = pair.map(|pair| libm::log2(pair[0][1] / pair[1][1]) / libm::log2(pair[0][0] / pair[1][0]));
    Ok(order)
}

/// What rounding does to a run whose steps are such a part of the motion's pace, as a part of its size.
fn noise(part: f64) -> f64 {
    NOISE * (HORIZON / part).sqrt()
}

fn rms_error(experiment: &Experiment<'_>, exact: Exact<'_>, method: Method, [step, seconds]: [f64; 2]) -> Result<f64> {
    let mut world = (experiment.world)();
    world.set_settings(Settings { method, substeps: 1, ..*world.settings() })?;
    let steps = (seconds / step).round() as u32;
    let mut squares = 0.0;
    for k in 1..=steps {
        world.step(step as f32);
        let error = (exact.error)(&world);
        // The trapezoidal rule, or coarse runs would weigh their ends too much.
        squares += if k == steps { 0.5 } else { 1.0 } * error * error;
    }
    Ok((squares / f64::from(steps)).sqrt())
}
