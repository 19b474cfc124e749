// A closed path as a picture: the smallest board that it fits on, its moves, and a knight that rides round it.

import { isCalm } from "../shared/dom.js";
import { MOVES } from "../shared/moves.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const EDGE = 0.12; // squares around a board
const KNIGHT = 1.25; // squares
const ROOM = 6; // squares of the large picture, or more

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The squares of a path in order, on the smallest board that they fit on, and its sides. */
export function follow(word) {
  let [row, col] = [0, 0];
  const squares = [];
  for (const move of word) {
    squares.push([row, col]);
    row += MOVES[move][0];
    col += MOVES[move][1];
  }
  const [top, bottom] = extent(squares.map((square) => square[0]));
  const [left, right] = extent(squares.map((square) => square[1]));
  const moved = squares.map(([row, col]) => [row - top, col - left]);
  return { squares: moved, rows: bottom - top + 1, cols: right - left + 1 };
}

const extent = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

/** A picture with room for boards of this side: those that fit have squares of one size. */
export function draw(word, room = 0, ...marks) {
  const { squares, rows, cols } = follow(word);
  const side = Math.max(rows, cols, room) + 2 * EDGE;
  const [x, y] = squares[0];
  return element(
    "svg",
    { viewBox: `${(cols - side) / 2} ${(rows - side) / 2} ${side} ${side}`, class: "path", "aria-hidden": "true" },
    element("rect", { class: "board", width: cols, height: rows }),
    element("path", { class: "chequer", d: chequer(rows, cols) }),
    element("path", { class: "line", d: outline(squares) }),
    ...marks.map((mark) => mark(squares)),
    element("circle", { class: "start", cx: y + 0.5, cy: x + 0.5, r: 0.2 }),
  );
}

const outline = (squares) => `M${squares.map(([row, col]) => `${col + 0.5} ${row + 0.5}`).join("L")}Z`;

function chequer(rows, cols) {
  let text = "";
  for (let row = 0; row < rows; row++) for (let col = (row + 1) % 2; col < cols; col += 2) text += `M${col} ${row}h1v1h-1z`;
  return text;
}

/** Dots, as lines of no length with round ends. */
const dots = (name, points) => element("path", { class: name, d: points.map(([row, col]) => `M${col + 0.5} ${row + 0.5}h0`).join("") });

export const visited = (squares) => dots("visited", squares);

export const crossings = (squares) => dots("crossing", crossingPoints(squares));

/** Where two moves cross, in their interiors. */
function crossingPoints(squares) {
  const points = [];
  const after = (place) => squares[(place + 1) % squares.length];
  for (let one = 0; one < squares.length; one++) {
    for (let other = 0; other < one; other++) {
      const [a, b, c, d] = [squares[one], after(one), squares[other], after(other)];
      const [u, v] = [minus(b, a), minus(d, c)];
      const turn = cross(u, v);
      if (turn === 0) continue;
      const [share, otherShare] = [cross(minus(c, a), v) / turn, cross(minus(c, a), u) / turn];
      if (share > 0 && share < 1 && otherShare > 0 && otherShare < 1) points.push([a[0] + share * u[0], a[1] + share * u[1]]);
    }
  }
  return points;
}

const minus = (one, other) => [one[0] - other[0], one[1] - other[1]];
const cross = (one, other) => one[0] * other[1] - one[1] * other[0];

/** The picture of one path at large, on which a knight may ride. */
export class PathView {
  constructor(place) {
    this.place = place;
    this.squares = [];
  }

  get moves() { return this.squares.length; }

  show(word) {
    const { squares } = follow(word);
    this.squares = squares;
    this.trail = element("path", { class: "trail", d: outline(squares), pathLength: squares.length });
    this.knight = element("image", { href: "icon.svg", width: KNIGHT, height: KNIGHT });
    this.picture = draw(word, ROOM, () => this.trail, crossings, visited);
    this.picture.removeAttribute("aria-hidden");
    this.picture.setAttribute("role", "img");
    this.picture.setAttribute("aria-label", `The path ${word}`);
    this.picture.append(this.knight);
    this.place.replaceChildren(this.picture);
    this.ride(null);
  }

  /** Put the knight at a place of the path, between two squares or on one; null for no knight. */
  ride(position) {
    for (const mark of [this.trail, this.knight]) mark.toggleAttribute("hidden", position === null);
    if (position === null) return;
    const at = isCalm() ? Math.floor(position) : position;
    const place = Math.floor(at);
    const size = this.squares.length;
    const [here, there] = [this.squares[place % size], this.squares[(place + 1) % size]];
    const [row, col] = [0, 1].map((axis) => here[axis] + (at - place) * (there[axis] - here[axis]));
    this.trail.setAttribute("stroke-dasharray", `${at} ${size}`);
    this.knight.setAttribute("x", col + 0.5 - KNIGHT / 2);
    this.knight.setAttribute("y", row + 0.5 - KNIGHT / 2);
  }
}
