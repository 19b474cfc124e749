// The Hamiltonian cycles of a small graph, the twin of `plain/sweep.py`: their number and a uniform draw, by a frontier sweep.
//
// A node stands for all sets of edges that form paths with the same mates: of a vertex with one edge, the other end of its
// path; of one without edges, itself; and the number of vertices if it has both. Only the mates of the frontier are written
// in the text of a node, since vertices before have both edges, and vertices beyond it have none.

/** @typedef {import("./random.js").Random} Random */
/** The neighbours of each vertex, which may be parallel. @typedef {number[][]} Neighbours */
/** An edge, as a vertex and the place of its neighbour. @typedef {number[]} HalfEdge */
/** Sets of edges, and the ways from earlier ones: the edges taken since. @typedef {{ number: bigint, earlier: Node[], ways: HalfEdge[][] }} Node */
/** A vertex, its edges to later ones, the later vertices that it may deprive of edges, and the frontier beyond it.
 * @typedef {{ vertex: number, onward: number[][], tight: { vertex: number, others: number[] }[], frontier: number[] }} Step */
/** The beginning of an order, by its last vertex; the vertices known, as a text of digits, and beside them, by their marks.
 * @typedef {{ cost: bigint, width: number, vertex: number, before: Beginning | null, known: string, marks: Uint8Array }} Beginning */

const LARGEST = 255; // vertices
const BEAM = 32; // orders begun that are continued

export class TooManyStates extends Error {}

export class Sweep {
  #last;

  /** @param {Neighbours} neighbours @param {number} most the largest number of nodes */
  constructor(neighbours, most) {
    if (neighbours.length > LARGEST) throw new TooManyStates();
    this.#last = lastNode(neighbours, most);
    /** The number of cycles. */
    this.total = this.#last.number;
  }

  /** The edges of a cycle, drawn uniformly; there must be one. @param {Random} random */
  draw(random) {
    const cycle = /** @type {HalfEdge[]} */ ([]);
    let node = this.#last;
    while (node.earlier.length) {
      let rank = random.below(node.number);
      let way = 0;
      for (; rank >= node.earlier[way].number; way++) rank -= node.earlier[way].number;
      cycle.push(...node.ways[way]);
      node = node.earlier[way];
    }
    return cycle;
  }
}

/** The node of the sets of edges that are cycles. @param {Neighbours} neighbours @param {number} most */
function lastNode(neighbours, most) {
  const mates = Uint16Array.from(neighbours, (_, vertex) => vertex);
  let layer = new Map([["", /** @type {Node} */ ({ number: 1n, earlier: [], ways: [] })]]);
  let frontier = /** @type {number[]} */ ([]);
  let nodes = 0;
  for (const step of stepsOf(neighbours, narrowOrder(neighbours))) {
    const following = new Map();
    for (const [text, node] of layer) {
      frontier.forEach((vertex, place) => { mates[vertex] = text.charCodeAt(place); });
      complete(mates, step, (edges) => {
        const joined = String.fromCharCode(...step.frontier.map((vertex) => mates[vertex]));
        let found = following.get(joined);
        if (!found && !isOpen(mates, step.tight)) return;
        if (!found) following.set(joined, found = { number: 0n, earlier: [], ways: [] });
        found.number += node.number;
        found.earlier.push(node);
        found.ways.push(edges);
      });
      if (nodes + following.size > most) throw new TooManyStates();
    }
    nodes += following.size;
    [layer, frontier] = [following, step.frontier];
    mates[step.vertex] = mates.length;
  }
  return layer.get("") ?? { number: 0n, earlier: [], ways: [] };
}

/** Do something after each way to give a vertex the edges that it lacks.
 * @param {Uint16Array} mates @param {Step} step @param {(edges: HalfEdge[]) => void} action */
function complete(mates, { vertex, onward }, action) {
  const full = mates.length;
  const take = (/** @type {number} */ lacking, /** @type {number} */ first, /** @type {HalfEdge[]} */ edges) => {
    if (!lacking) return action(edges);
    for (let place = first; place < onward.length; place++) {
      const [other, edge] = onward[place];
      const [end, far] = [mates[vertex], mates[other]];
      if (far === full) continue;
      const isCycle = end === other;
      mates[vertex] = mates[other] = full;
      if (!isCycle) [mates[end], mates[far]] = [far, end];
      if (!isCycle || mates.every((mate) => mate === full)) take(lacking - 1, place + 1, [...edges, [vertex, edge]]);
      [mates[end], mates[far]] = [vertex, other];
      [mates[vertex], mates[other]] = [end, far];
    }
  };
  take(lacks(mates, vertex), 0, []);
}

/** The number of edges that a vertex lacks. @param {Uint16Array} mates @param {number} vertex */
const lacks = (mates, vertex) => (mates[vertex] === mates.length ? 0 : mates[vertex] === vertex ? 2 : 1);

/** Whether each of these vertices has enough neighbours left for the edges that it lacks. @param {Uint16Array} mates @param {Step["tight"]} tight */
const isOpen = (mates, tight) => tight.every(({ vertex, others }) =>
  others.reduce((lacking, other) => lacking - Number(mates[other] !== mates.length), lacks(mates, vertex)) <= 0);

/** The steps of a sweep. @param {Neighbours} neighbours @param {number[]} order @returns {Step[]} */
function stepsOf(neighbours, order) {
  const later = new Set(order);
  const onwardOf = (/** @type {number} */ vertex) => neighbours[vertex].map((other, edge) => [other, edge]).filter(([other]) => later.has(other));
  const targets = (/** @type {number} */ vertex) => [...new Set(onwardOf(vertex).map(([other]) => other))];
  let frontier = /** @type {number[]} */ ([]);
  return order.map((vertex) => {
    later.delete(vertex);
    const touched = targets(vertex);
    const near = [...new Set([...touched, ...touched.flatMap(targets)])];
    const tight = near.map((one) => ({ vertex: one, others: targets(one) })).filter(({ others }) => others.length <= 2);
    frontier = [...new Set([...frontier, ...touched])].filter((one) => one !== vertex);
    return { vertex, onward: onwardOf(vertex), tight, frontier };
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
