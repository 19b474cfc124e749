// What all pages have: links to each other, buttons to zoom, and a file of their own if they need no server.

import { at, complain, on } from "./dom.js";

const PAGES = { "index.html": "Tours", "boxes.html": "Boxes", "paths.html": "Paths" };

/** What the page itself holds, if it was exported; otherwise null, and there is a server. */
export const embedded = at("embedded") && JSON.parse(at("embedded").textContent);

/** Complete the page of this name, and say when it is ready. @param {string} name @param {() => unknown} start */
export async function open(name, start) {
  document.body.classList.toggle("alone", Boolean(embedded));
  if (!embedded) document.querySelector("h1")?.insertAdjacentHTML("afterend", links(name));
  try {
    await start();
    document.body.dataset.ready = "true";
  } catch (error) {
    complain(error);
  }
}

/** @param {string} name */
function links(name) {
  const link = (/** @type {string[]} */ [address, title]) => `<a href="${address}"${title === name ? ' aria-current="page"' : ""}>${title}</a>`;
  return `<nav id="pages" aria-label="Pages">${Object.entries(PAGES).map(link).join("")}</nav>`;
}

/** Add the buttons that zoom a view. @param {import("./view.js").CanvasView} view */
export function addZooms(view) {
  at("zooms").insertAdjacentHTML("beforeend", `
    <button type="button" class="quiet" data-zoom="0.6667" aria-label="Zoom out" title="Zoom out">−</button>
    <button type="button" class="quiet" data-zoom="1.5" aria-label="Zoom in" title="Zoom in">+</button>
    <button type="button" class="quiet" data-zoom="fit" aria-label="Reset the view" title="Reset the view">⤢</button>`);
  on("zooms", "click", ({ target }) => {
    const { zoom } = target.dataset;
    if (zoom === "fit") view.fit();
    else if (zoom) view.zoom(Number(zoom));
  });
}
