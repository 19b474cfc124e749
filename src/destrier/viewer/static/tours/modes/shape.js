// Shape: the squares of the board are painted, or read from a file. They are the board of the form from then on.

import { none, number, on } from "../../shared/dom.js";
import { answer, cancel } from "../../shared/request.js";
import { contextOf } from "../../shared/view.js";
import { working } from "../../shared/working.js";
import { packShape, textOf } from "../packing.js";
import { Mode } from "./mode.js";

const PAINTED_SIDE = 200;

export class Shape extends Mode {
  name = "shape";
  edits = true;
  paints = true;
  squares = none; // whether each is of the board, row by row
  brush = true;
  isPainting = false; // whether the stroke has met a square

  constructor(studio, form, make) {
    super(studio);
    this.form = form;
    for (const [id, value] of /** @type {const} */ ([["shape-fill", true], ["shape-none", false]])) {
      on(id, "click", () => this.replace(this.squares.map((row) => row.map(() => value))));
    }
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
    this.studio.tell(`A board of ${number(squares.flat().filter(Boolean).length)} squares`);
  }

  /** Paint these squares, which are the board of the form from then on. */
  take(squares) {
    const { form } = this;
    this.show(squares);
    const isWhole = squares.every((row) => row.every(Boolean));
    form.setShape(isWhole ? null : textOf(squares));
    if (isWhole) form.setSides(squares.length, squares[0].length);
  }

  replace(squares) { this.studio.edit("Painted", () => this.take(squares)); }

  click(square) { this.paint(square, true); }

  paint(square, isFirst) {
    if (isFirst) this.isPainting = false;
    if (square < 0 || !this.squares) return;
    const { cols } = this.view.board;
    const [row, col] = [Math.floor(square / cols), square % cols];
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
    const read = await working(`Reading ${file.name}`, file.type.startsWith("image/") ? readImage(file) : readText(file));
    if (!read || this.studio.mode !== this) return;
    this.replace(read.squares);
    if (read.note) this.studio.tell(`A board ${read.note}`);
  }
}

async function readText(file) {
  const text = await file.text();
  if (/[\0-\x08\ufffd]/.test(text)) throw new Error("A shape is a text file, with a dot for each missing square, or an image.");
  const { shape, note } = await answer("/api/shape", { text }, "shape");
  const lines = shape.split("\n").slice(0, PAINTED_SIDE);
  return { squares: lines.map((line) => [...line.slice(0, PAINTED_SIDE)].map((sign) => sign === "#")), note };
}

/** Dark pixels are squares; a large image is made smaller. */
async function readImage(file) {
  const image = await createImageBitmap(file).catch(() => {
    throw new Error(`The browser cannot read ${file.name} as an image.`);
  });
  const share = Math.min(1, PAINTED_SIDE / Math.max(image.width, image.height));
  const [cols, rows] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * share)));
  const canvas = Object.assign(document.createElement("canvas"), { width: cols, height: rows });
  const context = contextOf(canvas);
  context.fillStyle = "white";
  context.fillRect(0, 0, cols, rows);
  context.drawImage(image, 0, 0, cols, rows);
  const { data } = context.getImageData(0, 0, cols, rows);
  const isDark = (pixel) => 0.299 * data[pixel] + 0.587 * data[pixel + 1] + 0.114 * data[pixel + 2] < 128;
  return { squares: Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => isDark(4 * (row * cols + col)))), note: "" };
}
