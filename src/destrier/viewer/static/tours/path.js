// A path of one's own: the squares so far, where it can go on, and whether it is a tour.

import { MOVES } from "../shared/moves.js";
import { moveBetween, Tourney } from "./tour.js";

export class Path {
  squares = /** @type {number[]} */ ([]);
  hints = false;
  size = 0;
  /** The same squares, found as soon as there is another number of them. */
  #visited = new Set();

  constructor(board, isClosed) {
    this.board = board;
    this.isClosed = isClosed;
    for (let row = 0; row < board.rows; row++) for (let col = 0; col < board.cols; col++) this.size += board.has(row, col);
  }

  /** Squares a move from this one, that are not visited. */
  onward(square) {
    const { cols, has } = this.board;
    const [row, col] = [Math.floor(square / cols), square % cols];
    const places = MOVES.map(([drow, dcol]) => [row + drow, col + dcol]).filter(([r, c]) => has(r, c));
    return places.map(([r, c]) => r * cols + c).filter((there) => !this.visited.has(there));
  }

  get visited() {
    if (this.#visited.size !== this.squares.length) this.#visited = new Set(this.squares);
    return this.#visited;
  }

  get last() { return this.squares[this.squares.length - 1]; }
  get legal() { return this.squares.length ? this.onward(this.last) : null; }

  /** Whether the first square is a move from the last. */
  get closes() { return moveBetween(this.last, this.squares[0], this.board.cols) >= 0; }

  get isFinished() { return this.squares.length === this.size && this.size > 3 && (!this.isClosed || this.closes); }

  /** Whether the path may go to a square. */
  allows(square) {
    const { cols, has } = this.board;
    if (!Number.isInteger(square) || !has(Math.floor(square / cols), square % cols)) return false;
    return !this.legal || this.legal.includes(square);
  }

  /** Go to a square if that is a move, and tell whether it is. */
  go(square) {
    const isMove = this.allows(square);
    if (isMove) this.squares.push(square);
    return isMove;
  }

  undo() {
    this.squares.pop();
    this.#visited = new Set();
  }

  replace(squares) {
    this.squares = [...squares];
    this.#visited = new Set();
  }

  /** The tour, once it is finished. */
  tour() { return Tourney.fromOrder(this.board.rows, this.board.cols, this.squares, this.isClosed); }

  describe() {
    const { squares, size, isClosed } = this;
    if (!squares.length) return "Choose a square to start from.";
    if (this.isFinished) return `${isClosed ? "A closed" : "An open"} tour of all ${size} squares. Well done!`;
    const left = size - squares.length;
    if (left === 0) return "All squares are visited, but the last one is not a knight's move from the first.";
    const ways = this.onward(this.last).length;
    if (!ways) return `${squares.length} of ${size} squares visited, and no move is left. Undo some moves.`;
    return `${squares.length} of ${size} squares visited; ${ways === 1 ? "1 move" : `${ways} moves`} to choose from.`;
  }

  draw(context, view) {
    const { squares } = this;
    const { theme, scale } = view;
    context.strokeStyle = theme.ink;
    context.lineWidth = Math.max(1, scale * 0.08);
    context.beginPath();
    squares.forEach((square, at) => context[at ? "lineTo" : "moveTo"](...view.centre(square)));
    if (this.isFinished && this.isClosed) context.closePath();
    context.stroke();
    squares.forEach((square, at) => {
      view.disc(context, square, 0.3, view.colourOf(square));
      if (scale >= 20) view.write(context, square, String(at), 0.32, theme.ink);
    });
    for (const square of this.legal ?? []) {
      view.disc(context, square, this.hints ? 0.3 : 0.16, theme.switched);
      if (this.hints && scale >= 16) view.write(context, square, String(this.waysOn(square)), 0.32, theme.board);
    }
    if (!squares.length || squares.length === this.size) return;
    view.disc(context, this.last, 0.4, view.colourOf(this.last));
    view.drawKnight(context, ...view.centre(this.last));
  }

  /** How many ways on there would be; Warnsdorff's rule goes where they are fewest. */
  waysOn(square) { return this.onward(square).length; }
}
