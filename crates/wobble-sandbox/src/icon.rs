//! Small drawings for buttons, made of lines, so that no font has to know them.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};

/// A part of a drawing, on a square of 24 by 24, y down.
enum Mark {
    Line(&'static [[f32; 2]]),
    Area(&'static [[f32; 2]]),
    Circle([f32; 2], f32),
    Dot([f32; 2], f32),
}

use Mark::{Area, Circle, Dot, Line};

/// What a button shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are what they are called")]
pub enum Icon {
    Grab,
    Fling,
    Field,
    Poke,
    Cut,
    Pin,
    Spawn,
    Draw,
    Erase,
    Select,
    Back,
    Play,
    Pause,
    Step,
    Restart,
    Gallery,
    Fit,
    Follow,
    Side,
    Help,
    Sun,
    Moon,
}

impl Icon {
    const fn marks(self) -> &'static [Mark] {
        match self {
            // A pointing hand, reduced to a pointer with a ball on its tip.
            Self::Grab => &[Line(&[[8.0, 5.0], [19.0, 12.5], [13.5, 13.8], [11.0, 19.0], [8.0, 5.0]]), Dot([5.5, 5.0], 1.8)],
            Self::Fling => {
                &[Circle([7.0, 17.0], 3.0), Line(&[[9.5, 14.5], [19.0, 5.0]]), Line(&[[13.0, 5.0], [19.0, 5.0], [19.0, 11.0]])]
            }
            Self::Field => &[Dot([12.0, 12.0], 2.0), Circle([12.0, 12.0], 5.5), Circle([12.0, 12.0], 9.0)],
            Self::Poke => &[
                Line(&[[3.0, 12.0], [12.0, 12.0]]),
                Line(&[[8.5, 8.5], [12.0, 12.0], [8.5, 15.5]]),
                Line(&[[17.5, 4.0], [15.2, 8.0], [14.6, 12.0], [15.2, 16.0], [17.5, 20.0]]),
                Line(&[[20.5, 7.0], [19.3, 12.0], [20.5, 17.0]]),
            ],
            Self::Cut => &[
                Circle([6.0, 6.5], 2.7),
                Circle([6.0, 17.5], 2.7),
                Line(&[[8.3, 8.0], [20.0, 17.0]]),
                Line(&[[8.3, 16.0], [20.0, 7.0]]),
            ],
            Self::Pin => &[
                Line(&[[8.0, 4.0], [16.0, 4.0], [14.8, 11.0], [17.5, 14.5], [6.5, 14.5], [9.2, 11.0], [8.0, 4.0]]),
                Line(&[[12.0, 14.5], [12.0, 20.5]]),
            ],
            Self::Spawn => &[Circle([12.0, 12.0], 8.5), Line(&[[12.0, 8.0], [12.0, 16.0]]), Line(&[[8.0, 12.0], [16.0, 12.0]])],
            Self::Draw => &[
                Line(&[[4.5, 19.5], [5.5, 15.5], [16.5, 4.5], [19.5, 7.5], [8.5, 18.5], [4.5, 19.5]]),
                Line(&[[14.0, 7.0], [17.0, 10.0]]),
            ],
            Self::Erase => &[
                Line(&[[4.0, 14.5], [13.0, 5.5], [19.0, 11.5], [12.0, 18.5], [8.0, 18.5], [4.0, 14.5]]),
                Line(&[[9.0, 9.5], [15.0, 15.5]]),
                Line(&[[12.0, 18.5], [20.0, 18.5]]),
            ],
            Self::Select => &[
                Line(&[[4.0, 8.0], [4.0, 4.0], [8.0, 4.0]]),
                Line(&[[16.0, 4.0], [20.0, 4.0], [20.0, 8.0]]),
                Line(&[[20.0, 16.0], [20.0, 20.0], [16.0, 20.0]]),
                Line(&[[8.0, 20.0], [4.0, 20.0], [4.0, 16.0]]),
                Dot([12.0, 12.0], 3.2),
            ],
            Self::Back => {
                &[Area(&[[18.0, 5.5], [9.0, 12.0], [18.0, 18.5]]), Area(&[[5.0, 5.5], [7.5, 5.5], [7.5, 18.5], [5.0, 18.5]])]
            }
            Self::Play => &[Area(&[[8.0, 5.0], [19.0, 12.0], [8.0, 19.0]])],
            Self::Pause => &[
                Area(&[[7.0, 5.0], [10.5, 5.0], [10.5, 19.0], [7.0, 19.0]]),
                Area(&[[13.5, 5.0], [17.0, 5.0], [17.0, 19.0], [13.5, 19.0]]),
            ],
            Self::Step => {
                &[Area(&[[6.0, 5.5], [15.0, 12.0], [6.0, 18.5]]), Area(&[[16.5, 5.5], [19.0, 5.5], [19.0, 18.5], [16.5, 18.5]])]
            }
            Self::Restart => &[
                Line(&[
                    [6.0, 8.0],
                    [8.6, 5.7],
                    [12.0, 4.8],
                    [15.6, 5.8],
                    [18.2, 8.4],
                    [19.2, 12.0],
                    [18.2, 15.6],
                    [15.6, 18.2],
                    [12.0, 19.2],
                    [8.4, 18.2],
                    [5.8, 15.6],
                ]),
                Line(&[[5.5, 3.8], [5.6, 8.4], [10.2, 8.3]]),
            ],
            Self::Gallery => &[
                Line(&[[4.0, 4.0], [10.5, 4.0], [10.5, 10.5], [4.0, 10.5], [4.0, 4.0]]),
                Line(&[[13.5, 4.0], [20.0, 4.0], [20.0, 10.5], [13.5, 10.5], [13.5, 4.0]]),
                Line(&[[4.0, 13.5], [10.5, 13.5], [10.5, 20.0], [4.0, 20.0], [4.0, 13.5]]),
                Line(&[[13.5, 13.5], [20.0, 13.5], [20.0, 20.0], [13.5, 20.0], [13.5, 13.5]]),
            ],
            Self::Fit => &[
                Line(&[[4.0, 9.0], [4.0, 4.0], [9.0, 4.0]]),
                Line(&[[15.0, 4.0], [20.0, 4.0], [20.0, 9.0]]),
                Line(&[[20.0, 15.0], [20.0, 20.0], [15.0, 20.0]]),
                Line(&[[9.0, 20.0], [4.0, 20.0], [4.0, 15.0]]),
            ],
            Self::Follow => &[
                Circle([12.0, 12.0], 6.0),
                Dot([12.0, 12.0], 1.8),
                Line(&[[12.0, 2.5], [12.0, 6.0]]),
                Line(&[[12.0, 18.0], [12.0, 21.5]]),
                Line(&[[2.5, 12.0], [6.0, 12.0]]),
                Line(&[[18.0, 12.0], [21.5, 12.0]]),
            ],
            Self::Side => &[
                Line(&[[4.0, 7.0], [20.0, 7.0]]),
                Line(&[[4.0, 12.0], [20.0, 12.0]]),
                Line(&[[4.0, 17.0], [20.0, 17.0]]),
                Dot([9.0, 7.0], 2.4),
                Dot([15.5, 12.0], 2.4),
                Dot([7.5, 17.0], 2.4),
            ],
            Self::Help => &[
                Line(&[
                    [8.2, 9.2],
                    [8.8, 6.6],
                    [10.8, 5.2],
                    [13.4, 5.2],
                    [15.4, 6.7],
                    [15.8, 9.0],
                    [14.6, 11.0],
                    [12.6, 12.4],
                    [12.0, 14.6],
                ]),
                Dot([12.0, 18.4], 1.4),
            ],
            Self::Sun => &[
                Circle([12.0, 12.0], 4.0),
                Line(&[[12.0, 3.0], [12.0, 5.5]]),
                Line(&[[12.0, 18.5], [12.0, 21.0]]),
                Line(&[[3.0, 12.0], [5.5, 12.0]]),
                Line(&[[18.5, 12.0], [21.0, 12.0]]),
                Line(&[[5.6, 5.6], [7.4, 7.4]]),
                Line(&[[16.6, 16.6], [18.4, 18.4]]),
                Line(&[[5.6, 18.4], [7.4, 16.6]]),
                Line(&[[16.6, 7.4], [18.4, 5.6]]),
            ],
            Self::Moon => &[Line(&[
                [19.5, 14.0],
                [17.0, 15.0],
                [14.0, 14.8],
                [11.3, 13.2],
                [9.6, 10.6],
                [9.2, 7.4],
                [10.2, 4.4],
                [7.0, 6.0],
                [5.0, 9.0],
                [4.6, 12.6],
                [6.0, 16.0],
                [8.8, 18.6],
                [12.4, 19.5],
                [16.0, 18.6],
                [19.5, 14.0],
            ])],
        }
    }

    /// Draws it into a square.
    pub(crate) fn paint(self, painter: &Painter, square: Rect, colour: Color32) {
        let scale = square.width() / 24.0;
        let at = |[x, y]: [f32; 2]| -> Pos2 { pos2(square.left() + x * scale, square.top() + y * scale) };
        let stroke = Stroke::new(1.75 * scale.max(0.6), colour);
        for mark in self.marks() {
            let shape = match mark {
                Line(points) => Shape::line(points.iter().copied().map(at).collect(), stroke),
                Area(points) => Shape::convex_polygon(points.iter().copied().map(at).collect(), colour, Stroke::NONE),
                Circle(centre, radius) => Shape::circle_stroke(at(*centre), radius * scale, stroke),
                Dot(centre, radius) => Shape::circle_filled(at(*centre), radius * scale, colour),
            };
            painter.add(shape);
        }
    }
}
