//! The laboratory's page: stages side by side, and plots.

use super::{heading, words};
use crate::Sandbox;
use crate::command::Command;
use crate::probe::{Chart, divergence};
use crate::style;
use egui::{Color32, ComboBox, DragValue, FontId, Label, RichText, Ui};
use egui_plot::{AxisHints, GridInput, GridMark, Line, Plot, PlotPoints, VLine};
use wobble_lab::Recorder;
use wobble2d::Method;

/// The size of an exported picture. `[px]`
const SHEET: [u32; 2] = [1200, 900];

impl Sandbox {
    pub(super) fn lab_panel(&mut self, ui: &mut Ui) {
        self.split_controls(ui);
        for chart in Chart::ALL {
            heading(ui, &chart.heading(self.stages.len()));
            self.plot(ui, chart.title, &chart.curves(&self.stages));
        }
        heading(ui, "COST OF A FRAME [ms]");
        let costs: Vec<[f64; 2]> = self.probe.costs.iter().copied().collect();
        self.plot(ui, "cost", &[("step and draw".into(), costs)]);
        self.export(ui);
    }

    fn split_controls(&mut self, ui: &mut Ui) {
        heading(ui, "SIDE BY SIDE");
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for count in 1..=4usize {
                let word = if count == 1 { "One".to_string() } else { format!("{count} panes") };
                let hint = "The same scene under several methods, in step, with the same pointer";
                if ui.selectable_label(self.stages.len() == count, word).on_hover_text(hint).clicked() {
                    self.split(count);
                }
            }
        });
        if self.stages.len() > 1 {
            (0..self.stages.len()).for_each(|index| self.pane_controls(ui, index));
        }
    }

    fn pane_controls(&mut self, ui: &mut Ui, index: usize) {
        let stage = &self.stages[index];
        let settings = *stage.world().settings();
        let (mut method, mut substeps) = (settings.method, settings.substeps);
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new((index + 1).to_string()).strong().color(curve_colour(self, index)));
            let combo = ComboBox::from_id_salt(("pane method", index)).width(146.0).selected_text(words::name(method));
            combo.show_ui(ui, |ui| {
                for choice in Method::ALL {
                    ui.selectable_value(&mut method, choice, words::name(choice)).on_hover_text(words::effect(choice));
                }
            });
            let number = DragValue::new(&mut substeps).range(1..=128).suffix(" sub");
            ui.add(number).on_hover_text(format!("Substeps of pane {}", index + 1));
        });
        ui.label(RichText::new(self.pane_numbers(index)).small());
        ui.add(Label::new(RichText::new(words::effect(method)).weak().small()).wrap());
        ui.push_id(("advice", index), |ui| self.warn_of_stepping(ui, index));
        if (method, substeps) != (settings.method, settings.substeps) {
            self.change_one(index, |changes| {
                changes.method = Some(method);
                changes.substeps = Some(substeps);
            });
        }
    }

    /// How far a pane is from the first, and what became of its energy.
    pub(crate) fn pane_numbers(&self, index: usize) -> String {
        let [first, .., _] = self.stages.as_slice() else { return String::new() };
        let stage = &self.stages[index];
        let energy = format!("energy changed by {} J", signed(stage.energy_gained()));
        if index == 0 {
            return energy;
        }
        match divergence(first.world(), stage.world()) {
            Some(0.0) => format!("{energy} · apart 0 m"),
            Some(apart) => format!("{energy} · apart {} m", short(apart)),
            None => format!("{energy} · no longer alike"),
        }
    }

    fn plot(&self, ui: &mut Ui, id: &str, curves: &[(String, Vec<[f64; 2]>)]) {
        let now = self.stages.first().map_or(0.0, |stage| stage.world().time());
        let quiet = ui.visuals().weak_text_color();
        let font = FontId::proportional(10.0);
        let written = |mark: GridMark, _: &core::ops::RangeInclusive<f64>| round(mark.value);
        let axis = |hints: AxisHints<'static>| {
            hints.tick_label_font(font.clone()).tick_label_color(quiet).label_spacing(1.0..=8.0).formatter(written)
        };
        let plot = Plot::new(id)
            .height(100.0)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .show_background(false)
            .show_x(false)
            .show_y(false)
            .grid_color(ui.visuals().window_stroke.color)
            .custom_x_axes(vec![axis(AxisHints::new_x())])
            .custom_y_axes(vec![axis(AxisHints::new_y()).min_thickness(36.0)])
            .x_grid_spacer(|input| marks(input, 4.0))
            .y_grid_spacer(|input| marks(input, 3.0))
            .set_margin_fraction(egui::vec2(0.0, 0.08));
        plot.show(ui, |plot| {
            for (k, (name, points)) in curves.iter().enumerate() {
                let line = Line::new(name.clone(), PlotPoints::from(points.clone())).color(curve_colour(self, k)).width(1.4);
                plot.line(line);
            }
            plot.vline(VLine::new("now", now).color(style::accent(self.look.dark).gamma_multiply(0.5)).width(1.0));
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            for (k, (name, points)) in curves.iter().enumerate() {
                let value = points.iter().rev().find(|point| point[0] <= now + 1e-9).map_or(f64::NAN, |&[_, value]| value);
                ui.label(RichText::new(format!("{name} {}", short(value))).small().color(curve_colour(self, k)));
            }
        });
    }

    fn export(&mut self, ui: &mut Ui) {
        heading(ui, "EXPORT");
        ui.horizontal_wrapped(|ui| {
            if ui.button("CSV").on_hover_text("All that was measured of the first pane in the last 30 s, as a table").clicked() {
                self.export_csv();
            }
            let film = format!("What is remembered of the first pane, up to 10 s, as a GIF\n{}", Command::Film.tooltip());
            if ui.add_enabled(self.filming.is_none(), egui::Button::new("GIF")).on_hover_text(film).clicked() {
                self.film();
            }
            let picture = format!("The first pane as it is now\n{}", Command::Picture.tooltip());
            if ui.button("PNG").on_hover_text(picture).clicked() {
                self.export_picture();
            }
            let recording = format!(
                "The last minute of the first pane, to be lived again to the bit by `wobble replay`: the best report of a mistake\n{}",
                Command::Record.tooltip()
            );
            if ui.button("Recording").on_hover_text(recording).clicked() {
                self.export_recording();
            }
            if ui.button("Picture").on_hover_text("The plots of the first pane, as a PNG").clicked() {
                self.export_plots();
            }
        });
        if let Some(filming) = &self.filming {
            ui.add(egui::ProgressBar::new(filming.part()).desired_height(8.0));
        }
        ui.add(Label::new(RichText::new("30 s are kept; times are those of the simulation.").weak().small()).wrap());
    }

    /// Saves what was measured of the first pane as a table.
    pub fn export_csv(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        let (name, text) = (format!("{}.csv", stage.name()), stage.record().to_csv());
        self.save(&name, text.as_bytes());
    }

    /// Saves the last minute of the first pane, or what there is since the last jump in time, as a recording.
    pub fn export_recording(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        match stage.history().recording() {
            Some(recording) => self.save(&format!("{}.wobr", stage.name()), &recording.to_bytes()),
            None => self.tell("nothing is recorded yet: let time pass first".into()),
        }
    }

    /// Saves the plots of the first pane as a picture.
    pub fn export_plots(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        let name = format!("{}-plots.png", stage.name());
        match picture_of(stage.record(), stage.title(), &self.look.theme()) {
            Ok(bytes) => self.save(&name, &bytes),
            Err(error) => self.tell(format!("no picture: {error}")),
        }
    }

    /// Saves a file, and says where.
    pub(crate) fn save(&mut self, name: &str, bytes: &[u8]) {
        let told = match self.files.save(name, bytes) {
            Ok(told) => told,
            Err(error) => format!("{name} was not saved: {error}"),
        };
        self.tell(told);
    }
}

fn picture_of(record: &Recorder, title: &str, theme: &wobble_view::Theme) -> wobble_render::Result<Vec<u8>> {
    let list = wobble_lab::sheet(title, &wobble_lab::plots(record), SHEET, theme);
    let mut raster = wobble_render::Raster::new(SHEET)?;
    raster.draw(&list)?;
    wobble_render::encode_png(&raster)
}

/// About so many lines, at round numbers.
fn marks(input: GridInput, about: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let rough = (high - low) / about;
    if !(rough.is_finite() && rough > 0.0) {
        return Vec::new();
    }
    let ten = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let step_size = [1.0, 2.0, 5.0, 10.0].map(|k| k * ten).into_iter().find(|&step| step >= rough).unwrap_or(rough);
    let first = (low / step_size).ceil() as i64;
    (first..first + 12).map(|k| GridMark { value: k as f64 * step_size, step_size }).take_while(|mark| mark.value <= high).collect()
}

fn curve_colour(sandbox: &Sandbox, place: usize) -> Color32 {
    crate::canvas::to_egui(sandbox.look.theme().line(place))
}

/// Three digits that matter.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        "–".into()
    } else if value == 0.0 {
        "0".into()
    } else if !(1e-3..1e5).contains(&size) {
        format!("{value:.1e}").replace('-', "−")
    } else {
        let digits = (2 - libm::floor(libm::log10(size)) as i32).clamp(0, 5) as usize;
        format!("{value:.digits$}").replace('-', "−")
    }
}

/// The same without zeros at the end: for round numbers.
fn round(value: f64) -> String {
    let text = short(value);
    if text.contains('.') && !text.contains('e') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

fn signed(value: f64) -> String {
    if value > 0.0 { format!("+{}", short(value)) } else { short(value) }
}
