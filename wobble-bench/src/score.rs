//! How good an answer is, by the same measure for every engine.

use job::{Answer, Scene};
use wobble_lab::bench::Spread;
use wobble2d::glam::{Vec2, vec2};
use wobble2d::quality::{self, Outline, Quality};

/// A point this far outside the box has escaped. `[m]`
const ESCAPED: f32 = 0.25;

/// Time and quality of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The mean of a frame. `[ms]`
    pub ms: f64,
    /// The middle of all frames, which a short disturbance does not move. `[ms]`
    pub ms_median: f64,
    /// What a frame took of the processor, whoever else was at work; one thread only. `[ms]`
    pub cpu_ms: Option<f64>,
    /// None where there is nothing with an outline.
    pub quality: Option<Quality>,
    /// Corners outside of the box.
    pub escaped: usize,
    /// `[m/s]`
    pub rms_speed: Option<f64>,
    /// The highest point above the floor. `[m]`
    pub height: Option<f64>,
    /// From the highest to the lowest point. `[m]`
    pub hang: Option<f64>,
    /// What the world takes, by resident memory. `[bytes]`
    pub memory: Option<u64>,
    /// The same after the first frame, in which hardly anything touches. `[bytes]`
    pub memory_of_bodies: Option<u64>,
}

impl Score {
    /// None if nothing was timed.
    pub fn of(answer: &Answer, scene: &Scene) -> Option<Self> {
        let summary = &answer.summary;
        let spread = Spread::of(summary.frame_ms.iter().copied())?;
        let outlines: Vec<Outline> = answer.outlines.iter().map(outline).collect();
        let height = summary.high[1].map(f64::from);
        Some(Self {
            ms: summary.frame_ms.iter().sum::<f64>() / summary.frame_ms.len() as f64,
            ms_median: spread.median,
            cpu_ms: summary.cpu_ms,
            quality: (!outlines.is_empty()).then(|| quality::measure(&outlines)),
            escaped: escaped(&outlines, scene),
            rms_speed: summary.rms_speed,
            height,
            hang: height.zip(summary.low[1]).map(|(high, low)| high - f64::from(low)),
            memory: summary.memory.map(|[before, after]| after.saturating_sub(before)),
            memory_of_bodies: summary.memory_of_bodies,
        })
    }
}

fn outline(outline: &job::Outline) -> Outline {
    let side = |side: Option<f32>| side.unwrap_or(f32::NAN);
    Outline { corners: outline.corners.iter().map(|&[x, y]| vec2(side(x), side(y))).collect(), rest_area: outline.rest_area }
}

fn escaped(outlines: &[Outline], scene: &Scene) -> usize {
    let (Scene::Blobs { width, .. } | Scene::Squares { width, .. }) = scene else { return 0 };
    let outside = |corner: &&Vec2| !(corner.x >= -ESCAPED && corner.x <= width + ESCAPED && corner.y >= -ESCAPED);
    outlines.iter().flat_map(|outline| &outline.corners).filter(outside).count()
}

#[cfg(test)]
mod tests {
    use super::Score;
    use job::{Answer, Outline, Scene, Summary};

    fn answer(corners: Vec<[Option<f32>; 2]>) -> Answer {
        let summary = Summary {
            engine: "e".into(),
            settings: "s".into(),
            frame_ms: vec![1.0, 2.0, 6.0],
            cpu_ms: Some(2.5),
            rms_speed: Some(0.5),
            low: [Some(0.0), Some(-1.0)],
            high: [Some(1.0), Some(3.0)],
            memory: Some([1000, 5000]),
            memory_of_bodies: Some(3000),
        };
        Answer { outlines: vec![Outline { corners, rest_area: 1.0 }], summary }
    }

    fn square(x: f32, size: f32) -> Vec<[Option<f32>; 2]> {
        [(x, 0.0), (x + size, 0.0), (x + size, size), (x, size)].map(|(x, y)| [Some(x), Some(y)]).into()
    }

    #[test]
    fn times_heights_and_areas_are_those_of_the_answer() {
        let scene = Scene::Squares { width: 10.0, starts: Vec::new() };
        let score = Score::of(&answer(square(1.0, 1.1)), &scene).unwrap();
        assert_eq!((score.ms, score.ms_median, score.escaped, score.memory), (3.0, 2.0, 0, Some(4000)));
        assert_eq!((score.height, score.hang, score.memory_of_bodies), (Some(3.0), Some(4.0), Some(3000)));
        assert!((score.quality.unwrap().area_error_mean - 0.21).abs() < 1e-5);
    }

    #[test]
    fn who_leaves_the_box_or_is_no_number_has_escaped() {
        let scene = Scene::Blobs { width: 1.0, starts: Vec::new() };
        assert_eq!(Score::of(&answer(square(0.5, 1.0)), &scene).unwrap().escaped, 2);
        let mut corners = square(0.0, 1.0);
        corners[0] = [None, Some(0.0)];
        let score = Score::of(&answer(corners), &scene).unwrap();
        assert_eq!((score.escaped, score.quality.unwrap().nan_points), (1, 1));
    }
}
