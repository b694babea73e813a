//! The scenes that come with the crate.

use crate::scene::Scene;
use crate::suggest;

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

impl Entry {
    /// The scene. All of the gallery are known to be valid.
    pub fn scene(&self) -> Scene {
        Scene::parse(self.text).unwrap_or_else(|problems| panic!("the gallery scene {} is broken:\n{problems}", self.name))
    }
}

/// Names a scene once, for its name and its file.
macro_rules! entries {
    ($($name:literal)*) => {
        [$(Entry { name: $name, text: include_str!(concat!("../../../scenes/", $name, ".json")) }),*]
    };
}

/// All scenes: first those that show what the engine can do, then the teaching ones, those from the sources of the project, and the workloads.
pub fn all() -> &'static [Entry] {
    static ALL: &[Entry] = &entries! {
        "welcome" "jelly-tower" "jelly-letters" "meshed-letters" "torn-cloth" "water-balloon" "rope-bridge" "balloon-party" "hammock" "wrecking-ball" "jelly-cradle" "trampoline"
        "marble-run" "galton-board" "blob-container" "conveyor-factory" "jump-platforms"
        "soft-car" "inchworm" "swimmer" "walking-frame" "clay-ball" "breakable-bridge" "ragdoll"
        "pendulum" "oscillator" "orbit" "cantilever-beam" "catenary" "euler-vs-verlet" "euler-vs-verlet-projectile"
        "thesis-1" "thesis-2" "thesis-3" "thesis-4"
        "verlet-particle" "verlet-stick" "verlet-chain" "verlet-soft-triangle" "verlet-rigid-triangle" "verlet-shapes" "verlet-collisions"
        "verlet-sandbox-1" "verlet-sandbox-2"
        "gas-blob" "dented-balloon" "pushed-squares" "soft-ball" "springy-box" "structure" "gas-laws"
        "pile-100" "pile-400" "pile-1000" "squares-50" "cloth-64"
    };
    ALL
}

/// The scene of that name.
///
/// # Errors
/// If there is none; the error says which one may be meant.
pub fn find(name: &str) -> Result<Entry, NoSuchScene> {
    all().iter().find(|entry| entry.name == name).copied().ok_or_else(|| NoSuchScene {
        name: name.to_string(),
        nearest: suggest::nearest(name, all().iter().map(|entry| entry.name)),
    })
}

/// There is no scene of that name in the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchScene {
    /// The name asked for.
    pub name: String,
    /// The name that may be meant.
    pub nearest: Option<&'static str>,
}

impl core::fmt::Display for NoSuchScene {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "there is no scene `{}` in the gallery; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "did you mean `{nearest}`?"),
            None => write!(f, "`wobble list` shows them all"),
        }
    }
}

impl std::error::Error for NoSuchScene {}
