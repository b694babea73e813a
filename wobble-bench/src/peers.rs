//! Engines from other languages' registries, installed by name into a folder that goes away afterwards.

use crate::engine::Start;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

pub struct Peers {
    folder: TempDir,
    drivers: PathBuf,
}

impl Peers {
    pub fn new(root: &Path) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("wobble-bench-").tempdir().context("cannot make a temporary folder")?;
        Ok(Self { folder, drivers: root.join("wobble-bench/drivers") })
    }

    /// A driver for node, and its package.
    pub fn node(&self, driver: &str, package: &str) -> Result<Start> {
        // A folder for each: npm removes what an earlier call has put there.
        let folder = self.folder.path().join(driver);
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix"]).arg(&folder).arg(package);
        install(npm, package)?;
        let environment = vec![("PEERS", folder)];
        Ok(Start { program: "node".into(), arguments: vec![self.drivers.join(driver)], environment })
    }

    /// A driver for python, and its package.
    pub fn python(&self, driver: &str, package: &str) -> Result<Start> {
        let folder = self.folder.path().join("python");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]).arg(&folder).arg(package);
        install(pip, package)?;
        let environment = vec![("PYTHONPATH", folder)];
        Ok(Start { program: "python3".into(), arguments: vec![self.drivers.join(driver)], environment })
    }
}

fn install(mut command: Command, package: &str) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {program}"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        let last = why.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no reason given").trim();
        bail!("{program} cannot install {package}: {last}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::install;
    use std::process::Command;

    #[test]
    fn what_cannot_be_installed_says_who_and_what() {
        let missing = install(Command::new("no-such-installer"), "thing").unwrap_err();
        assert!(missing.to_string().contains("no-such-installer"));
        let mut cargo = Command::new("cargo");
        cargo.arg("no-such-subcommand");
        let failed = install(cargo, "thing").unwrap_err().to_string();
        assert!(failed.contains("cannot install thing"), "{failed}");
    }
}
