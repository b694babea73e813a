//! Numbers that are loaded, changed and stored side by side: eight or sixteen, as many as a register holds.

use crate::lanes::Lanes;
use fearless_simd::{Simd, f32x8, f32x16, mask32x8, mask32x16, prelude::*};

/// Numbers of one register, or what stands for one.
pub(super) trait March: Lanes {
    /// Whether selecting takes no time, and asking whether it is needed does: with AVX-512, whose sums leave out lanes by themselves.
    fn selects_for_nothing(s: Self::Token) -> bool;
    /// Those from a place on.
    fn numbers(s: Self::Token, numbers: &[f32], at: usize) -> Self;
    fn put(self, numbers: &mut [f32], at: usize);
    /// Every other number of both, and those between.
    fn unzipped(s: Self::Token, both: [Self; 2]) -> [Self; 2];
    /// The inverse.
    fn zipped(s: Self::Token, both: [Self; 2]) -> [Self; 2];
    /// The first of both in the lanes of these bits, else the second.
    fn select(s: Self::Token, here: u16, both: [[Self; 4]; 2]) -> [Self; 4];
}

macro_rules! marching {
    ($($vector:ident $mask:ident $unzip_low:ident $unzip_high:ident $zip_low:ident $zip_high:ident),*) => {$(
        impl<S: Simd> March for $vector<S> {
            #[inline(always)]
            fn selects_for_nothing(s: S) -> bool {
                has_sixteen_lanes(s)
            }
            #[inline(always)]
            fn numbers(s: S, numbers: &[f32], at: usize) -> Self {
                SimdBase::from_slice(s, &numbers[at..at + Self::COUNT])
            }
            #[inline(always)]
            fn put(self, numbers: &mut [f32], at: usize) {
                self.store_slice(&mut numbers[at..at + Self::COUNT]);
            }
            #[inline(always)]
            fn unzipped(s: S, [low, high]: [Self; 2]) -> [Self; 2] {
                [s.$unzip_low(low, high), s.$unzip_high(low, high)]
            }
            #[inline(always)]
            fn zipped(s: S, [even, odd]: [Self; 2]) -> [Self; 2] {
                [s.$zip_low(even, odd), s.$zip_high(even, odd)]
            }
            #[inline(always)]
            fn select(s: S, here: u16, [these, those]: [[Self; 4]; 2]) -> [Self; 4] {
                let here: $mask<S> = SimdMask::from_bitmask(s, u64::from(here));
                core::array::from_fn(
                    #[inline(always)]
                    |k| here.select(these[k], those[k]),
                )
            }
        }
    )*};
}
marching!(
    f32x8 mask32x8 unzip_low_f32x8 unzip_high_f32x8 zip_low_f32x8 zip_high_f32x8,
    f32x16 mask32x16 unzip_low_f32x16 unzip_high_f32x16 zip_low_f32x16 zip_high_f32x16
);

/// Whether a register holds sixteen numbers.
#[inline(always)]
pub(super) fn has_sixteen_lanes<S: Simd>(s: S) -> bool {
    #[cfg(target_arch = "x86_64")]
    return s.level().as_avx512().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = s;
        false
    }
}
