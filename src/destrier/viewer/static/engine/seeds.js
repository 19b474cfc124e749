// The twin of `core/seeds.py`: from a seed and a purpose to a key, by BLAKE2b (RFC 7693) with a digest of eight bytes.
// A word of 64 bits takes two places of an array, the lower half first.

const BLOCK = 128; // bytes
const MASK = (1n << 63n) - 1n;
const START = new Uint32Array(BigUint64Array.of(
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
).buffer);

/** The order in which each round takes the words of a block; the last two are the first two again. */
const ROUNDS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
  "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753",
].map((digits) => Array.from(digits, (digit) => 2 * parseInt(digit, 16)));

/** The places of the columns of a square of sixteen words, and of its diagonals. */
const LINES = [0, 1].flatMap((slant) => [0, 1, 2, 3].map((start) => [0, 1, 2, 3].map((row) => 8 * row + 2 * ((start + slant * row) % 4))));

/** The digest of an ASCII text, as an integer. @param {string} text */
export function blake2b(text) {
  const bytes = new Uint8Array(Math.max(1, Math.ceil(text.length / BLOCK)) * BLOCK);
  new TextEncoder().encodeInto(text, bytes);
  const state = START.slice();
  state[0] ^= 0x01010008; // no key, eight bytes
  for (let end = BLOCK; end <= bytes.length; end += BLOCK) {
    compress(state, new Uint32Array(bytes.buffer, end - BLOCK, BLOCK / 4), Math.min(end, text.length), end === bytes.length);
  }
  return BigInt(state[1]) << 32n | BigInt(state[0]);
}

/** @param {Uint32Array} state @param {Uint32Array} block @param {number} length of the text up to here @param {boolean} isLast */
function compress(state, block, length, isLast) {
  const words = new Uint32Array(32);
  words.set(state);
  words.set(START, 16);
  words[24] ^= length;
  if (isLast) words[28] = ~words[28], words[29] = ~words[29];
  for (const order of ROUNDS) {
    for (let line = 0; line < 8; line++) {
      const [a, b, c, d] = LINES[line];
      mix(words, a, b, c, d, block, order[2 * line], 32, 24);
      mix(words, a, b, c, d, block, order[2 * line + 1], 16, 63);
    }
  }
  for (let place = 0; place < 16; place++) state[place] ^= words[place] ^ words[place + 16];
}

/**
 * Mix a word of the block into a line of four words.
 * @param {Uint32Array} words @param {number} a @param {number} b @param {number} c @param {number} d
 * @param {Uint32Array} block @param {number} place @param {number} first @param {number} second
 */
function mix(words, a, b, c, d, block, place, first, second) {
  add(words, a, words[b], words[b + 1]);
  add(words, a, block[place], block[place + 1]);
  turn(words, d, a, first);
  add(words, c, words[d], words[d + 1]);
  turn(words, b, c, second);
}

/** Add a word to another. @param {Uint32Array} words @param {number} to @param {number} low @param {number} high */
function add(words, to, low, high) {
  const sum = words[to] + low;
  words[to] = sum;
  words[to + 1] += high + Number(sum > 0xffffffff);
}

/** Combine a word with another by exclusive or, and turn it to the right. @param {Uint32Array} words @param {number} to @param {number} from @param {number} bits */
function turn(words, to, from, bits) {
  let low = words[to] ^ words[from];
  let high = words[to + 1] ^ words[from + 1];
  if (bits >= 32) [low, high] = [high, low];
  words[to] = bits === 32 ? low : low >>> bits | high << 32 - bits; // shifts count modulo 32
  words[to + 1] = bits === 32 ? high : high >>> bits | low << 32 - bits;
}

/** A key of 63 bits for one purpose, determined by an integer seed. @param {bigint | number} seed @param {(string | number)[]} purpose */
export const deriveKey = (seed, ...purpose) => blake2b([seed, ...purpose].join("/")) & MASK;

/** Random numbers for a few decisions, determined by a key. */
export class Stream {
  #drawn = 0;

  constructor(/** @type {bigint} */ key) {
    this.start = key;
  }

  /** A fresh key. */
  key() { return deriveKey(this.start, ++this.#drawn); }

  /** A number from 0 up to, but not including, a bound. */
  below(/** @type {number} */ bound) { return Number(this.key() % BigInt(bound)); }

  /** The items in random order. @template T @param {T[]} items */
  shuffled(items) {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [result[last], result[other]] = [result[other], result[last]];
    }
    return result;
  }
}
