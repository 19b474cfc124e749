// The tourney: one byte a square, as in the library. Bit i of a byte is the move i.

import { none, number } from "../shared/dom.js";
import { MOVES, crossing, placeOf, range } from "../shared/squares.js";

const DOWN = [4, 5, 6, 7]; // the moves that go down
const BIT = Uint8Array.from({ length: 256 }, (_, byte) => Math.max(0, 31 - Math.clz32(byte & -byte)));

/** A subgraph of the knight's graph, such as a network that has not settled. */
export class Graph {
  #missing = none;

  /** @param {number} rows @param {number} cols @param {Uint8Array} moves */
  constructor(rows, cols, moves) {
    this.rows = rows;
    this.cols = cols;
    this.moves = moves;
    this.offsets = MOVES.map(([row, col]) => row * cols + col);
  }

  get isTourney() { return false; }

  /** Whether the board is no whole rectangle; looked for once. */
  get missing() { return (this.#missing ??= this.moves.includes(0)); }

  get isOpen() { return false; }

  /** @param {number} row @param {number} col */
  has(row, col) {
    return row >= 0 && col >= 0 && row < this.rows && col < this.cols && this.moves[row * this.cols + col] !== 0;
  }

  degree(/** @type {number} */ square) {
    let count = 0;
    for (let byte = this.moves[square]; byte; byte &= byte - 1) count++;
    return count;
  }

  /** Whether the two moves of a square are not opposite. */
  isTurn(/** @type {number} */ square) {
    const byte = this.moves[square];
    return byte !== 0 && (byte & (byte - 1)) !== 0 && ((byte << 4 | byte >> 4) & 255) !== byte;
  }
}

export function readNpy(/** @type {ArrayBuffer} */ buffer) {
  const header = 10 + new DataView(buffer).getUint16(8, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 10, header - 10));
  const shape = (text.match(/\(([\d, ]+)\)/)?.[1] ?? "").split(",").filter((side) => side.trim()).map(Number);
  return { shape, bytes: new Uint8Array(buffer, header, shape.reduce((product, side) => product * side, 1)) };
}

/** The pairs of moves that span a rail: its own, and that to the other; and where its middle is from its square. */
export const SPANS = DOWN.flatMap((primary) => DOWN.filter((cross) => cross !== primary).map((cross) =>
  ({ primary, cross, middle: [0, 1].map((axis) => (MOVES[primary][axis] + MOVES[cross][axis]) / 2) })));

const WALKED = 4_000_000; // squares; larger boards are walked when that is asked for

/** Two parallel moves: of a square, and of the one to which its move `cross` leads. @typedef {{ square: number, primary: number, cross: number }} Rail */

/** A graph in which every square has two moves; or one, at the two ends of an open tour. */
export class Tourney extends Graph {
  /** What the server has counted, how it looks the tour of the formation up, and how it made it; null if it has not. */
  measures = none;
  formation = none;
  recipe = none;
  #walk = none;

  /** @param {number} rows @param {number} cols @param {Uint8Array} moves @param {number | null} [start] */
  constructor(rows, cols, moves, start = none) {
    super(rows, cols, moves);
    this.start = start;
  }

  static fromNpy(/** @type {ArrayBuffer} */ buffer, start = none) {
    const { shape: [rows, cols], bytes } = readNpy(buffer);
    return new Tourney(rows, cols, bytes, start);
  }

  /** The tour that visits these square indices in turn. @param {number} rows @param {number} cols @param {ArrayLike<number>} order @param {boolean} closed */
  static fromOrder(rows, cols, order, closed) {
    const tour = new Tourney(rows, cols, new Uint8Array(rows * cols), closed ? null : order[0]);
    for (let i = 0; i < order.length - (closed ? 0 : 1); i++) tour.join(order[i], order[(i + 1) % order.length]);
    return tour;
  }

  /** Add the move between two squares. @param {number} here @param {number} there */
  join(here, there) {
    const move = moveBetween(here, there, this.cols);
    this.moves[here] |= 1 << move;
    this.moves[there] |= 1 << (move + 4) % 8;
  }

  toNpy() {
    const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${this.rows}, ${this.cols}), }`;
    const length = Math.ceil((11 + header.length) / 64) * 64 - 10;
    const bytes = new Uint8Array(10 + length + this.moves.length).fill(32, 10, 9 + length);
    bytes.set([0x93, 78, 85, 77, 80, 89, 1, 0, length & 255, length >> 8]);
    bytes.set(new TextEncoder().encode(header), 10);
    bytes[9 + length] = 10;
    bytes.set(this.moves, 10 + length);
    return bytes;
  }

  get isTourney() { return true; }

  /** The bytes that it takes, with its walk and its labels where it has them. */
  get bytes() { return this.moves.length * (this.isWalked ? 13 : 1); }

  get isOpen() { return this.walk.isOpen; }
  get cycleCount() { return this.walk.ends.length; }
  get size() { return this.walk.size; }

  /** Whether the walk along it is known, or soon found. */
  get isWalked() { return Boolean(this.#walk) || this.moves.length <= WALKED; }

  /** The squares in visiting order, when and in which cycle each is visited, and where each cycle ends in the order; walked once. */
  get walk() { return (this.#walk ??= this.#follow()); }

  #follow() {
    const { moves, offsets } = this;
    let size = 0;
    const single = [];
    for (let square = 0; square < moves.length; square++) {
      const byte = moves[square];
      if (byte !== 0) size++;
      if (byte !== 0 && (byte & (byte - 1)) === 0) single.push(square);
    }
    const order = new Int32Array(size);
    const at = new Int32Array(moves.length).fill(-1);
    const labels = new Int32Array(moves.length).fill(-1);
    const ends = /** @type {number[]} */ ([]);
    let step = 0;
    const follow = (/** @type {number} */ start) => {
      let square = start;
      let onward = moves[square];
      while (at[square] < 0) {
        at[square] = step;
        labels[square] = ends.length;
        order[step++] = square;
        if (onward === 0) break;
        const move = BIT[onward];
        square += offsets[move];
        onward = moves[square] & ~(1 << (move + 4) % 8);
      }
      ends.push(step);
    };
    if (single.length) follow(single.find((square) => square === this.start) ?? single[0]);
    for (let square = 0; square < moves.length; square++) if (moves[square] !== 0 && at[square] < 0) follow(square);
    return { order, at, labels, ends: Int32Array.from(ends), size, isOpen: single.length > 0 };
  }

  /** The square after the one at this place of the order; -1 after the end of an open tour. */
  after(/** @type {number} */ position) {
    const { order, ends, isOpen, labels, size } = this.walk;
    const cycle = labels[order[position]];
    if (position + 1 < ends[cycle]) return order[position + 1];
    return isOpen && position === size - 1 ? -1 : order[cycle ? ends[cycle - 1] : 0];
  }

  /** The nearest rail within reach of a point, or null. @param {number} row @param {number} col */
  railNear(row, col) {
    let nearest = none;
    let least = 0.9;
    for (let top = Math.floor(row) - 4; top <= row + 1; top++) {
      for (let left = Math.floor(col) - 4; left <= col + 4; left++) {
        if (!this.has(top, left)) continue;
        for (const { primary, cross, middle: [down, aside] } of SPANS) {
          const away = Math.hypot(top + down - row, left + aside - col);
          const rail = { square: top * this.cols + left, primary, cross };
          if (away < least && this.isRail(rail)) [nearest, least] = [rail, away];
        }
      }
    }
    return nearest;
  }

  isRail(/** @type {Rail} */ { square, primary, cross }) {
    if (!SPANS.some((span) => span.primary === primary && span.cross === cross) || !(square in this.moves)) return false;
    const [row, col] = placeOf(square, this.cols);
    if (!this.has(row + MOVES[cross][0], col + MOVES[cross][1])) return false; // the other corners are where the moves lead
    const near = this.moves[square];
    const far = this.moves[square + this.offsets[cross]];
    const beside = this.moves[square + this.offsets[primary]];
    return Boolean(near >> primary & 1 && far >> primary & 1 && !(near >> cross & 1) && !(beside >> cross & 1));
  }

  /** The tourney with the two moves of a rail exchanged for those across. */
  switched(/** @type {Rail} */ { square, primary, cross }) {
    const moves = this.moves.slice();
    const both = 1 << primary | 1 << cross;
    moves[square] ^= both;
    moves[square + this.offsets[primary]] ^= 1 << primary - 4 | 1 << cross;
    moves[square + this.offsets[cross]] ^= 1 << primary | 1 << cross - 4;
    moves[square + this.offsets[primary] + this.offsets[cross]] ^= both >> 4;
    return new Tourney(this.rows, this.cols, moves, this.start);
  }

  describe() {
    if (!this.isWalked) return `${number(this.rows)} × ${number(this.cols)}`;
    const count = this.cycleCount;
    const what = count > 1 ? `Tourney of ${number(count)} loops` : this.isOpen ? "Open tour" : "Closed tour";
    return `${what} of ${this.rows} × ${this.cols}`;
  }
}

/** The number of the move from a square to another; -1 if there is none. @param {number} here @param {number} there @param {number} cols */
export function moveBetween(here, there, cols) {
  const [[fromRow, fromCol], [row, col]] = [placeOf(here, cols), placeOf(there, cols)];
  return MOVES.findIndex(([down, across]) => fromRow + down === row && fromCol + across === col);
}

/** How two moves cross: [one, other, rows and columns from the one's upper end to the other's, where from there]. */
export const CROSSINGS = DOWN.flatMap((one) => DOWN.filter((other) => other > one).flatMap((other) => range(5 * 9).flatMap((place) => {
  const [row, col] = [Math.floor(place / 9) - 2, place % 9 - 4];
  const point = crossing(MOVES[one], MOVES[other], row, col);
  return point ? [[one, other, row, col, ...point]] : [];
})));
