// Canvases take their colours from the style of the page, or from that of their stage, so that they follow the dark mode
// and the styles of drawings. The colours along a tour, and those of cycles, are made from these.

const NAMES = [
  "board", "shade", "grid", "label", "ink", "faint", "rail", "switched", "turn", "crossing", "accent", "dot", "dots",
];
const STEPS = 96;
const GOLDEN = 0.618;

/** @typedef {Record<string, any> & { gradient: string[], palette: string[], hues: number[], isDark: boolean }} Theme */

/** The colours in which a stage is drawn. @param {Element} stage @returns {Theme} */
export function theme(stage) {
  const style = getComputedStyle(stage);
  const named = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const list = (/** @type {string} */ name) => named(name).split(/\s+/);
  const colours = Object.fromEntries(NAMES.map((name) => [name, named(name)]));
  return { ...colours, isDark: named("dark") === "1", gradient: list("gradient"), palette: list("palette"), hues: list("hues").map(Number) };
}

/** The colours along a tour, in steps that look equal. @param {Theme} theme */
export function ramp({ gradient }) {
  return Array.from({ length: STEPS }, (_, step) => {
    const place = (step / (STEPS - 1)) * (gradient.length - 1);
    const before = Math.min(Math.floor(place), gradient.length - 2);
    return `color-mix(in oklab, ${gradient[before + 1]} ${100 * (place - before)}%, ${gradient[before]})`;
  });
}

/** The colours of `cycles` cycles: a few, or else evenly spaced hues, with consecutive ones a golden section apart. */
export function palette(/** @type {Theme} */ { palette, hues: [saturation, value] }, /** @type {number} */ cycles) {
  if (cycles <= palette.length) return palette;
  const count = Math.min(cycles, STEPS);
  let stride = Math.round(count * GOLDEN);
  while (divisor(stride, count) > 1) stride++;
  const lightness = value * (1 - saturation / 2);
  const vivid = (value - lightness) / Math.min(lightness, 1 - lightness);
  const hue = (/** @type {number} */ cycle) => (360 * ((cycle * stride) % count)) / count;
  return Array.from({ length: count }, (_, cycle) => `hsl(${hue(cycle)} ${100 * vivid}% ${100 * lightness}%)`);
}

/** The greatest common divisor. @param {number} one @param {number} other @returns {number} */
export const divisor = (one, other) => (other ? divisor(other, one % other) : one);
