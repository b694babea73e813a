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

    /// A checksum of many bytes: four at once, since each word waits for the one before it.
    pub(crate) fn checksum(bytes: &[u8]) -> u64 {
        let mut four = [0, 1, 2, 3].map(|lane| Self(MIX.rotate_left(16 * lane)));
        let (blocks, tail) = bytes.as_chunks::<32>();
        for block in blocks {
            let (words, _) = block.as_chunks::<8>();
            four.iter_mut().zip(words).for_each(|(hash, word)| hash.word(u64::from_le_bytes(*word)));
        }
        let mut hash = Self::default();
        four.iter().for_each(|lane| hash.word(lane.0));
        hash.bytes(tail);
        hash.word(bytes.len() as u64);
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
