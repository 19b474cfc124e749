// Films as GIF: the pictures share the colours that are seen most, and each holds only the part that has changed.

const COLOURS = 256;
const [CLEAR, END, FIRST] = [COLOURS, COLOURS + 1, COLOURS + 2]; // the first codes after those of colours
const MOST = 4096; // codes

/** @typedef {{ left: number, top: number, width: number, height: number }} Part */

const word = (/** @type {number} */ number) => [number & 255, number >> 8];
const letters = (/** @type {string} */ text) => [...text].map((letter) => letter.charCodeAt(0));

export class Gif {
  /** @type {Map<number, number>} */
  #numbers = new Map();
  #shown = new Uint8Array();
  #bytes;

  /** @param {number} width @param {number} height @param {Uint32Array[]} samples pictures with the colours of the film */
  constructor(width, height, samples) {
    const counts = new Map();
    for (const picture of samples) for (const colour of picture) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, COLOURS);
    this.palette = Uint32Array.from({ length: COLOURS }, (_, place) => most[place]?.[0] ?? 0);
    this.width = width;
    this.height = height;
    const table = Array.from(this.palette, (colour) => [colour, colour >> 8, colour >> 16].map((part) => part & 255)).flat();
    const forever = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.#bytes = [...letters("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...table, ...forever];
  }

  /** Add a picture, which is shown for some hundredths of a second. @param {Uint32Array} picture @param {number} hundredths */
  add(picture, hundredths) {
    const numbers = Uint8Array.from(picture, (colour) => this.#numberOf(colour));
    const { left, top, width, height } = this.#changed(numbers);
    const rows = Array.from({ length: height }, (_, row) => (top + row) * this.width + left);
    const data = compressed(rows.flatMap((start) => [...numbers.subarray(start, start + width)]));
    this.#shown = numbers;
    this.#bytes.push(0x21, 0xf9, 4, 4, ...word(hundredths), 0, 0, 0x2c, ...[left, top, width, height].flatMap(word), 0, 8);
    for (let start = 0; start < data.length; start += 255) {
      const block = data.slice(start, start + 255);
      this.#bytes.push(block.length, ...block);
    }
    this.#bytes.push(0);
  }

  /** The file. */
  end() { return Uint8Array.from([...this.#bytes, 0x3b]); }

  /** The colour of the palette that is nearest. @param {number} colour */
  #numberOf(colour) {
    const known = this.#numbers.get(colour);
    if (known !== undefined) return known;
    const away = this.palette.map((other) => [0, 8, 16].reduce((sum, bits) => sum + ((other >> bits & 255) - (colour >> bits & 255)) ** 2, 0));
    const nearest = away.indexOf(Math.min(...away));
    this.#numbers.set(colour, nearest);
    return nearest;
  }

  /** The part that differs from the last picture. @param {Uint8Array} numbers @returns {Part} */
  #changed(numbers) {
    let [left, top, right, bottom] = [this.width - 1, this.height - 1, 0, 0];
    numbers.forEach((number, place) => {
      if (number === this.#shown[place]) return;
      const [row, col] = [Math.floor(place / this.width), place % this.width];
      [left, top, right, bottom] = [Math.min(left, col), Math.min(top, row), Math.max(right, col), Math.max(bottom, row)];
    });
    return { left, top, width: Math.max(1, right - left + 1), height: Math.max(1, bottom - top + 1) };
  }
}

/** Numbers of colours, compressed by Lempel, Ziv and Welch. @param {number[]} numbers */
function compressed(numbers) {
  const bytes = /** @type {number[]} */ ([]);
  const codes = /** @type {Map<number, number>} */ (new Map()); // of a code and the number after it
  let [bits, filled, width] = [0, 0, 9];
  const write = (/** @type {number} */ code) => {
    bits |= code << filled;
    for (filled += width; filled >= 8; filled -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  write(CLEAR);
  let [code] = numbers;
  for (const number of numbers.slice(1)) {
    const longer = code << 8 | number;
    const known = codes.get(longer);
    if (known === undefined) {
      write(code);
      codes.set(longer, FIRST + codes.size);
      if (FIRST + codes.size > 1 << width) width++;
      if (FIRST + codes.size === MOST) {
        write(CLEAR);
        codes.clear();
        width = 9;
      }
    }
    code = known ?? number;
  }
  write(code);
  write(END);
  return [...bytes, bits & 255];
}
