//! What a client is told.

use super::site::File;
use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Instant;

/// The page may run its own scripts and WebAssembly, and talk to nobody else. `crates/wobble-web/page/index.html` says the same for other hosts.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How much is handed to the system at once, so that a slow client is noticed. `[bytes]`
const PIECE: usize = 64 * 1024;

/// A reply, ready to be sent.
pub(super) struct Reply<'a> {
    status: u16,
    kind: &'static str,
    tag: Option<&'a str>,
    length: usize,
    body: &'a [u8],
}

impl<'a> Reply<'a> {
    /// A file.
    pub fn file(file: &'a File) -> Self {
        Self { status: 200, kind: file.kind, tag: Some(&file.tag), length: file.bytes.len(), body: &file.bytes }
    }

    /// That the client has the newest version of a file already.
    pub fn unchanged(file: &'a File) -> Self {
        Self { status: 304, body: &[], ..Self::file(file) }
    }

    /// A sentence.
    pub fn plain(status: u16, words: &'static str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", tag: None, length: words.len(), body: words.as_bytes() }
    }

    /// The same without its body, but still with its length.
    pub fn without_body(self) -> Self {
        Self { body: &[], ..self }
    }

    /// Sends all of it until a time, or gives up.
    pub fn send(&self, stream: &mut TcpStream, end: Instant) -> io::Result<()> {
        send(stream, self.head().as_bytes(), end)?;
        send(stream, self.body, end)
    }

    fn head(&self) -> String {
        let (status, reason) = (self.status, reason(self.status));
        let mut head = format!("HTTP/1.1 {status} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\n", self.kind, self.length);
        if let Some(tag) = self.tag {
            head += &format!("ETag: {tag}\r\n");
        }
        if status == 405 {
            head += "Allow: GET, HEAD\r\n";
        }
        head + &format!(
            "Cache-Control: no-cache\r\nConnection: close\r\nContent-Security-Policy: {POLICY}\r\n\
             Cross-Origin-Embedder-Policy: require-corp\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\r\n"
        )
    }
}

fn send(stream: &mut TcpStream, bytes: &[u8], end: Instant) -> io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let left = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
        stream.set_write_timeout(Some(left.ok_or(io::ErrorKind::TimedOut)?))?;
        match stream.write(&rest[..rest.len().min(PIECE)]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => rest = &rest[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        304 => "Not Modified",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    }
}

#[cfg(test)]
mod tests {
    use super::Reply;
    use std::net::{TcpListener, TcpStream};
    use std::time::{Duration, Instant};

    #[test]
    fn a_client_that_does_not_fetch_its_file_is_given_up_in_time() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let silent = TcpStream::connect(listener.local_addr().expect("an address")).expect("it listens");
        let (mut stream, _) = listener.accept().expect("a client");
        // More than the system keeps for a client that reads nothing.
        let body = vec![7; 64 << 20];
        let reply = Reply { status: 200, kind: "text/plain", tag: None, length: body.len(), body: &body };
        let begin = Instant::now();
        assert!(reply.send(&mut stream, begin + Duration::from_millis(200)).is_err());
        assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
        drop(silent);
    }
}
