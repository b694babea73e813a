//! A scene: a document that has been checked, and the places its values came from.

use crate::build::{Built, build};
use crate::check::check;
use crate::format::Document;
use crate::limits;
use crate::path::Path;
use crate::problem::{Problem, Problems};
use crate::prune::prune;
use crate::schema::{Part, exact_numbers};
use crate::tree::{Content, Node};
use std::io::Read;

/// A scene that has been read and checked. Its values are in their ranges; whether they make a world shows [`build`](Self::build).
///
/// ```
/// use wobble_scene::Scene;
///
/// let scene = Scene::parse(r#"{ "version": 1, "settings": { "bounds": {} }, "bodies": [{ "ball": { "radius": 0.4 }, "at": [0, 3] }] }"#)?;
/// let mut built = scene.build()?;
/// built.world.step(1.0 / 60.0);
///
/// let wrong = Scene::parse(r#"{ "version": 1, "bodies": [{ "ball": { "raduis": 0.4 }, "mass": -1 }] }"#).unwrap_err();
/// assert_eq!(wrong.list.len(), 2);
/// assert_eq!(wrong.list[0].to_string(), "1:40: bodies[0].ball.raduis is not known; did you mean `radius`?");
/// # Ok::<(), wobble_scene::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    document: Document,
    tree: Node,
}

impl Scene {
    /// Reads and checks a scene.
    ///
    /// # Errors
    /// All that is wrong with the text, each with line, column, path, value and the way out.
    pub fn parse(text: &str) -> Result<Self, Problems> {
        Self::from_tree(Node::parse(text)?)
    }

    /// Reads and checks a scene file. A file that is too large is refused before it is read.
    ///
    /// # Errors
    /// If the file cannot be read, or all that is wrong with it.
    pub fn load(path: &std::path::Path) -> Result<Self, Problems> {
        let name = path.display().to_string();
        read_limited(path).map_err(Problems::from).and_then(|text| Self::parse(&text)).map_err(|problems| problems.of_file(&name))
    }

    /// A scene made by a program.
    ///
    /// # Errors
    /// All that is out of its range.
    pub fn new(document: Document) -> Result<Self, Problems> {
        let value = serde_json::to_value(&document).map_err(|error| Problem::new("", error.to_string(), "use finite numbers"))?;
        Self::from_tree(Node::from_json(&value))
    }

    /// What the scene says, every default filled in.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Makes the world.
    ///
    /// # Errors
    /// All that keeps it from being made: names that do not exist, indices out of range, outlines that cross themselves, too many bodies.
    pub fn build(&self) -> Result<Built, Problems> {
        build(&self.document).map_err(|problems| self.located(problems))
    }

    /// The scene as the text of a file. What is at its default is left out.
    pub fn to_json(&self) -> String {
        let mut text = crate::pretty::pretty(&self.pruned());
        text.push('\n');
        text
    }

    /// What the scene says, without what is at its default.
    pub(crate) fn pruned(&self) -> serde_json::Value {
        let mut value = serde_json::to_value(&self.document).unwrap_or_default();
        exact_numbers(&mut value);
        prune(&mut value, Part::root());
        value
    }

    /// Changes one value: `set("settings.substeps", "16")`. The value is JSON; what is none is taken for text.
    ///
    /// # Errors
    /// If there is no such place or the value does not fit; nothing has changed then.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), Problems> {
        let steps = Path::parse(path).map_err(|rule| Problem::new(path, rule, "write, for example, `settings.substeps`"))?;
        let node = match Node::parse(value) {
            Ok(node) => Node::from_json(&node.to_json()),
            Err(_) => Node { position: None, value: Content::Text(value.to_string()) },
        };
        let mut tree = self.tree.clone();
        let mut full = serde_json::to_value(&self.document).unwrap_or_default();
        exact_numbers(&mut full);
        let hint = "`wobble show` prints the scene with its fields";
        tree.put(&steps.0, node, Some(&full)).map_err(|rule| Problem::new(path, rule, hint))?;
        *self = Self::from_tree(tree)?;
        Ok(())
    }

    fn from_tree(tree: Node) -> Result<Self, Problems> {
        check(&tree).or(())?;
        match serde_json::from_value(tree.to_json()) {
            Ok(document) => Ok(Self { document, tree }),
            Err(error) => Err(Problem::new("", format!("cannot be understood: {error}"), "compare it with the schema").into()),
        }
    }

    /// The same problems, with their places in the file.
    fn located(&self, problems: Problems) -> Problems {
        let mut found = Problems { list: Vec::new(), ..problems };
        for problem in problems.list {
            let position = Path::parse(&problem.path).map_or(self.tree.position, |path| self.tree.position_of(&path));
            found.list.push(problem.at(position));
        }
        found.list.sort_by_key(|problem| problem.position);
        found
    }
}

/// Reads a text file of at most [`limits::FILE_SIZE`].
fn read_limited(path: &std::path::Path) -> Result<String, Problem> {
    let cannot = |error: std::io::Error| Problem::new("", format!("cannot be read: {error}"), "check the name and the rights");
    let file = std::fs::File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large from one that just fits, whatever its metadata say.
    file.take(limits::FILE_SIZE + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > limits::FILE_SIZE {
        let rule = format!("must be at most {} MB", limits::FILE_SIZE >> 20);
        let position = Some(crate::problem::Position { line: 1, column: 1 });
        return Err(Problem::new("", rule, "use `repeat` instead of copies").value("more").at(position));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() as u32 + 1;
        let position = Some(crate::problem::Position { line, column });
        Problem::new("", "must be UTF-8 text", "save it as UTF-8").value("other bytes").at(position)
    })
}
