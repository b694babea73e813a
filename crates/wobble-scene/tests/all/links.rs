//! Scenes in links: what is shared arrives, and what a stranger made up is refused.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;
use wobble_scene::{Scene, gallery, limits, link};

/// A link as a stranger may make it, with any text inside.
fn forged(text: &[u8]) -> String {
    format!("#scene=1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(text, 9)))
}

fn refusal(link: &str) -> String {
    link::read(link).expect_err("must be refused").to_string()
}

#[test]
fn every_scene_of_the_gallery_survives_a_link() {
    for entry in gallery::all() {
        let scene = entry.scene();
        let written = link::write(&scene).expect(entry.name);
        let read = link::read(&format!("http://127.0.0.1:8017/#{written}")).expect(entry.name);
        assert_eq!(read.document(), scene.document(), "{}", entry.name);
        assert!(written.len() < 8000, "{}: {} characters are more than chats take", entry.name, written.len());
        let hash = |scene: &Scene| scene.build().expect("a valid scene").world.state_hash();
        assert_eq!(hash(&read), hash(&scene), "{}", entry.name);
    }
}

#[test]
fn a_link_is_found_in_an_address_behind_its_hash_or_alone() {
    let scene = gallery::find("pendulum").expect("a scene of the gallery").scene();
    let written = link::write(&scene).expect("small");
    for text in
        [written.clone(), format!("#{written}"), format!("  https://a.b/c/?d#{written}\n"), format!("#theme=dark&{written}")]
    {
        assert!(link::is_link(&text), "{text}");
        assert_eq!(link::read(&text).expect("a link").document(), scene.document());
    }
    for text in ["", "#", "pendulum", "https://example.org/", "scenes/pendulum.json", "#scenery=1.x"] {
        assert!(!link::is_link(text) && link::read(text).is_err(), "{text}");
    }
}

#[test]
fn a_link_that_was_cut_off_anywhere_is_refused() {
    let written = link::write(&gallery::find("ragdoll").expect("a scene").scene()).expect("small");
    for end in 0..written.len() {
        assert!(link::read(&written[..end]).is_err(), "cut at {end} of {}", written.len());
    }
    assert!(refusal(&written[..written.len() / 2]).contains("copy all of it"));
}

#[test]
fn a_bomb_is_refused_before_it_unfolds() {
    let bomb = forged(&vec![b' '; 40 << 20]);
    assert!(bomb.len() < limits::LINK_SIZE, "short enough to be tried");
    assert_eq!(refusal(&bomb), "the link unfolds to too long a text, got more; at most 1024 KB are read");
    let long = format!("#scene=1.{}", "A".repeat(limits::LINK_SIZE));
    assert!(refusal(&long).contains("too long"));
}

#[test]
fn a_scene_in_a_link_is_checked_like_a_file() {
    let wrong = forged(br#"{ "version": 1, "bodies": [{ "ball": { "radius": -1 } }] }"#);
    assert!(refusal(&wrong).contains("bodies[0].ball.radius"));
    assert!(refusal(&forged(b"\xff\xfe")).contains("damaged"));
    assert!(refusal(&forged(b"")).contains("the scene"));
    assert!(refusal("#scene=2.AAAA").contains("another version"));
    assert!(refusal("#scene=1").contains("incomplete"));
    assert!(refusal("#scene=1.a b").contains("damaged"));
}

#[test]
fn a_scene_that_would_keep_a_browser_busy_for_minutes_is_refused_in_a_link() {
    let text = r#"{ "version": 1, "settings": { "substeps": 1024 },
        "bodies": [{ "ball": {}, "repeat": { "columns": 40, "rows": 40, "spacing": [1, 1] } }] }"#;
    Scene::parse(text).expect("valid").build().expect("fine as a file");
    assert!(refusal(&forged(text.as_bytes())).contains("points × substeps"));
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in ".{0,200}") {
        let _ = link::read(&format!("#scene=1.{text}"));
        let _ = link::read(&text);
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = link::read(&format!("#scene=1.{}", URL_SAFE_NO_PAD.encode(&bytes)));
        let _ = link::read(&forged(&bytes));
    }

    #[test]
    fn one_changed_letter_is_noticed_or_harmless(place in 9usize..400, letter in "[A-Za-z0-9_-]") {
        let written = format!("#{}", link::write(&gallery::find("pendulum").expect("a scene").scene()).expect("small"));
        let place = place.min(written.len() - 1);
        let changed = format!("{}{letter}{}", &written[..place], &written[place + 1..]);
        prop_assert!(changed == written || link::read(&changed).is_err());
    }
}
