// LiquidFun (Box2D's particles) as one of the engines: groups of particles, with the particle solver's iterations that the variant says.
//
// A particle is a disc, and groups touch with their discs, so the sixteen boundary particles of a blob stand on a circle that makes it a metre across with them;
// twelve more fill it, since elastic groups are made of triangles. Neighbours are three quarters of a diameter apart, as LiquidFun lays out groups itself: further
// apart they let others through. Strengths are the defaults, at which a blob alone is 0.96 as high as wide: stiffer than the workload asks for, but softer ones
// pass through each other. The price is the same. Outlines go through the centres of particles.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { area, lattice, readJob, ring, serve, squareBorder } from './common.mjs';

const require = createRequire(`${process.env.PEERS}/`);
const before = process.memoryUsage.rss();
// Given as bytes: its loader mistakes node's fetch for a browser's.
const wasmBinary = readFileSync(require.resolve('liquidfun-wasm/dist/umd/Box2D.simd.wasm'));
const box2D = await require('liquidfun-wasm')({ wasmBinary });
const job = readJob();

const SPRING = 1 << 3;
const ELASTIC = 1 << 4;
const WALL = 1 << 2;
const SOLID_GROUP = 1 << 0;

const iterations = Number(job.variant ?? 3);

const shapes = {
  blobs: {
    radius: 0.103,
    flags: ELASTIC,
    places: (start) => [...ring(16, 0.397, start), ...ring(9, 0.25, start, 0.1), ...ring(3, 0.09, start)],
    border: Array.from({ length: 16 }, (_, k) => k),
  },
  // Springs as in the workload. Elastic squares shoot through the floor: a regular lattice gives triangles that push themselves along.
  squares: { radius: 0.086, flags: SPRING, places: (start) => lattice(8, 8, 0.118, start), border: squareBorder() },
  // Springs join what is nearer than a diameter, so the discs must be large enough to reach along the diagonals.
  cloth: { radius: 0.0715, flags: SPRING, places: (start) => lattice(job.columns, job.rows, 0.1, start), border: [] },
};
const shape = shapes[job.scene];

const world = new box2D.b2World(new box2D.b2Vec2(0, -9.81));
if (job.width) addBox(job.width);

const systemDef = new box2D.b2ParticleSystemDef();
systemDef.radius = shape.radius;
const system = world.CreateParticleSystem(systemDef);

const counts = [];
for (const start of job.starts ?? [[0, 0]]) addGroup(shape.places(start), shape.flags);
if (job.scene === 'cloth') {
  for (let k = 0; k < job.columns; k++) {
    const index = (job.rows - 1) * job.columns + k;
    system.SetParticleFlags(index, shape.flags | WALL);
  }
}

function addBox(width) {
  const ground = world.CreateBody(new box2D.b2BodyDef());
  for (const [halfWidth, halfHeight, x, y] of [
    [width + 2, 1, width / 2, -1],
    [1, 500, -1, 498],
    [1, 500, width + 1, 498],
  ]) {
    const wall = new box2D.b2PolygonShape();
    wall.SetAsBox(halfWidth, halfHeight, new box2D.b2Vec2(x, y), 0);
    const fixture = new box2D.b2FixtureDef();
    fixture.shape = wall;
    fixture.friction = 0.5;
    ground.CreateFixture(fixture);
  }
}

function addGroup(places, flags) {
  const pointer = box2D._malloc(8 * places.length);
  box2D.HEAPF32.set(places.flat(), pointer >> 2);
  const def = new box2D.b2ParticleGroupDef();
  def.flags = flags;
  def.groupFlags = SOLID_GROUP;
  def.particleCount = places.length;
  def.positionData = box2D.wrapPointer(pointer, box2D.b2Vec2);
  system.CreateParticleGroup(def);
  box2D._free(pointer);
  counts.push(places.length);
}

/** LiquidFun sorts nothing within a group, and groups stay where they were made. */
function buffer(pointer) {
  const first = box2D.getPointer(pointer) >> 2;
  return box2D.HEAPF32.subarray(first, first + 2 * system.GetParticleCount());
}

const restCorners = shape.border.map((index) => shape.places([0, 0])[index]);
const engine = {
  name: 'liquidfun-wasm 7.0.0',
  settings: `${shape.flags === SPRING ? 'spring' : 'elastic'} groups, ${iterations} particle iterations, SIMD build`,
  step: () => world.Step(1 / 60, 8, 3, iterations),
  points: () => {
    const places = buffer(system.GetPositionBuffer());
    const speeds = buffer(system.GetVelocityBuffer());
    return Array.from({ length: places.length / 2 }, (_, k) => [places[2 * k], places[2 * k + 1], speeds[2 * k], speeds[2 * k + 1]]);
  },
  outlines: () => {
    if (shape.border.length === 0) return [];
    const places = buffer(system.GetPositionBuffer());
    return counts.map((count, group) => ({
      corners: shape.border.map((index) => [places[2 * (group * count + index)], places[2 * (group * count + index) + 1]]),
      rest_area: area(restCorners),
    }));
  },
};
serve(job, engine, before);
