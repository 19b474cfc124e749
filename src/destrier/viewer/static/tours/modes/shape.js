// Shape: the squares of the board are painted, or read from a file.

import { at, number } from "../../shared/dom.js";
import { Mode } from "./mode.js";

const PAINTED_SIDE = 200;

export class Shape extends Mode {
  name = "shape";
  paints = true;
  squares = null; // whether each is of the board, row by row
  brush = true;

  constructor(studio, form, make) {
    super(studio);
    this.form = form;
    at("shape-fill").addEventListener("click", () => this.fill(true));
    at("shape-none").addEventListener("click", () => this.fill(false));
    at("shape-file").addEventListener("change", ({ target }) => {
      this.read(target.files[0]);
      target.value = "";
    });
    at("shape-make").addEventListener("click", make);
    form.onBoard(() => studio.mode === this && this.begin());
  }

  begin() {
    const { form } = this;
    const { rows, cols, has } = form.board;
    if (Math.max(rows, cols) > PAINTED_SIDE) form.setSides(Math.min(rows, PAINTED_SIDE), Math.min(cols, PAINTED_SIDE));
    const { board } = form;
    this.show(Array.from({ length: board.rows }, (_, row) => Array.from({ length: board.cols }, (_, col) => has(row, col))));
  }

  show(squares) {
    this.squares = squares;
    const has = (row, col) => Boolean(squares[row]?.[col]);
    this.view.show({ rows: squares.length, cols: squares[0].length, missing: true, has }, null);
    this.studio.tell(`A board of ${number(squares.flat().filter(Boolean).length)} squares`);
  }

  fill(value) {
    this.show(this.squares.map((row) => row.map(() => value)));
  }

  click(square) {
    this.paint(square, true);
  }

  paint(square, isFirst) {
    if (square < 0) return;
    const { cols } = this.view.board;
    const [row, col] = [Math.floor(square / cols), square % cols];
    if (isFirst) this.brush = !this.squares[row][col];
    if (this.squares[row][col] === this.brush) return;
    this.squares[row][col] = this.brush;
    this.show(this.squares);
  }

  /** Take what is painted as the board of the form. */
  commit() {
    const { squares, form } = this;
    const isWhole = squares.every((row) => row.every(Boolean));
    form.setShape(isWhole ? null : squares.map((row) => row.map((square) => (square ? "#" : ".")).join("")).join("\n"));
    if (isWhole) form.setSides(squares.length, squares[0].length);
  }

  async read(file) {
    if (!file) return;
    this.show(file.type.startsWith("image/") ? await readImage(file) : readText(await file.text()));
  }
}

function readText(text) {
  const lines = text.split("\n").map((line) => line.trimEnd());
  while (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const cols = Math.min(PAINTED_SIDE, Math.max(1, ...lines.map((line) => line.length)));
  return lines.slice(0, PAINTED_SIDE).map((line) => Array.from({ length: cols }, (_, col) => !". ".includes(line[col] ?? ".")));
}

/** Dark pixels are squares; a large image is made smaller. */
async function readImage(file) {
  const image = await createImageBitmap(file);
  const share = Math.min(1, PAINTED_SIDE / Math.max(image.width, image.height));
  const [cols, rows] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * share)));
  const canvas = Object.assign(document.createElement("canvas"), { width: cols, height: rows });
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, cols, rows);
  context.drawImage(image, 0, 0, cols, rows);
  const { data } = context.getImageData(0, 0, cols, rows);
  const isDark = (pixel) => 0.299 * data[pixel] + 0.587 * data[pixel + 1] + 0.114 * data[pixel + 2] < 128;
  return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => isDark(4 * (row * cols + col))));
}
