// This is the base of the views of boards and boxes. A view has three canvases, one above the other: the base shows the
// squares and the tour, the trail what the knight has ridden, and the top the knight and the marks of the pointer. So a
// ride does not have to draw the tour again.

import { ramp, theme } from "./colours.js";
import { framed } from "./dom.js";
import { Listener, listenToPointer } from "./pointer.js";

const FITTING = 120; // A square has at most so many pixels where all is in sight, unless the view is to be large,
const LARGEST = 160; // and so many after zooming in.
const FONT = "ui-sans-serif, system-ui, sans-serif";

/** In a square of a hundred units. */
const KNIGHT = new Path2D(
  "M-24 33C-26 22-2 15-3-1-9 5-15 7-20 9-23 16-28 19-32 18-40 17-43 10-40 3-36-7-29-14-26-22-24-28-19-33-13-35" +
  "-13-39-12-43-9-48-6-45-3-42-1-39 22-34 33-8 30 33 34 34 36 38 36 47 12 47-12 47-34 47-34 38-32 34-24 33z",
);

/** @typedef {[number, number]} Point */

/** A view that extends this one says how large its subject is, in squares (`extent`), and how it is drawn. */
export class CanvasView {
  listener = new Listener();
  /** The place of the knight in the order, between two squares or on one; null if no knight rides. @type {?number} */
  position = null;
  /** Whether the subject is as large as the stage lets it be. */
  isLarge = false;
  /** The pixels of a square, and where the corner of the subject lies. The scale is 0 until the stage has a size. */
  scale = 0;
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  ratio = 1;
  base = document.createElement("canvas");
  trail = document.createElement("canvas");
  top = document.createElement("canvas");
  layers = [this.base, this.trail, this.top];
  theme = theme(document.documentElement);
  ramp = ramp(this.theme);
  redraw = framed(() => this.scale && this.draw());
  redrawTop = framed(() => this.scale && this.drawTop());

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    stage.prepend(...this.layers);
    queueMicrotask(() => this.start()); // as soon as a view that extends this one is whole
  }

  /** Follow the stage, the colours of the page and the pointer. */
  start() {
    this.recolour();
    new ResizeObserver(() => this.resize()).observe(this.stage);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
    listenToPointer(this);
  }

  recolour() {
    this.theme = theme(this.stage);
    this.ramp = ramp(this.theme);
    this.repaint();
  }

  resize() {
    const { width, height } = this.stage.getBoundingClientRect();
    const wasFitted = this.isFitted;
    [this.width, this.height] = [width, height];
    this.setRatio(Math.min(devicePixelRatio || 1, 3));
    if (wasFitted || !this.scale) this.frame();
    this.repaint();
  }

  /** Give the canvases so many dots for each pixel of the stage; paper has more than a screen. @param {number} ratio */
  setRatio(ratio) {
    this.ratio = ratio;
    for (const canvas of this.layers) {
      canvas.width = Math.round(this.width * ratio);
      canvas.height = Math.round(this.height * ratio);
    }
  }

  // Zoom

  /** The width and the height of the subject, in squares. @returns {Point} */
  get extent() { return [8, 8]; }

  /** The least room on each side of a subject that is in sight as a whole. */
  get margin() { return Math.max(14, Math.min(24, this.width * 0.03)); }

  get fittingScale() {
    const [across, down] = this.extent;
    return Math.min((this.width - 2 * this.margin) / across, (this.height - 2 * this.margin) / down, this.isLarge ? Infinity : FITTING);
  }

  get isFitted() { return this.scale > 0 && Math.abs(this.scale / this.fittingScale - 1) < 1e-3; }

  fit() { this.frame(); }

  frame() {
    if (!this.width) return;
    this.scale = this.fittingScale;
    this.x = (this.width - this.scale * this.extent[0]) / 2;
    this.y = (this.height - this.scale * this.extent[1]) / 2;
    this.moved(true);
  }

  /** Zoom about a point of the stage. @param {number} factor */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    if (!this.scale) return;
    const before = this.scale;
    this.scale = Math.max(this.fittingScale, Math.min(LARGEST, before * factor));
    this.x = x - ((x - this.x) * this.scale) / before;
    this.y = y - ((y - this.y) * this.scale) / before;
    this.moved();
  }

  /** Keep the subject in sight, in the middle of the stage where it fits, and draw it. A view whose drawing is slow may first approximate it, unless told not to. */
  moved(isExact = false) {
    if (!this.scale) return;
    const keep = (/** @type {number} */ place, /** @type {number} */ length, /** @type {number} */ room) =>
      length <= room ? (room - length) / 2 : Math.min(room * 0.75, Math.max(room * 0.25 - length, place));
    const [across, down] = this.extent;
    [this.x, this.y] = [keep(this.x, across * this.scale, this.width), keep(this.y, down * this.scale, this.height)];
    this.stage.classList.toggle("zoomed", !this.isFitted);
    this.redraw();
  }

  // Drawing

  /** A path of what a context draws. */
  path() { return new Path2D(); }

  /** Redraw everything after a change. */
  repaint() { this.redraw(); }

  /** Clear a canvas; its context then takes pixels of the stage. @param {HTMLCanvasElement} canvas */
  clear(canvas) {
    const context = contextOf(canvas);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.lineCap = context.lineJoin = "round";
    return context;
  }

  /** Draw the knight, always upright, of a size that suits the squares. @param {CanvasRenderingContext2D} context */
  drawKnight(context, x = 0, y = 0, colour = this.theme.accent) {
    const share = Math.max(26, Math.min(0.95 * this.scale, this.isLarge ? Infinity : 72)) / 100;
    context.save();
    context.translate(x + 2.5 * share, y); // the middle of the knight, and not of its base
    context.scale(share, share);
    context.lineWidth = 9;
    context.strokeStyle = this.theme.board;
    context.fillStyle = colour;
    context.stroke(KNIGHT);
    context.fill(KNIGHT);
    disc(context, [-15, -17], 4, this.theme.board);
    context.restore();
  }

  // The knight's ride

  /** Put the knight at a place of the order; null for no knight. @param {?number} position */
  ride(position) {
    const before = this.position;
    this.position = position;
    this.rode(before);
  }

  /** Show the ride to where the knight is, from where it was. */
  rode(/** @type {?number} */ before) { this.redraw(); }

  // Each view does these in its own way.

  draw() {}
  drawTop() {}
  pan(/** @type {number} */ dx, /** @type {number} */ dy) {}

  /** The square at a point of the stage, or -1. @param {number} x @param {number} y */
  squareAt(x, y) { return -1; }

  /** A point of the stage as those who listen count it. @param {number} x @param {number} y @returns {Point} */
  pointAt(x, y) { return [x, y]; }
}

/** The context of a canvas. It is never null, as no canvas has a context of another kind. @param {HTMLCanvasElement} canvas */
export const contextOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** Add a line to a path. @param {Path2D | CanvasRenderingContext2D} path @param {number[]} ends */
export function line(path, ...[x, y, toX, toY]) {
  path.moveTo(x, y);
  path.lineTo(toX, toY);
}

/** Trace a circle. @param {CanvasRenderingContext2D} context @param {Point} point */
export function circle(context, [x, y], /** @type {number} */ radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Fill a circle. @param {CanvasRenderingContext2D} context @param {Point} point */
export function disc(context, point, /** @type {number} */ radius, /** @type {string} */ colour) {
  circle(context, point, radius);
  context.fillStyle = colour;
  context.fill();
}

/** Draw a ring. @param {CanvasRenderingContext2D} context @param {Point} point */
export function strokeCircle(context, point, /** @type {number} */ radius, /** @type {number} */ width, /** @type {string} */ colour) {
  circle(context, point, radius);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** Draw one line. @param {CanvasRenderingContext2D} context @param {Point} from @param {Point} to */
export function strokeLine(context, [x, y], [toX, toY]) {
  context.beginPath();
  line(context, x, y, toX, toY);
  context.stroke();
}

/** Write a text around a point. @param {CanvasRenderingContext2D} context @param {string} text @param {Point} point */
export function write(context, text, [x, y], /** @type {number} */ size, /** @type {string} */ colour) {
  context.font = `${size}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
