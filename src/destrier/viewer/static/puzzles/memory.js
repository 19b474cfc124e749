// What a player has filled in is kept in the browser, by the puzzle. Where the browser keeps nothing, nothing is lost but
// that.

/** @typedef {{ state: import("./game.js").State, seconds: number }} Kept */

/** @param {import("./game.js").Puzzle} puzzle */
const keyOf = ({ kind, title, givens }) => `destrier puzzle ${kind} ${title} ${givens.map(([square, number]) => `${square}=${number}`).join(" ")}`;

/** @param {import("./game.js").Puzzle} puzzle @returns {Kept | null} */
export function recall(puzzle) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(puzzle)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {import("./game.js").Puzzle} puzzle @param {Kept} kept */
export function keep(puzzle, kept) {
  try {
    localStorage.setItem(keyOf(puzzle), JSON.stringify(kept));
  } catch {
    // A browser may allow a page no memory.
  }
}
