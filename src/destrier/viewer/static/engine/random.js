// Python's `random.Random`: the Mersenne twister MT19937 (Matsumoto and Nishimura 1998), seeded by an integer of any size.

const SIZE = 624;
const MIDDLE = 397;

export class Random {
  #words = new Uint32Array(SIZE);
  #next = SIZE;

  constructor(/** @type {bigint} */ seed) {
    const words = this.#words;
    const key = [];
    do key.push(Number(seed & 0xffffffffn)); while (seed >>= 32n);
    const mixed = (/** @type {number} */ factor, /** @type {number} */ place) => Math.imul(factor, words[place] ^ words[place] >>> 30);
    words[0] = 19650218;
    for (let place = 1; place < SIZE; place++) words[place] = mixed(1812433253, place - 1) + place;
    const steps = Math.max(SIZE, key.length);
    for (let step = 0; step < steps + SIZE - 1; step++) {
      const place = step % (SIZE - 1) + 1;
      if (place === 1 && step) words[0] = words[SIZE - 1];
      if (step < steps) words[place] = (words[place] ^ mixed(1664525, place - 1)) + key[step % key.length] + step % key.length;
      else words[place] = (words[place] ^ mixed(1566083941, place - 1)) - place;
    }
    words[0] = 0x80000000;
  }

  /** The next 32 bits. */
  word() {
    if (this.#next === SIZE) this.#twist();
    let word = this.#words[this.#next++];
    word ^= word >>> 11;
    word ^= word << 7 & 0x9d2c5680;
    word ^= word << 15 & 0xefc60000;
    return (word ^ word >>> 18) >>> 0;
  }

  #twist() {
    const words = this.#words;
    for (let place = 0; place < SIZE; place++) {
      const far = place + MIDDLE;
      const both = words[place] & 0x80000000 | words[place + 1 < SIZE ? place + 1 : 0] & 0x7fffffff;
      words[place] = words[far < SIZE ? far : far - SIZE] ^ both >>> 1 ^ -(both & 1) & 0x9908b0df;
    }
    this.#next = 0;
  }

  /** A number from 0 up to, but not including, 1. */
  random() {
    const high = this.word() >>> 5;
    return (high * 67108864 + (this.word() >>> 6)) / 9007199254740992;
  }

  /** An integer from 0 up to, but not including, a bound, as by `randrange`. */
  below(/** @type {bigint} */ bound) {
    const bits = bound.toString(2).length;
    for (;;) {
      let drawn = 0n;
      for (let known = 0; known < bits; known += 32) drawn |= BigInt(this.word() >>> Math.max(0, 32 - bits + known)) << BigInt(known);
      if (drawn < bound) return drawn;
    }
  }
}
