//! Values of options, with their limits.

use wobble2d::Method;

/// The longest time that is simulated in one run. `[s]`
const LONGEST: f64 = 86_400.0;

/// A time, above 0 and at most a day. `[s]`
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= LONGEST => Ok(value),
        _ => Err(format!("must be above 0 and at most {LONGEST} [s]")),
    }
}

/// Frames in a second, 0.1 to 120; formats have limits of their own. `[1/s]`
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|rate| (0.1..=120.0).contains(rate)).ok_or_else(|| "must be 0.1 to 120 [1/s]; 30 is smooth".into())
}

/// Width and height, such as `640x480`. `[px]`
pub(crate) fn size(text: &str) -> Result<[u32; 2], String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(width, height)| Some([width.trim().parse().ok()?, height.trim().parse().ok()?]));
    sides
        .filter(|sides| sides.iter().all(|side| (16..=8192).contains(side)))
        .ok_or_else(|| "must be two sides of 16 to 8192 [px], such as 640x480".into())
}

/// A method by its name; `euler` and `verlet` are understood too.
pub(crate) fn method(text: &str) -> Result<Method, String> {
    let known = match text {
        "euler" => Some(Method::ExplicitEuler),
        "semi-implicit" | "symplectic-euler" => Some(Method::SemiImplicitEuler),
        "verlet" => Some(Method::VelocityVerlet),
        name => Method::from_name(name),
    };
    known.ok_or_else(|| {
        let names = Method::ALL.map(Method::name);
        match wobble_scene::nearest(text, names) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("choose from {}", names.join(", ")),
        }
    })
}

/// A place in a scene and its new value.
pub(crate) fn assignment(text: &str) -> Result<(String, String), String> {
    let (path, value) = text.split_once('=').ok_or("must be PATH=VALUE, such as settings.substeps=16")?;
    Ok((path.trim().into(), value.into()))
}

/// A place in a scene and several values.
pub(crate) fn choices(text: &str) -> Result<(String, Vec<String>), String> {
    let (path, values) = assignment(text).map_err(|_| "must be PATH=VALUE,VALUE,…, such as settings.substeps=4,8,16")?;
    Ok((path, split(&values)))
}

/// Splits at commas that are not inside brackets or quotes: values may be lists.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth, mut quoted) = (vec![String::new()], 0i32, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth <= 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts.into_iter().map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::{choices, method, rate, seconds, size};
    use wobble2d::Method;

    #[test]
    fn lists_of_values_may_hold_lists() {
        let (path, values) = choices(r#"fields.gravity=[0,-9.81],[0, -1.6],"a,b",7"#).expect("an assignment");
        assert_eq!(path, "fields.gravity");
        assert_eq!(values, ["[0,-9.81]", "[0, -1.6]", "\"a,b\"", "7"]);
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_the_way_out() {
        for text in ["0", "-1", "NaN", "inf", "1e9", "x"] {
            assert!(seconds(text).is_err() && rate(text).is_err(), "{text}");
        }
        for text in ["640", "0x0", "640x", "9000x10", "-1x5"] {
            assert!(size(text).expect_err("no size").contains("640x480"), "{text}");
        }
        assert!(method("rk5").expect_err("no method").contains("rk4"));
        assert_eq!(method("verlet"), Ok(Method::VelocityVerlet));
        assert_eq!(size("640×480"), Ok([640, 480]));
    }
}
