//! Contacts under XPBD, sixteen pairs at once: what [`position`](super::position) says of one touch, in every lane (eqs. 27, 28).

use super::position::{BLOW, HOT, HURRY};
use super::{EASE, Ground, Setting, Way, square};
use crate::contact::feature::SHORT;
use crate::contact::formation::{Batch, Formation};
use crate::contact::order::COLOURS;
use crate::contact::pairs::{Candidate, Pair};
use crate::contact::squad::{Loads, MARCH, Row, Squad, Target, lanes};
use crate::lanes::{Lanes, Records, Wider, Widest, fetch, line_stack};
use crate::math::cross;
use crate::records::{gather_sixteen, scatter_sixteen, sixteen_rows};
use crate::team::{Looked, Shared, Team};
use core::ops::Range;
use fearless_simd::{Simd, f32x16, mask32x16, prelude::*};
use glam::Vec2;

/// All contacts of a substep.
pub(crate) struct Field<'a> {
    pub team: &'a Team,
    pub ground: Ground<'a>,
    pub formation: &'a mut Formation,
    pub pairs: &'a mut [Pair],
    pub candidates: &'a mut [Candidate],
    pub state: &'a mut [[f32; 4]],
}

/// What contacts change.
#[derive(Clone, Copy)]
struct Matter<'a> {
    pairs: Shared<'a, Pair>,
    candidates: Shared<'a, Candidate>,
    state: Shared<'a, [f32; 4]>,
}

/// So many single pairs are one part of the work, as one squad is.
const ALONE: usize = 8;

/// Fewer parts are not worth being handed out.
const FEW_PARTS: usize = 4;

impl Widest for Field<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { team, ground, formation, pairs, candidates, state } = self;
        let Formation { squads, marching, rows, touched, alone, batches, regions, .. } = formation;
        // SAFETY: every squad and pair is answered once, with rows and candidates of its own; and what is answered at the same time, in different regions or in one
        // batch, shares no body that can move, while what cannot is not written. Pairs of the last batch may, and are answered one after the other.
        #[allow(unsafe_code)]
        let all = unsafe {
            let matter = Matter { pairs: Shared::new(pairs), candidates: Shared::new(candidates), state: Shared::new(state) };
            let (squads, rows, touched) = (Shared::new(squads), Shared::new(rows), Shared::new(touched));
            All { ground, squads, marching, rows, touched, alone, matter }
        };
        let (within, between) = batches.split_at((*regions * COLOURS).min(batches.len()));
        team.each(*regions, |region| {
            let own = within.chunks(COLOURS).nth(region).unwrap_or_default();
            own.iter().for_each(|batch| all.answer(s, batch));
        });
        let Some((last, between)) = between.split_last() else { return };
        between.iter().for_each(|batch| all.answer_together(s, team, batch));
        all.answer(s, last);
    }
}

/// All contacts of a substep, to be shared out.
struct All<'a> {
    ground: Ground<'a>,
    squads: Shared<'a, Squad>,
    marching: &'a [u32],
    rows: Shared<'a, Row>,
    touched: Shared<'a, u16>,
    alone: &'a [u32],
    matter: Matter<'a>,
}

impl All<'_> {
    /// Answers a batch.
    #[inline(always)]
    fn answer<S: Simd>(&self, s: S, batch: &Batch) {
        batch.squads.clone().for_each(|squad| self.answer_squad(s, squad));
        self.answer_pairs(batch.alone.clone());
    }

    /// Answers a batch of pairs that share nothing, with others.
    #[inline(always)]
    fn answer_together<S: Simd>(&self, s: S, team: &Team, batch: &Batch) {
        let Range { start, end } = batch.alone;
        let (squads, singles) = (batch.squads.len(), batch.alone.len().div_ceil(ALONE));
        if squads + singles < FEW_PARTS {
            return self.answer(s, batch);
        }
        team.each(squads + singles, |part| match part.checked_sub(squads) {
            None => self.answer_squad(s, batch.squads.start + part as u32),
            Some(part) => {
                let first = start + (part * ALONE) as u32;
                self.answer_pairs(first..end.min(first + ALONE as u32));
            }
        });
    }

    #[inline(always)]
    fn answer_squad<S: Simd>(&self, s: S, place: u32) {
        let squad = self.squads.at(self.marching[place as usize] as usize);
        let own = squad.rows.start as usize..squad.rows.end as usize;
        let (rows, touched) = (self.rows.range(own.clone()), self.touched.range(own));
        s.vectorize(
            #[inline(always)]
            || self.ground.answer_all(s, squad, rows, touched, self.matter),
        );
    }

    /// Answers pairs that go alone, one after the other.
    fn answer_pairs(&self, range: Range<u32>) {
        for &place in &self.alone[range.start as usize..range.end as usize] {
            let (pair, own) = self.matter.pair(place);
            self.ground.answer_pair(pair, own, &mut { self.matter.state });
        }
    }
}

impl Matter<'_> {
    /// A pair and its candidates.
    fn pair(&self, place: u32) -> (&mut Pair, &mut [Candidate]) {
        let pair = self.pairs.at(place as usize);
        let own = self.candidates.range(pair.own());
        (pair, own)
    }
}

/// A vector in every lane.
type Pairs<S> = [f32x16<S>; 2];

/// Where the sixteen candidates of a row stand.
struct Footings<S: Simd> {
    /// Vertex, beginning and end of the edge: `x`, `y` and displacement.
    at: [[f32x16<S>; 4]; 3],
    t: f32x16<S>,
    normal: Pairs<S>,
    /// How far the vertices are from where they may rest. `[m]`
    gap: f32x16<S>,
    /// Where more must be known.
    odd: u16,
}

/// What a substep allows the pairs of a squad, worked out once for all touches.
struct Allowed<S: Simd> {
    h: f32,
    /// The square of the farthest that anything sound moves. `[m²]`
    sound: f32,
    /// The square of the farthest that is eased. `[m²]`
    hot: f32x16<S>,
    /// How far overlap is eased, and how far at most if there is no haste. `[m]`
    ease: f32x16<S>,
    most: f32x16<S>,
    /// Where overlap is parted at any price, bit by bit.
    hasty: u16,
}

impl<S: Simd> Allowed<S> {
    #[inline(always)]
    fn new(s: S, setting: &Setting, squad: &Squad) -> Self {
        let Setting { h, violence, speed_limit, pace, .. } = *setting;
        let radius = load(s, &squad.radius);
        let accelerations = pace.accelerations(s, radius);
        let speed = Lanes::sqrt(accelerations * radius);
        let ease = splat(s, EASE) * speed * splat(s, h);
        let hurry = splat(s, HURRY) * accelerations;
        let hot = splat(s, HOT) * speed * splat(s, h);
        let blow = bits((splat(s, BLOW) * speed).simd_lt(splat(s, violence)));
        let [always, in_blows] = squad.hasty;
        Self {
            h,
            sound: square(speed_limit * h),
            hot: hot * hot,
            ease,
            most: Lanes::min(ease, hurry * splat(s, h) * splat(s, h)),
            hasty: always | in_blows & blow,
        }
    }
}

impl Ground<'_> {
    #[inline(always)]
    fn answer_all<S: Simd>(&self, s: S, squad: &mut Squad, rows: &mut [Row], touched: &mut [u16], matter: Matter<'_>) {
        let allowed = Allowed::new(s, &self.setting, squad);
        line_stack();
        for k in 0..rows.len() {
            // What lies behind the last row mostly belongs to the next squad.
            fetch(rows.as_ptr().wrapping_add(k + 1), Row::OFTEN_ASKED_FOR);
            let row = &mut rows[k];
            // SAFETY: no index of the row is above its last one.
            #[allow(unsafe_code)]
            let state = unsafe { matter.state.up_to(row.last()) };
            let footings = find_footings(s, squad, row, &state);
            let touching = bits(footings.gap.simd_lt(zero(s))) & row.live & !footings.odd;
            let mut odd = (footings.odd & row.live) | (touching & row.shared);
            if touching & !odd != 0 {
                touched[k] |= part_all(s, &allowed, squad, row, &footings, touching & !odd, state);
            }
            odd &= squad.manned;
            if odd & !touching != 0 {
                odd &= !passing_by(squad, row, odd & !touching, &state);
            }
            if odd != 0 {
                self.answer_odd(squad, rows, touched, k, odd, matter);
            }
        }
    }

    /// Answers those lanes of the `k`th row alone that need more than the plain case.
    #[cold]
    #[inline(never)]
    fn answer_odd(&self, squad: &mut Squad, rows: &mut [Row], touched: &mut [u16], k: usize, odd: u16, matter: Matter<'_>) {
        for lane in lanes(odd) {
            let (pair, own) = matter.pair(squad.pairs[lane]);
            let state = &mut { matter.state };
            let (way, edge) = (Way { start: 0.0, end: 1.0 }, own[k].edge);
            if let Some(touch) = self.meet(pair, &mut own[k], state, way) {
                pair.load = squad.load.lane(lane);
                squad.untold |= 1 << lane;
                own[k..].iter_mut().take(2).for_each(|candidate| candidate.touched = false);
                self.answer_met(pair, own, k, &touch, state, way);
                squad.load.set_lane(lane, &pair.load);
                for (candidate, row) in own[k..].iter().zip(&mut touched[k..]).take(2) {
                    *row |= u16::from(candidate.touched) << lane;
                }
                // In a notch the next one has been looked at as well, and may have walked.
                if let [_, row, ..] = &mut rows[k..]
                    && let Some(next) = own.get(k + 1)
                {
                    squad.stand(lane, row, next, self.target(pair, next), self.weights);
                }
            }
            if own[k].edge != edge {
                squad.stand(lane, &mut rows[k], &own[k], self.target(pair, &own[k]), self.weights);
            }
        }
    }

    fn target(&self, pair: &Pair, candidate: &Candidate) -> Target<'_> {
        Target::new(&self.bodies[pair.bodies[usize::from(candidate.of_first)] as usize])
    }
}

/// Moves the touches of a row apart in the given lanes. Returns in which it has.
#[inline(always)]
fn part_all<S: Simd>(
    s: S,
    allowed: &Allowed<S>,
    squad: &mut Squad,
    row: &Row,
    footings: &Footings<S>,
    lanes: u16,
    state: Looked<'_>,
) -> u16 {
    let Footings { at: [p, a, b], t, normal: [nx, ny], .. } = *footings;
    let (share_a, share_b) = (t - splat(s, 1.0), -t);
    let weight = squad.weights_of(s, row);
    let give = weight[0] + weight[1] * share_a * share_a + weight[2] * share_b * share_b;
    let mx = p[2] + share_a * a[2] + share_b * b[2];
    let my = p[3] + share_a * a[3] + share_b * b[3];
    let speed = mx * mx + my * my;
    let sound = speed.simd_le(splat(s, allowed.sound)) & zero(s).simd_lt(give);
    let lanes = bits(sound) & lanes;
    if lanes == 0 {
        return lanes;
    }
    let along = mx * nx + my * ny;
    let parting = parting_all(s, allowed, along, speed);
    let wanted = -footings.gap;
    let push = Lanes::min(parting, wanted);
    let (tx, ty) = (-ny, nx);
    let slide = mx * tx + my * ty + load(s, &squad.belt) * splat(s, allowed.h);
    let most = load(s, &squad.friction) * push;
    let slide = Lanes::min(most, Lanes::max(slide, -most));
    let per_give = splat(s, 1.0) / give;
    let change = [push * nx - slide * tx, push * ny - slide * ty];
    let here: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(lanes));
    let moved = [
        moved(p, here, weight[0] * per_give, change),
        moved(a, here, weight[1] * share_a * per_give, change),
        moved(b, here, weight[2] * share_b * per_give, change),
    ];
    if row.partial {
        store_movable(state, row, [sixteen_rows(s, moved[0]), sixteen_rows(s, moved[1]), sixteen_rows(s, moved[2])], lanes);
    } else {
        let mut state = state.by_offset();
        scatter_sixteen(s, &mut state, &row.at[0], moved[0]);
        scatter_sixteen(s, &mut state, &row.at[1], moved[1]);
        scatter_sixteen(s, &mut state, &row.at[2], moved[2]);
    }
    let [ox, oy] = squad.vertex_origin(s, row);
    let pushed = Pushed {
        along: push * per_give,
        across: -slide * per_give,
        normal: row.toward_first(s, [nx, ny]),
        place: [p[0] + ox, p[1] + oy],
    };
    squad.load.add(s, &pushed, lanes);
    lanes
}

/// Particles after a change of some of them, of which each gets a part. A function and not a closure, which would not be compiled for the same instructions.
#[inline(always)]
fn moved<S: Simd>([x, y, ux, uy]: [f32x16<S>; 4], here: mask32x16<S>, part: f32x16<S>, change: [f32x16<S>; 2]) -> [f32x16<S>; 4] {
    [x, y, here.select(ux + part * change[0], ux), here.select(uy + part * change[1], uy)]
}

/// How far touches may be pushed, as `parting` of one touch. `speed` is the square of their relative motion. `[m]`
#[inline(always)]
fn parting_all<S: Simd>(s: S, allowed: &Allowed<S>, along: f32x16<S>, speed: f32x16<S>) -> f32x16<S> {
    let (none, ease) = (zero(s), allowed.ease);
    let (mut least, mut most) = (none, Lanes::if_less(allowed.hot, speed, none, allowed.most));
    if allowed.hasty != 0 {
        let hasty: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(allowed.hasty));
        (least, most) = (hasty.select(ease, least), hasty.select(ease, most));
    }
    Lanes::max(-along, none) + Lanes::min(most, Lanes::max(ease - along, least))
}

/// Which of some lanes, whose vertices are past an end of their edge, are in front of the corner there and too far away to touch: nothing is to be done about
/// them. The others must be looked at closely, and so must those that are nearly among them.
#[inline(never)]
fn passing_by(squad: &Squad, row: &Row, lanes: u16, state: &Looked<'_>) -> u16 {
    let place = |at: u32| {
        let [x, y, ux, uy] = state.record(at as usize);
        Vec2::new(x + ux, y + uy)
    };
    let passes = |lane: usize| {
        let [p, a, b] = row.at(lane).map(place);
        let p = p + squad.offset_of(lane, row);
        let edge = b - a;
        let foot = (p - a).dot(edge);
        let Some(around) = row.around(lane).map(|around| around.map(place)) else { return false };
        // The neighbour runs the same way round as the edge.
        let (corner, neighbour, beyond) = if foot < 0.0 { (a, a - around[0], 1.0) } else { (b, around[1] - b, -1.0) };
        let apart = p - corner;
        let past_edge = foot < 0.0 || foot > edge.length_squared();
        let past_neighbour = beyond * apart.dot(neighbour) > 1e-3 * neighbour.length_squared();
        let outside = |edge: Vec2| if row.left & 1 << lane != 0 { cross(edge, apart) > 0.0 } else { cross(edge, apart) < 0.0 };
        let far = apart.length_squared() > square(1.01 * squad.skin.0[lane]);
        past_edge && past_neighbour && outside(edge) && outside(neighbour) && far
    };
    self::lanes(lanes).filter(|&lane| passes(lane)).fold(0, |lanes, lane| lanes | 1 << lane)
}

/// Finds where the candidates of a row are over their edges at the end of the substep.
#[inline(always)]
fn find_footings<S: Simd>(s: S, squad: &Squad, row: &Row, state: &Looked<'_>) -> Footings<S> {
    let ([p, a, b], state) = (&row.at, state.by_offset());
    let at = [gather_sixteen(s, &state, p), gather_sixteen(s, &state, a), gather_sixteen(s, &state, b)];
    let offset = squad.offset(s, row);
    let (p, a, b) = (plus(displaced(at[0]), offset), displaced(at[1]), displaced(at[2]));
    let (e, d) = (less(b, a), less(p, a));
    let square = dot(e, e);
    let long = splat(s, SHORT).simd_lt(square);
    let per_square = splat(s, 1.0) / square;
    let t = long.select(dot(d, e) * per_square, splat(s, 0.5));
    let per_length = Lanes::sqrt(square) * per_square;
    let right = [long.select(e[1] * per_length, zero(s)), long.select(-e[0] * per_length, zero(s))];
    let normal = if row.left == 0 { right } else { turned(s, right, row.left) };
    let distance = dot(d, normal);
    let mut odd = bits(t.simd_lt(zero(s)) | splat(s, 1.0).simd_lt(t));
    let inside = distance.simd_lt(zero(s));
    if bits(inside) & !odd & row.live != 0 {
        let before = [plus(place(at[0]), offset), place(at[1]), place(at[2])];
        odd |= bits(inside) & came_by_another(s, row, before, [p, a, b]);
    }
    Footings { at, t, normal, gap: distance - load(s, &squad.skin), odd }
}

/// Which of the vertices that are in may have come in by another edge than their own: they were beside it before the substep, and its line was not in their way,
/// or their way leads over the neighbour at the corner (see [`way_in`](crate::contact::feature::way_in)). Vertices, beginnings and ends before the substep and after.
#[inline(always)]
fn came_by_another<S: Simd>(s: S, row: &Row, [p0, a0, b0]: [Pairs<S>; 3], [p, a, b]: [Pairs<S>; 3]) -> u16 {
    let (e0, d0) = (less(b0, a0), less(p0, a0));
    let (square, foot) = (dot(e0, e0), dot(d0, e0));
    let begins = foot.simd_lt(zero(s));
    let beside = bits(splat(s, SHORT).simd_lt(square) & (begins | square.simd_lt(foot)));
    if beside & row.live == 0 {
        return 0;
    }
    let left: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(row.left));
    let outside = across(e0, d0);
    let outside = left.select(-outside, outside).simd_le(zero(s));
    let corner0 = [begins.select(a0[0], b0[0]), begins.select(a0[1], b0[1])];
    let corner = [begins.select(a[0], b[0]), begins.select(a[1], b[1])];
    let turn = across(less(p0, corner0), less(p, corner));
    let turn = begins.select(turn, -turn);
    let over_neighbour = left.select(-turn, turn).simd_lt(zero(s));
    beside & !bits(outside & !over_neighbour)
}

impl Squad {
    /// What takes vertices into the local frames of the bodies they may touch. `[m]`
    #[inline(always)]
    fn offset<S: Simd>(&self, s: S, row: &Row) -> Pairs<S> {
        row.toward_first(s, load_two(s, &self.offset))
    }

    fn offset_of(&self, lane: usize, row: &Row) -> Vec2 {
        let offset = Vec2::new(self.offset[0].0[lane], self.offset[1].0[lane]);
        if row.of_first & 1 << lane != 0 { offset } else { -offset }
    }

    /// The local zeros of the bodies that the vertices belong to. `[m]`
    #[inline(always)]
    fn vertex_origin<S: Simd>(&self, s: S, row: &Row) -> Pairs<S> {
        let (first, second) = (load_two(s, &self.origins[0]), load_two(s, &self.origins[1]));
        let of_first: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(row.of_first));
        [of_first.select(first[0], second[0]), of_first.select(first[1], second[1])]
    }
}

impl Squad {
    /// The inverse masses of vertices, beginnings and ends. `[1/kg]`
    #[inline(always)]
    fn weights_of<S: Simd>(&self, s: S, row: &Row) -> [f32x16<S>; 3] {
        if self.even {
            let [first, second] = load_two(s, &self.weights);
            let of_first: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(row.of_first));
            let (vertex, edge) = (of_first.select(first, second), of_first.select(second, first));
            [vertex, edge, edge]
        } else {
            [load(s, &row.weights[0]), load(s, &row.weights[1]), load(s, &row.weights[2])]
        }
    }
}

impl Row {
    /// A vector from the edge to the vertex, as one from the second body to the first.
    #[inline(always)]
    fn toward_first<S: Simd>(&self, s: S, vector: Pairs<S>) -> Pairs<S> {
        turned(s, vector, !self.of_first)
    }
}

/// Vectors the other way round in some lanes.
#[inline(always)]
fn turned<S: Simd>(s: S, [x, y]: Pairs<S>, lanes: u16) -> Pairs<S> {
    let here: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(lanes));
    [here.select(-x, x), here.select(-y, y)]
}

/// What pairs exchange in one row, as [`Load::add`](super::Load::add) takes it.
struct Pushed<S: Simd> {
    along: f32x16<S>,
    across: f32x16<S>,
    normal: Pairs<S>,
    place: Pairs<S>,
}

impl Loads {
    #[inline(always)]
    fn add<S: Simd>(&mut self, s: S, pushed: &Pushed<S>, lanes: u16) {
        let here: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(lanes));
        let total = load(s, &self.total);
        let first = total.simd_eq(zero(s)) & here;
        let mut place = pushed.place;
        for (place, cell) in place.iter_mut().zip(&mut self.from) {
            let from = first.select(*place, load(s, cell));
            from.store(cell);
            *place -= from;
        }
        let along = here.select(pushed.along, zero(s));
        (total + along).store(&mut self.total);
        let [nx, ny] = pushed.normal;
        add(s, &mut self.normal[0], here, along * nx);
        add(s, &mut self.normal[1], here, along * ny);
        add(s, &mut self.place[0], here, along * place[0]);
        add(s, &mut self.place[1], here, along * place[1]);
        add(s, &mut self.spread, here, along * dot(place, place));
        add(s, &mut self.tangent, here, pushed.across);
    }
}

/// Adds to some lanes of a cell.
#[inline(always)]
fn add<S: Simd>(s: S, cell: &mut Wider, lanes: mask32x16<S>, value: f32x16<S>) {
    (load(s, cell) + lanes.select(value, zero(s))).store(cell);
}

/// Writes the records of some lanes back, but for those that nothing moves, which other lanes may share.
#[inline(never)]
fn store_movable(mut state: Looked<'_>, row: &Row, records: [[[f32; 4]; MARCH]; 3], lanes: u16) {
    for (k, records) in records.iter().enumerate() {
        for lane in self::lanes(lanes).filter(|&lane| row.weights[k].0[lane] > 0.0) {
            state.put(row.at(lane)[k] as usize, records[lane]);
        }
    }
}

#[inline(always)]
fn dot<S: Simd>(a: Pairs<S>, b: Pairs<S>) -> f32x16<S> {
    a[0] * b[0] + a[1] * b[1]
}

/// The cross product.
#[inline(always)]
fn across<S: Simd>(a: Pairs<S>, b: Pairs<S>) -> f32x16<S> {
    a[0] * b[1] - a[1] * b[0]
}

#[inline(always)]
fn less<S: Simd>(a: Pairs<S>, b: Pairs<S>) -> Pairs<S> {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn plus<S: Simd>(a: Pairs<S>, b: Pairs<S>) -> Pairs<S> {
    [a[0] + b[0], a[1] + b[1]]
}

/// Where particles are before the substep.
#[inline(always)]
fn place<S: Simd>([x, y, _, _]: [f32x16<S>; 4]) -> Pairs<S> {
    [x, y]
}

/// Where particles are after it.
#[inline(always)]
fn displaced<S: Simd>([x, y, ux, uy]: [f32x16<S>; 4]) -> Pairs<S> {
    [x + ux, y + uy]
}

#[inline(always)]
fn load_two<S: Simd>(s: S, cells: &[Wider; 2]) -> Pairs<S> {
    [load(s, &cells[0]), load(s, &cells[1])]
}

#[inline(always)]
fn bits<S: Simd>(mask: mask32x16<S>) -> u16 {
    mask.to_bitmask() as u16
}

#[inline(always)]
fn load<S: Simd>(s: S, cell: &Wider) -> f32x16<S> {
    Lanes::load(s, cell)
}

#[inline(always)]
fn splat<S: Simd>(s: S, value: f32) -> f32x16<S> {
    Lanes::splat(s, value)
}

#[inline(always)]
fn zero<S: Simd>(s: S) -> f32x16<S> {
    Lanes::splat(s, 0.0)
}
