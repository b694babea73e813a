//! What is printed. Colours appear on a terminal only, and not where `NO_COLOR` forbids them.

use crate::failure::{Failure, Result};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// For names in lists.
pub(crate) const STRONG: Style = Style::new().bold();

/// For what is wrong.
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Prints a line to standard output. Whoever closed it, such as `head`, has seen enough.
pub(crate) fn say(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Prints a line to standard error. Nothing is left to be done if not even that works.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Says why the command ended.
pub(crate) fn complain(failure: &Failure) {
    let text = failure.to_string();
    if !text.is_empty() {
        remark(&format!("{WRONG}wobble:{WRONG:#} {text}"));
    }
}
