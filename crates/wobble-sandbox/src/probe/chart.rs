//! What is plotted over time.

use crate::stage::Stage;
use wobble_lab::Quantity;

/// One plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chart {
    pub title: &'static str,
    pub unit: &'static str,
    /// What it shows of one stage.
    pub quantities: &'static [Quantity],
    /// What it shows when there are several stages.
    pub compared: Quantity,
}

/// A curve: its name and its points, `[s, value]`.
pub(crate) type Curve = (String, Vec<[f64; 2]>);

const fn chart(title: &'static str, unit: &'static str, quantities: &'static [Quantity], compared: Quantity) -> Chart {
    Chart { title, unit, quantities, compared }
}

impl Chart {
    pub const ALL: [Self; 5] = [
        chart(
            "ENERGY",
            "J",
            &[
                Quantity::Energy,
                Quantity::KineticEnergy,
                Quantity::GravityEnergy,
                Quantity::SpringEnergy,
                Quantity::BendingEnergy,
                Quantity::TriangleEnergy,
                Quantity::GasEnergy,
                Quantity::AreaEnergy,
                Quantity::AttractorEnergy,
                Quantity::Work,
            ],
            Quantity::Energy,
        ),
        chart("MOMENTUM", "N s", &[Quantity::MomentumX, Quantity::MomentumY], Quantity::MomentumY),
        chart("ANGULAR MOMENTUM", "N m s", &[Quantity::AngularMomentum], Quantity::AngularMomentum),
        chart("AREA", "m²", &[Quantity::Area], Quantity::Area),
        chart("RMS SPEED", "m/s", &[Quantity::RmsSpeed], Quantity::RmsSpeed),
    ];

    /// The curves of this chart. Kinds of energy that are not there are left out.
    pub fn curves(&self, stages: &[Stage]) -> Vec<Curve> {
        if let [stage] = stages {
            let named = self.quantities.iter().map(|&quantity| (short(quantity), points(stage, quantity)));
            let several = self.quantities.len() > 2;
            return named.filter(|(_, points)| !several || points.iter().any(|&[_, value]| value != 0.0)).collect();
        }
        let pane = |(k, stage): (usize, &Stage)| {
            (format!("{} {}", k + 1, stage.world().settings().method.name()), points(stage, self.compared))
        };
        stages.iter().enumerate().map(pane).collect()
    }

    /// The title, with what is shown of several stages.
    pub fn heading(&self, stages: usize) -> String {
        let what = if stages > 1 && self.quantities.len() == 2 { ", UPWARDS" } else { "" };
        format!("{}{what} [{}]", self.title, self.unit)
    }
}

/// A name for a legend: `kinetic` instead of `kinetic-energy`.
fn short(quantity: Quantity) -> String {
    let name = quantity.name();
    match quantity {
        Quantity::Energy => "total".into(),
        Quantity::MomentumX => "x".into(),
        Quantity::MomentumY => "y".into(),
        _ => name.strip_suffix("-energy").unwrap_or(&name).replace('-', " "),
    }
}

fn points(stage: &Stage, quantity: Quantity) -> Vec<[f64; 2]> {
    let Some(series) = stage.record().series(quantity) else { return Vec::new() };
    stage.record().times().iter().zip(&series.values).map(|(&time, &value)| [time, value]).collect()
}
