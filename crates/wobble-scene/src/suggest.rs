//! "Did you mean …?"

/// The known name nearest to one that is not known, if it is near enough to be a slip.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let likeness = |name: &str| {
        // A part of a name is a fair guess too: `tower` for `jelly-tower`.
        let part = wrong.len() >= 3 && (name.contains(&wrong) || wrong.contains(name));
        strsim::normalized_damerau_levenshtein(&wrong, name).max(if part { 0.6 } else { 0.0 })
    };
    let mut best = (0.55, None);
    for name in known {
        let likeness = likeness(name);
        if likeness > best.0 {
            best = (likeness, Some(name));
        }
    }
    best.1
}

/// The way out for a name that is not known: the nearest one, or all of them if they are few.
pub(crate) fn way_out(wrong: &str, known: &[&str]) -> String {
    match nearest(wrong, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.is_empty() => "leave it out".into(),
        None => format!("known here: {}", list(known)),
    }
}

/// Names as a list for people, shortened when long.
pub(crate) fn list(names: &[&str]) -> String {
    const MOST: usize = 20;
    let mut text = names.iter().take(MOST).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        text.push_str(", …");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_understood_and_nonsense_is_not() {
        let known = ["stiffness", "damping", "rest_length", "support", "rope"];
        for (wrong, meant) in [
            ("stifness", Some("stiffness")),
            ("stiffnes", Some("stiffness")),
            ("Damping", Some("damping")),
            ("restlength", Some("rest_length")),
            ("length", Some("rest_length")),
            ("colour", None),
            ("x", None),
        ] {
            assert_eq!(nearest(wrong, known), meant, "{wrong}");
        }
    }
}
