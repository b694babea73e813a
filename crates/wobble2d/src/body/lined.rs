//! Records that begin at the beginning of a cache line.

use core::ops::{Deref, DerefMut, Range};

/// A record: four numbers.
type Record = [f32; 4];

/// Records of which every fourth begins a cache line, so that sixteen points of a body are on four lines and not on five. Where memory happens to begin decides how
/// fast they are, and nothing else.
#[derive(Debug, Default)]
pub(crate) struct Lined {
    /// Some that are skipped, and the records.
    all: Vec<Record>,
    skipped: usize,
}

/// The length of a cache line, in bytes, and so many records are on one.
const LINE: usize = 64;
const PER_LINE: usize = LINE / size_of::<Record>();

impl Lined {
    pub(crate) fn with_capacity(count: usize) -> Self {
        let mut all: Vec<Record> = Vec::with_capacity(count + PER_LINE);
        let skipped = all.as_ptr().align_offset(LINE).min(PER_LINE);
        all.resize(skipped, [0.0; 4]);
        Self { all, skipped }
    }

    pub(crate) fn push(&mut self, record: Record) {
        self.make_room(1);
        self.all.push(record);
    }

    pub(crate) fn extend(&mut self, records: impl ExactSizeIterator<Item = Record>) {
        self.make_room(records.len());
        self.all.extend(records);
    }

    pub(crate) fn remove(&mut self, range: Range<usize>) {
        self.all.drain(self.skipped + range.start..self.skipped + range.end);
    }

    /// Takes over what others hold.
    pub(crate) fn copy_from(&mut self, others: &[Record]) {
        self.all.truncate(self.skipped);
        self.extend(others.iter().copied());
    }

    /// Moves elsewhere if there is no room for so many more.
    fn make_room(&mut self, more: usize) {
        if self.all.len() + more > self.all.capacity() {
            let mut roomier = Self::with_capacity((self.len() + more).max(2 * self.len()));
            roomier.all.extend_from_slice(self);
            *self = roomier;
        }
    }
}

impl Deref for Lined {
    type Target = [Record];

    #[inline(always)]
    fn deref(&self) -> &[Record] {
        &self.all[self.skipped..]
    }
}

impl DerefMut for Lined {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Record] {
        &mut self.all[self.skipped..]
    }
}

impl Clone for Lined {
    fn clone(&self) -> Self {
        self.iter().copied().collect()
    }
}

impl PartialEq for Lined {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl FromIterator<Record> for Lined {
    fn from_iter<I: IntoIterator<Item = Record>>(records: I) -> Self {
        let records = records.into_iter();
        let mut lined = Self::with_capacity(records.size_hint().0);
        records.for_each(|record| lined.push(record));
        lined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_stay_in_order_and_on_their_lines_however_they_come_and_go() {
        let (mut lined, mut plain) = (Lined::default(), Vec::new());
        let record = |k: usize| [k as f32, 0.5, -1.0, 2.0];
        for k in 0..100 {
            lined.push(record(k));
            plain.push(record(k));
            if k % 7 == 0 {
                lined.extend((0..k).map(record));
                plain.extend((0..k).map(record));
                lined.remove(k / 2..k);
                plain.drain(k / 2..k);
            }
            assert_eq!(*lined, *plain);
            assert!(lined.as_ptr().align_offset(LINE) == 0 || cfg!(miri), "not at the beginning of a line");
        }
        assert_eq!(lined.clone(), lined);
        let mut other = Lined::default();
        other.copy_from(&lined);
        assert_eq!(other, lined);
    }
}
