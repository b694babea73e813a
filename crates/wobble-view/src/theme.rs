//! The colours of everything, for light and for dark surroundings.
//!
//! Bodies take the colours of Okabe and Ito, "Color Universal Design" (2008), changed a little so that they are even further apart
//! for the colour-blind: a test below checks that by simulating their eyes.

use crate::colour::Colour;

/// The colours of everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Where bodies can be.
    pub air: Colour,
    /// Beyond the bounds.
    pub wall: Colour,
    /// The edge of the bounds.
    pub wall_edge: Colour,
    /// The lines of the grid.
    pub grid: Colour,
    /// Text and marks.
    pub ink: Colour,
    /// The inside of marks: stands out from `ink`.
    pub paper: Colour,
    /// The bodies, in turn.
    pub bodies: [Colour; 8],
    /// What the lit side of a body tends to, and by how much, 0 to 1.
    pub shine: (Colour, f32),
    /// What the far side of a body tends to, and by how much, 0 to 1.
    pub shade: (Colour, f32),
    /// What the outline of a body tends to, and by how much, 0 to 1.
    pub outline: (Colour, f32),
    /// A spring that is stretched.
    pub stretched: Colour,
    /// A spring that is squeezed.
    pub squeezed: Colour,
    /// A spring at ease, and a stick.
    pub at_ease: Colour,
    /// Which way an outline faces.
    pub normal: Colour,
    /// A force.
    pub force: Colour,
    /// A velocity.
    pub velocity: Colour,
    /// The box around a body.
    pub bounding_box: Colour,
}

/// Sky, amber, green, orchid, blue, lemon, vermilion, plum.
const BODIES: [Colour; 8] = [
    Colour::hex(0x6CC5FE),
    Colour::hex(0xEFAE3D),
    Colour::hex(0x14A277),
    Colour::hex(0xB57BCC),
    Colour::hex(0x3262C4),
    Colour::hex(0xF5EA68),
    Colour::hex(0xEE5924),
    Colour::hex(0x554B79),
];

/// How many times lighter or darker than the air a curve is to be. Dark colours on light lose their hue sooner than light ones on dark.
const LINE_ON_LIGHT: f32 = 2.0;
const LINE_ON_DARK: f32 = 3.0;

/// How light a colour is, 0 to 1. Squares stand in for the exact curve of sRGB, which is near enough here.
fn luminance(colour: Colour) -> f32 {
    let light = |part: u8| f32::from(part) * f32::from(part) / (255.0 * 255.0);
    0.2126 * light(colour.red) + 0.7152 * light(colour.green) + 0.0722 * light(colour.blue)
}

/// How many times lighter one colour is than the other, whichever is lighter.
fn contrast(a: Colour, b: Colour) -> f32 {
    let [a, b] = [a, b].map(|colour| luminance(colour) + 0.05);
    a.max(b) / a.min(b)
}

impl Theme {
    /// For light surroundings.
    pub const fn light() -> Self {
        let ink = Colour::hex(0x242A3D);
        Self {
            air: Colour::hex(0xFCFBF8),
            wall: Colour::hex(0xE6E3DC),
            wall_edge: Colour::hex(0x9A9488),
            grid: Colour::hex(0xF1EFE9),
            ink,
            paper: Colour::WHITE,
            bodies: BODIES,
            shine: (Colour::WHITE, 0.45),
            shade: (ink, 0.10),
            outline: (ink, 0.42),
            stretched: Colour::hex(0xC83A1E),
            squeezed: Colour::hex(0x1B62B8),
            at_ease: Colour::hex(0xA8ACB8),
            normal: Colour::hex(0x7A4FA3),
            force: Colour::hex(0xB02A50),
            velocity: Colour::hex(0x0B7A5B),
            bounding_box: Colour::hex(0x8A90A0),
        }
    }

    /// For dark surroundings.
    pub const fn dark() -> Self {
        let night = Colour::hex(0x0B0E16);
        Self {
            air: Colour::hex(0x181C26),
            wall: Colour::hex(0x0E1118),
            wall_edge: Colour::hex(0x4A5266),
            grid: Colour::hex(0x202531),
            ink: Colour::hex(0xE6E9F2),
            paper: night,
            bodies: BODIES,
            shine: (Colour::WHITE, 0.28),
            shade: (night, 0.30),
            outline: (Colour::WHITE, 0.45),
            stretched: Colour::hex(0xFF8A5C),
            squeezed: Colour::hex(0x6FB7FF),
            at_ease: Colour::hex(0x7C8496),
            normal: Colour::hex(0xC3A1F0),
            force: Colour::hex(0xFF7CA3),
            velocity: Colour::hex(0x5FE0B5),
            bounding_box: Colour::hex(0x5C657A),
        }
    }

    /// The colour of the body with this place among all bodies.
    pub fn body(&self, place: usize) -> Colour {
        self.bodies[place % self.bodies.len()]
    }

    /// The colour of the curve with this place in a plot: the ink, or a body's colour moved towards the ink until it stands out from the air.
    pub fn line(&self, place: usize) -> Colour {
        // The strongest first. Lemon cannot be told from amber once it is dark enough to be seen.
        let Some(&body) = [4, 6, 2, 1, 3, 0, 7].get(place % 8) else { return self.ink };
        let mut steps = (0..8).map(|tenth| self.bodies[body].mix(self.ink, 0.1 * tenth as f32));
        let least = if luminance(self.air) < 0.5 { LINE_ON_DARK } else { LINE_ON_LIGHT };
        steps.find(|&colour| contrast(colour, self.air) >= least).unwrap_or(self.ink)
    }

    /// From the lit side of a body of this colour to its far side.
    pub fn shading(&self, colour: Colour) -> [Colour; 3] {
        [colour.mix(self.shine.0, self.shine.1), colour, colour.mix(self.shade.0, self.shade.1)]
    }

    /// The outline of a body of this colour.
    pub fn outline(&self, colour: Colour) -> Colour {
        colour.mix(self.outline.0, self.outline.1)
    }

    /// A spring by its strain: blue when squeezed, red when stretched, half way there at a strain of ten per cent.
    pub fn strain(&self, strain: f32) -> Colour {
        let end = if strain < 0.0 { self.squeezed } else { self.stretched };
        self.at_ease.mix(end, strain.abs() / (strain.abs() + 0.1))
    }

    /// Every colour that a picture in this theme may hold large areas of, now or later.
    pub fn swatches(&self) -> Vec<Colour> {
        let bodies = self.bodies.iter().flat_map(|&body| self.shading(body).into_iter().chain([self.outline(body)]));
        [self.air, self.wall, self.wall_edge, self.grid, self.ink, self.paper].into_iter().chain(bodies).collect()
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::light()
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Theme};

    /// Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
    const EYES: [(&str, [[f32; 3]; 3]); 4] = [
        ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("protan", [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]]),
        ("deutan", [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]]),
        ("tritan", [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]]),
    ];

    /// The distance that two colours must keep in Oklab. 0.02 is just noticeable side by side.
    const APART: f32 = 0.1;

    fn multiply(m: &[[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
        m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    fn linear(part: u8) -> f32 {
        let c = f32::from(part) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { libm::powf((c + 0.055) / 1.055, 2.4) }
    }

    /// Ottosson (2020).
    fn oklab(rgb: [f32; 3]) -> [f32; 3] {
        let to_cones = [[0.412_221, 0.536_333, 0.051_446], [0.211_903, 0.680_699, 0.107_397], [0.088_302, 0.281_719, 0.629_979]];
        let to_lab = [[0.210_454, 0.793_618, -0.004_072], [1.977_998, -2.428_592, 0.450_594], [0.025_904, 0.782_772, -0.808_676]];
        multiply(&to_lab, multiply(&to_cones, rgb.map(|c| c.clamp(0.0, 1.0))).map(libm::cbrtf))
    }

    fn seen(colour: Colour, eye: &[[f32; 3]; 3]) -> [f32; 3] {
        oklab(multiply(eye, [linear(colour.red), linear(colour.green), linear(colour.blue)]))
    }

    fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
        (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f32>().sqrt()
    }

    #[test]
    fn bodies_can_be_told_apart_by_every_eye() {
        for (name, eye) in &EYES {
            let bodies = Theme::light().bodies.map(|body| seen(body, eye));
            for (i, &a) in bodies.iter().enumerate() {
                for (j, &b) in bodies.iter().enumerate().skip(i + 1) {
                    assert!(distance(a, b) > APART, "{name}: bodies {i} and {j} are {} apart", distance(a, b));
                }
            }
        }
    }

    #[test]
    fn bodies_stand_out_from_the_air_by_fill_or_outline() {
        for theme in [Theme::light(), Theme::dark()] {
            for (name, eye) in &EYES {
                for &body in &theme.bodies {
                    let contrast = |colour| distance(seen(colour, eye), seen(theme.air, eye));
                    let best = contrast(body).max(contrast(theme.outline(body)));
                    assert!(best > 0.25, "{name}: {body:?} is {best} from the air");
                }
            }
        }
    }

    #[test]
    fn curves_stand_out_from_the_air_and_from_each_other() {
        for theme in [Theme::light(), Theme::dark()] {
            let lines: [Colour; 8] = core::array::from_fn(|place| theme.line(place));
            for (name, eye) in &EYES {
                for (i, &a) in lines.iter().enumerate() {
                    assert!(distance(seen(a, eye), seen(theme.air, eye)) > 0.22, "{name}: curve {i} is lost in the air");
                    for (j, &b) in lines.iter().enumerate().skip(i + 1) {
                        // Twice what is just noticeable: curves are told apart by their legend and their dashes too.
                        assert!(distance(seen(a, eye), seen(b, eye)) > 0.04, "{name}: curves {i} and {j}");
                    }
                }
            }
        }
    }

    #[test]
    fn strain_has_a_direction() {
        let theme = Theme::light();
        assert_eq!(theme.strain(0.0), theme.at_ease);
        assert!(theme.strain(0.5).red > theme.strain(-0.5).red);
        assert!(theme.strain(0.5).blue < theme.strain(-0.5).blue);
    }
}
