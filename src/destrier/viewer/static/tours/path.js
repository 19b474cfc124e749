// A path of one's own: the squares so far, where it can go on, and whether it is a tour.

import { MOVES, nameOf, placeOf, sentence } from "../shared/squares.js";
import { theorem } from "../shared/theorems.js";
import { strokeCircle, strokeLine, write } from "../shared/view.js";
import { moveBetween, Tourney } from "./tour.js";

export class Path {
  squares = /** @type {number[]} */ ([]);
  size = 0;
  visited = new Set(); // the same squares

  constructor(board, kind = "closed", hints = false) {
    this.board = board;
    this.hints = hints;
    const { rows, cols, has } = board;
    for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) this.size += has(row, col);
    const kinds = kind === "open" ? [kind] : ["closed", "open"];
    const reasons = kinds.map((one) => (board.missing ? null : theorem(rows, cols, one)));
    /** The kind of tour that it may become, or none, and why it is not that which was asked for. */
    this.kind = kinds[reasons.indexOf(null)] ?? "";
    const advice = this.kind ? "Try an open one." : `This board has no tour: see how many of its ${this.size} squares you can visit.`;
    this.why = reasons[0] ? [sentence(reasons[0]), advice] : [];
  }

  get isClosed() { return this.kind === "closed"; }
  get title() { return `Your own ${this.kind ? `${this.kind} tour of` : "path on"} ${this.board.rows} × ${this.board.cols}`; }

  onward(square) {
    const { cols, has } = this.board;
    const [row, col] = placeOf(square, cols);
    const places = MOVES.map(([drow, dcol]) => [row + drow, col + dcol]).filter(([r, c]) => has(r, c));
    return places.map(([r, c]) => r * cols + c).filter((there) => !this.visited.has(there));
  }

  get last() { return this.squares[this.squares.length - 1]; }
  get legal() { return this.squares.length ? this.onward(this.last) : null; }

  /** The squares to which Warnsdorff's rule may go on: those with the fewest onward moves. */
  get fewest() {
    const legal = this.legal ?? [];
    const least = Math.min(...legal.map((square) => this.waysOn(square)));
    return legal.filter((square) => this.waysOn(square) === least);
  }

  get isStuck() { return this.squares.length > 0 && !this.isFinished && this.onward(this.last).length === 0; }

  /** Whether it is a tour, be it an open one where a closed one was wanted. */
  get isFinished() { return this.squares.length === this.size && this.size > 3; }

  get closes() { return this.isClosed && moveBetween(this.last, this.squares[0], this.board.cols) >= 0; }

  allows(square) {
    const { cols, has } = this.board;
    if (!Number.isInteger(square) || !has(...placeOf(square, cols))) return false;
    return !this.legal || this.legal.includes(square);
  }

  /** Go to a square if that is a move; return whether it is. */
  go(square) {
    const isMove = this.allows(square);
    if (isMove) this.replace([...this.squares, square]);
    return isMove;
  }

  replace(squares) {
    this.squares = [...squares];
    this.visited = new Set(squares);
  }

  tour() { return Tourney.fromOrder(this.board.rows, this.board.cols, this.squares, this.closes); }

  /** What is reached, and what can be done. @param {boolean} isHelped whether somebody else chose moves */
  describe(isHelped = false) {
    const { squares, size, isClosed } = this;
    if (!size) return "The board has no squares.";
    if (!squares.length) return [...this.why, "Choose a square for the knight to start from."].join("\n");
    if (this.isFinished) {
      const words = `${this.closes ? "A closed" : "An open"} tour of all ${size} squares. ${isHelped ? "This is one way to do it." : "Well done!"}`;
      return this.closes || !isClosed ? words : `${words} For a closed one, the last square is a knight's move from the first.`;
    }
    const ways = this.onward(this.last).length;
    if (!ways) return `A dead end on ${nameOf(this.board, this.last)}: ${squares.length} of ${size} squares visited, and no move is left.`;
    const words = `${squares.length} of ${size} squares visited; ${ways === 1 ? "1 move" : `${ways} moves`} to choose from.`;
    return this.hints ? `${words} ${this.describeRule()}` : words;
  }

  describeRule() {
    const { fewest } = this;
    const names = fewest.map((square) => nameOf(this.board, square));
    const ways = this.waysOn(fewest[0]);
    const moves = ways === 1 ? "1 onward move" : `${ways} onward moves`;
    if (names.length === 1) return `Warnsdorff's rule goes to ${names[0]}, with ${moves}.`;
    return `Warnsdorff's rule has a tie between ${names.slice(0, -1).join(", ")} and ${names.at(-1)}, with ${moves} each.`;
  }

  draw(context, view, carried) {
    const { squares } = this;
    const { theme, scale } = view;
    context.strokeStyle = theme.ink;
    context.lineWidth = view.lineWidth();
    const ends = this.isFinished && this.closes ? [...squares, squares[0]] : squares;
    ends.slice(1).forEach((square, at) => {
      if (this.isFinished) context.strokeStyle = view.ramp[Math.floor((at * view.ramp.length) / squares.length)];
      strokeLine(context, view.centre(squares[at]), view.centre(square));
    });
    squares.forEach((square, at) => {
      view.disc(context, square, 0.3, view.colourOf(square));
      if (scale >= 20) view.write(context, square, String(at + 1), 0.32, theme.ink);
    });
    const fewest = this.hints ? this.fewest : [];
    for (const square of this.legal ?? []) {
      const [x, y] = view.centre(square);
      view.disc(context, square, 0.16, theme.switched);
      if (fewest.includes(square)) strokeCircle(context, [x, y], 0.24 * scale, 0.05 * scale, theme.switched);
      if (this.hints && scale >= 16) write(context, String(this.waysOn(square)), [x + 0.34 * scale, y - 0.32 * scale], 0.26 * scale, theme.crossing);
    }
    if (!squares.length) return this.drawWaiting(context, view);
    if (!carried) view.disc(context, this.last, 0.4, this.isStuck ? theme.turn : view.colourOf(this.last));
    view.drawKnight(context, ...(carried ?? view.centre(this.last)));
  }

  /** The knight that waits beside the board, if there is room, for a square to start from. */
  drawWaiting(context, view) {
    const half = 0.45 * Math.min(view.scale, 72);
    const [row, col] = [this.board.rows - 1, this.board.cols - 1];
    const [x, y] = view.placed(row, col + 0.6);
    if (x + 2 * half <= view.width) view.drawKnight(context, x + half, y);
  }

  /** The number of onward moves, which Warnsdorff's rule minimizes. */
  waysOn(square) { return this.onward(square).length; }
}
