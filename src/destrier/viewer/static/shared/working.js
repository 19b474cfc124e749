// What takes a while is told on the stage, with the seconds, and can be cancelled there.

import { at, complain, make } from "./dom.js";
import { cancelAll } from "./request.js";

const PATIENCE = 300; // Work that takes fewer milliseconds is not told.

/** The words of what is being done, and since when, in the order in which it began. */
const underway = /** @type {Set<{ words: string, begun: number, dims: boolean }>} */ (new Set());
let timer = 0;

/**
 * Wait for a promise while the stage says what is done; if it fails, show why and return null. What is shown is dimmed
 * meanwhile, unless it stays valid.
 * @template T
 * @param {string} words
 * @param {Promise<T>} promise
 */
export async function working(words, promise, { place = "error", dims = true } = {}) {
  at(place).textContent = "";
  const job = { words, begun: performance.now(), dims };
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
export const CANCELLING = { help: "Cancel what is being done", keys: { Esc: cancelWork } };

/** Show on the stage what has been done for the longest time. */
function tell() {
  const stage = at("stage");
  if (!underway.size) {
    clearInterval(timer);
    timer = 0;
  }
  if (!stage) return;
  const isDimmed = [...underway].some(({ dims }) => dims);
  stage.classList.toggle("busy", isDimmed);
  stage.setAttribute("aria-busy", String(isDimmed));
  const [job] = underway;
  const milliseconds = job ? performance.now() - job.begun : 0;
  const place = at("work") ?? addPlace(stage);
  place.hidden = milliseconds < PATIENCE;
  if (place.hidden) return;
  if (at("work-words").textContent !== job.words) at("work-words").textContent = job.words;
  at("work-seconds").textContent = `${Math.floor(milliseconds / 1000)} s`;
}

/** @param {HTMLElement} stage */
function addPlace(stage) {
  const button = make("button", { type: "button", id: "work-cancel", title: "Cancel (Esc)", onclick: cancelWork }, "Cancel");
  const words = make("span", { id: "work-words", role: "status" });
  const place = make("div", { id: "work", hidden: true }, words, make("span", { id: "work-seconds" }), button);
  // The stage takes all pointers for itself, as they drag and click its board.
  for (const event of ["pointerdown", "pointerup", "dblclick"]) place.addEventListener(event, (/** @type {Event} */ one) => one.stopPropagation());
  stage.append(place);
  return place;
}

/** Save a file once it has arrived. @param {string} words @param {Promise<{ file: Blob, name: string }>} promise */
export async function save(words, promise) {
  const saved = await working(words, promise, { place: "file-error", dims: false });
  if (!saved) return;
  const link = make("a", { href: URL.createObjectURL(saved.file), download: saved.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
