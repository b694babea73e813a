//! Several plots and pictures on one sheet.

use super::Plot;
use crate::letters;
use glam::vec2;
use wobble_view::{Anchor, DrawList, Label, Theme};

/// One field of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A plot, drawn as large as the field is.
    Plot(Plot),
    /// A picture with a title, centred in its field and cut off at its edges.
    Picture {
        /// Above the picture.
        title: String,
        /// Drawn for [`Sheet::picture_size`].
        list: DrawList,
    },
    /// Lines of text, each of several columns; the first line is a heading.
    Table(Vec<Vec<String>>),
}

/// Rows of fields under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Above everything; may be empty.
    pub title: String,
    /// Width and height of the sheet. `[px]`
    pub size: [u32; 2],
    /// Rows from top to bottom: the share of the height that each takes, and its fields from left to right.
    pub rows: Vec<(f32, Vec<Cell>)>,
}

/// The height of capitals: of the title, and of all other text. `[px]`
const TITLE: f32 = 12.0;
const TEXT: f32 = 8.0;

/// The room that titles take, and the room around everything. `[px]`
const TITLE_ROOM: f32 = 34.0;
const PICTURE_TITLE_ROOM: f32 = 26.0;
const MARGIN: f32 = 12.0;

impl Sheet {
    /// How large a picture should be drawn that is one of `columns` in a row with this share of all heights. `[px]`
    pub fn picture_size(size: [u32; 2], share: f32, columns: usize) -> [u32; 2] {
        let [width, height] = size.map(|side| side as f32);
        let room = vec2(width / columns.max(1) as f32, (height - TITLE_ROOM) * share) - vec2(MARGIN, PICTURE_TITLE_ROOM + 4.0);
        [room.x.max(1.0) as u32, room.y.max(1.0) as u32]
    }

    /// The sheet as one picture.
    pub fn draw(&self, theme: &Theme) -> DrawList {
        let mut list = DrawList::new(self.size, theme.air);
        let [width, height] = self.size.map(|side| side as f32);
        let label =
            |place, height, text: &str| Label { place, anchor: Anchor::Start, height, colour: theme.ink, text: text.into() };
        let mut top = 0.0;
        if !self.title.is_empty() {
            list.label(label(vec2(MARGIN, 0.5 * TITLE_ROOM + 2.0), TITLE, &self.title));
            top = TITLE_ROOM;
        }
        let shares: f32 = self.rows.iter().map(|(share, _)| share).sum();
        let room = height - top;
        for (share, cells) in &self.rows {
            let (row, column) = (room * share / shares.max(f32::MIN_POSITIVE), width / cells.len().max(1) as f32);
            for (k, cell) in cells.iter().enumerate() {
                let left = k as f32 * column;
                match cell {
                    Cell::Plot(plot) => {
                        let size = [column.floor().max(1.0) as u32, row.floor().max(1.0) as u32];
                        list.inset([left as i32, top as i32], plot.draw(size, theme));
                    }
                    Cell::Picture { title, list: picture } => {
                        list.label(label(vec2(left + MARGIN, top + 0.5 * PICTURE_TITLE_ROOM), TEXT, title));
                        let aside = 0.5 * (column - picture.size[0] as f32);
                        list.inset([(left + aside) as i32, (top + PICTURE_TITLE_ROOM) as i32], picture.clone());
                    }
                    Cell::Table(lines) => draw_table(lines, [left, top], theme, &mut list),
                }
            }
            top += row;
        }
        list
    }
}

/// Columns as wide as their widest text; the first to the left, the others to the right.
fn draw_table(lines: &[Vec<String>], [left, top]: [f32; 2], theme: &Theme, list: &mut DrawList) {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let wide =
        |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|text| letters::width(text, TEXT)).fold(0.0, f32::max);
    let widths: Vec<f32> = (0..columns).map(wide).collect();
    for (row, line) in lines.iter().enumerate() {
        let mut x = left + MARGIN;
        for (column, text) in line.iter().enumerate() {
            let (anchor, at) = if column == 0 { (Anchor::Start, x) } else { (Anchor::End, x + widths[column]) };
            let colour = if row == 0 { theme.ink.mix(theme.air, 0.45) } else { theme.ink };
            let place = vec2(at, top + MARGIN + 18.0 * row as f32);
            list.label(Label { place, anchor, height: TEXT, colour, text: text.clone() });
            x += widths[column] + 22.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Sheet};
    use crate::plot::{Axis, Plot};
    use wobble_view::{Colour, DrawList, Shape, Theme};

    #[test]
    fn fields_do_not_overlap_and_stay_on_the_sheet() {
        let size = [600, 400];
        let picture = Cell::Picture { title: "a".into(), list: DrawList::new(Sheet::picture_size(size, 0.5, 3), Colour::WHITE) };
        let plot = Cell::Plot(Plot::new("b", Axis::new("x", ""), Axis::new("y", "")));
        let rows = vec![(0.5, vec![picture.clone(), picture.clone(), picture]), (0.5, vec![plot.clone(), plot])];
        let list = Sheet { title: "sheet".into(), size, rows }.draw(&Theme::light());
        let insets: Vec<[i32; 4]> = list
            .shapes
            .iter()
            .filter_map(|shape| {
                if let Shape::Inset(inset) = shape {
                    let ([x, y], [w, h]) = (inset.place, inset.list.size.map(|side| side as i32));
                    Some([x, y, x + w, y + h])
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(insets.len(), 5);
        for (i, a) in insets.iter().enumerate() {
            assert!(a[0] >= 0 && a[1] >= 0 && a[2] <= 600 && a[3] <= 400, "{a:?}");
            for b in &insets[i + 1..] {
                assert!(a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1], "{a:?} and {b:?}");
            }
        }
    }
}
