// Tourneys as files, as `io/formats.py`, `io/listings.py` and `drawing/numbered_board.py` write them.

import { moveBetween } from "../tours/tour.js";
import { placeOf, range } from "../shared/squares.js";

/** @typedef {import("../tours/tour.js").Tourney} Tourney */
/** What a file takes: its media type, and how it is written. @typedef {[string, (tourney: Tourney) => string | Uint8Array]} Format */

const KNIGHTS = "# board: leaper 1 2\n"; // without which the empty cells around a table are no part of its board
/** @type {Record<string, Format>} */
export const FORMATS = {
  npy: ["application/octet-stream", (tourney) => tourney.toNpy()],
  txt: ["text/plain", (tourney) => table(tourney, (number) => String(number || ".").padStart(String(tourney.size).length), " ")],
  json: ["application/json", toJson],
  moves: ["text/plain", toDigits],
  squares: ["text/plain", (tourney) => listing(tourney, namesOf(tourney), " ")],
  uci: ["text/plain", (tourney) => listing(tourney, movesOf(namesOf(tourney), tourney.isOpen), " ")],
  pairs: ["text/plain", (tourney) => listing(tourney, squaresOf(tourney).map(String), "\n")],
  order: ["text/plain", (tourney) => listing(tourney, indicesOf(tourney), "\n")],
  csv: ["text/csv", toCsv],
};

const squaresOf = (/** @type {Tourney} */ { cols, walk }) => Array.from(walk.order, (square) => placeOf(square, cols));

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
  const missing = range(rows * cols).filter((square) => !moves[square]).map((square) => placeOf(square, cols));
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
