// What plays and can be sought, such as the ride along a tour: where it is, how fast it goes, and whether it goes.

import { isCalm } from "./dom.js";

const LONGEST = 3000; // seconds from end to end at the left end of the slider, or less
const SHORTEST = 4; // at the right end, or more

export class Player {
  /** Where it is; null for nowhere. @type {?number} */
  position = null;
  playing = false;
  speed = 4; // moves a second
  last = 0; // when it was moved

  /**
   * `length()` is the number of moves; `show(position)` shows a place between 0 and that, or null for none.
   * @param {{ length: () => number, show: (position: ?number) => void, changed?: () => void }} listener
   */
  constructor({ length, show, changed = () => {} }) {
    this.length = length;
    this.show = show;
    this.changed = changed;
  }

  get moves() {
    return this.length();
  }

  /** Moves a second, for a slider from 0 to 1. @param {number} share @param {number} moves */
  static rate(share, moves) {
    return Math.max(1, moves / LONGEST) ** (1 - share) * Math.max(24, moves / SHORTEST) ** share;
  }

  play() {
    if (this.playing || !this.moves) return;
    if (this.position === null || this.position >= this.moves) this.put(0);
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame((now) => this.tick(now));
    this.changed();
  }

  /** Play from the start without being asked to, where motion is wanted. */
  begin() {
    this.put(0);
    if (!isCalm()) this.play();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  tick(/** @type {number} */ now) {
    if (!this.playing) return;
    const passed = Math.min(0.1, Math.max(0, now - this.last) / 1000);
    this.last = now;
    const position = Math.min(this.moves, (this.position ?? 0) + passed * this.speed);
    this.put(position);
    if (position >= this.moves) this.pause();
    else requestAnimationFrame((later) => this.tick(later));
  }

  /** Go by whole moves. @param {number} by */
  step(by) {
    this.pause();
    const from = this.position ?? (by > 0 ? 0 : this.moves);
    this.put(by > 0 ? Math.floor(from) + by : Math.ceil(from) + by);
  }

  put(/** @type {?number} */ position) {
    this.position = position === null || !this.moves ? null : Math.max(0, Math.min(this.moves, position));
    this.show(this.position);
    this.changed();
  }

  stop() {
    this.playing = false;
    this.put(null);
  }
}
