// Canvases take their colours from the style of the page, or from that of their stage, so that they follow the dark mode
// and the styles of drawings. The colours along a tour are made from these.

const NAMES = "board shade grid label ink faint rail switched turn crossing accent dot dots".split(" ");
const STEPS = 96;

/** @typedef {Record<string, any> & { gradient: string[], palette: string[], isDark: boolean }} Theme */

/** The colours in which a stage is drawn. @param {Element} stage @returns {Theme} */
export function theme(stage) {
  const style = getComputedStyle(stage);
  const named = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const list = (/** @type {string} */ name) => named(name).split(/\s+/);
  const colours = Object.fromEntries(NAMES.map((name) => [name, named(name)]));
  return { ...colours, isDark: named("dark") === "1", gradient: list("gradient"), palette: list("palette") };
}

/** The colours along a tour, in steps that look equal. @param {Theme} theme */
export function ramp({ gradient }) {
  return Array.from({ length: STEPS }, (_, step) => {
    const place = (step / (STEPS - 1)) * (gradient.length - 1);
    const before = Math.min(Math.floor(place), gradient.length - 2);
    return `color-mix(in oklab, ${gradient[before + 1]} ${100 * (place - before)}%, ${gradient[before]})`;
  });
}
