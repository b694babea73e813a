//! Results as Markdown.

use crate::args::Args;
use crate::race::{OURS, Results, Run};
use crate::workload::Workload;
use wobble_lab::Table;
use wobble_lab::bench::{Machine, Spread};

/// The whole report: how it was measured, who is how many times as fast, and how well they did.
pub fn text(results: &Results, machine: &Machine, warnings: &[String], args: &Args) -> String {
    let mut text = format!(
        "Machine: {}. {} rounds in turn, {} frames each, timed from {} on.\n",
        machine.words(),
        args.rounds,
        args.frames,
        args.frames / 2
    );
    for warning in warnings {
        text += &format!("Noisy: {warning}.\n");
    }
    let wall = table(results, args, |workload, label| {
        let time = Spread::of(results.scores(workload, label).map(|(_, score)| score.ms))?;
        Some((time, results.ratio(workload, label)?))
    });
    text += &format!("\n**Milliseconds a frame, and how many times as long as ours**\n\n{}", wall.to_markdown());
    text += "\n**The same by the time that each had a processor (one thread), which says more when others are at work**\n\n";
    text += &table(results, args, |workload, label| {
        let time = Spread::of(results.scores(workload, label).filter_map(|(_, score)| score.cpu_ms))?;
        Some((time, results.cpu_ratio(workload, label)?))
    })
    .to_markdown();
    for &workload in &args.workloads {
        let (table, notes) = details(results, workload);
        text += &format!("\n**{}**\n\n{}", workload.name(), table.to_markdown());
        if !notes.is_empty() {
            text += &format!("\n{}", notes.join("\n"));
            text += "\n";
        }
    }
    text
}

/// One line for each entry that has times, one column for each workload.
fn table(results: &Results, args: &Args, figures: impl Fn(Workload, &str) -> Option<(Spread, Spread)>) -> Table {
    let mut labels: Vec<&str> = Vec::new();
    for label in args.workloads.iter().flat_map(|&workload| results.labels(workload)) {
        if !labels.contains(&label) && args.workloads.iter().any(|&workload| figures(workload, label).is_some()) {
            labels.push(label);
        }
    }
    let heading = ["engine"].into_iter().chain(args.workloads.iter().map(|workload| workload.name()));
    let mut table = Table::new(heading);
    for label in labels {
        let cell = |&workload: &Workload| match figures(workload, label) {
            Some((time, _)) if label == OURS => format!("**{}**", digits(time.median)),
            Some((time, ratio)) => format!("{} ({}×)", digits(time.median), digits(ratio.median)),
            None => "–".into(),
        };
        table.add([label.to_string()].into_iter().chain(args.workloads.iter().map(cell)));
    }
    table
}

/// Times and quality of a workload, and what there is to say about those who failed.
fn details(results: &Results, workload: Workload) -> (Table, Vec<String>) {
    let mut table = Table::new([
        "engine",
        "ms/frame",
        "× ours",
        "CPU ms",
        "× ours",
        "rounds",
        "area error %",
        "max %",
        "inside",
        "crossing",
        "overlap %",
        "escaped",
        "rms v [m/s]",
        "height [m]",
        "hang [m]",
        "settings",
    ]);
    let mut notes = Vec::new();
    for label in results.labels(workload) {
        let runs: Vec<&Run> = results.runs.iter().filter(|run| run.workload == workload && run.label == label).collect();
        match runs.iter().find(|run| run.outcome.is_ok()) {
            Some(run) => table.add(line(results, run, workload, label)),
            None => notes.extend(runs.first().and_then(|run| Some(format!("- {label}: {}", run.outcome.as_ref().err()?)))),
        }
    }
    (table, notes)
}

fn line(results: &Results, run: &Run, workload: Workload, label: &str) -> Vec<String> {
    let scores: Vec<_> = results.scores(workload, label).map(|(_, score)| score).collect();
    let Some(score) = scores.last() else { return Vec::new() };
    let time = Spread::of(scores.iter().map(|score| score.ms)).map_or("–".into(), ends);
    let ratio = results.ratio(workload, label).map_or("–".into(), ends);
    let cpu = Spread::of(scores.iter().filter_map(|score| score.cpu_ms)).map_or("–".into(), ends);
    let cpu_ratio = results.cpu_ratio(workload, label).map_or("–".into(), ends);
    // Below a thousandth of a percent it is the rounding of single precision.
    let percent = |value: Option<f32>| {
        value.map(|value| 100.0 * f64::from(value)).map_or("–".into(), |part| if part < 1e-3 { "0".into() } else { digits(part) })
    };
    let count = |value: Option<usize>| value.map_or("–".into(), |value| value.to_string());
    let number = |value: Option<f64>| value.map_or("–".into(), digits);
    let quality = score.quality;
    vec![
        label.into(),
        time,
        ratio,
        cpu,
        cpu_ratio,
        scores.len().to_string(),
        percent(quality.map(|quality| quality.area_error_mean)),
        percent(quality.map(|quality| quality.area_error_max)),
        count(quality.map(|quality| quality.points_inside)),
        count(quality.map(|quality| quality.self_crossing)),
        percent(quality.map(|quality| quality.overlap_max)),
        score.escaped.to_string(),
        number(score.rms_speed),
        number(score.height),
        number(score.hang),
        run.settings.clone(),
    ]
}

/// The middle, and the ends where they differ.
fn ends(spread: Spread) -> String {
    let [middle, least, most] = [spread.median, spread.least, spread.most].map(digits);
    if least == most { middle } else { format!("{middle} ({least}–{most})") }
}

/// Three digits, or all before the point.
pub fn digits(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        size if size >= 0.1 => format!("{value:.3}"),
        size if size >= 0.0005 => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{digits, text};
    use crate::args::Args;
    use crate::race::tests::made_up;
    use clap::Parser;
    use wobble_lab::bench::Machine;

    #[test]
    fn the_report_has_ratios_for_those_who_ran_and_reasons_for_those_who_did_not() {
        let args = Args::parse_from(["wobble-bench", "--workloads", "cloth-64", "--rounds", "2"]);
        let machine = Machine { processor: Some("A Chip".into()), threads: 2 };
        let text = text(&made_up(), &machine, &["loud".into()], &args);
        assert!(text.contains("A Chip, 2 threads") && text.contains("Noisy: loud."), "{text}");
        assert!(text.contains("| wobble2d | **1.50** |") && text.contains("| other | 16.0 (10.5×) |"), "{text}");
        assert!(text.contains("- absent: cannot start it"), "{text}");
        assert!(text.contains("10.5 (10.0–11.0)"), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([123.4, 12.34, 1.234, 0.1234, 0.01234, 0.0].map(digits), ["123", "12.3", "1.23", "0.123", "0.0123", "0"]);
        assert_eq!(digits(0.00001), "1.0e-5");
    }
}
