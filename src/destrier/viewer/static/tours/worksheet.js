// A worksheet to print, in black and white: a board with some numbers of a tour, for pupils to find the others, and on a
// second page the solution. As in puzzles, numbers begin with 1.

import { make } from "../shared/dom.js";
import { move, stars } from "../shared/sheet.js";
import { placeOf } from "../shared/squares.js";
import { givens } from "./givens.js";

const SIDE = 10; // units of a square
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
    page("Complete the knight’s tour", task, draw(tourney, (number) => given.has(number), false), names(), stars("easy"), move()),
    page("Solution", source, draw(tourney, () => true, true)),
  ];
}

const names = () => make("p", { className: "names" }, make("span", {}, "Name"), make("span", {}, "Date"));

function page(title, words, drawing, ...heads) {
  const section = make("section", { className: "sheet" }, ...heads, make("h2", {}, title), make("p", {}, words));
  section.insertAdjacentHTML("beforeend", drawing);
  return section;
}

function draw({ rows, cols, moves, walk }, isShown, isSolved) {
  const { order, isOpen, size } = walk;
  const centre = (square) => [SIDE * ((square % cols) + 0.5), SIDE * (Math.floor(square / cols) + 0.5)];
  const squares = Array.from(moves, (byte, square) => {
    const [row, col] = placeOf(square, cols);
    const fill = (rows - 1 - row + col) % 2 ? "white" : "#ddd";
    return byte ? `<rect x="${SIDE * col}" y="${SIDE * row}" width="${SIDE}" height="${SIDE}" fill="${fill}"/>` : "";
  });
  const line = Array.from(order, (square) => centre(square).join()).join(" ");
  const tour = isSolved ? `<poly${isOpen ? "line" : "gon"} points="${line}" fill="none" stroke="#999" stroke-width=".5"/>` : "";
  const numbers = Array.from(order, (square, place) => {
    const [x, y] = centre(square);
    return isShown(place + 1) ? `<text class="number" stroke="${isSolved ? "white" : "none"}" stroke-width=".8" paint-order="stroke" x="${x}" y="${y}" font-size="${size > 999 ? 3 : 4}">${place + 1}</text>` : "";
  });
  return `<svg viewBox="-1 -1 ${SIDE * cols + 2} ${SIDE * rows + 2}" text-anchor="middle" dominant-baseline="central"
    font-family="sans-serif"><g stroke="black" stroke-width=".2">${squares.join("")}</g>${tour}${numbers.join("")}</svg>`;
}
