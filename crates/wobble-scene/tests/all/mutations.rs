//! Whatever is done to a file, reading it ends with a scene or with problems, never with a panic.

use wobble_scene::{Scene, gallery};

/// What a slip of the finger, or a stranger, may put into a file.
const BYTES: &[u8] = b"\"{}[],:-+.019eE \\x\0";

/// Numbers that look random and are the same in every run.
struct Lot(u64);

impl Lot {
    fn draw(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// Scenes that are quickly built.
fn small() -> impl Iterator<Item = &'static gallery::Entry> {
    let is_small = |entry: &&gallery::Entry| {
        let built = entry.scene().build().expect(entry.name);
        entry.text.len() < 3000 && built.world.particles().len() < 600
    };
    gallery::all().iter().filter(is_small)
}

fn read(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match Scene::parse(&text).and_then(|scene| scene.build().map(drop)) {
        Ok(()) => true,
        Err(problems) => {
            assert!(!problems.to_string().is_empty());
            false
        }
    }
}

#[test]
fn a_file_cut_off_anywhere_is_refused_with_a_line() {
    for entry in small() {
        let end = entry.text.trim_end().len();
        for cut in (0..end).step_by(37) {
            let problems = Scene::parse(&String::from_utf8_lossy(&entry.text.as_bytes()[..cut])).expect_err(entry.name);
            assert!(problems.list[0].position.is_some(), "{} cut at {cut}: {problems}", entry.name);
        }
    }
}

#[test]
fn no_changed_byte_makes_reading_panic() {
    let mut lot = Lot(1);
    let (mut accepted, mut refused) = (0, 0);
    for entry in small() {
        for _ in 0..80 {
            let mut bytes = entry.text.as_bytes().to_vec();
            for _ in 0..=lot.draw(3) {
                let place = lot.draw(bytes.len());
                bytes[place] = BYTES[lot.draw(BYTES.len())];
            }
            if read(&bytes) { accepted += 1 } else { refused += 1 }
        }
    }
    assert!(accepted > 100 && refused > 1000, "the changes are neither all harmless nor all fatal: {accepted} and {refused}");
}

#[test]
fn no_wild_number_makes_building_or_stepping_panic() {
    let wild = ["0", "-0", "1e-30", "1e30", "-1", "3", "0.001", "1000", "1e6", "4294967295", "99999999999", "1e-7", "2"];
    let mut lot = Lot(2);
    for entry in small() {
        for _ in 0..20 {
            let numbers: Vec<(usize, usize)> = numbers(entry.text);
            let (from, to) = numbers[lot.draw(numbers.len())];
            let text = format!("{}{}{}", &entry.text[..from], wild[lot.draw(wild.len())], &entry.text[to..]);
            if let Ok(mut built) = Scene::parse(&text).and_then(|scene| scene.build())
                && built.world.particles().len() < 5000
            {
                (0..3).for_each(|_| built.world.step(1.0 / 60.0));
                assert!(built.world.particles().iter().flatten().all(|number| number.is_finite()), "{text}");
            }
        }
    }
}

/// Where the numbers of a text are.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = (at..bytes.len()).find(|&i| !is_part(bytes[i])).unwrap_or(bytes.len());
        if end > at && at > 0 && matches!(bytes[at - 1], b' ' | b'[') && matches!(bytes.get(end), Some(b',' | b']' | b' ' | b'\n'))
        {
            found.push((at, end));
        }
        at = end.max(at + 1);
    }
    found
}
