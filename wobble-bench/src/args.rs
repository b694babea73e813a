//! What can be asked for.

use crate::engine::Kind;
use crate::workload::Workload;
use clap::Parser;
use std::path::PathBuf;

/// wobble2d and other engines side by side: the same scenes, the same scores, one table.
#[derive(Debug, Parser)]
#[command(
    name = "wobble-bench",
    after_help = "Examples:
  wobble-bench --workloads pile-100 --engines ours,rapier --rounds 5
  wobble-bench --curves --write-docs
"
)]
pub struct Args {
    /// Which workloads
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = Workload::ALL)]
    pub workloads: Vec<Workload>,
    /// Which engines; ours is always there, since everybody is compared with it
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = Kind::ALL)]
    pub engines: Vec<Kind>,
    /// How often all engines take their turn
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Frames of a run; the second half of them is timed
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub frames: u32,
    /// Threads of the engines that can use several
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=256))]
    pub threads: u32,
    /// A run that takes longer is given up [s]
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub limit: u64,
    /// An engine whose run takes longer is not asked again for the same workload [s]
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub patience: u64,
    /// Measure scaling curves instead of the workloads
    #[arg(long)]
    pub curves: bool,
    /// The largest number of bodies on a curve
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub most_bodies: u32,
    /// The largest number of springs on a curve
    #[arg(long, default_value_t = 2_000_000, value_parser = clap::value_parser!(u32).range(1000..=16_000_000))]
    pub most_springs: u32,
    /// Where raw results go; if not given, target/benchmarks of this repository, or docs/benchmarks with --write-docs
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Put the tables into docs/benchmarks.md
    #[arg(long)]
    pub write_docs: bool,
}

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Args::command().debug_assert();
        let args = Args::parse_from(["wobble-bench", "--workloads", "pile-100,cloth-64", "--engines", "rapier"]);
        assert_eq!((args.workloads.len(), args.engines.len(), args.rounds), (2, 1, 3));
    }
}
