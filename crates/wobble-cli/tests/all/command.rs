//! The `wobble` command as a user meets it.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::process::Output;
use wobble2d::Method;

/// Runs the command in a folder; it takes a minute at most.
fn wobble(folder: &Path, args: &[&str]) -> Output {
    wobble_with(folder, args, "")
}

fn wobble_with(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wobble"));
    // As on a server, so that no test opens a window.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.args(args).current_dir(folder).write_stdin(input).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).expect("plain text")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Fails with this code and a complaint that holds these words, and without a panic.
fn assert_fails(output: &Output, code: i32, words: &[&str]) {
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{complaint}");
    assert!(words.iter().all(|word| complaint.contains(word)) && !complaint.contains("panicked"), "{complaint}");
}

#[test]
fn plain_wobble_prints_the_hash_and_leaves_a_gif_of_five_seconds() {
    let folder = folder();
    let output = wobble(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("instead of a window"), "{}", text(&output.stderr));
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
    assert_eq!(files(folder.path()), ["wobble.gif"]);
}

#[cfg(feature = "window")]
#[test]
fn without_a_display_the_sandbox_names_ways_out() {
    let folder = folder();
    assert_fails(&wobble(folder.path(), &["sandbox", "pendulum"]), 2, &["window", "wobble render pendulum", "wobble serve"]);
    assert_fails(&wobble(folder.path(), &["sandbox", "pendulm"]), 2, &["pendulum"]);
}

#[test]
fn what_cannot_be_written_is_said_without_a_panic() {
    let folder = folder();
    fs::create_dir(folder.path().join("wobble.gif")).expect("a folder in the way");
    assert_fails(&wobble(folder.path(), &[]), 2, &["wobble: cannot write wobble.gif: "]);
    for args in [
        &["render", "pendulum", "-o", "no/such/p.gif", "--seconds", "0.1"][..],
        &["run", "pendulum", "--record", "no/such/p.csv", "--seconds", "0.1"],
        &["plot", "pendulum", "-o", "no/such/p.svg", "--seconds", "0.1"],
        &["sweep", "pendulum", "--set", "settings.substeps=4", "-o", "no/such/p.csv", "--seconds", "0.1"],
        &["new", "no/such/p.json"],
    ] {
        assert_fails(&wobble(folder.path(), args), 2, &["no/such/p."]);
    }
    assert_eq!(files(folder.path()), ["wobble.gif"]);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_format_that_this_build_cannot_write_is_refused_before_the_run() {
    let folder = folder();
    let output = wobble(folder.path(), &["run", "orbit", "--seconds", "600", "--record", "orbit.parquet"]);
    assert_fails(&output, 2, &["no Parquet files", ".csv", "--features parquet"]);
    assert!(files(folder.path()).is_empty());
}

#[cfg(feature = "parquet")]
#[test]
fn a_recording_can_be_a_parquet_file() {
    let folder = folder();
    let output = wobble(folder.path(), &["run", "orbit", "--seconds", "1", "--record", "orbit.parquet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = fs::read(folder.path().join("orbit.parquet")).expect("a file");
    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
}

#[test]
fn every_subcommand_explains_itself() {
    let folder = folder();
    let output = wobble(folder.path(), &["--help"]);
    assert!(text(&output.stdout).contains("wobble.gif") && text(&output.stdout).contains("Exit codes"));
    for name in [
        "list",
        "show",
        "new",
        "check",
        "schema",
        "run",
        "render",
        "compare",
        "plot",
        "sweep",
        "bench",
        "laws",
        "hash",
        "sandbox",
        "serve",
        "completions",
    ] {
        assert!(text(&output.stdout).contains(name), "{name} is not listed");
        let help = wobble(folder.path(), &[name, "--help"]);
        assert_eq!(help.status.code(), Some(0));
        assert!(text(&help.stdout).contains(&format!("wobble {name}")), "{}", text(&help.stdout));
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn typos_are_answered_with_what_may_be_meant() {
    let folder = folder();
    for (args, meant) in [
        (&["pot", "pendulum"][..], "plot"),
        (&["run", "pendulm"], "`pendulum`"),
        (&["run", "pendulum", "--method", "xpdb"], "`xpbd`"),
        (&["run", "pendulum", "--set", "settings.substep=4"], "`substeps`"),
        (&["plot", "pendulum", "--quantity", "hight", "-o", "a.png"], "height"),
        (&["render", "pendulum", "--overlay", "sprngs", "-o", "a.png"], "springs"),
        (&["render", "pendulum", "-o", "a.mp4"], "a.apng"),
        (&["render", "pendulum", "-o", "a.bmp"], ".svg"),
        (&["render", "pendulum", "-o", "a.gif", "--size", "9x9"], "640x480"),
        (&["run", "no-such.json"], "wobble list"),
    ] {
        assert_fails(&wobble(folder.path(), args), 2, &[meant]);
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn colours_are_for_terminals_only() {
    let folder = folder();
    for args in [&["list"][..], &["run", "pendulm"]] {
        let output = wobble(folder.path(), args);
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
    }
}

#[test]
fn a_broken_scene_is_told_apart_from_a_missing_one() {
    let folder = folder();
    let broken = r#"{ "version": 1, "bodies": [{ "ball": { "raduis": 1 } }, { "ball": {}, "mass": -1 }] }"#;
    fs::write(folder.path().join("broken.json"), broken).expect("room to write");
    assert_fails(&wobble(folder.path(), &["check", "broken.json"]), 1, &["broken.json:1:", "`radius`", "mass"]);
    assert_fails(&wobble_with(folder.path(), &["check", "-"], broken), 1, &["-:1:", "`radius`"]);
    assert_fails(&wobble(folder.path(), &["check", "pendulum", "missing.json"]), 2, &["missing.json"]);
    assert_fails(&wobble(folder.path(), &["run", "broken.json"]), 2, &["broken.json:1:"]);
    assert_eq!(wobble(folder.path(), &["check", "pendulum"]).status.code(), Some(0));
}

#[test]
fn a_scene_goes_from_new_to_show_to_run() {
    let folder = folder();
    assert_eq!(wobble(folder.path(), &["new", "mine.json"]).status.code(), Some(0));
    assert_fails(&wobble(folder.path(), &["new", "mine.json"]), 2, &["--force"]);
    let shown = wobble(folder.path(), &["show", "mine.json", "--set", "settings.substeps=5"]);
    let run = wobble_with(folder.path(), &["run", "-", "--json", "--seconds", "0.5"], text(&shown.stdout));
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("one object");
    assert_eq!((&report["frames"], &report["bodies"], &report["substeps"]), (&30.into(), &4.into(), &5.into()));
}

#[test]
fn the_hash_of_a_run_and_of_hash_agree() {
    let folder = folder();
    let run = wobble(folder.path(), &["run", "welcome", "--seconds", "1", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("one object");
    let hash = wobble(folder.path(), &["hash", "welcome", "--frames", "60"]);
    assert_eq!(report["state_hash"], text(&hash.stdout).trim());
}

#[test]
fn pictures_and_tables_are_what_their_names_say() {
    let folder = folder();
    for (args, begins) in [
        (&["render", "pendulum", "--seconds", "0.2", "-o", "a.gif"][..], &b"GIF89a"[..]),
        (&["render", "pendulum", "--seconds", "0.2", "--fps", "60", "-o", "a.apng", "--dark"], b"\x89PNG"),
        (&["render", "pendulum", "--seconds", "0.2", "-o", "a.png", "--overlay", "springs,forces"], b"\x89PNG"),
        (&["render", "pendulum", "--seconds", "0.2", "-o", "a.svg", "--size", "320x200"], b"<svg "),
        (&["plot", "pendulum", "--seconds", "0.2", "-o", "b.svg"], b"<svg "),
        (&["plot", "pendulum", "--seconds", "0.2", "--quantity", "height", "-o", "b.csv"], b"time [s],height [m]\n"),
        (&["compare", "orbit", "--seconds", "0.2", "--methods", "euler,rk4", "-o", "c.png"], b"\x89PNG"),
        (&["compare", "orbit", "--seconds", "0.2", "--methods", "euler,rk4", "-o", "c.csv"], b"method,"),
        (&["run", "pendulum", "--seconds", "0.2", "--record", "d.csv"], b"time [s],energy [J],"),
    ] {
        let output = wobble(folder.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        let name = args.iter().find(|name| name.contains('.') && name.ends_with(|end: char| end.is_alphabetic())).expect("a file");
        let bytes = fs::read(folder.path().join(name)).expect("the file");
        assert!(bytes.starts_with(begins), "{args:?}");
    }
}

#[test]
fn the_comparison_of_euler_and_verlet_shows_the_orders_and_who_gains_energy() {
    let folder = folder();
    let args = ["compare", "euler-vs-verlet", "--substeps", "2,4,8,16", "--seconds", "4", "-o", "c.csv"];
    assert_eq!(wobble(folder.path(), &args).status.code(), Some(0));
    let table = fs::read_to_string(folder.path().join("c.csv")).expect("the table");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4 * Method::ALL.len());
    let column =
        |name: &str| table.lines().next().expect("a heading").split(',').position(|other| other == name).expect("a column");
    let number = |row: &[&str], name: &str| row[column(name)].parse::<f64>().expect("a number");
    for (method, order) in
        [("explicit-euler", 1.0), ("semi-implicit-euler", 1.0), ("position-verlet", 2.0), ("velocity-verlet", 2.0), ("rk4", 4.0)]
    {
        for row in rows.iter().filter(|row| row[0] == method) {
            let measured = number(row, "order");
            assert!((measured - order).abs() < 0.25, "{method}: {measured}");
        }
    }
    let worst = |method: &str, name: &str| {
        rows.iter().filter(|row| row[0] == method).map(|row| number(row, name).abs()).fold(0.0, f64::max)
    };
    let gained = rows.iter().filter(|row| row[0] == "explicit-euler").all(|row| number(row, "energy gain [J]") > 0.0);
    assert!(gained && worst("semi-implicit-euler", "energy gain [J]") < 0.2 * worst("explicit-euler", "energy gain [J]"));
    assert!(worst("velocity-verlet", "energy swing [J]") < 0.1 * worst("explicit-euler", "energy gain [J]"));
}

#[test]
fn a_benchmark_reports_times_and_quality_in_every_format() {
    let folder = folder();
    let run = |args: &[&str]| wobble(folder.path(), &[&["bench", "pendulum", "--repeats", "2"], args].concat());
    let json: serde_json::Value = serde_json::from_slice(&run(&["--json"]).stdout).expect("one object");
    let trial = &json["trials"][0];
    assert_eq!((trial["times"].as_array().map(Vec::len), &trial["report"]["frames"]), (Some(2), &600.into()));
    assert_eq!(trial["same_state"], true);
    let csv = run(&["--csv"]).stdout;
    assert!(text(&csv).starts_with("workload,run,ms_per_frame,") && text(&csv).lines().count() == 3, "{}", text(&csv));
    let markdown = run(&["--markdown"]).stdout;
    assert!(text(&markdown).contains("| workload | ms/frame |") && text(&markdown).contains("| pendulum |"));
    assert_fails(&run(&["--csv", "--kernels"]), 2, &["--json"]);
    assert_fails(&run(&["no-such-scene"]), 2, &["no-such-scene"]);
    assert_fails(&run(&["--repeats", "0"]), 2, &["--repeats"]);
}

#[test]
fn laws_are_reported_in_every_format() {
    let folder = folder();
    let run = |args: &[&str]| wobble(folder.path(), &[&["laws", "--law", "fall"], args].concat());
    let json: serde_json::Value = serde_json::from_slice(&run(&["--json"]).stdout).expect("JSON");
    assert_eq!((json.as_array().map(Vec::len), &json[0]["law"], &json[0]["theory"]), (Some(1), &"fall".into(), &(-11.62).into()));
    let csv = run(&["--csv", "--threads", "1"]);
    assert!(text(&csv.stdout).starts_with("family,law,parameters,unit,rule,theory,measured,error,bound,pass,fast,shows\n"));
    assert_eq!((text(&csv.stdout).lines().count(), csv.stdout), (2, run(&["--csv", "--threads", "3"]).stdout));
    let table = run(&["--all", "--family", "kept", "--fast"]);
    assert!(text(&table.stdout).contains("fall") && text(&table.stdout).contains("seconds=2"), "{}", text(&table.stdout));
    assert!(text(&run(&[]).stdout).contains("Kept"), "how many pass");
    assert_fails(&run(&["--family", "keep"]), 2, &["kept"]);
    assert_fails(&run(&["--family", "rolling"]), 2, &["leave out", "--family"]);
    assert_fails(&wobble(folder.path(), &["laws", "--law", "sagg"]), 2, &["`sagg`", "`sag`"]);
    assert_fails(&wobble(folder.path(), &["laws", "--write-docs", "--fast"]), 2, &["--fast"]);
    assert!(files(folder.path()).is_empty());
}

/// A row of a table of laws with another value in one of its columns.
fn with_field(csv: &str, column: &str, value: &str) -> String {
    let (heading, row) = csv.split_once('\n').expect("a heading");
    let place = heading.split(',').position(|name| name == column).expect("the column");
    let fields = row.split(',').enumerate().map(|(k, field)| if k == place { value } else { field });
    format!("{heading}\n{}", fields.collect::<Vec<_>>().join(","))
}

#[test]
fn a_line_of_the_laws_that_got_worse_fails_the_check_and_is_named() {
    let folder = folder();
    let now = wobble(folder.path(), &["laws", "--law", "fall", "--csv"]).stdout;
    let check = |table: &str| {
        fs::write(folder.path().join("before.csv"), table).expect("a file in a folder of our own");
        wobble(folder.path(), &["laws", "--law", "fall", "--check", "before.csv"])
    };
    let same = check(text(&now));
    assert_eq!((same.status.code(), text(&same.stderr).contains("no line got worse")), (Some(0), true), "{}", text(&same.stderr));
    // Whatever the engine does now: these tables ask for more than it may ever give.
    let name = "worse: kept/fall seconds=2";
    assert_fails(&check(&with_field(text(&now), "bound", "-1")), 1, &[name, "bound is looser", "-1"]);
    assert_fails(&check(&with_field(text(&now), "law", "flight")), 1, &["worse: kept/flight seconds=2", "no longer measured"]);
    // A line that was not there before is told, and is no reason to fail.
    let (heading, _) = text(&now).split_once('\n').expect("a heading");
    let new = check(&format!("{heading}\n"));
    assert_eq!((new.status.code(), text(&new.stderr).contains("kept/fall seconds=2: is new")), (Some(0), true));
    assert_fails(&check("a,b\n1,2\n"), 2, &["before.csv", "wobble laws --csv"]);
    assert_fails(&wobble(folder.path(), &["laws", "--law", "fall", "--check", "none.csv"]), 2, &["none.csv"]);
}

#[test]
fn a_sweep_that_is_asked_for_again_runs_nothing() {
    let folder = folder();
    let args = [
        "sweep",
        "oscillator",
        "--set",
        "settings.substeps=2,4",
        "--set",
        "settings.method=rk4,xpbd",
        "--seconds",
        "0.2",
        "-o",
        "s.csv",
    ];
    assert!(text(&wobble(folder.path(), &args).stdout).contains("4 rows, 4 of them new, 0 failed"));
    let before = fs::read(folder.path().join("s.csv")).expect("the table");
    assert!(text(&wobble(folder.path(), &args).stdout).contains("4 rows, 0 of them new"));
    assert_eq!(fs::read(folder.path().join("s.csv")).expect("the table"), before);
}

#[cfg(unix)]
mod pipes_and_signals {
    use super::{files, folder};
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    #[test]
    fn who_reads_one_line_and_leaves_gets_no_complaint() {
        for args in [&["list"][..], &["schema"], &["show", "welcome"], &["completions", "bash"], &["--help"]] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_wobble"))
                .args(args)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the command starts");
            let mut line = String::new();
            BufReader::with_capacity(16, child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
            let output = child.wait_with_output().expect("it ends");
            assert!(!line.is_empty() && output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(output.status.code(), Some(0), "{args:?}");
        }
    }

    #[test]
    fn an_interrupted_render_leaves_no_file_and_keeps_the_old_one() {
        let folder = folder();
        std::fs::write(folder.path().join("old.gif"), b"old").expect("room to write");
        let mut child = Command::new(env!("CARGO_BIN_EXE_wobble"))
            .args(["render", "pile-1000", "-o", "old.gif", "--seconds", "3600"])
            .current_dir(folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // The half file shows that it is at work.
        let began = Instant::now();
        while files(folder.path()).len() < 2 {
            assert!(began.elapsed() < Duration::from_secs(60), "it never began");
            std::thread::sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130));
        assert_eq!(files(folder.path()), ["old.gif"]);
        assert_eq!(std::fs::read(folder.path().join("old.gif")).expect("the old file"), b"old");
    }
}

#[test]
fn a_recording_is_lived_again_and_a_forged_one_is_found_out_and_drawn() {
    let folder = folder();
    fs::write(
        folder.path().join("deeds.json"),
        r#"[ { "at": 0.2, "impulse": { "body": 0, "point": 0, "by": [0, 2] } }, { "at": 0.1, "gravity": [0, 3] } ]"#,
    )
    .expect("room");
    let recorded = wobble(folder.path(), &["record", "soft-ball", "-o", "r.wobr", "--seconds", "1", "--actions", "deeds.json"]);
    assert_eq!(recorded.status.code(), Some(0), "{}", text(&recorded.stderr));
    assert!(text(&recorded.stdout).contains("60 frames, 2 actions"), "{}", text(&recorded.stdout));
    let same = wobble(folder.path(), &["replay", "r.wobr"]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stderr));
    assert!(text(&same.stdout).contains("every frame is the same"));

    let bytes = fs::read(folder.path().join("r.wobr")).expect("a recording");
    let genuine = wobble2d::Recording::from_bytes(&bytes).expect("a recording");
    let mut forged = wobble2d::Recording::from_snapshot(genuine.start().to_vec()).expect("a start");
    for (place, entry) in genuine.entries().enumerate() {
        match entry {
            wobble2d::Entry::Act(action) => forged.note(&action),
            wobble2d::Entry::Step { dt, hash } => forged.note_step(dt, if place == 40 { !hash } else { hash }),
        }
    }
    fs::write(folder.path().join("f.wobr"), forged.to_bytes()).expect("room");
    // Two of the 41 entries up to there are actions.
    let output = wobble(folder.path(), &["replay", "f.wobr", "-o", "f.png"]);
    assert_fails(&output, 1, &["frame 39 differs", "recorded by wobble2d"]);
    assert_eq!(wobble(folder.path(), &["replay", "f.wobr", "-o", "f.gif", "--json"]).status.code(), Some(1));
    assert_eq!(files(folder.path()), ["deeds.json", "f.gif", "f.png", "f.wobr", "r.wobr"]);
    fs::write(folder.path().join("cut.wobr"), &bytes[..bytes.len() / 2]).expect("room");
    assert_fails(&wobble(folder.path(), &["replay", "cut.wobr"]), 2, &["cut.wobr", "damaged or cut short"]);
}

#[test]
fn actions_that_make_no_sense_are_refused_with_their_place() {
    let folder = folder();
    for (script, words) in [
        (r#"[{ "at": 0, "remove": "nobody" }]"#, &["action 0", "no body `nobody`"][..]),
        (r#"[{ "at": 0, "remove": 99 }]"#, &["no body 99"]),
        (r#"[{ "at": 0, "fly": 1 }]"#, &["fly"]),
        (r#"[{ "at": -1, "gravity": [0, 0] }]"#, &["0 to 86400"]),
        (r#"[{ "at": 0, "release": "hand" }]"#, &["grab it first"]),
        (r#"[{ "at": 0, "pin": { "body": 0, "point": 999 } }]"#, &["no point 999"]),
    ] {
        fs::write(folder.path().join("deeds.json"), script).expect("room");
        let output = wobble(folder.path(), &["record", "soft-ball", "-o", "r.wobr", "--seconds", "0.1", "--actions", "deeds.json"]);
        assert_fails(&output, 2, words);
    }
    assert_eq!(files(folder.path()), ["deeds.json"]);
}
