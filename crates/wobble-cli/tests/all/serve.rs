//! `wobble serve` against clients of every kind, over real sockets.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Long enough for a loaded machine; nothing waits so long when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server with a small page; ends when dropped.
struct Served {
    child: Child,
    address: String,
    _folder: TempDir,
}

impl Served {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let page = folder.path().join("page");
        fs::create_dir_all(page.join("pkg")).expect("a folder");
        fs::write(folder.path().join("secret.txt"), "secret").expect("a file");
        fs::write(page.join(".hidden"), "secret").expect("a file");
        fs::write(page.join("index.html"), "<p>page</p>").expect("a file");
        fs::write(page.join("pkg/a.wasm"), vec![7; 3 << 20]).expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret.txt", page.join("way-out.txt")).expect("a link");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wobble"));
        command.args(["serve", "--port", "0", "--dir"]).arg(&page).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect(&line).to_string();
        Self { child, address, _folder: folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// What the server answers to some bytes.
    fn ask(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may have heard enough before everything is sent.
        let _ = stream.write_all(bytes);
        answer(stream)
    }

    fn get(&self, path: &str) -> String {
        self.ask(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn the_page_comes_with_its_kind_its_length_and_the_headers_of_a_careful_site() {
    let served = Served::new();
    assert!(served.address.starts_with("127.0.0.1:"), "only this machine: {}", served.address);
    let page = served.get("/");
    assert_eq!(status(&page), "200");
    assert!(page.ends_with("\r\n\r\n<p>page</p>"), "{page}");
    for line in [
        "Content-Type: text/html; charset=utf-8",
        "Content-Length: 11",
        "X-Content-Type-Options: nosniff",
        "Cross-Origin-Opener-Policy: same-origin",
        "Referrer-Policy: no-referrer",
        "frame-ancestors 'none'",
    ] {
        assert!(page.contains(line), "{line} is missing in {page}");
    }
    let module = served.get("/pkg/a.wasm?x#y");
    assert!(module.contains("Content-Type: application/wasm\r\n") && module.len() > 3 << 20);
}

#[test]
fn a_browser_that_has_the_newest_version_gets_nothing_again() {
    let served = Served::new();
    let page = served.get("/");
    let tag = page.lines().find_map(|line| line.strip_prefix("ETag: ")).expect("a tag");
    let again = served.ask(format!("GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: {tag}\r\n\r\n").as_bytes());
    assert_eq!(status(&again), "304");
    assert!(again.ends_with("\r\n\r\n"), "{again}");
    let head = served.ask(b"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(head.contains("Content-Length: 11") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn nothing_outside_the_folder_can_be_had() {
    let served = Served::new();
    for path in [
        "/../secret.txt",
        "/pkg/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "//secret.txt",
        "/\\..\\secret.txt",
        "/./../secret.txt",
        "/way-out.txt",
        "/.hidden",
        "/pkg",
        "/pkg/",
        "/etc/passwd",
        "/index.html%00.txt",
        "http://127.0.0.1/../secret.txt",
    ] {
        let answer = served.get(path);
        assert!(matches!(status(&answer), "400" | "404"), "{path}: {answer}");
        assert!(!answer.contains("secret"), "{path}: {answer}");
    }
}

#[test]
fn other_methods_and_other_languages_are_refused_in_words() {
    let served = Served::new();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"] {
        let answer = served.ask(format!("{method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc").as_bytes());
        assert_eq!(status(&answer), "405", "{method}: {answer}");
        assert!(answer.contains("Allow: GET, HEAD"), "{answer}");
    }
    for bytes in
        [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"hello\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nA\0: b\r\n\r\n"]
    {
        assert_eq!(status(&served.ask(bytes)), "400", "{bytes:?}");
    }
    assert_eq!(status(&served.get("/")), "200");
}

#[test]
fn a_request_without_end_is_cut_off() {
    let served = Served::new();
    let long = format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "a".repeat(1 << 20));
    let line = format!("GET / HTTP/1.1\r\nHost: a\r\nCookie: {}\r\n\r\n", "a".repeat(9000));
    let lines = format!("GET / HTTP/1.1\r\nHost: a\r\n{}\r\n", "A: b\r\n".repeat(100));
    for request in [long, line, lines] {
        assert_eq!(status(&served.ask(request.as_bytes())), "431");
    }
    assert_eq!(status(&served.get("/")), "200");
}

#[test]
fn clients_that_say_nothing_do_not_keep_others_out_for_ever() {
    let served = Served::new();
    let silent: Vec<TcpStream> = (0..64).map(|_| served.connect()).collect();
    // One of them says a letter now and then: that does not help.
    let mut drip = silent[0].try_clone().expect("a second hand");
    let dripping = std::thread::spawn(move || {
        let mut letters = b"GET / HTTP/1.1\r\nHost: ".iter().chain(std::iter::repeat(&b'a'));
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE && letters.next().is_some_and(|letter| drip.write_all(&[*letter]).is_ok()) {
            std::thread::sleep(Duration::from_millis(200));
        }
    });
    // All places are taken as soon as the server has accepted them all, which it does in order.
    let refused = served.get("/");
    assert_eq!(status(&refused), "503", "{refused}");
    // Their time runs out, and they are told so.
    for stream in silent {
        assert_eq!(status(&answer(stream)), "408");
    }
    dripping.join().expect("it ends when nobody listens any more");
    // The server gives their places back once it has seen them leave, which is soon but not at once.
    let begin = Instant::now();
    while status(&served.get("/")) != "200" {
        assert!(begin.elapsed() < PATIENCE, "the places are not given back");
    }
}

#[test]
fn a_client_that_leaves_in_the_middle_disturbs_nobody() {
    let served = Served::new();
    for bytes in [&b""[..], b"GET", b"GET /pkg/a.wasm HTTP/1.1\r\nHost: a\r\n\r\n"] {
        let mut stream = served.connect();
        stream.write_all(bytes).expect("sent");
        drop(stream);
    }
    assert_eq!(status(&served.get("/pkg/a.wasm")), "200");
}

#[test]
fn without_a_page_it_says_which_command_builds_one() {
    let empty = TempDir::new().expect("a folder");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wobble"));
    let output = command.current_dir(empty.path()).args(["serve", "--port", "0"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`cargo xtask web`"));
}

#[test]
fn a_port_that_is_taken_is_named_with_the_way_out() {
    let served = Served::new();
    let port = served.address.rsplit(':').next().expect("a port");
    let page = served._folder.path().join("page");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wobble"));
    let output = command.args(["serve", "--port", port, "--dir"]).arg(page).output().expect("it runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && words.contains(port) && words.contains("--port 0"), "{words}");
}
