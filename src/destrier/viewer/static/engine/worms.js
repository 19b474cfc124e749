// Uniformly random tours of small boards, the twin of `plain/worms.py`: worms stir a cover, until it is a single cycle. Where
// steps are dear, Python first asks a sweep whether there is a tour; here they are not, and the answer is the same.

import { Random } from "./random.js";

const STEPS = 10; // a vertex between two looks, on average and at least
const WORMS = 25; // between two looks, at least
const PATIENCE = 20; // times the average number of steps, after which all worms since the last look are undone
const LOOKS = 4; // a vertex, at most
const TRIALS = [30, 0.5]; // looks, and looks a vertex, among which a tour must be if tours are not to be called rare

/** What a cycle must be besides, to be a tour. @typedef {(cycle: Int32Array) => boolean} Condition */

/** A walk on the covers of a graph. A cover has two places for the edges of each vertex, of which worms empty the second one first. */
export class Walk {
  #limit;
  #worms = WORMS;

  /** @param {import("./board.js").MoveGraph} graph @param {number[]} cover */
  constructor(graph, cover) {
    this.graph = graph;
    this.start = Int32Array.from(cover);
    this.edges = Int32Array.from(graph.edges.flat());
    this.first = new Int32Array(graph.size + 1); // where the edges of each vertex begin
    graph.edges.forEach((own, vertex) => { this.first[vertex + 1] = this.first[vertex] + own.length; });
    this.#limit = PATIENCE * WORMS * STEPS * graph.size;
    /** Whether cycles are rare among the covers. */
    this.findsFew = this.#calibrate();
  }

  /** Stir the cover, set the number of worms between two looks and their maximum number of steps, and look. */
  #calibrate() {
    const random = new Random(0n);
    const enough = STEPS * this.graph.size;
    let sends = 0;
    let steps = 0;
    for (; steps < 4 * enough; sends++) steps += this.#send(this.start, random);
    this.#worms = Math.max(WORMS, Math.floor(enough * WORMS * sends / steps));
    this.#limit = Math.floor(PATIENCE * this.#worms * steps / (WORMS * sends));
    return !this.#look(this.start, Math.floor(TRIALS[0] + TRIALS[1] * this.graph.size), random);
  }

  /** A uniformly random cover that is a single cycle, as the edges of each vertex; null if there is none among those looked at. */
  tour(/** @type {bigint} */ seed, /** @type {Condition} */ isTour) {
    const cover = this.start.slice();
    return this.#look(cover, LOOKS * this.graph.size, new Random(seed), isTour) ? cover : null;
  }

  /** Stir a cover until it is a tour. @param {Int32Array} cover @param {number} looks @param {Random} random @param {Condition} [isTour] */
  #look(cover, looks, random, isTour = () => true) {
    for (let look = 0; look < looks; look++) {
      this.#send(cover, random);
      if (this.#isOneCycle(cover) && isTour(cover)) return true;
    }
    return false;
  }

  #isOneCycle(/** @type {Int32Array} */ cover) {
    const { target, mate, size } = this.graph;
    let edge = cover[0];
    let length = 0;
    do {
      const place = 2 * target[edge];
      edge = cover[place] === mate[edge] ? cover[place + 1] : cover[place];
    } while (++length < size && edge !== cover[0]);
    return length === size && edge === cover[0];
  }

  /** Send worms through a cover and return the number of steps; undo them if there are too many. @param {Int32Array} cover @param {Random} random */
  #send(cover, random) {
    const { edges, first, graph: { target, mate, size } } = this;
    const before = cover.slice();
    let steps = 0;
    for (let worm = 0; worm < this.#worms; worm++) {
      const tail = Math.floor(random.random() * size);
      let edge = cover[2 * tail + Number(random.random() < 0.5)];
      drop(cover, tail, edge);
      let head = target[edge];
      drop(cover, head, mate[edge]);
      for (;;) {
        if (++steps > this.#limit) {
          cover.set(before);
          return steps;
        }
        const way = Math.floor(random.random() * 2 * (first[head + 1] - first[head])); // an edge, and a side beyond it
        edge = edges[first[head] + (way >> 1)];
        if (cover[2 * head] === edge || cover[2 * head + 1] === edge) continue;
        const other = target[edge];
        take(cover, head, edge);
        if (other === tail) {
          take(cover, tail, mate[edge]);
          break;
        }
        const place = 2 * other + (way & 1);
        [edge, cover[place]] = [cover[place], mate[edge]];
        head = target[edge];
        drop(cover, head, mate[edge]);
      }
    }
    return steps;
  }
}

/** Remove an edge from a cover at a vertex. @param {Int32Array} cover @param {number} vertex @param {number} edge */
function drop(cover, vertex, edge) {
  if (cover[2 * vertex] === edge) cover[2 * vertex] = cover[2 * vertex + 1];
  cover[2 * vertex + 1] = -1;
}

/** Add an edge to a cover at a vertex that lacks one. @param {Int32Array} cover @param {number} vertex @param {number} edge */
function take(cover, vertex, edge) {
  cover[cover[2 * vertex] < 0 ? 2 * vertex : 2 * vertex + 1] = edge;
}
