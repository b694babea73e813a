//! What is drawn on top, for those who want to see how it works.

use core::fmt;
use core::str::FromStr;

/// What is drawn on top of the bodies. Nothing, unless asked for.
///
/// ```
/// let overlays: wobble_view::Overlays = "springs,velocities".parse()?;
/// assert!(overlays.springs && overlays.velocities && !overlays.normals);
/// # Ok::<(), wobble_view::UnknownOverlay>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// Springs and sticks, coloured by how far they are stretched or squeezed.
    pub springs: bool,
    /// The supports among springs and sticks, which are hidden otherwise.
    pub supports: bool,
    /// Which way the outlines face.
    pub normals: bool,
    /// The forces on particles, as arrows: ten centimetres for an acceleration of one g, long ones shortened to half a metre
    /// at most. A body with many particles shows some of them.
    pub forces: bool,
    /// The velocities of particles, as arrows to where they would be after a tenth of a second.
    pub velocities: bool,
    /// Where bodies touch: a line along the normal, as long as a centimetre for every newton of the mean force, half a metre at most.
    pub contacts: bool,
    /// Which bodies sleep: they are veiled.
    pub sleep: bool,
    /// The boxes around bodies.
    pub boxes: bool,
    /// The numbers of particles within their bodies.
    pub particle_ids: bool,
}

/// A word that names no overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOverlay(pub String);

impl Overlays {
    /// The names that [`from_str`](Self::from_str) knows. It also takes `strain` for springs and `velocity` for velocities.
    pub const NAMES: [&str; 9] =
        ["springs", "supports", "normals", "contacts", "forces", "velocities", "boxes", "sleep", "particle-ids"];

    fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "springs" | "strain" => &mut self.springs,
            "supports" => &mut self.supports,
            "normals" => &mut self.normals,
            "forces" => &mut self.forces,
            "velocities" | "velocity" => &mut self.velocities,
            "boxes" => &mut self.boxes,
            "contacts" => &mut self.contacts,
            "sleep" => &mut self.sleep,
            "particle-ids" => &mut self.particle_ids,
            _ => return None,
        })
    }
}

impl FromStr for Overlays {
    type Err = UnknownOverlay;

    /// Names separated by commas.
    fn from_str(names: &str) -> Result<Self, UnknownOverlay> {
        let mut overlays = Self::default();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            *overlays.switch(name).ok_or_else(|| UnknownOverlay(name.to_string()))? = true;
        }
        Ok(overlays)
    }
}

impl fmt::Display for UnknownOverlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no overlay `{}`; choose from {}", self.0, Overlays::NAMES.join(", "))
    }
}

impl std::error::Error for UnknownOverlay {}

#[cfg(test)]
mod tests {
    use super::Overlays;

    #[test]
    fn every_name_switches_on_something_else() {
        let each: Vec<Overlays> = Overlays::NAMES.iter().map(|name| name.parse().expect("a known name")).collect();
        for (i, overlays) in each.iter().enumerate() {
            assert_ne!(*overlays, Overlays::default());
            assert!(!each[..i].contains(overlays), "{}", Overlays::NAMES[i]);
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_ones() {
        let error = "springs,sprngs".parse::<Overlays>().expect_err("a typo").to_string();
        assert!(error.contains("`sprngs`") && error.contains("velocities"), "{error}");
    }
}
