// The board of a puzzle is a drawing in which each square is a cell of a grid for those who do not see it.

import { setAttributes } from "../shared/dom.js";
import { hasNames, labels, nameOf } from "../shared/squares.js";

const SIDE = 100; // units of a square
const MARGIN = 36; // with the letters and numbers of the squares
const DISC = 35;
const NOTE = 22;

/** @typedef {import("./game.js").Game} Game */
/** What is shown besides the numbers. @typedef {{ chosen: number, typed: string, wrong: Set<number>, hinted: Set<number>, lines: boolean, moves: boolean }} Look */

/** The name of a square: that of chess players where there is one. @param {import("./game.js").Puzzle} puzzle @param {number} square */
export function spell({ rows, cols, names, places }, square) {
  if (!rows || !cols || !hasNames({ rows, cols })) return names[square];
  const [row, col] = places[square];
  return nameOf({ rows, cols }, row * cols + col);
}

export class BoardView {
  /** @type {Game} */
  game = /** @type {any} */ (null);

  /** @param {HTMLElement} stage @param {(square: number) => void} click */
  constructor(stage, click) {
    this.element = /** @type {any} */ (stage.querySelector("#board"));
    this.element.addEventListener("click", (event) => {
      const square = event.target.closest("[role=gridcell]")?.dataset.square;
      if (square) click(Number(square));
    });
  }

  /** Draw the squares of a game; `refresh` draws what is on them. */
  show(/** @type {Game} */ game) {
    this.game = game;
    const { sheet: [rows, cols], places, title } = game.puzzle;
    const cell = (/** @type {number} */ square) => {
      const [row, col] = places[square];
      const shade = (rows - 1 - row + col) % 2 ? "light" : "dark";
      return `<g role="gridcell" id="square-${square}" data-square="${square}"><rect class="${shade}" x="${col * SIDE}" y="${row * SIDE}" width="${SIDE}" height="${SIDE}"/></g>`;
    };
    const rowOf = (/** @type {number} */ row) => places.flatMap(([own], square) => (own === row ? [square] : []));
    const lines = Array.from({ length: rows }, (_, row) => rowOf(row)).filter((line) => line.length);
    const left = game.puzzle.rows ? MARGIN : 2;
    const box = [-left, -2, cols * SIDE + left + 2, rows * SIDE + left + 2];
    setAttributes(this.element, { viewBox: box.join(" "), "aria-label": `Puzzle on ${title}` });
    this.element.innerHTML = `${lines.map((line) => `<g role="row">${line.map(cell).join("")}</g>`).join("")}
      <g class="edge" aria-hidden="true">${labels(game.puzzle, SIDE, MARGIN)}</g><g class="filled" aria-hidden="true"></g>`;
  }

  refresh(/** @type {Look} */ look) {
    const { game, element } = this;
    const squares = game.numbers.map((_, square) => square);
    const next = look.moves && !look.hinted.size && !game.isSolved && game.beside(game.next).length ? new Set(game.allowed(game.next)) : new Set();
    element.classList.toggle("solved", game.isSolved);
    element.querySelector(".filled").innerHTML = [
      ...[...look.hinted].map((square) => this.frame(square, "hinted")),
      game.isSolved ? this.tour() : look.lines ? `<path class="line" d="${game.runs.map((run) => this.line(run)).join("")}"/>` : "",
      ...squares.map((square) => (game.numbers[square] ? this.number(square, look) : this.notes(square))),
      ...[...next].map((square) => this.circle(square, 12, "dot")),
      game.isSolved ? "" : this.frame(look.chosen, "chosen"),
      look.typed ? this.text(look.chosen, look.typed, "typed") : "",
    ].join("");
    for (const square of squares) {
      const label = this.describe(square, look, next.has(square));
      setAttributes(element.querySelector(`#square-${square}`), { "aria-label": label, "aria-selected": square === look.chosen });
    }
    element.setAttribute("aria-activedescendant", `square-${look.chosen}`);
  }

  /** What a square is for those who do not see it. @param {number} square @param {Look} look @param {boolean} isNext */
  describe(square, { wrong }, isNext) {
    const { game } = this;
    const [number, notes] = [game.numbers[square], game.notes[square]];
    const state = game.givens[square] ? "given" : wrong.has(square) ? "wrong" : "";
    const told = number ? [String(number), state] : ["empty", isNext && `${game.next} is possible`, notes.length && `notes ${notes.join(" ")}`];
    return [spell(game.puzzle, square), ...told].filter(Boolean).join(", ");
  }

  centre(/** @type {number} */ square) { return this.game.puzzle.places[square].map((place) => (place + 0.5) * SIDE).reverse(); }

  /** @param {number} square @param {string} kind */
  frame(square, kind) {
    const [x, y] = this.centre(square);
    return `<rect class="${kind}" x="${x - SIDE / 2 + 4}" y="${y - SIDE / 2 + 4}" width="${SIDE - 8}" height="${SIDE - 8}" rx="12"/>`;
  }

  /** @param {number} square @param {number} radius @param {string} kind */
  circle(square, radius, kind) {
    const [x, y] = this.centre(square);
    return `<circle class="${kind}" cx="${x}" cy="${y}" r="${radius}"/>`;
  }

  /** @param {number} square @param {string} text @param {string} kind */
  text(square, text, kind) {
    const [x, y] = this.centre(square);
    return `<text class="${kind}${text.length > 2 ? " long" : ""}" x="${x}" y="${y}">${text}</text>`;
  }

  number(/** @type {number} */ square, /** @type {Look} */ { wrong }) {
    const { game } = this;
    const kind = game.givens[square] ? "given" : wrong.has(square) ? "own wrong" : "own";
    const isFrom = square === game.from && !game.isSolved;
    return this.circle(square, DISC, `${kind}${isFrom ? " from" : ""}`) + this.text(square, String(game.numbers[square]), kind);
  }

  notes(/** @type {number} */ square) {
    const [x, y] = this.centre(square);
    const notes = this.game.notes[square];
    const across = this.game.size > 99 ? 2 : 3;
    const lines = Array.from({ length: Math.ceil(notes.length / across) }, (_, line) => notes.slice(line * across, (line + 1) * across));
    const top = y - ((lines.length - 1) / 2) * NOTE;
    return lines.map((line, row) => `<text class="note" x="${x}" y="${top + row * NOTE}">${line.join(" ")}</text>`).join("");
  }

  tour() {
    const order = Array.from(this.game.numbers, (_, place) => this.game.squareOf(place + 1));
    return `<path class="line tour" pathLength="1" d="${this.line(order)}${this.game.isClosed ? "Z" : ""}"/>`;
  }

  /** A drawing of the solution, to be printed. */
  solution() {
    const { game: { solution, givens, isClosed }, element } = this;
    const drawing = element.cloneNode(true);
    for (const one of [drawing, ...drawing.querySelectorAll("[id]")]) one.removeAttribute("id");
    const order = solution.map((_, place) => solution.indexOf(place + 1));
    const kind = (/** @type {number} */ square) => (givens[square] ? "given" : "own");
    const numbers = order.map((square, place) => this.circle(square, DISC, kind(square)) + this.text(square, String(place + 1), kind(square)));
    drawing.querySelector(".filled").innerHTML = `<path class="line" d="${this.line(order)}${isClosed ? "Z" : ""}"/>${numbers.join("")}`;
    return drawing;
  }

  line(/** @type {number[]} */ squares) {
    return `M${squares.map((square) => this.centre(square).join()).join("L")}`;
  }
}
