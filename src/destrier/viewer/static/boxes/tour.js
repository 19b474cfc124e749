// A tour in space, as received from the server. All kinds share the visiting order of the squares.

import { between } from "../shared/squares.js";
import { line } from "../shared/view.js";

class SpaceTour {
  constructor(/** @type {any} */ { board, sides, title, order, moves, measures, file }) {
    this.board = board;
    this.sides = sides;
    this.title = title;
    this.measures = measures;
    this.file = file;
    this.order = order;
    this.moves = moves;
    this.size = order.length;
    this.at = new Int32Array(this.size);
    order.forEach((square, place) => (this.at[square] = place));
  }
}

/** A tour of a surface or of a board in layers: points in space. */
export class TileTour extends SpaceTour {
  formats = { svg: "SVG, laid out flat", json: "Tour (JSON)" };

  constructor(/** @type {any} */ { names, points, tiles, ...told }) {
    super(told);
    this.names = names;
    this.points = points;
    this.tiles = tiles;
  }

  /** The point in space where the knight is at a time of its ride. */
  pointAt(position) {
    const place = Math.floor(position);
    const points = this.moves[place];
    if (!points) return this.points[this.order[place % this.size]]; // where no move is left
    const along = (position - place) * (points.length - 1);
    const before = Math.floor(along);
    return between(points[before], points[before + 1], along - before);
  }

  nameOf(square) { return `Square ${this.names[square]}`; }
}

/**
 * A tour over the faces of a box. Each move is a list of pieces [face, row, col, row, col]: where it starts and ends on
 * each face that it passes over, in squares from the top left corner of the face.
 */
export class BoxTour extends SpaceTour {
  formats = { "net-svg": "SVG of the net", "isometric-svg": "SVG of both sides", json: "Cycle (JSON)" };
  /** The paths on the faces, by how many strands they have. @type {Map<number, Path2D[][]>} */
  #strands = new Map();

  constructor(/** @type {any} */ { faces, ...told }) {
    super(told);
    let first = 0;
    this.faces = faces.map(({ shape: [rows, cols], ...face }, number) => {
      const start = first;
      first += rows * cols;
      return { ...face, number, rows, cols, start };
    });
  }

  placeOf(square) {
    const face = this.faces.findLast(({ start }) => start <= square);
    const index = square - face.start;
    return [face, Math.floor(index / face.cols), index % face.cols];
  }

  /** The face, row and column where the knight is at a time of its ride: moves fold over edges. */
  pointAt(position) {
    const place = Math.floor(position);
    const pieces = this.moves[place];
    if (!pieces) return this.placeOf(this.order[place % this.size]).map((value, axis) => (axis ? value + 0.5 : value)); // where no move is left
    let left = (position - place) * pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
    let on = 0;
    while (on < pieces.length - 1 && left > lengthOf(pieces[on])) left -= lengthOf(pieces[on++]);
    const [face, row, col, toRow, toCol] = pieces[on];
    return [this.faces[face], ...between([row, col], [toRow, toCol], Math.min(1, left / lengthOf(pieces[on])))];
  }

  /** The ride in so many strands: for each, by face, its pieces as one path of (x, y) = (col, row); made once. */
  strands(count) {
    const startOf = (strand) => Math.ceil((strand * this.size) / count);
    const make = () => Array.from({ length: count }, (_, strand) => this.stretch(startOf(strand), startOf(strand + 1)));
    if (!this.#strands.has(count)) this.#strands.set(count, make());
    return this.#strands.get(count) ?? [];
  }

  /** The moves from one time to another as a path on each face. */
  stretch(from, to) {
    const paths = this.faces.map(() => new Path2D());
    for (const [face, row, col, toRow, toCol] of this.moves.slice(from, to).flat()) line(paths[face], col, row, toCol, toRow);
    return paths;
  }

  nameOf(square) {
    const [{ name }, row, col] = this.placeOf(square);
    return `${name}, row ${row}, column ${col}`;
  }
}

const lengthOf = ([, row, col, toRow, toCol]) => Math.hypot(toRow - row, toCol - col);
