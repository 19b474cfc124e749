// Why a board has no tour, the twin of the first parts of `proofs/obstructions.py`: the theorems on rectangles, the colours,
// squares with few moves, and squares that no moves lead to. Nothing proves that a board with holes has a tour.

import { theorem } from "../shared/theorems.js";
import { range } from "../shared/squares.js";
import { Board } from "./board.js";

const NAMED = 30; // squares

/** Why a knight's board has no tour of a kind; null if that is not known. @param {import("./board.js").Description} description */
export function why({ rows = 0, cols = 0, missing: holes = [] }, kind = "closed") {
  const missing = holes.length;
  if (!missing) return theorem(rows, cols, kind);
  const reason = obstruction(new Board({ rows, cols, missing: holes }), kind === "open" ? 2 : 0);
  return reason && `no ${kind} tour of ${rows} x ${cols} with ${missing} ${missing > 1 ? "squares" : "square"} missing exists: ${reason}`;
}

/** What is in the way of a tour with so many ends, and what else is. @param {Board} board @param {number} ends */
function obstruction({ places: pairs, squares, graph: { neighbours: near } }, ends) {
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
