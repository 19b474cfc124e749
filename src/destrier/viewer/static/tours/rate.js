// The frame rate, for whoever wants to see whether all goes smoothly.

const COUNTED = 60; // frames that it is the mean of

export class FrameRate {
  times = /** @type {number[]} */ ([]);

  constructor(label) {
    this.label = label;
  }

  toggle() {
    this.label.hidden = !this.label.hidden;
    this.times = [];
    if (!this.label.hidden) requestAnimationFrame((now) => this.count(now));
  }

  count(now) {
    if (this.label.hidden) return;
    this.times.push(now);
    if (this.times.length > COUNTED) this.times.shift();
    const seconds = (now - this.times[0]) / 1000;
    if (seconds) this.label.textContent = `${Math.round((this.times.length - 1) / seconds)} frames a second`;
    requestAnimationFrame((later) => this.count(later));
  }
}
