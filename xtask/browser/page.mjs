// A browser, and the page in it.
import { chromium } from "playwright-core";

// How long launching and loading may take. [ms]
export const LIMIT = 35_000;

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

// playwright gives every launch a new, empty profile.
export function launch(executablePath, flags = []) {
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags], timeout: LIMIT });
}

// Opens an address and waits until the app runs; says what the page says if it does not.
export async function open(page, address) {
  await page.goto(address, { timeout: LIMIT });
  const cover = page.locator("#cover:not([data-state=loading])");
  await cover.waitFor({ state: "attached", timeout: LIMIT });
  if ((await cover.getAttribute("data-state")) !== "running") {
    throw new Error(`the page failed: ${await page.locator("#words").textContent()}`);
  }
  return page;
}
