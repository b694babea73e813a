//! `wobble laws`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::stop::Stop;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use wobble_lab::laws::{self, Experiment, Family, Filter, Line, Peer};
use wobble_render::{save_svg, write_bytes};

/// Hold the engine against theory, law by law
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble laws                                   everything, a few minutes: what fails, and how much of each family passes
  wobble laws --fast --all                      the quick ones, with those that pass
  wobble laws --family rolling --all            one family
  wobble laws --law sag --csv > sag.csv         one law, with what it shows
  wobble laws --fast --check docs/laws.csv      exit code 1 if a line got worse
  wobble laws --write-docs                      write docs/laws.md, its pictures and docs/laws.csv

A line is worse if it passed and fails, if it failed and is further off by more than a tenth and a tenth of its bound, if its bound is looser, or if it is
no longer measured. Values are the same to the bit on every platform.")]
pub(crate) struct Laws {
    /// Only the quick ones: less than a minute
    #[arg(long)]
    fast: bool,
    /// Only one family: stiffness, mass-ratio, restitution, rolling, stacks, scale, caught, kept
    #[arg(long, value_name = "NAME", value_parser = family)]
    family: Option<Family>,
    /// Only one law, such as sag
    #[arg(long, value_name = "NAME")]
    law: Option<String>,
    /// List lines that pass too
    #[arg(long)]
    all: bool,
    /// Report as a JSON array, one object for each line; null stands for infinity
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Report as CSV, one row for each line
    #[arg(long)]
    csv: bool,
    /// How many cases run at once; as many as the machine has threads, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Compare with a table that was written before; exit code 1 if a line got worse
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Write laws.md, laws.csv and pictures/laws-*.svg into a folder; everything is measured for it
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "docs", conflicts_with_all = ["fast", "family", "law"])]
    write_docs: Option<PathBuf>,
}

fn family(name: &str) -> std::result::Result<Family, String> {
    Family::named(name).ok_or_else(|| {
        let names = Family::ALL.map(Family::name);
        match wobble_scene::nearest(name, names) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("choose from {}", names.join(", ")),
        }
    })
}

impl Laws {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let experiments = laws::experiments();
        self.check_law(&experiments)?;
        // What cannot be read must not be found out after minutes.
        let before = self.check.as_deref().map(read).transpose()?;
        let lines = self.measure(&experiments, stop)?;
        self.print(&lines)?;
        if let Some(folder) = &self.write_docs {
            write(folder, &lines)?;
        }
        before.map_or(Ok(()), |before| check(&before, &lines, &laws::names(&experiments)))
    }

    /// A name that is none of a law would measure nothing, and pass.
    fn check_law(&self, experiments: &[Experiment]) -> Result<()> {
        let Some(law) = &self.law else { return Ok(()) };
        let mut names: Vec<&str> = experiments.iter().flat_map(|experiment| &experiment.cases).map(|case| case.law).collect();
        names.sort_unstable();
        names.dedup();
        if names.contains(&law.as_str()) {
            return Ok(());
        }
        let hint = wobble_scene::nearest(law, names.iter().copied())
            .map_or_else(|| format!("choose from {}", names.join(", ")), |name| format!("did you mean `{name}`?"));
        Err(Failure::Asked(format!("there is no law `{law}`; {hint}")))
    }

    fn measure(&self, experiments: &[Experiment], stop: &Stop) -> Result<Vec<Line>> {
        let filter = Filter { family: self.family, law: self.law.clone(), fast: self.fast };
        let threads = self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let progress = Progress::new("measuring", 100);
        let lines = laws::run(experiments, &filter, threads, |done, all| {
            progress.at((100 * done / all.max(1)) as u64);
            !stop.is_asked()
        });
        drop(progress);
        let lines = lines.map_err(|error| Failure::Asked(format!("cannot start threads: {error}; ask for fewer")))?;
        let lines = lines.ok_or(Failure::Stopped("nothing was written"))?;
        if lines.is_empty() {
            return Err(Failure::Asked("no case is all of that; leave out --fast, --family or --law".into()));
        }
        Ok(lines)
    }

    fn print(&self, lines: &[Line]) -> Result<()> {
        if self.json {
            let json =
                serde_json::to_string_pretty(lines).map_err(|error| Failure::Asked(format!("cannot write the lines: {error}")))?;
            return say(&json);
        }
        if self.csv {
            return say(laws::to_csv(lines).map_err(|error| Failure::Asked(error.to_string()))?.trim_end());
        }
        // With a table of before, only what changed is of interest, and is said there.
        let shown: Vec<Line> = lines.iter().filter(|line| self.all || !line.pass && self.check.is_none()).cloned().collect();
        if !shown.is_empty() {
            say(&laws::table(&shown).to_string())?;
        }
        say(laws::summary(lines).to_string().trim_end())
    }
}

fn read(path: &Path) -> Result<Vec<Line>> {
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::Asked(format!("cannot read {}: {error}; `wobble laws --csv` prints such a table", path.display()))
    })?;
    laws::from_csv(&text).map_err(|error| Failure::Asked(format!("{}: {error}", path.display())))
}

fn write(folder: &Path, lines: &[Line]) -> Result<()> {
    let pictures = laws::pictures(lines);
    let peers = peers(&folder.join("laws-rapier.csv"))?;
    let within = folder.join("pictures");
    fs::create_dir_all(&within)
        .map_err(|error| Failure::Asked(format!("cannot make {}: {error}; choose a folder you may write to", within.display())))?;
    for picture in &pictures {
        save_svg(&within.join(picture.file), &(picture.draw)())?;
    }
    let csv = laws::to_csv(lines).map_err(|error| Failure::Asked(error.to_string()))?;
    write_bytes(&folder.join("laws.csv"), csv.as_bytes())?;
    write_bytes(&folder.join("laws.md"), laws::markdown(lines, &pictures, &peers).as_bytes())?;
    remark(&format!("wrote {}", folder.join("laws.md").display()));
    Ok(())
}

/// What another engine does, if a table of it lies there.
fn peers(path: &Path) -> Result<Vec<Peer>> {
    match fs::read_to_string(path) {
        Ok(text) => Peer::from_csv(&text).map_err(|error| Failure::Asked(format!("{}: {error}", path.display()))),
        Err(_) => Ok(Vec::new()),
    }
}

/// Says what changed since a table was written. Better and new lines are listed too: the table is out of date then.
fn check(before: &[Line], lines: &[Line], known: &[String]) -> Result<()> {
    let changes = laws::compare(before, lines, known);
    for (name, change) in &changes {
        remark(&format!("wobble: {}: {name}: {change}", if change.is_worse() { "worse" } else { "note" }));
    }
    if changes.iter().any(|(_, change)| change.is_worse()) {
        return Err(Failure::CheckFailed);
    }
    remark(&format!("no line got worse, of {}", lines.len()));
    Ok(())
}
