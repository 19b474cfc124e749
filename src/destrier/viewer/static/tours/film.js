// What lies between two tourneys of a board: the moves that differ fall into loops that do not touch, and each of them
// may be switched alone. So all pictures of a film are tourneys, too.

import { MOVES } from "../shared/moves.js";
import { Tourney } from "./tour.js";

/** From the one to the other, in so many pictures at most; the first is not among them. */
export function between(before, after, most) {
  const loops = loopsOf(before, after);
  const count = Math.min(most, loops.length);
  const moves = before.moves.slice();
  return Array.from({ length: count }, (_, picture) => {
    const [from, to] = [picture, picture + 1].map((share) => Math.floor((share * loops.length) / count));
    for (const square of loops.slice(from, to).flat()) moves[square] = after.moves[square];
    return new Tourney(after.rows, after.cols, moves.slice(), after.start);
  });
}

/** The squares of each loop of moves that are in one of the two only, from the top down. */
function loopsOf(before, after) {
  const { rows, cols, offsets } = before;
  const differ = after.moves.map((byte, square) => byte ^ before.moves[square]);
  const seen = new Uint8Array(rows * cols);
  const loops = [];
  for (let first = 0; first < differ.length; first++) {
    if (!differ[first] || seen[first]) continue;
    const loop = [first];
    seen[first] = 1;
    for (let at = 0; at < loop.length; at++) {
      for (let move = 0; move < MOVES.length; move++) {
        const there = loop[at] + offsets[move];
        if (!(differ[loop[at]] >> move & 1) || seen[there]) continue;
        seen[there] = 1;
        loop.push(there);
      }
    }
    loops.push(loop);
  }
  return loops;
}
