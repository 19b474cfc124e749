// Boards and their move graphs, the twin of `core/board.py`, `core/surface.py`, `core/leaper.py` and `core/movegraph.py`.

import { placeOf, range } from "../shared/squares.js";

/** @typedef {"torus" | "cylinder" | "moebius" | "klein" | "projective"} Surface */
/** A board, as `to_dict` describes it: the sides of a flat one, or those of a surface by its name; a leaper is one or more
 * pairs of distances. @typedef {{ rows?: number, cols?: number, missing?: number[][], leaper?: number[] | number[][] } & Partial<Record<Surface, number[]>>} Description */

/** How left and right, and top and bottom are glued: plainly, mirrored or not at all. @type {Record<Surface, string[]>} */
const SEAMS = {
  torus: ["plain", "plain"],
  cylinder: ["plain", ""],
  moebius: ["mirrored", ""],
  klein: ["mirrored", "plain"],
  projective: ["mirrored", "mirrored"],
};

export const MOST_MOVES = 64;

/**
 * Vertices with numbered moves. The edge from a vertex is a number: `vertex * width + move`. Each edge has a target, -1 if
 * there is no such move, and a mate, the same edge from its target.
 */
export class MoveGraph {
  /** @type {number[][] | undefined} */
  #edges;

  /** @param {number} size @param {number} width the largest number of moves of a vertex */
  constructor(size, width) {
    this.size = size;
    this.width = width;
    this.target = new Int32Array(size * width).fill(-1);
    this.mate = new Int32Array(size * width);
  }

  /** The edges of each vertex, listed once all are there. */
  get edges() {
    const { size, width, target } = this;
    return (this.#edges ??= range(size).map((vertex) => range(width).map((move) => vertex * width + move).filter((edge) => target[edge] >= 0)));
  }

  /** The vertices that the edges of each vertex lead to. */
  get neighbours() { return this.edges.map((own) => own.map((edge) => this.target[edge])); }

  /** Join two vertices by a move of each. @param {number} one @param {number} move @param {number} other @param {number} back */
  join(one, move, other, back) {
    const [edge, mate] = [one * this.width + move, other * this.width + back];
    [this.target[edge], this.target[mate]] = [other, one];
    [this.mate[edge], this.mate[mate]] = [mate, edge];
  }

  /** The graph with additional edges, and the vertices that they lead to. A vertex of this graph may have one, as its last move. @param {number[][]} links */
  with(links) {
    const graph = new MoveGraph(Math.max(this.size - 1, ...links.flat()) + 1, Math.max(this.width + 1, links.length));
    for (const edge of this.edges.flat()) {
      graph.join(Math.floor(edge / this.width), edge % this.width, this.target[edge], this.mate[edge] % this.width);
    }
    const next = new Uint16Array(graph.size).fill(this.width, 0, this.size);
    for (const [one, other] of links) graph.join(one, next[one]++, other, next[other]++);
    return graph;
  }
}

/** A flat board or a surface glued from a rectangle. */
export class Board {
  /** @param {Description} description */
  constructor({ leaper = [1, 2], missing = [], ...sides }) {
    const surface = /** @type {Surface | undefined} */ (Object.keys(SEAMS).find((name) => name in sides));
    const [rows, cols] = surface ? /** @type {number[]} */ (sides[surface]) : [Number(sides.rows), Number(sides.cols)];
    const holes = new Set(missing.map(([row, col]) => row * cols + col));
    this.rows = rows;
    this.cols = cols;
    this.seams = surface ? SEAMS[surface] : ["", ""];
    this.steps = stepsOf(leaper);
    /** The squares, row by row; they are the vertices of the graph. */
    this.squares = range(rows * cols).filter((square) => !holes.has(square));
    if (!this.squares.length) throw new RangeError("the board has no squares");
    if (this.steps.length > MOST_MOVES) throw new RangeError("There is no such board.");
  }

  get size() { return this.squares.length; }

  /** The row and the column of each square. */
  get places() { return this.squares.map((square) => placeOf(square, this.cols)); }

  /** The vertex of a square. @param {number[]} square */
  vertexOf([row, col]) {
    const vertex = col >= 0 && col < this.cols ? this.squares.indexOf(row * this.cols + col) : -1;
    if (vertex < 0) throw new RangeError(`${row},${col} is not a square of the board.`);
    return vertex;
  }

  /** The moves. Of several between two squares, only the one with the lowest number at the first of them counts. */
  get graph() {
    const graph = new MoveGraph(this.size, this.steps.length);
    const vertices = new Map(this.squares.map((square, vertex) => [square, vertex]));
    this.squares.forEach((square, vertex) => {
      const met = new Set();
      this.steps.forEach((step, move) => {
        const [reached, back] = this.#reach(square, step);
        const other = vertices.get(reached) ?? -1;
        if (other > vertex && !met.has(other)) graph.join(vertex, move, other, back);
        met.add(other);
      });
    });
    return graph;
  }

  /** The square that a step leads to, -1 if it leads off the board, and the move that undoes it. @param {number} square @param {number[]} step */
  #reach(square, [down, across]) {
    const { rows, cols, seams: [leftRight, topBottom] } = this;
    let [row, col] = placeOf(square, cols);
    [row, col] = [row + down, col + across]; // a point of the plane, which copies of the rectangle tile
    const right = leftRight ? Math.floor(col / cols) : 0;
    const isFlipped = leftRight === "mirrored" && right % 2 !== 0;
    if (isFlipped) row = rows - 1 - row;
    const below = topBottom ? Math.floor(row / rows) : 0;
    const isTurned = topBottom === "mirrored" && below % 2 !== 0;
    [row, col] = [row - rows * below, col - cols * right];
    if (isTurned) col = cols - 1 - col;
    const undone = [isFlipped ? down : -down, isTurned ? across : -across];
    const back = this.steps.findIndex((step) => step[0] === undone[0] && step[1] === undone[1]);
    return row < 0 || row >= rows || col < 0 || col >= cols ? [-1, back] : [row * cols + col, back];
  }
}

/** The steps of a leaper, the first half to squares before; step i + n / 2 of n undoes step i. @param {number[] | number[][]} leaper */
function stepsOf(leaper) {
  const pairs = /** @type {number[][]} */ (Array.isArray(leaper[0]) ? leaper : [leaper]);
  const steps = pairs.map((pair) => [Math.min(...pair), Math.max(...pair)]).sort(([a, b], [c, d]) => a - c || b - d)
    .flatMap(([short, long]) => [[-short, long], [-long, short], [-long, -short], [-short, -long]])
    .filter(([row, col]) => row < 0 || row === 0 && col < 0);
  const up = [...new Map(steps.map((step) => [step.join(), step])).values()];
  return [...up, ...up.map(([row, col]) => [-row, -col])];
}
