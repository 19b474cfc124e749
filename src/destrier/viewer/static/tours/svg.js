// What a view draws, as SVG: paths and a context that take the place of a canvas's. Colours are written as they are seen, so
// that a drawing needs no style of a page.

import { packed } from "../shared/dom.js";

/** Numbers as short as a drawing takes them. */
const short = (...numbers) => numbers.map((number) => Math.round(100 * number) / 100).join();

export class SvgPath {
  d = "";

  moveTo(x, y) { this.d += `M${short(x, y)}`; }
  lineTo(x, y) { this.d += `L${short(x, y)}`; }
  rect(x, y, width, height) { this.d += `M${short(x, y)}h${short(width)}v${short(height)}h${short(-width)}z`; }

  arc(x, y, radius) {
    const half = (across) => `a${short(radius, radius)} 0 1 1 ${short(across, 0)}`;
    this.d += `M${short(x + radius, y)}${half(-2 * radius)}${half(2 * radius)}z`;
  }
}

export class SvgContext extends SvgPath {
  fillStyle = "";
  strokeStyle = "";
  lineWidth = 1;
  font = "";
  /** What is drawn, in order: paths in a row that look the same are one. @type {{ look: string, d: string, text?: string }[]} */
  parts = [];

  beginPath() { this.d = ""; }
  fill({ d } = /** @type {SvgPath} */ (this)) { this.add(d, this.fillStyle, (colour) => `fill="${colour}"`); }
  stroke({ d } = /** @type {SvgPath} */ (this)) { this.add(d, this.strokeStyle, (colour) => `stroke="${colour}" fill="none" stroke-width="${short(this.lineWidth)}"`); }

  fillRect(...sides) {
    const path = new SvgPath();
    path.rect(.../** @type {[number, number, number, number]} */ (sides));
    this.fill(path);
  }

  fillText(text, x, y) {
    this.add("", this.fillStyle, (colour) => `x="${short(x)}" y="${short(y)}" dy=".35em" font-size="${short(parseFloat(this.font))}" fill="${colour}"`, text);
  }

  /** Add a part, unless it is transparent. */
  add(d, colour, lookIn, /** @type {string | undefined} */ text = undefined) {
    const [red, green, blue, alpha] = new Uint8Array(packed([colour]).buffer);
    const look = lookIn(`#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`);
    const last = this.parts[this.parts.length - 1];
    if (last?.look === look) last.d += d;
    else if (alpha) this.parts.push({ look, d, text });
  }

  document(title, width, height) {
    const written = this.parts.map(({ look, d, text }) => (text ? `<text ${look}>${text}</text>` : `<path ${look} d="${d}"/>`));
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
  font-family="sans-serif" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">
<title>${title}</title>
${written.join("\n")}
</svg>
`;
  }
}
