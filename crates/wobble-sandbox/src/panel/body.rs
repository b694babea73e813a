//! The page of what is selected: its numbers, to be read and to be changed.

use super::{adviser, caption, heading};
use crate::Sandbox;
use crate::command::Command;
use crate::numbers::Numbers;
use crate::panel::lab::short;
use crate::probe::Selection;
use crate::tool::Tool;
use egui::{DragValue, Grid, Label, RichText, Ui};
use wobble2d::glam::Vec2;
use wobble2d::{Action, Advice, BodyView, PointId};

/// A number that can be changed: its name, unit, range, and what it does.
struct Control {
    name: &'static str,
    unit: &'static str,
    range: (f32, f32),
    speed: f32,
    hint: &'static str,
    of: fn(&mut Numbers) -> &mut f32,
}

const fn control(
    name: &'static str,
    unit: &'static str,
    range: (f32, f32),
    hint: &'static str,
    of: fn(&mut Numbers) -> &mut f32,
) -> Control {
    Control { name, unit, range, speed: 0.01, hint, of }
}

const CONTROLS: [Control; 8] = [
    control("mass", "kg", (1e-6, 1e6), "Of the whole body", |n| &mut n.mass),
    control("stiffness", "×", (0.0, 1e4), "A factor on the stiffness of springs and area", |n| &mut n.tuning.stiffness),
    control("damping", "×", (0.0, 1e4), "A factor on the damping of springs and gas", |n| &mut n.tuning.damping),
    control("pressure", "×", (0.0, 100.0), "A factor on the amount of gas, or on the area sought", |n| &mut n.tuning.gas),
    control("size", "×", (0.01, 10.0), "A factor on all lengths at rest", |n| &mut n.tuning.size),
    control("friction", "", (0.0, 10.0), "Coulomb's coefficient: 0.1 is ice, 0.5 wood, 1 rubber", |n| &mut n.surface.friction),
    control("restitution", "", (0.0, 1.0), "The part of the speed that a rebound keeps", |n| &mut n.surface.restitution),
    control("belt", "m/s", (-100.0, 100.0), "How fast the surface runs, as a conveyor belt", |n| &mut n.surface.belt),
];

impl Sandbox {
    pub(super) fn body_panel(&mut self, ui: &mut Ui) {
        let Some(selection) = self.selection() else {
            ui.add(Label::new(RichText::new("Nothing is selected. Click a body or one of its points.").weak()).wrap());
            if ui.button("Select").on_hover_text(Command::Take(Tool::Select).tooltip()).clicked() {
                self.kit.tool = Tool::Select;
            }
            ui.add(Label::new(RichText::new("Alt and a click select with every tool.").weak().small()).wrap());
            return;
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(selection.body.to_string()).heading());
            if ui.small_button("Let go").on_hover_text("Select nothing").clicked() {
                self.probe.selection = None;
            }
        });
        self.facts(ui, selection);
        self.controls(ui, selection);
        self.point_panel(ui, selection);
    }

    fn facts(&mut self, ui: &mut Ui, selection: Selection) {
        let stage = self.stages.iter().find(|stage| stage.world().body(selection.body).is_some());
        let Some((world, body)) = stage.and_then(|stage| Some((stage.world(), stage.world().body(selection.body)?))) else {
            return;
        };
        let energy = world.body_energy(selection.body).unwrap_or_default();
        let stability = world.stability(selection.body);
        let mut rows = vec![
            ("made of", made_of(body)),
            ("centre", place(body.centre(), "m")),
            ("velocity", place(body.mean_velocity(), "m/s")),
            ("spin", format!("{} rad/s", short(body.mean_spin().into()))),
            ("energy", format!("{} J, {} moving", short(energy.total()), short(energy.kinetic))),
        ];
        if body.rest_area() > 0.0 {
            rows.push(("area", format!("{} of {} m²", short(body.area().into()), short(body.rest_area().into()))));
        }
        if let Some(stability) = stability {
            rows.push(("fastest swing", format!("{} rad/s", short(stability.frequency.into()))));
        }
        let frozen = body.frozen().map(|trouble| format!("Frozen: {trouble:?}"));
        table(ui, "facts", &rows);
        if let Some(frozen) = frozen {
            ui.label(RichText::new(frozen).color(ui.visuals().warn_fg_color));
            if ui.button("Thaw").on_hover_text("Let it move again").clicked() {
                self.act_everywhere(&Action::Thaw(selection.body));
            }
        }
    }

    fn controls(&mut self, ui: &mut Ui, selection: Selection) {
        let Some(stage) = self.stages.iter().find(|stage| stage.numbers(selection.body).is_some()) else { return };
        let (Some(before), Some(original)) = (stage.numbers(selection.body), stage.original_numbers(selection.body)) else {
            return;
        };
        let advice = self.stages.iter().find_map(|stage| stage.world().advice(selection.body));
        let (mut now, mut first) = (before, original);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            caption(ui, "NUMBERS");
            if before != original && ui.small_button("Reset all").on_hover_text("All numbers as they were").clicked() {
                now = original;
            }
        });
        for control in &CONTROLS {
            let (value, was) = ((control.of)(&mut now), *(control.of)(&mut first));
            row(ui, control, value, was);
            if control.name == "stiffness"
                && let Some(advice) = advice
            {
                self.speak(ui, advice, value);
            }
        }
        if now != before {
            self.set_numbers(selection.body, now);
        }
    }

    /// The adviser, right where the trouble comes from, with ways out to click.
    fn speak(&mut self, ui: &mut Ui, advice: Advice, stiffness: &mut f32) {
        adviser::warn(ui, adviser::sentence(&advice));
        ui.horizontal_wrapped(|ui| {
            if let Some(needed) = advice.substeps_needed
                && ui.small_button(format!("{needed} substeps")).on_hover_text("Divide every step into so many").clicked()
            {
                self.change(|changes| changes.substeps = Some(needed));
            }
            if let Some(factor) = advice.stiffness_factor
                && ui
                    .small_button(format!("{}× as stiff", short(factor.into())))
                    .on_hover_text("Make it just soft enough")
                    .clicked()
            {
                *stiffness *= 0.99 * factor;
            }
            if ui.small_button("XPBD").on_hover_text("Takes any stiffness").clicked() {
                self.change(|changes| changes.method = Some(wobble2d::Method::Xpbd));
            }
        });
    }

    /// Changes the numbers of a body in every stage.
    pub fn set_numbers(&mut self, body: wobble2d::BodyId, numbers: Numbers) {
        self.stages.iter_mut().for_each(|stage| stage.set_numbers(body, numbers));
    }

    fn act_everywhere(&mut self, action: &Action) {
        for stage in &mut self.stages {
            stage.act(action.clone());
        }
    }

    fn point_panel(&mut self, ui: &mut Ui, selection: Selection) {
        let Some(point) = selection.point_id() else { return };
        let stage = self.stages.iter().find(|stage| has(stage.world().body(point.body), point));
        let Some((world, body)) = stage.and_then(|stage| Some((stage.world(), stage.world().body(point.body)?))) else { return };
        let (was_pinned, was_at, was_moving) =
            (body.is_pinned(point.index), body.position(point.index), body.velocity(point.index));
        let (mut pinned, mut at, mut moving) = (was_pinned, was_at, was_moving);
        let force = world.force_on(point).unwrap_or_default();
        let rows = [("mass", format!("{} kg", short(body.point_mass(point.index).into()))), ("force", place(force, "N"))];
        heading(ui, &format!("POINT {}", point.index));
        table(ui, "point", &rows);
        ui.checkbox(&mut pinned, "Pinned").on_hover_text("Immovable");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut at.x).speed(0.01).prefix("x ").suffix(" m"));
            ui.add(DragValue::new(&mut at.y).speed(0.01).prefix("y ").suffix(" m"));
        });
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut moving.x).speed(0.05).prefix("vx ").suffix(" m/s"));
            ui.add(DragValue::new(&mut moving.y).speed(0.05).prefix("vy ").suffix(" m/s"));
        });
        if pinned != was_pinned {
            self.act_everywhere(&Action::Pin(point, pinned));
        }
        if at != was_at {
            self.act_everywhere(&Action::PlacePoint(point, at));
        }
        if moving != was_moving {
            self.act_everywhere(&Action::SetPointVelocity(point, moving));
        }
    }
}

fn has(body: Option<BodyView<'_>>, point: PointId) -> bool {
    body.is_some_and(|body| (point.index as usize) < body.state().len())
}

/// A number with its unit, and a button that takes it back.
fn row(ui: &mut Ui, control: &Control, value: &mut f32, was: f32) {
    ui.horizontal(|ui| {
        let begin = ui.cursor().left();
        let name = ui.label(control.name);
        ui.add_space((begin + 84.0 - ui.cursor().left()).max(0.0));
        let suffix = if control.unit.is_empty() { String::new() } else { format!(" {}", control.unit) };
        let speed = f64::from(control.speed * value.abs().max(0.2));
        let number = DragValue::new(value).range(control.range.0..=control.range.1).speed(speed).suffix(suffix).max_decimals(4);
        ui.add_sized([110.0, 24.0], number).on_hover_text(control.hint).labelled_by(name.id);
        // A mass that was changed and changed back may differ in its last bit.
        if (*value - was).abs() > 1e-5 * was.abs() {
            let back = ui.small_button("reset").on_hover_text(format!("Back to {was} {}", control.unit));
            back.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Reset {}", control.name)));
            if back.clicked() {
                *value = was;
            }
        }
    });
}

fn made_of(body: BodyView<'_>) -> String {
    let blueprint = body.blueprint();
    let parts =
        [(blueprint.points().len(), "points"), (blueprint.springs().len(), "springs"), (blueprint.triangles().len(), "triangles")];
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

fn place(at: Vec2, unit: &str) -> String {
    format!("{}, {} {unit}", short(at.x.into()), short(at.y.into()))
}

fn table(ui: &mut Ui, id: &str, rows: &[(&str, String)]) {
    Grid::new(id).num_columns(2).min_row_height(17.0).spacing([12.0, 3.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.weak(*name);
            ui.add(Label::new(RichText::new(value).monospace()).wrap());
            ui.end_row();
        }
    });
}
