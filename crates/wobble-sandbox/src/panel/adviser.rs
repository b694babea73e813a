//! The stability adviser, in plain words beside the control that causes the trouble, with ways out to click.

use super::lab::short;
use super::words;
use crate::Sandbox;
use egui::{Label, RichText, Ui};
use wobble2d::{Advice, Method};

/// The adviser looks at a whole world again after so many steps: it takes about as long as a step.
const PATIENCE: u64 = 30;

/// What the adviser last said about a stage, and when it must be asked again.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    when: (u64, Method, u32),
    /// How many bodies are in danger, and the one that is worst off.
    danger: usize,
    worst: Option<Advice>,
}

/// The warning in a sentence.
pub(super) fn sentence(advice: &Advice) -> String {
    format!(
        "Too stiff for {}: it needs substeps of {} ms and gets {} ms. It will explode.",
        words::name(advice.method),
        short(1e3 * f64::from(advice.longest_substep)),
        short(1e3 * f64::from(advice.substep)),
    )
}

pub(super) fn warn(ui: &mut Ui, text: String) {
    ui.add(Label::new(RichText::new(text).small().color(ui.visuals().warn_fg_color)).wrap());
}

impl Sandbox {
    /// Warns below the method and the substeps of a stage, if these will not do for its bodies.
    pub(super) fn warn_of_stepping(&mut self, ui: &mut Ui, index: usize) {
        let Some((danger, worst)) = self.ask_adviser(index) else { return };
        let bodies = if danger == 1 { "One body here".into() } else { format!("The worst of {danger} bodies here") };
        warn(ui, format!("{bodies}: {}", sentence(&worst)));
        ui.horizontal_wrapped(|ui| {
            if let Some(needed) = worst.substeps_needed
                && ui.small_button(format!("{needed} substeps")).on_hover_text("Divide every step into so many").clicked()
            {
                self.change_one(index, |changes| changes.substeps = Some(needed));
            }
            if ui.small_button("XPBD").on_hover_text("Takes any stiffness").clicked() {
                self.change_one(index, |changes| changes.method = Some(Method::Xpbd));
            }
            if ui.small_button("Show").on_hover_text("Select the body that is worst off").clicked() {
                self.probe.selection = Some(crate::Selection { body: worst.body, point: None });
                self.panels.show("Body");
            }
        });
    }

    fn ask_adviser(&mut self, index: usize) -> Option<(usize, Advice)> {
        let world = self.stages.get(index)?.world();
        let when = (world.steps() / PATIENCE, world.settings().method, world.settings().substeps);
        self.probe.asked.resize(self.stages.len(), None);
        let asked = &mut self.probe.asked[index];
        if asked.as_ref().is_none_or(|asked| asked.when != when) {
            let advice = world.advise();
            let worst = advice.iter().copied().min_by(|a, b| a.longest_substep.total_cmp(&b.longest_substep));
            *asked = Some(Asked { when, danger: advice.len(), worst });
        }
        let asked = asked.as_ref()?;
        Some((asked.danger, asked.worst?))
    }
}
