// The numbers of a worksheet, the twin of an easy one of `puzzles/worksheet.py`.

import { moveBetween } from "./tour.js";

/** Which of these squares are a move from each of them. @param {number} cols @param {number[]} squares */
export function movesAmong(cols, squares) {
  const near = /** @type {number[][]} */ ([]);
  for (const one of squares) near[one] = squares.filter((other) => moveBetween(one, other, cols) >= 0);
  return near;
}

/** Every n-th number of a tour, and others until looking where the knight can go finds the rest, as `puzzles/worksheet.py` does.
 * @param {import("./tour.js").Tourney} tour @param {number} every */
export function givens({ cols, isOpen, walk }, every) {
  const order = Array.from(walk.order);
  const [places, size] = [order.map((_, place) => place), order.length];
  const near = movesAmong(cols, order);
  const [placed, taken] = [new Set(), new Set()];
  const put = (/** @type {number} */ place) => { placed.add(place); taken.add(order[place]); };
  const beyond = (/** @type {number} */ place) => (isOpen ? place : (place + size) % size);
  const isSure = (/** @type {number} */ place, /** @type {number} */ step) => { // whether only one square is left for the next number
    const [next, second] = [beyond(place + step), order[beyond(place + 2 * step)]];
    if (!(next in order) || placed.has(next)) return false;
    const ends = placed.has(beyond(place + 2 * step)) ? near[second] : null;
    return near[order[place]].filter((square) => !taken.has(square) && (!ends || ends.includes(square))).length === 1;
  };
  const conclude = () => {
    let next;
    do {
      next = places.flatMap((place) => (placed.has(place) ? [1, -1].filter((step) => isSure(place, step)).map((step) => beyond(place + step)) : []));
      next.forEach(put);
    } while (next.length);
  };
  const given = places.filter((place) => !place || place === size - 1 || (place + 1) % every === 0);
  given.forEach(put);
  for (conclude(); placed.size < size; conclude()) {
    const known = places.filter((place) => placed.has(place));
    const widest = known.reduce((best, number, gap) => (known[gap + 1] - number > known[best + 1] - known[best] ? gap : best), 0);
    given.push((known[widest] + known[widest + 1]) >> 1);
    put(given[given.length - 1]);
  }
  return given.sort((a, b) => a - b).map((place) => place + 1);
}
