// matter-js as one of the engines: circles held together by constraints, default iterations, 100 units to the metre.
//
// It has no kept area, so a blob has a hub and sixteen spokes in its place. Circles stand on a circle that makes the blob a metre across with them, with no
// gap between neighbours that another could pass. Outlines go through their centres.
import { createRequire } from 'node:module';
import { area, lattice, latticeSprings, readJob, ring, serve, squareBorder } from './common.mjs';

const before = process.memoryUsage.rss();
const { Bodies, Body, Composite, Constraint, Engine } = createRequire(`${process.env.PEERS}/`)('matter-js');
const job = readJob();

const UNITS = 100; // [1/m]
const FRAME = 1000 / 60; // [ms]
/** Stiffer than the workload asks for (0.97 as high as wide): without a kept area softer blobs are pressed flat in a pile. */
const BLOB_STIFFNESS = 0.3;

const rounds = Array.from({ length: 16 }, (_, k) => k);
const shapes = {
  blobs: {
    places: (start) => [...ring(16, 0.41, start), start],
    springs: rounds.flatMap((k) => [[k, (k + 1) % 16], [k, (k + 2) % 16], [k, 16]]),
    border: rounds,
    mass: 1 / 17,
    stiffness: BLOB_STIFFNESS,
    disc: 0.09, // [m]
  },
  squares: {
    places: (start) => lattice(8, 8, 0.9 / 7, start),
    springs: latticeSprings(8, 8),
    border: squareBorder(),
    mass: 1 / 64,
    stiffness: 0.5,
    disc: 0.05,
  },
  cloth: {
    places: (start) => lattice(job.columns, job.rows, 0.1, start),
    springs: job.scene === 'cloth' ? latticeSprings(job.columns, job.rows) : [],
    border: [],
    mass: 0.001,
    stiffness: 1,
    disc: 0.02,
  },
};
const shape = shapes[job.scene];

const engine = Engine.create({ enableSleeping: false, gravity: { x: 0, y: -1, scale: (9.81 * UNITS) / 1e6 } });
if (job.width) {
  const wall = (x, y, width, height) => Bodies.rectangle(UNITS * x, UNITS * y, UNITS * width, UNITS * height, { isStatic: true, friction: 0.5 });
  const { width } = job;
  Composite.add(engine.world, [wall(width / 2, -1, width + 4, 2), wall(-1, 50, 2, 104), wall(width + 1, 50, 2, 104)]);
}
const groups = (job.starts ?? [[0, 0]]).map((start) => makeGroup(shape.places(start)));

function makeGroup(places) {
  const collides = job.scene !== 'cloth';
  const group = Body.nextGroup(true);
  const collisionFilter = collides ? { group } : { group, mask: 0 };
  const discs = places.map(([x, y], index) => {
    const disc = Bodies.circle(UNITS * x, UNITS * y, UNITS * shape.disc, {
      friction: 0.5,
      frictionAir: 0,
      restitution: 0,
      collisionFilter,
      isStatic: job.scene === 'cloth' && index >= (job.rows - 1) * job.columns,
    });
    if (!disc.isStatic) Body.setMass(disc, shape.mass);
    return disc;
  });
  const link = ([a, b]) => Constraint.create({ bodyA: discs[a], bodyB: discs[b], stiffness: shape.stiffness });
  Composite.add(engine.world, [...discs, ...shape.springs.map(link)]);
  return discs;
}

const place = ({ position }) => [position.x / UNITS, position.y / UNITS];
serve(
  job,
  {
    name: 'matter-js 0.20.0',
    settings: `circles and constraints, stiffness ${shape.stiffness}, default iterations`,
    step: () => Engine.update(engine, FRAME),
    // It counts velocities in units a frame.
    points: () => groups.flat().map((disc) => [...place(disc), (60 * disc.velocity.x) / UNITS, (60 * disc.velocity.y) / UNITS]),
    outlines: () => {
      if (shape.border.length === 0) return [];
      const restArea = area(shape.border.map((index) => shape.places([0, 0])[index]));
      return groups.map((discs) => ({ corners: shape.border.map((index) => place(discs[index])), rest_area: restArea }));
    },
  },
  before,
);
