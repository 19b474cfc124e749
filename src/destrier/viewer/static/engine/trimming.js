// Leave out squares that are in the way of a tour, for the purpose of `desk/trimming.py`: those that cannot be part of one,
// and then, one by one, squares of the colour that has more, or any, until there is a tour. Each is one that costs the fewest
// squares, and of these one with few neighbours, so that outlines stay smooth; in later attempts, chance has more of a say.

import { movesAmong } from "../tours/givens.js";
import { placeOf, range } from "../shared/squares.js";
import { Board } from "./board.js";
import { Stream, deriveKey } from "./seeds.js";
import { Unsupported } from "./sweep.js";
import { NoSuchTour, Tours } from "./tours.js";

const ATTEMPTS = 8;
const DEAR = 32; // the cost of a square, which is more than what tells those that cost the same apart
const MOST = 256; // squares

/** The largest part of a board without squares that have too few moves. @param {number[]} squares @param {number[][]} near @param {number} fewest @returns {number[]} */
function living(squares, near, fewest) {
  const there = new Set(squares);
  const left = new Set(squares.filter((square) => near[square].filter((other) => there.has(other)).length >= fewest));
  const parts = Array.from(left, (first) => {
    const part = new Set(left.delete(first) ? [first] : []);
    for (const square of part) for (const other of near[square]) if (left.delete(other)) part.add(other);
    return [...part];
  });
  const largest = parts.reduce((one, other) => (other.length > one.length ? other : one), []);
  return largest.length < squares.length ? living(largest, near, fewest) : squares;
}

/** @param {number} rows @param {number} cols @param {number[]} squares @param {"closed" | "open"} kind */
function hasTour(rows, cols, squares, kind) {
  const missing = range(rows * cols).filter((square) => !squares.includes(square)).map((square) => placeOf(square, cols));
  try {
    return Boolean(new Tours({ board: { rows, cols, missing }, kind }).draw(0n));
  } catch (error) {
    if (error instanceof NoSuchTour || error instanceof Unsupported) return false;
    throw error;
  }
}

/** A board that has a tour, without as few squares as are found, and these.
 * @param {{ rows: number, cols: number, missing?: number[][], kind?: "closed" | "open", seed?: number }} request */
export function trim({ rows, cols, missing = [], kind = "closed", seed = 0 }) {
  const { squares: all, places } = new Board({ rows, cols, missing });
  if (all.length > MOST) throw new Error(`The engine in the page trims boards of up to ${MOST} squares.`);
  const near = movesAmong(cols, all);
  const spare = Number(kind === "open");
  const side = (/** @type {number} */ square) => (Math.floor(square / cols) + square % cols) % 2 || -1;
  const surplus = (/** @type {number[]} */ squares) => squares.reduce((sum, square) => sum + side(square), 0);
  const isBeside = (/** @type {number[]} */ [row, col], /** @type {number[]} */ [down, across]) => Math.abs(row - down) < 2 && Math.abs(col - across) < 2;
  const beside = places.map((one) => places.filter((other) => isBeside(one, other)).length);
  const stream = new Stream(deriveKey(seed, "trim"));
  const whole = living(all, near, 2 - spare);
  const most = whole.length - Math.max(0, Math.abs(surplus(whole)) - spare);
  const tried = new Set();
  let best = /** @type {number[]} */ ([]);
  for (let attempt = 1; attempt <= ATTEMPTS && best.length < most; attempt++) {
    const turn = new Map(all.map((square, index) => [square, beside[index] + attempt * stream.below(1000) / 1000]));
    for (let squares = whole; squares.length > best.length;) {
      const more = surplus(squares);
      const isEven = Math.abs(more) <= spare;
      if (isEven && !tried.has(squares.join()) && hasTour(rows, cols, squares, kind)) best = squares;
      tried.add(squares.join());
      const ways = squares.filter((square) => isEven || side(square) * more > 0).map((square) => {
        const left = living(squares.filter((other) => other !== square), near, 2 - spare);
        return { left, cost: DEAR * (Math.abs(surplus(left)) - left.length) + (turn.get(square) ?? 0) };
      });
      squares = ways.reduce((one, other) => (other.cost < one.cost ? other : one), { left: /** @type {number[]} */ ([]), cost: Infinity }).left;
    }
  }
  if (!best.length) throw new Error("The engine in the page finds no part of this board that has a tour.");
  const kept = new Set(best);
  const lines = range(rows).map((row) => range(cols).map((col) => (kept.has(row * cols + col) ? "#" : ".")).join(""));
  return { shape: lines.join("\n"), left_out: places.filter(([row, col]) => !kept.has(row * cols + col)) };
}
