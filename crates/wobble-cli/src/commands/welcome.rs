//! What plain `wobble` does: the welcome scene in a window, or where there is none, as numbers and as a picture.

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::stop::Stop;
use std::path::Path;
use wobble_render::{FilmFormat, FilmSettings, save_film};
use wobble_view::{View, draw};

/// The length of a step. `[s]`
const STEP: f32 = 1.0 / 60.0;

/// Five seconds. The hash that is printed is of the state after exactly as many; other platforms compare theirs.
const STEPS: u32 = 300;

/// Every second step is a frame: thirty in a second.
const STEPS_PER_FRAME: u32 = 2;
const FRAME_RATE: f64 = 30.0;

/// `[px]`
const SIZE: [u32; 2] = [640, 480];

/// Opens the window. Where none can be opened it says so, and leaves `wobble.gif` in the current folder.
pub(crate) fn run(stop: &Stop) -> Result<()> {
    match open_window() {
        Ok(()) => Ok(()),
        Err(reason) => {
            remark(&format!("{reason}; here is a film instead of a window"));
            say(&simulate_and_render(Path::new("wobble.gif"), stop)?)
        }
    }
}

/// The sandbox, or why there is none.
#[cfg(feature = "window")]
fn open_window() -> core::result::Result<(), String> {
    let entry = wobble_scene::gallery::find("welcome").map_err(|error| error.to_string())?;
    super::sandbox::open(entry.name, entry.scene())
}

#[cfg(not(feature = "window"))]
fn open_window() -> core::result::Result<(), String> {
    Err("this `wobble` was built without a window".into())
}

/// Simulates the welcome scene, writes its picture, and returns what to tell the user.
fn simulate_and_render(path: &Path, stop: &Stop) -> Result<String> {
    let mut world = wobble2d::demo::welcome();
    let view = View::fit(&world, SIZE);
    let progress = Progress::new("rendering", STEPS.into());
    save_film(path, FilmFormat::Gif, &FilmSettings::of(&view, FRAME_RATE, STEPS / STEPS_PER_FRAME), |film| {
        for step in 0..STEPS {
            stop.check()?;
            progress.at(step.into());
            if step % STEPS_PER_FRAME == 0 {
                film.push(draw(&world, &view))?;
            }
            world.step(STEP);
        }
        Ok::<(), Failure>(())
    })?;
    let (hash, path) = (world.state_hash(), path.display());
    let [width, height] = SIZE;
    Ok(format!(
        "state hash after {STEPS} steps: {hash:016x}\n\
         wrote {path}: {:.0} seconds of wobbling, {width}×{height}; open it in any browser",
        STEPS as f32 * STEP
    ))
}

#[cfg(test)]
mod tests {
    use super::{Failure, STEP, STEPS, simulate_and_render};
    use crate::stop::Stop;

    #[test]
    fn drawing_does_not_disturb_the_simulation() {
        let folder = tempfile::tempdir().expect("a folder");
        let said = simulate_and_render(&folder.path().join("w.gif"), &Stop::default()).expect("a folder to write to");
        let mut world = wobble2d::demo::welcome();
        (0..STEPS).for_each(|_| world.step(STEP));
        let expected = format!("state hash after 300 steps: {:016x}", world.state_hash());
        assert_eq!(said.lines().next(), Some(expected.as_str()));
    }

    #[test]
    fn who_stops_early_gets_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let stop = Stop::default();
        stop.ask();
        let stopped = simulate_and_render(&folder.path().join("w.gif"), &stop);
        assert!(matches!(stopped, Err(Failure::Stopped(_))));
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
