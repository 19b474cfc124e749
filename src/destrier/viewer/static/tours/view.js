// This is the view of a board. Only its visible part is drawn. Where squares are smaller than a few pixels, the board is
// an image, in which each square is a dot. While a view that is slow to draw moves, its layers are shifted as they are.

import { debounced, make, none, packed } from "../shared/dom.js";
import { CanvasView, circle, contextOf, disc, line, strokeLine, write } from "../shared/view.js";
import { MOVES, between, fileOf, hasNames, isDark, rankOf } from "../shared/squares.js";
import { CROSSINGS } from "./tour.js";

// The minimum pixels a square for drawing lines, details and numbers; smaller ones would be illegible.
const LINES_FROM = 2.5;
const DETAILS_FROM = 7;
const NUMBERS_FROM = 22;
const SHADES_FROM = 3;
const REACH = 2; // A move ends so many squares away, at most.
const QUICK = 9; // A view that is drawn in so many milliseconds is drawn anew as it moves;
const REST = 90; // others are, once they have rested for so many.
const EXTENDED = 4000; // A trail is extended by fewer moves than this; otherwise it is faster to draw it anew.
const PAPER = 4; // A printer has so many dots for each pixel of the screen,
const MOST_PIXELS = 16_000_000; // but browsers limit the size of a canvas.

const PLAIN = { colour: "plain", numbers: false, turns: false, crossings: false };

export class BoardView extends CanvasView {
  board = { rows: 8, cols: 8, missing: false, has: (row, col) => true };
  /** The tourney on the board; null while the board is painted or played on. @type {import("./tour.js").Tourney} */
  tourney = none;
  options = { ...PLAIN };
  isFaint = false; // A tour in the background is faint.
  /** Another view that shows the same part of its board, to compare the two. @type {BoardView} */
  linked = none;
  drawn = none; // This is where the view was when it was drawn.
  cost = 0; // The last picture took so many milliseconds.
  packed = none; // These are the colours as an image holds them.

  redrawAtRest = debounced(() => this.redraw(), REST);

  /** What is drawn above all else, such as the square that the keys have chosen. */
  overlay(/** @type {CanvasRenderingContext2D} */ context) {}

  recolour() {
    super.recolour();
    this.packed = { ramp: packed(this.ramp), dot: packed([this.theme.dot])[0] };
  }

  /** Show a tourney, or a board of which `has` knows the squares. */
  show(board, tourney = none) {
    const fits = this.scale > 0 && board.rows === this.board.rows && board.cols === this.board.cols;
    this.board = board;
    this.tourney = tourney;
    if (!fits) this.frame();
    else this.redraw();
  }

  setStyle(style) {
    this.stage.dataset.style = style;
    this.recolour();
  }

  // The view

  /** @returns {[number, number]} */
  get extent() { return [this.board.cols, this.board.rows]; }

  /** What is seen of the board, in the colours that the page has now, as sharp as on paper. */
  picture() {
    this.recolour();
    this.setRatio(Math.min(PAPER, Math.sqrt(MOST_PIXELS / (this.width * this.height))));
    this.draw();
    const margin = this.isLabelled ? 2 * this.labelSize : 1;
    const span = (from, length, room) =>
      [Math.max(0, from - margin), Math.min(room, from + length + margin)].map((at) => at * this.ratio);
    const [left, right] = span(this.x, this.scale * this.board.cols, this.width);
    const [top, bottom] = span(this.y, this.scale * this.board.rows, this.height);
    const picture = make("canvas", { width: right - left, height: bottom - top });
    for (const canvas of this.layers) contextOf(picture).drawImage(canvas, -left, -top);
    return picture;
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.moved();
  }

  /** Bring a square into sight, so many pixels from the rim where there is room. */
  reveal(square, margin = 0) {
    if (this.isFitted) return;
    const [x, y] = this.centre(square);
    const near = Math.min(margin, this.width / 4, this.height / 4);
    if (x < near || y < near || x > this.width - near || y > this.height - near) this.pan(this.width / 2 - x, this.height / 2 - y);
  }

  /** Where drawing is slow, the pictures are shifted as they are, and drawn anew as soon as the view rests. */
  moved(isExact = false) {
    super.moved();
    this.linked?.follow(this);
    if (isExact || this.cost < QUICK || !this.drawn) return;
    const zoomed = this.scale / this.drawn.scale;
    const shift = `translate(${this.x - this.drawn.x * zoomed}px, ${this.y - this.drawn.y * zoomed}px) scale(${zoomed})`;
    this.base.style.transform = this.trail.style.transform = shift;
    this.redrawTop();
    this.redraw.cancel();
    this.redrawAtRest();
  }

  /** Show the same part of the board as another view, which has led: boards may be of different sizes. */
  follow(leader) {
    if (leader.linked !== this || !this.width || !leader.width) return;
    this.scale = (this.fittingScale * leader.scale) / leader.fittingScale;
    const share = (from, room, length) => (room / 2 - from) / (leader.scale * length);
    this.x = this.width / 2 - share(leader.x, leader.width, leader.board.cols) * this.scale * this.board.cols;
    this.y = this.height / 2 - share(leader.y, leader.height, leader.board.rows) * this.scale * this.board.rows;
    const back = this.linked;
    this.linked = none;
    this.moved();
    this.linked = back;
  }

  /** The centre of a square on the stage. @returns {[number, number]} */
  centre(square) {
    return this.placed(Math.floor(square / this.board.cols), square % this.board.cols);
  }

  /** Where a point of the board is on the stage: the inverse of `pointAt`. @returns {[number, number]} */
  placed(row, col) { return [this.x + this.scale * (col + 0.5), this.y + this.scale * (row + 0.5)]; }

  /** The point of the board, in rows and columns from the centre of the first square. @returns {[number, number]} */
  pointAt(x, y) { return [(y - this.y) / this.scale - 0.5, (x - this.x) / this.scale - 0.5]; }

  squareAt(x, y) {
    const [row, col] = this.pointAt(x, y).map(Math.round);
    const inside = row >= 0 && col >= 0 && row < this.board.rows && col < this.board.cols;
    return inside ? row * this.board.cols + col : -1;
  }

  visible() {
    const end = (place, count) => Math.min(count, Math.ceil(place / this.scale));
    const span = (from, room, count) => [Math.max(0, Math.floor(-from / this.scale)), end(room - from, count)];
    return [...span(this.y, this.height, this.board.rows), ...span(this.x, this.width, this.board.cols)];
  }

  /** Do something for each square in sight, and for those so far above and beside that their moves may be in sight. */
  eachVisible(/** @type {(row: number, col: number, square: number) => void} */ action, reach = 0) {
    const { cols } = this.board;
    const [top, bottom, left, right] = this.visible();
    for (let row = Math.max(0, top - reach); row < bottom; row++) {
      for (let col = Math.max(0, left - reach); col < Math.min(cols, right + reach); col++) {
        if (this.board.has(row, col)) action(row, col, row * cols + col);
      }
    }
  }

  colourAt(place) { return this.ramp[Math.floor((place * this.ramp.length) / this.tourney.walk.size)]; }

  get look() { return this.tourney?.isTourney ? this.options : PLAIN; }
  get isImage() { return this.scale < LINES_FROM; }

  // Drawing

  draw() {
    const start = performance.now();
    this.drawn = { scale: this.scale, x: this.x, y: this.y };
    this.base.style.transform = this.trail.style.transform = "";
    this.drawBase();
    this.drawTrail();
    this.drawTop();
    this.cost = performance.now() - start;
    this.stage.dataset.drawn = String(Math.round(this.cost));
  }

  drawBase() {
    const context = this.clear(this.base);
    if (this.isImage && this.tourney) return this.drawImage(context);
    this.drawSquares(context);
    if (this.isLabelled) this.drawLabels(context);
    if (!this.tourney) return;
    const isFaint = this.isFaint || this.position !== null;
    this.drawLines(context, isFaint ? "faint" : this.look.colour);
    if (this.scale >= DETAILS_FROM) this.drawDetails(context, isFaint);
  }

  drawSquares(context) {
    const { x, y, scale } = this;
    context.fillStyle = this.theme.board;
    const squares = this.path();
    if (!this.board.missing) squares.rect(x, y, scale * this.board.cols, scale * this.board.rows);
    else this.eachVisible((row, col) => squares.rect(x + scale * col, y + scale * row, scale, scale));
    context.fill(squares);
    if ((this.theme.shade !== "none" || this.listener.paints) && this.scale >= SHADES_FROM) this.drawShades(context);
    context.strokeStyle = this.theme.grid;
    context.lineWidth = Math.max(0.5, Math.min(1, scale / 24));
    if (scale < 5) return;
    if (!this.board.missing) {
      const [top, bottom, left, right] = this.visible();
      const [west, east, north, south] = [x + scale * left, x + scale * right, y + scale * top, y + scale * bottom];
      for (let row = top; row <= bottom; row++) line(squares, west, y + scale * row, east, y + scale * row);
      for (let col = left; col <= right; col++) line(squares, x + scale * col, north, x + scale * col, south);
    }
    context.stroke(squares);
  }

  /** Every other square is dark, and the one in the lower left corner is. */
  drawShades(context) {
    const { x, y, scale, board } = this;
    context.fillStyle = this.theme.shade === "none" ? this.theme.dot : this.theme.shade;
    this.eachVisible((row, col) => isDark(board.rows, row, col) && context.fillRect(x + scale * col, y + scale * row, scale, scale));
  }

  colourOf(square) {
    const { rows, cols } = this.board;
    return isDark(rows, Math.floor(square / cols), square % cols) && this.theme.shade !== "none" ? this.theme.shade : this.theme.board;
  }

  get isLabelled() { return this.theme.label !== "none" && hasNames(this.board) && this.scale >= DETAILS_FROM; }
  get labelSize() { return Math.min(this.isLarge ? 24 : 13, 0.7 * this.margin, Math.max(7, this.scale * 0.5)); }

  /** Files have letters from the left on, and ranks have numbers from the bottom on. */
  drawLabels(context) {
    const { rows, cols } = this.board;
    const { x, y, scale, labelSize, theme } = this;
    const aside = 0.75 * labelSize;
    for (let col = 0; col < cols; col++) {
      write(context, fileOf(col), [x + scale * (col + 0.5), y + scale * rows + aside], labelSize, theme.label);
    }
    for (let row = 0; row < rows; row++) {
      const rank = rankOf(rows, row);
      write(context, rank, [x - aside - 0.3 * labelSize * (rank.length - 1), y + scale * (row + 0.5)], labelSize, theme.label);
    }
  }

  /** The moves that are visible, or those up to a place of the order. */
  drawLines(context, colour, until = Infinity) {
    const { cols, moves } = this.tourney;
    const { x, y, scale } = this;
    const colours = colour === "tour" ? this.ramp : colour === "cycles" ? this.theme.palette : [this.theme[colour === "faint" ? "faint" : "ink"]];
    const paths = colours.map(() => this.path());
    const walk = colour === "tour" || until < Infinity ? this.tourney.walk : null;
    const labels = colour === "cycles" ? this.tourney.walk.labels : null;
    this.eachVisible((row, col, square) => {
      for (let move = 4; move < 8; move++) {
        if (!(moves[square] >> move & 1)) continue;
        const [drow, dcol] = MOVES[move];
        let bucket = 0;
        if (walk) {
          const place = placeOf(walk.at[square], walk.at[square + drow * cols + dcol]);
          if (place >= until) continue;
          if (colour === "tour") bucket = Math.floor((place * paths.length) / walk.size);
        }
        if (labels) bucket = labels[square] % paths.length;
        const [endX, endY] = [x + scale * (col + dcol + 0.5), y + scale * (row + drow + 0.5)];
        line(paths[bucket], x + scale * (col + 0.5), y + scale * (row + 0.5), endX, endY);
      }
    }, REACH);
    context.lineWidth = this.lineWidth();
    paths.forEach((path, bucket) => {
      context.strokeStyle = colours[bucket];
      context.stroke(path);
    });
  }

  lineWidth() {
    const usual = Math.min(0.12 * this.scale, 1.3 + 0.026 * this.scale);
    return Math.max(0.6, this.isNumbered ? 0.75 * usual : usual);
  }

  get isNumbered() { return this.look.numbers && this.scale >= NUMBERS_FROM; }

  /** Write the number of a square, clear of the lines that end there. */
  drawNumber(context, square) {
    const isMarked = this.look.turns && this.tourney.isTurn(square);
    this.disc(context, square, 0.36, this.colourOf(square));
    this.write(context, square, String(this.tourney.walk.at[square] + 1), 0.36, isMarked ? this.theme.turn : this.theme.ink);
  }

  /** Write the numbers again of the squares up to a place of the order, above the trail of the knight. */
  renumber(context, until) {
    if (!this.isNumbered) return;
    const { at } = this.tourney.walk;
    this.eachVisible((row, col, square) => at[square] <= until && this.drawNumber(context, square));
  }

  /** Dots or numbers, the ends of an open tour, turns and crossings. */
  drawDetails(context, isFaint) {
    const { turns, crossings } = this.look;
    const radius = (0.9 * this.lineWidth()) / this.scale + 0.02;
    this.eachVisible((row, col, square) => {
      const isMarked = turns && this.tourney.isTurn(square);
      if (this.isNumbered) this.drawNumber(context, square);
      else if (isMarked) this.disc(context, square, radius + 0.04, this.theme.turn);
      else if (!turns && !crossings && this.theme.dots !== "none") this.disc(context, square, radius, isFaint ? this.theme.faint : this.theme.ink);
    });
    if (crossings) this.drawCrossings(context);
    if (this.tourney.isOpen) this.drawEnds(context);
  }

  /** Write a text on a square, of a size in squares, or smaller. */
  write(context, square, text, size, colour) {
    const [x, y] = this.centre(square);
    write(context, text, [x, y + this.scale * 0.02], this.scale * Math.min(size, 2.5 * size / text.length), colour);
  }

  drawCrossings(context) {
    const { rows, cols, moves } = this.tourney;
    const points = this.path();
    const radius = 0.9 * this.lineWidth();
    this.eachVisible((row, col, square) => {
      for (const [one, other, drow, dcol, alongRow, alongCol] of CROSSINGS) {
        if (!(moves[square] >> one & 1) || row + drow < 0 || row + drow >= rows || col + dcol < 0 || col + dcol >= cols) continue;
        if (!(moves[(row + drow) * cols + col + dcol] >> other & 1)) continue;
        const [x, y] = this.placed(row + alongRow, col + alongCol);
        points.moveTo(x + radius, y);
        points.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }, REACH);
    context.fillStyle = this.theme.board;
    context.strokeStyle = this.theme.crossing;
    context.lineWidth = Math.max(0.75, this.scale * 0.045);
    context.fill(points);
    context.stroke(points);
  }

  /** A disc at the start, and a ring at the end; or rings around their numbers. */
  drawEnds(context) {
    const { order, size } = this.tourney.walk;
    context.lineWidth = Math.max(1.5, this.scale * 0.06);
    context.strokeStyle = context.fillStyle = this.theme.accent;
    for (const square of [order[0], order[size - 1]]) {
      circle(context, this.centre(square), Math.max(4, this.scale * (this.isNumbered ? 0.42 : 0.2)));
      context.stroke();
      if (square === order[0] && !this.isNumbered) context.fill();
    }
  }

  disc(context, square, radius, colour) { disc(context, this.centre(square), this.scale * radius, colour); }

  /** Each pixel has the colour of its square; where all are black, the shade tells the direction of the moves. */
  drawImage(context) {
    const { moves, rows, cols } = this.tourney;
    const { width, height } = this.base;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const colourOf = this.squareColours();
    const step = 1 / (this.scale * this.ratio);
    const columns = Int32Array.from({ length: width }, (_, px) => Math.floor((px + 0.5) * step - this.x / this.scale));
    for (let py = 0; py < height; py++) {
      const row = Math.floor((py + 0.5) * step - this.y / this.scale);
      if (row < 0 || row >= rows) continue;
      for (let px = 0; px < width; px++) {
        const col = columns[px];
        if (col < 0 || col >= cols) continue;
        const square = row * cols + col;
        if (moves[square]) pixels[py * width + px] = colourOf(square);
      }
    }
    context.putImageData(image, 0, 0);
  }

  squareColours() {
    const { moves } = this.tourney;
    const { ramp, dot } = this.packed;
    if (this.position !== null || this.look.colour === "tour") {
      const { at, size } = this.tourney.walk;
      const ridden = this.position ?? Infinity;
      return (square) => (at[square] > ridden ? dot : ramp[Math.floor((at[square] * ramp.length) / size)]);
    }
    if (this.look.colour === "cycles") {
      const { labels } = this.tourney.walk;
      const colours = packed(this.theme.palette);
      return (square) => colours[labels[square] % colours.length];
    }
    const shade = (share) => `color-mix(in srgb, ${this.theme.ink} ${share}%, ${this.theme.board})`;
    const levels = packed([shade(10), shade(24), shade(60), shade(78), shade(42)]);
    const shades = Uint32Array.from({ length: 256 }, (_, byte) => {
      const straight = ((byte << 4 | byte >> 4) & 255) === byte;
      return straight ? levels[Math.max(0, 31 - Math.clz32((byte & 15) || 1))] : levels[4];
    });
    return (square) => shades[moves[square]];
  }

  // The knight's ride

  /** The trail is drawn apart from the tour, and extended, so that a ride does not change the base. */
  rode(before) {
    const { position } = this;
    if (position === null || before === null || this.redraw.isPlanned() || this.isImage) return this.redraw();
    if (position >= before && position - before < EXTENDED) this.extendTrail(Math.floor(before), Math.floor(position));
    else this.drawTrail();
    this.drawTop();
  }

  drawTrail() {
    const context = this.clear(this.trail);
    if (this.position === null || !this.tourney || this.isImage) return;
    this.drawLines(context, "tour", Math.floor(this.position));
    this.renumber(context, Math.floor(this.position));
  }

  extendTrail(from, to) {
    if (from === to) return;
    const context = contextOf(this.trail);
    const { order, size } = this.tourney.walk;
    context.lineWidth = this.lineWidth();
    for (let place = from; place < Math.min(to, size); place++) {
      const there = this.tourney.after(place);
      if (there < 0) return;
      context.strokeStyle = this.colourAt(place);
      strokeLine(context, this.centre(order[place]), this.centre(there));
      if (this.isNumbered) for (const square of [order[place], there]) this.drawNumber(context, square);
    }
  }

  drawTop() {
    const context = this.clear(this.top);
    this.overlay(context);
    if (this.position === null || !this.tourney) return;
    const { order, size } = this.tourney.walk;
    const place = Math.min(Math.floor(this.position), size - 1);
    const share = Math.min(this.position - place, 1);
    const here = this.centre(order[place]);
    const onward = this.tourney.after(place);
    const there = onward < 0 ? here : this.centre(onward);
    const knight = between(here, there, share);
    if (share > 0 && !this.isImage) {
      context.strokeStyle = this.colourAt(place);
      context.lineWidth = this.lineWidth();
      strokeLine(context, here, knight);
      if (this.isNumbered) this.drawNumber(context, order[place]);
    }
    this.drawKnight(context, ...knight);
  }
}

/** When the move between squares visited at these places is made: the closing one of a cycle is its last. */
const placeOf = (one, other) => (Math.abs(one - other) === 1 ? Math.min(one, other) : Math.max(one, other));
