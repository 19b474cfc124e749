// The Hamiltonian cycles of a small graph, the twin of `plain/sweep.py`: their number and a uniform draw, by a frontier sweep.
//
// A node stands for all sets of edges that form paths with the same mates: of a vertex with one edge, the other end of its
// path; of one without edges, itself; and the number of vertices if it has both. Only the mates of the frontier are written
// in the text of a node, since vertices before have both edges, and vertices beyond it have none.

/** @typedef {import("./random.js").Random} Random */
/** The neighbours of each vertex, which may be parallel. @typedef {number[][]} Neighbours */
/** An edge, as a vertex and the place of its neighbour. @typedef {number[]} HalfEdge */
/** Sets of edges, and the ways from earlier ones: in turn a node, and the edges taken since. @typedef {{ number: bigint, from: any[] }} Node */
/** A vertex; the ways to give it as many edges as it lacks; the later vertices that it may deprive of edges; the frontier beyond
 * it, and whether that is all that is left.
 * @typedef {{ vertex: number, ways: { target: number, edge: HalfEdge }[][][], tight: { vertex: number, others: number[] }[], frontier: number[], isNearEnd: boolean }} Step */
/** The beginning of an order, by its last vertex; the vertices known, as a text of digits, and beside them, by their marks.
 * @typedef {{ cost: bigint, width: number, vertex: number, before: Beginning | null, known: string, marks: Uint8Array }} Beginning */

const BEAM = 32; // orders begun that are continued
const NODES = 1_200_000; // of a sweep, which on 4 x 64 has 1,166,255
const WIDEST = 15_000; // nodes after a step; wide graphs have more

const RARE = "The engine in the page finds no such tour, as they are rare: an installation makes it.";

/** The engine in the page cannot make such a tour. */
export class Unsupported extends Error {
  constructor(message = RARE) { super(message); }
}

export class Sweep {
  #last;

  constructor(/** @type {Neighbours} */ neighbours) {
    this.#last = lastNode(neighbours);
    /** The number of cycles. */
    this.total = this.#last.number;
  }

  /** The edges of a cycle, drawn uniformly; there must be one. @param {Random} random */
  draw(random) {
    const cycle = /** @type {HalfEdge[]} */ ([]);
    for (let node = this.#last; node.from.length;) {
      let rank = random.below(node.number);
      let way = 0;
      for (; rank >= node.from[way].number; way += 2) rank -= node.from[way].number;
      for (const { edge } of node.from[way + 1]) cycle.push(edge);
      node = node.from[way];
    }
    return cycle;
  }
}

/** The node of the sets of edges that are cycles. @param {Neighbours} neighbours */
function lastNode(neighbours) {
  const mates = Uint16Array.from(neighbours, (_, vertex) => vertex);
  let layer = new Map([["", /** @type {Node} */ ({ number: 1n, from: [] })]]);
  let frontier = /** @type {number[]} */ ([]);
  let nodes = 0;
  for (const step of stepsOf(neighbours, narrowOrder(neighbours))) {
    const following = /** @type {Map<string, Node>} */ (new Map());
    for (const [text, node] of layer) {
      frontier.forEach((vertex, place) => { mates[vertex] = text.charCodeAt(place); });
      const before = mates.slice();
      for (const way of step.ways[lacks(mates, step.vertex)]) {
        if (way.every(({ target }) => take(mates, target, step))) {
          let joined = "";
          for (const vertex of step.frontier) joined += String.fromCharCode(mates[vertex]);
          let found = following.get(joined);
          if (!found && isOpen(mates, step.tight)) following.set(joined, found = { number: 0n, from: [] });
          if (found) {
            found.number += node.number;
            found.from.push(node, way);
          }
        }
        mates.set(before);
      }
      if (following.size > WIDEST) throw new Unsupported();
    }
    nodes += following.size;
    if (nodes > NODES) throw new Unsupported();
    [layer, frontier] = [following, step.frontier];
    mates[step.vertex] = mates.length;
  }
  return layer.get("") ?? { number: 0n, from: [] };
}

/** Give the vertex of a step an edge to a target; return whether that can be part of a cycle through all vertices.
 * @param {Uint16Array} mates @param {number} target @param {Step} step */
function take(mates, target, { vertex, frontier, isNearEnd }) {
  const full = mates.length;
  const [end, far] = [mates[vertex], mates[target]];
  if (far === full) return false;
  mates[vertex] = mates[target] = full;
  if (end === target) return isNearEnd && frontier.every((other) => mates[other] === full);
  [mates[end], mates[far]] = [far, end];
  return true;
}

/** The number of edges that a vertex lacks. @param {Uint16Array} mates @param {number} vertex */
const lacks = (mates, vertex) => (mates[vertex] === mates.length ? 0 : mates[vertex] === vertex ? 2 : 1);

/** Whether each of these vertices has enough neighbours left for the edges that it lacks. @param {Uint16Array} mates @param {Step["tight"]} tight */
const isOpen = (mates, tight) => tight.every(({ vertex, others }) =>
  others.reduce((lacking, other) => lacking - Number(mates[other] !== mates.length), lacks(mates, vertex)) <= 0);

/** The steps of a sweep. @param {Neighbours} neighbours @param {number[]} order @returns {Step[]} */
function stepsOf(neighbours, order) {
  const later = new Set(order);
  const onwardOf = (/** @type {number} */ vertex) => neighbours[vertex].map((target, place) => ({ target, edge: [vertex, place] })).filter(({ target }) => later.has(target));
  const targets = (/** @type {number} */ vertex) => [...new Set(neighbours[vertex])].filter((other) => later.has(other));
  let frontier = /** @type {number[]} */ ([]);
  return order.map((vertex) => {
    later.delete(vertex);
    const [onward, touched] = [onwardOf(vertex), targets(vertex)];
    const pairs = onward.flatMap((one, place) => onward.slice(place + 1).map((other) => [one, other]));
    const near = [...new Set([...touched, ...touched.flatMap(targets)])];
    const tight = near.map((one) => ({ vertex: one, others: targets(one) })).filter(({ others }) => others.length <= 2);
    frontier = [...new Set([...frontier, ...touched])].filter((one) => one !== vertex);
    return { vertex, ways: [[[]], onward.map((one) => [one]), pairs], tight, frontier, isNearEnd: frontier.length === later.size };
  });
}

const BESIDE = 1;
const KNOWN = 2;

/** An order of the vertices with a narrow frontier, by a beam search: of all orders begun, the narrowest are continued by each
 * vertex of their frontiers. @param {Neighbours} neighbours */
function narrowOrder(neighbours) {
  const size = neighbours.length;
  const beside = neighbours.map((others) => [...new Set(others)]);
  const costs = neighbours.map((_, width) => 1n << BigInt(width));
  let begun = [/** @type {Beginning} */ ({ cost: 0n, width: 0, vertex: -1, before: null, known: "0".repeat(size), marks: new Uint8Array(size) })];
  for (let length = 0; length < size; length++) {
    const longer = /** @type {Map<string, Beginning>} */ (new Map());
    let limit = /** @type {bigint | null} */ (null);
    for (const before of begun) {
      const { marks } = before;
      if (limit === null && longer.size >= 2 * BEAM) limit = cheapest(longer)[BEAM - 1].cost; // dearer ones are not among the narrowest
      for (let vertex = 0; vertex < size; vertex++) {
        if (marks[vertex] !== (before.width ? BESIDE : 0)) continue;
        const width = beside[vertex].reduce((count, other) => count + Number(!marks[other]), before.width - marks[vertex]);
        const cost = before.cost + costs[width];
        if (limit !== null && cost > limit) continue;
        const known = `${before.known.slice(0, vertex)}1${before.known.slice(vertex + 1)}`;
        const found = longer.get(known);
        if (!found || cost < found.cost) longer.set(known, { cost, width, vertex, before, known, marks });
      }
    }
    begun = cheapest(longer).map((order) => ({ ...order, marks: marked(order, beside[order.vertex]) }));
  }
  const order = [];
  for (let last = begun[0]; last.before; last = last.before) order.push(last.vertex);
  return order.reverse();
}

/** @param {Map<string, Beginning>} orders */
const cheapest = (orders) => [...orders.values()].sort((one, other) => Number(one.cost > other.cost) - Number(one.cost < other.cost)).slice(0, BEAM);

/** The marks after the last vertex of an order. @param {Beginning} order @param {number[]} beside */
function marked({ marks, vertex }, beside) {
  const changed = marks.slice();
  for (const other of beside) changed[other] ||= BESIDE;
  changed[vertex] = KNOWN;
  return changed;
}
