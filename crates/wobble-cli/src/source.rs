//! Where a scene comes from: the gallery, a file, a link, or standard input.

use crate::failure::{Failure, Result};
use crate::values;
use clap::Args;
use std::io::Read;
use std::path::Path;
use wobble_scene::{Built, Scene, gallery, limits, link};
use wobble2d::{Method, Settings};

/// A scene, and what is changed about it.
#[derive(Clone, Debug, Args)]
pub(crate) struct Source {
    /// A name of the gallery, a file, a link with a scene, or - for standard input
    pub scene: String,
    /// Change a value of the scene first, such as settings.substeps=16; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = values::assignment)]
    pub set: Vec<(String, String)>,
}

/// How a scene is stepped.
#[derive(Clone, Debug, Args)]
pub(crate) struct Stepping {
    /// Simulated time [s]
    #[arg(long, default_value = "10", value_parser = values::seconds)]
    pub seconds: f64,
    /// The time-stepping method, instead of the scene's own
    #[arg(long, value_parser = values::method)]
    pub method: Option<Method>,
    /// Substeps in a frame, instead of the scene's own
    #[arg(long)]
    pub substeps: Option<u32>,
    /// Threads to step large worlds with, 1 if not given; the result is the same to the bit
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: Option<u32>,
}

impl Source {
    /// The scene with its changes.
    pub fn scene(&self) -> Result<Scene> {
        let mut scene = find(&self.scene)?;
        for (path, value) in &self.set {
            scene.set(path, value)?;
        }
        Ok(scene)
    }

    /// The world of the scene, stepped as asked.
    pub fn build(&self, stepping: &Stepping) -> Result<Built> {
        let mut built = self.scene()?.build()?;
        stepping.apply(&mut built)?;
        Ok(built)
    }
}

impl Stepping {
    fn apply(&self, built: &mut Built) -> Result<()> {
        built.world.set_threads(self.threads.map_or(1, |threads| threads as usize));
        let settings = *built.world.settings();
        let (method, substeps) = (self.method.unwrap_or(settings.method), self.substeps.unwrap_or(settings.substeps));
        Ok(built.world.set_settings(Settings { method, substeps, ..settings })?)
    }
}

/// The scene of a name, a file, a link, or `-`.
pub(crate) fn find(name: &str) -> Result<Scene> {
    if name == "-" {
        return Ok(Scene::parse(&read_input()?)?);
    }
    if link::is_link(name) {
        return Ok(link::read(name)?);
    }
    match gallery::find(name) {
        Ok(entry) => Ok(entry.scene()),
        Err(_) if looks_like_a_file(name) => {
            let path = Path::new(name);
            match path.metadata() {
                Ok(_) => Ok(Scene::load(path)?),
                Err(error) => {
                    Err(Failure::Asked(format!("cannot read {name}: {error}; check the name, or choose from `wobble list`")))
                }
            }
        }
        Err(error) => Err(Failure::Asked(error.to_string())),
    }
}

fn looks_like_a_file(name: &str) -> bool {
    name.contains(['/', '\\', '.']) || Path::new(name).exists()
}

/// Standard input, if it is a text of at most the size that files may have.
fn read_input() -> Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(limits::FILE_SIZE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Asked(format!("cannot read standard input: {error}")))?;
    if bytes.len() as u64 > limits::FILE_SIZE {
        return Err(Failure::Asked(format!(
            "standard input must be at most {} MB; use `repeat` instead of copies",
            limits::FILE_SIZE >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|_| Failure::Asked("standard input must be UTF-8 text; save it as UTF-8".into()))
}
