//! Drives the app in a real window by a script, and keeps its pictures and reports:
//! `cargo run -p wobble-sandbox --example drive -- script.json 1280x800 folder`

use std::error::Error;
use std::fs::File;
use std::path::Path;
use wobble_sandbox::{Deed, Sandbox, drive_window};
use wobble_scene::gallery;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [script, size, folder] = arguments.as_slice() else { return Err("usage: drive SCRIPT.json WIDTHxHEIGHT FOLDER".into()) };
    let deeds: Vec<Deed> = serde_json::from_reader(File::open(script)?)?;
    let (width, height) = size.split_once('x').ok_or("a size is WIDTHxHEIGHT")?;
    let sandbox = Sandbox::new("welcome", gallery::find("welcome")?.scene())?;
    let harvest = drive_window(sandbox, [width.parse()?, height.parse()?], deeds)?;
    for (name, image) in &harvest.pictures {
        let [width, height] = image.size.map(|side| side as u32);
        let mut encoder = png::Encoder::new(File::create(Path::new(folder).join(name))?, width, height);
        encoder.set_color(png::ColorType::Rgba);
        let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
        encoder.write_header()?.write_image_data(&bytes)?;
    }
    println!("{}", serde_json::to_string_pretty(&harvest)?);
    Ok(())
}
