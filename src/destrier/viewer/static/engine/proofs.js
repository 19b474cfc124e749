// Why a board has no tour, the twin of `proofs/rectangles.py` and of the first parts of `proofs/obstructions.py`: theorems on
// rectangles, the colours, squares with few moves, and squares that no moves lead to. Nothing proves that there is a tour.

import { MOVES } from "../shared/squares.js";
import { Board, range } from "./board.js";

const NAMED = 30; // squares

/** The sources and the theorems, which say of the sides, the shorter one first, why there is no tour. @type {Record<string, [string, (short: number, long: number) => string]>} */
const THEOREMS = {
  closed: ["Schwenk 1991", (short, long) => {
    if (short % 2 && long % 2) return "with both sides odd the two colours differ in number, but a closed tour alternates between them";
    if ([1, 2, 4].includes(short)) return "no board with a side of 1, 2 or 4 has one";
    return short === 3 && [4, 6, 8].includes(long) ? "of the boards with a side of 3, those of length 4, 6 and 8 have none" : "";
  }],
  open: ["Cull and De Curtins 1978, Conrad et al. 1994", (short, long) => {
    if (long === 1) return "a tour is made of moves; its square alone is counted and listed as an open tour, but not made";
    if (short < 3) return "no board with a side of 1 or 2 has one with moves";
    if (short === 3 && [3, 5, 6].includes(long)) return "of the boards with a side of 3, those of length 3, 5 and 6 have none";
    return short === 4 && long === 4 ? "it is the one board with a side of 4, and no side below 3, that has none" : "";
  }],
  corner: ["Lin and Wei 2005", (short, long) => {
    if (short % 2 === 0 || long % 2 === 0) return "a corner tour leaves out one corner of an odd x odd board";
    return short === 1 || short === 3 && long < 8 ? "of the odd x odd boards, those with a side of 1, 3 x 3, 3 x 5 and 3 x 7 have none" : "";
  }],
};

/** Why a knight's board has no tour of a kind; null if that is not known. @param {import("./board.js").Description} description */
export function why({ rows = 0, cols = 0, missing: holes = [] }, kind = "closed") {
  const [missing, sides] = [holes.length, `${rows} x ${cols}`];
  if (!missing) {
    const [source, theorem] = THEOREMS[kind];
    const reason = theorem(Math.min(rows, cols), Math.max(rows, cols));
    return reason ? `no ${kind} tour of ${sides} exists (${source}): ${reason}` : null;
  }
  const reason = obstruction(new Board({ rows, cols, missing: holes }), kind === "open" ? 2 : 0);
  return reason && `no ${kind} tour of ${sides} with ${missing} ${missing > 1 ? "squares" : "square"} missing exists: ${reason}`;
}

/** What is in the way of a tour with so many ends, and what else is. @param {Board} board @param {number} ends */
function obstruction({ places: pairs, squares }, ends) {
  const there = new Map(pairs.map((pair, vertex) => [pair.join(), vertex]));
  const near = pairs.map(([row, col]) => MOVES.flatMap(([down, across]) => there.get(`${row + down},${col + across}`) ?? []));
  const [names, light] = [pairs.map(String), pairs.filter(([row, col]) => (row + col) % 2 === 0).length];
  const dark = squares.length - light;
  const few = range(squares.length).filter((vertex) => near[vertex].length < 2);
  const alone = few.find((vertex) => !near[vertex].length);
  const reached = new Set([0]);
  for (const vertex of reached) for (const other of near[vertex]) reached.add(other);
  const uneven = `it has ${light} light and ${dark} dark squares`;
  const tell = (/** @type {string} */ reason, /** @type {number[]} */ named) => [
    reason,
    ...(light === dark || reason.startsWith(uneven) ? [] : [uneven]),
    ...(few.every((vertex) => named.includes(vertex)) ? [] : [`fewer than two moves lead from ${few.slice(0, NAMED).map((vertex) => names[vertex]).join(" ")}${few.length > NAMED ? ` and ${few.length - NAMED} more` : ""}`]),
  ].join("; ");
  if (Math.abs(light - dark) > ends / 2) return tell(`${uneven}, but colours alternate along a tour`, []);
  if (alone !== undefined) return tell(`square ${names[alone]} has no move`, [alone]);
  if (few.length > ends) {
    const named = few.slice(0, ends + 1);
    return tell(`${named.map((vertex) => names[vertex]).join(", ")} ${ends ? "have only one move, so all" : "has only one move, so"} would be at an end`, named);
  }
  const apart = range(squares.length).find((vertex) => !reached.has(vertex));
  return apart === undefined ? null : tell(`no moves lead from ${names[0]} to ${names[apart]}`, [0, apart]);
}
