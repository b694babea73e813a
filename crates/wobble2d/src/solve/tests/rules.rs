//! What holds for any rows.

use super::super::island::{IslandSolver, Memory};
use super::super::row::{Limit, Mobile, Row, Term};
use super::super::test_world::{Shape, World};
use super::{record, stack};

fn mobile(inverse_mass: [f64; 3], velocity: [f64; 3]) -> Mobile {
    Mobile { inverse_mass, velocity, ..Mobile::default() }
}

/// A row and its terms.
struct Asked {
    row: Row,
    terms: Vec<Term>,
}

fn row(terms: &[(u32, [f64; 3])], limit: Limit, target: f64) -> Asked {
    let terms = terms.iter().map(|&(mobile, jacobian)| Term { mobile, jacobian }).collect();
    let row =
        Row { terms: [0; 2], limit, target, compliance: 0.0, impulse: 0.0, push_target: 0.0, push_impulse: 0.0, rebound: None };
    Asked { row, terms }
}

fn solve(mobiles: &mut [Mobile], asked: &mut [Asked]) {
    let mut terms = Vec::new();
    for own in &mut *asked {
        own.row.terms = [terms.len(), terms.len() + own.terms.len()].map(|at| at as u32);
        terms.extend_from_slice(&own.terms);
    }
    let mut rows: Vec<Row> = asked.iter().map(|own| own.row).collect();
    IslandSolver::default().solve(mobiles, &mut rows, &terms, &mut Memory::default());
    asked.iter_mut().zip(rows).for_each(|(own, row)| own.row = row);
}

const PARTICLE: [f64; 3] = [0.5, 0.5, 0.0];

#[test]
fn a_joint_between_two_edges_of_soft_bodies_stops_them_and_keeps_momentum() {
    let mut mobiles = [1.0, 2.0, -4.0, 0.5].map(|x| mobile(PARTICLE, [x, 0.0, 0.0]));
    let terms = [(0, [0.25, 0.0, 0.0]), (1, [0.75, 0.0, 0.0]), (2, [-0.5, 0.0, 0.0]), (3, [-0.5, 0.0, 0.0])];
    let mut rows = [row(&terms, Limit::Free, 0.0)];
    solve(&mut mobiles, &mut rows);
    let left: f64 = terms.iter().map(|&(at, jacobian)| jacobian[0] * mobiles[at as usize].velocity[0]).sum();
    let momentum: f64 = mobiles.iter().map(|mobile| 2.0 * mobile.velocity[0]).sum();
    assert!(left.abs() < 1e-10 && (momentum + 1.0).abs() < 1e-12, "{left} {momentum}");
}

#[test]
fn a_row_that_names_a_particle_twice_is_solved() {
    let mut mobiles = [mobile(PARTICLE, [1.0, 0.0, 0.0]), mobile(PARTICLE, [-1.0, 0.0, 0.0])];
    let mut rows = [row(&[(0, [-0.5, 0.0, 0.0]), (0, [-0.5, 0.0, 0.0]), (1, [1.0, 0.0, 0.0])], Limit::Push, 0.0)];
    solve(&mut mobiles, &mut rows);
    assert!(mobiles.iter().all(|mobile| mobile.velocity[0].abs() < 1e-12), "{mobiles:?}");
}

#[test]
fn rows_between_what_cannot_move_do_nothing() {
    let mut mobiles = [mobile([0.0; 3], [1.0, 0.0, 0.0])];
    let mut rows = [
        row(&[(0, [1.0, 0.0, 0.0])], Limit::Push, 5.0),
        row(&[(0, [0.0, 1.0, 0.0])], Limit::Friction { coefficient: 1.0 }, 0.0),
        row(&[], Limit::Free, 1.0),
    ];
    solve(&mut mobiles, &mut rows);
    assert_eq!(mobiles[0].velocity, [1.0, 0.0, 0.0]);
    assert!(rows.iter().all(|own| own.row.impulse == 0.0));
}

#[test]
fn a_moving_platform_takes_along_what_it_pushes() {
    let mut mobiles = [mobile([0.0; 3], [3.0, 0.0, 0.0]), mobile([1.0, 1.0, 1.0], [0.0; 3])];
    let mut rows = [row(&[(0, [-1.0, 0.0, 0.0]), (1, [1.0, 0.0, 0.0])], Limit::Push, 0.0)];
    solve(&mut mobiles, &mut rows);
    assert_eq!(mobiles[1].velocity[0], 3.0);
}

#[test]
fn a_motor_gives_no_more_than_it_can() {
    for (most, wanted) in [(0.5, 0.5), (2.0, 1.0)] {
        let mut mobiles = [mobile([1.0, 1.0, 1.0], [0.0; 3])];
        let mut rows = [row(&[(0, [0.0, 0.0, 1.0])], Limit::Within(most), 1.0)];
        solve(&mut mobiles, &mut rows);
        assert!((mobiles[0].velocity[2] - wanted).abs() < 1e-12 && rows[0].row.impulse == wanted);
    }
}

#[test]
fn a_soft_row_gives_way_by_its_compliance() {
    let mut mobiles = [mobile([1.0, 1.0, 1.0], [1.0, 0.0, 0.0])];
    let mut rows = [row(&[(0, [1.0, 0.0, 0.0])], Limit::Free, 0.0)];
    rows[0].row.compliance = 3.0;
    solve(&mut mobiles, &mut rows);
    // v + 3 λ = 0 and v = 1 + λ
    assert!((rows[0].row.impulse + 0.25).abs() < 1e-12 && (mobiles[0].velocity[0] - 0.75).abs() < 1e-12);
}

#[test]
fn what_parts_overlap_gives_no_speed() {
    let mut mobiles = [mobile([1.0, 1.0, 1.0], [0.0; 3]), mobile([3.0, 3.0, 3.0], [0.0; 3])];
    let mut rows = [row(&[(0, [-1.0, 0.0, 0.0]), (1, [1.0, 0.0, 0.0])], Limit::Push, 0.0)];
    rows[0].row.push_target = 2.0;
    solve(&mut mobiles, &mut rows);
    assert!(mobiles.iter().all(|mobile| mobile.velocity == [0.0; 3]));
    assert!((mobiles[0].push[0] + 0.5).abs() < 1e-12 && (mobiles[1].push[0] - 1.5).abs() < 1e-12, "{mobiles:?}");
}

#[test]
fn what_is_not_finite_neither_hangs_nor_panics() {
    for wrong in [f64::NAN, f64::INFINITY, 1e300] {
        let mut mobiles = [mobile([1.0; 3], [wrong, 0.0, 0.0]), mobile([1.0; 3], [0.0; 3])];
        let terms = [(0, [-1.0, 0.0, 0.3]), (1, [1.0, 0.0, 0.2])];
        let friction = row(&[(0, [0.0, -1.0, 0.1]), (1, [0.0, 1.0, 0.0])], Limit::Friction { coefficient: 0.5 }, 0.0);
        let mut rows = [row(&terms, Limit::Free, 0.0), row(&terms, Limit::Push, 0.0), friction];
        solve(&mut mobiles, &mut rows);
    }
}

/// Lengths and speeds by a power of two, or masses by another: the same bits but for the exponent.
#[test]
fn nothing_has_a_unit() {
    let worlds = || {
        let mut world = stack(&[1.0, 1.0, 1000.0, 1.0, 100.0], 1.0);
        world.bodies[5].position[1] += 0.3;
        world
    };
    for (length, mass) in [(128.0, 1.0), (1.0 / 128.0, 1.0), (1.0, 64.0), (0.25, 1.0 / 16.0)] {
        let (mut plain, mut scaled) = (worlds(), worlds());
        scaled.gravity = scaled.gravity.map(|part| length * part);
        for body in &mut scaled.bodies {
            *body = body.scaled(length, mass);
        }
        for _ in 0..240 {
            plain.substep();
            scaled.substep();
        }
        for (plain, scaled) in plain.bodies.iter().zip(&scaled.bodies) {
            assert_eq!(plain.position.map(|part| length * part), scaled.position, "{length} {mass}");
            assert_eq!(plain.angle, scaled.angle, "{length} {mass}");
        }
    }
}

/// The patterns of earlier islands are kept, and must not matter.
#[test]
fn what_was_solved_before_changes_nothing() {
    let (mut fresh, mut used) = (stack(&[1.0, 100.0, 1.0, 1000.0], 4.0), stack(&[1.0, 100.0, 1.0, 1000.0], 4.0));
    let mut other = stack(&[1000.0, 1.0, 10.0, 1.0, 500.0], 4.0);
    for _ in 0..120 {
        fresh.substep();
        used.substep();
        used.swap_solver(&mut other);
        other.substep();
        used.swap_solver(&mut other);
    }
    assert!(fresh.bodies.iter().zip(&used.bodies).all(|(a, b)| a.position == b.position && a.mobile == b.mobile));
}

#[test]
fn a_steady_island_is_solved_without_allocating() {
    for mut world in [stack(&[1.0, 1.0, 1.0], 4.0), stack(&[1.0, 1.0, 1.0, 1.0, 1000.0], 4.0)] {
        world.run(0.5, |_| {});
        for _ in 0..8 {
            assert_eq!(world.allocations(), 0);
        }
    }
}

#[test]
fn discs_that_drift_together_without_gravity_cost_a_sweep_or_two() {
    let mut world = World::new(1.0 / 240.0);
    world.gravity = [0.0; 2];
    for i in 0..4 {
        let own = world.add(Shape::Disc(0.5), [1.1 * f64::from(i), 0.01 * f64::from(i * i)], 1.0 + f64::from(i));
        world.bodies[own as usize].mobile.velocity = [3.0 - f64::from(i), 1.0, 0.0];
    }
    world.run(2.0, |_| {});
    let found = record(&mut world, 1.0);
    assert!(found.sweeps < 2.5 && found.factors < 0.05, "{found:?}");
}
