//! The report card as a page with pictures.

use super::case::Family;
use super::line::Line;
use super::peer::Peer;
use super::{HEADING, passed};
use crate::table::Table;
use wobble_render::plot::{Axis, Curve, Plot, Style};
use wobble_view::{DrawList, Theme};

/// A picture of the page.
pub struct Picture<'l> {
    /// Its file, beside the page.
    pub file: &'static str,
    /// What is seen, in a sentence.
    pub caption: &'static str,
    /// Draws it, which may take a run of a second or two.
    pub draw: Box<dyn Fn() -> DrawList + 'l>,
}

const SIZE: [u32; 2] = [760, 380];

/// That of the picture of beams, whose metres are about as long in both directions.
const BEAMS: [u32; 2] = [760, 520];

const INTRO: &str = "\
# Laws

What the engine promises, and how well it keeps it: every line compares one measured value with one of theory, at default settings unless the line says
otherwise (method XPBD, 8 substeps, 60 steps a second). Failures are listed like everything else.

- **theory** is a closed form, or the static solution of the same mesh by a solver in 64 bits (`crates/wobble-lab/src/laws/statics.rs`). It never comes from
  the engine, except where a line says that two runs must agree.
- **error** is the distance from theory: as a part of the theory where it says *relative*, in the unit of the value elsewhere; of what is *at most* or *at least*
  something, only what is beyond it.
- **bound** is the largest error that passes. ∞ stands where a world exploded.

The same table as data is [laws.csv](laws.csv). It is a ratchet: `wobble laws --fast --check docs/laws.csv`, which is a part of `.ci/run`, fails if a line that passed fails, or if
one that failed is further off by more than a tenth. Values are the same to the bit on every platform, so nothing is allowed for noise.

```sh
wobble laws                              # everything, a few minutes
wobble laws --fast --family rolling      # a part of it
wobble laws --write-docs                 # this page, its pictures and its table
```

This page is written by the last of these; do not change it by hand. Where a column names another engine, it stands for the same bodies in that engine at its
default settings, judged by the same bound (`wobble-bench/rapier/examples/laws.rs` wrote [laws-rapier.csv](laws-rapier.csv)). Its discs are true circles, ours polygons of 32
corners.
";

/// What each family is about.
const fn about(family: Family) -> &'static str {
    match family {
        Family::Stiffness => {
            "Beams, blocks and bars against the static solution of the same mesh, and plucked beams against its lowest frequency. A mesh that is refined must not get softer, \
             and neither the rate nor the substeps may change where a body comes to rest."
        }
        Family::MassRatio => {
            "Light things that carry heavy ones. A stretch is a part of the length, and counts beyond the static solution of the same body."
        }
        Family::Restitution => "Rebounds at e = 0, 0.5 and 1, and the kinetic energy of many of them.",
        Family::Rolling => "Speeds on slopes. Theory takes the moment of inertia from the masses of the points.",
        Family::Stacks => "Columns, a pyramid and piles of all shapes, for up to a minute.",
        Family::Scale => {
            "Scenes that are 128 times as large or as small, with everything that has a metre in its unit scaled alike; and uneven steps."
        }
        Family::Caught => "What was shot, cut or crushed must be out of each other within a second.",
        Family::Kept => {
            "What should never get lost: conserved quantities, friction, falls, orbits, pendulums, motors, belts, gas, saved states."
        }
    }
}

/// The page. Pictures are those of [`pictures`]; what others do on the same cases stands beside ours.
pub fn markdown(lines: &[Line], pictures: &[Picture<'_>], peers: &[Peer]) -> String {
    let [passing, all] = passed(lines);
    let mut text = format!("{INTRO}\n**{passing} of {all} lines pass.**\n\n{}\n", summary(lines).to_markdown());
    for family in Family::ALL {
        let of_family: Vec<&Line> = lines.iter().filter(|line| line.family == family.name()).collect();
        if of_family.is_empty() {
            continue;
        }
        text += &format!("## {}\n\n{}\n\n", title(family), about(family));
        for picture in pictures.iter().filter(|picture| picture.file.contains(family.name())) {
            text += &format!("![{}](pictures/{})\n\n", picture.caption, picture.file);
        }
        text += &laws(&of_family);
        text += &format!("\n{}\n", values(&of_family, peers).to_markdown());
    }
    text.trim_end().to_string() + "\n"
}

/// A row for each line, with a column for another engine if it has any value of this family.
fn values(lines: &[&Line], peers: &[Peer]) -> Table {
    let family = lines.first().map_or("", |line| line.family.as_str());
    let engine = peers.iter().find(|peer| peer.family == family).map(|peer| peer.engine.as_str());
    let mut table = Table::new(HEADING.into_iter().chain(engine));
    for line in lines {
        table.add(line.fields().into_iter().chain(engine.map(|_| Peer::beside(peers, line))));
    }
    table
}

/// What each law shows, as a list.
fn laws(lines: &[&Line]) -> String {
    let mut seen: Vec<&str> = Vec::new();
    let mut text = String::new();
    for line in lines {
        if !seen.contains(&line.law.as_str()) {
            seen.push(&line.law);
            text += &format!("- `{}` ({}): {}\n", line.law, line.rule, line.shows);
        }
    }
    text
}

/// How many lines of each family pass.
pub fn summary(lines: &[Line]) -> Table {
    let mut table = Table::new(["family", "pass", "of"]);
    for family in Family::ALL {
        let of_family: Vec<Line> = lines.iter().filter(|line| line.family == family.name()).cloned().collect();
        let [passing, all] = passed(&of_family);
        if all > 0 {
            table.add([title(family).to_string(), passing.to_string(), all.to_string()]);
        }
    }
    table
}

const fn title(family: Family) -> &'static str {
    match family {
        Family::Stiffness => "Stiffness",
        Family::MassRatio => "Mass ratios",
        Family::Restitution => "Restitution",
        Family::Rolling => "Rolling",
        Family::Stacks => "Stacks and piles",
        Family::Scale => "Scale",
        Family::Caught => "Caught",
        Family::Kept => "Kept",
    }
}

/// The pictures of the page.
pub fn pictures(lines: &[Line]) -> Vec<Picture<'_>> {
    type Draw = fn(&[Line]) -> Plot;
    let picture = |file, caption, size: [u32; 2], plot: Draw| {
        let draw = Box::new(move || plot(lines).draw(size, &Theme::light()));
        Picture { file, caption, draw }
    };
    vec![
        picture("laws-stiffness-beams.svg", "The same beam on three meshes, and as it should be", BEAMS, |_| beams()),
        picture("laws-stiffness.svg", "Sag of beams over theory, by cells along the beam; 1 is right", SIZE, stiffness),
        picture("laws-mass-ratio.svg", "Stretch by mass ratio; half a per cent is the bound", SIZE, mass_ratio),
        picture("laws-restitution.svg", "Rebound of rigid bodies by e; the dashed line is right", SIZE, restitution),
        picture("laws-rolling.svg", "Speed over theory, by slope; 1 is right", SIZE, rolling),
    ]
}

/// The outlines of one beam on three meshes at rest, and that of theory.
fn beams() -> Plot {
    let plot = Plot::new("A beam of Young's modulus 1e5 N/m, held at its left side", Axis::new("x", "m"), Axis::new("y", "m"));
    let [shapes, theory] = super::stiffness::shapes();
    let plot = shapes.into_iter().fold(plot, |plot, (name, outline)| plot.with(Curve::line(name, outline)));
    theory.into_iter().fold(plot, |plot, (name, outline)| plot.with(Curve::line(name, outline).styled(Style::Dashed)))
}

/// A value among the parameters of a line.
fn parameter<'l>(line: &'l Line, name: &str) -> Option<&'l str> {
    line.parameters.split(' ').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

fn number(line: &Line, name: &str) -> Option<f64> {
    parameter(line, name)?.split('x').next()?.parse().ok()
}

/// The lines of a law.
fn of<'l>(lines: &'l [Line], family: Family, law: &'l str) -> impl Iterator<Item = &'l Line> {
    lines.iter().filter(move |line| line.family == family.name() && line.law == law)
}

fn stiffness(lines: &[Line]) -> Plot {
    let axes = (Axis::new("cells along the beam", "").range(0.0, 100.0), Axis::new("sag / theory", "").logarithmic());
    let plot = Plot::new("Beams of Young's modulus as stated", axes.0, axes.1);
    let usual = |line: &&Line| parameter(line, "rate") == Some("60") && parameter(line, "substeps") == Some("8");
    let point = |line: &Line| Some([number(line, "mesh")?, line.measured / line.theory]);
    let aspects = [("5", "1e5"), ("10", "4e5"), ("20", "1.6e6")];
    let plot = aspects.into_iter().fold(plot, |plot, (aspect, young)| {
        let chosen = of(lines, Family::Stiffness, "sag")
            .filter(usual)
            .filter(|line| parameter(line, "aspect") == Some(aspect) && parameter(line, "young") == Some(young));
        plot.with(Curve::line(format!("triangles, aspect {aspect}"), chosen.filter_map(point)).styled(Style::Dotted))
    });
    let lattice = of(lines, Family::Stiffness, "lattice-sag").filter_map(point);
    plot.with(Curve::line("springs, aspect 5", lattice).styled(Style::Dotted))
        .with(Curve::line("theory", [[0.0, 1.0], [100.0, 1.0]]).styled(Style::Dashed))
}

fn mass_ratio(lines: &[Line]) -> Plot {
    let axes = (Axis::new("mass ratio", "").logarithmic(), Axis::new("stretch beyond theory", "%").logarithmic());
    let plot = Plot::new("Light things that carry heavy ones", axes.0, axes.1);
    let point = |line: &Line| Some([number(line, "ratio")?, 100.0 * (line.measured - line.theory).max(1e-5)]);
    let plot = ["chain", "rope", "bridge", "cloth", "links"].into_iter().fold(plot, |plot, law| {
        plot.with(Curve::line(law, of(lines, Family::MassRatio, law).filter_map(point)).styled(Style::Dotted))
    });
    plot.with(Curve::line("bound", [[1.0, 0.5], [1000.0, 0.5]]).styled(Style::Dashed))
}

fn restitution(lines: &[Line]) -> Plot {
    let axes = (Axis::new("e", "").range(-0.05, 1.05), Axis::new("speed after / before", ""));
    let plot = Plot::new("Rebounds of rigid bodies", axes.0, axes.1);
    let point = |line: &Line| Some([number(line, "e")?, line.measured]);
    let plot = ["0.5", "5", "50"].into_iter().fold(plot, |plot, speed| {
        let chosen = of(lines, Family::Restitution, "rebound").filter(|line| {
            let usual = parameter(line, "method") == Some("xpbd") && parameter(line, "body") == Some("disc");
            usual && parameter(line, "target") == Some("scenery") && parameter(line, "speed") == Some(speed)
        });
        plot.with(Curve::line(format!("disc, {speed} m/s"), chosen.filter_map(point)).styled(Style::Dotted))
    });
    let boxes = of(lines, Family::Restitution, "rebound")
        .filter(|line| parameter(line, "body") == Some("box") && parameter(line, "target") == Some("scenery"));
    let plot = plot.with(Curve::line("box, 5 m/s", boxes.filter_map(point)).styled(Style::Dotted));
    plot.with(Curve::line("theory", [[0.0, 0.0], [1.0, 1.0]]).styled(Style::Dashed))
}

fn rolling(lines: &[Line]) -> Plot {
    let axes = (Axis::new("slope", "°").range(0.0, 11.0), Axis::new("speed / theory", "").range(-0.05, 1.2));
    let plot = Plot::new("What rolls, after five seconds", axes.0, axes.1);
    let part = |line: &Line| Some([number(line, "slope")?, line.measured / line.theory]);
    let plot = plot.with(Curve::line("disc of steel", of(lines, Family::Rolling, "disc").filter_map(part)).styled(Style::Dotted));
    let plot = [("rubber", "disc of rubber"), ("fine", "disc of 64 corners")].into_iter().fold(plot, |plot, (body, name)| {
        let chosen = of(lines, Family::Rolling, "mesh").filter(|line| parameter(line, "body") == Some(body));
        plot.with(Curve::line(name, chosen.filter_map(part)).styled(Style::Dotted))
    });
    let ball = of(lines, Family::Rolling, "ball").filter_map(|line| Some([number(line, "slope")?, line.measured]));
    let plot = plot.with(Curve::line("default ball", ball).styled(Style::Dotted));
    plot.with(Curve::line("theory", [[0.0, 1.0], [11.0, 1.0]]).styled(Style::Dashed))
}

#[cfg(test)]
mod tests {
    use super::{markdown, pictures};
    use crate::laws::case::Finding;
    use crate::laws::{Line, experiments};

    /// Every line of the report card, with values that were not measured.
    fn lines(measured: f64) -> Vec<Line> {
        let all = experiments();
        let cases = all.iter().flat_map(|experiment| &experiment.cases);
        cases.map(|case| Line::new(case, true, Finding { theory: 1.0, measured })).collect()
    }

    #[test]
    fn the_page_says_how_many_pass_and_has_a_row_for_each_line() {
        let lines = lines(1.0);
        let page = markdown(&lines, &pictures(&lines), &[]);
        assert!(page.contains(&format!("**{0} of {0} lines pass.**", lines.len())), "{}", &page[..3000]);
        assert_eq!(page.lines().filter(|line| line.ends_with("| pass |")).count(), lines.len());
        assert!(page.contains("![") && page.contains("](pictures/laws-rolling.svg)"));
    }

    #[test]
    fn what_exploded_is_listed_and_drawn_without_a_panic() {
        for measured in [f64::INFINITY, f64::NAN, 0.0] {
            let lines = lines(measured);
            let page = markdown(&lines, &pictures(&lines), &[]);
            assert!(page.contains("**fail**"));
            // The first one takes a run, whatever the lines.
            assert!(pictures(&lines)[1..].iter().all(|picture| !(picture.draw)().shapes.is_empty()));
        }
        assert_eq!(pictures(&[]).len(), 5);
        assert!(markdown(&[], &[], &[]).contains("**0 of 0 lines pass.**"));
    }
}
