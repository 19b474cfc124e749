// Films as GIF: the pictures share the colours that are seen most, and each holds only the part that has changed.

const COLOURS = 256;
const [CLEAR, END, FIRST] = [COLOURS, COLOURS + 1, COLOURS + 2]; // the codes after those of colours
const MOST = 4096; // codes

const word = (number) => [number & 255, number >> 8];
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
const bytesOf = (colour) => [colour, colour >> 8, colour >> 16].map((part) => part & 255);

export class Gif {
  numbers = new Map(); // of the colours of the palette that are nearest to others
  shown = new Uint8Array(); // the last picture

  /** @param {number} width @param {number} height @param {Uint32Array[]} samples pictures with the colours of the film */
  constructor(width, height, samples) {
    const counts = new Map();
    for (const picture of samples) for (const colour of picture) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const most = [...counts].sort(([, one], [, other]) => other - one);
    this.palette = Array.from({ length: COLOURS }, (_, place) => bytesOf(most[place]?.[0] ?? 0));
    this.width = width;
    this.height = height;
    const forever = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.bytes = [...letters("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...this.palette.flat(), ...forever];
  }

  /** Add a picture, which is shown for some hundredths of a second. @param {Uint32Array} picture @param {number} hundredths */
  add(picture, hundredths) {
    const numbers = Uint8Array.from(picture, (colour) => this.numberOf(colour));
    const differs = (row, col) => numbers[row * this.width + col] !== this.shown[row * this.width + col];
    const columns = [...Array(this.width).keys()];
    const rows = [...Array(this.height).keys()].filter((row) => columns.some((col) => differs(row, col)));
    const changed = columns.filter((col) => rows.some((row) => differs(row, col)));
    const [[top = 0, left = 0], [bottom = 0, right = 0]] = [[rows[0], changed[0]], [rows.at(-1), changed.at(-1)]];
    const [width, height] = [right - left + 1, bottom - top + 1];
    const part = Array.from({ length: height * width }, (_, place) => numbers[(top + Math.floor(place / width)) * this.width + left + place % width]);
    this.shown = numbers;
    this.bytes.push(0x21, 0xf9, 4, 4, ...word(hundredths), 0, 0, 0x2c, ...[left, top, width, height].flatMap(word), 0, 8);
    for (let data = compressed(part); data.length; data = data.slice(255)) this.bytes.push(Math.min(255, data.length), ...data.slice(0, 255));
    this.bytes.push(0);
  }

  end() { return Uint8Array.from([...this.bytes, 0x3b]); }

  /** The colour of the palette that is nearest. */
  numberOf(colour) {
    const known = this.numbers.get(colour);
    if (known !== undefined) return known;
    const parts = bytesOf(colour);
    const away = this.palette.map((other) => parts.reduce((sum, part, place) => sum + (part - other[place]) ** 2, 0));
    const nearest = away.indexOf(Math.min(...away));
    this.numbers.set(colour, nearest);
    return nearest;
  }
}

/** Numbers of colours, compressed by Lempel, Ziv and Welch. @param {number[]} numbers */
function compressed(numbers) {
  const bytes = /** @type {number[]} */ ([]);
  const codes = new Map(); // of a code and the number after it
  let [bits, filled, width] = [0, 0, 9];
  const write = (/** @type {number} */ code) => {
    bits |= code << filled;
    for (filled += width; filled >= 8; filled -= 8, bits >>>= 8) bytes.push(bits & 255);
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
