// The twin of `core/seeds.py`: from a seed and a purpose to a key, by BLAKE2b (RFC 7693) with a digest of eight bytes; and of
// the random words of `core/primitives.py`.

const BLOCK = 128; // bytes
const START = BigUint64Array.of(
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
);

/** The order in which each round takes the words of a block; the last two are the first two again. */
const ROUNDS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
  "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753",
].map((digits) => Array.from(digits, (digit) => parseInt(digit, 16)));

/** The columns of a square of sixteen words, and its diagonals. */
const LINES = [0, 1].flatMap((slant) => [0, 1, 2, 3].map((start) => [0, 1, 2, 3].map((row) => 4 * row + (start + slant * row) % 4)));

/** The lower bits of a word that shifts keep within it. */
const LOW = { 47: (1n << 47n) - 1n, 51: (1n << 51n) - 1n, 57: (1n << 57n) - 1n };

/** The digest of an ASCII text, as an integer. @param {string} text */
export function blake2b(text) {
  const bytes = new Uint8Array(Math.max(1, Math.ceil(text.length / BLOCK)) * BLOCK);
  new TextEncoder().encodeInto(text, bytes);
  const state = START.slice();
  state[0] ^= 0x01010008n; // no key, eight bytes
  for (let end = BLOCK; end <= bytes.length; end += BLOCK) {
    const block = new BigUint64Array(bytes.buffer, end - BLOCK, BLOCK / 8);
    const words = BigUint64Array.of(...state, ...START);
    words[12] ^= BigInt(Math.min(end, text.length));
    if (end === bytes.length) words[14] = ~words[14];
    for (const order of ROUNDS) {
      LINES.forEach((line, place) => {
        mix(words, line, block[order[2 * place]], 32n, 24n);
        mix(words, line, block[order[2 * place + 1]], 16n, 63n);
      });
    }
    state.forEach((word, place) => { state[place] = word ^ words[place] ^ words[place + 8]; });
  }
  return state[0];
}

/** Mix a word into a line of four. @param {BigUint64Array} words @param {number[]} line @param {bigint} word @param {bigint} first @param {bigint} second */
function mix(words, [a, b, c, d], word, first, second) {
  words[a] += words[b] + word;
  words[d] = turned(words[d] ^ words[a], first);
  words[c] += words[d];
  words[b] = turned(words[b] ^ words[c], second);
}

/** A word turned to the right; an array takes its lower 64 bits. @param {bigint} word @param {bigint} bits */
const turned = (word, bits) => word >> bits | word << 64n - bits;

/** A key of 63 bits for one purpose, determined by an integer seed. @param {bigint | number} seed @param {(string | number)[]} purpose */
export const deriveKey = (seed, ...purpose) => blake2b([seed, ...purpose].join("/")) & (1n << 63n) - 1n;

/** A word of the stream of a key, by SplitMix64 (Steele, Lea and Flood 2014). @param {bigint} key @param {number} counter */
export function randomWord(key, counter) {
  let word = BigInt.asUintN(64, key + BigInt(counter) * 0x9e3779b97f4a7c15n);
  word = BigInt.asUintN(64, (word ^ word >> 30n) * 0xbf58476d1ce4e5b9n);
  word = BigInt.asUintN(64, (word ^ word >> 27n) * 0x94d049bb133111ebn);
  return word ^ word >> 31n;
}

/** A number below a bound, by the upper half of a word. @param {bigint} word @param {number} bound */
export const below = (word, bound) => Number((word >> 32n) * BigInt(bound) >> 32n);

/** The next states of xorshift generators of 64 bits, which lie side by side; `ones` has the lowest bit of each. */
export function nextStates(/** @type {bigint} */ states, ones = 1n) {
  states ^= (states & ones * LOW[51]) << 13n;
  states ^= states >> 7n & ones * LOW[57];
  return states ^ (states & ones * LOW[47]) << 17n;
}

/** Put items in random order, by the drawn place of each from the last one on. @template T @param {T[]} items @param {(last: number) => number} draw */
export function shuffle(items, draw) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = draw(last);
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
}

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
  shuffled(items) { return shuffle([...items], (last) => this.below(last + 1)); }
}
