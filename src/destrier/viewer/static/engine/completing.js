// Tours of which a part is given: whether a path can be finished, the twin of `viewer/work/play.py`, and which numbers of a
// worksheet leave one solution, in the manner of `puzzles/worksheet.py`, by depth-first search with a limit.

import { Tourney, moveBetween } from "../tours/tour.js";
import { Board, placeOf, range } from "./board.js";
import { NoSuchTour, Tours, Unsupported } from "./tours.js";

/** Squares by their place in the order, from 0 on. @typedef {Map<number, number>} Given */
/** The squares, and which of them are a move from each. @typedef {{ squares: number[], near: number[][] }} Knights */

const STEPS = 100_000; // of a search
const TRIES = 5; // searches that may fail
const LONGEST = 30; // rows or columns of a worksheet
const PLAYED = 8; // rows or columns of a board on which a path is finished

class Unfinished extends Error {}

/** @param {number} cols @param {number[]} squares @returns {Knights} */
export const knights = (cols, squares) => ({ squares, near: range(Math.max(...squares) + 1).map((one) => squares.filter((other) => moveBetween(one, other, cols) >= 0)) });

/** The first two tours that have these squares at these places, of which 0 is one. @param {Knights} board @param {Given} given @param {boolean} isClosed */
function tours({ squares, near }, given, isClosed) {
  const [found, order] = [/** @type {number[][]} */ ([]), [given.get(0) ?? 0]];
  const [first, last] = [order[0], given.get(squares.length - 1)];
  const places = new Map([...given].map(([place, square]) => [square, place]));
  const seen = new Set(order);
  let steps = 0;
  const free = (/** @type {number} */ square) => near[square].filter((other) => !seen.has(other));
  const visit = (/** @type {number} */ head) => {
    const place = order.length;
    if (place === squares.length) return void (!isClosed || near[head].includes(first) ? found.push([...order]) : 0);
    if (++steps > STEPS) throw new Unfinished();
    const left = free(head);
    const next = left.filter((square) => (places.get(square) ?? place) === place && (!given.has(place) || given.get(place) === square));
    for (const square of next.map((one) => ({ one, ways: free(one).length })).sort((a, b) => a.ways - b.ways).map(({ one }) => one)) {
      const isEnd = (/** @type {number} */ other) => free(other).length + Number(near[other].includes(square)) + Number(isClosed && near[other].includes(first)) < 2;
      seen.add(square);
      const ends = left.filter((other) => other !== square && isEnd(other));
      order.push(square);
      if (!ends.length || !isClosed && ends.length === 1 && ends[0] === (last ?? ends[0])) visit(square);
      order.pop();
      seen.delete(square);
      if (found.length === 2) return;
    }
  };
  visit(first);
  return found;
}

/** Whether a path can become a tour, and how, by an open tour of the rest; null if that is not known. @param {import("./board.js").Description & { kind: string, path: number[][] }} request */
export function finish({ kind, path, ...board }) {
  const { rows = 0, cols = 0, missing = [] } = board;
  const { squares } = new Board(board);
  if (Math.max(rows, cols) > PLAYED) throw new Error(`this is answered on boards of up to ${PLAYED} x ${PLAYED}, not ${rows} x ${cols}`);
  const given = path.map(([row, col]) => row * cols + col);
  const wrong = given.findIndex((square, place) => place && moveBetween(given[place - 1], square, cols) < 0);
  if (wrong > 0) throw new Error(`from ${path[wrong - 1]} to ${path[wrong]} is not a knight's move`);
  if (new Set(given).size < given.length) throw new Error("the path visits a square twice");
  const ends = kind === "open" ? [undefined] : squares.filter((square) => moveBetween(given[0], square, cols) >= 0).map((square) => placeOf(square, cols));
  const start = path[path.length - 1];
  if (path.length === squares.length) {
    const can = ends.some((end) => !end || String(end) === String(start));
    return { can, path: can ? path : null };
  }
  let can = /** @type {boolean | null} */ (false);
  for (const end of ends.filter((one) => !one || !path.some((square) => String(square) === String(one)))) {
    try {
      const rest = new Tours({ board: { rows, cols, missing: [...missing, ...path.slice(0, -1)] }, kind: "open", start, end });
      const { walk } = new Tourney(rows, cols, /** @type {Uint8Array} */ (rest.draw(0n)), given[given.length - 1]);
      return { can: true, path: [...path.slice(0, -1), ...Array.from(walk.order, (square) => placeOf(square, cols))] };
    } catch (error) {
      if (error instanceof Unsupported) can = null;
      else if (!(error instanceof NoSuchTour)) throw error;
    }
  }
  return { can, path: null };
}

/** Every n-th number of a tour, and others until no other tour has them, if that is soon shown. @param {import("../tours/tour.js").Tourney} tour @param {number} every */
export function worksheet({ rows, cols, cycleCount, isOpen, walk }, every) {
  if (cycleCount > 1) throw new Error("a worksheet needs a single tour: join the cycles first");
  if (Math.max(rows, cols) > LONGEST) throw new Error(`a worksheet has room for ${LONGEST} x ${LONGEST}, not for ${rows} x ${cols}`);
  const order = Array.from(walk.order);
  const usual = range(order.length).filter((place) => !place || place === order.length - 1 || (place + 1) % every === 0);
  const board = knights(cols, [...order].sort((a, b) => a - b));
  const told = (/** @type {number[]} */ places, /** @type {boolean} */ unique) => ({ numbers: places.map((place) => place + 1), unique });
  for (let tries = TRIES, places = usual; tries;) {
    let place = 0;
    try {
      const other = tours(board, new Map(places.map((one) => [one, order[one]])), !isOpen).find((one) => one.some((square, step) => square !== order[step]));
      if (!other) return told(places, true);
      place = other.findIndex((square, step) => square !== order[step]);
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      tries--;
      const widest = range(places.length - 1).reduce((best, gap) => (places[gap + 1] - places[gap] > places[best + 1] - places[best] ? gap : best), 0);
      place = (places[widest] + places[widest + 1]) >> 1;
    }
    places = [...places, place].sort((a, b) => a - b);
  }
  return told(usual, false);
}
