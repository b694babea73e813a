// Plays with the page as people do, and checks what it reports: node sandbox.mjs ADDRESS CHROMIUM PICTURES MINUTES
//
// With MINUTES above 0 it then goes through scenes for so long and checks that memory stays as it is.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { LIMIT, launch, open } from "./page.mjs";

const [address, executablePath, pictures, minutes] = process.argv.slice(2);

// The smallest window that all controls must fit into. [px]
const WINDOW = { width: 1024, height: 700 };
// At one device pixel a pixel: emulated finer screens report a size to the canvas that real ones do not.
const PHONE = { width: 390, height: 844 };

const BALL = { version: 1, settings: { bounds: {} }, bodies: [{ ball: { radius: 0.8 }, at: [0, 0.85] }] };

// A link as anybody can make one, without our code.
const linkOf = (text) => `${address}#scene=1.${deflateSync(Buffer.from(text)).toString("base64url")}`;

const HOSTILE = {
  "cut off": [linkOf(JSON.stringify(BALL)).slice(0, -20), /damaged or incomplete/],
  bomb: [linkOf(" ".repeat(40 << 20)), /unfolds to too long a text/],
  "too long": [`${address}#scene=1.${"A".repeat(100_000)}`, /too long/],
  "invalid scene": [linkOf('{ "version": 1, "bodies": [{ "ball": { "radius": -1 } }] }'), /bodies\[0\]\.ball\.radius/],
  "endless work": [
    linkOf('{ "version": 1, "settings": { "substeps": 1024 }, "bodies": [{ "ball": {}, "repeat": { "columns": 40, "rows": 40 } }] }'),
    /points × substeps/,
  ],
  "no JSON": [linkOf("<script>alert(1)</script>"), /\d/],
  "later version": [`${address}#scene=7.AAAA`, /another version/],
};

const troubles = [];

// A page whose every complaint is kept.
async function newPage(browser, options = { viewport: WINDOW }) {
  const page = await (await browser.newContext(options)).newPage();
  page.on("pageerror", (problem) => troubles.push(`${problem}`));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("requestfailed", (request) => troubles.push(`${request.url()} failed`));
  // Choosers are answered only once somebody listens, and listening takes a moment to begin.
  page.on("filechooser", () => {});
  return page;
}

const report = (page) => page.evaluate(() => window.wobble.report());
const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

// Waits until the report is as it should be. `check` runs in the page and sees the report, and `about`.
async function until(page, what, check, about) {
  const test = new Function("about", `const report = window.wobble.report(); return (${check})(report, about);`);
  await page.waitForFunction(test, about, { timeout: LIMIT }).catch(async (problem) => {
    await picture(page, "trouble");
    throw new Error(`${what}: ${problem}; the report is ${JSON.stringify(await report(page))}`);
  });
}

async function goesOn(page) {
  const { frame } = await report(page);
  await until(page, "time goes on", (now, before) => now.frame > before + 5, frame);
}

async function loads(browser) {
  const page = await newPage(browser);
  const begin = performance.now();
  await open(page, address);
  console.log(`  loaded in ${Math.round(performance.now() - begin)} ms`);
  await goesOn(page);
  assert.equal((await report(page)).scene, "welcome");
  await picture(page, "welcome");
  return page;
}

async function dragsABlob(page) {
  await page.goto(linkOf(JSON.stringify(BALL)));
  await until(page, "the link is opened", (now) => now.scene === "link" && now.bodies === 1);
  await goesOn(page);
  const [x, y] = (await report(page)).places[0].window;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 160, y - 200, { steps: 12 });
  const follows = (now, [x, y]) => now.grabbed && Math.hypot(now.places[0].window[0] - x, now.places[0].window[1] - y) < 70;
  await until(page, "the ball follows the pointer", follows, [x + 160, y - 200]);
  await picture(page, "drag");
  await page.mouse.up();
  await until(page, "the ball is let go and falls", (now, y) => !now.grabbed && now.places[0].window[1] > y - 20, y);
}

async function switchesSceneAndMethod(page) {
  await page.keyboard.press("Digit3");
  await until(page, "3 opens the third scene of the thesis", (now) => now.scene === "thesis-3");
  await page.keyboard.press("PageDown");
  await until(page, "the next scene follows", (now) => now.scene === "thesis-4");
  const { method } = await report(page);
  await page.keyboard.press("KeyM");
  await until(page, "M takes another method", (now, before) => now.method !== before, method);
  await page.keyboard.press("KeyO");
  await page.waitForTimeout(1500);
  await picture(page, "gallery");
  await page.keyboard.press("Escape");
  await goesOn(page);
}

// What the app has computed, frame by frame beside drawing, is what the engine computes alone.
async function isTheEngine(page) {
  await page.keyboard.press("Digit1");
  await until(page, "some frames of a scene pass", (now) => now.scene === "thesis-1" && now.frame > 60);
  await page.keyboard.press("Space");
  await until(page, "space pauses", (now) => now.paused);
  const { scene, frame, state_hash } = await report(page);
  const alone = await page.evaluate(([name, count]) => window.wobble.sceneHash(name, count), [scene, frame]);
  assert.equal(state_hash, alone, `${scene} after ${frame} frames`);
  await page.keyboard.press("Space");
}

async function sharesALink(browser, page) {
  await page.keyboard.press("Digit2");
  await page.keyboard.press("KeyM");
  await until(page, "a scene with another method", (now) => now.scene === "thesis-2" && now.method !== "xpbd");
  await page.keyboard.press("KeyH");
  await page.waitForTimeout(500);
  await picture(page, "share");
  await page.keyboard.press("Escape");
  const link = await page.evaluate(() => window.wobble.link());
  const { method, bodies } = await report(page);
  const other = await newPage(browser);
  await open(other, link);
  await until(other, "the shared scene is open", (now, about) => now.bodies === about.bodies && now.method === about.method, { method, bodies });
  assert.equal((await report(other)).scene, "link");
  await other.context().close();
}

// What a key makes the page download, as bytes, and its name.
async function downloaded(page, key) {
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: LIMIT }), page.keyboard.press(key)]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}

// What a file chooser is given, after the key that opens it.
async function upload(page, name, text) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser", { timeout: LIMIT }), page.keyboard.press("Shift+KeyO")]);
  await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

async function exportsFilmAndPicture(page) {
  await page.keyboard.press("Digit2");
  await until(page, "some frames pass", (now) => now.scene === "thesis-2" && now.frame > 20);
  const [picture, png] = await downloaded(page, "KeyY");
  assert.equal(picture, "thesis-2.png");
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const [film, gif] = await downloaded(page, "KeyQ");
  assert.equal(film, "thesis-2.gif");
  assert.ok(gif.subarray(0, 6).toString() === "GIF89a" && gif.length > 5000, `${gif.length} bytes`);
}

async function buildsSavesAndOpens(page) {
  await upload(page, "mine.json", JSON.stringify(BALL));
  await until(page, "an uploaded file is played", (now) => now.scene === "mine" && now.bodies === 1);
  await page.keyboard.press("KeyX");
  await until(page, "it is being built", (now) => now.building && now.building.bodies === 1 && !now.building.unsaved);
  const before = await page.evaluate(() => window.wobble.document());
  const [x, y] = (await report(page)).places[0].window;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y - 120, { steps: 8 });
  await page.mouse.up();
  await until(page, "it was moved", (now) => now.building.unsaved && now.building.selected === 1);
  const moved = await page.evaluate(() => window.wobble.document());
  assert.notEqual(moved, before);
  await picture(page, "build");
  await page.keyboard.press("Control+KeyZ");
  await until(page, "it is undone", (now) => !now.building.unsaved);
  assert.equal(await page.evaluate(() => window.wobble.document()), before);
  await page.keyboard.press("Control+KeyY");
  await until(page, "it is redone", (now) => now.building.unsaved);
  return moved;
}

// What was not saved is found again after the page is loaded anew; what was saved is downloaded, and equal when it is opened.
async function keepsWork(page) {
  const moved = await buildsSavesAndOpens(page);
  await page.waitForFunction(() => localStorage.getItem("wobble-unsaved"), undefined, { timeout: LIMIT });
  assert.deepEqual(JSON.parse(await page.evaluate(() => localStorage.getItem("wobble-unsaved"))), JSON.parse(moved));
  await page.goto("about:blank");
  await open(page, address);
  await goesOn(page);
  await page.keyboard.press("KeyX");
  await until(page, "lost work is offered", (now) => now.building && now.recoverable);
  await picture(page, "recover");
  await upload(page, "mine.json", moved);
  await until(page, "it is opened to be built", (now) => now.building.bodies === 1);
  const [name, saved] = await downloaded(page, "Control+KeyS");
  assert.equal(name, "mine.json");
  assert.equal(saved.toString(), moved);
  await upload(page, "broken.json", "{ no scene");
  await until(page, "a broken file is refused in words", (now) => now.told && now.told.includes("broken"));
  assert.equal(await page.evaluate(() => window.wobble.document()), moved, "what was built is still there");
  await page.keyboard.press("KeyX");
  await until(page, "it is played", (now) => !now.building);
  await goesOn(page);
}

async function refusesHostileLinks(browser, page) {
  await page.keyboard.press("Digit1");
  for (const [name, [link, said]] of Object.entries(HOSTILE)) {
    // In a page that is open already, and in a new one.
    await page.goto(link);
    await until(page, `${name} is refused`, (now) => now.refusal);
    assert.match((await report(page)).refusal, said, name);
    assert.equal((await report(page)).scene, "thesis-1", "what was played goes on");
    await page.keyboard.press("Escape");
    await until(page, "the refusal is closed", (now) => !now.refusal);
  }
  const other = await newPage(browser);
  await open(other, HOSTILE["invalid scene"][0]);
  await until(other, "refused from the beginning", (now) => now.refusal && now.scene === "welcome");
  await goesOn(other);
  await picture(other, "refused");
  await other.context().close();
}

// One finger, from place to place.
async function swipe(page, [x, y], [dx, dy], during) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let k = 1; k <= 12; k++) {
    await touch("touchMove", [{ x: x + (dx * k) / 12, y: y + (dy * k) / 12 }]);
    await page.waitForTimeout(30);
  }
  await during();
  await touch("touchEnd", []);
}

async function fitsAPhone(browser) {
  const page = await newPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
  await open(page, linkOf(JSON.stringify(BALL)));
  await goesOn(page);
  const canvas = await page.locator("canvas").boundingBox();
  assert.deepEqual([canvas.width, canvas.height], [PHONE.width, PHONE.height]);
  const [x, y] = (await report(page)).places[0].window;
  assert.ok(x > 0 && x < PHONE.width && y > 0 && y < PHONE.height, "the ball is on the screen");
  const follows = (now, [x, y]) => now.grabbed && Math.hypot(now.places[0].window[0] - x, now.places[0].window[1] - y) < 70;
  await swipe(page, [x, y], [60, -120], () => until(page, "the ball follows a finger", follows, [x + 60, y - 120]));
  await picture(page, "phone");
  await page.context().close();
}

async function saysThatThereIsNoWebGl() {
  const browser = await launch(executablePath, ["--disable-3d-apis"]);
  try {
    const page = await browser.newPage({ viewport: WINDOW });
    await page.goto(address);
    await page.locator("#cover[data-state=failed]").waitFor({ timeout: LIMIT });
    assert.match(await page.locator("#words").textContent(), /WebGL/);
    await picture(page, "no-webgl");
  } finally {
    await browser.close();
  }
}

// How much memory the page holds once everything that can be freed is freed. [bytes]
async function memory(page, client) {
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  return { wasm: await page.evaluate(() => window.wobble.memory()), scripts: usedSize };
}

async function keepsItsMemory(page) {
  const client = await page.context().newCDPSession(page);
  const end = performance.now() + 60_000 * Number(minutes);
  const samples = [];
  while (performance.now() < end || samples.length < 4) {
    // Every round sees the same two scenes: memory of a module never shrinks, so a larger one would look like a leak.
    for (const key of ["Digit1", "Digit2", "Digit3", "Digit4", "PageDown", "KeyM", "PageUp", "KeyO", "Escape", "KeyR", "KeyH", "Escape"]) {
      await page.keyboard.press(key);
      await goesOn(page);
      const [x, y] = (await report(page)).places[0]?.window ?? [400, 300];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 100, y - 100, { steps: 5 });
      await page.mouse.up();
    }
    samples.push(await memory(page, client));
    const { wasm, scripts } = samples.at(-1);
    console.log(`  round ${samples.length}: WebAssembly ${(wasm / 1e6).toFixed(1)} MB, scripts ${(scripts / 1e6).toFixed(2)} MB`);
  }
  // In the first half caches fill, and the past that one can go back to.
  const [settled, last] = [samples[Math.floor(samples.length / 2)], samples.at(-1)];
  assert.ok(last.wasm <= 1.05 * settled.wasm, "the module's memory grows");
  assert.ok(last.scripts <= 1.2 * settled.scripts + 1e6, "the memory of scripts grows");
}

async function step(name, run) {
  const begin = performance.now();
  console.log(name);
  const result = await run();
  console.log(`  ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  assert.deepEqual(troubles, [], "nothing was complained about in the console");
  return result;
}

await mkdir(pictures, { recursive: true });
const browser = await launch(executablePath);
try {
  const page = await step("loads", () => loads(browser));
  await step("drags a blob", () => dragsABlob(page));
  await step("switches scene and method", () => switchesSceneAndMethod(page));
  await step("computes what the engine computes", () => isTheEngine(page));
  await step("shares a link", () => sharesALink(browser, page));
  await step("exports film and picture", () => exportsFilmAndPicture(page));
  await step("builds, saves, opens and recovers", () => keepsWork(page));
  await step("refuses hostile links", () => refusesHostileLinks(browser, page));
  await step("fits a phone", () => fitsAPhone(browser));
  await step("says that there is no WebGL", saysThatThereIsNoWebGl);
  if (Number(minutes) > 0) await step("keeps its memory", () => keepsItsMemory(page));
} finally {
  await browser.close();
}
