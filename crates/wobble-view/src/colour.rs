//! Colours, as screens understand them.

/// A colour in sRGB, with straight (not premultiplied) alpha; each part 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// 0 to 255.
    pub red: u8,
    /// 0 to 255.
    pub green: u8,
    /// 0 to 255.
    pub blue: u8,
    /// 0 is invisible, 255 hides what is below.
    pub alpha: u8,
}

impl Colour {
    /// White.
    pub const WHITE: Self = Self::hex(0xFFFFFF);
    /// Black.
    pub const BLACK: Self = Self::hex(0);

    /// An opaque colour, written as in a style sheet: `Colour::hex(0xE69F00)`.
    pub const fn hex(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self { red, green, blue, alpha: 255 }
    }

    /// The same, more or less see-through: 0 is invisible, 255 opaque.
    pub const fn alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// A `part` of the way to another colour, 0 to 1. The alpha goes along.
    pub fn mix(self, other: Self, part: f32) -> Self {
        let between = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round().clamp(0.0, 255.0) as u8;
        Self {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            alpha: between(self.alpha, other.alpha),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn hexadecimal_digits_are_red_green_and_blue() {
        assert_eq!(Colour::hex(0x0A141E), Colour { red: 10, green: 20, blue: 30, alpha: 255 });
    }

    #[test]
    fn a_mix_goes_from_one_colour_to_the_other() {
        let (a, b) = (Colour::hex(0x0064C8), Colour::hex(0x646400).alpha(55));
        assert_eq!(a.mix(b, 0.0), a);
        assert_eq!(a.mix(b, 1.0), b);
        assert_eq!(a.mix(b, 0.5), Colour { red: 50, green: 100, blue: 100, alpha: 155 });
    }
}
