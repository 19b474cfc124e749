// Squares and moves. Squares have a row and a column, from 0 at the top left, and on boards of up to 26 columns also the
// name that chess players give them: a letter from the left on, and a number from the bottom on. Readers may prefer either.

import { recalled, store } from "./storage.js";

const PREFERENCE = "destrier-squares"; // what the browser calls it
const LETTERS = 26;
const A = 97; // the code of the letter

/** @typedef {{ rows: number, cols: number }} Sides */

/** The numbers from 0 up to, but not including, a number. @param {number} count */
export const range = (count) => Array.from({ length: count }, (_, number) => number);

/** The row and the column of a square. @param {number} square @param {number} cols */
export const placeOf = (square, cols) => /** @type {[number, number]} */ ([Math.floor(square / cols), square % cols]);

/** Whether squares are called by row and column, "rows", and not by their names, "". */
let preference = recalled(PREFERENCE);
export const squaresPreference = () => preference;
export const preferSquares = (/** @type {string} */ value) => store(PREFERENCE, (preference = value));

export const hasNames = (/** @type {Sides} */ { cols }) => cols <= LETTERS;

/** What stands below a column, and beside a row. */
export const fileOf = (/** @type {number} */ col) => (preference ? String(col) : String.fromCharCode(A + col));
export const rankOf = (/** @type {number} */ rows, /** @type {number} */ row) => String(preference ? row : rows - row);

/** Its name, or row and column where squares have none or a reader prefers these. @param {Sides} board @param {number} square */
export function nameOf({ rows, cols }, square) {
  const [row, col] = placeOf(square, cols);
  return hasNames({ rows, cols }) && !preference ? fileOf(col) + rankOf(rows, row) : `row ${row}, column ${col}`;
}

/** Its name, and whether it is no square. @param {Sides & { has: (row: number, col: number) => boolean }} board @param {number} square */
export function where(board, square) {
  const name = nameOf(board, square);
  return board.has(...placeOf(square, board.cols)) ? name : `${name}: not a square of the board`;
}

/** A message of the library, which has no capital, no full stop and no signs but those of a keyboard, as a sentence without its
 * sources. It names the squares of a board as the page does. @param {string} message @param {Sides} board */
export function sentence(message, { rows, cols } = { rows: 0, cols: 0 }) {
  const named = message.replace(/\b(0|[1-9]\d*),(0|[1-9]\d*)\b/g, (pair, row, col) => (row < rows && col < cols ? nameOf({ rows, cols }, row * cols + Number(col)) : pair));
  const plain = named.replace(/ \(\p{Lu}[^()]* \d{4}\)(?=:)/u, "").replace(/(?<=\d) x (?=\d)/g, " × ");
  return plain.replace(/^[a-z](?=\w* )/, (letter) => letter.toUpperCase()).replace(/[^.?!]$/, "$&.");
}

/** Parse the row and the column from a text such as "e4" or "4, 4"; null if it names no square of the board. */
export function readSquare(/** @type {Sides} */ { rows, cols }, /** @type {string} */ text) {
  const [, letter, rank] = text.match(/^\s*([a-z])([1-9]\d*)\s*$/i) ?? [];
  const [, row, col] = text.match(/^\s*(\d+)\s*,\s*(\d+)\s*$/) ?? [];
  const square = letter ? [rows - Number(rank), letter.toLowerCase().charCodeAt(0) - A] : [Number(row ?? -1), Number(col ?? -1)];
  return square[0] >= 0 && square[0] < rows && square[1] >= 0 && square[1] < cols ? square : null;
}

/** The names of files and ranks beside a drawing, where squares have names: the drawing has so many units a square, and a margin. */
export function labels(/** @type {Partial<Sides>} */ { rows = 0, cols = 0 }, /** @type {number} */ side, /** @type {number} */ margin) {
  if (!rows || !hasNames({ rows, cols })) return "";
  const text = (/** @type {unknown} */ name, /** @type {number} */ x, /** @type {number} */ y) => `<text x="${x}" y="${y}">${name}</text>`;
  const files = Array.from({ length: cols }, (_, col) => text(fileOf(col), side * (col + 0.5), side * rows + margin / 2));
  const ranks = Array.from({ length: rows }, (_, row) => text(rankOf(rows, row), -margin / 2, side * (row + 0.5)));
  return [...files, ...ranks].join("");
}

/** Whether a square is dark, as the one in the lower left corner is. */
export const isDark = (/** @type {number} */ rows, /** @type {number} */ row, /** @type {number} */ col) => (rows - 1 - row + col) % 2 === 0;

// The moves of a knight are numbered as in the library, as bytes hold them: move (i + 4) % 8 undoes move i, and moves 4
// to 7 go down. Each is a pair (row, col).

export const MOVES = [[-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2]];

/** The point at a share of the way from one to another. @template {number[]} P @param {P} from @param {P} to @returns {P} */
export const between = (from, to, /** @type {number} */ share) => /** @type {P} */ (from.map((value, axis) => value + share * (to[axis] - value)));

/** The crossing point of two moves relative to the start of the first, or null; the second starts at a given offset. */
export function crossing(/** @type {number[]} */ one, /** @type {number[]} */ other, /** @type {number} */ row, /** @type {number} */ col) {
  const turn = one[0] * other[1] - one[1] * other[0];
  const [along, across] = [other, one].map((step) => (row * step[1] - col * step[0]) / turn);
  const isInside = (/** @type {number} */ share) => share > 1e-9 && share < 1 - 1e-9; // never where they are parallel
  return isInside(along) && isInside(across) ? [along * one[0], along * one[1]] : null;
}
