//! What an engine answers.

use serde::{Deserialize, Serialize};

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Line {
    /// A body at the end.
    Outline(Outline),
    /// How it went, once and last.
    Summary(Summary),
}

/// The outline of a body, as it is after the last frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// Counter-clockwise; what is no number is `null`. `[m]`
    pub corners: Vec<[Option<f32>; 2]>,
    /// `[m²]`
    pub rest_area: f32,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name and version.
    pub engine: String,
    /// What was set, in words.
    pub settings: String,
    /// What each frame after the untimed ones took. `[ms]`
    pub frame_ms: Vec<f64>,
    /// What a frame took of the processor, without the time that others had it; where the engine has one thread and the system tells. `[ms]`
    #[serde(default)]
    pub cpu_ms: Option<f64>,
    /// The root mean square speed of all points over the last sixty frames. `[m/s]`
    pub rms_speed: Option<f64>,
    /// The lower left corner of everything. `[m]`
    pub low: [Option<f32>; 2],
    /// The upper right corner of everything. `[m]`
    pub high: [Option<f32>; 2],
    /// Resident memory before the world was built and after the last frame, where the system tells. `[bytes]`
    #[serde(default)]
    pub memory: Option<[u64; 2]>,
    /// By how much that grew until after the first frame, in which hardly anything touches. `[bytes]`
    #[serde(default)]
    pub memory_of_bodies: Option<u64>,
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// All bodies that have one.
    pub outlines: Vec<Outline>,
    /// How it went.
    pub summary: Summary,
}

impl Answer {
    /// Reads the lines of an engine.
    ///
    /// # Errors
    /// If a line is not one of ours, or the summary is missing, with the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut outlines, mut summary) = (Vec::new(), None);
        for (number, line) in text.lines().enumerate() {
            let parsed = serde_json::from_str(line)
                .map_err(|error| format!("line {} of the answer is not understood: {error}: {:.80}", number + 1, line))?;
            match parsed {
                Line::Outline(outline) => outlines.push(outline),
                Line::Summary(found) => summary = Some(found),
            }
        }
        let summary = summary.ok_or("the answer has no summary; the engine ended early")?;
        Ok(Self { outlines, summary })
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    const SUMMARY: &str =
        r#"{"kind":"summary","engine":"e 1","settings":"s","frame_ms":[1,2],"rms_speed":null,"low":[0,0],"high":[1,null]}"#;

    #[test]
    fn lines_become_an_answer() {
        let outline = r#"{"kind":"outline","corners":[[0,0],[1,0],[null,1]],"rest_area":0.5}"#;
        let answer = Answer::parse(&format!("{outline}\n{SUMMARY}\n")).unwrap();
        assert_eq!(answer.outlines[0].corners[2], [None, Some(1.0)]);
        assert_eq!((answer.summary.frame_ms.len(), answer.summary.memory), (2, None));
    }

    #[test]
    fn an_answer_that_breaks_off_is_no_answer() {
        assert!(Answer::parse("").unwrap_err().contains("ended early"));
        assert!(Answer::parse("hello").unwrap_err().contains("line 1"));
        assert!(Answer::parse(&SUMMARY[..40]).unwrap_err().contains("line 1"));
    }
}
