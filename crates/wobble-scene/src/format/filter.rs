//! Who meets whom.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which bodies a body meets, and whether it stops them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Filter {
    /// The layers it is on, 0 to 31.
    #[schemars(length(max = 32), inner(range(max = 31)))]
    pub layers: Vec<u32>,
    /// The layers it meets; if left out, all. Two bodies meet if each is on a layer that the other meets.
    #[schemars(length(max = 32), inner(range(max = 31)))]
    pub meets: Option<Vec<u32>>,
    /// A sensor stops nothing and is stopped by nothing; what enters and leaves it is reported.
    pub sensor: bool,
    /// Whether its parts touch each other. It costs about as much as meeting another body of its size.
    pub itself: bool,
    /// The side from which it holds others, such as `[0, 1]` for a platform to jump onto from below; if left out, all sides.
    #[schemars(inner(range(min = -1e3, max = 1e3)), extend("x-hint" = "up is [0, 1]"))]
    pub one_way: Option<[f32; 2]>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { layers: vec![0], meets: None, sensor: false, itself: false, one_way: None }
    }
}

impl From<&Filter> for wobble2d::Filter {
    fn from(filter: &Filter) -> Self {
        let bits = |layers: &[u32]| layers.iter().filter(|layer| **layer < 32).fold(0, |bits, layer| bits | 1 << layer);
        Self {
            layers: bits(&filter.layers),
            mask: filter.meets.as_deref().map_or(u32::MAX, bits),
            sensor: filter.sensor,
            itself: filter.itself,
            one_way: filter.one_way.map(Into::into),
        }
    }
}
