//! How the interface looks: quiet surfaces, one accent.

use egui::{Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Theme, Visuals, vec2};

/// The colours of the interface.
#[derive(Clone, Copy)]
struct Palette {
    panel: Color32,
    raised: Color32,
    hovered: Color32,
    pressed: Color32,
    line: Color32,
    ink: Color32,
    quiet: Color32,
    accent: Color32,
    on_accent: Color32,
    sunken: Color32,
}

const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(0xF6, 0xF4, 0xEF),
    raised: Color32::from_rgb(0xEB, 0xE8, 0xE1),
    hovered: Color32::from_rgb(0xE0, 0xDC, 0xD3),
    pressed: Color32::from_rgb(0xD3, 0xCE, 0xC3),
    line: Color32::from_rgb(0xDD, 0xD9, 0xD0),
    ink: Color32::from_rgb(0x24, 0x2A, 0x3D),
    quiet: Color32::from_rgb(0x6B, 0x70, 0x80),
    accent: Color32::from_rgb(0x32, 0x62, 0xC4),
    on_accent: Color32::WHITE,
    sunken: Color32::from_rgb(0xFF, 0xFE, 0xFC),
};

const DARK: Palette = Palette {
    panel: Color32::from_rgb(0x12, 0x16, 0x1F),
    raised: Color32::from_rgb(0x1F, 0x25, 0x32),
    hovered: Color32::from_rgb(0x2A, 0x32, 0x43),
    pressed: Color32::from_rgb(0x36, 0x40, 0x55),
    line: Color32::from_rgb(0x25, 0x2C, 0x3A),
    ink: Color32::from_rgb(0xE6, 0xE9, 0xF2),
    quiet: Color32::from_rgb(0x95, 0x9D, 0xB0),
    accent: Color32::from_rgb(0x6F, 0x9C, 0xF5),
    on_accent: Color32::from_rgb(0x0B, 0x0E, 0x16),
    sunken: Color32::from_rgb(0x0B, 0x0E, 0x16),
};

/// The colour that says: this is on.
pub(crate) fn accent(dark: bool) -> Color32 {
    palette(dark).accent
}

/// What is written on the accent.
pub(crate) fn on_accent(dark: bool) -> Color32 {
    palette(dark).on_accent
}

fn palette(dark: bool) -> Palette {
    if dark { DARK } else { LIGHT }
}

/// Gives a context its looks, light and dark.
pub(crate) fn install(ctx: &Context) {
    for (theme, dark) in [(Theme::Light, false), (Theme::Dark, true)] {
        ctx.style_mut_of(theme, |style| dress(style, dark));
    }
}

fn dress(style: &mut Style, dark: bool) {
    style.visuals = visuals(palette(dark), dark);
    let sizes = [
        (TextStyle::Heading, 17.0),
        (TextStyle::Body, 14.0),
        (TextStyle::Button, 14.0),
        (TextStyle::Small, 12.0),
        (TextStyle::Monospace, 12.5),
    ];
    for (text, size) in sizes {
        let family = if text == TextStyle::Monospace { FontFamily::Monospace } else { FontFamily::Proportional };
        style.text_styles.insert(text, FontId::new(size, family));
    }
    style.spacing.item_spacing = vec2(8.0, 7.0);
    style.spacing.button_padding = vec2(10.0, 5.0);
    style.spacing.interact_size = vec2(36.0, 26.0);
    style.spacing.window_margin = Margin::same(16);
    style.spacing.menu_margin = Margin::same(8);
    style.spacing.slider_width = 130.0;
    style.spacing.combo_width = 150.0;
    style.spacing.icon_width = 18.0;
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
}

fn visuals(p: Palette, dark: bool) -> Visuals {
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = p.panel;
    visuals.window_fill = p.panel;
    visuals.window_stroke = Stroke::new(1.0, p.line);
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.window_shadow =
        Shadow { offset: [0, 8], blur: 28, spread: 0, color: Color32::from_black_alpha(if dark { 120 } else { 45 }) };
    visuals.popup_shadow = visuals.window_shadow;
    visuals.extreme_bg_color = p.sunken;
    visuals.faint_bg_color = p.raised;
    visuals.hyperlink_color = p.accent;
    visuals.weak_text_color = Some(p.quiet);
    visuals.selection.bg_fill = p.accent;
    visuals.selection.stroke = Stroke::new(1.0, p.on_accent);
    visuals.slider_trailing_fill = true;
    visuals.indent_has_left_vline = false;
    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, p.panel, p.ink),
        (&mut widgets.inactive, p.raised, p.ink),
        (&mut widgets.hovered, p.hovered, p.ink),
        (&mut widgets.active, p.pressed, p.ink),
        (&mut widgets.open, p.hovered, p.ink),
    ];
    for (widget, fill, ink) in states {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.25, ink);
        widget.corner_radius = CornerRadius::same(7);
        widget.expansion = 0.0;
    }
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, p.line);
    visuals
}
