//! Files that are wrong, each in its own way. What is said about them is kept in a snapshot: read it as a user would.

use std::fmt::Write;
use std::path::PathBuf;
use wobble_scene::{Problems, Scene, limits};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn problems(path: &std::path::Path) -> Problems {
    let built = Scene::load(path).and_then(|scene| scene.build().map(drop));
    built.expect_err(&format!("{} should be refused", path.display()))
}

#[test]
fn every_broken_file_is_refused_with_a_line_and_a_way_out() {
    assert!(files().len() >= 40);
    for path in files() {
        let problems = problems(&path);
        assert!(!problems.list.is_empty());
        for problem in &problems.list {
            assert!(problem.position.is_some(), "{}: no line in {problem}", path.display());
            assert!(problem.hint.len() > 3, "{}: no way out in {problem}", path.display());
            assert!(problem.to_string().len() < 400, "{}: too long: {problem}", path.display());
        }
    }
}

#[test]
fn what_is_said_about_broken_files() {
    let mut text = String::new();
    for path in files() {
        let problems = Problems { file: None, ..problems(&path) };
        writeln!(text, "{}\n{problems}\n", path.file_stem().unwrap().display()).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_hundred_megabytes_of_brackets_are_refused_before_they_are_read() {
    let path = std::env::temp_dir().join(format!("wobble-brackets-{}.json", std::process::id()));
    std::fs::write(&path, vec![b'['; 100 << 20]).unwrap();
    let problems = problems(&path);
    std::fs::remove_file(&path).unwrap();
    assert!(problems.to_string().contains("must be at most 8 MB"), "{problems}");
    assert_eq!(problems.list[0].position.map(|position| position.line), Some(1));
}

#[test]
fn as_many_brackets_as_may_be_read_are_refused_by_their_depth() {
    let text = "[".repeat(limits::FILE_SIZE as usize);
    let problems = Scene::parse(&text).unwrap_err();
    assert!(problems.to_string().starts_with("1:65: the scene must not be nested deeper than 64"), "{problems}");
}

#[test]
fn as_many_values_as_may_be_read_are_refused_by_their_number() {
    let text = format!("[{}0]", "0,".repeat(limits::VALUES + 1));
    let problems = Scene::parse(&text).unwrap_err();
    assert!(problems.to_string().contains("must hold at most 500000 values"), "{problems}");
}

#[test]
fn a_file_that_does_not_exist_is_named() {
    let problems = problems(&folder().join("no-such-file.json.txt"));
    assert!(problems.to_string().contains("no-such-file.json.txt: the scene cannot be read"), "{problems}");
}

#[test]
fn a_file_that_is_no_text_is_refused_with_its_place() {
    let path = std::env::temp_dir().join(format!("wobble-bytes-{}.json", std::process::id()));
    std::fs::write(&path, b"{\n  \"title\": \"\xff\xfe\" }").unwrap();
    let problems = problems(&path);
    std::fs::remove_file(&path).unwrap();
    assert!(problems.to_string().contains(":2:13: the scene must be UTF-8 text"), "{problems}");
}

#[test]
fn a_thousand_problems_are_counted_and_not_all_listed() {
    let text = format!(r#"{{ "version": 1, "bodies": [{}{{ "ball": {{}} }}] }}"#, r#"{ "bull": 1, "x": 1 },"#.repeat(1000));
    let problems = Scene::parse(&text).unwrap_err();
    assert_eq!((problems.list.len(), problems.left_out), (limits::PROBLEMS, 2000 - limits::PROBLEMS));
}
