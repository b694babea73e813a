//! Scenes as links: handing them out, and opening those of others.

use crate::Sandbox;
use crate::editor::Editor;
use crate::panel::dialog;
use egui::{Context, Event, Id, Key, Label, Modal, RichText, ScrollArea, TextEdit, Ui};
use wobble_scene::{Problems, link};

/// Where `wobble serve` shows the page, unless told otherwise.
const ADDRESS: &str = "http://127.0.0.1:8017/";

/// What scenes from links are called.
const NAME: &str = "link";

/// What is shared, and what became of it.
#[derive(Default)]
pub(crate) struct Share {
    open: bool,
    /// Where the page is that links lead to, if not at the usual place.
    address: Option<String>,
    /// The link to the scene as it was when the dialog was opened, or why there is none.
    made: Option<Result<String, String>>,
    copied: bool,
    #[cfg(not(target_arch = "wasm32"))]
    clipboard: crate::clipboard::Clipboard,
    /// The link that is being typed or pasted.
    typed: String,
    /// Why the last link could not be opened.
    refusal: Option<String>,
}

impl Share {
    pub fn is_open(&self) -> bool {
        self.open || self.refusal.is_some()
    }

    pub fn close(&mut self) {
        self.open = false;
        self.refusal = None;
    }

    /// Why the last link could not be opened.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }
}

impl Sandbox {
    /// Says where the page is that links lead to; without its part behind `#`.
    pub fn set_address(&mut self, address: &str) {
        self.share.address = address.split('#').next().map(Into::into);
    }

    /// A link to the scene, with what the user has changed about how it is stepped; to the edited scene while one is edited.
    ///
    /// # Errors
    /// If the scene is too large for a link.
    pub fn link(&self) -> Result<String, Problems> {
        let address = self.share.address.as_deref().unwrap_or(ADDRESS);
        let scene = match (&self.editor, self.stages.first()) {
            (Some(editor), _) => editor.scene()?,
            (None, Some(stage)) => stage.changed_scene()?,
            (None, None) => return Ok(address.into()),
        };
        Ok(format!("{address}#{}", link::write(&scene)?))
    }

    /// Opens a link to play it, or says why not; everything goes on as before then.
    pub fn open_link(&mut self, text: &str) {
        if self.editor.as_ref().is_some_and(Editor::is_unsaved) {
            self.share.refusal = Some("The scene that you are building is not saved. Save it first, then open the link.".into());
            return;
        }
        match link::read(text).and_then(|scene| self.open(NAME, scene)) {
            Ok(()) => {
                self.editor = None;
                self.share.close();
            }
            Err(problems) => self.share.refusal = Some(problems.to_string()),
        }
    }

    pub(crate) fn switch_share(&mut self) {
        self.share.made = Some(self.link().map_err(|problems| problems.to_string()));
        self.share.open = !self.share.open;
        self.share.copied = false;
    }

    /// Opens a link that is pasted while nothing else wants it.
    pub(crate) fn take_pasted(&mut self, ctx: &Context) {
        if ctx.egui_wants_keyboard_input() {
            return;
        }
        let pasted = ctx.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Paste(text) if link::is_link(text) => Some(text.clone()),
                _ => None,
            })
        });
        if let Some(text) = pasted {
            self.open_link(&text);
        }
    }

    pub(crate) fn show_share(&mut self, ctx: &Context) {
        if self.share.refusal.is_some() {
            return self.show_refusal(ctx);
        }
        if !self.share.open {
            return;
        }
        let modal = Modal::new(Id::unique("share")).frame(dialog(ctx)).show(ctx, |ui| {
            ui.set_width((ctx.content_rect().width() - 64.0).min(440.0));
            ui.heading("Share by link");
            self.outgoing(ui);
            ui.add_space(12.0);
            self.incoming(ui);
        });
        if modal.should_close() {
            self.share.close();
        }
    }

    fn outgoing(&mut self, ui: &mut Ui) {
        match &self.share.made {
            None => {}
            Some(Ok(link)) => {
                ui.add(Label::new("The link holds the whole scene as it began, with your method and substeps.").wrap());
                let mut shown = link.as_str();
                ui.add(TextEdit::singleline(&mut shown).desired_width(f32::INFINITY).code_editor());
                ui.horizontal(|ui| {
                    if ui.button("Copy link").on_hover_text("To the clipboard").clicked() {
                        ui.copy_text(link.clone());
                        #[cfg(not(target_arch = "wasm32"))]
                        self.share.clipboard.put(link);
                        self.share.copied = true;
                    }
                    ui.weak(if self.share.copied { "copied".into() } else { format!("{} characters", link.len()) });
                });
            }
            Some(Err(why)) => {
                ui.add(Label::new(why).wrap());
            }
        }
    }

    fn incoming(&mut self, ui: &mut Ui) {
        ui.label("Open a link");
        let field = TextEdit::singleline(&mut self.share.typed).hint_text("paste it here").desired_width(f32::INFINITY);
        let field = ui.add(field.char_limit(2 * wobble_scene::limits::LINK_SIZE));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            if (ui.button("Open").clicked() || entered) && !self.share.typed.is_empty() {
                let text = core::mem::take(&mut self.share.typed);
                self.open_link(&text);
            }
            #[cfg(not(target_arch = "wasm32"))]
            if ui.button("Open from the clipboard").clicked() {
                let text = self.share.clipboard.text();
                self.open_link(&text);
            }
        });
    }

    fn show_refusal(&mut self, ctx: &Context) {
        let room = ctx.content_rect().size();
        let modal = Modal::new(Id::unique("refusal")).frame(dialog(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 64.0).min(440.0));
            ui.heading("This link cannot be opened");
            ui.add_space(4.0);
            ScrollArea::vertical().max_height((room.y - 200.0).max(80.0)).show(ui, |ui| {
                ui.add(Label::new(RichText::new(self.share.refusal.as_deref().unwrap_or_default())).wrap());
            });
            ui.add_space(8.0);
            ui.button("Go on without it").clicked()
        });
        if modal.inner || modal.should_close() {
            self.share.refusal = None;
        }
    }
}
