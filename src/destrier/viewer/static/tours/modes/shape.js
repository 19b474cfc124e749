// Shape: the squares of the board are painted, or read from a file. They are the board of the form from then on.

import { at, debounced, make, none, number, on } from "../../shared/dom.js";
import { answer, cancel } from "../../shared/request.js";
import { MOVES, isDark, nameOf, placeOf } from "../../shared/squares.js";
import { contextOf } from "../../shared/view.js";
import { working } from "../../shared/working.js";
import * as api from "../api.js";
import { packShape, squaresOf, textOf } from "../packing.js";
import { Mode } from "./mode.js";

const PAINTED_SIDE = 200;
const LISTED = 12; // squares
const HELP = "Click squares, or drag across them, to remove them or to add them again.";

export class Shape extends Mode {
  name = "shape";
  edits = true;
  paints = true;
  squares = none; // whether each is of the board, row by row
  brush = true;
  isPainting = false; // whether the stroke has met a square
  dead = /** @type {number[]} */ ([]); // the squares from which fewer than two moves lead

  constructor(studio, form, make) {
    super(studio);
    this.form = form;
    for (const [id, value] of /** @type {const} */ ([["shape-fill", true], ["shape-none", false]])) {
      on(id, "click", () => this.replace(this.squares.map((row) => row.map(() => value))));
    }
    this.askSoon = debounced(() => this.ask());
    on("shape-trim", "click", () => this.trim());
    form.fields.kind.addEventListener("change", () => this.studio.mode === this && this.show(this.squares));
    on("shape-file", "change", ({ target }) => {
      this.read(target.files[0]);
      target.value = "";
    });
    on("shape-make", "click", make);
    form.onBoard(() => this.restart());
  }

  get place() { return this.squares; }
  get address() { return this.squares ? { shape: packShape(textOf(this.squares)) } : {}; }

  get hint() {
    const { rows, cols } = this.form.board;
    const side = PAINTED_SIDE;
    return Math.max(rows, cols) > side ? `Only boards of up to ${side} × ${side} can be painted, so this is a part of yours.` : "";
  }

  begin(place = null) {
    if (!this.form.hasBoard) return;
    cancel("change");
    const { rows, cols, has } = this.form.board;
    const [height, width] = [rows, cols].map((side) => Math.min(side, PAINTED_SIDE));
    this.show(place ?? Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, col) => has(row, col))));
    this.studio.readout(this.hint);
  }

  show(squares) {
    this.squares = squares;
    const has = (row, col) => Boolean(squares[row]?.[col]);
    this.view.show({ rows: squares.length, cols: squares[0].length, missing: true, has }, null);
    this.studio.tell(`A board of ${number(this.count)} squares`);
    at("shape-make").disabled = !this.count;
    this.dead = this.squaresOf((row, col) => MOVES.filter(([down, across]) => has(row + down, col + across)).length < 2);
    this.view.redrawTop();
    this.say(this.whyNot || HELP);
    this.askSoon();
  }

  /** The squares of the board for which something holds. @param {(row: number, col: number) => boolean} holds */
  squaresOf(holds) {
    const { squares } = this;
    const cols = squares[0].length;
    return squares.flatMap((line, row) => line.flatMap((isSquare, col) => (isSquare && holds(row, col) ? [row * cols + col] : [])));
  }

  get count() { return this.squares.flat().filter(Boolean).length; }

  /** The numbers of light and of dark squares. */
  get colours() {
    const dark = this.squaresOf((row, col) => isDark(this.squares.length, row, col)).length;
    return [this.count - dark, dark];
  }

  get kind() { return this.form.fields.kind.value === "open" ? "open" : "closed"; }

  /** What is in the way of a tour, if it can be seen: the colours, and the squares with too few moves, which are marked. */
  get whyNot() {
    const [light, dark] = this.colours;
    const rule = this.kind === "open" ? "an open tour needs numbers that differ by at most one" : "a closed tour needs as many of each";
    const isUneven = Math.abs(light - dark) > (this.kind === "open" ? 1 : 0);
    const names = this.dead.slice(0, LISTED).map((square) => nameOf(this.view.board, square));
    const more = this.dead.length > LISTED ? `, and ${number(this.dead.length - LISTED)} more` : "";
    return [
      isUneven && `A knight changes colour with each move, so ${rule}.`,
      names.length && `Fewer than two moves lead from the marked squares: ${names.join(", ")}${more}.`,
    ].filter(Boolean).join(" ");
  }

  /** Say how many squares are light and dark, and something else. */
  say(words) {
    const [light, dark] = this.colours;
    at("shape-why").textContent = `${number(light)} light and ${number(dark)} dark squares. ${words}`;
  }

  /** Ask which theorem is in the way of a tour, if nothing can be seen. */
  async ask() {
    const { squares, studio } = this;
    if (studio.mode !== this || this.whyNot || !this.count) return;
    const why = await api.whyNoTour({ shape: textOf(squares), kind: this.kind }).catch(() => null);
    if (why && squares === this.squares) this.say(why);
  }

  async trim() {
    if (!this.squares || !this.count) return;
    const { kind, form } = this;
    const trimmed = await working("Trimming the board", api.trim({ shape: textOf(this.squares), kind, seed: form.state().seed }));
    if (!trimmed || this.studio.mode !== this) return;
    const names = trimmed.left_out.map(([row, col]) => nameOf(this.view.board, row * this.squares[0].length + col));
    this.replace(squaresOf(trimmed.shape), "Trimmed", names.length === 1 ? "1 square fewer" : `${names.length} squares fewer`);
    this.say(names.length ? `Left out: ${names.join(", ")}.` : "Nothing is in the way of a tour.");
  }

  draw(context) {
    for (const square of this.dead) this.view.disc(context, square, 0.22, this.view.theme.turn);
  }

  /** Paint these squares, which are the board of the form from then on. */
  take(squares) {
    const { form } = this;
    this.show(squares);
    const isWhole = squares.every((row) => row.every(Boolean));
    form.setShape(isWhole ? null : textOf(squares));
    if (isWhole) form.setSides(squares.length, squares[0].length);
  }

  replace(squares, name = "Painted", note = "") { this.studio.edit(name, () => this.take(squares), { note }); }

  click(square) { this.paint(square, true); }

  paint(square, isFirst) {
    if (isFirst) this.isPainting = false;
    if (square < 0 || !this.squares) return;
    const { cols } = this.view.board;
    const [row, col] = placeOf(square, cols);
    const begins = !this.isPainting;
    if (begins) this.brush = !this.squares[row][col];
    if (this.squares[row][col] === this.brush) return;
    const squares = this.squares.map((line, at) => (at === row ? line.with(col, this.brush) : line));
    this.isPainting = true;
    if (begins) return this.replace(squares);
    this.take(squares);
    this.studio.here.form = this.form.state();
    this.studio.rememberSoon();
  }

  unpaint() {
    if (this.isPainting) this.studio.walk(-1);
    this.isPainting = false;
  }

  async read(file) {
    if (!file) return;
    if (this.studio.mode !== this) this.studio.setMode(this.name);
    const read = await working(`Reading ${file.name}`, file.type.startsWith("image/") ? readImage(file) : readText(file));
    if (!read || this.studio.mode !== this) return;
    this.replace(read.squares);
    if (read.note) this.say(`A board ${read.note}.`);
  }
}

async function readText(file) {
  const text = await file.text();
  if (/[\0-\x08\ufffd]/.test(text)) throw new Error("A shape is a text file, with a dot for each missing square, or an image.");
  const { shape, note } = await answer("/api/shape", { text }, "shape");
  return { squares: squaresOf(shape).slice(0, PAINTED_SIDE).map((row) => row.slice(0, PAINTED_SIDE)), note };
}

/** Dark pixels are squares; a large image is made smaller. */
async function readImage(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file); // an image bitmap cannot be made of a vector drawing
  await image.decode().catch(() => {
    throw new Error(`The browser cannot read ${file.name} as an image.`);
  }).finally(() => URL.revokeObjectURL(image.src));
  const share = Math.min(1, PAINTED_SIDE / Math.max(image.width, image.height));
  const [cols, rows] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * share)));
  const canvas = make("canvas", { width: cols, height: rows });
  const context = contextOf(canvas);
  context.fillStyle = "white";
  context.fillRect(0, 0, cols, rows);
  context.drawImage(image, 0, 0, cols, rows);
  const { data } = context.getImageData(0, 0, cols, rows);
  const isDark = (pixel) => 0.299 * data[pixel] + 0.587 * data[pixel + 1] + 0.114 * data[pixel + 2] < 128;
  return { squares: Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => isDark(4 * (row * cols + col)))), note: "" };
}
