// Canvases take their colours from the style of the page, so that both follow the dark mode. The colours along a tour,
// and those of cycles, are computed.

import { make } from "./dom.js";

const NAMES = ["board", "grid", "ink", "faint", "rail", "switched", "turn", "crossing", "accent", "dot"];
const STEPS = 96;

export function theme() {
  const style = getComputedStyle(document.documentElement);
  const named = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return Object.fromEntries(NAMES.map((name) => [name, named(name)]));
}

export const isDark = () => getComputedStyle(document.documentElement).getPropertyValue("--dark").trim() === "1";

/** These hues are evenly spaced and equally bright, so that no part of a tour stands out. */
export const ramp = () =>
  Array.from({ length: STEPS }, (_, step) => `oklch(${isDark() ? 0.75 : 0.58} 0.15 ${(265 + (360 * step) / STEPS) % 360})`);

/** Cycles with neighbouring numbers are a golden section of the circle apart, so that their colours differ clearly. */
export const palette = () =>
  Array.from({ length: STEPS }, (_, cycle) => `oklch(${isDark() ? 0.75 : 0.55} 0.16 ${(30 + 360 * 0.618034 * cycle) % 360})`);

/** Convert CSS colours to numbers of four bytes, as an image holds them. @param {string[]} colours */
export function packed(colours) {
  const canvas = make("canvas", { width: colours.length, height: 1 });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  colours.forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(at, 0, 1, 1);
  });
  return new Uint32Array(context.getImageData(0, 0, colours.length, 1).data.buffer);
}
