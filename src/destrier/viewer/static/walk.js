// The ride along a tour: where the knight is, how fast it goes, and whether it goes.

const LONGEST = 3000; // seconds of a whole ride at the left end of the slider, or less
const SHORTEST = 4; // at the right end, or more

export class Walk {
  constructor(view, changed) {
    Object.assign(this, { view, changed, position: null, playing: false, speed: 4 });
  }

  /** How many moves there are. */
  get moves() {
    const { tourney } = this.view;
    return tourney ? tourney.size - (tourney.isOpen ? 1 : 0) : 0;
  }

  /** Moves a second, for a slider from 0 to 1. */
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

  pause() {
    this.playing = false;
    this.changed();
  }

  tick(now) {
    if (!this.playing) return;
    const passed = Math.min(0.1, Math.max(0, now - this.last) / 1000);
    this.last = now;
    this.put(Math.min(this.moves, this.position + passed * this.speed));
    if (this.position >= this.moves) this.pause();
    else requestAnimationFrame((later) => this.tick(later));
  }

  /** Go by whole moves. */
  step(by) {
    this.pause();
    const from = this.position ?? (by > 0 ? 0 : this.moves);
    this.put(by > 0 ? Math.floor(from) + by : Math.ceil(from) + by);
  }

  put(position) {
    this.position = position === null ? null : Math.max(0, Math.min(this.moves, position));
    this.view.ride(this.position);
    this.changed();
  }

  stop() {
    this.playing = false;
    this.put(null);
  }
}
