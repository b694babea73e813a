//! Where decisions come from.

use glam::{Vec2, vec2};

/// Decisions, from a seed without end or from bytes until they are used up; then every answer is the first one.
#[derive(Clone, Debug)]
pub struct Dice<'b> {
    state: u64,
    bytes: Option<&'b [u8]>,
}

impl<'b> Dice<'b> {
    /// The same decisions for the same seed, on every machine.
    pub fn of_seed(seed: u64) -> Self {
        Self { state: seed, bytes: None }
    }

    /// Decisions that a fuzzer makes.
    pub fn of_bytes(bytes: &'b [u8]) -> Self {
        Self { state: 0, bytes: Some(bytes) }
    }

    /// Whether there is nothing left to decide by.
    pub fn is_used_up(&self) -> bool {
        self.bytes.is_some_and(<[u8]>::is_empty)
    }

    /// SplitMix64 (Steele, Lea and Flood 2014), or the next two bytes.
    fn word(&mut self) -> u32 {
        if let Some(bytes) = &mut self.bytes {
            let (head, rest) = bytes.split_at(bytes.len().min(2));
            *bytes = rest;
            return head.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)) * 0x0001_0001;
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as u32
    }

    /// A whole number below `count`, which must not be 0.
    pub fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.word()) * u64::from(count.max(1))) >> 32) as u32
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == times.saturating_sub(1)
    }

    /// A number between two others.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.word() >> 8) as f32 / (1u32 << 24) as f32
    }

    /// A number between two powers of ten, every decade as likely as another.
    pub fn decade(&mut self, low: f32, high: f32) -> f32 {
        libm::powf(10.0, self.between(low, high))
    }

    /// A place within so many metres of the origin.
    pub fn place(&mut self, size: f32) -> Vec2 {
        vec2(self.between(-size, size), self.between(-size, size))
    }

    /// One of a list, which must not be empty.
    pub fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize].clone()
    }
}
