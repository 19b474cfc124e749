// All pages start in the same way, and most have buttons to zoom and a form that makes something.

import { at, complain, copy, on, onSubmit } from "./dom.js";

const SEEDS = 1_000_000; // A seed has six digits at most, so that people can tell it to each other.

/** An exported page holds what it shows, as it has no server; otherwise this is null. */
export const embedded = at("embedded") && JSON.parse(at("embedded").textContent);

/** Start the page, and mark it as ready, for which tests wait. @param {() => unknown} start */
export async function open(start) {
  try {
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

/** Let the form make something, and a button make another of it: with another seed. @param {() => unknown} make */
export function listenToForm(make) {
  onSubmit("form", make);
  on("another", "click", () => {
    at("form").elements.namedItem("seed").value = crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
    make();
  });
}

/**
 * Add the buttons that zoom a view, and return the rows of its keys.
 * @param {Pick<import("./view.js").CanvasView, "zoom" | "fit">} view
 * @returns {import("./keys.js").Row[]}
 */
export function addZooms(view) {
  at("zooms").insertAdjacentHTML("beforeend", `
    <button type="button" class="quiet" data-zoom="0.6667" aria-label="Zoom out" title="Zoom out">−</button>
    <button type="button" class="quiet" data-zoom="1.5" aria-label="Zoom in" title="Zoom in">+</button>
    <button type="button" class="quiet" data-zoom="fit" aria-label="Reset the view" title="Reset the view">
      <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="4"/><path d="M8 1v5M8 10v5M1 8h5M10 8h5"/></svg></button>`);
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
