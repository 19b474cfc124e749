// A tour in space, as the server tells it. What is common to all is the order in which the squares are visited.

import { number } from "../shared/dom.js";
import { line } from "../shared/view.js";

class SpaceTour {
  constructor(/** @type {any} */ { board, sides, title, kind, order, moves, file }) {
    this.board = board;
    this.sides = sides;
    this.file = file;
    this.isOpen = kind === "open";
    this.order = order;
    this.moves = moves;
    this.size = order.length;
    /** The place of each square in the order. */
    this.at = new Int32Array(this.size);
    order.forEach((square, place) => (this.at[square] = place));
    const words = title.replaceAll(" x ", " × ");
    this.title = `${this.isOpen ? "Open" : "Closed"} tour of the ${words}${board === "space" ? " board" : ""}`;
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
    return points[before].map((value, axis) => value + (along - before) * (points[before + 1][axis] - value));
  }

  nameOf(square) { return `Square ${this.names[square]}`; }
  get measures() { return [["Squares", number(this.size)], ["Moves", number(this.moves.length)]]; }
}

/**
 * A tour over the faces of a box. Each move is a list of pieces [face, row, col, row, col]: where it starts and ends on
 * each face that it passes over, in squares from the top left corner of the face.
 */
export class BoxTour extends SpaceTour {
  formats = { "net-svg": "SVG of the net", "isometric-svg": "SVG of both sides", json: "Cycle (JSON)" };
  /** Paths by face, which are made once. @type {Path2D[][]} */
  #strands = [];
  /** @type {Path2D[] | undefined} */
  #lines;

  constructor(/** @type {any} */ { faces, ...told }) {
    super(told);
    let first = 0;
    this.faces = faces.map(({ shape: [rows, cols], ...face }, number) => {
      const start = first;
      first += rows * cols;
      return { ...face, number, rows, cols, start };
    });
  }

  /** The face, row and column of a square. */
  placeOf(square) {
    const face = this.faces.findLast(({ start }) => start <= square);
    const index = square - face.start;
    return [face, Math.floor(index / face.cols), index % face.cols];
  }

  /** The face, row and column where the knight is at a time of its ride: moves fold over edges. */
  pointAt(position) {
    const place = Math.floor(position);
    const pieces = this.moves[place];
    if (!pieces) {
      const [face, row, col] = this.placeOf(this.order[place % this.size]); // where no move is left
      return [face, row + 0.5, col + 0.5];
    }
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

  /** Where a square is, in words. */
  nameOf(square) {
    const [{ name }, row, col] = this.placeOf(square);
    return `${name}, row ${row}, column ${col}`;
  }

  /** The table of measures. */
  get measures() {
    const { passed, edges, longest } = this.measure();
    const over = passed[1] + passed[2];
    const ranked = [...edges].sort(([, one], [, other]) => other - one);
    const [[busiest, most], [rarest, least]] = [ranked[0], ranked[ranked.length - 1]];
    return [
      ["Squares", number(this.size)],
      ["Moves over edges", number(over), `${((100 * over) / this.moves.length).toFixed(1)} % of the moves`],
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
    for (const pieces of this.isOpen ? this.moves : [...this.moves, ...this.moves]) { // twice round: no stay is cut at the start
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
    return { passed, edges, longest };
  }
}

const lengthOf = ([, row, col, toRow, toCol]) => Math.hypot(toRow - row, toCol - col);
const addLine = (path, row, col, toRow, toCol) => line(path, col, row, toCol, toRow);
