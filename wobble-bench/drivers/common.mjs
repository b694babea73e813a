// Reads a job from standard input, has an engine do it, and answers in JSON lines; see ../job.
import { readFileSync } from 'node:fs';

/** Over how many frames at the end speeds are taken. */
const LAST = 60;

export const readJob = () => JSON.parse(readFileSync(0, 'utf8'));

/** Does a job. An engine has step(), points() → [[x, y, vx, vy]…], outlines() → [{ corners, rest_area }…], name and settings. */
export function serve(job, engine, before) {
  const frameMs = [];
  let squares = 0;
  let busy = 0;
  for (let frame = 0; frame < job.frames; frame++) {
    const before = process.cpuUsage();
    const began = performance.now();
    engine.step();
    const spent = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    if (frame >= job.untimed) {
      frameMs.push(spent);
      busy += (user + system) / 1000;
    }
    if (frame + LAST >= job.frames) squares += meanSquareSpeed(engine.points());
  }
  const memory = [before, process.memoryUsage.rss()];
  for (const outline of engine.outlines()) say({ kind: 'outline', ...outline });
  const points = engine.points();
  const bound = (side, choose) => points.reduce((found, point) => choose(found, point[side]), points[0][side]);
  say({
    kind: 'summary',
    engine: engine.name,
    settings: engine.settings,
    frame_ms: frameMs,
    cpu_ms: busy / frameMs.length,
    rms_speed: Math.sqrt(squares / Math.min(LAST, job.frames)),
    low: [bound(0, Math.min), bound(1, Math.min)],
    high: [bound(0, Math.max), bound(1, Math.max)],
    memory,
  });
}

/** JSON writes what is no number as null, which is what an answer says for it. */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const meanSquareSpeed = (points) => points.reduce((sum, [, , vx, vy]) => sum + vx * vx + vy * vy, 0) / points.length;

/** Points on a circle, counter-clockwise from the right. */
export const ring = (count, radius, [x, y], turn = 0) =>
  Array.from({ length: count }, (_, k) => {
    const angle = turn + (2 * Math.PI * k) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

/** Points of a lattice, row after row from the lower left. */
export function lattice(columns, rows, spacing, [x, y]) {
  const left = x - 0.5 * spacing * (columns - 1);
  const bottom = y - 0.5 * spacing * (rows - 1);
  return Array.from({ length: columns * rows }, (_, k) => [left + spacing * (k % columns), bottom + spacing * Math.floor(k / columns)]);
}

/** Structural and both shear springs of such a lattice. */
export function latticeSprings(columns, rows) {
  const springs = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = row * columns + column;
      const right = column + 1 < columns;
      const up = row + 1 < rows;
      if (right) springs.push([here, here + 1]);
      if (up) springs.push([here, here + columns]);
      if (right && up) springs.push([here, here + columns + 1], [here + 1, here + columns]);
    }
  }
  return springs;
}

/** Around a lattice of 8 × 8 points, counter-clockwise. */
export const squareBorder = () => [
  ...Array.from({ length: 7 }, (_, k) => k),
  ...Array.from({ length: 7 }, (_, k) => 8 * k + 7),
  ...Array.from({ length: 7 }, (_, k) => 63 - k),
  ...Array.from({ length: 7 }, (_, k) => 56 - 8 * k),
];

/** The area of a polygon, positive counter-clockwise. */
export const area = (corners) =>
  corners.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length];
    return sum + 0.5 * (x * nextY - nextX * y);
  }, 0);
