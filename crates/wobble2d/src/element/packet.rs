//! The links of one body, eight to a packet.
//!
//! A body without seven siblings cannot fill eight lanes with bodies, but a colour of its links can: they share no particle. The
//! records of both ends are gathered with whole-record loads and turned into columns, which beats eight separate loads by far.
//! Same formula, same order of colours, so the same bits as one link after the other.

use super::link::Links;
use super::spring::Ends;
use super::sweep::Way;
use crate::lanes::{Lanes, Wide, gather, scatter};
use fearless_simd::{Simd, f32x8};

/// Bodies with fewer links than this gain nothing from packets.
pub(crate) const WORTH_PACKING: usize = 64;

/// Eight links of a colour.
#[derive(Clone, Debug)]
struct Packet {
    a: [u32; 8],
    b: [u32; 8],
    a_inverse_mass: Wide,
    b_inverse_mass: Wide,
    rest_length: Wide,
    compliance: Wide,
    /// Whether these are ropes; a packet never mixes them with springs that push.
    rope: bool,
}

/// All links of a body in packets, colour by colour; a colour that does not divide by eight ends in single links.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packets {
    packets: Vec<Packet>,
    /// What damps the links of each packet. Apart from them, since most sweeps need it not and read every byte. `[N s/m]`
    damping: Vec<Wide>,
    /// The links (as indices into the body's list) that are left over, grouped like `runs`.
    singles: Vec<u32>,
    /// For every colour, how many packets and how many singles.
    runs: Vec<[u32; 2]>,
}

impl Packets {
    /// Packs the links of a body whose particles have these inverse masses.
    pub(crate) fn new(links: &Links, inverse_mass: &[f32]) -> Self {
        let mut packed = Self::default();
        for colour in links.colours.windows(2) {
            let (first, last) = (colour[0] as usize, colour[1] as usize);
            let whole = (last - first) / 8;
            for start in (0..whole).map(|k| first + 8 * k) {
                let eight = &links.list[start..start + 8];
                let wide = |value: fn(&super::link::Link) -> f32| Wide(core::array::from_fn(|lane| value(&eight[lane])));
                let mass = |end: fn(&super::link::Link) -> u32| {
                    Wide(core::array::from_fn(|lane| inverse_mass[end(&eight[lane]) as usize]))
                };
                packed.damping.push(wide(|link| link.damping));
                packed.packets.push(Packet {
                    a: core::array::from_fn(|lane| eight[lane].a),
                    b: core::array::from_fn(|lane| eight[lane].b),
                    a_inverse_mass: mass(|link| link.a),
                    b_inverse_mass: mass(|link| link.b),
                    rest_length: wide(|link| link.rest_length),
                    compliance: wide(|link| link.compliance),
                    rope: eight[0].rope,
                });
            }
            packed.singles.extend(first as u32 + 8 * whole as u32..last as u32);
            packed.runs.push([whole as u32, (last - first - 8 * whole) as u32]);
        }
        packed
    }

    /// Changes the rest length of one of the links, by its place in the body's list. `[m]`
    pub(crate) fn set_rest_length(&mut self, links: &Links, place: usize, rest_length: f32) {
        let colour = links.colours.partition_point(|&start| start as usize <= place) - 1;
        let before: u32 = self.runs[..colour].iter().map(|run| run[0]).sum();
        let within = place - links.colours[colour] as usize;
        // What is left over reads the body's list itself.
        if within < 8 * self.runs[colour][0] as usize {
            self.packets[before as usize + within / 8].rest_length.0[within % 8] = rest_length;
        }
    }

    /// Projects all links once, colour by colour from the first to the last or back. `single` projects the link with that index by itself.
    pub(crate) fn project<S: Simd>(
        &self,
        s: S,
        points: &mut [[f32; 4]],
        size: f32,
        softness: f32,
        way: Way,
        mut single: impl FnMut(&mut [[f32; 4]], u32),
    ) {
        let (mut packets, mut singles) = (self.packets.as_slice(), self.singles.as_slice());
        for k in 0..self.runs.len() {
            let [packet_count, single_count] = self.runs[if way == Way::Forth { k } else { self.runs.len() - 1 - k }];
            let now = way.split_off(&mut packets, packet_count as usize);
            s.vectorize(
                #[inline(always)]
                || project_packets(s, now, points, size, softness),
            );
            way.split_off(&mut singles, single_count as usize).iter().for_each(|&link| single(points, link));
        }
    }

    /// Damps all links once, colour by colour, in a substep of length `h`. `single` damps the link with that index by itself.
    pub(crate) fn damp<S: Simd>(
        &self,
        s: S,
        points: &mut [[f32; 4]],
        size: f32,
        h: f32,
        damping: f32,
        mut single: impl FnMut(&mut [[f32; 4]], u32),
    ) {
        let (mut first, mut singles) = (0, self.singles.as_slice());
        for &[packet_count, single_count] in &self.runs {
            let now = first..first + packet_count as usize;
            first = now.end;
            s.vectorize(
                #[inline(always)]
                || damp_packets(s, &self.packets[now.clone()], &self.damping[now], points, size, h, damping),
            );
            let (now, later) = singles.split_at(single_count as usize);
            now.iter().for_each(|&link| single(points, link));
            singles = later;
        }
    }
}

#[inline(always)]
fn project_packets<S: Simd>(s: S, packets: &[Packet], points: &mut [[f32; 4]], size: f32, softness: f32) {
    let size = <f32x8<S> as Lanes>::splat(s, size);
    let softness = <f32x8<S> as Lanes>::splat(s, softness);
    for packet in packets {
        let load = |cell: &Wide| <f32x8<S> as Lanes>::load(s, cell);
        let ends = Ends {
            a: gather(s, points, &packet.a),
            b: gather(s, points, &packet.b),
            a_inverse_mass: load(&packet.a_inverse_mass),
            b_inverse_mass: load(&packet.b_inverse_mass),
        };
        let [aux, auy, bux, buy] =
            ends.corrected(s, load(&packet.rest_length) * size, load(&packet.compliance) * softness, packet.rope);
        scatter(s, points, &packet.a, [ends.a[0], ends.a[1], aux, auy]);
        scatter(s, points, &packet.b, [ends.b[0], ends.b[1], bux, buy]);
    }
}

#[inline(always)]
fn damp_packets<S: Simd>(s: S, packets: &[Packet], damping: &[Wide], points: &mut [[f32; 4]], size: f32, h: f32, tuning: f32) {
    let (size, h, tuning) = (splat(s, size), splat(s, h), splat(s, tuning));
    for (packet, damping) in packets.iter().zip(damping) {
        let ends = Ends {
            a: gather(s, points, &packet.a),
            b: gather(s, points, &packet.b),
            a_inverse_mass: load(s, &packet.a_inverse_mass),
            b_inverse_mass: load(s, &packet.b_inverse_mass),
        };
        let strength = h * load(s, damping) * tuning;
        let [aux, auy, bux, buy] = ends.damped(s, load(s, &packet.rest_length) * size, strength, packet.rope);
        scatter(s, points, &packet.a, [ends.a[0], ends.a[1], aux, auy]);
        scatter(s, points, &packet.b, [ends.b[0], ends.b[1], bux, buy]);
    }
}

#[inline(always)]
fn load<S: Simd>(s: S, cell: &Wide) -> f32x8<S> {
    Lanes::load(s, cell)
}

#[inline(always)]
fn splat<S: Simd>(s: S, value: f32) -> f32x8<S> {
    Lanes::splat(s, value)
}
