// Boards and their move graphs, the twin of `core/board.py`, `core/surface.py`, `core/leaper.py` and `core/movegraph.py`.

/** A leaper moves by one of these pairs of distances. @typedef {number[] | number[][]} Leaper */
/** A board as `to_dict` describes it: the sides of a flat board, or of a surface by its name. @typedef {{ rows?: number, cols?: number, missing?: number[][], leaper?: Leaper } & Partial<Record<Surface, number[]>>} Description */
/** @typedef {"torus" | "cylinder" | "moebius" | "klein" | "projective"} Surface */

/** How the left and right, and the top and bottom sides are glued: plainly, mirrored or not at all. @type {Record<Surface, string[]>} */
const SEAMS = {
  torus: ["plain", "plain"],
  cylinder: ["plain", ""],
  moebius: ["mirrored", ""],
  klein: ["mirrored", "plain"],
  projective: ["mirrored", "mirrored"],
};

const KNIGHT = [1, 2];
const MOST_MOVES = 64;

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

  /** The edges of each vertex, listed once the graph is complete. */
  get edges() { return (this.#edges ??= Array.from({ length: this.size }, (_, vertex) => this.#edgesOf(vertex))); }

  #edgesOf(/** @type {number} */ vertex) {
    const edges = Array.from({ length: this.width }, (_, move) => vertex * this.width + move);
    return edges.filter((edge) => this.target[edge] >= 0);
  }

  /** Join two vertices by a move of each. */
  join(/** @type {number} */ one, /** @type {number} */ move, /** @type {number} */ other, /** @type {number} */ back) {
    const [edge, mate] = [one * this.width + move, other * this.width + back];
    [this.target[edge], this.target[mate]] = [other, one];
    [this.mate[edge], this.mate[mate]] = [mate, edge];
  }

  /** The graph with additional vertices, and edges to them. A vertex of this graph may have one, as its last move. @param {number} added @param {number[][]} links */
  withVertices(added, links) {
    const graph = new MoveGraph(this.size + added, Math.max(this.width + 1, links.length));
    this.target.forEach((other, edge) => {
      const [vertex, move] = [Math.floor(edge / this.width), edge % this.width];
      if (other >= 0) graph.join(vertex, move, other, this.mate[edge] % this.width);
    });
    const following = new Uint16Array(graph.size).fill(this.width, 0, this.size);
    for (const [one, other] of links) graph.join(one, following[one]++, other, following[other]++);
    return graph;
  }
}

/** A flat board or a surface glued from a rectangle. Vertex n of its graph is its n-th square. */
export class Board {
  /** @param {Description} description */
  constructor({ leaper = KNIGHT, missing = [], ...sides }) {
    const surface = /** @type {Surface | undefined} */ (Object.keys(SEAMS).find((name) => name in sides));
    const [rows, cols] = surface ? /** @type {number[]} */ (sides[surface]) : [Number(sides.rows), Number(sides.cols)];
    this.rows = rows;
    this.cols = cols;
    this.seams = surface ? SEAMS[surface] : ["", ""];
    this.isFlat = !surface;
    this.steps = stepsOf(leaper);
    const holes = new Set(missing.map(([row, col]) => row * cols + col));
    this.squares = Array.from({ length: rows * cols }, (_, square) => square).filter((square) => !holes.has(square));
    if (!this.squares.length || this.steps.length > MOST_MOVES) throw new RangeError("not a board");
  }

  get size() { return this.squares.length; }

  /** The vertex of a square. @param {number[]} square */
  vertexOf([row, col]) {
    const vertex = row >= 0 && row < this.rows && col >= 0 && col < this.cols ? this.squares.indexOf(row * this.cols + col) : -1;
    if (vertex < 0) throw new RangeError(`${row},${col} is not a square of the board`);
    return vertex;
  }

  /** @returns {MoveGraph} */
  get graph() {
    const { squares, steps } = this;
    const graph = new MoveGraph(this.size, steps.length);
    const vertices = new Map(squares.map((square, vertex) => [square, vertex]));
    squares.forEach((square, vertex) => steps.forEach(([down, across], move) => {
      const [reached, back] = this.#reach(Math.floor(square / this.cols) + down, square % this.cols + across, down, across);
      const other = vertices.get(reached) ?? -1;
      if (other >= 0 && other !== vertex) graph.join(vertex, move, other, back);
    }));
    return this.isFlat ? graph : withoutParallelMoves(graph);
  }

  /** The square at a point of the unrolled plane, -1 if there is none, and the move that undoes the step there. @param {number} row @param {number} col @param {number} down @param {number} across */
  #reach(row, col, down, across) {
    const { rows, cols, seams: [leftRight, topBottom] } = this;
    const right = leftRight ? Math.floor(col / cols) : 0;
    const isFlipped = leftRight === "mirrored" && right % 2 !== 0;
    if (isFlipped) row = rows - 1 - row;
    const below = topBottom ? Math.floor(row / rows) : 0;
    const isTurned = topBottom === "mirrored" && below % 2 !== 0;
    [row, col] = [row - rows * below, col - cols * right];
    if (isTurned) col = cols - 1 - col;
    const undo = [isFlipped ? down : -down, isTurned ? across : -across];
    const back = this.steps.findIndex((step) => step[0] === undo[0] && step[1] === undo[1]);
    return row < 0 || row >= rows || col < 0 || col >= cols ? [-1, back] : [row * cols + col, back];
  }
}

/** The steps of a leaper, the first half of them to squares before; step i + n / 2 of n undoes step i. @param {Leaper} leaper */
function stepsOf(leaper) {
  const given = /** @type {number[][]} */ (Array.isArray(leaper[0]) ? leaper : [leaper]);
  const pairs = given.map(([one, other]) => (one < other ? [one, other] : [other, one])).sort(([a, b], [c, d]) => a - c || b - d);
  const steps = pairs.flatMap(([short, long]) => [[-short, long], [-long, short], [-long, -short], [-short, -long]]);
  const up = new Map(steps.filter(([row, col]) => row < 0 || row === 0 && col < 0).map(([row, col]) => [`${row},${col}`, [row + 0, col + 0]]));
  return [...up.values(), ...[...up.values()].map(([row, col]) => [-row, -col])];
}

/** The graph with only the lowest-numbered move between any two squares, as seen from the first. @param {MoveGraph} graph */
function withoutParallelMoves(graph) {
  const single = new MoveGraph(graph.size, graph.width);
  graph.edges.forEach((edges, vertex) => {
    const seen = new Set();
    for (const edge of edges) {
      const other = graph.target[edge];
      if (other < vertex || seen.has(other)) continue;
      seen.add(other);
      single.join(vertex, edge % graph.width, other, graph.mate[edge] % graph.width);
    }
  });
  return single;
}
