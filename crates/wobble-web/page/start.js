// Loads the app, shows how far it is, and says in words what is wrong if it cannot start.
// `window.wobble` is for tests and for those who like to look behind things.
const cover = document.getElementById("cover");
const words = document.getElementById("words");
const progress = document.getElementById("progress");
const canvas = document.getElementById("world");

function show(state, text) {
  cover.dataset.state = state;
  words.textContent = text;
}

function hasWebGl() {
  const trial = document.createElement("canvas");
  return Boolean(trial.getContext("webgl2") ?? trial.getContext("webgl"));
}

// The module, counted while it arrives. Streamed on, so that the browser compiles meanwhile.
async function fetchModule(address, bytes) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  let arrived = 0;
  const counter = new TransformStream({
    transform(piece, onward) {
      arrived += piece.byteLength;
      progress.value = Math.min(arrived / bytes, 1);
      onward.enqueue(piece);
    },
    flush() {
      words.textContent = "Starting…";
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: { "content-type": "application/wasm" } });
}

// A crash leaves a still picture behind; nobody should have to guess.
function watch(page) {
  const timer = setInterval(() => {
    const crash = page.crash();
    if (crash !== undefined) {
      clearInterval(timer);
      show("crashed", `The sandbox has crashed. Reload the page to begin anew.\n\n${crash}`);
    }
  }, 1000);
}

async function start() {
  if (typeof WebAssembly !== "object") throw new Error("This page needs WebAssembly, which this browser does not have.");
  if (!hasWebGl()) {
    throw new Error(
      "This page draws with WebGL, and this browser has none or has switched it off. " +
        "Look for “hardware acceleration” in its settings, or use another browser.",
    );
  }
  const bytes = Number(document.querySelector("script[data-bytes]").dataset.bytes);
  // Imported here and not above, so that a missing file is told in words too.
  const { default: load, Page, scene_hash } = await import("./pkg/wobble_web.js");
  const { memory } = await load({ module_or_path: await fetchModule("pkg/wobble_web_bg.wasm", bytes) });
  const page = await Page.start(canvas, location.href);
  addEventListener("hashchange", () => page.open_link(location.href));
  window.wobble = {
    report: () => JSON.parse(page.report() ?? "null"),
    link: () => page.link(),
    document: () => page.document(),
    memory: () => memory.buffer.byteLength,
    sceneHash: scene_hash,
  };
  show("running", "");
  watch(page);
}

start().catch((problem) => show("failed", `${problem?.message ?? problem}`));
