// A player knows where a ride, or another sequence, is, how fast it goes, and whether it plays.

import { isCalm } from "./dom.js";

const LONGEST = 3000; // A ride takes at most so many seconds at the left end of the slider,
const SHORTEST = 4; // and at least so many at the right end, so that boards of all sizes can be watched.

/** What is played, as many moves as its `length`. `show(position)` shows a place between 0 and that, or null for none.
 * Readers count the places from `from` to `to`; they may write one as more than a number, which `placeOf` reads: NaN for none.
 * @typedef {{ readonly length: number, readonly from: number, readonly to: number, show: (position: ?number) => void, placeOf?: (text: string) => number }} Sequence */

export class Player {
  /** The place in the sequence, or null if it is not played at all. @type {?number} */
  position = null;
  playing = false;
  speed = 4; // This is in moves a second.
  last = 0; // This is the time of the last frame.

  changed = () => {}; // This is called after each change.

  /** @param {Sequence} sequence */
  constructor(sequence) { this.sequence = sequence; }

  get moves() { return this.sequence.length; }

  /** The place as readers count it: at the end of a closed tour, it is that of the last move. @returns {?number} */
  get count() {
    const { from, to } = this.sequence;
    return this.position === null ? null : Math.min(Math.floor(this.position) + from, to);
  }

  /** Convert the place of the slider, from 0 to 1, to moves a second. @param {number} share @param {number} moves */
  static rate(share, moves) {
    return Math.max(1, moves / LONGEST) ** (1 - share) * Math.max(24, moves / SHORTEST) ** share;
  }

  /** Convert moves a second to the place of the slider, which has an end on either side. @param {number} rate @param {number} moves */
  static share(rate, moves) {
    const [slowest, fastest] = [Player.rate(0, moves), Player.rate(1, moves)];
    return Math.max(0, Math.min(1, Math.log(rate / slowest) / Math.log(fastest / slowest)));
  }

  play() {
    if (this.playing || !this.moves) return;
    if (this.position === null || this.position >= this.moves) this.put(0);
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame((now) => this.tick(now));
    this.changed();
  }

  /** Play from the start unasked, but only where the user has not asked for reduced motion. */
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

  /** Go by whole moves, as a place between two squares is hard to read. @param {number} by */
  step(by) {
    this.pause();
    const from = this.position ?? (by > 0 ? 0 : this.moves);
    this.put(by > 0 ? Math.floor(from) + by : Math.ceil(from) + by);
  }

  put(/** @type {?number} */ position) {
    this.position = position === null || !this.moves ? null : Math.max(0, Math.min(this.moves, position));
    this.sequence.show(this.position);
    this.changed();
  }

  stop() {
    this.playing = false;
    this.put(null);
  }
}
