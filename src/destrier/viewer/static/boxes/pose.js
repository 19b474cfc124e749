// How a box lies before the eye: right, away and up of the screen. It is turned by hand, or turns by itself to a goal.

import { isCalm, none } from "../shared/dom.js";
import { THREE } from "../vendor/three.js";

const TILT = 0.47; // radians
const ASIDE = 0.66;
const PACE = 110; // milliseconds in which most of the way to a goal is done
const CLOSE = 0.999999;

/** Upright, from each of the eight corners; the first from the front, the right and above. */
const CORNERS = [0, 1, 2, 3].flatMap((quarter) =>
  [TILT, -TILT].map((tilt) => about([1, 0, 0], tilt).multiply(about([0, 0, 1], -ASIDE - (quarter * Math.PI) / 2))));

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
    this.rotation = about(axis, angle).multiply(this.rotation);
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
    this.rotation = this.rotation.clone().slerp(this.goal, 1 - Math.exp((before - now) / PACE));
    if (closeness(this.rotation, this.goal) > CLOSE) [this.rotation, this.goal] = [this.goal, null];
    this.moved();
    if (this.goal) requestAnimationFrame(() => this.approach(now));
    else this.rested();
  }

  /** A few letters for the address; none for as at first. */
  get text() {
    const sign = Math.sign(this.rotation.w) || 1;
    const isFirst = closeness(this.rotation, CORNERS[0]) > CLOSE;
    return isFirst ? "" : this.rotation.toArray().map((value) => Math.round(1000 * sign * value)).join(".");
  }

  set text(text) {
    const values = text.split(".").map(Number);
    const isRotation = values.length === 4 && values.every(Number.isFinite) && values.some(Boolean);
    this.goal = null;
    this.rotation = isRotation ? new THREE.Quaternion(...values).normalize() : CORNERS[0];
    this.moved();
  }
}

function about(/** @type {number[]} */ axis, /** @type {number} */ angle) {
  return new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(...axis).normalize(), angle);
}

/** 1 for the same rotation, 0 for half a turn apart. */
const closeness = (one, other) => Math.abs(one.dot(other));

/** What turns a vector by a rotation. @returns {(vector: number[]) => number[]} */
const turner = (rotation) => (vector) => new THREE.Vector3(...vector).applyQuaternion(rotation).toArray();
