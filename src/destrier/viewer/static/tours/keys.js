// These are the keys of the Tours page, beside those of its view and its transport.

import { at } from "../shared/dom.js";
import { arrows } from "../shared/keys.js";
import { embedded, listenToZooms } from "../shared/page.js";
import { listenToPresenting } from "./presenting.js";
import { CANCELLING } from "../shared/working.js";

const PAN = 60; // A key moves the board by so many pixels.
const COUNTED = 60; // frames that it is the mean of

export function keysOf(studio) {
  const { view, transport } = studio;
  const { stage } = view;
  const rate = frameRate(at("rate"));
  return [
    ...transport.keys,
    ...listenToZooms(view),
    ...listenToPresenting(view),
    CANCELLING,
    { help: "Choose a square of the board", on: stage, keys: arrows((right, down) => choose(studio, right, down)) },
    { help: "Move the board", on: stage, keys: arrows((right, down) => view.pan(-PAN * right, -PAN * down), "Shift+") },
    { help: "Click the chosen square", on: stage, keys: { Enter: () => studio.clickCursor() } },
    { help: "Undo", keys: { "Ctrl+Z": () => studio.walk(-1) } },
    { help: "Redo", keys: { "Ctrl+Shift+Z": () => studio.walk(1), "Ctrl+Y": () => studio.walk(1) } },
    { help: "Print", keys: { "Ctrl+P": () => at("print").click() } },
    { help: "Show the frame rate", keys: { F: rate } },
    ...(embedded ? [] : [
      { help: "Make another tour", keys: { N: () => studio.mode.showsTourney && at("another").click() } },
      { help: "Step by Warnsdorff's rule, in Play", keys: { W: () => studio.mode.stepByRule?.() } },
    ]),
  ];
}

/** Choose the square beside the chosen one. The first one is where the knight is, as the user looks there. */
function choose(studio, right, down) {
  const { view, mode, cursor } = studio;
  const { rows, cols } = view.board;
  const isFirst = cursor < 0;
  const from = isFirst ? (mode.path?.last ?? 0) : cursor;
  const row = Math.max(0, Math.min(rows - 1, Math.floor(from / cols) + (isFirst ? 0 : down)));
  const col = Math.max(0, Math.min(cols - 1, (from % cols) + (isFirst ? 0 : right)));
  studio.cursor = row * cols + col;
  view.reveal(studio.cursor);
  studio.readout(mode.describe(studio.cursor), true);
  view.redrawTop();
}

/** What shows the frame rate, or hides it, for whoever wants to see whether all goes smoothly. */
function frameRate(label) {
  let times = /** @type {number[]} */ ([]);
  const count = (now) => {
    if (label.hidden) return;
    times = [...times, now].slice(-COUNTED);
    const seconds = (now - times[0]) / 1000;
    if (seconds) label.textContent = `${Math.round((times.length - 1) / seconds)} frames a second`;
    requestAnimationFrame(count);
  };
  return () => {
    label.hidden = !label.hidden;
    times = [];
    if (!label.hidden) requestAnimationFrame(count);
  };
}
