//! Why the command ended early, and the exit code that says so.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why the command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check found something; it has been said already.
    CheckFailed,
    /// A scene is broken.
    Scene(wobble_scene::Problems),
    /// A picture or another file could not be written.
    Picture(wobble_render::Error),
    /// A sweep could not run.
    Sweep(wobble_lab::sweep::Error),
    /// What was asked for makes no sense, in words.
    Asked(String),
    /// Standard output could not be written to.
    Output(io::Error),
    /// The user had enough; what was kept.
    Stopped(&'static str),
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// 1 when a check failed, 2 when it could not run, and as shells say it when it was interrupted.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::CheckFailed => ExitCode::from(1),
            Self::Stopped(_) => ExitCode::from(130),
            _ => ExitCode::from(2),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CheckFailed => Ok(()),
            Self::Scene(problems) => write!(f, "{problems}"),
            Self::Picture(error) => write!(f, "{error}"),
            Self::Sweep(error) => write!(f, "{error}"),
            Self::Asked(why) => write!(f, "{why}"),
            Self::Output(error) => write!(f, "cannot print: {error}"),
            Self::Stopped(kept) => write!(f, "stopped; {kept}"),
        }
    }
}

impl From<wobble_render::Error> for Failure {
    fn from(error: wobble_render::Error) -> Self {
        Self::Picture(error)
    }
}

impl From<wobble_scene::Problems> for Failure {
    fn from(problems: wobble_scene::Problems) -> Self {
        Self::Scene(problems)
    }
}

impl From<wobble_lab::sweep::Error> for Failure {
    fn from(error: wobble_lab::sweep::Error) -> Self {
        Self::Sweep(error)
    }
}

impl From<wobble2d::Error> for Failure {
    fn from(error: wobble2d::Error) -> Self {
        Self::Asked(error.to_string())
    }
}
