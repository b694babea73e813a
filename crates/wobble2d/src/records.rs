//! Sixteen records of particles at once: gathered from wherever they are, turned into columns, and put back.

use crate::lanes::{Records, transpose};
use fearless_simd::{Simd, f32x4, f32x16, prelude::*};

/// Gathers the records of sixteen particles and turns them into columns: `[x; 16], [y; 16], [vx; 16], [vy; 16]`.
#[inline(always)]
pub(crate) fn gather_sixteen<S: Simd>(s: S, points: &(impl Records + ?Sized), index: &[u32; 16]) -> [f32x16<S>; 4] {
    turn(s, [four(s, points, index, 0), four(s, points, index, 1), four(s, points, index, 2), four(s, points, index, 3)])
}

/// The `k`th record of every four. A function and not a closure, which is inlined where the compiler likes, and elsewhere is slow: it is not compiled for
/// the same instructions.
#[inline(always)]
fn four<S: Simd>(s: S, points: &(impl Records + ?Sized), index: &[u32; 16], k: usize) -> f32x16<S> {
    let low = one(s, points, index[k]).combine(one(s, points, index[k + 4]));
    let high = one(s, points, index[k + 8]).combine(one(s, points, index[k + 12]));
    low.combine(high)
}

#[inline(always)]
fn one<S: Simd>(s: S, points: &(impl Records + ?Sized), index: u32) -> f32x4<S> {
    SimdBase::from_slice(s, &points.record(index as usize))
}

/// The inverse of [`gather_sixteen`].
#[inline(always)]
pub(crate) fn scatter_sixteen<S: Simd>(s: S, points: &mut (impl Records + ?Sized), index: &[u32; 16], columns: [f32x16<S>; 4]) {
    let [a, b, c, d] = turn(s, columns);
    #[cfg(target_arch = "x86_64")]
    let [a, b, c, d] = avx512::keep_whole(s, [a, b, c, d]);
    put_four(points, index, 0, a);
    put_four(points, index, 1, b);
    put_four(points, index, 2, c);
    put_four(points, index, 3, d);
}

#[inline(always)]
fn put_four<S: Simd>(points: &mut (impl Records + ?Sized), index: &[u32; 16], k: usize, four: f32x16<S>) {
    let (low, high) = four.split();
    let ((a, b), (c, d)) = (low.split(), high.split());
    points.put(index[k] as usize, a.into());
    points.put(index[k + 4] as usize, b.into());
    points.put(index[k + 8] as usize, c.into());
    points.put(index[k + 12] as usize, d.into());
}

/// Turns columns into the records of sixteen particles.
#[inline(always)]
pub(crate) fn sixteen_rows<S: Simd>(s: S, columns: [f32x16<S>; 4]) -> [[f32; 4]; 16] {
    let mut records = [[0.0; 4]; 16];
    let index = core::array::from_fn(|lane| lane as u32);
    scatter_sixteen(s, records.as_mut_slice(), &index, columns);
    records
}

/// Turns rows into columns and back: the four squares of sixteen numbers, each in its place.
#[inline(always)]
fn turn<S: Simd>(s: S, rows: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(columns) = avx512::turn(s, rows) {
        return columns;
    }
    let [a, b, c, d] = rows;
    let ((a, e), (b, f), (c, g), (d, h)) = (a.split(), b.split(), c.split(), d.split());
    let (low, high) = (transpose(s, [a, b, c, d]), transpose(s, [e, f, g, h]));
    [low[0].combine(high[0]), low[1].combine(high[1]), low[2].combine(high[2]), low[3].combine(high[3])]
}

/// AVX-512 turns all four squares with the same eight shuffles.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use core::arch::x86_64::{__m512, _mm512_shuffle_ps, _mm512_unpackhi_ps, _mm512_unpacklo_ps};
    use fearless_simd::{Avx512, Simd, f32x16, prelude::*};

    fearless_simd::kernel!(
        #[inline(always)]
        fn shuffle(avx512: Avx512, a: __m512, b: __m512, c: __m512, d: __m512) -> (__m512, __m512, __m512, __m512) {
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
    pub(super) fn turn<S: Simd>(s: S, rows: [f32x16<S>; 4]) -> Option<[f32x16<S>; 4]> {
        let avx512 = s.level().as_avx512()?;
        let [a, b, c, d] = rows;
        let (a, b, c, d) = (to_native(avx512, a), to_native(avx512, b), to_native(avx512, c), to_native(avx512, d));
        let (a, b, c, d) = shuffle(avx512, a, b, c, d);
        Some([from_native(s, avx512, a), from_native(s, avx512, b), from_native(s, avx512, c), from_native(s, avx512, d)])
    }

    /// Rows of four records, which the compiler must not take apart before they are stored: it would do the last shuffles record by record, five for every two.
    #[inline(always)]
    pub(super) fn keep_whole<S: Simd>(s: S, [a, b, c, d]: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
        [keep_row_whole(s, a), keep_row_whole(s, b), keep_row_whole(s, c), keep_row_whole(s, d)]
    }

    #[inline(always)]
    fn keep_row_whole<S: Simd>(s: S, row: f32x16<S>) -> f32x16<S> {
        match s.level().as_avx512() {
            Some(avx512) => from_native(s, avx512, opaque(avx512, to_native(avx512, row))),
            None => row,
        }
    }

    fearless_simd::kernel!(
        #[inline(always)]
        fn opaque(avx512: Avx512, row: __m512) -> __m512 {
            let mut row = row;
            // SAFETY: it does nothing; nobody knows that but us.
            #[allow(unsafe_code)]
            unsafe {
                core::arch::asm!("/* {0} */", inout(zmm_reg) row, options(pure, nomem, nostack, preserves_flags));
            }
            row
        }
    );

    #[inline(always)]
    fn to_native<S: Simd>(avx512: Avx512, row: f32x16<S>) -> __m512 {
        SimdInto::<f32x16<Avx512>, Avx512>::simd_into(<[f32; 16]>::from(row), avx512).into()
    }

    #[inline(always)]
    fn from_native<S: Simd>(s: S, avx512: Avx512, row: __m512) -> f32x16<S> {
        let row: f32x16<Avx512> = row.simd_into(avx512);
        <[f32; 16]>::from(row).simd_into(s)
    }
}
