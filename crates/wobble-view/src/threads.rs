//! From single springs to the long threads an eye sees in a rope or a cloth.
//!
//! Drawn one by one, the springs of a cloth are thousands of short strokes. Joined where they go straight on, they
//! are a few dozen lines, which can be smoothed and are quick to draw.

use glam::Vec2;

/// A thread goes on over a crossing if it turns by less than 60° there.
const STRAIGHT_ON: f32 = 0.5;

/// Joins links to threads of points: always where just two links meet, and straight on where more do. Every link is in one thread.
pub(crate) fn join(links: &[[u32; 2]], rest: impl Fn(u32) -> Vec2, point_count: usize) -> Vec<Vec<u32>> {
    let meeting = Meeting::new(links, point_count);
    let mut used = vec![false; links.len()];
    let mut threads = Vec::new();
    for first in 0..links.len() {
        if used[first] {
            continue;
        }
        used[first] = true;
        let [a, b] = links[first];
        let mut thread = vec![b, a];
        // Back from a to one end, then on from b to the other.
        for _ in 0..2 {
            while let Some((link, next)) = meeting.next(links, &used, &rest, &thread) {
                used[link] = true;
                thread.push(next);
            }
            thread.reverse();
        }
        threads.push(thread);
    }
    threads
}

/// Which links meet at each point.
pub(crate) struct Meeting {
    /// For each point, where its links begin in `links`; one more at the end.
    begins: Vec<u32>,
    links: Vec<u32>,
}

impl Meeting {
    pub fn new(links: &[[u32; 2]], point_count: usize) -> Self {
        let mut begins = vec![0; point_count + 1];
        for &end in links.iter().flatten() {
            begins[end as usize + 1] += 1;
        }
        for i in 0..point_count {
            begins[i + 1] += begins[i];
        }
        let mut free = begins.clone();
        let mut places = vec![0; 2 * links.len()];
        for (link, ends) in links.iter().enumerate() {
            for &end in ends {
                places[free[end as usize] as usize] = link as u32;
                free[end as usize] += 1;
            }
        }
        Self { begins, links: places }
    }

    /// The links that meet at a point.
    pub fn at(&self, point: u32) -> &[u32] {
        &self.links[self.begins[point as usize] as usize..self.begins[point as usize + 1] as usize]
    }

    /// The link by which a thread goes on, and the point it leads to.
    fn next(&self, links: &[[u32; 2]], used: &[bool], rest: &impl Fn(u32) -> Vec2, thread: &[u32]) -> Option<(usize, u32)> {
        let &[.., before, end] = thread else { return None };
        let here = self.at(end);
        let free = here.iter().map(|&link| link as usize).filter(|&link| !used[link]);
        let ahead = free.map(|link| (link, if links[link][0] == end { links[link][1] } else { links[link][0] }));
        let direction = (rest(end) - rest(before)).normalize_or_zero();
        let straightness = |next: u32| direction.dot((rest(next) - rest(end)).normalize_or_zero());
        let (link, next) = ahead.max_by(|a, b| straightness(a.1).total_cmp(&straightness(b.1)))?;
        (here.len() == 2 || straightness(next) > STRAIGHT_ON).then_some((link, next))
    }
}

#[cfg(test)]
mod tests {
    use super::join;
    use glam::vec2;

    #[test]
    fn a_rope_is_one_thread_from_end_to_end() {
        let links = [[1, 2], [0, 1], [3, 2]];
        let threads = join(&links, |i| vec2(i as f32, 0.0), 4);
        assert!(threads == [[0, 1, 2, 3]] || threads == [[3, 2, 1, 0]], "{threads:?}");
    }

    #[test]
    fn a_cloth_is_as_many_threads_as_rows_and_columns() {
        let (columns, rows) = (5u32, 4u32);
        let at = |x: u32, y: u32| y * columns + x;
        let mut links = Vec::new();
        for y in 0..rows {
            for x in 0..columns {
                links.extend((x + 1 < columns).then(|| [at(x, y), at(x + 1, y)]));
                links.extend((y + 1 < rows).then(|| [at(x, y), at(x, y + 1)]));
            }
        }
        let rest = |i: u32| vec2((i % columns) as f32, (i / columns) as f32);
        let mut threads = join(&links, rest, (columns * rows) as usize);
        threads.sort_by_key(Vec::len);
        // The outermost four are joined at the corners, where just two links meet.
        let link_count: usize = threads.iter().map(|thread| thread.len() - 1).sum();
        assert_eq!(link_count, links.len(), "every link is in one thread");
        assert_eq!(threads.len(), 1 + (rows as usize - 2) + (columns as usize - 2));
    }

    #[test]
    fn points_at_one_place_do_not_stop_it() {
        let threads = join(&[[0, 1], [1, 2], [1, 3]], |_| vec2(0.0, 0.0), 4);
        assert_eq!(threads.iter().map(|thread| thread.len() - 1).sum::<usize>(), 3);
    }
}
