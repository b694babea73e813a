//! Single pictures as SVG.

use crate::error::Result;
use crate::file::write_bytes;
use core::fmt::{self, Write};
use std::path::Path;
use wobble_view::{Anchor, Colour, Discs, DrawList, Fill, Inset, Label, Lines, Paint, Shape, Stroke};

/// A list as the text of an SVG file.
pub fn to_svg(list: &DrawList) -> String {
    let mut svg = String::new();
    write_svg(list, &mut svg).expect("writing to a string does not fail");
    svg
}

/// Saves a list as an SVG file.
///
/// # Errors
/// If the file cannot be written; nothing is left of it then.
pub fn save_svg(path: &Path, list: &DrawList) -> Result<()> {
    write_bytes(path, to_svg(list).as_bytes())
}

fn write_svg(list: &DrawList, out: &mut String) -> fmt::Result {
    let [width, height] = list.size;
    writeln!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#)?;
    write_list(list, "p", out)?;
    writeln!(out, "</svg>")
}

/// The background and the shapes; the names of gradients begin with `name`.
fn write_list(list: &DrawList, name: &str, out: &mut String) -> fmt::Result {
    writeln!(out, r#"<rect width="100%" height="100%"{}/>"#, Ink("fill", list.background))?;
    for (number, shape) in list.shapes.iter().enumerate() {
        match shape {
            Shape::Fill(fill) => write_fill(fill, &format!("{name}{number}"), out)?,
            Shape::Stroke(stroke) => write_stroke(stroke, out)?,
            Shape::Discs(discs) => write_discs(discs, out)?,
            Shape::Label(label) => write_label(label, out)?,
            Shape::Inset(Inset { place: [x, y], list }) => {
                let [width, height] = list.size;
                // Nested pictures are cut off at their edges.
                writeln!(out, r#"<svg x="{x}" y="{y}" width="{width}" height="{height}">"#)?;
                write_list(list, &format!("{name}{number}-"), out)?;
                writeln!(out, "</svg>")?;
            }
        }
    }
    Ok(())
}

fn write_fill(fill: &Fill, name: &str, out: &mut String) -> fmt::Result {
    let gradient = |out: &mut String, tag: &str, place: &str, colours: [Colour; 3]| -> fmt::Result {
        write!(out, r#"<{tag} id="{name}" gradientUnits="userSpaceOnUse" {place}>"#)?;
        for (offset, colour) in [0.0, 0.5, 1.0].into_iter().zip(colours) {
            let Colour { red, green, blue, alpha } = colour;
            let opacity = f32::from(alpha) / 255.0;
            write!(out, r##"<stop offset="{offset}" stop-color="#{red:02x}{green:02x}{blue:02x}" stop-opacity="{opacity:.3}"/>"##)?;
        }
        writeln!(out, "</{tag}>")
    };
    match fill.paint {
        Paint::Flat(_) => {}
        Paint::Vertical { top, bottom, colours } => {
            let place = format!(r#"x1="0" x2="0" y1="{top:.2}" y2="{bottom:.2}""#);
            gradient(out, "linearGradient", &place, colours)?;
        }
        Paint::Radial { centre, radius, colours } => {
            let place = format!(r#"cx="{:.2}" cy="{:.2}" r="{radius:.2}""#, centre.x, centre.y);
            gradient(out, "radialGradient", &place, colours)?;
        }
    }
    write!(out, r#"<path d=""#)?;
    write_lines(&fill.loops, true, out)?;
    match fill.paint {
        Paint::Flat(colour) => writeln!(out, r#""{}/>"#, Ink("fill", colour)),
        _ => writeln!(out, r#"" fill="url(#{name})"/>"#),
    }
}

fn write_stroke(stroke: &Stroke, out: &mut String) -> fmt::Result {
    write!(out, r#"<path d=""#)?;
    write_lines(&stroke.lines, stroke.closed, out)?;
    let style = r#"fill="none" stroke-linejoin="round" stroke-linecap="round""#;
    writeln!(out, r#"" {style} stroke-width="{:.2}"{}/>"#, stroke.width, Ink("stroke", stroke.colour))
}

fn write_discs(discs: &Discs, out: &mut String) -> fmt::Result {
    writeln!(out, "<g{}>", Ink("fill", discs.colour))?;
    for centre in discs.centres.iter().filter(|centre| centre.is_finite()) {
        writeln!(out, r#"<circle cx="{:.2}" cy="{:.2}" r="{:.2}"/>"#, centre.x, centre.y, discs.radius)?;
    }
    writeln!(out, "</g>")
}

fn write_label(label: &Label, out: &mut String) -> fmt::Result {
    let anchor = match label.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    // Capitals are about 0.7 of a font's size, and stand on the baseline.
    let (x, y, size) = (label.place.x, label.place.y + 0.5 * label.height, label.height / 0.7);
    write!(out, r#"<text x="{x:.2}" y="{y:.2}" font-family="Ubuntu, sans-serif" font-size="{size:.2}" text-anchor="{anchor}""#)?;
    let text = label.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    writeln!(out, "{}>{text}</text>", Ink("fill", label.colour))
}

fn write_lines(lines: &Lines, closed: bool, out: &mut String) -> fmt::Result {
    for line in lines.iter().filter(|line| line.iter().all(|point| point.is_finite())) {
        for (i, point) in line.iter().enumerate() {
            write!(out, "{}{:.2} {:.2}", if i == 0 { 'M' } else { 'L' }, point.x, point.y)?;
        }
        out.push_str(if closed { "Z" } else { "" });
    }
    Ok(())
}

/// A colour as the attributes of an element, beginning with a space.
struct Ink(&'static str, Colour);

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name, Colour { red, green, blue, alpha }) = self;
        write!(f, r##" {name}="#{red:02x}{green:02x}{blue:02x}""##)?;
        if *alpha < 255 { write!(f, r#" {name}-opacity="{:.3}""#, f32::from(*alpha) / 255.0) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::to_svg;
    use glam::vec2;
    use wobble_view::{Anchor, Colour, DrawList, Label, Lines, Paint};

    #[test]
    fn shapes_are_written_with_their_numbers() {
        let red = Colour::hex(0xFF0000);
        let mut list = DrawList::new([30, 20], Colour::WHITE);
        list.fill(Lines::one([vec2(0.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 5.0)]), Paint::Flat(red));
        list.lines(Lines::one([vec2(1.0, 1.0), vec2(2.5, 2.0)]), 1.5, red.alpha(51));
        list.discs(vec![vec2(9.0, 9.0)], 2.0, red);
        let svg = to_svg(&list);
        for part in [
            r#"viewBox="0 0 30 20""#,
            r##"d="M0.00 0.00L5.00 0.00L5.00 5.00Z" fill="#ff0000"/>"##,
            r#"d="M1.00 1.00L2.50 2.00""#,
            r#"stroke-opacity="0.200""#,
            r#"<circle cx="9.00" cy="9.00" r="2.00"/>"#,
        ] {
            assert!(svg.contains(part), "{part} is missing in\n{svg}");
        }
    }

    #[test]
    fn every_gradient_that_is_used_is_defined_once() {
        let mut list = DrawList::new([30, 20], Colour::WHITE);
        let corners = [vec2(0.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 5.0)];
        for _ in 0..3 {
            list.fill(Lines::one(corners), Paint::Radial { centre: corners[0], radius: 3.0, colours: [Colour::BLACK; 3] });
        }
        let svg = to_svg(&list);
        for number in 0..3 {
            assert_eq!(svg.matches(&format!(r#"id="p{number}""#)).count(), 1);
            assert_eq!(svg.matches(&format!("url(#p{number})")).count(), 1);
        }
    }

    #[test]
    fn text_cannot_break_out() {
        let mut list = DrawList::new([30, 20], Colour::WHITE);
        let text = "a<b>&c".to_string();
        list.label(Label { place: vec2(0.0, 0.0), anchor: Anchor::End, height: 8.0, colour: Colour::BLACK, text });
        assert!(to_svg(&list).contains(">a&lt;b&gt;&amp;c</text>"));
    }
}
