//! A small web server for a folder of files, careful with whoever calls.
//!
//! ```text
//!   folder ──once──► Site                      files in memory, by address: nothing else can be asked for
//!                      │
//!   TCP ──Head::read──►│──Reply──► TCP, closed     one request a connection, a thread each, never more than a few
//! ```
//!
//! Not included: encryption, compression, keeping connections open, and anything but GET and HEAD. To put the page on the internet, copy its
//! folder to a web host.

mod head;
mod reply;
mod site;

pub(crate) use site::Site;

use head::{Head, Trouble};
use reply::Reply;
use std::io::Read;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many connections are served at once. As many again are told to come back, and all others are closed. A browser opens six.
const MOST_CONNECTIONS: usize = 64;

/// How long a client may take to ask. `[s]`
const ASKING: Duration = Duration::from_secs(10);

/// How long a client may take to fetch a file: some megabytes over a slow wireless net. `[s]`
const FETCHING: Duration = Duration::from_secs(120);

/// How long what a client still sends is listened to before the connection is cut. `[s]`
const LINGERING: Duration = Duration::from_millis(500);

/// Serves a site for as long as the listener lives.
pub(crate) fn serve(listener: &TcpListener, site: Site) {
    let (site, open) = (Arc::new(site), Arc::new(AtomicUsize::new(0)));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Such as when there are too many open files: trying again at once would only keep the processor busy.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let (place, site) = (Place::take(&open), site.clone());
        if place.before >= 2 * MOST_CONNECTIONS {
            continue;
        }
        // A thread that cannot be started takes the connection with it, which closes it.
        let _ = thread::Builder::new().spawn(move || {
            // All of it and not only its number, so that it is given back when the thread ends and not before.
            let place = place;
            match place.before {
                ..MOST_CONNECTIONS => answer(stream, &site),
                _ => end(stream, &Reply::plain(503, "too many connections at once; try again")),
            }
        });
    }
}

/// One of the connections that are open at once; given back when dropped.
struct Place {
    open: Arc<AtomicUsize>,
    /// How many there were before this one.
    before: usize,
}

impl Place {
    fn take(open: &Arc<AtomicUsize>) -> Self {
        Self { open: open.clone(), before: open.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

fn answer(mut stream: TcpStream, site: &Site) {
    match Head::read(&mut stream, Instant::now() + ASKING) {
        Ok(head) => end(stream, &reply_to(&head, site)),
        Err(Trouble::Gone) => {}
        Err(Trouble::Told(status, why)) => end(stream, &Reply::plain(status, why)),
    }
}

fn reply_to<'a>(head: &Head, site: &'a Site) -> Reply<'a> {
    let reply = match (head.method.as_str(), site.file(&head.path)) {
        ("GET" | "HEAD", Some(file)) if head.known.as_deref() == Some(&file.tag) => Reply::unchanged(file),
        ("GET" | "HEAD", Some(file)) => Reply::file(file),
        ("GET" | "HEAD", None) => Reply::plain(404, "there is no such page"),
        _ => Reply::plain(405, "only GET and HEAD are understood"),
    };
    if head.method == "HEAD" { reply.without_body() } else { reply }
}

/// Sends a reply and closes the connection so that the reply arrives: a socket closed with unread data would take it back.
fn end(mut stream: TcpStream, reply: &Reply<'_>) {
    if reply.send(&mut stream, Instant::now() + FETCHING).is_err() || stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let (end, mut rest) = (Instant::now() + LINGERING, [0; 4096]);
    while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        if stream.set_read_timeout(Some(left)).is_err() || !matches!(stream.read(&mut rest), Ok(1..)) {
            return;
        }
    }
}
