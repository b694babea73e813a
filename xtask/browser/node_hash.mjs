// Prints the hash of the welcome scene as node computes it: node node_hash.mjs SITE FRAMES
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [site, frames] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { welcome_hash } = require(resolve(site, "node/wobble_web.js"));
console.log(welcome_hash(Number(frames)));
