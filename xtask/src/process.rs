//! Running other programs, with errors that name the program.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use wait_timeout::ChildExt;

/// The cargo that runs this task, so that `cargo +toolchain xtask` keeps its toolchain.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The rustc that cargo would use.
pub fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Runs a program whose output the user should see.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| failed_to_start(command))?;
    if !status.success() {
        bail!("{} failed ({status})", name(command));
    }
    Ok(())
}

/// Runs a program that answers with one short line on standard output; ends it after `limit`.
///
/// The answer must fit into a pipe's buffer, since it is read only once the program has ended.
pub fn answer(command: &mut Command, limit: Duration) -> Result<String> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().with_context(|| failed_to_start(command))?;
    let Some(status) = child.wait_timeout(limit)? else {
        child.kill()?;
        child.wait()?;
        bail!("{} did not end within {} s", name(command), limit.as_secs());
    };
    if !status.success() {
        bail!("{} failed ({status})", name(command));
    }
    let mut text = String::new();
    let mut output = child.stdout.take().context("standard output is piped")?;
    output.read_to_string(&mut text).with_context(|| format!("{} did not answer in UTF-8", name(command)))?;
    Ok(text.trim().to_owned())
}

/// The first of `names` that is in PATH.
pub fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names.iter().find_map(|name| {
        std::env::split_paths(&path)
            .map(|dir| dir.join(name).with_extension(std::env::consts::EXE_EXTENSION))
            .find(|program| program.is_file())
    })
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn failed_to_start(command: &Command) -> String {
    format!("could not start {}; is it installed and in PATH?", name(command))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_hangs_is_ended_and_named() {
        let problem = answer(Command::new("sleep").arg("60"), Duration::from_millis(50)).unwrap_err();
        assert_eq!(problem.to_string(), "sleep did not end within 0 s");
    }

    #[test]
    fn the_first_name_that_exists_is_found() {
        let program = find_program(&["no-such-program", "sh"]).expect("every Unix has sh");
        assert!(program.ends_with("sh"));
    }
}
