//! Sixteen numbers that march in step, and the records of sixteen particles as columns of them.
//!
//! ```text
//!   record 0    x₀ y₀ u₀ v₀              x:  x₀ x₁ x₂ … x₁₅
//!   record 1    x₁ y₁ u₁ v₁     ⇄        y:  y₀ y₁ y₂ … y₁₅
//!   …                                    u:  u₀ …
//!   record 15   x₁₅ …                    v:  v₀ …
//! ```
//! One register where there is AVX-512, else two or four. A processor has room for more of one operation after the other than a chain of them needs: with a
//! second register in step with the first, it waits less.

use crate::lanes::{Lanes, Records, gather, scatter};
use core::ops::{Add, Div, Mul, Neg, Sub};
use fearless_simd::{Simd, f32x8, f32x16, mask32x16, prelude::*};

/// Sixteen floats as they lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Cell(pub [f32; 16]);

impl Cell {
    /// What every lane has, by its number.
    pub(crate) fn of(lane: impl FnMut(usize) -> f32) -> Self {
        Self(core::array::from_fn(lane))
    }
}

/// See the module's head.
#[derive(Clone, Copy)]
pub(crate) struct Sixteen<S: Simd>(f32x16<S>);

macro_rules! in_all_lanes {
    ($($operator:ident $method:ident),*) => {$(
        impl<S: Simd> $operator for Sixteen<S> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($operator::$method(self.0, other.0))
            }
        }
    )*};
}
in_all_lanes!(Add add, Sub sub, Mul mul, Div div);

impl<S: Simd> Neg for Sixteen<S> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<S: Simd> Sixteen<S> {
    /// In which lanes it is not beyond the other. Not so for what is not a number.
    #[inline(always)]
    pub(crate) fn at_most(self, other: Self) -> mask32x16<S> {
        self.0.simd_le(other.0)
    }
}

impl<S: Simd> Lanes for Sixteen<S> {
    type Token = S;
    type Cell = Cell;
    const COUNT: usize = 16;

    #[inline(always)]
    fn load(token: S, cell: &Cell) -> Self {
        Self(SimdBase::from_slice(token, &cell.0))
    }
    #[inline(always)]
    fn store(self, cell: &mut Cell) {
        self.0.store_slice(&mut cell.0);
    }
    #[inline(always)]
    fn splat(token: S, value: f32) -> Self {
        Self(SimdBase::splat(token, value))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(SimdFloat::sqrt(self.0))
    }
    #[inline(always)]
    fn if_less(a: Self, b: Self, x: Self, y: Self) -> Self {
        Self(a.0.simd_lt(b.0).select(x.0, y.0))
    }
    #[inline(always)]
    fn lane(cell: &Cell, lane: usize) -> f32 {
        cell.0[lane]
    }
    #[inline(always)]
    fn set_lane(cell: &mut Cell, lane: usize, value: f32) {
        cell.0[lane] = value;
    }
    #[inline(always)]
    fn run<R>(token: S, work: impl FnOnce() -> R) -> R {
        token.vectorize(work)
    }
    #[inline(always)]
    fn records(_: &mut [[Cell; 4]]) -> Option<&mut [[f32; 4]]> {
        None
    }
}

/// Gathers the records of sixteen particles and turns them into columns.
#[inline(always)]
pub(crate) fn gather_sixteen<S: Simd>(s: S, records: &(impl Records + ?Sized), index: impl Fn(usize) -> usize) -> [Sixteen<S>; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(columns) = avx512::gather(s, records, &index) {
        return columns;
    }
    let half = |from: usize| gather(s, records, &core::array::from_fn(|lane| index(from + lane) as u32));
    let (low, high) = (half(0), half(8));
    core::array::from_fn(
        #[inline(always)]
        |k| Sixteen(low[k].combine(high[k])),
    )
}

/// The inverse of [`gather_sixteen`].
#[inline(always)]
pub(crate) fn scatter_sixteen<S: Simd>(
    s: S,
    records: &mut (impl Records + ?Sized),
    index: impl Fn(usize) -> usize,
    columns: [Sixteen<S>; 4],
) {
    #[cfg(target_arch = "x86_64")]
    if avx512::scatter(s, records, &index, columns) {
        return;
    }
    let halves: [(f32x8<S>, f32x8<S>); 4] = columns.map(
        #[inline(always)]
        |column| column.0.split(),
    );
    let at = |from: usize| core::array::from_fn(|lane| index(from + lane) as u32);
    scatter(s, records, &at(0), halves.map(|half| half.0));
    scatter(s, records, &at(8), halves.map(|half| half.1));
}

/// AVX-512 turns all four squares with the same eight shuffles.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::Sixteen;
    use crate::lanes::Records;
    use core::arch::x86_64::{
        __m128, __m512, _mm512_castps128_ps512, _mm512_extractf32x4_ps, _mm512_insertf32x4, _mm512_shuffle_ps, _mm512_unpackhi_ps,
        _mm512_unpacklo_ps,
    };
    use fearless_simd::{Avx512, Simd, f32x4, f32x16, prelude::*};

    fearless_simd::kernel!(
        /// Four records in one register.
        #[inline(always)]
        fn join(avx512: Avx512, a: __m128, b: __m128, c: __m128, d: __m128) -> __m512 {
            let ab = _mm512_insertf32x4::<1>(_mm512_castps128_ps512(a), b);
            _mm512_insertf32x4::<3>(_mm512_insertf32x4::<2>(ab, c), d)
        }
    );

    fearless_simd::kernel!(
        /// The inverse of [`join`].
        #[inline(always)]
        fn part(avx512: Avx512, all: __m512) -> (__m128, __m128, __m128, __m128) {
            (
                _mm512_extractf32x4_ps::<0>(all),
                _mm512_extractf32x4_ps::<1>(all),
                _mm512_extractf32x4_ps::<2>(all),
                _mm512_extractf32x4_ps::<3>(all),
            )
        }
    );

    fearless_simd::kernel!(
        /// Turns rows of four into columns, in each quarter of the registers.
        #[inline(always)]
        fn turn(avx512: Avx512, a: __m512, b: __m512, c: __m512, d: __m512) -> (__m512, __m512, __m512, __m512) {
            let (ab_low, ab_high) = (_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
            let (cd_low, cd_high) = (_mm512_unpacklo_ps(c, d), _mm512_unpackhi_ps(c, d));
            (
                _mm512_shuffle_ps::<0x44>(ab_low, cd_low),
                _mm512_shuffle_ps::<0xEE>(ab_low, cd_low),
                _mm512_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm512_shuffle_ps::<0xEE>(ab_high, cd_high),
            )
        }
    );

    /// `None` unless `S` has AVX-512, which the compiler knows, so the question costs nothing.
    #[inline(always)]
    pub(super) fn gather<S: Simd>(
        s: S,
        records: &(impl Records + ?Sized),
        index: &impl Fn(usize) -> usize,
    ) -> Option<[Sixteen<S>; 4]> {
        let avx512 = s.level().as_avx512()?;
        let row =
            |lane: usize| -> __m128 { SimdInto::<f32x4<Avx512>, Avx512>::simd_into(records.record(index(lane)), avx512).into() };
        let four = |k: usize| join(avx512, row(k), row(4 + k), row(8 + k), row(12 + k));
        let (x, y, u, v) = turn(avx512, four(0), four(1), four(2), four(3));
        let column = |native: __m512| -> Sixteen<S> {
            let column: f32x16<Avx512> = native.simd_into(avx512);
            Sixteen(<[f32; 16]>::from(column).simd_into(s))
        };
        Some([column(x), column(y), column(u), column(v)])
    }

    /// Whether `S` has AVX-512, and so it is done.
    #[inline(always)]
    pub(super) fn scatter<S: Simd>(
        s: S,
        records: &mut (impl Records + ?Sized),
        index: &impl Fn(usize) -> usize,
        columns: [Sixteen<S>; 4],
    ) -> bool {
        let Some(avx512) = s.level().as_avx512() else { return false };
        let native = |column: Sixteen<S>| -> __m512 {
            SimdInto::<f32x16<Avx512>, Avx512>::simd_into(<[f32; 16]>::from(column.0), avx512).into()
        };
        let [x, y, u, v] = columns;
        let (a, b, c, d) = turn(avx512, native(x), native(y), native(u), native(v));
        let record = |native: __m128| -> [f32; 4] { SimdInto::<f32x4<Avx512>, Avx512>::simd_into(native, avx512).into() };
        for (k, four) in [a, b, c, d].into_iter().enumerate() {
            let (first, second, third, fourth) = part(avx512, four);
            records.put(index(k), record(first));
            records.put(index(4 + k), record(second));
            records.put(index(8 + k), record(third));
            records.put(index(12 + k), record(fourth));
        }
        true
    }
}
