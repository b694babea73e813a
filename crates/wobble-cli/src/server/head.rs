//! What a client asks for.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::Instant;

/// The longest request that is read. `[bytes]`
const LONGEST: usize = 8 * 1024;

/// How many header lines a request may have.
const MOST_LINES: usize = 64;

/// The head of a request, as far as it matters here.
pub(super) struct Head {
    pub method: String,
    /// Without what stands behind `?`.
    pub path: String,
    /// The tag of the version that the client has.
    pub known: Option<String>,
}

/// Why there is no request.
pub(super) enum Trouble {
    /// Nobody is there to be answered.
    Gone,
    /// A status, and the reason in words.
    Told(u16, &'static str),
}

impl Head {
    /// Reads a request that must be complete at a time.
    pub fn read(stream: &mut TcpStream, end: Instant) -> Result<Self, Trouble> {
        let (mut bytes, mut used) = ([0; LONGEST], 0);
        loop {
            used += receive(stream, &mut bytes[used..], end)?;
            if let Some(head) = parse(&bytes[..used])? {
                return Ok(head);
            }
            if used == LONGEST {
                return Err(Trouble::Told(431, "the request is too long"));
            }
        }
    }
}

/// Reads whatever is there. Time counts from the first byte to the last, so that dripping does not help.
fn receive(stream: &mut TcpStream, into: &mut [u8], end: Instant) -> Result<usize, Trouble> {
    const LATE: Trouble = Trouble::Told(408, "the request took too long");
    let left = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()).ok_or(LATE)?;
    stream.set_read_timeout(Some(left)).map_err(|_| Trouble::Gone)?;
    match stream.read(into) {
        Ok(0) => Err(Trouble::Gone),
        Ok(count) => Ok(count),
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(0),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Err(LATE),
        Err(_) => Err(Trouble::Gone),
    }
}

/// `None` while it is incomplete.
fn parse(bytes: &[u8]) -> Result<Option<Head>, Trouble> {
    let mut lines = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut lines);
    match request.parse(bytes) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Trouble::Told(431, "the request has too many lines")),
        Err(_) => return Err(Trouble::Told(400, "this is no HTTP request")),
    }
    let (Some(method), Some(target)) = (request.method, request.path) else {
        return Err(Trouble::Told(400, "this is no HTTP request"));
    };
    let line = |name: &str| request.headers.iter().find(|line| line.name.eq_ignore_ascii_case(name)).map(|line| line.value);
    if request.version == Some(1) && line("host").is_none() {
        return Err(Trouble::Told(400, "a request must name its host"));
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let known = line("if-none-match").and_then(|value| std::str::from_utf8(value).ok());
    Ok(Some(Head { method: method.into(), path: path.into(), known: known.map(Into::into) }))
}

#[cfg(test)]
mod tests {
    use super::{Trouble, parse};

    #[test]
    fn a_request_is_understood_once_it_is_complete() {
        let text = b"GET /pkg/a.js?x=1 HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"7\"\r\n\r\n";
        for end in 0..text.len() {
            assert!(matches!(parse(&text[..end]), Ok(None)), "{end}");
        }
        let Ok(Some(head)) = parse(text) else { panic!("complete") };
        assert_eq!((head.method.as_str(), head.path.as_str(), head.known.as_deref()), ("GET", "/pkg/a.js", Some("\"7\"")));
    }

    #[test]
    fn what_is_no_request_is_told_so() {
        for text in
            ["\0\0\0\0", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost a\r\n\r\n"]
        {
            assert!(matches!(parse(text.as_bytes()), Err(Trouble::Told(400, _))), "{text:?}");
        }
    }
}
