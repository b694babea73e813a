//! A grid of parameters: one run for each combination, one row for each run, in a file that can be continued.
//!
//! Rows appear whole, in the order in which runs end. A file that was left half written, by a power cut or Ctrl-C, is continued: rows that
//! are there are kept, and only the missing ones are run. In the end the rows are put in the order of the grid.

use core::fmt;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The most runs that one sweep may have.
pub const MOST_RUNS: usize = 1_000_000;

/// The largest file that is continued. `[B]`
const LARGEST_FILE: u64 = 1 << 30;

/// One thing that is varied, and the values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What is varied; the name of its column.
    pub path: String,
    /// In turn.
    pub values: Vec<String>,
}

/// What comes of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One value for each column of results.
    Row(Vec<String>),
    /// It could not run; the text stands in the row instead of results.
    Failed(String),
    /// The sweep is to end now; there is no row.
    Stopped,
}

/// A grid of parameters and a file.
#[derive(Clone, Debug)]
pub struct Sweep<'a> {
    /// The last one varies fastest.
    pub parameters: &'a [Parameter],
    /// The names of the results.
    pub results: &'a [&'a str],
    /// Where the rows are.
    pub file: &'a Path,
    /// How many run at once; as many as the machine has threads, if not given.
    pub jobs: Option<usize>,
}

/// How a sweep went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// All combinations.
    pub total: usize,
    /// Rows that were there already.
    pub kept: usize,
    /// Rows that were added, failed ones included.
    pub added: usize,
    /// Rows without results, old and new.
    pub failed: usize,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// Why a sweep could not run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A parameter without values, or one that is given twice.
    Parameter(String),
    /// Too many combinations.
    TooMany(usize),
    /// The file is not from this sweep.
    OtherSweep {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file could not be read or written.
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The threads could not be started.
    Threads(String),
}

/// Where the reason stands if a run failed.
const PROBLEM: &str = "problem";

type Rows = BTreeMap<Vec<String>, Vec<String>>;

impl Sweep<'_> {
    /// Runs what is missing. `run` gets a value for each parameter; `watch` is told after each run how many rows there are of how many.
    ///
    /// # Errors
    /// If the parameters make no grid, or the file is another's or cannot be written.
    pub fn go(&self, run: impl Fn(&[String]) -> Outcome + Sync, watch: impl Fn(usize, usize) + Sync) -> Result<Summary, Error> {
        let grid = self.grid()?;
        let named = |source| Error::File { path: self.file.into(), source };
        let kept = self.read()?;
        let file = self.begin(&kept).map_err(named)?;
        let missing: Vec<&Vec<String>> = grid.iter().filter(|key| !kept.contains_key(*key)).collect();
        let present = grid.len() - missing.len();
        watch(present, grid.len());

        let (rows, done, stopped) = (Mutex::new((file, kept)), AtomicUsize::new(present), AtomicBool::new(false));
        let each = |key: &&Vec<String>| -> io::Result<()> {
            let row = match run(key) {
                _ if stopped.load(Ordering::Relaxed) => return Ok(()),
                Outcome::Stopped => {
                    stopped.store(true, Ordering::Relaxed);
                    return Ok(());
                }
                Outcome::Row(results) => results.into_iter().chain([String::new()]).collect(),
                Outcome::Failed(why) => self.results.iter().map(|_| String::new()).chain([why]).collect::<Vec<_>>(),
            };
            let line = line(key.iter().chain(&row))?;
            // A thread that panicked while it held the lock has left the rows as they were.
            let (file, rows) = &mut *rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            // In one call, so that a row is there as a whole or not at all.
            file.write_all(&line)?;
            rows.insert((*key).clone(), row);
            watch(done.fetch_add(1, Ordering::Relaxed) + 1, grid.len());
            Ok(())
        };
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.unwrap_or(0))
            .build()
            .map_err(|error| Error::Threads(error.to_string()))?;
        threads.install(|| missing.par_iter().try_for_each(each)).map_err(named)?;
        let (_, rows) = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let stopped = stopped.into_inner();
        if !stopped {
            self.put_in_order(&grid, &rows).map_err(named)?;
        }
        let failed =
            grid.iter().filter_map(|key| rows.get(key)).filter(|row| row.last().is_some_and(|why| !why.is_empty())).count();
        Ok(Summary { total: grid.len(), kept: present, added: done.into_inner() - present, failed, stopped })
    }

    /// All combinations, in order.
    fn grid(&self) -> Result<Vec<Vec<String>>, Error> {
        for (k, parameter) in self.parameters.iter().enumerate() {
            let twice = self.parameters[..k].iter().any(|other| other.path == parameter.path);
            if parameter.values.is_empty() || twice {
                return Err(Error::Parameter(parameter.path.clone()));
            }
        }
        let count = self.parameters.iter().try_fold(1usize, |count, parameter| count.checked_mul(parameter.values.len()));
        match count {
            Some(count) if count <= MOST_RUNS => {}
            count => return Err(Error::TooMany(count.unwrap_or(usize::MAX))),
        }
        let mut grid = vec![Vec::new()];
        for parameter in self.parameters {
            grid = grid
                .iter()
                .flat_map(|key: &Vec<String>| {
                    parameter.values.iter().map(|value| [&key[..], core::slice::from_ref(value)].concat())
                })
                .collect();
        }
        // The same value given twice is one run.
        let mut seen = std::collections::BTreeSet::new();
        grid.retain(|key| seen.insert(key.clone()));
        Ok(grid)
    }

    fn heading(&self) -> Vec<String> {
        let paths = self.parameters.iter().map(|parameter| parameter.path.clone());
        paths.chain(self.results.iter().map(ToString::to_string)).chain([PROBLEM.into()]).collect()
    }

    /// The whole rows of the file, if there is one. What follows the last end of a line is half a row.
    fn read(&self) -> Result<Rows, Error> {
        let named = |source| Error::File { path: self.file.into(), source };
        let other = |why: String| Error::OtherSweep { path: self.file.into(), why };
        let size = match fs::metadata(self.file) {
            Ok(data) => data.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Rows::new()),
            Err(error) => return Err(named(error)),
        };
        if size > LARGEST_FILE {
            return Err(other(format!("it is {size} bytes long")));
        }
        let bytes = fs::read(self.file).map_err(named)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(&[][..], |end| &bytes[..=end]);
        if whole.is_empty() {
            // Nothing, or half a heading of ours.
            return if line(self.heading()).map_err(named)?.starts_with(&bytes) {
                Ok(Rows::new())
            } else {
                Err(other("it has no heading".into()))
            };
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(whole);
        let mut rows = Rows::new();
        for (number, record) in reader.records().enumerate() {
            let record = record.map_err(|error| other(error.to_string()))?;
            let fields: Vec<String> = record.iter().map(ToString::to_string).collect();
            if number == 0 && fields != self.heading() {
                return Err(other(format!("its columns are {}", fields.join(","))));
            }
            if fields.len() != self.heading().len() {
                return Err(other(format!("its row {} has {} fields", number + 1, fields.len())));
            }
            if number > 0 {
                let (key, row) = fields.split_at(self.parameters.len());
                rows.insert(key.to_vec(), row.to_vec());
            }
        }
        Ok(rows)
    }

    /// A file with a heading and the rows that are kept, to be continued.
    fn begin(&self, kept: &Rows) -> io::Result<File> {
        let mut text = line(self.heading())?;
        for (key, row) in kept {
            text.extend(line(key.iter().chain(row))?);
        }
        replace(self.file, &text)?;
        File::options().append(true).open(self.file)
    }

    /// The rows of the grid in its order, then any others.
    fn put_in_order(&self, grid: &[Vec<String>], rows: &Rows) -> io::Result<()> {
        let mut text = line(self.heading())?;
        let mut rest = rows.clone();
        for key in grid {
            if let Some(row) = rest.remove(key) {
                text.extend(line(key.iter().chain(&row))?);
            }
        }
        for (key, row) in &rest {
            text.extend(line(key.iter().chain(row))?);
        }
        replace(self.file, &text)
    }
}

/// Fields as one line of a table.
fn line(fields: impl IntoIterator<Item = impl AsRef<str>>) -> io::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer
        .write_record(fields.into_iter().map(|field| field.as_ref().replace(['\n', '\r'], " ").into_bytes()))
        .map_err(io::Error::other)?;
    writer.into_inner().map_err(|error| error.into_error())
}

/// Replaces a file by a new one at once.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".wobble-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Only the kind of the error: its text names the temporary file, which nobody asked for.
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(path) => write!(f, "`{path}` must be given once and with at least one value, as in {path}=1,2,3"),
            Self::TooMany(count) => write!(f, "a sweep must have at most {MOST_RUNS} runs, got {count}; leave out some values"),
            Self::OtherSweep { path, why } => {
                write!(
                    f,
                    "{} is not the table of this sweep: {why}; give the new one another name, or remove the old",
                    path.display()
                )
            }
            Self::File { path, source } => write!(f, "cannot use {}: {source}; choose a folder you may write to", path.display()),
            Self::Threads(why) => write!(f, "cannot start threads: {why}; ask for fewer jobs"),
        }
    }
}

impl std::error::Error for Error {}
