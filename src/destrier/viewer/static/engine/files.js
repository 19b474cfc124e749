// Tourneys as files, as `io/formats.py`, `io/listings.py` and `drawing/numbered_board.py` write them, and as drawings.

import { isDark, labels } from "../shared/squares.js";
import { moveBetween } from "../tours/tour.js";
import { range } from "./board.js";

/** @typedef {import("../tours/tour.js").Tourney} Tourney */
/** What a file takes: its media type, and how it is written. @typedef {[string, (tourney: Tourney, options: Record<string, string>) => string | Uint8Array]} Format */

const KNIGHTS = "# board: leaper 1 2\n"; // without which the empty cells around a table are no part of its board
const SIDE = 16; // units of a square in a drawing
const MARGIN = 12;

/** The paper, the light and the dark squares, their sides, the names of files and ranks, the moves, and their width.
 * @type {Record<string, [string, string, string, string, string, string, number]>} */
const STYLES = {
  chess: ["white", "#fbf5e6", "#e4d6bb", "none", "#6b5d45", "#1b1b1b", 0.11],
  paper: ["white", "none", "none", "#d4d4d4", "none", "black", 0.125],
  ink: ["white", "none", "none", "none", "none", "black", 0.16],
  blueprint: ["#16386b", "none", "none", "#41639a", "none", "white", 0.1],
  night: ["#12141a", "#262a35", "#1b1e27", "none", "#9aa0ad", "#f2e9d8", 0.11],
};

/** @type {Record<string, Format>} */
export const FORMATS = {
  svg: ["image/svg+xml", draw],
  npy: ["application/octet-stream", (tourney) => tourney.toNpy()],
  txt: ["text/plain", toText],
  json: ["application/json", toJson],
  moves: ["text/plain", toDigits],
  squares: ["text/plain", (tourney) => listing(tourney, namesOf(tourney), " ")],
  uci: ["text/plain", (tourney) => listing(tourney, movesOf(namesOf(tourney), tourney.isOpen), " ")],
  pairs: ["text/plain", (tourney) => listing(tourney, squaresOf(tourney).map(String), "\n")],
  order: ["text/plain", (tourney) => listing(tourney, indicesOf(tourney), "\n")],
  csv: ["text/csv", toCsv],
};

const squaresOf = (/** @type {Tourney} */ { cols, walk }) => Array.from(walk.order, (square) => [Math.floor(square / cols), square % cols]);

/** The name of a file, such as `aa` after `z`. @param {number} col @returns {string} */
const letters = (col) => (col < 0 ? "" : letters(Math.floor(col / 26) - 1) + String.fromCharCode(97 + col % 26));

const namesOf = (/** @type {Tourney} */ tourney) => squaresOf(tourney).map(([row, col]) => letters(col) + (tourney.rows - row));

/** Each name with the next one. @param {string[]} names @param {boolean} isOpen */
const movesOf = (names, isOpen) => names.map((name, place) => name + names[(place + 1) % names.length]).slice(0, isOpen ? -1 : names.length);

/** The numbers of the squares among those that the board has. @param {Tourney} tourney */
function indicesOf({ moves, walk }) {
  const present = range(moves.length).filter((square) => moves[square]);
  const indices = new Map(present.map((square, index) => [square, String(index)]));
  return Array.from(walk.order, (square) => indices.get(square) ?? "");
}

/** The squares of each cycle. @template T @param {Tourney} tourney @param {T[]} squares */
const byCycle = ({ walk: { ends } }, squares) => Array.from(ends, (end, cycle) => squares.slice(cycle && ends[cycle - 1], end));

function boardOf(/** @type {Tourney} */ { rows, cols, moves }) {
  const missing = range(rows * cols).filter((square) => !moves[square]).map((square) => [Math.floor(square / cols), square % cols]);
  return { rows, cols, ...(missing.length && { missing }) };
}

function listing(/** @type {Tourney} */ tourney, /** @type {string[]} */ items, /** @type {string} */ between) {
  if (tourney.cycleCount > 1) throw new Error(`a list of squares is one tour, not ${tourney.cycleCount} cycles`);
  const board = JSON.stringify({ ...boardOf(tourney), ...(tourney.isOpen && { kind: "open" }) });
  return `# ${board.replace(/[,:]/g, "$& ")}\n${items.join(between)}\n`;
}

function toJson(/** @type {Tourney} */ tourney) {
  const { missing = [], ...board } = boardOf(tourney);
  const kind = tourney.cycleCount > 1 ? "tourney" : tourney.isOpen ? "open" : "closed";
  return JSON.stringify({ ...board, kind, cycles: byCycle(tourney, squaresOf(tourney)), missing });
}

/** The numbers by rows, each written as a text; and what a reader has to know of them. @param {Tourney} tourney @param {(number: number) => string} write @param {string} between */
function table(tourney, write, between) {
  const { rows, cols, walk: { order, at, ends }, isOpen, cycleCount } = tourney;
  const mayClose = isOpen && order.length > 2 && moveBetween(order[order.length - 1], order[0], cols) >= 0;
  const lengths = Array.from(ends, (end, cycle) => end - (cycle && ends[cycle - 1]));
  const header = cycleCount > 1 ? `# cycles: ${lengths.join(" ")}\n` : mayClose ? "# open\n" : "";
  const lines = range(rows).map((row) => Array.from(at.subarray(row * cols, (row + 1) * cols), (place) => write(place + 1)).join(between) + "\n");
  return header + lines.join("");
}

function toText(/** @type {Tourney} */ tourney) {
  const width = String(tourney.size).length;
  return table(tourney, (number) => String(number || ".").padStart(width), " ");
}

function toCsv(/** @type {Tourney} */ tourney) {
  const { rows, cols } = tourney;
  const isEmpty = (/** @type {number[]} */ squares) => squares.every((square) => !tourney.moves[square]);
  const rim = [...[0, rows - 1].map((row) => range(cols).map((col) => row * cols + col)), ...[0, cols - 1].map((col) => range(rows).map((row) => row * cols + col))];
  return (rim.some(isEmpty) ? KNIGHTS : "") + table(tourney, (number) => String(number || ""), ",");
}

function toDigits(/** @type {Tourney} */ tourney) {
  if (tourney.isOpen) throw new Error("move digits describe closed tours and tourneys: no move leaves the end of an open tour");
  const { rows, cols, walk: { order } } = tourney;
  const digits = new Array(rows * cols).fill(".");
  order.forEach((/** @type {number} */ square, /** @type {number} */ place) => { digits[square] = moveBetween(square, tourney.after(place), cols); });
  return range(rows).map((row) => digits.slice(row * cols, (row + 1) * cols).join("") + "\n").join("");
}

function draw(/** @type {Tourney} */ tourney, /** @type {Record<string, string>} */ { style = "chess", numbers }) {
  const { rows, cols, moves, isOpen } = tourney;
  const order = Array.from(tourney.walk.order);
  const [paper, light, dark, lines, names, ink, width] = STYLES[style];
  const centre = (/** @type {number} */ square) => [square % cols, Math.floor(square / cols)].map((place) => SIDE * (place + 0.5));
  const all = range(rows * cols).filter((square) => moves[square]);
  const shade = (/** @type {number} */ isOne) => all.filter((square) => Number(isDark(rows, Math.floor(square / cols), square % cols)) === isOne)
    .map((square) => `M${SIDE * (square % cols)},${SIDE * Math.floor(square / cols)}h${SIDE}v${SIDE}h-${SIDE}z`).join("");
  const paths = byCycle(tourney, order).map((squares) => `M${squares.map((square) => centre(square).join()).join(" ")}${isOpen ? "" : "z"}`);
  const disc = (/** @type {number} */ square, /** @type {number} */ radius, fill = ink) => {
    const [x, y] = centre(square);
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${ink}"/>`;
  };
  const numbered = (/** @type {number} */ square, /** @type {number} */ place) => {
    const [x, y] = centre(square);
    return `${disc(square, 6, paper)}<text class="number" x="${x}" y="${y}" fill="${ink}">${place + 1}</text>`;
  };
  const [across, down] = [cols, rows].map((side) => SIDE * side + 2 * MARGIN);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="destrier ${style}" viewBox="${-MARGIN} ${-MARGIN} ${across} ${down}" width="${4 * across}" height="${4 * down}"
  font-family="sans-serif" font-size="6" text-anchor="middle" dominant-baseline="central" stroke-linecap="round" stroke-linejoin="round">
<title>${tourney.describe()} by a knight</title>
<rect class="background" x="${-MARGIN}" y="${-MARGIN}" width="100%" height="100%" fill="${paper}"/>
<g stroke="${lines}"><path class="light" fill="${light}" d="${shade(0)}"/><path class="dark" fill="${dark}" d="${shade(1)}"/></g>
<g class="labels" fill="${names}">${names === "none" ? "" : labels({ rows, cols }, SIDE, MARGIN)}</g>
<path class="tour" fill="none" stroke="${ink}" stroke-width="${numbers === "true" ? 1.25 : SIDE * width}" d="${paths.join("")}"/>
<g class="ends">${isOpen ? [0, order.length - 1].map((place) => disc(order[place], 3)).join("") : ""}</g>
<g class="numbers">${numbers === "true" ? order.map(numbered).join("") : ""}</g>
</svg>
`;
}
