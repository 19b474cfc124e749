// A tour of a surface or of a board of three dimensions: points in space, which the server computes.

import { number } from "../shared/dom.js";

export class SpaceTour {
  family = "space";
  formats = { svg: "SVG, laid out flat", json: "Tour (JSON)" };

  /** What the server tells. */
  constructor(/** @type {any} */ { board, kind, names, order, points, moves, tiles, file }) {
    this.board = board;
    this.kind = kind;
    this.names = names;
    this.order = order;
    this.points = points;
    this.moves = moves;
    this.tiles = tiles;
    this.file = file;
    this.size = order.length;
    this.at = new Int32Array(this.size);
    order.forEach((square, place) => (this.at[square] = place));
  }

  /** The point in space where the knight is at a time of its ride. */
  pointAt(position) {
    const place = Math.min(Math.floor(position), this.size - 1);
    const points = this.moves[place];
    if (!points) return this.points[this.order[place]]; // An open tour has no move from its end.
    const along = Math.min(1, position - place) * (points.length - 1);
    const before = Math.min(Math.floor(along), points.length - 2);
    return points[before].map((value, axis) => value + (along - before) * (points[before + 1][axis] - value));
  }

  nameOf(square) { return `Square ${this.names[square]}`; }
  describe() { return `${this.kind === "open" ? "Open" : "Closed"} tour of the ${this.board.replaceAll(" x ", " × ")}${this.file.space ? " board" : ""}`; }
  toJson() { return JSON.stringify(this.file); }
  get measures() { return [["Squares", number(this.size)], ["Moves", number(this.moves.length)]]; }
}
