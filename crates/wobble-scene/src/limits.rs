//! How large a scene may be. Files come from strangers: everything here is checked before memory is taken.

/// The largest file that is read. `[bytes]`
pub const FILE_SIZE: u64 = 8 * 1024 * 1024;

/// How deep brackets may be nested.
pub const DEPTH: usize = 64;

/// How many values (numbers, words, lists, objects) a file may hold.
pub const VALUES: usize = 500_000;

/// How many bodies a scene may have, repetitions and scenery counted.
pub const BODIES: u64 = 20_000;

/// How many points all bodies may have together.
pub const POINTS: u64 = 500_000;

/// How many springs and sticks all shapes may have together. A shape that is repeated counts once.
pub const LINKS: u64 = 500_000;

/// How many keyframes all muscles may have together; one without keyframes counts once, and each body of a repetition counts.
pub const SIGNALS: u64 = 1_000_000;

/// How many corners the outlines of one shape may have.
pub const CORNERS: u64 = 2048;

/// The squares of these numbers of corners may add up to this over all shapes, which is some 12 of the largest: corners of a shape are
/// compared with each other to see how thick it is.
pub const CORNER_PAIRS: u64 = 50_000_000;

/// How many problems are reported at once; more are counted.
pub const PROBLEMS: usize = 100;

/// The longest link that is made or read. Browsers take more than this. `[bytes]`
pub const LINK_SIZE: usize = 64 * 1024;

/// The longest text that a link may unfold to: a short link can unfold to a thousand times its length. `[bytes]`
pub const LINK_TEXT: usize = 1024 * 1024;

/// How many points a scene from a link may have, multiplied by its substeps. Whoever follows a link wants to see something at once, and
/// cannot stop a step that takes minutes; files may hold larger scenes.
pub const LINK_WORK: u64 = 2_000_000;
