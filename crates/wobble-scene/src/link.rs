//! Scenes inside links: the part of an address behind `#`, which browsers keep to themselves.
//!
//! ```text
//!   scene ──JSON without defaults──► zlib ──► base64url ──►  #scene=1.eNqr…
//!                                                                   │ └ the scene
//!                                                                   └── the version of this packing
//! ```
//!
//! A link comes from a stranger. Its length is checked before it is decoded, the length of its text while it is unpacked, the text like
//! every scene file, and the work of a step before the scene is handed out.

use crate::limits;
use crate::problem::{Problem, Problems};
use crate::scene::Scene;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

/// What a scene in a link begins with.
const BEGIN: &str = "scene=";

/// The only version so far of how scenes are packed.
const VERSION: &str = "1";

/// How hard miniz packs, 0 to 10: links are short, so that the best is quick enough.
const LEVEL: u8 = 10;

/// Whether a text is meant to be a link with a scene, such as one that was pasted.
pub fn is_link(text: &str) -> bool {
    payload(text).is_some()
}

/// The scene as the last part of a link, to be put behind `#`.
///
/// # Errors
/// If the scene is too large for a link.
pub fn write(scene: &Scene) -> Result<String, Problems> {
    let text = scene.pruned().to_string();
    let link = format!("{BEGIN}{VERSION}.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(text.as_bytes(), LEVEL)));
    if link.len() > limits::LINK_SIZE || text.len() > limits::LINK_TEXT {
        return Err(problem("is too large for a link", "save it as a file").value(size(link.len())).into());
    }
    Ok(link)
}

/// The scene of a link: a whole address, or what stands behind its `#`.
///
/// # Errors
/// All that is wrong with the link or with its scene.
///
/// ```
/// use wobble_scene::{Scene, link};
///
/// let scene = Scene::parse(r#"{ "version": 1, "bodies": [{ "ball": {} }] }"#)?;
/// let address = format!("https://example.org/wobble/#{}", link::write(&scene)?);
/// assert_eq!(link::read(&address)?.document(), scene.document());
/// # Ok::<(), wobble_scene::Problems>(())
/// ```
pub fn read(link: &str) -> Result<Scene, Problems> {
    if link.len() > limits::LINK_SIZE {
        let rule = format!("must be at most {} long", size(limits::LINK_SIZE));
        return Err(of_link("is too long", &rule, size(link.len())));
    }
    let Some(payload) = payload(link) else {
        return Err(of_link("holds no scene", "copy all of it, with the part behind #", link));
    };
    let packed = match payload.split_once('.') {
        Some((VERSION, packed)) => packed,
        Some((version, _)) => return Err(of_link("was made by another version", "update wobble", version)),
        None => return Err(of_link("is incomplete", "copy all of it", payload)),
    };
    let scene = Scene::parse(&unpack(packed)?)?;
    check_work(&scene)?;
    Ok(scene)
}

/// What stands behind `scene=`, which itself stands at the beginning or behind `#` or `&`.
fn payload(link: &str) -> Option<&str> {
    let link = link.trim();
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    fragment.split('&').find_map(|part| part.strip_prefix(BEGIN))
}

fn unpack(packed: &str) -> Result<String, Problems> {
    let damaged = |rest: &str| of_link("is damaged or incomplete", "copy all of it", rest);
    let bytes = URL_SAFE_NO_PAD.decode(packed).map_err(|error| damaged(&error.to_string()))?;
    let text = decompress_to_vec_zlib_with_limit(&bytes, limits::LINK_TEXT).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => {
            of_link("unfolds to too long a text", &format!("at most {} are read", size(limits::LINK_TEXT)), "more")
        }
        _ => damaged(&error.to_string()),
    })?;
    String::from_utf8(text).map_err(|_| damaged("other bytes than UTF-8 text"))
}

/// Refuses what would keep a browser busy for minutes.
fn check_work(scene: &Scene) -> Result<(), Problems> {
    let points = scene.build()?.world.particles().len() as u64;
    let work = points * u64::from(scene.document().settings.substeps);
    if work > limits::LINK_WORK {
        let rule = format!("from a link may have at most {} points × substeps", limits::LINK_WORK);
        return Err(problem(&rule, "open it as a file if you trust it").value(work).into());
    }
    Ok(())
}

fn of_link(what: &str, hint: &str, value: impl core::fmt::Display) -> Problems {
    Problem::new("the link", what, hint).value(value).into()
}

fn problem(rule: &str, hint: &str) -> Problem {
    Problem::new("", rule, hint)
}

fn size(bytes: usize) -> String {
    format!("{} KB", bytes.div_ceil(1024))
}
