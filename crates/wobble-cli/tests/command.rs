//! The `wobble` command as a user meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn wobble(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wobble")).args(args).current_dir(folder).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).expect("plain text")
}

#[test]
fn plain_wobble_prints_the_hash_and_leaves_a_gif_of_five_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = wobble(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let hash = lines[0].strip_prefix("state hash after 300 steps: ").expect("the hash comes first");
    assert!(hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    assert!(lines[1].contains("wobble.gif"), "{}", lines[1]);

    let bytes = fs::read(folder.path().join("wobble.gif")).expect("a GIF beside us");
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height()), (640, 480));
    let (mut frames, mut hundredths) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().expect("a whole frame") {
        frames += 1;
        hundredths += u32::from(frame.delay);
    }
    assert_eq!((frames, hundredths), (150, 500));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "and nothing else");
}

#[test]
fn what_cannot_be_written_is_said_without_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("wobble.gif")).expect("a folder in the way");
    let output = wobble(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("wobble: cannot write wobble.gif: "), "{complaint}");
    assert!(!complaint.contains("panicked"), "{complaint}");
}

#[test]
fn help_explains_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = wobble(folder.path(), &["--help"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("wobble.gif"), "{}", text(&output.stdout));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_wrong_argument_ends_with_code_two() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(wobble(folder.path(), &["--colour"]).status.code(), Some(2));
}
