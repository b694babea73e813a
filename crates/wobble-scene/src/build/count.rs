//! How large a scene would become, reckoned before anything is built.

use crate::format::{Document, Mesh, Repeat, SceneryShape, Shape, Signal};
use crate::limits;
use crate::problem::{Problem, Problems};

/// What a shape costs.
#[derive(Clone, Copy)]
struct Cost {
    points: u64,
    links: u64,
    corners: u64,
}

/// Refuses a scene that is too large, and names what makes it so.
pub(crate) fn check(document: &Document, problems: &mut Problems) {
    check_signals(document, problems);
    let scenery =
        document.scenery.iter().enumerate().map(|(i, scenery)| {
            (format!("scenery[{i}]"), scenery.shape.name(), of_scenery(&scenery.shape), scenery.repeat.as_ref())
        });
    let bodies = document
        .bodies
        .iter()
        .enumerate()
        .map(|(i, body)| (format!("bodies[{i}]"), body.shape.name(), of_shape(&body.shape), body.repeat.as_ref()));
    let (mut count, mut points, mut links, mut pairs) = (0u64, 0u64, 0u64, 0u64);
    for (path, shape, cost, repeat) in scenery.chain(bodies) {
        let times = repeat.map_or(1, Repeat::total);
        let before = [count <= limits::BODIES, points <= limits::POINTS, links <= limits::LINKS, pairs <= limits::CORNER_PAIRS];
        count = count.saturating_add(times);
        points = points.saturating_add(cost.points.saturating_mul(times));
        links = links.saturating_add(cost.links);
        pairs = pairs.saturating_add(cost.corners.saturating_mul(cost.corners));
        let repeated = if repeat.is_some() { format!("{path}.repeat") } else { path.clone() };
        let shape = format!("{path}.{shape}");
        let too_much = [
            (before[0] && count > limits::BODIES, &repeated, "bodies", count, limits::BODIES),
            (before[1] && points > limits::POINTS, if times > 1 { &repeated } else { &shape }, "points", points, limits::POINTS),
            (before[2] && links > limits::LINKS, &shape, "springs and sticks", links, limits::LINKS),
            (before[3] && pairs > limits::CORNER_PAIRS, &shape, "pairs of corners in a shape", pairs, limits::CORNER_PAIRS),
        ];
        for (_, path, what, value, most) in too_much.into_iter().filter(|(exceeded, ..)| *exceeded) {
            let rule = format!("must not bring the scene above {most} {what}");
            problems.push(Problem::new(path.as_str(), rule, "make it smaller, or leave some out").value(value));
        }
        if cost.corners > limits::CORNERS {
            let rule = format!("must have at most {} corners", limits::CORNERS);
            problems.push(Problem::new(shape, rule, "make it smaller, or use several bodies").value(cost.corners));
        }
    }
}

/// Every muscle of every body has a copy of its signal.
fn check_signals(document: &Document, problems: &mut Problems) {
    let size = |signal: &Signal| if let Signal::Keyframes(curve) = signal { curve.frames.len() as u64 } else { 1 };
    let mut sum = 0u64;
    for (i, body) in document.bodies.iter().enumerate() {
        let times = body.repeat.as_ref().map_or(1, Repeat::total);
        for (k, muscles) in body.muscles.iter().enumerate() {
            let before = sum <= limits::SIGNALS;
            let springs = (muscles.springs.len() + muscles.between.len()) as u64;
            sum = sum.saturating_add(springs.saturating_mul(size(&muscles.signal)).saturating_mul(times));
            if before && sum > limits::SIGNALS {
                let rule = format!("must not bring the scene above {} keyframes of muscles", limits::SIGNALS);
                let problem = Problem::new(format!("bodies[{i}].muscles[{k}]"), rule, "use a sine or a square, or fewer muscles");
                problems.push(problem.value(sum));
            }
        }
    }
}

fn of_shape(shape: &Shape) -> Cost {
    let cost = |points: u64, links: u64, corners: u64| Cost { points, links, corners };
    let grid = |columns: u32, rows: u32| {
        let (columns, rows) = (u64::from(columns), u64::from(rows));
        cost(columns * rows, 4 * columns * rows, 2 * (columns + rows))
    };
    match shape {
        Shape::Ball(ball) => cost(ball.points.into(), 2 * u64::from(ball.points), ball.points.into()),
        Shape::Balloon(balloon) => cost(balloon.points.into(), balloon.points.into(), balloon.points.into()),
        Shape::Ring(ring) => {
            let n = u64::from(ring.points);
            cost(2 * n + 1, n * (2 * u64::from(ring.reach) + 5), n)
        }
        Shape::Lattice(lattice) => grid(lattice.columns, lattice.rows),
        Shape::Truss(truss) => cost(truss.points.len() as u64, truss.beams.len() as u64, truss.outline.len() as u64),
        Shape::Chain(chain) => cost(u64::from(chain.links) + 1, chain.links.into(), 0),
        Shape::Rope(rope) => cost(u64::from(rope.pieces) + 1, rope.pieces.into(), 0),
        Shape::StickPolygon(polygon) => cost(polygon.corners.into(), 3 * u64::from(polygon.corners), polygon.corners.into()),
        Shape::Cloth(cloth) => Cost { corners: 0, ..grid(cloth.columns, cloth.rows) },
        Shape::Mesh(mesh) => of_mesh(mesh),
        Shape::Custom(custom) => cost(
            custom.points.len() as u64,
            (custom.springs.len() + custom.sticks.len() + custom.bends.len() + custom.triangles.len()) as u64,
            custom.outlines.iter().map(|corners| corners.len() as u64).sum(),
        ),
    }
}

/// A mesh has about two triangles to a point, and no more than a few times as many points as its area and its edges ask for.
fn of_mesh(mesh: &Mesh) -> Cost {
    let spacing = f64::from(mesh.spacing);
    let rows = || mesh.holes.iter().chain([&mesh.outline]);
    let length = |corners: &Vec<[f32; 2]>| -> f64 {
        let places = corners.iter().zip(corners.iter().cycle().skip(1));
        places.map(|(a, b)| f64::from(a[0] - b[0]).hypot(f64::from(a[1] - b[1]))).sum()
    };
    let corners = rows().map(|corners| length(corners) / spacing + corners.len() as f64).sum::<f64>();
    let low = mesh.outline.iter().fold([f32::MAX; 2], |low, p| [low[0].min(p[0]), low[1].min(p[1])]);
    let high = mesh.outline.iter().fold([f32::MIN; 2], |high, p| [high[0].max(p[0]), high[1].max(p[1])]);
    let area = f64::from(high[0] - low[0]) * f64::from(high[1] - low[1]);
    let points = corners + area / (0.866 * spacing * spacing);
    // Compared as floats before: `as` cuts off what is too large.
    Cost { points: points as u64, links: (3.0 * points) as u64, corners: corners as u64 }
}

fn of_scenery(shape: &SceneryShape) -> Cost {
    let corners = match shape {
        SceneryShape::Polygon(corners) | SceneryShape::Line(corners) => corners.len() as u64,
        SceneryShape::Box(_) => 4,
        SceneryShape::Slope(_) => 3,
        SceneryShape::Disc(disc) => disc.corners.into(),
    };
    Cost { points: corners, links: 0, corners }
}
