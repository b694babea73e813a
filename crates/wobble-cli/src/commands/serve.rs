//! `wobble serve`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::server::{self, Site};
use crate::stop::Stop;
use clap::Args;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Where the page lies in a clone of the repository.
const BUILT: &str = "target/web";

/// Serve the sandbox as a web page, until Ctrl-C
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble serve\n  wobble serve --host 0.0.0.0 --port 8080     for other machines too\n\n\
    `cargo xtask web` builds the page, in a clone of the repository. Its folder can also be put on any web host.")]
pub(crate) struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8017)]
    port: u16,
    /// The address to listen at; only this machine can reach the usual one, 0.0.0.0 is for everybody
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The folder of the page [default: target/web here or in a folder above]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Serve {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let folder = self.folder()?;
        let site = Site::load(&folder).map_err(|error| Failure::Asked(format!("cannot read {}: {error}", folder.display())))?;
        let asked = SocketAddr::new(self.host, self.port);
        let listener = TcpListener::bind(asked).map_err(|error| {
            Failure::Asked(format!("cannot listen at {asked}: {error}; try another --port, or --port 0 for any that is free"))
        })?;
        let address = listener.local_addr().map_err(Failure::Output)?;
        say(&format!("http://{address}/"))?;
        if !address.ip().is_loopback() {
            remark("wobble: everybody who can reach this machine can open the page");
        }
        thread::spawn(move || server::serve(&listener, site));
        while !stop.is_asked() {
            thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    /// The folder that was named, or the nearest that `cargo xtask web` has filled.
    fn folder(&self) -> Result<PathBuf> {
        let is_page = |folder: &Path| folder.join("index.html").is_file();
        if let Some(folder) = &self.dir {
            return if is_page(folder) { Ok(folder.clone()) } else { Err(missing(&format!("in {}", folder.display()))) };
        }
        let here = std::env::current_dir().map_err(Failure::Output)?;
        let built = here.ancestors().map(|folder| folder.join(BUILT)).find(|folder| is_page(folder));
        built.ok_or_else(|| missing("in target/web, here or above"))
    }
}

fn missing(place: &str) -> Failure {
    Failure::Asked(format!(
        "there is no page {place}; build it with `cargo xtask web` in a clone of the repository, or name its folder with --dir"
    ))
}
