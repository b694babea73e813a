//! A small hash for checksums and state comparison: fast, the same everywhere, not meant to resist an adversary.

/// Mixes 64-bit words one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

/// The golden ratio in 64 bits: odd, with no pattern in its bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Default for Hash {
    fn default() -> Self {
        Self(MIX)
    }
}

impl Hash {
    pub(crate) fn of_bytes(bytes: &[u8]) -> u64 {
        let mut hash = Self::default();
        hash.bytes(bytes);
        hash.finish()
    }

    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(MIX);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let (words, tail) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.word(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..tail.len()].copy_from_slice(tail);
        self.word(u64::from_le_bytes(last));
        self.word(bytes.len() as u64);
    }

    pub(crate) fn finish(self) -> u64 {
        let mut h = self.0;
        h = (h ^ (h >> 32)).wrapping_mul(MIX);
        h = (h ^ (h >> 29)).wrapping_mul(MIX);
        h ^ (h >> 32)
    }
}
