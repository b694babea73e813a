//! What a frame of the app costs, part by part, without a window and without painting pixels:
//! `cargo run --release -p wobble-sandbox --example frame_cost -- pile-1000 600 300`
//!
//! Runs so many frames, of which the last are measured. The step is the engine's; what is kept of it is the past,
//! the last minute for a report and the values of plots; the draw list and the triangles are what is built
//! from the world in every frame; the interface is laid out and cut into triangles by egui. Pixels are a graphics card's business.

use egui::{Context, Pos2, RawInput, Rect, vec2};
use std::error::Error;
use std::time::{Duration, Instant};
use wobble_sandbox::Sandbox;
use wobble_scene::gallery;

/// The size of the window. `[points]`
const SIZE: [f32; 2] = [1280.0, 800.0];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scene, frames, measured] = arguments.as_slice() else { return Err("usage: frame_cost SCENE FRAMES MEASURED".into()) };
    let (frames, measured): (u32, u32) = (frames.parse()?, measured.parse()?);
    let entry = gallery::find(scene)?;
    let mut sandbox = Sandbox::new(entry.name, entry.scene())?;
    let ctx = Context::default();
    sandbox.dress(&ctx);
    let (mut sums, mut tessellation, mut triangles) = ([0.0; 5], Duration::ZERO, 0);
    for frame in 0..frames {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(SIZE[0], SIZE[1]))),
            time: Some(f64::from(frame) / 60.0),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| sandbox.ui(ui));
        output.textures_delta.clear();
        let begin = Instant::now();
        let meshes = ctx.tessellate(output.shapes, output.pixels_per_point);
        if frame + measured >= frames {
            tessellation += begin.elapsed();
            triangles = meshes.iter().map(count).sum::<usize>();
            sandbox.costs().latest().iter().zip(&mut sums).for_each(|((_, seconds), sum)| *sum += 1e3 * seconds);
        }
    }
    println!("{scene}: mean of the last {measured} of {frames} frames, {triangles} triangles");
    for ((name, _), sum) in sandbox.costs().latest().iter().zip(sums) {
        println!("{name:<12} {:7.3} ms", sum / f64::from(measured));
    }
    println!("{:<12} {:7.3} ms", "egui's own", 1e3 * tessellation.as_secs_f64() / f64::from(measured));
    Ok(())
}

fn count(primitive: &egui::ClippedPrimitive) -> usize {
    match &primitive.primitive {
        egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
        egui::epaint::Primitive::Callback(_) => 0,
    }
}
