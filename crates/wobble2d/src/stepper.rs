//! From a game's uneven frames to the engine's even steps.

/// Turns the time that passed between two frames into a number of fixed steps.
///
/// The step never stretches: when the machine cannot keep up, the world runs slower than the clock, and [`Progress::dropped`] says by how much.
///
/// ```
/// use wobble2d::{Stepper, World};
///
/// let mut world = World::new();
/// let mut stepper = Stepper::new(1.0 / 60.0);
/// let progress = stepper.advance(0.040, |dt| world.step(dt)); // 40 ms have passed
/// assert_eq!(progress.steps, 2);
/// assert!((progress.part - 0.4).abs() < 1e-3); // draw 40 % of the way between the last two states
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepper {
    step: f32,
    most_steps: u32,
    owed: f64,
}

/// What an [`advance`](Stepper::advance) did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many steps were made.
    pub steps: u32,
    /// How far the clock is past the last step, as a part of a step: draw positions this far between the last two states.
    pub part: f32,
    /// Time that was given up because the machine is too slow. `[s]`
    pub dropped: f64,
}

impl Stepper {
    /// Steps of this length, at most eight in one frame. `[s]`
    pub fn new(step: f32) -> Self {
        let step = if step.is_finite() && step > 0.0 { step } else { 1.0 / 60.0 };
        Self { step, most_steps: 8, owed: 0.0 }
    }

    /// The same, with another limit on the steps made in one frame.
    pub fn most_steps(self, most_steps: u32) -> Self {
        Self { most_steps: most_steps.max(1), ..self }
    }

    /// The length of a step. `[s]`
    pub fn step(&self) -> f32 {
        self.step
    }

    /// Calls `step` as often as fits into the time that has passed. Time that is not a positive number counts as none. `[s]`
    pub fn advance(&mut self, elapsed: f64, mut step: impl FnMut(f32)) -> Progress {
        self.owed += if elapsed.is_finite() { elapsed.max(0.0) } else { 0.0 };
        let length = f64::from(self.step);
        // A hair of tolerance: sixty frames of a sixtieth must make sixty steps.
        let due = (self.owed / length + 1e-6) as u64;
        let steps = due.min(u64::from(self.most_steps)) as u32;
        (0..steps).for_each(|_| step(self.step));
        self.owed = (self.owed - f64::from(steps) * length).max(0.0);
        let dropped = if due > u64::from(steps) { self.owed - self.owed % length } else { 0.0 };
        self.owed -= dropped;
        Progress { steps, part: ((self.owed / length) as f32).min(1.0), dropped }
    }
}

#[cfg(test)]
mod tests {
    use super::Stepper;

    #[test]
    fn sixty_frames_of_a_sixtieth_make_sixty_steps() {
        let mut stepper = Stepper::new(1.0 / 60.0);
        let steps: u32 = (0..60).map(|_| stepper.advance(1.0 / 60.0, |_| ()).steps).sum();
        assert_eq!(steps, 60);
    }

    #[test]
    fn a_machine_that_is_too_slow_gets_slow_motion_not_longer_steps() {
        let mut stepper = Stepper::new(0.01).most_steps(3);
        let mut lengths = Vec::new();
        let progress = stepper.advance(0.1, |dt| lengths.push(dt));
        assert_eq!(lengths, [0.01; 3]);
        assert!((progress.dropped - 0.07).abs() < 1e-6, "{progress:?}");
        assert_eq!(stepper.advance(0.01, |_| ()).steps, 1, "and what was given up is not made up for later");
    }

    #[test]
    fn time_that_is_no_number_counts_as_none() {
        let mut stepper = Stepper::new(f32::NAN);
        assert_eq!(stepper.step(), 1.0 / 60.0);
        assert_eq!(stepper.advance(f64::NAN, |_| ()).steps, 0);
        assert_eq!(stepper.advance(-5.0, |_| ()).steps, 0);
    }
}
