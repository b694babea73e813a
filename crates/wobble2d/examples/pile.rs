//! scratch
use glam::vec2;
use std::time::Instant;
use wobble2d::blueprint::{Ball, Filling};
use wobble2d::{Area, BodyDef, Bounds, Settings, Spring, World};
fn main() {
    let args: Vec<f32> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let n = args.first().copied().unwrap_or(100.0) as usize;
    let w = if n <= 100 { 10.0 } else if n <= 400 { 20.0 } else { 32.0 };
    let (k1, k2, ka) = (args.get(1).copied().unwrap_or(1e6), args.get(2).copied().unwrap_or(1e4), args.get(3).copied().unwrap_or(7.8e5));
    let mut world = World::new();
    let bounds = Bounds { restitution: 0.0, friction: 0.5, ..Bounds::new(vec2(0.0, 0.0), vec2(w, 1e5)) };
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() }).unwrap();
    let blob = Ball { points: 16, mass: 1.0, radius: 0.5, skin: Spring::new(k1), bending: Some(Spring::new(k2)), filling: Filling::Area(Area { stiffness: ka, inflation: 1.0 }) }.build().unwrap();
    let cols = ((w - 0.6) / 1.1f32).floor() as usize;
    for i in 0..n {
        let (c, r) = ((i % cols) as f32, (i / cols) as f32);
        let x = w / 2.0 + (c - (cols as f32 - 1.0) / 2.0) * 1.1 + 0.04 * libm::sinf(12.9898 * i as f32);
        world.add(BodyDef::new(&blob).at(x, 1.0 + 1.1 * r)).unwrap();
    }
    let mut rms = 0.0; let mut t = 0.0;
    for f in 0..600 {
        let s = Instant::now(); world.step(1.0 / 60.0); if f >= 300 { t += s.elapsed().as_secs_f64(); }
        if f >= 540 { rms += world.rms_speed() * world.rms_speed() / 60.0; }
        if f % 60 == 59 { 
            let err: f32 = world.bodies().map(|b| (b.area() / b.rest_area() - 1.0).abs()).sum::<f32>() / n as f32;
            let top = world.particles().iter().map(|p| p[1]).fold(0.0, f32::max);
            println!("{f}: rms {:.4} area err {:.4} top {:.2}", world.rms_speed(), err, top);
        }
    }
    println!("rms last second {:.4}; {:.3} ms/frame", rms.sqrt(), t / 300.0 * 1e3);
    let (lo, hi) = world.bodies().next().unwrap().bounding_box(); println!("h/w {:.3} inside {}", (hi.y - lo.y) / (hi.x - lo.x), wobble2d::oracle::inside_report(&world).len());
    println!("{:016x}", world.state_hash());
}
