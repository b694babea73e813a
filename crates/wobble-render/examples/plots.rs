//! Draws one of every kind of plot, light and dark: `cargo run --example plots -- FOLDER`.

use std::path::PathBuf;
use wobble_render::plot::{Axis, Cell, Curve, Plot, Sheet, Style};
use wobble_render::{save_png, save_svg};
use wobble_view::{Theme, View, draw};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let wave = |k: f64| {
        (0..=600).map(move |i| [0.01 * f64::from(i), libm::exp(-0.2 * k * f64::from(i) * 0.01) * libm::cos(0.06 * f64::from(i))])
    };
    let swings = (0..8)
        .fold(Plot::new("Eight swings, each more damped", Axis::new("time", "s"), Axis::new("angle", "rad")), |plot, k| {
            plot.with(Curve::line(format!("ζ = {:.1}", 0.1 * f64::from(k)), wave(f64::from(k))))
        });
    let order = |p: i32, c: f64| {
        (0..5).map(move |k| {
            let h = 0.01 / f64::from(1 << k);
            [h, c * libm::pow(h * 100.0, f64::from(p))]
        })
    };
    let orders = Plot::new("Error against substep", Axis::new("h", "s").logarithmic(), Axis::new("error", "m").logarithmic())
        .with(Curve::line("semi-implicit Euler", order(1, 0.1)).styled(Style::Dotted))
        .with(Curve::line("velocity Verlet", order(2, 0.02)).styled(Style::Dotted))
        .with(Curve::line("RK4", order(4, 1e-3)).styled(Style::Dotted));
    let dashed = Plot::new("", Axis::new("time", "s"), Axis::new("height", "m"))
        .with(Curve::line("simulated", wave(1.0)))
        .with(Curve::line("exact", wave(1.4)).styled(Style::Dashed).coloured(7));
    let size = [1000, 700];
    let world = wobble2d::demo::welcome();
    for (name, theme) in [("light", Theme::light()), ("dark", Theme::dark())] {
        let view = View::fit(&world, Sheet::picture_size(size, 0.45, 3)).theme(theme.clone());
        let picture = || Cell::Picture { title: "the welcome world".into(), list: draw(&world, &view) };
        let line = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let table = Cell::Table(vec![
            line(&["method", "drift", "order"]),
            line(&["RK4", "1.2·10⁻⁵", "4.0"]),
            line(&["velocity Verlet", "0.3 %", "2.0"]),
        ]);
        let rows = vec![
            (0.45, vec![picture(), Cell::Plot(dashed.clone()), picture()]),
            (0.4, vec![Cell::Plot(swings.clone()), Cell::Plot(orders.clone())]),
            (0.15, vec![table]),
        ];
        let sheet = Sheet { title: "A sheet of plots".into(), size, rows }.draw(&theme);
        save_png(&folder.join(format!("sheet-{name}.png")), &sheet)?;
        save_svg(&folder.join(format!("sheet-{name}.svg")), &sheet)?;
        save_png(&folder.join(format!("plot-{name}.png")), &swings.draw([640, 400], &theme))?;
    }
    Ok(())
}
