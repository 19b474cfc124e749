// What is printed beside a board to be filled, of a worksheet and of a puzzle.

import { make } from "./dom.js";

const GRADES = ["easy", "medium", "hard", "expert"];

/** How hard it is. @param {string} grade */
export const stars = (grade) => make("p", { className: "stars" }, ...GRADES.map((_, place) => (place <= GRADES.indexOf(grade) ? "★" : "☆")));

/** The picture of the knight's move. */
export function move() {
  const squares = Array.from({ length: 25 }, (_, square) => [square % 5, Math.floor(square / 5)]);
  const dark = squares.filter(([x, y]) => (x + y) % 2).map(([x, y]) => `M${x},${y}h1v1h-1z`).join("");
  const ends = squares.filter(([x, y]) => Math.abs((x - 2) * (y - 2)) === 2);
  const dots = ends.map(([x, y]) => `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".2"/>`).join("");
  const lines = ends.map(([x, y]) => `M2.5,2.5L${x + 0.5},${y + 0.5}`).join("");
  const picture = make("figure", {});
  picture.innerHTML = `<svg viewBox="-.05 -.05 5.1 5.1" aria-label="The knight's move"><path fill="#ddd" d="${dark}"/>
    <path fill="none" stroke="black" stroke-width=".04" d="M0,0h5v5h-5z${lines}"/><circle cx="2.5" cy="2.5" r=".3"/>${dots}</svg>`;
  return picture;
}
