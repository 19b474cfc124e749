// The first cover of a graph, in which each vertex has two edges; the twin of `cover` in `switching/movegraphs.py`.
//
// Vertices take edges greedily. Then augmenting walks alternate between edges outside the cover and edges in it, from one
// vertex that lacks an edge to another.

import { range } from "../shared/squares.js";
import { Stream, randomWord } from "./seeds.js";

/** @typedef {import("./board.js").MoveGraph} MoveGraph */

const PHASES = 12; // in turn without a walk, before a cover is given up

/** The two edges of each vertex in a cover, or null if none was found, which proves nothing. @param {MoveGraph} graph @param {bigint} key */
export function coverOf(graph, key) {
  const stream = new Stream(key);
  const cover = new Cover(graph);
  cover.takeGreedily(stream.key());
  for (let failures = 0; cover.isPartial && failures < PHASES;) failures = cover.augment(stream.key()) ? 0 : failures + 1;
  return cover.isPartial ? null : range(cover.has.length).filter((edge) => cover.has[edge]);
}

/** Vertices with at most two edges each. */
class Cover {
  /** @param {MoveGraph} graph */
  constructor(graph) {
    this.graph = graph;
    this.has = new Uint8Array(graph.target.length);
    this.lacks = new Int8Array(graph.size).fill(2);
  }

  get isPartial() { return this.lacks.some(Boolean); }

  /** Add an edge, or remove it. */
  exchange(/** @type {number} */ edge) {
    const { target, mate } = this.graph;
    for (const half of [edge, mate[edge]]) {
      this.lacks[target[half]] += this.has[half] ? 1 : -1;
      this.has[half] ^= 1;
    }
  }

  /** Give each vertex in turn edges to random neighbours that still lack one. */
  takeGreedily(/** @type {bigint} */ key) {
    const { target, size, width } = this.graph;
    for (let vertex = 0; vertex < size; vertex++) {
      const draw = drawn(key, vertex);
      for (let number = 0; number < width && this.lacks[vertex]; number++) {
        const edge = vertex * width + inTurn(draw, number, width);
        if (target[edge] >= 0 && !this.has[edge] && this.lacks[target[edge]]) this.exchange(edge);
      }
    }
  }

  /** Augment the cover by the walks of a phase, which enter a vertex once in each way; return whether there was one. */
  augment(/** @type {bigint} */ key) {
    const entered = [0, 1].map(() => new Uint8Array(this.graph.size)); // by an edge of the cover, or at the start; by another
    let found = false;
    for (let root = 0; root < this.graph.size; root++) {
      if (!this.lacks[root] || entered[0][root]) continue;
      const walk = this.#walkFrom(root, key, entered);
      walk.forEach((edge) => this.exchange(edge));
      found ||= walk.length > 0;
    }
    return found;
  }

  /** The edges of an augmenting walk, none if there is no such walk. @param {number} root @param {bigint} key @param {Uint8Array[]} entered */
  #walkFrom(root, key, entered) {
    const { target, mate, width } = this.graph;
    const walk = /** @type {number[]} */ ([]);
    const path = [{ vertex: root, draw: drawn(key, 2 * root), tried: 0 }];
    entered[0][root] = 1;
    while (path.length) {
      const here = path[path.length - 1];
      const way = walk.length % 2; // 0: by an edge outside the cover
      const isUsed = (/** @type {number} */ edge) => walk.includes(edge) || walk.includes(mate[edge]);
      const isFree = (/** @type {number} */ edge) => target[edge] >= 0 && this.has[edge] === way && !entered[1 - way][target[edge]] && !isUsed(edge);
      let edge = -1;
      while (here.tried < width && !isFree(edge)) edge = here.vertex * width + inTurn(here.draw, here.tried++, width);
      if (!isFree(edge)) { // a dead end
        path.pop();
        walk.pop();
        continue;
      }
      const other = target[edge];
      walk.push(edge);
      if (way === 0 && this.lacks[other] > Number(other === root)) return walk; // the walk itself gives the root an edge
      entered[1 - way][other] = 1;
      path.push({ vertex: other, draw: drawn(key, 2 * other + 1 - way), tried: 0 });
    }
    return walk;
  }
}

/** Half a word of the stream of a key. @param {bigint} key @param {number} counter */
const drawn = (key, counter) => Number(randomWord(key, counter) >> 32n);

/** The move at a place of a random order: from a random move, in strides coprime to the number of moves. @param {number} draw @param {number} number @param {number} width */
function inTurn(draw, number, width) {
  let stride = draw >>> 3 | 1;
  while (divisor(stride, width) > 1) stride += 2;
  return (draw + number * stride) % width;
}

/** The greatest common divisor. @param {number} one @param {number} other @returns {number} */
const divisor = (one, other) => (other ? divisor(other, one % other) : one);
