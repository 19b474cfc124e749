// The playground: knight's tours by Python, which runs in the reader's browser. Python is loaded when it is first asked for.

const at = (id) => document.getElementById(`playground-${id}`);
const here = (path) => new URL(path, import.meta.url).href;

let python = null; // a promise of the module
let board = null;

async function loaded() {
  const { loadPyodide } = await import(here("pyodide/pyodide.mjs"));
  const interpreter = await loadPyodide({ indexURL: here("pyodide/") });
  const archive = await fetch(here("destrier.zip"));
  interpreter.unpackArchive(await archive.arrayBuffer(), "zip");
  return interpreter.pyimport("tours");
}

/** Do something with Python, and show the board. */
async function perform(what) {
  if (!at("form").reportValidity()) return;
  const { Playground } = await loadedOnce();
  const [rows, cols, seed] = ["rows", "cols", "seed"].map((name) => Number(at(name).value));
  if (what === "make") {
    board?.destroy();
    board = Playground(rows, cols, seed);
  } else board[what](Math.floor(Math.random() * 2 ** 31));
  at("told").textContent = board.words;
  at("board").innerHTML = board.svg;
  for (const name of ["shatter", "join"]) at(name).disabled = !board.cover.length;
}

/** Return the module, which is loaded when it is first needed. */
async function loadedOnce() {
  if (!python) at("told").textContent = "Loading Python …";
  try {
    return await (python ??= loaded());
  } catch (error) {
    python = null; // so that the next click tries again
    const reason = location.protocol === "file:" ? "open this page from a server" : "this site was built without it, or the network is down";
    at("told").textContent = `Python cannot be loaded: ${reason}.`;
    throw error;
  }
}

for (const what of ["shatter", "join"]) at(what).addEventListener("click", () => perform(what));
at("another").addEventListener("click", () => {
  at("seed").value++;
  perform("make");
});
at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  perform("make");
});
