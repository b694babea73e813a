//! Why the command ended early, and the exit code that says so.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why the command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A picture could not be made.
    Picture(wobble_render::Error),
    /// Standard output could not be written to.
    Output(io::Error),
    /// The user had enough.
    Stopped,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// 2 when it could not run, and as shells say it when it was interrupted.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Picture(_) | Self::Output(_) => ExitCode::from(2),
            Self::Stopped => ExitCode::from(130),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picture(error) => write!(f, "{error}"),
            Self::Output(error) => write!(f, "cannot print: {error}"),
            Self::Stopped => write!(f, "stopped; nothing was written"),
        }
    }
}

impl From<wobble_render::Error> for Failure {
    fn from(error: wobble_render::Error) -> Self {
        Self::Picture(error)
    }
}
