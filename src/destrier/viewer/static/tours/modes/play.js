// Play: a tour of one's own, move by move.

import { at, complain, none, number, on } from "../../shared/dom.js";
import { cancel } from "../../shared/request.js";
import * as api from "../api.js";
import { given } from "../packing.js";
import { Path } from "../path.js";
import { Mode } from "./mode.js";

const PLAYED_SQUARES = 10_000; // of the largest board
const SOLVED_SIDE = 8; // of boards on which it is known whether a path can be finished

export class Play extends Mode {
  name = "play";
  edits = true;
  marksHovered = true;
  /** @type {Path} */
  path = none;
  way = none; // how it can be finished, once that is asked
  entry = none; // of the timeline, to which the moves belong

  constructor(studio, form) {
    super(studio);
    this.form = form;
    on("play-undo", "click", () => this.undo());
    on("play-again", "click", () => this.replace([]));
    on("play-hint", "click", () => this.toggleHints());
    on("play-can", "click", () => this.ask());
    on("play-show", "click", () => this.replace(this.way));
    on("play-use", "click", () => this.finish());
    form.onBoard(() => this.restart());
    form.fields.kind.addEventListener("change", () => this.restart());
  }

  get place() { return this.path && [...this.path.squares]; }
  get address() { return { path: this.path?.squares.join(".") }; }

  begin(place = []) {
    const { board, hasBoard, kind } = this.form;
    if (!hasBoard || board.rows * board.cols > PLAYED_SQUARES) {
      complain(new Error(`Play is limited to boards of ${number(PLAYED_SQUARES)} squares.`));
      return this.studio.setMode("watch");
    }
    cancel("change");
    this.way = null;
    this.path = new Path(board, kind !== "open");
    (place ?? []).every((square) => this.path.go(square));
    this.entry = this.path.squares.length ? this.studio.here : null;
    this.view.show(board, null);
    this.show();
  }

  show(answer = "") {
    const { path } = this;
    const { rows, cols } = path.board;
    this.studio.tell(`Your own ${path.isClosed ? "closed" : "open"} tour of ${rows} × ${cols}`);
    at("play-status").textContent = answer || path.describe();
    at("play-undo").disabled = at("play-again").disabled = !path.squares.length;
    at("play-hint").setAttribute("aria-pressed", String(path.hints));
    at("play-can").hidden = Math.max(rows, cols) > SOLVED_SIDE || path.isFinished;
    at("play-can").disabled = !path.squares.length;
    at("play-show").hidden = !this.way;
    at("play-use").hidden = !path.isFinished;
    this.view.redrawTop();
  }

  /** Change the path; with its first change, a game begins an entry of the timeline. */
  change(how) {
    const { studio, path } = this;
    if (this.entry && this.entry === studio.here) how(path);
    else studio.edit("Game", () => how(path));
    this.entry = studio.here;
    this.way = null;
    this.show();
    studio.remember();
  }

  /** Play another path; the timeline keeps this one. */
  replace(squares) {
    this.entry = null;
    this.change((path) => path.replace(squares));
  }

  toggleHints() {
    this.path.hints = !this.path.hints;
    this.show(at("play-status").textContent);
  }

  undo() {
    const isBegun = this.path.squares.length > 0;
    if (isBegun) this.change((path) => path.undo());
    return isBegun;
  }

  click(square) { if (this.path.allows(square)) this.change((path) => path.go(square)); }

  describe(square) {
    const { path } = this;
    const visit = path.squares.indexOf(square);
    const words = super.describe(square);
    if (visit >= 0) return `${words}: move ${visit}`;
    return path.legal?.includes(square) ? `${words}: a legal move, with ${path.waysOn(square)} onward moves` : words;
  }

  async ask() {
    const { path, form } = this;
    const { rows, cols } = path.board;
    const asked = path.squares.join();
    const squares = path.squares.map((square) => [Math.floor(square / cols), square % cols]);
    const board = form.shape ? { shape: form.shape } : { rows, cols };
    const isStill = () => path === this.path && asked === path.squares.join();
    at("play-status").textContent = "Searching…";
    try {
      const answer = await api.finish({ kind: path.isClosed ? "closed" : "open", path: squares, ...board });
      if (!isStill()) return;
      this.way = answer.can ? answer.path.map(([row, col]) => row * cols + col) : null;
      this.show(ANSWERS.get(answer.can));
    } catch (/** @type {any} */ error) {
      if (error.name !== "AbortError" && isStill()) this.show(error.message);
    }
  }

  /** Look at the tour that was ridden. */
  finish() {
    const made = this.path.tour();
    this.studio.begin("Played", made, given(made));
  }

  draw(context) { this.path?.draw(context, this.view); }
}

const ANSWERS = new Map([
  [true, "Yes, this tour can be completed."],
  [false, "No, this tour cannot be completed from here."],
  [null, "The search ended without an answer."],
]);
