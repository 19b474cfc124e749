// This is the view of a box, which can be turned. Seen from far away, a face is a parallelogram: its lines are paths in its own rows and columns, which one affine
// matrix lays down. While a large box turns, its faces are laid down as pictures; when it rests, as lines.

import { none } from "../shared/dom.js";
import { contextOf, disc, line, polygon, write } from "../shared/view.js";
import { TurningView } from "./turning.js";

// The minimum pixels a square for drawing the grid, dots and numbers; smaller ones would be invisible.
const GRID_FROM = 4;
const DOTS_FROM = 13;
const NUMBERS_FROM = 19;
const QUICK = 1500; // A box of more squares turns as pictures, as lines take too long.
const REST = 140; // After so many milliseconds without a turn it is drawn as lines again.
const PICTURE = 1.5e6; // The picture of a face has at most so many pixels.
const SEEN = 0.2; // A face is seen well enough if the cosine of its angle to the eye is larger.
const BEHIND = 0.22; // Lines at the back of a transparent box are so opaque,
const VEIL = 0.8; // and its front is.

export class BoxView extends TurningView {
  /** @type {import("./tour.js").BoxTour} */
  tour = none;
  middle = [0, 0, 0];
  pictures = new Map();
  resting = 0;
  sheets = none; // This tells how the faces lie on the stage, once they are drawn.
  hurries = false; // A box that moves may be drawn as pictures, which is faster.

  recolour() {
    super.recolour();
    this.theme.grid = `color-mix(in srgb, ${this.theme.ink} 19%, ${this.theme.board})`; // seen on faces in shade, too
  }

  /** Show a tour; the box lies as the one before. */
  show(tour) {
    this.sheets = null;
    this.middle = tour.sides.map((side) => side / 2);
    this.radius = Math.hypot(...this.middle);
    super.show(tour);
  }

  repaint() {
    this.pictures.clear();
    super.repaint();
  }

  // Turning

  reveal([face]) { this.pose.reveal((turned) => facing(face, turned) > SEEN); }

  moved() {
    this.hurries = this.tour?.size > QUICK;
    clearTimeout(this.resting);
    if (this.hurries) this.resting = setTimeout(() => this.rest(), REST);
    super.moved();
  }

  rest() {
    this.hurries = false;
    for (const [face, { scale }] of this.pictures) if (scale !== this.scale) this.pictures.delete(face); // it is blurred
    this.redraw();
  }

  // Where things are

  /** How each face lies on the stage: (x, y) = a col + c row + e, b col + d row + f. */
  place() {
    const { turned } = this.pose;
    const { scale, middle } = this;
    const [left, top] = [this.x + scale * this.radius, this.y + scale * this.radius];
    this.sheets = this.tour.faces.map((face) => {
      const [a, , right] = turned(face.right);
      const [c, , down] = turned(face.down);
      const [e, , up] = turned([0, 1, 2].map((axis) => face.corner[axis] - middle[axis]));
      const matrix = [scale * a, -scale * right, scale * c, -scale * down, left + scale * e, top - scale * up];
      const seen = facing(face, turned);
      const alpha = seen > 0 ? 1 : this.options.through ? BEHIND : 0;
      const ground = this.lit(turned(normalOf(face)));
      return { face, matrix, alpha, ground, facing: seen, slant: Math.max(0.25, Math.abs(seen) ** 0.7) };
    });
  }

  /** @returns {[number, number]} */
  point({ matrix: [a, b, c, d, e, f] }, row, col) { return [a * col + c * row + e, b * col + d * row + f]; }

  /** The square that is seen at a point of the stage, or -1. */
  squareAt(x, y) {
    for (const { face, facing: seen, matrix: [a, b, c, d, e, f] } of this.sheets ?? []) {
      if (seen <= 0) continue;
      const area = a * d - b * c;
      const col = Math.floor(((x - e) * d - (y - f) * c) / area);
      const row = Math.floor(((y - f) * a - (x - e) * b) / area);
      if (row >= 0 && row < face.rows && col >= 0 && col < face.cols) return face.start + row * face.cols + col;
    }
    return -1;
  }

  // Drawing

  /** Draw in rows and columns of a face, until the context is restored. */
  lay(context, { matrix }) {
    context.save();
    context.transform(...matrix);
  }

  draw() {
    if (!this.tour) return;
    this.place();
    const context = this.clear(this.base);
    for (const sheet of this.visible) {
      if (sheet.facing > 0) this.drawGround(context, sheet);
      context.globalAlpha = sheet.alpha;
      if (!this.hurries) this.paint(context, sheet);
      else {
        this.lay(context, sheet);
        context.drawImage(this.picture(sheet.face), 0, 0, sheet.face.cols, sheet.face.rows);
        context.restore();
      }
      this.drawOutline(context, sheet);
    }
    this.stage.dataset.drawn = this.hurries ? "pictures" : "lines";
    this.drawTrail();
    this.drawTop();
  }

  /** What the knight has ridden, unless the pictures hold it; and the numbers, which are above all lines. */
  drawTrail() {
    const context = this.clear(this.trail);
    if (this.hurries) return;
    for (const sheet of this.visible) {
      context.globalAlpha = sheet.alpha;
      if (this.position !== null) this.paintRidden(context, sheet, 0, Math.floor(this.position));
      if (this.showsNumbers && sheet.facing > 0) this.drawNumbers(context, sheet);
    }
  }

  get visible() { return this.sheets.filter(({ alpha }) => alpha).sort((one, other) => one.facing - other.facing); }

  drawGround(context, { face, matrix, ground }) {
    const path = new Path2D();
    path.rect(0, 0, face.cols, face.rows);
    context.globalAlpha = this.options.through ? VEIL : 1;
    context.fillStyle = ground;
    context.fill(laid(path, matrix));
  }

  /** The colour of a face as it is lit, from above on the left. */
  lit(/** @type {number[]} */ [x, y, z]) {
    const light = Math.max(0, -0.36 * x - 0.62 * y + 0.7 * z);
    const ink = this.theme.isDark ? 2 + 11 * light : 11 * (1 - light);
    return `color-mix(in srgb, ${this.theme.ink} ${ink.toFixed(1)}%, ${this.theme.board})`;
  }

  drawOutline(context, sheet) {
    const { rows, cols } = sheet.face;
    polygon(context, [[0, 0], [0, cols], [rows, cols], [rows, 0]].map(([row, col]) => this.point(sheet, row, col)));
    context.lineWidth = 1.25;
    context.strokeStyle = `color-mix(in srgb, ${this.theme.ink} 45%, ${this.theme.board})`;
    context.stroke();
  }

  paint(context, sheet) {
    const rides = this.position !== null;
    const { lineWidth, scale } = this;
    const { grid, dots } = (sheet.face.squares ??= squaresOf(sheet.face));
    if (scale >= GRID_FROM) stroke(context, grid, sheet, Math.min(1, scale / 20), this.theme.grid);
    if (!rides && this.options.colour === "tour") this.paintRidden(context, sheet, 0, this.tour.size);
    else stroke(context, this.tour.strands(1)[0][sheet.face.number], sheet, lineWidth, rides ? this.theme.faint : this.theme.ink);
    if (scale < DOTS_FROM || this.showsNumbers) return;
    stroke(context, dots, sheet, 1.8 * lineWidth + 0.04 * scale, rides ? this.theme.faint : this.theme.ink);
  }

  /** The lines of a face that are ridden from one place of the order to another. */
  paintRidden(context, sheet, from, to) {
    const { face } = sheet;
    const count = this.ramp.length;
    const strands = this.tour.strands(count);
    const startOf = (strand) => Math.ceil((strand * this.tour.size) / count);
    for (let strand = Math.floor((from * count) / this.tour.size); strand < count && startOf(strand) < to; strand++) {
      const [start, end] = [Math.max(from, startOf(strand)), Math.min(to, startOf(strand + 1))];
      const isWhole = start === startOf(strand) && end === startOf(strand + 1);
      const paths = isWhole ? strands[strand] : this.tour.stretch(start, end);
      stroke(context, paths[face.number], sheet, this.riddenWidth, this.ramp[strand]);
    }
  }

  get lineWidth() {
    const usual = Math.max(0.7, Math.min(0.1 * this.scale, 1.4 + 0.03 * this.scale));
    return this.showsNumbers ? 0.75 * usual : usual;
  }

  /** What is ridden stands out from what is not. */
  get riddenWidth() { return (this.position === null ? 1 : 1.3) * this.lineWidth; }
  get showsNumbers() { return this.options.numbers && this.scale >= NUMBERS_FROM; }

  drawNumbers(context, sheet) {
    const { rows, cols, start } = sheet.face;
    const fit = Math.min(36, 90 / String(this.tour.size).length);
    const isOff = ([x, y]) => x < -this.scale || y < -this.scale || x > this.width + this.scale || y > this.height + this.scale;
    this.lay(context, sheet);
    context.scale(0.01, 0.01); // letters of less than a pixel are not drawn well
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        if (isOff(this.point(sheet, row, col))) continue;
        const [x, y] = [100 * col + 50, 100 * row + 50];
        disc(context, [x, y], 36, sheet.ground);
        write(context, String(this.tour.at[start + row * cols + col] + 1), [x, y + 2], fit, this.theme.ink);
      }
    }
    context.restore();
  }

  /** A face as a picture, with what is ridden of it. */
  picture(face) {
    const ridden = this.position === null ? 0 : Math.floor(this.position);
    let picture = this.pictures.get(face);
    if (!picture) {
      const { rows, cols } = face;
      const share = Math.min(this.ratio, Math.sqrt(PICTURE / (rows * cols)) / this.scale, 4000 / (Math.max(rows, cols) * this.scale));
      const [width, height] = [cols, rows].map((side) => Math.max(1, Math.round(side * this.scale * share)));
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = contextOf(canvas);
      context.scale(share, share);
      context.lineCap = context.lineJoin = "round";
      picture = { canvas, context, sheet: { face, matrix: [this.scale, 0, 0, this.scale, 0, 0], slant: 1 }, scale: this.scale, ridden: 0 };
      this.paint(context, picture.sheet);
      this.pictures.set(face, picture);
    }
    if (picture.ridden < ridden) this.paintRidden(picture.context, picture.sheet, picture.ridden, ridden);
    picture.ridden = ridden;
    return picture.canvas;
  }

  // The knight's ride, and the pointer

  get hasTrail() { return this.sheets !== null && !this.hurries; }

  ride(position) {
    if (position === null || this.position === null || position < this.position) this.pictures.clear();
    super.ride(position);
  }

  extendTrail(from, to) {
    if (this.showsNumbers) return this.drawTrail(); // the numbers are above it
    const context = contextOf(this.trail);
    for (const sheet of this.visible) {
      context.globalAlpha = sheet.alpha;
      this.paintRidden(context, sheet, from, to);
    }
  }

  drawTop() {
    if (!this.tour || !this.sheets) return;
    const context = this.clear(this.top);
    const [markedFace, markedRow, markedCol] = this.marked < 0 ? [] : this.tour.placeOf(this.marked);
    if (markedFace && this.sheets[markedFace.number].facing > 0) {
      const square = new Path2D();
      square.rect(markedCol, markedRow, 1, 1);
      stroke(context, square, this.sheets[markedFace.number], 1.5, this.theme.accent);
    }
    if (this.position === null) return;
    const [face, row, col] = this.tour.pointAt(this.position);
    const sheet = this.sheets[face.number];
    this.drawHalfMove(context);
    context.globalAlpha = sheet.facing > 0 ? 1 : 0.45; // it is seen through the box
    this.drawKnight(context, ...this.point(sheet, row, col));
  }

  /** The move that is being ridden, up to the knight. */
  drawHalfMove(context) {
    const place = Math.floor(this.position ?? 0);
    if (place === this.position) return;
    const [last, row, col] = this.tour.pointAt(this.position ?? 0);
    const colour = this.ramp[Math.floor((place * this.ramp.length) / this.tour.size)];
    for (const [number, fromRow, fromCol, toRow, toCol] of this.tour.moves[place]) {
      const isLast = number === last.number;
      const path = new Path2D();
      line(path, fromCol, fromRow, isLast ? col : toCol, isLast ? row : toRow);
      context.globalAlpha = this.sheets[number].alpha;
      stroke(context, path, this.sheets[number], this.riddenWidth, colour);
      if (isLast) break;
    }
    context.globalAlpha = 1;
  }
}

/** Lay a path of a face down: of the same width in all directions, and thinner where lines lie closer, on a slant. */
function stroke(context, path, { matrix, slant }, width, colour) {
  context.lineWidth = width * slant;
  context.strokeStyle = colour;
  context.stroke(laid(path, matrix));
}

function laid(path, matrix) {
  const moved = new Path2D();
  moved.addPath(path, new DOMMatrix(matrix));
  return moved;
}

/** Outwards. */
const normalOf = ({ down: [a, b, c], right: [x, y, z] }) => [b * z - c * y, c * x - a * z, a * y - b * x];

/** The cosine between the way out of a face and the way to the eye, after a turn. */
const facing = (face, turned) => -turned(normalOf(face))[1];

/** The inner borders of the squares of a face, and their middles, as lines that are all but points: round ends make them dots. */
function squaresOf({ rows, cols }) {
  const [grid, dots] = [new Path2D(), new Path2D()];
  for (let row = 1; row < rows; row++) line(grid, 0, row, cols, row);
  for (let col = 1; col < cols; col++) line(grid, col, 0, col, rows);
  for (let row = 0.5; row < rows; row++) for (let col = 0.5; col < cols; col++) line(dots, col, row, col + 1e-3, row);
  return { grid, dots };
}
