//! Running one job in a process of its own.

use crate::engine::Start;
use job::{Answer, Job};
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

/// The longest answer that is read. `[bytes]`
const LONGEST: u64 = 1 << 30;

/// Runs a job.
///
/// # Errors
/// If the engine cannot be started, fails, takes longer than the limit or answers nonsense, in words.
pub fn run(start: &Start, job: &Job, limit: Duration) -> Result<Answer, String> {
    let file = || tempfile::tempfile().map_err(|error| format!("cannot make a temporary file: {error}"));
    let (mut input, mut output, mut complaint) = (file()?, file()?, file()?);
    let text = serde_json::to_string(job).map_err(|error| error.to_string())?;
    input.write_all(text.as_bytes()).and_then(|()| input.rewind()).map_err(|error| error.to_string())?;
    let clone = |file: &File| file.try_clone().map(Stdio::from).map_err(|error| error.to_string());
    let mut child = Command::new(&start.program)
        .args(&start.arguments)
        .envs(start.environment.iter().map(|(name, value)| (name, value)))
        .stdin(input)
        .stdout(clone(&output)?)
        .stderr(clone(&complaint)?)
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", start.program.display()))?;
    let Some(status) = child.wait_timeout(limit).map_err(|error| error.to_string())? else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!("given up after {} s", limit.as_secs()));
    };
    if !status.success() {
        return Err(reason(&read(&mut complaint)?));
    }
    Answer::parse(&read(&mut output)?)
}

/// The line that names an error, as node and python write it, or else the last one.
fn reason(complaint: &str) -> String {
    let lines = || complaint.lines().map(str::trim).filter(|line| !line.is_empty());
    let named = lines().find(|line| line.split(':').next().is_some_and(|word| word.ends_with("Error")));
    named.or(lines().next_back()).unwrap_or("it failed and gave no reason").into()
}

fn read(file: &mut File) -> Result<String, String> {
    let mut text = String::new();
    file.rewind().map_err(|error| error.to_string())?;
    file.take(LONGEST).read_to_string(&mut text).map_err(|error| format!("cannot read the answer: {error}"))?;
    Ok(text)
}

#[cfg(all(test, unix))]
mod tests {
    use super::{reason, run};
    use crate::engine::Start;
    use job::{Job, Scene};
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(60);

    fn shell(script: &str, limit: Duration) -> Result<job::Answer, String> {
        let start = Start { program: "sh".into(), arguments: vec!["-c".into(), script.into()], environment: Vec::new() };
        let scene = Scene::Cloth { columns: 2, rows: 2 };
        run(&start, &Job { scene, frames: 2, untimed: 1, threads: 1, variant: None }, limit)
    }

    #[test]
    fn an_engine_hears_its_job_and_is_understood() {
        let answer = r#"{"kind":"summary","engine":"e","settings":"s","frame_ms":[1.5],"rms_speed":0,"low":[0,0],"high":[1,1]}"#;
        let answer = shell(&format!("grep -q cloth && echo '{answer}'"), LONG).unwrap();
        assert_eq!(answer.summary.frame_ms, [1.5]);
    }

    #[test]
    fn the_reason_is_found_among_much_else() {
        assert_eq!(reason("file.js:3\n  at x\nError: no such module\n  at y\n\nNode.js v20\n"), "Error: no such module");
        assert_eq!(reason("Traceback:\n  line\nModuleNotFoundError: no pymunk\n"), "ModuleNotFoundError: no pymunk");
        assert_eq!(reason("one\ntwo\n\n"), "two");
        assert!(reason("").contains("no reason"));
    }

    #[test]
    fn engines_that_fail_hang_or_babble_are_told_apart() {
        assert_eq!(shell("echo because >&2; exit 1", LONG).unwrap_err(), "because");
        assert!(shell("exec sleep 30", Duration::from_millis(50)).unwrap_err().contains("given up"));
        assert!(shell("echo babble", LONG).unwrap_err().contains("line 1"));
        assert!(shell("true", LONG).unwrap_err().contains("ended early"));
    }
}
