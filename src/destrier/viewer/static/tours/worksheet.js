// A worksheet to print, in black and white: a board with some numbers of a tour, for pupils to find the others, and on a
// second page the solution. As in puzzles, numbers begin with 1. The server chooses numbers that leave one solution;
// without it, and where that takes too long, the sheet says that there may be others.

import { make } from "../shared/dom.js";
import { labels } from "../shared/squares.js";

const SIDE = 10; // units of a square
const MARGIN = 7;
const MOST = 30; // rows or columns whose numbers can be read on a page

/** The reason why a tourney has no worksheet, or nothing if it has one. @param {import("./tour.js").Tourney} tourney */
export function whyNoSheet({ rows, cols, isWalked, cycleCount }) {
  if (!isWalked || Math.max(rows, cols) > MOST) return `A worksheet has room for boards of up to ${MOST} × ${MOST}.`;
  return cycleCount > 1 ? "A worksheet needs a single tour. Join the cycles first." : "";
}

/** What is given, and whether it leaves one solution. @typedef {{ numbers: number[], unique: boolean }} Given */

/** Every n-th number, the first and the last. @returns {Given} */
export function everyNth(/** @type {number} */ size, /** @type {number} */ every) {
  const numbers = Array.from({ length: size }, (_, place) => place + 1);
  return { numbers: numbers.filter((number) => number === 1 || number === size || number % every === 0), unique: every === 1 };
}

/** The two pages: with the given numbers, and with all of them. @param {import("./tour.js").Tourney} tourney @param {Given} given */
export function worksheet(tourney, { numbers, unique }, /** @type {string} */ source) {
  const { size, isOpen } = tourney.walk;
  const given = new Set(numbers);
  const ends = isOpen ? "" : ` From ${size}, a last move leads back to 1.`;
  const task = `Write the numbers from 1 to ${size} so that the knight moves from each to the next.${ends}`;
  const one = unique ? "There is one solution." : "There may be several solutions: any tour that fits is right.";
  const many = unique ? [] : ["This may be one of many solutions: any tour that fits is right."];
  return [
    page("Complete the knight's tour", [`${task} ${one}`], draw(tourney, (number) => given.has(number), false)),
    page(unique ? "Solution" : "A solution", [source, ...many], draw(tourney, () => true, true)),
  ];
}

function page(title, paragraphs, drawing) {
  const told = paragraphs.map((words) => make("p", {}, words));
  const section = make("section", { className: "sheet" }, make("h2", {}, title), ...told);
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
