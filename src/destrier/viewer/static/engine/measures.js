// The measures of a tourney, the twin of `measuring/metrics.py` and `measuring/sums.py`, without the bounds.

import { CROSSINGS, SPANS } from "../tours/tour.js";
import { MOVES, placeOf, range } from "../shared/squares.js";

/** @typedef {import("../tours/tour.js").Tourney} Tourney */

const COSINES = [4, 3, 0, -3, -4, -5]; // of the angles between two moves, in fifths
const SUMMED = 4096; // squares of the largest board whose line sums are taken

/** The maps of a board onto itself, about its centre: the new row, and the new column, of the old ones. @type {Record<string, number[]>} */
export const SYMMETRIES = {
  "identity": [1, 0, 0, 1], "rotate-90": [0, 1, -1, 0], "rotate-180": [-1, 0, 0, -1], "rotate-270": [0, -1, 1, 0],
  "flip-columns": [1, 0, 0, -1], "flip-rows": [-1, 0, 0, 1], "transpose": [0, 1, 1, 0], "anti-transpose": [0, -1, -1, 0],
};

/** How many of these there are. @template T @param {T[]} items @param {(item: T) => unknown} has */
const count = (items, has) => items.filter(has).length;

export function measure(/** @type {Tourney} */ tourney) {
  const { rows, cols, moves, isOpen, cycleCount: cycles, size } = tourney;
  const squares = range(moves.length);
  const goes = (/** @type {number} */ square, /** @type {number} */ move) => moves[square] >> move & 1;
  const pairs = squares.map((square) => range(8).filter((move) => goes(square, move))).filter((pair) => pair.length === 2);
  const bends = pairs.map(([one, other]) => (one + 12 - other) % 8);
  const cosines = pairs.map(([one, other]) => MOVES[one][0] * MOVES[other][0] + MOVES[one][1] * MOVES[other][1]);
  const light = squares.filter((square) => (Math.floor(square / cols) + square % cols) % 2 === 0);
  const crosses = (/** @type {number} */ square, /** @type {number[]} */ [one, other, row, col]) =>
    goes(square, one) && tourney.has(Math.floor(square / cols) + row, square % cols + col) && goes(square + row * cols + col, other);
  return {
    rows, cols, squares: size, cycles,
    kind: cycles > 1 ? "tourney" : isOpen ? "open" : "closed",
    turns: count(squares, (square) => tourney.isTurn(square)),
    crossings: squares.reduce((sum, square) => sum + count(CROSSINGS, (crossing) => crosses(square, crossing)), 0),
    rails: squares.reduce((sum, square) => sum + count(SPANS, (span) => tourney.isRail({ square, ...span })), 0),
    moves: range(8).map((move) => count(squares, (square) => goes(square, move))),
    relative_moves: range(8).map((way) => count(bends, (bend) => bend === way) + count(bends, (bend) => (8 - bend) % 8 === way)),
    angles: COSINES.map((cosine) => count(cosines, (one) => one === cosine)),
    charge: range(4).map((move) => count(light, (square) => goes(square, move)) - count(light, (square) => goes(square, move + 4))),
    symmetry: Object.keys(SYMMETRIES).filter((name) => isSymmetric(tourney, SYMMETRIES[name])),
    ...(cycles === 1 && !tourney.missing && size <= SUMMED ? sums(tourney) : {}),
  };
}

/** What a map does to the squares of a board, and to moves. @param {number[]} map @param {{ rows: number, cols: number }} board */
export function imageOf([a, b, c, d], { rows, cols }) {
  const images = MOVES.map(([row, col]) => MOVES.findIndex((step) => step[0] === a * row + b * col && step[1] === c * row + d * col));
  return {
    ofMove: (/** @type {number} */ move) => images[move],
    ofSquare: (/** @type {number} */ square) => {
      const [row, col] = [2 * Math.floor(square / cols) - rows + 1, 2 * (square % cols) - cols + 1]; // twice the distance to the centre
      return (a * row + b * col + rows - 1) / 2 * cols + (c * row + d * col + cols - 1) / 2;
    },
  };
}

/** Whether a map takes each move to a move. @param {Tourney} tourney @param {number[]} map */
function isSymmetric({ rows, cols, moves }, map) {
  if (map[1] && rows !== cols) return false;
  const { ofMove, ofSquare } = imageOf(map, { rows, cols });
  return moves.every((byte, square) => range(8).reduce((sum, move) => sum | (byte >> move & 1) << ofMove(move), 0) === moves[ofSquare(square)]);
}

/** The sums of the numbers in rows, columns and diagonals. A closed tour is numbered from the first square that makes it
 * magic, or else semi-magic. @param {Tourney} tourney */
function sums(tourney) {
  const { rows, cols, isOpen, walk: { order } } = tourney;
  const places = Array.from(order, (square) => placeOf(square, cols));
  const found = range(isOpen ? 1 : order.length).map((start) => {
    const [row_sums, column_sums, diagonal_sums] = [rows, cols, rows === cols ? 2 : 0].map((length) => new Array(length).fill(0));
    places.forEach(([row, col], place) => {
      const number = (place - start + places.length) % places.length + 1;
      row_sums[row] += number;
      column_sums[col] += number;
      if (row === col) diagonal_sums[0] += number; // which is nothing on other boards than squares
      if (row + col === cols - 1) diagonal_sums[1] += number;
    });
    const isEven = new Set(row_sums).size === 1 && new Set(column_sums).size === 1;
    const kind = !isEven ? "no" : rows === cols && new Set([...diagonal_sums, row_sums[0]]).size === 1 ? "magic" : "semi-magic";
    return { row_sums, column_sums, ...(rows === cols && { diagonal_sums }), magic: isEven ? `${kind} from ${places[start]}` : kind };
  });
  return found.find(({ magic }) => magic.startsWith("magic")) ?? found.find(({ magic }) => magic !== "no") ?? found[0];
}
