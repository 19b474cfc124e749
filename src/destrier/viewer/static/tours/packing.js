// Boards and tourneys as text that an address can hold.

import { MOVES, placeOf } from "../shared/squares.js";
import { Tourney } from "./tour.js";

const PACKED_SQUARES = 10_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export const textOf = (squares) => squares.map((row) => row.map((square) => (square ? "#" : ".")).join("")).join("\n");

export const squaresOf = (text) => text.split("\n").map((line) => [...line].map((sign) => sign === "#"));

/** A shape: its sides, and a bit a square. */
export function packShape(shape) {
  const lines = shape.split("\n");
  const squares = [...lines.join("")].map((square) => Number(square !== "."));
  return pack(lines.length, lines[0].length, squares, 1);
}

export function unpackShape(text) {
  const { rows, cols, squares } = unpack(text, 1);
  if (!squares) return null;
  const letters = squares.map((square) => ".#"[square]).join("");
  return Array.from({ length: rows }, (_, row) => letters.slice(row * cols, (row + 1) * cols)).join("\n");
}

/** A tourney the same way, by the four moves down of each square; null if it is too large for an address. */
function packTourney({ rows, cols, moves, isOpen, walk }) {
  if (moves.length > PACKED_SQUARES) return null;
  const packed = pack(rows, cols, Array.from(moves, (byte) => byte >> 4), 4);
  return isOpen ? `${packed}.${walk.order[0]}` : packed;
}

/** The address form of a tourney without a recipe. */
export const given = (tourney) => ({ source: { tour: packTourney(tourney) }, codes: [] });

export function unpackTourney(text) {
  const [sides, letters, start] = text.split(".");
  const { rows, cols, squares } = unpack(`${sides}.${letters}`, 4);
  if (!squares) return null;
  const tourney = new Tourney(rows, cols, new Uint8Array(rows * cols), start === undefined ? null : Number(start));
  for (let square = 0; square < squares.length; square++) {
    for (let move = 4; move < 8; move++) {
      if (!(squares[square] >> (move - 4) & 1)) continue;
      const [row, col] = placeOf(square, cols).map((at, axis) => at + MOVES[move][axis]);
      if (row >= rows || col < 0 || col >= cols) return null;
      tourney.join(square, row * cols + col);
    }
  }
  const degrees = new Set(Array.from(tourney.moves, (_, square) => tourney.degree(square)));
  return [...degrees].every((degree) => degree < 3) && degrees.has(2) ? tourney : null;
}

function pack(rows, cols, squares, width) {
  const bits = squares.map((square) => square.toString(2).padStart(width, "0")).join("");
  const letters = (bits.match(/.{1,6}/g) ?? []).map((six) => LETTERS[parseInt(six.padEnd(6, "0"), 2)]);
  return `${rows}x${cols}.${letters.join("")}`;
}

function unpack(text, width) {
  const [, rows, cols, letters] = text.match(/^(\d+)x(\d+)\.([\w-]+)$/) ?? [];
  const size = Number(rows) * Number(cols);
  if (!letters || !size || letters.length !== Math.ceil((size * width) / 6)) return { rows: 0, cols: 0, squares: null };
  const bits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(6, "0")).join("");
  const squares = Array.from({ length: size }, (_, square) => parseInt(bits.slice(square * width, (square + 1) * width), 2));
  return { rows: Number(rows), cols: Number(cols), squares };
}
