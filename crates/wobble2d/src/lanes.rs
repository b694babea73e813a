//! One number, or eight or sixteen that march in step.
//!
//! Every element and every method is written once, over [`Lanes`]. With one lane (`f32`) it works on a single body straight in
//! the world's own array; with sixteen lanes it works on sixteen bodies of the same blueprint at once, and with eight
//! (`f32x8`) or sixteen in one vector (`f32x16`) on as many springs of one body. A lane never looks at its neighbour, and only operations that IEEE 754 defines exactly are offered (+ − × ÷ √ and comparison), so the lane
//! count cannot change a single bit of the result. That is also why fused multiply-add and reciprocal estimates are missing, and why minimum and maximum
//! are comparisons: machines disagree about those of zeros and nothings. Those of x86-64 happen to be comparisons too, and are used.

use core::ops::{Add, Div, Mul, Neg, Sub};
use fearless_simd::{Level, Simd, f32x4, f32x8, f32x16, prelude::*};

/// Eight floats as they lie in memory.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Wide(pub [f32; 8]);

/// A bundle of independent numbers; see the module's head.
pub(crate) trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Proof that this machine has the instructions.
    type Token: Copy;
    /// How the bundle lies in memory.
    type Cell: Copy + Default;
    /// How many numbers march in step.
    const COUNT: usize;

    fn load(token: Self::Token, cell: &Self::Cell) -> Self;
    fn store(self, cell: &mut Self::Cell);
    fn splat(token: Self::Token, value: f32) -> Self;
    fn sqrt(self) -> Self;
    /// In every lane: `x` where `a < b`, else `y` (also where `a` or `b` is not a number).
    fn if_less(a: Self, b: Self, x: Self, y: Self) -> Self;
    /// The number in one lane of a cell.
    fn lane(cell: &Self::Cell, lane: usize) -> f32;
    /// Writes the number in one lane of a cell.
    fn set_lane(cell: &mut Self::Cell, lane: usize, value: f32);
    /// Runs `work` compiled for the instructions the token stands for.
    fn run<R>(token: Self::Token, work: impl FnOnce() -> R) -> R;
    /// The points as plain records, when there is one lane.
    fn records(points: &mut [[Self::Cell; 4]]) -> Option<&mut [[f32; 4]]>;

    /// In every lane `self` if it is less than `other`, else `other`.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::if_less(self, other, self, other)
    }

    /// In every lane `other` if `self` is less than that, else `self`.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::if_less(self, other, other, self)
    }

    /// `numerator / denominator`, or 0 where the denominator is too small to divide by.
    #[inline(always)]
    fn ratio(token: Self::Token, numerator: Self, denominator: Self) -> Self {
        let zero = Self::splat(token, 0.0);
        Self::if_less(Self::splat(token, SMALLEST_DENOMINATOR), denominator, numerator / denominator, zero)
    }
}

/// Below this a denominator counts as zero: coincident particles, or a constraint between two immovable ones.
pub(crate) const SMALLEST_DENOMINATOR: f32 = 1e-20;

impl Lanes for f32 {
    type Token = ();
    type Cell = f32;
    const COUNT: usize = 1;

    #[inline(always)]
    fn load((): (), cell: &f32) -> f32 {
        *cell
    }
    #[inline(always)]
    fn store(self, cell: &mut f32) {
        *cell = self;
    }
    #[inline(always)]
    fn splat((): (), value: f32) -> f32 {
        value
    }
    #[inline(always)]
    fn sqrt(self) -> f32 {
        f32::sqrt(self)
    }
    #[inline(always)]
    fn if_less(a: f32, b: f32, x: f32, y: f32) -> f32 {
        if a < b { x } else { y }
    }
    #[inline(always)]
    fn lane(cell: &f32, _: usize) -> f32 {
        *cell
    }
    #[inline(always)]
    fn set_lane(cell: &mut f32, _: usize, value: f32) {
        *cell = value;
    }
    #[inline(always)]
    fn run<R>((): (), work: impl FnOnce() -> R) -> R {
        work()
    }
    #[inline(always)]
    fn records(points: &mut [[f32; 4]]) -> Option<&mut [[f32; 4]]> {
        Some(points)
    }
}

/// Sixteen floats as they lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Wider(pub [f32; 16]);

impl Wider {
    /// What every lane has, by its number.
    pub(crate) fn of(lane: impl FnMut(usize) -> f32) -> Self {
        Self(core::array::from_fn(lane))
    }

    /// Four of them, by the number of the quarter.
    #[inline(always)]
    pub(crate) fn quarter(&self, quarter: usize) -> &[f32; 4] {
        &self.0.as_chunks().0[quarter]
    }

    /// The same, to be written.
    #[inline(always)]
    pub(crate) fn quarter_mut(&mut self, quarter: usize) -> &mut [f32; 4] {
        &mut self.0.as_chunks_mut().0[quarter]
    }
}

macro_rules! lanes_of_a_vector {
    ($($vector:ident $cell:ident $count:literal),*) => {$(
        impl<S: Simd> Lanes for $vector<S> {
            type Token = S;
            type Cell = $cell;
            const COUNT: usize = $count;

            #[inline(always)]
            fn load(token: S, cell: &$cell) -> Self {
                Self::from_slice(token, &cell.0)
            }
            #[inline(always)]
            fn store(self, cell: &mut $cell) {
                self.store_slice(&mut cell.0);
            }
            #[inline(always)]
            fn splat(token: S, value: f32) -> Self {
                SimdBase::splat(token, value)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                SimdFloat::sqrt(self)
            }
            #[inline(always)]
            fn if_less(a: Self, b: Self, x: Self, y: Self) -> Self {
                a.simd_lt(b).select(x, y)
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                <Self as SimdBase<S>>::min(self, other)
            }
            // This machine's own maximum decides for its second operand where neither is more.
            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                <Self as SimdBase<S>>::max(other, self)
            }
            #[inline(always)]
            fn lane(cell: &$cell, lane: usize) -> f32 {
                cell.0[lane]
            }
            #[inline(always)]
            fn set_lane(cell: &mut $cell, lane: usize, value: f32) {
                cell.0[lane] = value;
            }
            #[inline(always)]
            fn run<R>(token: S, work: impl FnOnce() -> R) -> R {
                token.vectorize(
                    #[inline(always)]
                    || {
                        line_stack();
                        work()
                    },
                )
            }
            #[inline(always)]
            fn records(_: &mut [[$cell; 4]]) -> Option<&mut [[f32; 4]]> {
                None
            }
        }
    )*};
}
lanes_of_a_vector!(f32x8 Wide 8, f32x16 Wider 16);

/// Has what the compiler puts aside for want of registers begin with a cache line. It knows too late how much that is, and does so only where something else on
/// the stack does; vectors that lie across two lines take twice as long, or not, as the stack happens to begin.
#[inline(always)]
pub(crate) fn line_stack() {
    core::hint::black_box(&Wider::default());
}

/// Has the processor fetch the first bytes of what will be asked for next, where it would not guess so. Any address will do: one that leads nowhere fetches nothing.
#[inline(always)]
pub(crate) fn fetch<T>(what: *const T, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..bytes.div_ceil(64) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: nothing is read, and every x86-64 can.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(what.cast::<i8>().wrapping_add(64 * line));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (what, bytes);
}

/// Records of particles, to be reached by their numbers.
pub(crate) trait Records {
    fn record(&self, index: usize) -> [f32; 4];
    fn put(&mut self, index: usize, record: [f32; 4]);
}

impl Records for [[f32; 4]] {
    #[inline(always)]
    fn record(&self, index: usize) -> [f32; 4] {
        self[index]
    }

    #[inline(always)]
    fn put(&mut self, index: usize, record: [f32; 4]) {
        self[index] = record;
    }
}

/// Gathers the records of eight particles and turns them into columns: `[x; 8], [y; 8], [vx; 8], [vy; 8]`.
#[inline(always)]
pub(crate) fn gather<S: Simd>(s: S, points: &(impl Records + ?Sized), index: &[u32; 8]) -> [f32x8<S>; 4] {
    let row = |lane: usize| -> f32x4<S> { SimdBase::from_slice(s, &points.record(index[lane] as usize)) };
    let (a, b, c, d) = (row(0).combine(row(4)), row(1).combine(row(5)), row(2).combine(row(6)), row(3).combine(row(7)));
    transpose(s, [a, b, c, d])
}

/// Work that is compiled for the widest instructions this machine has.
pub(crate) trait Widest {
    fn run<S: Simd>(self, s: S);
}

/// Runs work with the widest instructions this machine has.
pub(crate) fn run_widest(work: impl Widest) {
    let level = Level::new();
    // `--cfg avx2_at_most` shows on any machine what one without AVX-512 would take.
    #[cfg(all(target_arch = "x86_64", not(avx2_at_most)))]
    if let Some(s) = level.as_avx512() {
        return work.run(s);
    }
    // Three of the four x86-64 levels are compiled: the other gains little and costs build time.
    #[cfg(target_arch = "x86_64")]
    match (level.as_avx2(), level.as_sse2()) {
        (Some(s), _) => work.run(s),
        (None, Some(s)) => work.run(s),
        (None, None) => unreachable!("every x86-64 machine has SSE2"),
    }
    #[cfg(not(target_arch = "x86_64"))]
    fearless_simd::dispatch!(level, s => work.run(s));
}

/// The inverse of [`gather`].
#[inline(always)]
pub(crate) fn scatter<S: Simd>(s: S, points: &mut (impl Records + ?Sized), index: &[u32; 8], columns: [f32x8<S>; 4]) {
    let [a, b, c, d] = transpose(s, columns);
    let ((a, e), (b, f), (c, g), (d, h)) = (a.split(), b.split(), c.split(), d.split());
    points.put(index[0] as usize, a.into());
    points.put(index[1] as usize, b.into());
    points.put(index[2] as usize, c.into());
    points.put(index[3] as usize, d.into());
    points.put(index[4] as usize, e.into());
    points.put(index[5] as usize, f.into());
    points.put(index[6] as usize, g.into());
    points.put(index[7] as usize, h.into());
}

/// Transposes the low and the high 4×4 square of four eight-lane rows, each in place.
///
/// ```text
/// a: a0 a1 a2 a3 │ a4 a5 a6 a7        a0 b0 c0 d0 │ a4 b4 c4 d4
/// b: b0 b1 b2 b3 │ b4 …         →     a1 b1 c1 d1 │ a5 …
/// c: c0 …        │ c4 …               a2 …        │ a6 …
/// d: d0 …        │ d4 …               a3 …        │ a7 …
/// ```
#[inline(always)]
pub(crate) fn transpose<S: Simd>(s: S, [a, b, c, d]: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(rows) = avx2::transpose(s, [a, b, c, d]) {
        return rows;
    }
    let ((a, e), (b, f), (c, g), (d, h)) = (a.split(), b.split(), c.split(), d.split());
    let low = transpose_square(s, [a, b, c, d]);
    let high = transpose_square(s, [e, f, g, h]);
    [low[0].combine(high[0]), low[1].combine(high[1]), low[2].combine(high[2]), low[3].combine(high[3])]
}

#[inline(always)]
fn transpose_square<S: Simd>(s: S, [a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let (ac_low, ac_high) = (s.zip_low_f32x4(a, c), s.zip_high_f32x4(a, c));
    let (bd_low, bd_high) = (s.zip_low_f32x4(b, d), s.zip_high_f32x4(b, d));
    [
        s.zip_low_f32x4(ac_low, bd_low),
        s.zip_high_f32x4(ac_low, bd_low),
        s.zip_low_f32x4(ac_high, bd_high),
        s.zip_high_f32x4(ac_high, bd_high),
    ]
}

/// AVX2 transposes both squares with the same eight shuffles; the portable way needs sixteen, and the mesh kernel is bound by them.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::{__m256, _mm256_shuffle_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps};
    use fearless_simd::{Avx2, Simd, f32x8, prelude::*};

    fearless_simd::kernel!(
        #[inline(always)]
        fn shuffle(avx2: Avx2, a: __m256, b: __m256, c: __m256, d: __m256) -> (__m256, __m256, __m256, __m256) {
            let (ab_low, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
            let (cd_low, cd_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
            (
                _mm256_shuffle_ps::<0x44>(ab_low, cd_low),
                _mm256_shuffle_ps::<0xEE>(ab_low, cd_low),
                _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm256_shuffle_ps::<0xEE>(ab_high, cd_high),
            )
        }
    );

    /// `None` unless `S` has AVX2, which the compiler knows, so the question costs nothing.
    #[inline(always)]
    pub(super) fn transpose<S: Simd>(s: S, rows: [f32x8<S>; 4]) -> Option<[f32x8<S>; 4]> {
        let avx2 = s.level().as_avx2()?;
        let to_native = |row: f32x8<S>| -> __m256 { SimdInto::<f32x8<Avx2>, Avx2>::simd_into(<[f32; 8]>::from(row), avx2).into() };
        let [a, b, c, d] = rows;
        let (a, b, c, d) = shuffle(avx2, to_native(a), to_native(b), to_native(c), to_native(d));
        let from_native = |row: __m256| -> f32x8<S> {
            let row: f32x8<Avx2> = row.simd_into(avx2);
            <[f32; 8]>::from(row).simd_into(s)
        };
        Some([from_native(a), from_native(b), from_native(c), from_native(d)])
    }
}
