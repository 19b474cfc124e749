// A closed path as a picture: the smallest board that it fits on, its moves, and a knight that rides round it.

import { isCalm, setAttributes } from "../shared/dom.js";
import { MOVES, between, crossing } from "../shared/squares.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const EDGE = 0.12; // squares around a board
const KNIGHT = 1.25; // squares
const ROOM = 6; // squares of the large picture, or more

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  setAttributes(made, attributes);
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
  const [top, left] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis])));
  const moved = squares.map(([row, col]) => [row - top, col - left]);
  const [rows, cols] = [0, 1].map((axis) => 1 + Math.max(...moved.map((square) => square[axis])));
  return { squares: moved, rows, cols };
}

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

const dots = (name, points) => element("path", { class: name, d: points.map(([row, col]) => `M${col + 0.5} ${row + 0.5}h0`).join("") });

export const visited = (squares) => dots("visited", squares);

export const crossings = (squares) => dots("crossing", crossingPoints(squares));

function crossingPoints(squares) {
  const moves = squares.map(([row, col], place) => {
    const [nextRow, nextCol] = squares[(place + 1) % squares.length];
    return { row, col, step: [nextRow - row, nextCol - col] };
  });
  return moves.flatMap((one, place) => moves.slice(0, place).flatMap((other) => {
    const point = crossing(one.step, other.step, other.row - one.row, other.col - one.col);
    return point ? [[one.row + point[0], one.col + point[1]]] : [];
  }));
}

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
    setAttributes(this.picture, { role: "img", "aria-hidden": false, "aria-label": `The path ${word}` });
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
    const [row, col] = between(this.squares[place % size], this.squares[(place + 1) % size], at - place);
    this.trail.setAttribute("stroke-dasharray", `${at} ${size}`);
    setAttributes(this.knight, { x: col + 0.5 - KNIGHT / 2, y: row + 0.5 - KNIGHT / 2 });
  }
}
