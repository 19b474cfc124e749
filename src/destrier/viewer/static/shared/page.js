// All pages start in the same way, and most have buttons to zoom and a form that makes something.

import { at, complain, copy, on, onSubmit, valueOf } from "./dom.js";
import { ask } from "./request.js";
import { filled } from "./state.js";
import { listenToLanguage } from "./words.js";

const SEEDS = 1_000_000; // A seed has six digits at most, so that people can tell it to each other.

/** An exported page holds what it shows, as it has no server; otherwise this is null. */
export const embedded = at("embedded") && JSON.parse(at("embedded").textContent);

/** The names of the questions that are answered, as in the paths of the interface. */
export const answered = /** @type {Set<string>} */ (new Set());

/** Ask what is answered, hide what needs another answer, and show what tells so. */
async function askWhatIsAnswered() {
  const { answers } = await (await ask("/api/can")).json();
  for (const name of answers) answered.add(name);
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-needs], [data-lacks]"))) {
    const { needs = "", lacks = "" } = part.dataset;
    if (needs ? answered.has(needs) : !answered.has(lacks)) continue;
    if (part.tagName === "OPTION") part.remove(); // which not all browsers can hide
    part.hidden = true;
    delete part.dataset.modes; // which would show it
  }
}

/** People write choices after a ?, too, as to a server; the page keeps them after the #. */
function takeQuery() {
  const { search, hash, pathname } = location;
  if (search.length > 1 && hash.length < 2) history.replaceState(history.state, "", `${pathname}#${search.slice(1)}`);
}

/** Start the page, and mark it as ready, for which tests wait. @param {() => unknown} start */
export async function open(start) {
  try {
    if (!embedded) {
      listenToLanguage();
      takeQuery();
      await askWhatIsAnswered();
    }
    await start();
    document.body.dataset.ready = "true";
  } catch (error) {
    complain(error);
  }
}

/** Let the page follow its address, and copy it. `remember` writes the current state to it, or explains why it cannot. */
export function listenToAddress(/** @type {(hash: string) => unknown} */ restore, /** @type {() => string | void} */ remember = () => {}) {
  addEventListener("hashchange", ({ newURL }) => restore(new URL(newURL).hash)); // the address may be written by now
  on("share", "click", () => share(remember() || ""));
}

/** Copy the address, unless there is a reason not to. @param {string} why */
export const share = (why) => (why ? complain(new Error(why), "file-error") : copy(at("share"), location.href));

/** A field of the form. The field `length`, too, which is otherwise the number of elements. @param {string} name */
export const field = (name) => at("form").elements.namedItem(name);

/** What a form holds by name, without what is disabled or empty. @param {HTMLFormElement} form */
export function valuesOf(form) {
  const fields = /** @type {any[]} */ ([...form.elements]).filter(({ name, disabled }) => name && !disabled);
  return filled(Object.fromEntries(fields.map((one) => [one.name, one.type === "number" && one.value ? Number(one.value) : valueOf(one)])));
}

/** Let the form make something, and a button make another of it: with another seed. @param {() => unknown} make */
export function listenToForm(make) {
  onSubmit("form", make);
  on("another", "click", () => {
    field("seed").value = crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
    make();
  });
}

/** Let the buttons of `zooms.html` zoom a view; return the rows of its keys. @param {import("./view.js").CanvasView} view @returns {import("./keys.js").Row[]} */
export function listenToZooms(view) {
  on("zooms", "click", ({ target }) => {
    const { zoom } = target.closest("button")?.dataset ?? {};
    if (zoom === "fit") view.fit();
    else if (zoom) view.zoom(Number(zoom));
  });
  return [
    { help: "Zoom in, zoom out", keys: { "+": () => view.zoom(1.4), "−": () => view.zoom(1 / 1.4) } },
    { help: "Reset the view", keys: { 0: () => view.fit() } },
  ];
}
