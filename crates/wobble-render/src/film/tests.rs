//! Whole animations, written and read back.

use super::{Film, FilmFormat, FilmSettings, save_film};
use crate::error::Error;
use crate::raster::Raster;
use ::gif::{ColorOutput, DecodeOptions, DisposalMethod, Frame, Repeat};
use glam::vec2;
use wobble_view::{Colour, DrawList, Lines, Paint};

const SIZE: [u32; 2] = [48, 32];

fn settings(frames: u32) -> FilmSettings {
    FilmSettings { size: SIZE, rate: 30.0, frames, swatches: Vec::new() }
}

/// Of these colours a palette can keep all, so that what comes back must be exact.
fn moving_square(frame: u32) -> DrawList {
    let mut list = DrawList::new(SIZE, Colour::hex(0xFCFBF8));
    let x = (frame % 24) as f32;
    let corners = [vec2(x, 4.0), vec2(x + 10.0, 4.0), vec2(x + 10.0, 14.0), vec2(x, 14.0)];
    list.fill(Lines::one(corners), Paint::Flat(Colour::hex(0x5AB6EA)));
    list
}

fn record(format: FilmFormat, frames: u32) -> Vec<u8> {
    let mut film = Film::new(Vec::new(), format, settings(frames)).expect("valid settings");
    (0..frames).for_each(|frame| film.push(moving_square(frame)).expect("room in memory"));
    film.finish().expect("as many frames as announced")
}

struct Played {
    frames: Vec<Frame<'static>>,
    palette: Vec<u8>,
    repeat: Repeat,
}

fn read(bytes: &[u8]) -> Played {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("a GIF header");
    let palette = decoder.global_palette().expect("one palette for all").to_vec();
    assert_eq!([u32::from(decoder.width()), u32::from(decoder.height())], SIZE);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a whole frame") {
        frames.push(frame.clone());
    }
    Played { frames, palette, repeat: decoder.repeat() }
}

/// What a player shows: each frame over the ones before.
fn play(film: &Played) -> Vec<Vec<[u8; 3]>> {
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
        let film = read(&record(FilmFormat::Gif, count));
        assert_eq!(film.frames.len(), count as usize);
        let hundredths: u32 = film.frames.iter().map(|frame| u32::from(frame.delay)).sum();
        assert_eq!(hundredths, (f64::from(count) * 100.0 / 30.0).round() as u32);
        assert_eq!(film.repeat, Repeat::Infinite);
    }
}

#[test]
fn a_player_shows_exactly_the_frames_that_were_pushed() {
    let shown = play(&read(&record(FilmFormat::Gif, 40)));
    let mut raster = Raster::new(SIZE).expect("a valid size");
    for (number, screen) in shown.iter().enumerate() {
        raster.draw(&moving_square(number as u32)).expect("the same size");
        let pushed: Vec<[u8; 3]> = raster.rgba().as_chunks::<4>().0.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
        assert!(*screen == pushed, "frame {number} differs");
    }
}

#[test]
fn frames_hold_little_more_than_what_moves() {
    let film = read(&record(FilmFormat::Gif, 20));
    assert!(film.frames[1..].iter().all(|frame| (frame.width, frame.height) == (11, 10)), "a square of ten that moves by one");
}

/// What a player shows of an APNG: each patch laid over the ones before.
fn play_apng(bytes: &[u8]) -> Vec<Vec<[u8; 3]>> {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG header");
    let count = reader.info().animation_control().expect("an animation").num_frames;
    let [width, height] = SIZE.map(|side| side as usize);
    let mut screen = vec![[0; 3]; width * height];
    let mut shown = Vec::new();
    for _ in 0..count {
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("a whole frame");
        let control = *reader.info().frame_control().expect("a place");
        for (k, &[red, green, blue, alpha]) in pixels[..info.buffer_size()].as_chunks::<4>().0.iter().enumerate() {
            let (x, y) = (k % control.width as usize, k / control.width as usize);
            if alpha == 255 {
                screen[(y + control.y_offset as usize) * width + x + control.x_offset as usize] = [red, green, blue];
            }
        }
        shown.push(screen.clone());
    }
    shown
}

#[test]
fn an_apng_shows_exactly_the_frames_that_were_pushed() {
    let shown = play_apng(&record(FilmFormat::Apng, 40));
    assert_eq!(shown.len(), 40);
    let mut raster = Raster::new(SIZE).expect("a valid size");
    for (number, screen) in shown.iter().enumerate() {
        raster.draw(&moving_square(number as u32)).expect("the same size");
        let pushed: Vec<[u8; 3]> = raster.rgba().as_chunks::<4>().0.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
        assert!(*screen == pushed, "frame {number} differs");
    }
}

#[test]
fn the_format_is_the_end_of_the_name() {
    for (name, format) in [("a.gif", Some(FilmFormat::Gif)), ("b/c.APNG", Some(FilmFormat::Apng)), ("a.mp4", None), ("gif", None)] {
        assert_eq!(FilmFormat::of(name.as_ref()), format, "{name}");
    }
}

#[test]
fn the_same_frames_give_the_same_bytes() {
    for format in [FilmFormat::Gif, FilmFormat::Apng] {
        assert!(record(format, 30) == record(format, 30));
    }
}

#[test]
fn rates_that_players_cannot_keep_are_refused() {
    let begin = |format, rate| Film::new(Vec::new(), format, FilmSettings { rate, ..settings(1) });
    for rate in [0.0, -1.0, 51.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(begin(FilmFormat::Gif, rate), Err(Error::Rate { .. })), "{rate}");
    }
    assert!(begin(FilmFormat::Gif, 50.0).is_ok() && begin(FilmFormat::Apng, 60.0).is_ok());
}

#[test]
fn another_number_of_frames_than_announced_is_refused() {
    for format in [FilmFormat::Gif, FilmFormat::Apng] {
        assert!(matches!(Film::new(Vec::new(), format, settings(0)), Err(Error::NoFrames)));
        let mut film = Film::new(Vec::new(), format, settings(2)).expect("valid settings");
        film.push(moving_square(0)).expect("room in memory");
        film.push(moving_square(1)).expect("room in memory");
        assert!(matches!(film.push(moving_square(2)), Err(Error::Frames { expected: 2, got: 3 })));
        let film = Film::new(Vec::new(), format, settings(2)).expect("valid settings");
        assert!(matches!(film.finish(), Err(Error::Frames { expected: 2, got: 0 })));
    }
}

#[test]
fn a_frame_of_another_size_is_refused() {
    let mut film = Film::new(Vec::new(), FilmFormat::Gif, settings(1)).expect("valid settings");
    let other = DrawList::new([10, 10], Colour::WHITE);
    assert!(matches!(film.push(other), Err(Error::SizeChanged { .. })));
}

#[test]
fn a_recording_that_stops_half_way_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.gif");
    let stopped = save_film(&path, FilmFormat::Gif, &settings(100), |film| {
        (0..50).try_for_each(|frame| film.push(moving_square(frame)))?;
        Err(Error::Encode("stopped".into()))
    });
    assert!(stopped.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    save_film(&path, FilmFormat::Gif, &settings(1), |film| film.push(moving_square(0))).expect("a folder to write to");
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
    for format in [FilmFormat::Gif, FilmFormat::Apng] {
        let mut film = Film::new(Full, format, settings(100)).expect("valid settings");
        let pushed = (0..100).try_for_each(|frame| film.push(moving_square(frame)));
        assert!(matches!(pushed, Err(Error::Io(_))));
        assert!(film.finish().is_err(), "and it stays failed");
    }
}
