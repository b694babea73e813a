//! Everything that a key or a button can ask for, in one table: keys, tooltips and the sheet of shortcuts are all made from it.

use crate::tool::Tool;
use egui::{Context, Event, Key, Modifiers};

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Begins the scene anew.
    Restart,
    /// Lets time stand still, or go on.
    Pause,
    /// Makes one step.
    SingleStep,
    /// Goes back by one step.
    StepBack,
    /// Lets time run slower.
    Slower,
    /// Lets time run faster.
    Faster,
    /// Lets time run as it does.
    RealTime,
    /// Shows the gallery.
    Gallery,
    /// Opens the scene before this one in the gallery.
    PreviousScene,
    /// Opens the scene after this one in the gallery.
    NextScene,
    /// Opens a scene of the thesis, 1 to 4.
    Thesis(u8),
    /// Shows the link to the scene.
    Share,
    /// Takes another method.
    NextMethod,
    /// Switches gravity.
    Gravity,
    /// Lets the bounds follow the window.
    FollowWindow,
    /// Takes a tool.
    Take(Tool),
    /// Shows the whole scene.
    Fit,
    /// Follows the body under the pointer, or stops following.
    Follow,
    /// Makes everything larger.
    ZoomIn,
    /// Makes everything smaller.
    ZoomOut,
    /// Shows bodies as wires.
    Wireframe,
    /// Switches an overlay, by its place in [`wobble_view::Overlays::NAMES`].
    Overlay(usize),
    /// Switches the grid.
    Grid,
    /// Light or dark.
    Theme,
    /// Shows the frame rate.
    FrameRate,
    /// Shows the best possible frame rate.
    BestFrameRate,
    /// From play to build, or back.
    Build,
    /// Saves what is remembered as a film.
    Film,
    /// Saves the world as a picture.
    Picture,
    /// Saves the last minute as a recording.
    Record,
    /// Saves the document.
    Save,
    /// Opens a scene file.
    OpenFile,
    /// Takes the last change of the document back.
    Undo,
    /// Makes it once more.
    Redo,
    /// Copies what is selected.
    Duplicate,
    /// Takes away what is selected.
    Delete,
    /// Shows the panel at the side.
    Side,
    /// Shows the sheet of shortcuts.
    Help,
    /// Closes what is open; with nothing open, quits.
    Close,
}

/// A command with its key.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// What is asked for.
    pub command: Command,
    /// What it is called.
    pub name: &'static str,
    /// With which key.
    pub key: Key,
    /// With which modifiers.
    pub modifiers: Modifiers,
    /// How the key is written.
    pub written: &'static str,
    /// Under which heading it stands.
    pub group: &'static str,
}

const fn plain(group: &'static str, command: Command, name: &'static str, key: Key, written: &'static str) -> Shortcut {
    Shortcut { command, name, key, modifiers: Modifiers::NONE, written, group }
}

const fn tool(tool: Tool, name: &'static str, key: Key, written: &'static str) -> Shortcut {
    Shortcut { command: Command::Take(tool), name, key, modifiers: Modifiers::SHIFT, written, group: "Tools" }
}

const fn edit(command: Command, name: &'static str, key: Key, written: &'static str) -> Shortcut {
    Shortcut { command, name, key, modifiers: Modifiers::COMMAND, written, group: "Build" }
}

const fn overlay(index: usize, name: &'static str, key: Key, written: &'static str) -> Shortcut {
    plain("Overlays", Command::Overlay(index), name, key, written)
}

/// All commands with a key.
pub const SHORTCUTS: &[Shortcut] = &[
    plain("Time", Command::Pause, "Pause or go on", Key::Space, "Space"),
    plain("Time", Command::SingleStep, "Single step", Key::Period, "."),
    plain("Time", Command::StepBack, "Step back", Key::Comma, ","),
    plain("Time", Command::Restart, "Restart", Key::R, "R"),
    plain("Time", Command::Slower, "Slower", Key::OpenBracket, "["),
    plain("Time", Command::Faster, "Faster", Key::CloseBracket, "]"),
    plain("Time", Command::RealTime, "Real time", Key::Backslash, "\\"),
    plain("Scene", Command::Gallery, "Gallery", Key::O, "O"),
    plain("Scene", Command::PreviousScene, "Previous scene", Key::PageUp, "Page up"),
    plain("Scene", Command::NextScene, "Next scene", Key::PageDown, "Page down"),
    plain("Scene", Command::Share, "Share by link", Key::H, "H"),
    plain("Scene", Command::Thesis(1), "Thesis 1", Key::Num1, "1"),
    plain("Scene", Command::Thesis(2), "Thesis 2", Key::Num2, "2"),
    plain("Scene", Command::Thesis(3), "Thesis 3", Key::Num3, "3"),
    plain("Scene", Command::Thesis(4), "Thesis 4", Key::Num4, "4"),
    plain("Scene", Command::Film, "Film of the last seconds", Key::Q, "Q"),
    plain("Scene", Command::Picture, "Picture of the world", Key::Y, "Y"),
    plain("Scene", Command::Record, "Recording of the last minute", Key::I, "I"),
    plain("World", Command::NextMethod, "Next method", Key::M, "M"),
    plain("World", Command::Gravity, "Gravity", Key::G, "G"),
    plain("World", Command::FollowWindow, "Walls at the window's edge", Key::K, "K"),
    tool(Tool::Grab, "Grab", Key::G, "Shift G"),
    tool(Tool::Fling, "Fling", Key::F, "Shift F"),
    tool(Tool::Field, "Field", Key::A, "Shift A"),
    tool(Tool::Poke, "Poke", Key::P, "Shift P"),
    tool(Tool::Cut, "Cut", Key::C, "Shift C"),
    tool(Tool::Pin, "Pin", Key::N, "Shift N"),
    tool(Tool::Spawn, "Spawn", Key::S, "Shift S"),
    tool(Tool::Draw, "Draw", Key::D, "Shift D"),
    tool(Tool::Select, "Select", Key::I, "Shift I"),
    tool(Tool::Erase, "Erase", Key::E, "Shift E"),
    plain("View", Command::Fit, "Fit the scene", Key::Home, "Home"),
    plain("View", Command::Follow, "Follow a body", Key::U, "U"),
    plain("View", Command::ZoomIn, "Larger", Key::Plus, "+"),
    plain("View", Command::ZoomOut, "Smaller", Key::Minus, "-"),
    plain("View", Command::Wireframe, "Wireframe", Key::W, "W"),
    plain("View", Command::Grid, "Grid", Key::J, "J"),
    plain("View", Command::Theme, "Light or dark", Key::T, "T"),
    plain("View", Command::FrameRate, "Frame rate", Key::F, "F"),
    plain("View", Command::BestFrameRate, "Best possible frame rate", Key::E, "E"),
    plain("View", Command::Side, "Side panel", Key::P, "P"),
    overlay(0, "Springs by strain", Key::Z, "Z"),
    overlay(1, "Supports", Key::S, "S"),
    overlay(2, "Normals", Key::A, "A"),
    overlay(3, "Contacts", Key::C, "C"),
    overlay(4, "Forces", Key::D, "D"),
    overlay(5, "Velocities", Key::V, "V"),
    overlay(6, "Boxes", Key::B, "B"),
    overlay(7, "Who sleeps", Key::L, "L"),
    overlay(8, "Particle numbers", Key::N, "N"),
    plain("Build", Command::Build, "Build or play", Key::X, "X"),
    // Not with Ctrl: browsers let nobody open a chooser with a key that they use themselves.
    Shortcut { modifiers: Modifiers::SHIFT, ..plain("Build", Command::OpenFile, "Open a file", Key::O, "Shift O") },
    edit(Command::Save, "Save", Key::S, "Ctrl S"),
    edit(Command::Undo, "Undo", Key::Z, "Ctrl Z"),
    edit(Command::Redo, "Redo", Key::Y, "Ctrl Y"),
    edit(Command::Duplicate, "Duplicate", Key::D, "Ctrl D"),
    plain("Build", Command::Delete, "Delete", Key::Delete, "Del"),
    plain("Help", Command::Help, "Shortcuts", Key::Questionmark, "?"),
    plain("Help", Command::Close, "Close, or quit", Key::Escape, "Esc"),
];

impl Command {
    /// Its row in the table.
    pub fn shortcut(self) -> Option<&'static Shortcut> {
        SHORTCUTS.iter().find(|shortcut| shortcut.command == self)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.shortcut().map_or("", |shortcut| shortcut.name)
    }

    /// What hovers over its button: its name and its key.
    pub fn tooltip(self) -> String {
        self.shortcut().map_or_else(String::new, |shortcut| format!("{}  ({})", shortcut.name, shortcut.written))
    }
}

/// What was asked for by keys since the last frame. Nothing while a text is being edited, except closing.
pub(crate) fn asked(ctx: &Context) -> Vec<Command> {
    let editing = ctx.egui_wants_keyboard_input();
    let found: Vec<Command> = ctx.input(|input| {
        let pressed = input.events.iter().filter_map(|event| match event {
            Event::Key { key, pressed: true, repeat: false, modifiers, .. } => command_of(*key, *modifiers),
            _ => None,
        });
        pressed.collect()
    });
    found.into_iter().filter(|command| !editing || *command == Command::Close).collect()
}

fn command_of(key: Key, modifiers: Modifiers) -> Option<Command> {
    if modifiers.alt {
        return None;
    }
    let held = modifiers.command || modifiers.ctrl;
    // Where these stand on a keyboard, and whether they need shift, differs from country to country.
    let (key, shift) = match key {
        Key::Slash if modifiers.shift => (Key::Questionmark, false),
        Key::Equals => (Key::Plus, false),
        Key::Questionmark | Key::Plus => (key, false),
        _ => (key, modifiers.shift),
    };
    let fits =
        |shortcut: &&Shortcut| shortcut.key == key && shortcut.modifiers.shift == shift && shortcut.modifiers.command == held;
    SHORTCUTS.iter().find(fits).map(|shortcut| shortcut.command)
}

#[cfg(test)]
mod tests {
    use super::{Command, SHORTCUTS, command_of};
    use crate::tool::Tool;
    use wobble_view::Overlays;

    #[test]
    fn no_key_has_two_meanings_and_no_command_two_keys() {
        for (i, a) in SHORTCUTS.iter().enumerate() {
            for b in &SHORTCUTS[i + 1..] {
                assert!((a.key, a.modifiers) != (b.key, b.modifiers), "{} and {} share a key", a.name, b.name);
                assert!(a.command != b.command && a.name != b.name, "{} is listed twice", a.name);
            }
        }
    }

    #[test]
    fn every_key_of_the_table_finds_its_command() {
        for shortcut in SHORTCUTS {
            assert_eq!(command_of(shortcut.key, shortcut.modifiers), Some(shortcut.command), "{}", shortcut.name);
        }
    }

    #[test]
    fn every_tool_and_every_overlay_has_a_key() {
        assert!(Tool::ALL.iter().all(|&tool| Command::Take(tool).shortcut().is_some()));
        assert!((0..Overlays::NAMES.len()).all(|index| Command::Overlay(index).shortcut().is_some()));
    }
}
