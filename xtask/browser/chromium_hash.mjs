// Prints the hashes of scenes as the page computes them, a line each: node chromium_hash.mjs ADDRESS CHROMIUM FRAMES SCENE...
import { launch, open } from "./page.mjs";

const [address, executablePath, frames, ...scenes] = process.argv.slice(2);
const browser = await launch(executablePath);
try {
  const page = await open(await browser.newPage(), address);
  // What is not computed for the hash would only take time from it.
  await page.keyboard.press("Space");
  for (const scene of scenes) {
    console.log(await page.evaluate(([name, count]) => window.wobble.sceneHash(name, count), [scene, Number(frames)]));
  }
} finally {
  await browser.close();
}
