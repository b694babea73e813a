//! Whole animations, written and read back.

use super::{GifRecorder, GifSettings, save_gif};
use crate::error::Error;
use crate::raster::Raster;
use ::gif::{ColorOutput, DecodeOptions, DisposalMethod, Frame, Repeat};
use glam::vec2;
use wobble_view::{Colour, DrawList, Lines, Paint};

const SIZE: [u32; 2] = [48, 32];

fn settings() -> GifSettings {
    GifSettings { size: SIZE, rate: 30.0, swatches: Vec::new() }
}

/// Of these colours a palette can keep all, so that what comes back must be exact.
fn moving_square(frame: u32) -> DrawList {
    let mut list = DrawList::new(SIZE, Colour::hex(0xFCFBF8));
    let x = (frame % 24) as f32;
    let corners = [vec2(x, 4.0), vec2(x + 10.0, 4.0), vec2(x + 10.0, 14.0), vec2(x, 14.0)];
    list.fill(Lines::one(corners), Paint::Flat(Colour::hex(0x5AB6EA)));
    list
}

fn record(frames: u32) -> Vec<u8> {
    let mut recorder = GifRecorder::new(Vec::new(), settings()).expect("valid settings");
    (0..frames).for_each(|frame| recorder.push(moving_square(frame)).expect("room in memory"));
    recorder.finish().expect("at least one frame")
}

struct Film {
    frames: Vec<Frame<'static>>,
    palette: Vec<u8>,
    repeat: Repeat,
}

fn read(bytes: &[u8]) -> Film {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("a GIF header");
    let palette = decoder.global_palette().expect("one palette for all").to_vec();
    assert_eq!([u32::from(decoder.width()), u32::from(decoder.height())], SIZE);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a whole frame") {
        frames.push(frame.clone());
    }
    Film { frames, palette, repeat: decoder.repeat() }
}

/// What a player shows: each frame over the ones before.
fn play(film: &Film) -> Vec<Vec<[u8; 3]>> {
    let [width, height] = SIZE.map(|side| side as usize);
    let mut screen = vec![[0; 3]; width * height];
    let mut shown = Vec::new();
    for frame in &film.frames {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        for (k, &number) in frame.buffer.iter().enumerate() {
            let (x, y) = (k % frame.width as usize, k / frame.width as usize);
            if Some(number) != frame.transparent {
                let place = (y + frame.top as usize) * width + x + frame.left as usize;
                screen[place] = film.palette[3 * number as usize..][..3].try_into().expect("three bytes");
            }
        }
        shown.push(screen.clone());
    }
    shown
}

#[test]
fn an_animation_has_as_many_frames_as_were_pushed_and_takes_as_long_as_it_should() {
    for count in [1, 7, 8, 9, 90] {
        let film = read(&record(count));
        assert_eq!(film.frames.len(), count as usize);
        let hundredths: u32 = film.frames.iter().map(|frame| u32::from(frame.delay)).sum();
        assert_eq!(hundredths, (f64::from(count) * 100.0 / 30.0).round() as u32);
        assert_eq!(film.repeat, Repeat::Infinite);
    }
}

#[test]
fn a_player_shows_exactly_the_frames_that_were_pushed() {
    let shown = play(&read(&record(40)));
    let mut raster = Raster::new(SIZE).expect("a valid size");
    for (number, screen) in shown.iter().enumerate() {
        raster.draw(&moving_square(number as u32)).expect("the same size");
        let pushed: Vec<[u8; 3]> = raster.rgba().as_chunks::<4>().0.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
        assert!(*screen == pushed, "frame {number} differs");
    }
}

#[test]
fn frames_hold_little_more_than_what_moves() {
    let film = read(&record(20));
    assert!(film.frames[1..].iter().all(|frame| (frame.width, frame.height) == (11, 10)), "a square of ten that moves by one");
}

#[test]
fn the_same_frames_give_the_same_bytes() {
    assert!(record(30) == record(30));
}

#[test]
fn an_animation_without_frames_is_refused() {
    let recorder = GifRecorder::new(Vec::new(), settings()).expect("valid settings");
    assert!(matches!(recorder.finish(), Err(Error::NoFrames)));
}

#[test]
fn a_frame_of_another_size_is_refused() {
    let mut recorder = GifRecorder::new(Vec::new(), settings()).expect("valid settings");
    let other = DrawList::new([10, 10], Colour::WHITE);
    assert!(matches!(recorder.push(other), Err(Error::SizeChanged { .. })));
}

#[test]
fn a_recording_that_stops_half_way_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.gif");
    let stopped = save_gif(&path, &settings(), |gif| {
        (0..50).try_for_each(|frame| gif.push(moving_square(frame)))?;
        Err(Error::Encode("stopped".into()))
    });
    assert!(stopped.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    save_gif(&path, &settings(), |gif| gif.push(moving_square(0))).expect("a folder to write to");
    assert!(path.is_file());
}

#[test]
fn a_full_disk_is_reported_and_not_a_panic() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut recorder = GifRecorder::new(Full, settings()).expect("valid settings");
    let pushed = (0..100).try_for_each(|frame| recorder.push(moving_square(frame)));
    assert!(matches!(pushed, Err(Error::Io(_))));
    assert!(recorder.finish().is_err(), "and it stays failed");
}
