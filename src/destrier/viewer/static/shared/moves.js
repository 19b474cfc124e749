// The moves of a knight are numbered as in the library, as bytes hold them: move (i + 4) % 8 undoes move i, and moves 4
// to 7 go down. Each is a pair (row, col).

export const MOVES = [[-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2]];

/** The point at a share of the way from one to another. @template {number[]} P @param {P} from @param {P} to @returns {P} */
export const between = (from, to, /** @type {number} */ share) => /** @type {P} */ (from.map((value, axis) => value + share * (to[axis] - value)));

/** Where two moves cross, from where the one begins; the other begins so many rows and columns from there. Null if they do not. */
export function crossing(/** @type {number[]} */ one, /** @type {number[]} */ other, /** @type {number} */ row, /** @type {number} */ col) {
  const turn = one[0] * other[1] - one[1] * other[0];
  const [along, across] = [other, one].map((step) => (row * step[1] - col * step[0]) / turn);
  const isInside = (/** @type {number} */ share) => share > 1e-9 && share < 1 - 1e-9; // never where they are parallel
  return isInside(along) && isInside(across) ? [along * one[0], along * one[1]] : null;
}
