//! The same scene several times, side by side.

use crate::Sandbox;
use crate::stage::{Changes, Stage};
use wobble2d::{Method, World};

/// More stages than this are not shown at once.
pub(crate) const MOST_STAGES: usize = 4;

/// In which order methods are offered for comparison.
const OFFERED: [Method; 7] = [
    Method::Xpbd,
    Method::SemiImplicitEuler,
    Method::VelocityVerlet,
    Method::Rk4,
    Method::PositionVerlet,
    Method::ExplicitEuler,
    Method::Implicit,
];

/// How far two worlds are apart: the root mean square distance of their particles. `None` if they no longer consist of the same. `[m]`
pub fn divergence(a: &World, b: &World) -> Option<f64> {
    let (a, b) = (a.particles(), b.particles());
    if a.len() != b.len() || a.is_empty() {
        return None;
    }
    let square = |(p, q): (&[f32; 4], &[f32; 4])| {
        let [x, y] = [0, 1].map(|k| f64::from(p[k]) - f64::from(q[k]));
        x * x + y * y
    };
    Some((a.iter().zip(b).map(square).sum::<f64>() / a.len() as f64).sqrt())
}

impl Sandbox {
    /// Shows so many stages side by side, one to four. New ones begin in the state of the first, each with another method.
    pub fn split(&mut self, count: usize) {
        self.held = None;
        self.stages.iter_mut().for_each(crate::tool::cancel);
        self.stages.truncate(count.clamp(1, MOST_STAGES));
        while self.stages.len() < count.min(MOST_STAGES) {
            let used: Vec<Method> = self.stages.iter().map(|stage| stage.world().settings().method).collect();
            let Some(mut twin) = self.stages.first().and_then(Stage::twin) else { return };
            let method = OFFERED.into_iter().find(|method| !used.contains(method));
            twin.set_changes(Changes { method, ..twin.changes() });
            self.stages.push(twin);
        }
        self.lookout.fit_again();
    }

    /// Changes how one of several stages is stepped.
    pub fn change_one(&mut self, stage: usize, change: impl FnOnce(&mut Changes)) {
        if let Some(stage) = self.stages.get_mut(stage) {
            let mut changes = stage.changes();
            change(&mut changes);
            stage.set_changes(changes);
        }
    }
}
