// Whether a path can be finished, the twin of `viewer/work/play.py`.

import { Tourney, moveBetween } from "../tours/tour.js";
import { placeOf } from "../shared/squares.js";
import { Board } from "./board.js";
import { Unsupported } from "./sweep.js";
import { NoSuchTour, Tours } from "./tours.js";

const PLAYED = 8; // rows or columns of a board on which a path is finished

/** Whether a path can become a tour, and how, by an open tour of the rest; null if that is not known. @param {import("./board.js").Description & { kind: string, path: number[][] }} request */
export function finish({ kind, path, ...board }) {
  const { rows = 0, cols = 0, missing = [] } = board;
  const { squares } = new Board(board);
  if (Math.max(rows, cols) > PLAYED) throw new Error(`this is answered on boards of up to ${PLAYED} x ${PLAYED}, not ${rows} x ${cols}`);
  const given = path.map(([row, col]) => row * cols + col);
  const wrong = given.findIndex((square, place) => place && moveBetween(given[place - 1], square, cols) < 0);
  if (wrong > 0) throw new Error(`from ${path[wrong - 1]} to ${path[wrong]} is not a knight's move`);
  if (new Set(given).size < given.length) throw new Error("the path visits a square twice");
  const ends = kind === "open" ? [undefined] : squares.filter((square) => moveBetween(given[0], square, cols) >= 0).map((square) => placeOf(square, cols));
  const start = path[path.length - 1];
  if (path.length === squares.length) {
    const can = ends.some((end) => !end || String(end) === String(start));
    return { can, path: can ? path : null };
  }
  let can = /** @type {boolean | null} */ (false);
  for (const end of ends.filter((one) => !one || !path.some((square) => String(square) === String(one)))) {
    try {
      const rest = new Tours({ board: { rows, cols, missing: [...missing, ...path.slice(0, -1)] }, kind: "open", start, end });
      const { walk } = new Tourney(rows, cols, /** @type {Uint8Array} */ (rest.draw(0n)), given[given.length - 1]);
      return { can: true, path: [...path.slice(0, -1), ...Array.from(walk.order, (square) => placeOf(square, cols))] };
    } catch (error) {
      if (error instanceof Unsupported) can = null;
      else if (!(error instanceof NoSuchTour)) throw error;
    }
  }
  return { can, path: null };
}
