//! The welcome world in a window: `minifb` shows pixels, `tiny-skia` draws polygons, `wobble2d` moves them.

use minifb::{Key, Window, WindowOptions};
use std::time::Instant;
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Transform};
use wobble2d::{Stepper, demo};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (width, height, scale) = (800, 600, 80.0); // [px], [px], [px/m]
    let mut window = Window::new("wobble2d", width, height, WindowOptions::default())?;
    let mut canvas = Pixmap::new(width as u32, height as u32).ok_or("a window without size")?;
    let mut world = demo::welcome();
    let (mut stepper, mut last) = (Stepper::new(1.0 / 60.0), Instant::now());
    window.set_target_fps(60);
    while window.is_open() && !window.is_key_down(Key::Escape) {
        let elapsed = core::mem::replace(&mut last, Instant::now()).elapsed().as_secs_f64();
        let progress = stepper.advance(elapsed, |dt| world.step(dt));
        canvas.fill(Color::WHITE);
        for (number, body) in world.bodies().enumerate() {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color_rgba8(40 + 60 * (number % 4) as u8, 160 - 40 * (number % 3) as u8, 220, 255);
            for outline in body.blueprint().loops() {
                let mut path = PathBuilder::new();
                for (k, &corner) in outline.iter().enumerate() {
                    let place = body.position_between(corner, progress.part); // [m], y up
                    let (x, y) = (0.5 * width as f32 + scale * place.x, height as f32 - 40.0 - scale * place.y);
                    if k == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                path.close();
                let path = path.finish().ok_or("an outline without corners")?;
                canvas.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
            }
        }
        let pixels: Vec<u32> = canvas.pixels().iter().map(|p| u32::from_be_bytes([0, p.red(), p.green(), p.blue()])).collect();
        window.update_with_buffer(&pixels, width, height)?;
    }
    Ok(())
}
