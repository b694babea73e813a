//! Putting results into a document, between two comments that say where they belong.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Replaces what stands between `<!-- begin NAME -->` and `<!-- end NAME -->`.
pub fn replace(path: &Path, name: &str, text: &str) -> Result<()> {
    let before = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let Some(after) = replaced(&before, name, text) else {
        bail!("{} has no place for {name}; add the lines `<!-- begin {name} -->` and `<!-- end {name} -->`", path.display());
    };
    fs::write(path, after).with_context(|| format!("cannot write {}", path.display()))
}

fn replaced(document: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- begin {name} -->"), format!("<!-- end {name} -->"));
    let from = document.find(&begin)? + begin.len();
    let to = from + document[from..].find(&end)?;
    Some(format!("{}\n\n{}\n\n{}", &document[..from], text.trim(), &document[to..]))
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn only_what_stands_between_the_marks_changes_and_twice_is_as_once() {
        let document = "a\n<!-- begin t -->\nold\n<!-- end t -->\nb <!-- begin u --><!-- end u -->\n";
        let once = replaced(document, "t", "new\n").unwrap();
        assert_eq!(once, "a\n<!-- begin t -->\n\nnew\n\n<!-- end t -->\nb <!-- begin u --><!-- end u -->\n");
        assert_eq!(replaced(&once, "t", "new").unwrap(), once);
    }

    #[test]
    fn a_document_without_the_marks_is_left_alone() {
        assert_eq!(replaced("<!-- begin t -->", "t", "x"), None);
        assert_eq!(replaced("<!-- end t --><!-- begin t -->", "t", "x"), None);
    }
}
