// Symmetric closed tours of small rectangles, the twin of a part of `makers/symmetric.py`: each orbit of squares is a vertex of
// a quotient, whose tours are lifted to the board; a lift that is one cycle is a tour. Where tours may cross at the centre, it
// is an additional vertex, which halves of moves lead to.

import { MOVES, placeOf, range } from "../shared/squares.js";
import { Tourney } from "../tours/tour.js";
import { MoveGraph } from "./board.js";
import { coverOf } from "./cover.js";
import { SYMMETRIES, imageOf } from "./measures.js";
import { Random } from "./random.js";
import { Stream, deriveKey } from "./seeds.js";
import { Unsupported } from "./sweep.js";
import { Cycles, NoSuchTour } from "./tours.js";

const LIFTS = 64; // that may be several cycles

export class SymmetricTours {
  /** @param {{ rows: number, cols: number, symmetry: "central" | "axial" | "quarter" }} request */
  constructor({ rows, cols, symmetry }) {
    const isImpossible = symmetry === "axial" ? rows * cols % 4 === 0 : symmetry === "quarter" && (rows !== cols || rows % 4 === 0);
    if (isImpossible || rows * cols % 2) throw new NoSuchTour();
    const powers = { central: ["rotate-180"], axial: [rows % 2 ? "flip-columns" : "flip-rows"], quarter: ["rotate-90", "rotate-180", "rotate-270"] };
    const crosses = symmetry !== "central" || rows % 2 === 0 && cols % 2 === 0 ? [false] : rows * cols % 4 === 0 ? [true] : [false, true];
    const maps = ["identity", ...powers[symmetry]].map((name) => imageOf(SYMMETRIES[name], { rows, cols }));
    this.ways = new Stream(0n).shuffled(crosses).flatMap((isCrossed) => quotientOf(rows, cols, maps, isCrossed));
  }

  /** The moves of a random tour. @param {bigint | number} seed */
  draw(seed) {
    const stream = new Stream(deriveKey(seed, "symmetric tour"));
    const [only, other] = this.ways;
    if (!only) throw new NoSuchTour();
    const isOne = (/** @type {Tourney} */ { cycleCount }) => cycleCount === 1;
    if (!other) return only.lift(only.cycles.draw(stream.key(), (cycle) => isOne(only.lift(cycle)))).moves;
    const random = new Random(stream.key());
    const totals = this.ways.map(({ cycles }) => cycles.sweep.total);
    for (let lift = 0; lift < LIFTS; lift++) {
      const way = random.random() * Number(totals[0] + totals[1]) < totals[0] ? only : other;
      const tour = way.lift(way.cycles.drawExactly(random));
      if (isOne(tour)) return tour.moves;
    }
    throw new Unsupported();
  }
}

/** The cycles of a quotient, and how they are lifted; none if it has no cover.
 * @param {number} rows @param {number} cols @param {ReturnType<typeof imageOf>[]} maps @param {boolean} isCrossed */
function quotientOf(rows, cols, maps, isCrossed) {
  const orbits = /** @type {Map<number, { vertex: number, origins: number[] }>} */ (new Map());
  const firsts = range(rows * cols).filter((square) => {
    if (orbits.has(square)) return false;
    const vertex = orbits.size / maps.length;
    for (const { ofSquare, ofMove } of maps) orbits.set(ofSquare(square), { vertex, origins: range(8).map((move) => range(8).map(ofMove).indexOf(move)) });
    return true;
  });
  const graph = new MoveGraph(firsts.length + Number(isCrossed), MOVES.length);
  const halves = /** @type {number[][]} */ ([]);
  firsts.forEach((square, vertex) => MOVES.forEach(([down, across], move) => {
    const [row, col] = placeOf(square, cols);
    if (row + down < 0 || row + down >= rows || col + across < 0 || col + across >= cols) return;
    const other = /** @type {{ vertex: number, origins: number[] }} */ (orbits.get(square + down * cols + across));
    if (other.vertex === vertex) halves.push([vertex, move]);
    else graph.join(vertex, move, other.vertex, other.origins[(move + 4) % 8]);
  }));
  if (isCrossed) halves.forEach(([vertex, move], half) => graph.join(firsts.length, half, vertex, move));
  const cover = coverOf(graph, 0n);
  const lift = (/** @type {Int32Array} */ cycle) => {
    const moves = new Uint8Array(rows * cols);
    cycle.subarray(0, 2 * firsts.length).forEach((edge, place) => {
      for (const { ofSquare, ofMove } of maps) moves[ofSquare(firsts[place >> 1])] |= 1 << ofMove(edge % 8);
    });
    return new Tourney(rows, cols, moves);
  };
  return cover ? [{ cycles: new Cycles(graph, cover), lift }] : [];
}
