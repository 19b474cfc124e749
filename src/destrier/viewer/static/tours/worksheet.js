// A worksheet to print, in black and white: a board with some numbers of a tour, for pupils to find the others, and on a
// second page the solution. As in puzzles, numbers begin with 1.

import { make } from "../shared/dom.js";
import { labels } from "../shared/squares.js";
import { givens } from "./givens.js";

const SIDE = 10; // units of a square
const MARGIN = 7;
const MOST = 30; // rows or columns whose numbers can be read on a page

/** The reason why a tourney has no worksheet, or nothing if it has one. @param {import("./tour.js").Tourney} tourney */
export function whyNoSheet({ rows, cols, isWalked, cycleCount }) {
  if (!isWalked || Math.max(rows, cols) > MOST) return `A worksheet has room for boards of up to ${MOST} × ${MOST}.`;
  return cycleCount > 1 ? "A worksheet needs a single tour. Join the loops first." : "";
}

/** The two pages: with the given numbers, and with all of them. @param {import("./tour.js").Tourney} tourney @param {number} every */
export function worksheet(tourney, every, /** @type {string} */ source) {
  const { size, isOpen } = tourney.walk;
  const given = new Set(givens(tourney, every));
  const ends = isOpen ? "" : ` From ${size}, a last move leads back to 1.`;
  const task = `Write the numbers from 1 to ${size} so that one move leads from each to the next.${ends} There is one solution.`;
  return [
    page("Complete the knight’s tour", [task], draw(tourney, (number) => given.has(number), false), names(), move()),
    page("Solution", [source], draw(tourney, () => true, true)),
  ];
}

/** The lines for a name and a date. */
const names = () => make("p", { className: "names" }, make("span", {}, "Name"), make("span", {}, "Date"));

/** The picture of the knight's move. */
function move() {
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

function page(title, paragraphs, drawing, ...heads) {
  const told = paragraphs.map((words) => make("p", {}, words));
  const section = make("section", { className: "sheet" }, ...heads, make("h2", {}, title), ...told);
  section.insertAdjacentHTML("beforeend", drawing);
  return section;
}

function draw({ rows, cols, moves, walk }, isShown, isSolved) {
  const { order, isOpen, size } = walk;
  const centre = (square) => [SIDE * ((square % cols) + 0.5), SIDE * (Math.floor(square / cols) + 0.5)];
  const squares = Array.from(moves, (byte, square) => {
    const [row, col] = [Math.floor(square / cols), square % cols];
    const fill = (rows - 1 - row + col) % 2 ? "white" : "#ddd";
    return byte ? `<rect x="${SIDE * col}" y="${SIDE * row}" width="${SIDE}" height="${SIDE}" fill="${fill}"/>` : "";
  });
  const line = Array.from(order, (square) => centre(square).join()).join(" ");
  const tour = isSolved ? `<poly${isOpen ? "line" : "gon"} points="${line}" fill="none" stroke="#999" stroke-width=".5"/>` : "";
  const [startX, startY] = centre(order[0]);
  const numbers = Array.from(order, (square, place) => {
    const [x, y] = centre(square);
    return isShown(place + 1) ? `<text class="number" stroke="${isSolved ? "white" : "none"}" stroke-width=".8" paint-order="stroke" x="${x}" y="${y}" font-size="${size > 999 ? 3 : 4}">${place + 1}</text>` : "";
  });
  return `<svg viewBox="${-MARGIN} -1 ${SIDE * cols + MARGIN + 1} ${SIDE * rows + MARGIN + 1}" text-anchor="middle" dominant-baseline="central"
    font-family="sans-serif"><g stroke="black" stroke-width=".2">${squares.join("")}</g>${labels({ rows, cols }, SIDE, MARGIN, ' font-size="3"')}${tour}
    <circle cx="${startX}" cy="${startY}" r="3.6" fill="white" stroke="black" stroke-width=".5"/>${numbers.join("")}</svg>`;
}
