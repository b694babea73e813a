//! The workloads, as jobs.

use clap::ValueEnum;
use job::Scene;
use wobble2d::workload::Heap;

/// A workload that engines are compared on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Workload {
    #[value(name = "pile-100")]
    Pile100,
    #[value(name = "pile-400")]
    Pile400,
    #[value(name = "pile-1000")]
    Pile1000,
    #[value(name = "cloth-64")]
    Cloth64,
    #[value(name = "squares-50")]
    Squares50,
}

impl Workload {
    pub const ALL: [Self; 5] = [Self::Pile100, Self::Pile400, Self::Pile1000, Self::Cloth64, Self::Squares50];

    /// As in the gallery.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pile100 => "pile-100",
            Self::Pile400 => "pile-400",
            Self::Pile1000 => "pile-1000",
            Self::Cloth64 => "cloth-64",
            Self::Squares50 => "squares-50",
        }
    }

    pub fn scene(self) -> Scene {
        match self {
            Self::Pile100 => blobs(Heap::pile(100)),
            Self::Pile400 => blobs(Heap::pile(400)),
            Self::Pile1000 => blobs(Heap::pile(1000)),
            Self::Cloth64 => Scene::Cloth { columns: 64, rows: 64 },
            Self::Squares50 => Scene::Squares { width: Heap::squares().width, starts: starts(Heap::squares()) },
        }
    }
}

/// The scene of a heap of blobs.
pub fn blobs(heap: Heap) -> Scene {
    Scene::Blobs { width: heap.width, starts: starts(heap) }
}

fn starts(heap: Heap) -> Vec<[f32; 2]> {
    heap.starts().map(|start| start.to_array()).collect()
}
