// Prints the hash of the welcome scene as Chromium computes it: node chromium_hash.mjs SITE FRAMES CHROMIUM
//
// Serves SITE on a free port of loopback, opens its page, and waits for the hash to appear.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

// How long each of launch, load and run may take. [ms]
// Together less than the limit of `cargo xtask hash-check`, so that the browser is closed and not cut off.
const LIMIT = 35_000;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

// Works as root and without a GPU, and keeps the browser from calling anyone but our server.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-unsafe-swiftshader",
];

function serve(site) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    // A URL's path starts with "/" and normalize removes every "..", so nothing outside the site is read.
    const path = join(site, normalize(pathname === "/" ? "/index.html" : pathname));
    try {
      const body = await readFile(path);
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

async function hashShownBy(page, address) {
  page.on("pageerror", (problem) => console.error(problem));
  await page.goto(address, { timeout: LIMIT });
  const output = page.locator("#hash:not([data-state=running])");
  await output.waitFor({ timeout: LIMIT });
  const text = await output.textContent();
  if ((await output.getAttribute("data-state")) !== "done") {
    throw new Error(`the page failed: ${text}`);
  }
  return text;
}

const [site, frames, executablePath] = process.argv.slice(2);
const server = await serve(site);
try {
  // playwright gives every launch a new, empty profile.
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: LIMIT });
  try {
    const address = `http://127.0.0.1:${server.address().port}/?frames=${frames}`;
    console.log(await hashShownBy(await browser.newPage(), address));
  } finally {
    await browser.close();
  }
} finally {
  server.closeAllConnections();
  server.close();
}
