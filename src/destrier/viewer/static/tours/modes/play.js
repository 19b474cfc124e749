// Play: a tour of one's own, move by move.

import { at, complain, none, number, on } from "../../shared/dom.js";
import { cancel } from "../../shared/request.js";
import * as api from "../api.js";
import { given } from "../packing.js";
import { nameOf, placeOf } from "../../shared/squares.js";
import { Path } from "../path.js";
import { recalled, store } from "../../shared/storage.js";
import { KEPT } from "../studio.js";
import { Mode } from "./mode.js";

const PLAYED_SQUARES = 10_000; // of the largest board
const LONGEST_RUN = 20_000; // milliseconds by Warnsdorff's rule over the whole board,
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [15, 200]; // and between two of its moves
const LEGEND = "Dots are moves, the small numbers the ways on from there; rings mark the fewest.";
const SOLVED_SIDE = 8; // of boards on which it is known whether a path can be finished

export class Play extends Mode {
  name = "play";
  edits = true;
  marksHovered = true;
  /** @type {Path} */
  path = none;
  carried = /** @type {?[number, number]} */ (null); // where the knight is in the air
  way = none; // how it can be finished, once that is asked
  timer = 0; // while Warnsdorff's rule runs
  entry = none; // of the timeline, to which the last move belongs
  isHelped = false; // whether somebody else chose moves of this game
  record = ""; // what a game that has just ended is beside those before

  constructor(studio, form) {
    super(studio);
    this.form = form;
    on("play-again", "click", () => this.replace("Start over", []));
    on("play-hint", "click", () => {
      this.path.hints = !this.path.hints;
      this.show();
    });
    on("play-can", "click", () => this.ask());
    on("rule-step", "click", () => this.stepByRule());
    on("rule-run", "click", () => (this.isRunning ? this.halt() : this.run()));
    on("play-retry", "click", () => this.retry());
    on("play-show", "click", () => {
      this.isHelped = true;
      this.replace("Solution", this.way);
    });
    on("play-use", "click", () => this.use());
    on("play-save", "click", () => {
      this.use();
      at("save").click();
    });
    form.onBoard(() => this.restart());
    form.fields.kind.addEventListener("change", () => this.restart());
  }

  get place() { return this.path && [...this.path.squares]; }
  get address() { return { path: this.path?.squares.join(".") }; }

  get hint() { return this.path?.hints && this.path.legal?.length ? LEGEND : ""; }

  get isRunning() { return this.timer !== 0; }

  end() { this.halt(); }

  begin(place = []) {
    this.halt();
    const { board, hasBoard, fields } = this.form;
    if (!hasBoard || board.rows * board.cols > PLAYED_SQUARES) {
      complain(new Error(`Play is limited to boards of ${number(PLAYED_SQUARES)} squares.`));
      return this.studio.setMode("watch");
    }
    cancel("change");
    this.way = null;
    this.record = "";
    this.isHelped &&= Boolean(place?.length);
    this.path = new Path(board, fields.kind.value, this.path?.hints);
    (place ?? []).every((square) => this.path.go(square));
    this.entry = this.path.squares.length ? this.studio.here : null;
    this.view.show(board, null);
    this.show();
  }

  retell() { this.show(); }

  show(answer = "") {
    const { path } = this;
    const { rows, cols } = path.board;
    this.studio.tell(path.title);
    at("play-status").textContent = answer || [path.describe(this.isHelped), this.record].filter(Boolean).join(" ");
    at("play-status").classList.toggle("won", path.isFinished && !this.isHelped);
    at("play-again").disabled = !path.squares.length;
    at("play-hint").setAttribute("aria-pressed", String(path.hints));
    at("play-can").hidden = Math.max(rows, cols) > SOLVED_SIDE || path.isFinished;
    at("play-can").disabled = !path.squares.length;
    at("play-show").hidden = !this.way;
    at("play-retry").hidden = !path.isStuck;
    at("rule-step").disabled = at("rule-run").disabled = !path.legal?.length;
    at("rule-run").textContent = this.isRunning ? "Stop" : "All moves";
    at("play-save").hidden = at("play-use").hidden = !path.isFinished;
    const { cursor, hovered } = this.studio;
    const here = cursor >= 0 ? cursor : hovered;
    this.studio.readout(here >= 0 ? this.describe(here) : this.hint);
    this.view.redrawTop();
  }

  /** Change the path. Each change is an entry of the timeline; the browser's history has one for the whole game. */
  change(name, note, squares) {
    const { studio, path } = this;
    const remember = this.isRunning ? studio.rememberSoon : studio.remember;
    studio.edit(name, () => path.replace(squares), { note, continues: this.entry === studio.here, remember });
    this.entry = studio.here;
    this.way = null;
    this.isHelped &&= squares.length > 0;
    this.record = this.isHelped || this.form.shape || !(path.isStuck || path.isFinished) ? "" : recorded(path);
    this.show();
  }

  replace(name, squares) { this.change(name, `${number(squares.length)} squares`, squares); }

  go(square) {
    const squares = [...this.path.squares, square];
    const { name, note } = told(this.path.board, squares);
    this.change(name, note, squares);
  }

  use() {
    const tourney = this.path.tour();
    this.studio.show({ name: "Played", tourney, ...given(tourney) });
  }

  // Warnsdorff's rule

  /** Go on by the rule; the seed breaks ties. */
  stepByRule() {
    const { path } = this;
    const { fewest } = path;
    if (!fewest.length) return this.halt();
    path.hints = this.isHelped = true;
    const choice = chance(this.form.state().seed, path.squares.length) % fewest.length;
    this.go(fewest[choice]);
    if (!path.legal?.length) this.halt();
  }

  run() {
    const pause = Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, LONGEST_RUN / this.path.size));
    this.timer = setInterval(() => this.stepByRule(), pause);
    this.stepByRule();
  }

  halt() {
    if (!this.isRunning) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.show();
  }

  /** Begin again on the same square, with the next seed. */
  retry() {
    const { seed } = this.form.fields;
    seed.value = Number(seed.value) + 1;
    this.replace("Try again", this.path.squares.slice(0, 1));
    this.run();
  }

  holds(square) { return square >= 0 && square === this.path?.last && !this.path.isFinished; }

  carry(square, point) {
    this.carried = point;
    this.hover(square, point);
  }

  drop(square) {
    this.carried = null;
    this.click(square);
    this.view.redrawTop(); // the knight goes back if that was no move
  }

  click(square) {
    this.halt();
    if (this.path.allows(square)) this.go(square);
  }

  describe(square) {
    const { path } = this;
    const visit = path.squares.indexOf(square);
    const words = super.describe(square);
    if (visit >= 0) return `${words}: number ${visit + 1}`;
    return path.legal?.includes(square) ? `${words}: a legal move, with ${path.waysOn(square)} onward moves` : words;
  }

  async ask() {
    const { path, form } = this;
    const { rows, cols } = path.board;
    const asked = path.squares.join();
    const squares = path.squares.map((square) => placeOf(square, cols));
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

  draw(context) { this.path?.draw(context, this.view, this.carried); }
}

/** Compare a game that has ended with the best one on its board, which the browser keeps. @param {Path} path */
function recorded({ board: { rows, cols }, isClosed, isFinished, squares }) {
  const name = `destrier-best-${rows}x${cols}-${isClosed ? "closed" : "open"}`;
  const [most = 0, tours = 0] = recalled(name).split(" ").map(Number);
  store(name, `${Math.max(most, squares.length)} ${tours + Number(isFinished)}`);
  if (isFinished) return tours ? `This is your tour no. ${number(tours + 1)} of this board.` : "This is your first tour of this board.";
  if (!most) return "";
  return squares.length > most ? `Your best was ${number(most)}: this one is better!` : `Your best is ${number(most)}.`;
}

/** What the timeline calls the last move of a path. */
const told = (board, squares) => ({ name: `Move ${number(squares.length)}`, note: nameOf(board, squares.at(-1)) });

/** The entries of the timeline, each like `entry`, of the moves of a game on the form's board. */
export function entriesOf(entry, { board }, squares) {
  const path = new Path(board);
  squares.every((square) => path.go(square));
  return path.squares.map((_, last) => last + 1).slice(-KEPT).map((length) => {
    const place = path.squares.slice(0, length);
    const edited = { mode: "play", place };
    return { ...entry, ...told(board, place), edited, edit: edited };
  });
}

/** A number of 32 bits that looks random, but is the same for the same seed and move. */
function chance(seed, move) {
  let mixed = Math.imul((seed ^ 0x9e3779b9) + move, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const ANSWERS = new Map([
  [true, "Yes, this tour can be completed."],
  [false, "No, this tour cannot be completed from here."],
  [null, "The search ended without an answer."],
]);
