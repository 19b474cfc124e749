// A closed tour over the faces of a box. Each move is a list of pieces [face, row, col, row, col]: where it starts and
// ends on each face that it passes over, in squares from the top left corner of the face.

import { number } from "../shared/dom.js";
import { line } from "../shared/view.js";

export class BoxTour {
  /** Paths by face, which are made once. @type {Path2D[][]} */
  #strands = [];
  /** @type {Path2D[] | undefined} */
  #lines;

  /** What the server tells. */
  constructor({ box, faces, moves, recipe = [] }) {
    let first = 0;
    this.recipe = recipe;
    this.sides = box;
    this.moves = moves;
    this.size = moves.length;
    this.faces = faces.map(({ shape: [rows, cols], ...face }, number) => {
      const start = first;
      first += rows * cols;
      return { ...face, number, rows, cols, start };
    });
    this.order = Int32Array.from(moves, ([[face, row, col]]) => this.squareOf(face, Math.floor(row), Math.floor(col)));
    this.at = new Int32Array(this.size);
    this.order.forEach((square, place) => (this.at[square] = place));
  }

  squareOf(face, row, col) {
    const { start, cols } = this.faces[face];
    return start + row * cols + col;
  }

  /** The face, row and column of a square. */
  placeOf(square) {
    const face = this.faces.findLast(({ start }) => start <= square);
    const index = square - face.start;
    return [face, Math.floor(index / face.cols), index % face.cols];
  }

  /** The face, row and column where the knight is at a time of its ride: moves fold over edges. */
  pointAt(position) {
    const place = Math.min(Math.floor(position), this.size - 1);
    const pieces = this.moves[place];
    let left = (position - place) * pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
    let on = 0;
    while (on < pieces.length - 1 && left > lengthOf(pieces[on])) left -= lengthOf(pieces[on++]);
    const [face, row, col, toRow, toCol] = pieces[on];
    const share = Math.min(1, left / lengthOf(pieces[on]));
    return [this.faces[face], row + share * (toRow - row), col + share * (toCol - col)];
  }

  /** For each face, all its pieces as one path of (x, y) = (col, row). */
  get lines() { return (this.#lines ??= this.paths(1)[0]); }

  /** The same, by the time of the ride: as many parts as there are colours. */
  strands(count) {
    if (this.#strands.length !== count) this.#strands = this.paths(count);
    return this.#strands;
  }

  paths(count) {
    const parts = Array.from({ length: count }, () => this.faces.map(() => new Path2D()));
    this.moves.forEach((pieces, place) => {
      const paths = parts[Math.floor((place * count) / this.size)];
      for (const [face, ...points] of pieces) addLine(paths[face], ...points);
    });
    return parts;
  }

  /** The pieces on a face of the moves from one time to another. */
  stretch(face, from, to) {
    const path = new Path2D();
    for (const pieces of this.moves.slice(from, to)) {
      for (const [on, ...points] of pieces) if (on === face) addLine(path, ...points);
    }
    return path;
  }

  family = "box";
  formats = { "net-svg": "SVG of the net", "isometric-svg": "SVG of both sides", json: "Cycle (JSON)" };

  /** Where a square is, in words. */
  nameOf(square) {
    const [{ name }, row, col] = this.placeOf(square);
    return `${name}, row ${row}, column ${col}`;
  }

  describe() { return `Closed tour of the ${this.sides.map((side) => side.toLocaleString("en")).join(" × ")} box`; }

  /** As the file that the library writes. */
  toJson() {
    const places = Array.from(this.order, (square) => this.placeOf(square));
    const cycle = places.map(([{ name }, row, col]) => [name, row, col]);
    const how = this.recipe.length ? { recipe: this.recipe } : {};
    return JSON.stringify({ box: this.sides, cycle, ...how });
  }

  /** The table of measures. */
  get measures() {
    const { squares, passed, edges, longest } = this.measure();
    const over = passed[1] + passed[2];
    const ranked = [...edges].sort(([, one], [, other]) => other - one);
    const [[busiest, most], [rarest, least]] = [ranked[0], ranked[ranked.length - 1]];
    return [
      ["Squares", number(squares)],
      ["Moves over edges", number(over), `${((100 * over) / squares).toFixed(1)} % of the moves`],
      ...(passed[2] ? [["Moves over two edges", number(passed[2])]] : []),
      ["Busiest edge", busiest, `${number(most)} moves`],
      ["Quietest edge", rarest, `${number(least)} moves`],
      ["Longest stay on a face", `${number(longest)} squares`],
    ];
  }

  /** What is counted along the ride. */
  measure() {
    const passed = [0, 0, 0]; // moves by how many edges they pass over
    const edges = new Map();
    let [stay, longest] = [0, 0]; // moves in a row on one face
    for (const pieces of [...this.moves, ...this.moves]) { // twice round: no stay is cut at the start
      stay = pieces.length > 1 ? 0 : stay + 1;
      longest = Math.max(longest, Math.min(stay, this.size));
    }
    for (const pieces of this.moves) {
      passed[Math.min(2, pieces.length - 1)]++;
      for (let at = 1; at < pieces.length; at++) {
        const faces = [pieces[at - 1][0], pieces[at][0]].sort((one, other) => one - other);
        const name = faces.map((face) => this.faces[face].name).join("–");
        edges.set(name, (edges.get(name) ?? 0) + 1);
      }
    }
    return { squares: this.size, passed, edges, longest };
  }
}

const lengthOf = ([, row, col, toRow, toCol]) => Math.hypot(toRow - row, toCol - col);
const addLine = (path, row, col, toRow, toCol) => line(path, col, row, toCol, toRow);
