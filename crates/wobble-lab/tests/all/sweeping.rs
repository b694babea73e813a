//! Sweeps, and the files they leave.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wobble_lab::sweep::{Error, Outcome, Parameter, Summary, Sweep};

fn parameters() -> Vec<Parameter> {
    let values = |text: &str| text.split(',').map(ToString::to_string).collect();
    vec![Parameter { path: "a".into(), values: values("1,2,3") }, Parameter { path: "b.c".into(), values: values("x,y") }]
}

fn sweep(file: &Path, run: impl Fn(&[String]) -> Outcome + Sync) -> Result<Summary, Error> {
    Sweep { parameters: &parameters(), results: &["sum", "text"], file, jobs: Some(2) }.go(run, |_, _| {})
}

fn row(key: &[String]) -> Outcome {
    Outcome::Row(vec![format!("{}!", key.join("+")), "a, \"b\"".into()])
}

const WHOLE: &str = "a,b.c,sum,text,problem\n1,x,1+x!,\"a, \"\"b\"\"\",\n1,y,1+y!,\"a, \"\"b\"\"\",\n2,x,2+x!,\"a, \"\"b\"\"\",\n\
                     2,y,2+y!,\"a, \"\"b\"\"\",\n3,x,3+x!,\"a, \"\"b\"\"\",\n3,y,3+y!,\"a, \"\"b\"\"\",\n";

#[test]
fn every_combination_has_a_row_in_the_order_of_the_grid() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    let summary = sweep(&file, row).unwrap();
    assert_eq!(summary, Summary { total: 6, kept: 0, added: 6, failed: 0, stopped: false });
    assert_eq!(fs::read_to_string(&file).unwrap(), WHOLE);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "and nothing else");
}

#[test]
fn a_file_cut_anywhere_is_continued_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    for cut in 0..=WHOLE.len() {
        fs::write(&file, &WHOLE[..cut]).unwrap();
        let run = AtomicUsize::new(0);
        let summary = sweep(&file, |key| {
            run.fetch_add(1, Ordering::Relaxed);
            row(key)
        })
        .unwrap();
        let rows_left = WHOLE[..cut].matches('\n').count().saturating_sub(1);
        assert_eq!((summary.kept, run.into_inner()), (rows_left, 6 - rows_left), "cut after {cut} bytes");
        assert_eq!(fs::read_to_string(&file).unwrap(), WHOLE);
    }
}

#[test]
fn while_it_runs_the_file_holds_whole_rows_only_and_a_stop_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    let seen = Mutex::new(0);
    let summary = sweep(&file, |key| {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.ends_with('\n') && text.lines().all(|line| line.matches(',').count() >= 4), "{text}");
        let mut seen = seen.lock().unwrap();
        *seen += 1;
        if *seen > 3 { Outcome::Stopped } else { row(key) }
    })
    .unwrap();
    assert!(summary.stopped && summary.added <= 3);
    let rest = sweep(&file, row).unwrap();
    assert_eq!(rest.kept, summary.added);
    assert_eq!(fs::read_to_string(&file).unwrap(), WHOLE);
}

#[test]
fn a_run_that_fails_has_its_reason_in_the_row() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    let summary = sweep(&file, |key| if key[0] == "2" { Outcome::Failed("too\nstiff".into()) } else { row(key) }).unwrap();
    assert_eq!(summary.failed, 2);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\n2,x,,,too stiff\n"), "{text}");
}

#[test]
fn a_file_of_somebody_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    for text in ["my diary", "my diary\n", "a,b.c,sum\n1,x,2\n", "a,b.c,sum,text,problem\n1\n"] {
        fs::write(&file, text).unwrap();
        let error = sweep(&file, row).expect_err("not ours").to_string();
        assert!(error.contains("another name"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn grids_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    let many = Parameter { path: "a".into(), values: (0..1001).map(|k| k.to_string()).collect() };
    let none = Parameter { path: "a".into(), values: Vec::new() };
    for parameters in [vec![none], vec![many.clone(), many.clone()], vec![many.clone(), Parameter { path: "b".into(), ..many }]] {
        let sweep = Sweep { parameters: &parameters, results: &[], file: &file, jobs: None };
        assert!(sweep.go(|_| Outcome::Stopped, |_, _| {}).is_err());
        assert!(!file.exists());
    }
}
