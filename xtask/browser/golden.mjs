// Prints the golden hashes as WebAssembly computes them, a scene and its hash in each line: node golden.mjs SITE [CHROMIUM]
//
// Without a browser node computes them. The browser talks to nobody: what it asks for is answered from SITE.
import { createRequire } from "node:module";
import { extname, join, normalize, resolve } from "node:path";

const FRAMES = 600;

// How long the browser may take to start. [ms]
const LIMIT = 60_000;

const ORIGIN = "http://golden.invalid";
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };

const [site, executablePath] = process.argv.slice(2);

function inNode() {
  const golden = createRequire(import.meta.url)(resolve(site, "node/wobble_golden.js"));
  const hash = (scene) => golden.golden_hash(scene, FRAMES, false);
  return golden.golden_scenes().split("\n").map((scene) => `${scene} ${hash(scene)}`);
}

async function inChromium() {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], timeout: LIMIT });
  try {
    const page = await browser.newPage();
    await page.route("**/*", (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (origin !== ORIGIN) return route.abort();
      if (pathname === "/") return route.fulfill({ contentType: TYPES[".html"], body: "<!doctype html>" });
      return route.fulfill({ contentType: TYPES[extname(pathname)], path: join(site, normalize(pathname)) });
    });
    await page.goto(`${ORIGIN}/`);
    return await page.evaluate(async (frames) => {
      const golden = await import("/pkg/wobble_golden.js");
      await golden.default();
      return golden.golden_scenes().split("\n").map((scene) => `${scene} ${golden.golden_hash(scene, frames, false)}`);
    }, FRAMES);
  } finally {
    await browser.close();
  }
}

console.log((executablePath ? await inChromium() : inNode()).join("\n"));
