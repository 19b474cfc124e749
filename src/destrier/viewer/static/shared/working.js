// Long work is shown on the stage, with the elapsed seconds, and can be cancelled there.

import { at, complain, make, on } from "./dom.js";
import { ask, cancelAll } from "./request.js";

const PATIENCE = 300; // Work that takes fewer milliseconds is not told.
const ASK_EVERY = 1000; // The milliseconds after which the server is asked whether it is still compiling.

/** The descriptions and start times of current work, in order. */
const underway = /** @type {Set<{ words: string, begun: number, panel: string }>} */ (new Set());
let timer = 0;

/**
 * Wait for a promise while the stage, which is dimmed, says what is done; if it fails, show why and return null. What
 * leaves the stage as it is, is told above a part of a panel instead.
 * @template T
 * @param {string} words
 * @param {Promise<T>} promise
 */
export async function working(words, promise, { place = "error", panel = "" } = {}) {
  at(place).textContent = "";
  const job = { words, begun: performance.now(), panel };
  underway.add(job);
  timer ||= setInterval(tell, 100);
  tell();
  try {
    return await promise;
  } catch (error) {
    complain(error, place);
    return null;
  } finally {
    underway.delete(job);
    tell();
  }
}

/** Cancel all that is being done; what was shown before stays. Where nothing is done, Escape is left to the browser. */
function cancelWork() {
  cancelAll();
  return underway.size > 0;
}

/** Its row of the table of keys. @type {import("./keys.js").Row} */
export const CANCELLING = { help: "Cancel", keys: { Esc: cancelWork } };

function tell() {
  const stage = at("stage");
  if (!underway.size) {
    clearInterval(timer);
    timer = 0;
  }
  if (!stage) return;
  const isDimmed = [...underway].some(({ panel }) => !panel);
  stage.classList.toggle("busy", isDimmed);
  stage.setAttribute("aria-busy", String(isDimmed));
  const [job] = underway;
  const milliseconds = job ? performance.now() - job.begun : 0;
  const note = at("work");
  note.hidden = milliseconds < PATIENCE;
  if (note.hidden) return;
  if (job.panel && note.nextElementSibling !== at(job.panel)) at(job.panel).before(note);
  if (!job.panel && note.parentElement !== stage) stage.append(note);
  askEngine(milliseconds);
  const words = preparation || job.words;
  if (at("work-words").textContent !== words) at("work-words").textContent = words;
  at("work-seconds").textContent = `${Math.floor(milliseconds / 1000)} s`;
}

/** What the server compiles, in words; nothing if it does not. */
let preparation = "";
let asked = 0;

/** Ask the server now and then whether it compiles, if work takes long. @param {number} milliseconds */
async function askEngine(milliseconds) {
  if (milliseconds < ASK_EVERY) preparation = "";
  if (milliseconds < ASK_EVERY || performance.now() - asked < ASK_EVERY) return;
  asked = performance.now();
  const answer = await ask("/api/engine").catch(() => null); // what the work waits for tells what is wrong
  const { done, of } = answer ? await answer.json() : { done: 0, of: 0 };
  preparation = of ? `Preparing the engine, once for this installation: ${done} of ${of}` : "";
}

on("work-cancel", "click", cancelWork);
// The stage takes all pointers for itself, as they drag and click its board.
for (const event of ["pointerdown", "pointerup", "dblclick"]) on("work", event, (one) => one.stopPropagation());

/** Save a file once it has arrived. @param {string} words @param {Promise<{ file: Blob, name: string }>} promise */
export async function save(words, promise) {
  const saved = await working(words, promise, { place: "file-error", panel: "file-error" });
  if (!saved) return;
  const link = make("a", { href: URL.createObjectURL(saved.file), download: saved.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
