// This is the base of the views that turn: of boxes, whose faces are flat, and of boards whose tiles lie anyhow in space.
// They share one stage and one pose; one of them is shown at a time.

import { CanvasView } from "../shared/view.js";

export class TurningView extends CanvasView {
  /** What is shown; nothing while another view is. @type {any} */
  tour = null;
  marked = -1;
  radius = 1; // Its corners are so many squares from its middle.

  /** @param {HTMLElement} stage @param {import("./pose.js").Pose} pose @param {{ colour: string, numbers: boolean, through: boolean }} options */
  constructor(stage, pose, options) {
    super(stage);
    this.pose = pose;
    this.options = options;
  }

  leave() {
    this.tour = null;
    for (const layer of this.layers) layer.hidden = true;
  }

  /** Show a tour; the board lies as the one before. */
  show(tour) {
    Object.assign(this, { tour, position: null, marked: -1 });
    for (const layer of this.layers) layer.hidden = false;
    this.frame();
    this.repaint();
  }

  mark(square) {
    if (square === this.marked) return;
    this.marked = square;
    this.drawTop();
  }

  /** @returns {[number, number]} */
  get extent() { return [2 * this.radius, 2 * this.radius]; }

  pan(dx, dy) {
    if (!this.tour) return;
    const angle = Math.hypot(dx, dy) / (0.7 * this.radius * this.scale);
    this.pose.turn([dy, 0, dx], Math.min(angle, Math.PI));
  }

  zoom(factor, ...about) {
    super.zoom(factor, ...about);
    if (this.isFitted) this.frame(); // A drag turns the board, so it could not be moved back by hand.
  }

  fit() {
    super.fit();
    this.pose.reset();
  }
}
