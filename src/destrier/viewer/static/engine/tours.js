// Uniformly random tours of boards of up to 256 squares, the twin of `makers/uniform_draw.py` and `plain/hamiltonian.py`: a
// seed gives the same tour here and there.

import { range } from "../shared/squares.js";
import { Board, MOST_MOVES } from "./board.js";
import { coverOf } from "./cover.js";
import { Random } from "./random.js";
import { Stream, deriveKey } from "./seeds.js";
import { Sweep, Unsupported } from "./sweep.js";
import { Walk } from "./worms.js";

/** @typedef {import("./board.js").MoveGraph} MoveGraph */
/** @typedef {import("./board.js").Description} Description */
/** @typedef {"closed" | "open" | "corner"} Kind */
/** @typedef {{ board: Description, kind?: Kind, start?: number[], end?: number[] }} Request */

const SMALL = 256; // squares
const MOST_LINKS = 63; // of an additional vertex where the first cover is found
const TRIES = 200; // cycles drawn exactly until one is a tour

/** There is no such tour. */
export class NoSuchTour extends Error {}

/** The Hamiltonian cycles of a graph, each as the two edges of each vertex: by worms, or where they are rare by a sweep. */
export class Cycles {
  #walk;
  /** @type {Sweep | undefined} */
  #sweep;

  /** @param {MoveGraph} graph @param {number[] | null} [cover] */
  constructor(graph, cover) {
    this.graph = graph;
    this.#walk = cover && new Walk(graph, cover);
  }

  /** The sweep over all cycles. */
  get sweep() { return (this.#sweep ??= new Sweep(this.graph.neighbours)); }

  /** A uniformly random cycle, which may have to be more than that. @param {bigint} key @param {import("./worms.js").Condition} [isTour] */
  draw(key, isTour = () => true) {
    const drawn = this.#walk && !this.#walk.findsFew ? this.#walk.tour(key, isTour) : null;
    if (drawn) return drawn;
    const random = new Random(key);
    for (let tries = 0; tries < TRIES; tries++) {
      const cycle = this.drawExactly(random);
      if (isTour(cycle)) return cycle;
    }
    throw new Unsupported();
  }

  drawExactly(/** @type {Random} */ random) {
    const { target, mate, edges } = this.graph;
    if (this.sweep.total === 0n) throw new NoSuchTour();
    if (!this.#walk) throw new Unsupported();
    const cover = edges.map(() => /** @type {number[]} */ ([]));
    for (const [vertex, place] of this.sweep.draw(random)) {
      const edge = edges[vertex][place];
      cover[vertex].push(edge);
      cover[target[edge]].push(mate[edge]);
    }
    return Int32Array.from(cover.flat());
  }
}

/** The tours of a board of one kind, as the Hamiltonian cycles of a graph. */
export class Tours {
  /** @param {Request} request */
  constructor({ board, kind = "closed", start, end }) {
    this.board = boardOf(board, kind);
    if (this.board.size > SMALL) throw new Unsupported(`The engine in the page makes tours of up to ${SMALL} squares: an installation takes millions.`);
    const isOpen = kind === "open";
    const ends = [start, end].flatMap((square) => (square && isOpen ? [this.board.vertexOf(square)] : []));
    const links = isOpen ? linksOf(this.board.size, ends) : [];
    const { graph } = this.board;
    const sides = sidesOf(graph);
    if (isOpen && graph.width === MOST_MOVES) throw new Unsupported(`An open tour is made with pieces of fewer than ${MOST_MOVES} moves.`);
    this.graph = graph.with(links);
    if (this.graph.edges.some((edges) => edges.length < 2) || isUneven(sides, isOpen, ends)) throw new NoSuchTour();
    const part = graph.with(links.slice(0, MOST_LINKS));
    const cover = coverOf(part, 0n);
    if (!cover && sides && !isOpen) throw new NoSuchTour(); // in a bipartite graph, the walks miss no cover
    this.cycles = new Cycles(this.graph, cover?.map((edge) => Math.floor(edge / part.width) * this.graph.width + edge % part.width));
  }

  /** The moves of a uniformly random tour, a bit for each move of a square. @param {bigint | number} seed */
  draw(seed) { return this.#movesOf(this.cycles.draw(deriveKey(seed, "uniform"))); }

  /** @param {Int32Array} cover the two edges of each vertex */
  #movesOf(cover) {
    const { rows, cols, squares, steps } = this.board;
    const words = new BigUint64Array(rows * cols);
    cover.subarray(0, 2 * squares.length).forEach((edge, place) => {
      const move = edge % this.graph.width;
      if (move < steps.length) words[squares[place >> 1]] |= 1n << BigInt(move); // a further move leads to an additional vertex
    });
    const narrow = [Uint8Array, Uint16Array, Uint32Array].find((array) => steps.length <= 8 * array.BYTES_PER_ELEMENT);
    return narrow ? new narrow(Array.from(words, Number)) : words;
  }
}

/** The board that tours of a kind visit. @param {Description} description @param {Kind} kind */
function boardOf(description, kind) {
  if (kind === "closed" || kind === "open") return new Board(description);
  const { rows = 0, cols = 0, leaper, missing } = description;
  if (kind !== "corner" || rows * cols === 0 || leaper || missing) throw new Unsupported(`The engine in the page makes no ${kind} tours of this board.`);
  if (rows * cols === 1) throw new NoSuchTour();
  return new Board({ rows, cols, missing: [[rows - 1, cols - 1]] });
}

/** The edges of additional vertices that turn open tours into closed ones: of one to all squares; or of one to the given end,
 * and to another one, which leads to the squares where the tour may end. @param {number} apex @param {number[]} ends */
function linksOf(apex, [first, last]) {
  const squares = last === undefined ? new Stream(0n).shuffled(range(apex)) : [last];
  if (first === undefined) return squares.map((vertex) => [vertex, apex]);
  return [[first, apex], [apex, apex + 1], ...squares.filter((vertex) => vertex !== first).map((vertex) => [vertex, apex + 1])];
}

/** The sides of the vertices, 1 or -1, if all edges lead to the other side; else null. @param {MoveGraph} graph */
function sidesOf({ size, edges, target }) {
  const sides = new Map([[0, 1]]);
  for (const [vertex, side] of sides) for (const edge of edges[vertex]) if (!sides.has(target[edge])) sides.set(target[edge], -side);
  if (sides.size < size) throw new NoSuchTour(); // no moves lead to the others
  return edges.every((own, vertex) => own.every((edge) => sides.get(vertex) !== sides.get(target[edge]))) ? sides : null;
}

/** Whether a side has too many squares for a tour, which alternates between them, or the ends are on wrong sides.
 * @param {Map<number, number> | null} sides @param {boolean} isOpen @param {number[]} ends */
function isUneven(sides, isOpen, ends) {
  if (!sides) return false;
  const more = [...sides.values()].reduce((sum, side) => sum + side);
  const [one, other] = ends.map((end) => sides.get(end));
  if (Math.abs(more) > Number(isOpen)) return true;
  return more ? [one ?? more, other ?? more].some((side) => side !== more) : one !== undefined && one === other;
}
