//! Grouping links, and triangles likewise, by colour, so that no two of a colour share a particle.
//!
//! ```text
//!   0 ──a── 1 ──b── 2 ──a── 3        a: 0–1, 2–3     b: 1–2
//! ```
//! Links of one colour do not read what another of them writes. Solved colour by colour they can run in any order, or eight at
//! once, with the same result to the bit; and a sweep in colour order does not wait for its own last store, which alone makes
//! it about three times as fast as a sweep along the chain.

/// Sorts links into colours. Returns the new order (as indices into `ends`) and where each colour begins in it, with the end last.
pub(crate) fn colour_order<const N: usize>(point_count: usize, ends: &[[u32; N]]) -> (Vec<u32>, Vec<u32>) {
    let mut taken: Vec<Vec<u64>> = vec![Vec::new(); point_count];
    let colours: Vec<u32> = ends
        .iter()
        .map(|points| {
            let colour = lowest_free(points.map(|i| taken[i as usize].as_slice()));
            points.iter().for_each(|&i| take(&mut taken[i as usize], colour));
            colour
        })
        .collect();

    let count = colours.iter().max().map_or(0, |&last| last as usize + 1);
    let mut starts = vec![0u32; count + 1];
    for &colour in &colours {
        starts[colour as usize + 1] += 1;
    }
    for colour in 0..count {
        starts[colour + 1] += starts[colour];
    }
    let mut order: Vec<u32> = (0..ends.len() as u32).collect();
    order.sort_by_key(|&link| colours[link as usize]);
    (order, starts)
}

/// From so many links on it is worth while to see whether a body is woven.
const MANY: usize = 512;

/// A woven body has at most so many kinds of links.
const FEW_KINDS: usize = 8;

/// Points that are nearer than that in the list are in one row.
const ALONG: u32 = 8;

/// With two colours for the rows a sheet feels in one sweep what holds it as far as two rows on, with four twice as far: it hangs shorter and comes to rest
/// sooner. With a colour for every row the sweep is along the sheet, and a large one swings itself up.
const TURNS: u32 = 4;

/// The same for a large body that is woven in rows, such as a cloth: all links between points at the same distance in the list are of a kind (warp, weft,
/// the two diagonals). Those along a row get two colours by turns, the others one of [`TURNS`] for every row. Such colours are what [strips](super::strip)
/// need. `None` for bodies that are small, not woven, or have two links between the same points.
///
/// ```text
///   0 ── 1 ── 2 ── 3        one kind joins a and a + 1: colour (a / 1) mod 2
///   │    │    │    │
///   4 ── 5 ── 6 ── 7        another a and a + 4: colour 2 + (a / 4) mod 4
/// ```
pub(crate) fn woven_order(ends: &[[u32; 2]]) -> Option<(Vec<u32>, Vec<u32>)> {
    if ends.len() < MANY {
        return None;
    }
    let key = |link: u32| {
        let [a, b] = ends[link as usize];
        let (first, distance) = (a.min(b), a.abs_diff(b));
        // Links of a kind follow each other in chains: this one's place in its chain.
        let place = first / distance.max(1);
        (distance, place % if distance < ALONG { 2 } else { TURNS }, first)
    };
    let mut order: Vec<u32> = (0..ends.len() as u32).collect();
    order.sort_by_cached_key(|&link| key(link));
    let differ = |k: &usize| {
        let (before, here) = (key(order[*k - 1]), key(order[*k]));
        (before.0, before.1) != (here.0, here.1)
    };
    let starts: Vec<u32> = (1..order.len()).filter(differ).map(|k| k as u32).collect();
    let kinds = 1 + starts.iter().filter(|&&k| key(order[k as usize - 1]).0 != key(order[k as usize]).0).count();
    let sound = order.windows(2).all(|two| key(two[0]) != key(two[1])) && key(order[0]).0 > 0;
    let starts = [0].into_iter().chain(starts).chain([ends.len() as u32]).collect();
    (sound && kinds <= FEW_KINDS).then_some((order, starts))
}

/// The lowest colour in none of the sets. A set is a string of bits, 64 to a word.
fn lowest_free<const N: usize>(sets: [&[u64]; N]) -> u32 {
    for word in 0.. {
        let used = sets.iter().fold(0, |used, set| used | set.get(word).unwrap_or(&0));
        if used != u64::MAX {
            return word as u32 * 64 + used.trailing_ones();
        }
    }
    unreachable!("a set of colours is finite")
}

fn take(set: &mut Vec<u64>, colour: u32) {
    let word = colour as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (colour % 64);
}

#[cfg(test)]
mod tests {
    use super::{MANY, colour_order, woven_order};

    #[test]
    fn no_two_links_of_a_colour_share_a_particle() {
        let ends: Vec<[u32; 2]> = (0..12u32).flat_map(|a| (a + 1..12).map(move |b| [a, b])).collect();
        let (order, starts) = colour_order(12, &ends);
        assert_eq!(order.len(), ends.len());
        for colour in starts.windows(2) {
            let mut seen = [false; 12];
            for &link in &order[colour[0] as usize..colour[1] as usize] {
                for end in ends[link as usize] {
                    assert!(!seen[end as usize], "particle {end} twice in one colour");
                    seen[end as usize] = true;
                }
            }
        }
    }

    #[test]
    fn no_two_links_of_a_colour_share_a_particle_in_a_woven_sheet() {
        let (columns, rows) = (50u32, 40u32);
        let at = |x: u32, y: u32| y * columns + x;
        let mut ends = Vec::new();
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            ends.extend((x + 1 < columns).then(|| [at(x, y), at(x + 1, y)]));
            ends.extend((y + 1 < rows).then(|| [at(x, y), at(x, y + 1)]));
            if x + 1 < columns && y + 1 < rows {
                ends.extend([[at(x, y), at(x + 1, y + 1)], [at(x + 1, y), at(x, y + 1)]]);
            }
        }
        let (order, starts) = woven_order(&ends).unwrap();
        let mut all = order.clone();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..ends.len() as u32));
        for colour in starts.windows(2) {
            let mut seen = vec![false; (columns * rows) as usize];
            for end in order[colour[0] as usize..colour[1] as usize].iter().flat_map(|&link| ends[link as usize]) {
                assert!(!core::mem::replace(&mut seen[end as usize], true), "particle {end} twice in one colour");
            }
        }
        ends.push(ends[17]);
        assert_eq!(woven_order(&ends), None, "two links between the same points");
        assert_eq!(woven_order(&ends[..MANY - 1]), None, "few links");
    }

    #[test]
    fn an_even_ring_needs_two_colours() {
        let ends: Vec<[u32; 2]> = (0..16u32).map(|i| [i, (i + 1) % 16]).collect();
        assert_eq!(colour_order(16, &ends).1, [0, 8, 16]);
    }
}
