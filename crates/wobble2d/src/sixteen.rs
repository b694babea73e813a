//! Sixteen numbers that march in step: one register where there is AVX-512, else two or four. A processor has room for more of one operation after the other
//! than a chain of them needs: with a second register in step with the first, it waits less.

use crate::lanes::Lanes;
use core::ops::{Add, Div, Mul, Neg, Sub};
use fearless_simd::{Simd, f32x16, prelude::*};

/// Sixteen floats as they lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Cell(pub [f32; 16]);

impl Cell {
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
