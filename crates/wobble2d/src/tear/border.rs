//! From living faces to outlines, and from living links to strands.

use super::face::{around, low_first};
use std::collections::BTreeSet;

/// Lets faces die until no point belongs to two groups of faces that share no side there: a loop could not visit it once.
///
/// ```text
///   ┌───┐
///   │   │
///   └───•───┐      the smaller group at • dies; of equal ones the later
///       │   │
///       └───┘
/// ```
pub(super) fn unpinch(point_count: usize, faces: &[Vec<u32>], lives: &mut [bool]) {
    let around_point = FacesAround::new(point_count, faces);
    let dead = faces.iter().zip(&*lives).filter(|&(_, &lives)| !lives).flat_map(|(corners, _)| corners);
    let mut doubtful: BTreeSet<u32> = dead.copied().collect();
    while let Some(point) = doubtful.pop_first() {
        let fans = around_point.fans(point, faces, lives);
        let keep = fans.iter().map(Vec::len).max().and_then(|most| fans.iter().position(|fan| fan.len() == most));
        let dying = fans.iter().enumerate().filter(|&(k, _)| Some(k) != keep).flat_map(|(_, fan)| fan);
        for &face in dying {
            lives[face as usize] = false;
            doubtful.extend(&faces[face as usize]);
        }
    }
}

/// Which faces meet at each point.
struct FacesAround {
    begins: Vec<usize>,
    faces: Vec<u32>,
}

impl FacesAround {
    fn new(point_count: usize, faces: &[Vec<u32>]) -> Self {
        let mut meetings: Vec<(u32, u32)> =
            faces.iter().enumerate().flat_map(|(k, corners)| corners.iter().map(move |&point| (point, k as u32))).collect();
        meetings.sort_unstable();
        meetings.dedup();
        let begins = (0..=point_count).map(|point| meetings.partition_point(|meeting| (meeting.0 as usize) < point)).collect();
        Self { begins, faces: meetings.iter().map(|meeting| meeting.1).collect() }
    }

    /// The living faces at a point, in groups that hang together by sides from that point.
    fn fans(&self, point: u32, faces: &[Vec<u32>], lives: &[bool]) -> Vec<Vec<u32>> {
        let own = &self.faces[self.begins[point as usize]..self.begins[point as usize + 1]];
        let mut fans: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        for &face in own.iter().filter(|&&face| lives[face as usize]) {
            let ends = around(&faces[face as usize]).filter(|side| side.contains(&point));
            let mut spokes: Vec<u32> = ends.map(|[a, b]| if a == point { b } else { a }).collect();
            let mut members = vec![face];
            fans.retain_mut(|(fan, known)| {
                let joined = known.iter().any(|spoke| spokes.contains(spoke));
                if joined {
                    members.append(fan);
                    spokes.append(known);
                }
                !joined
            });
            fans.push((members, spokes));
        }
        fans.iter_mut().for_each(|(fan, _)| fan.sort_unstable());
        fans.sort_unstable();
        fans.into_iter().map(|(fan, _)| fan).collect()
    }
}

/// The boundary of living faces: counter-clockwise around matter, clockwise around holes.
pub(super) fn loops(point_count: usize, faces: &[Vec<u32>], lives: &[bool]) -> Vec<Vec<u32>> {
    let living = || faces.iter().zip(lives).filter(|&(_, &lives)| lives).flat_map(|(corners, _)| around(corners));
    let mut sides: Vec<[u32; 2]> = living().collect();
    sides.sort_unstable();
    let mut next: Vec<Option<u32>> = vec![None; point_count];
    for &[a, b] in sides.iter().filter(|&&[a, b]| sides.binary_search(&[b, a]).is_err()) {
        next[a as usize] = Some(b);
    }
    let mut loops = Vec::new();
    for point in 0..point_count {
        let mut corners = Vec::new();
        let mut here = point as u32;
        while let Some(after) = next[here as usize].take() {
            corners.push(here);
            here = after;
        }
        if corners.len() >= 3 {
            loops.push(corners);
        }
    }
    loops
}

/// The sides of living faces, the lower end first, sorted.
pub(super) fn living_sides(faces: &[Vec<u32>], lives: &[bool]) -> Vec<[u32; 2]> {
    let living = faces.iter().zip(lives).filter(|&(_, &lives)| lives);
    let mut sides: Vec<[u32; 2]> = living.flat_map(|(corners, _)| around(corners)).map(low_first).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// Joins edges to open chains that end where other than two of them meet. Edges that go round come out as a chain that ends where it begins.
pub(super) fn chains(point_count: usize, mut edges: Vec<[u32; 2]>) -> Vec<Vec<u32>> {
    edges.iter_mut().for_each(|ends| *ends = low_first(*ends));
    edges.sort_unstable();
    edges.dedup();
    let mut meeting: Vec<Vec<u32>> = vec![Vec::new(); point_count];
    for (k, ends) in edges.iter().enumerate() {
        ends.iter().for_each(|&end| meeting[end as usize].push(k as u32));
    }
    let mut used = vec![false; edges.len()];
    let mut chains = Vec::new();
    let is_end = |point: u32| meeting[point as usize].len() != 2;
    // From ends first; what is left goes round.
    for ends_only in [true, false] {
        for start in (0..point_count as u32).filter(|&point| !ends_only || is_end(point)) {
            for &first in &meeting[start as usize] {
                let (mut chain, mut edge, mut here) = (vec![start], Some(first), start);
                while let Some(k) = edge.filter(|&k| !used[k as usize]) {
                    used[k as usize] = true;
                    let [a, b] = edges[k as usize];
                    here = if a == here { b } else { a };
                    chain.push(here);
                    let on = || meeting[here as usize].iter().copied().find(|&k| !used[k as usize]);
                    edge = if is_end(here) { None } else { on() };
                }
                if chain.len() >= 2 {
                    chains.push(chain);
                }
            }
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_of_a_square_of_nine_faces_without_the_middle_one_is_two_loops() {
        let at = |x: u32, y: u32| 4 * y + x;
        let square = |k: u32| {
            let (x, y) = (k % 3, k / 3);
            vec![at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]
        };
        let faces: Vec<Vec<u32>> = (0..9).map(square).collect();
        let mut lives = [true; 9];
        lives[4] = false;
        let found = loops(16, &faces, &lives);
        assert_eq!(found, [vec![0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4], vec![5, 9, 10, 6]]);
    }

    #[test]
    fn faces_that_meet_in_a_point_do_not_both_live() {
        let faces = [vec![0, 1, 4, 3], vec![4, 5, 8, 7], vec![1, 2, 5, 4], vec![3, 4, 7, 6]];
        let mut lives = [true, true, false, false];
        unpinch(9, &faces, &mut lives);
        assert_eq!(lives, [true, false, false, false]);
    }

    #[test]
    fn edges_become_chains_between_forks_and_rings_go_round() {
        let fork = chains(6, vec![[0, 1], [1, 2], [2, 3], [2, 4]]);
        assert_eq!(fork, [vec![0, 1, 2], vec![2, 3], vec![2, 4]]);
        assert_eq!(chains(3, vec![[0, 1], [1, 2], [2, 0]]), [vec![0, 1, 2, 0]]);
    }
}
