// What a view draws, as SVG: paths and a context that take the place of a canvas's. Colours are written as they are seen, so
// that a drawing needs no style of a page.

import { packed } from "./dom.js";

/** Numbers as short as a drawing takes them. @param {number[]} numbers */
const short = (...numbers) => numbers.map((number) => Math.round(100 * number) / 100).join();

export class SvgPath {
  d = "";

  moveTo(/** @type {number} */ x, /** @type {number} */ y) { this.d += `M${short(x, y)}`; }
  lineTo(/** @type {number} */ x, /** @type {number} */ y) { this.d += `L${short(x, y)}`; }

  rect(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height) {
    this.d += `M${short(x, y)}h${short(width)}v${short(height)}h${short(-width)}z`;
  }

  /** A whole circle. @param {number} x @param {number} y @param {number} radius */
  arc(x, y, radius) {
    const half = (/** @type {number} */ across) => `a${short(radius, radius)} 0 1 1 ${short(across, 0)}`;
    this.d += `M${short(x + radius, y)}${half(-2 * radius)}${half(2 * radius)}z`;
  }
}

export class SvgContext extends SvgPath {
  fillStyle = "";
  strokeStyle = "";
  lineWidth = 1;
  font = "";
  /** What is drawn, in order: paths in a row that look the same are one. @type {{ look: string, d: string, text?: string }[]} */
  drawn = [];

  beginPath() { this.d = ""; }
  fill(/** @type {SvgPath} */ path = this) { this.#add(path, ["fill", this.fillStyle]); }
  stroke(/** @type {SvgPath} */ path = this) { this.#add(path, ["stroke", this.strokeStyle], ` fill="none" stroke-width="${short(this.lineWidth)}"`); }

  fillRect(/** @type {number[]} */ ...[x, y, width, height]) {
    const path = new SvgPath();
    path.rect(x, y, width, height);
    this.fill(path);
  }

  fillText(/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) {
    const look = `x="${short(x)}" y="${short(y)}" dy=".35em" font-size="${short(parseFloat(this.font))}" fill="${seen(this.fillStyle)}"`;
    this.drawn.push({ look, d: "", text });
  }

  #add(/** @type {SvgPath} */ { d }, /** @type {string[]} */ [what, colour], more = "") {
    const look = `${what}="${seen(colour)}"${more}`;
    const last = this.drawn[this.drawn.length - 1];
    if (last?.look === look) last.d += d;
    else if (d && seen(colour) !== "none") this.drawn.push({ look, d });
  }

  /** The drawing, with a title. @param {string} title @param {number} width @param {number} height */
  document(title, width, height) {
    const parts = this.drawn.map(({ look, d, text }) => (text === undefined ? `<path ${look} d="${d}"/>` : `<text ${look}>${text}</text>`));
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
  font-family="sans-serif" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">
<title>${title}</title>
${parts.join("\n")}
</svg>
`;
  }
}

/** @type {Map<string, string>} */
const known = new Map();

/** A colour as it is seen; none if it is transparent. @param {string} colour */
function seen(colour) {
  if (!known.has(colour)) {
    const [red, green, blue, alpha] = new Uint8Array(packed([colour]).buffer);
    const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
    known.set(colour, alpha ? `#${hex}` : "none");
  }
  return known.get(colour);
}
