//! How a run went.

use crate::recorder::format_number;
use crate::table::{Table, short, short_or_dash};
use serde::Serialize;

/// How a run went, as `wobble run --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The name of the scene.
    pub scene: String,
    /// The name of the method.
    pub method: String,
    /// Substeps in a frame.
    pub substeps: u32,
    /// Simulated. `[s]`
    pub seconds: f64,
    /// Steps made; one is a sixtieth of a second unless the run says otherwise.
    pub frames: u32,
    /// All points.
    pub particles: usize,
    /// All springs and sticks.
    pub springs: usize,
    /// All bodies, scenery too.
    pub bodies: usize,
    /// The mean time of a step over the second half of the run; none without a clock. `[ms]`
    pub ms_per_frame: Option<f64>,
    /// All energy before the first frame. `[J]`
    pub energy_start: f64,
    /// All energy after the last frame. `[J]`
    pub energy_end: f64,
    /// The length of the change of momentum, less the impulse of gravity. None where walls, pins, scenery, drag or other forces from outside
    /// push as well: their impulse is not known. `[N s]`
    pub momentum_error: Option<f64>,
    /// Points whose place or speed is not a number.
    pub nan_points: usize,
    /// Points more than a quarter of a metre outside the bounds; none without bounds.
    pub escaped_points: Option<usize>,
    /// The mean of `|A − A₀| / A₀` of all outlines.
    pub area_error_mean: f64,
    /// The worst of `|A − A₀| / A₀`.
    pub area_error_max: f64,
    /// Bodies whose outline crosses itself.
    pub self_crossing_bodies: usize,
    /// Corners strictly inside another body.
    pub points_inside_others: usize,
    /// The largest area that two bodies share, as a part of the smaller one.
    pub overlap_area_max: f64,
    /// The root mean square speed of all movable points over the last simulated second. `[m/s]`
    pub rms_speed: f64,
    /// The highest movable point above the floor of the bounds, or above 0 without bounds. None without movable points. `[m]`
    pub height: Option<f64>,
    /// The highest less the lowest point of the first body; none without bodies. `[m]`
    pub hang: Option<f64>,
    /// Bodies that sleep.
    pub sleeping_bodies: usize,
    /// Springs and sticks that have torn or been cut.
    pub torn_springs: u64,
    /// Bodies that exploded, were put back and frozen.
    pub exploded_bodies: usize,
    /// When the first of them did. `[s]`
    pub exploded_at: Option<f64>,
    /// What the stability adviser warned of, in words.
    pub warnings: Vec<String>,
    /// Of the last state, sixteen hexadecimal digits.
    pub state_hash: String,
}

impl Report {
    /// The same for people, one quantity a line.
    pub fn to_table(&self) -> Table {
        let mut table = Table::new([self.scene.as_str(), ""]);
        let mut line = |name: &str, value: String| table.add([name.to_string(), value]);
        line("method", format!("{}, {} substeps", self.method, self.substeps));
        line("simulated", format!("{} s, {} frames", short(self.seconds), self.frames));
        line("matter", format!("{} bodies, {} particles, {} springs", self.bodies, self.particles, self.springs));
        line("time per frame [ms]", short_or_dash(self.ms_per_frame));
        line("energy, start → end [J]", format!("{} → {}", short(self.energy_start), short(self.energy_end)));
        line("momentum error [N s]", short_or_dash(self.momentum_error));
        line(
            "area error, mean and max [%]",
            format!("{}, {}", short(100.0 * self.area_error_mean), short(100.0 * self.area_error_max)),
        );
        line("overlap, worst pair [%]", short(100.0 * self.overlap_area_max));
        line("points inside others", self.points_inside_others.to_string());
        line("bodies that cross themselves", self.self_crossing_bodies.to_string());
        line("points that are no numbers", self.nan_points.to_string());
        line("points that escaped", self.escaped_points.map_or("–".into(), |count| count.to_string()));
        line("bodies that exploded", self.exploded());
        line("bodies asleep", self.sleeping_bodies.to_string());
        line("rms speed, last second [m/s]", short(self.rms_speed));
        line("height [m]", short_or_dash(self.height));
        line("hang of the first body [m]", short_or_dash(self.hang));
        line("state hash", self.state_hash.clone());
        table
    }

    /// The names of the results that a table of many runs has, and their values in the same order.
    pub const COLUMNS: [&'static str; 18] = [
        "frames",
        "ms_per_frame",
        "energy_start",
        "energy_end",
        "momentum_error",
        "nan_points",
        "escaped_points",
        "area_error_mean",
        "area_error_max",
        "self_crossing_bodies",
        "points_inside_others",
        "overlap_area_max",
        "rms_speed",
        "height",
        "hang",
        "sleeping_bodies",
        "exploded_at",
        "state_hash",
    ];

    /// The values of [`COLUMNS`](Self::COLUMNS), empty where there is none.
    pub fn row(&self) -> Vec<String> {
        let number = |value: Option<f64>| value.map_or(String::new(), format_number);
        vec![
            self.frames.to_string(),
            number(self.ms_per_frame),
            number(Some(self.energy_start)),
            number(Some(self.energy_end)),
            number(self.momentum_error),
            self.nan_points.to_string(),
            self.escaped_points.map_or(String::new(), |count| count.to_string()),
            number(Some(self.area_error_mean)),
            number(Some(self.area_error_max)),
            self.self_crossing_bodies.to_string(),
            self.points_inside_others.to_string(),
            number(Some(self.overlap_area_max)),
            number(Some(self.rms_speed)),
            number(self.height),
            number(self.hang),
            self.sleeping_bodies.to_string(),
            number(self.exploded_at),
            self.state_hash.clone(),
        ]
    }

    fn exploded(&self) -> String {
        self.exploded_at.map_or("0".into(), |time| format!("{}, first at {} s", self.exploded_bodies, short(time)))
    }
}
