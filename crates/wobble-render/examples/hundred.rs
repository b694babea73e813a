//! How long an animation of 100 bodies takes, and how large it gets: `cargo run --release --example hundred -- FILE.gif [pile|gas]`.
//!
//! Ten seconds at 30 frames a second. `pile` is the workload that comes to rest; in `gas` all of them keep moving, the hardest case for a
//! file that only holds what changes.

use glam::vec2;
use std::path::PathBuf;
use std::time::Instant;
use wobble_render::{Error, FilmFormat, FilmSettings, save_film};
use wobble_view::{View, draw};
use wobble2d::blueprint::Ball;
use wobble2d::{BodyDef, Bounds, Fields, Settings, World, workload};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().unwrap_or_else(|| "hundred.gif".into()));
    let mut world = if args.next().as_deref() == Some("gas") { gas()? } else { workload::pile(100, 0.0)? };
    let format = FilmFormat::of(&path).ok_or("give the file a name that ends in .gif or .apng")?;
    let view = View::fit(&world, [640, 480]);
    let (start, mut stepping, mut listing) = (Instant::now(), 0.0, 0.0);
    save_film(&path, format, &FilmSettings::of(&view, 30.0, 300), |film| {
        for _ in 0..300 {
            let began = Instant::now();
            let list = draw(&world, &view);
            listing += began.elapsed().as_secs_f64();
            film.push(list)?;
            let began = Instant::now();
            (0..2).for_each(|_| world.step(1.0 / 60.0));
            stepping += began.elapsed().as_secs_f64();
        }
        Ok::<(), Error>(())
    })?;
    let total = start.elapsed().as_secs_f64();
    let megabytes = std::fs::metadata(&path)?.len() as f64 / 1e6;
    println!("{total:.2} s in all: stepping {stepping:.2}, listing {listing:.2}, the rest is pictures; {megabytes:.2} MB");
    Ok(())
}

fn gas() -> wobble2d::Result<World> {
    let mut world = World::new();
    let bounds = Some(Bounds { restitution: 1.0, ..Bounds::new(vec2(-8.0, 0.0), vec2(8.0, 12.0)) });
    world.set_settings(Settings { bounds, ..Settings::default() })?;
    world.set_fields(Fields { gravity_on: false, ..Fields::default() })?;
    let ball = Ball { points: 16, ..Ball::default() }.build()?;
    for i in 0..100 {
        let (column, row) = (i % 10, i / 10);
        let place = vec2(1.5 * column as f32 - 6.75, 1.0 + 1.1 * row as f32);
        world.add(BodyDef::new(&ball).at(place.x, place.y).moving(row as f32 - 4.5, 0.4 * column as f32 - 2.0))?;
    }
    Ok(world)
}
