// Prints the hashes of scenes as node computes them, a line each: node node_hash.mjs BUNDLE FRAMES SCENE...
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [bundle, frames, ...scenes] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { scene_hash } = require(resolve(bundle, "wobble_web.js"));
for (const scene of scenes) {
  console.log(scene_hash(scene, Number(frames)));
}
