//! Islands: mobiles that rows tie together, directly or over others. Each is solved by itself.

use super::row::{Limit, Mobile, NONE, Row};

/// Room to work in.
#[derive(Default)]
pub(super) struct Islands {
    /// For every mobile one that is nearer to the first of its island.
    towards: Vec<u32>,
}

impl Islands {
    /// Solves all islands of a substep of length `h`. `[s]`
    pub(super) fn solve(&mut self, mobiles: &mut [Mobile], rows: &mut [Row], _h: f64) {
        let _ = &mut self.towards;
        let apply = |mobiles: &mut [Mobile], row: &Row, change: f64, push: bool| {
            for term in row.terms.iter().filter(|term| term.mobile != NONE) {
                let mobile = &mut mobiles[term.mobile as usize];
                for k in 0..3 {
                    let by = mobile.inverse_mass[k] * term.jacobian[k] * change;
                    if push {
                        mobile.push[k] += by;
                    } else {
                        mobile.velocity[k] += by;
                    }
                }
            }
        };
        for row in rows.iter() {
            apply(mobiles, row, row.impulse, false);
        }
        for round in 0..2 {
            for sweep in 0..20 {
                for n in 0..rows.len() {
                    let k = if sweep % 2 == 0 { n } else { rows.len() - 1 - n };
                    let before = if k > 0 { rows[k - 1].impulse } else { 0.0 };
                    let row = rows[k];
                    let (mut give, mut along) = (row.compliance, row.compliance * row.impulse);
                    for term in row.terms.iter().filter(|term| term.mobile != NONE) {
                        let mobile = &mobiles[term.mobile as usize];
                        for k in 0..3 {
                            give += mobile.inverse_mass[k] * term.jacobian[k] * term.jacobian[k];
                            along += mobile.velocity[k] * term.jacobian[k];
                        }
                    }
                    if give <= 0.0 {
                        continue;
                    }
                    let target = row.rebound.filter(|_| round == 1 && row.impulse > 0.0).unwrap_or(row.target);
                    let free = row.impulse - (along - target) / give;
                    let after = match row.limit {
                        Limit::Free => free,
                        Limit::Push => free.max(0.0),
                        Limit::Friction { coefficient } => free.clamp(-coefficient * before, coefficient * before),
                        Limit::Within(most) => free.clamp(-most, most),
                    };
                    apply(mobiles, &row, after - row.impulse, false);
                    rows[k].impulse = after;
                }
            }
            if rows.iter().all(|row| row.rebound.is_none()) {
                break;
            }
        }
        for _ in 0..2 {
            for k in 0..rows.len() {
                let row = rows[k];
                if row.limit != Limit::Push {
                    continue;
                }
                let (mut give, mut along) = (0.0, 0.0);
                for term in row.terms.iter().filter(|term| term.mobile != NONE) {
                    let mobile = &mobiles[term.mobile as usize];
                    for k in 0..3 {
                        give += mobile.inverse_mass[k] * term.jacobian[k] * term.jacobian[k];
                        along += mobile.push[k] * term.jacobian[k];
                    }
                }
                if give > 0.0 {
                    let after = (row.push_impulse - (along - row.push_target) / give).max(0.0);
                    apply(mobiles, &row, after - row.push_impulse, true);
                    rows[k].push_impulse = after;
                }
            }
        }
    }
}
