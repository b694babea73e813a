//! Why a picture could not be made.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a picture could not be made. The text names the value and the way out.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A picture without area, or too large to be made. `[px]`
    Size([u32; 2]),
    /// A picture of another size than the first of its animation. `[px]`
    SizeChanged {
        /// The size of the animation.
        expected: [u32; 2],
        /// The size of the picture.
        got: [u32; 2],
    },
    /// A frame rate that players cannot keep.
    Rate {
        /// `[1/s]`
        rate: f64,
        /// What the format allows. `[1/s]`
        fastest: f64,
    },
    /// An animation without frames.
    NoFrames,
    /// More or fewer frames than was said.
    Frames {
        /// How many were to come.
        expected: u32,
        /// How many came.
        got: u32,
    },
    /// The writer failed.
    Io(io::Error),
    /// A file could not be written.
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The encoder refused.
    Encode(String),
}

/// A result whose error is [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

/// The longest side of a picture. `[px]`
pub(crate) const LONGEST_SIDE: u32 = 16_384;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size([w, h]) => write!(f, "a picture's sides must be 1 to {LONGEST_SIDE} [px], got {w}×{h}; 640×480 is usual"),
            Self::SizeChanged { expected: [w, h], got: [x, y] } => {
                write!(f, "all frames must be {w}×{h} [px] as the first was, got {x}×{y}; keep the camera's size")
            }
            Self::Rate { rate, fastest } => write!(f, "the frame rate must be 0.1 to {fastest} [1/s], got {rate}; 30 is smooth"),
            Self::NoFrames => write!(f, "an animation must have at least one frame, got none; make it longer"),
            Self::Frames { expected, got } => {
                write!(f, "an animation of {expected} frames got {got}; push as many as were announced")
            }
            Self::Io(source) => write!(f, "cannot write the picture: {source}"),
            Self::File { path, source } => write!(f, "cannot write {}: {source}; {}", path.display(), way_out(path, source)),
            Self::Encode(why) => write!(f, "cannot encode the picture: {why}"),
        }
    }
}

fn way_out(path: &Path, source: &io::Error) -> &'static str {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match source.kind() {
        io::ErrorKind::NotFound if folder.is_some_and(|folder| !folder.exists()) => "make the folder first",
        io::ErrorKind::StorageFull => "make room, or choose another disk",
        io::ErrorKind::IsADirectory => "give the file a name of its own",
        _ => "choose a folder you may write to",
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(source) | Self::File { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        Self::Io(source)
    }
}
