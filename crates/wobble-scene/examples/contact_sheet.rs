//! Runs scenes, measures them, and draws them side by side: `cargo run --release -p wobble-scene --example contact_sheet -- FILE.png SECONDS [SCENE…]`.
//!
//! A row a scene, four columns: the start, a tenth of the time, a third, the end. Without names, the whole gallery.

use std::path::Path;
use std::time::Instant;
use wobble_render::Raster;
use wobble_scene::{Built, Scene, gallery};
use wobble_view::{Anchor, Camera, DrawList, Label, Lines, Shape, Stroke, View, draw};
use wobble2d::glam::{Vec2, vec2};
use wobble2d::{Event, World};

/// `[px]`
const TILE: [u32; 2] = [400, 300];

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, seconds, names @ ..] = arguments.as_slice() else { return Err("give a file and a number of seconds".into()) };
    let frames = (seconds.parse::<f32>()? * 60.0).round() as u32;
    let all: Vec<String> = gallery::all().iter().map(|entry| entry.name.to_string()).collect();
    let names = if names.is_empty() { &all } else { names };
    let mut rows = Vec::new();
    for name in names {
        let scene = match gallery::find(name) {
            Ok(entry) => entry.scene(),
            Err(_) => Scene::load(Path::new(name))?,
        };
        rows.push(run(name, scene.build()?, frames)?);
    }
    save(Path::new(file), &rows)
}

/// Runs a scene and gives back its four tiles.
fn run(name: &str, built: Built, frames: u32) -> Result<Vec<Raster>, Failure> {
    let view = view(&built);
    let Built { mut world, references, .. } = built;
    let shown = [0, frames / 10, frames / 3, frames];
    let (mut tiles, mut frozen, mut speed) = (Vec::new(), 0, 0.0);
    let start = Instant::now();
    for frame in 0..=frames {
        for _ in shown.iter().filter(|shown| **shown == frame) {
            let mut list = draw(&world, &view);
            for reference in &references {
                let seconds = reference.period().unwrap_or(3.0);
                let way = reference.curve(seconds, 200).into_iter().map(|place| view.camera.to_pixels(place.as_vec2()));
                list.shapes.push(line(way.collect(), &view));
            }
            label(&mut list, &format!("{name} {:.1} s", frame as f32 / 60.0), &view);
            let mut tile = Raster::new(TILE)?;
            tile.draw(&list)?;
            tiles.push(tile);
        }
        world.step(1.0 / 60.0);
        frozen += world.events().iter().filter(|event| matches!(event, Event::Frozen { .. })).count();
        if frame + 60 > frames {
            speed += world.rms_speed() / 60.0;
        }
    }
    report(name, &world, frozen, speed, start.elapsed().as_secs_f64() / f64::from(frames) * 1e3);
    for reference in &references {
        println!("    {}: {:.5} m from the closed form", reference.law.name(), reference.error(&world).unwrap_or(f64::NAN));
    }
    Ok(tiles)
}

fn report(name: &str, world: &World, frozen: usize, speed: f64, cost: f64) {
    let quality = world.quality();
    let outside = world.settings().bounds.map_or(0, |bounds| {
        let inside = |p: Vec2| p.cmpge(bounds.min - 0.25).all() && p.cmple(bounds.max + 0.25).all();
        world.particles().iter().filter(|&&[x, y, ..]| !inside(vec2(x, y))).count()
    });
    println!(
        "{name:24} {:5} bodies {:6} points {cost:6.2} ms  speed {speed:.4}  nan {} frozen {frozen} outside {outside} inside {} crossing {} overlap {:.4} area {:.3}",
        world.body_count(),
        world.particles().len(),
        quality.nan_points,
        quality.points_inside,
        quality.self_crossing,
        quality.overlap_max,
        quality.area_error_max
    );
}

fn view(built: &Built) -> View {
    match built.camera {
        Some(camera) => View::new(Camera::fit(camera.min.into(), camera.max.into(), TILE, 8.0)),
        None => View::fit(&built.world, TILE),
    }
}

fn line(points: Vec<Vec2>, view: &View) -> Shape {
    Shape::Stroke(Stroke { lines: Lines::one(points).into(), closed: false, width: 1.5, colour: view.theme.ink })
}

fn label(list: &mut DrawList, text: &str, view: &View) {
    let (place, text) = (vec2(8.0, 16.0), text.to_string());
    list.shapes.push(Shape::Label(Label { place, anchor: Anchor::Start, height: 9.0, colour: view.theme.ink, text }));
}

/// Puts tiles side by side and saves them.
fn save(path: &Path, rows: &[Vec<Raster>]) -> Result<(), Failure> {
    let columns = rows.first().map_or(0, Vec::len) as u32;
    let (width, height) = (TILE[0] * columns, TILE[1] * rows.len() as u32);
    let mut pixels = Vec::with_capacity((width * height * 4) as usize);
    let stride = TILE[0] as usize * 4;
    for row in rows {
        for y in 0..TILE[1] as usize {
            row.iter().for_each(|tile| pixels.extend_from_slice(&tile.rgba()[y * stride..(y + 1) * stride]));
        }
    }
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(std::fs::File::create(path)?), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}
