//! One file a subcommand.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod hash;
pub(crate) mod laws;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod plot;
pub(crate) mod record;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod sandbox;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod soak;
pub(crate) mod sweep;
pub(crate) mod torture;
pub(crate) mod welcome;
