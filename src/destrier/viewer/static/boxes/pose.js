// How a box lies before the eye: right, away and up of the screen. It is turned by hand, or turns by itself to a goal.

import { isCalm, none } from "../shared/dom.js";

const TILT = 0.47; // radians
const ASIDE = 0.66;
const PACE = 110; // milliseconds in which most of the way to a goal is done
const CLOSE = 0.999999;

/** Upright, from each of the eight corners; the first from the front, the right and above. */
const CORNERS = [0, 1, 2, 3].flatMap((quarter) =>
  [TILT, -TILT].map((tilt) => times(about([1, 0, 0], tilt), about([0, 0, 1], -ASIDE - (quarter * Math.PI) / 2))));

export class Pose {
  /** `moved` is called whenever it changes, `rested` when it has changed for good. */
  constructor({ moved, rested }) {
    this.moved = moved;
    this.rested = rested;
    this.rotation = CORNERS[0];
    this.goal = none;
  }

  /** What turns a vector of the box. */
  get turned() { return turner(this.rotation); }

  /** Turn by hand, about an axis of the screen. */
  turn(axis, angle) {
    this.goal = null;
    this.rotation = times(about(axis, angle), this.rotation);
    this.moved();
    this.rested();
  }

  reset() { this.turnTo(CORNERS[0]); }

  /** Turn to the nearest corner from which something is seen, unless it is seen. */
  reveal(isSeen) {
    const shows = (rotation) => isSeen(turner(rotation));
    const nearness = (rotation) => closeness(rotation, this.rotation);
    if (shows(this.goal ?? this.rotation)) return;
    this.turnTo(CORNERS.filter(shows).sort((one, other) => nearness(other) - nearness(one))[0]);
  }

  turnTo(goal) {
    const isTurning = this.goal;
    this.goal = goal;
    if (isCalm()) this.rotation = goal;
    if (!isTurning) this.approach(performance.now());
  }

  /** Go on turning to the goal. */
  approach(before) {
    if (!this.goal) return;
    const now = performance.now();
    this.rotation = between(this.rotation, this.goal, 1 - Math.exp((before - now) / PACE));
    if (closeness(this.rotation, this.goal) > CLOSE) [this.rotation, this.goal] = [this.goal, null];
    this.moved();
    if (this.goal) requestAnimationFrame(() => this.approach(now));
    else this.rested();
  }

  /** A few letters for the address; none for as at first. */
  get text() {
    const sign = Math.sign(this.rotation[3]) || 1;
    const isFirst = closeness(this.rotation, CORNERS[0]) > CLOSE;
    return isFirst ? "" : this.rotation.map((value) => Math.round(1000 * sign * value)).join(".");
  }

  set text(text) {
    const values = text.split(".").map(Number);
    const isRotation = values.length === 4 && values.every(Number.isFinite) && values.some(Boolean);
    this.goal = null;
    this.rotation = isRotation ? unit(values) : CORNERS[0];
    this.moved();
  }
}

// Rotations of space are unit quaternions [x, y, z, w].

function about([x, y, z], angle) {
  const share = Math.sin(angle / 2) / (Math.hypot(x, y, z) || 1);
  return [x * share, y * share, z * share, Math.cos(angle / 2)];
}

/** The rotation that does `other` first, then `one`. */
function times(one, other) {
  const [a, b, c, d] = one;
  const [x, y, z, w] = other;
  return unit([
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ]);
}

function unit(rotation) {
  const length = Math.hypot(...rotation) || 1;
  return rotation.map((value) => value / length);
}

/** 1 for the same rotation, 0 for half a turn apart. */
const closeness = (one, other) => Math.abs(dot(one, other));

/** A share of the way from one rotation to another, by the shorter arc. */
function between(one, other, share) {
  const sign = dot(one, other) < 0 ? -1 : 1;
  return unit(one.map((value, at) => value + share * (sign * other[at] - value)));
}

/** What turns a vector. @returns {(vector: number[]) => number[]} */
function turner([x, y, z, w]) {
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  return ([a, b, c]) => rows.map((row) => row[0] * a + row[1] * b + row[2] * c);
}

const dot = (one, other) => one.reduce((sum, value, at) => sum + value * other[at], 0);
