// Obfuscate small tourneys by the mixing chain, the twin of `switching/obfuscation.py` and `switching/mixing.py`: random
// switches of short alternating cycles, all copies of a shape at a time. The moves of a direction form a plane, an integer with
// a bit for each square from which such a move goes down; a row has some words of 64 bits.

import { Tourney } from "../tours/tour.js";
import { MOVES, range } from "../shared/squares.js";
import { joinByRails, joined, wordsOf } from "./rails.js";
import { deriveKey, nextStates, randomWord, shuffle } from "./seeds.js";

/** Where an edge of a shape has its upper end, and the plane of its move. @typedef {[plane: number, row: number, col: number]} Edge */
/** Even-numbered edges alternate with odd ones. Copies at squares where p * row + q * col + u is 0 or 1 modulo 4 share no edge.
 * @typedef {{ edges: Edge[], height: number, p: number, q: number }} Shape */

const WORD = 64n;
const RAILS = 6; // shapes
const RAIL_STEPS = 3; // of a round, for each shape of a rail
const [SHIFTS, STATES] = [128, 256]; // the counters of a round's random words
const ROUNDS = 8;
const DRAWN = { squares: 144, times: 40, rounds: 4 }; // a small board is mixed further until it is a tour
const REMIXES = 20; // if rails do not join the cycles

/** A random-looking tour with the ends of a tourney. @param {Tourney} tourney @param {bigint} seed */
export function obfuscate(tourney, seed) {
  const key = deriveKey(seed, "obfuscate", "mix");
  let mixed = mix(tourney, key, ROUNDS);
  for (let number = 0; number < DRAWN.times && tourney.moves.length <= DRAWN.squares && mixed.cycleCount > 1; number++) {
    mixed = mix(mixed, deriveKey(key, "draw", number), DRAWN.rounds);
  }
  for (let number = 0; number < REMIXES && joinByRails(mixed, deriveKey(key, "join", number)).cycleCount > 1; number++) {
    mixed = mix(mixed, deriveKey(key, "again", number), 1);
  }
  return joined(mixed, deriveKey(key, "join"));
}

/** A tourney after some rounds. @param {Tourney} tourney @param {bigint} key @param {number} rounds */
function mix(tourney, key, rounds) {
  const { rows, cols, offsets, start } = tourney;
  const words = wordsOf(cols);
  const places = [...tourney.moves.keys()].map((square) => BigInt(Math.floor(square / cols)) * WORD * BigInt(words) + BigInt(square % cols));
  const planes = range(4).map((plane) => places.reduce((bits, place, square) => bits | BigInt(tourney.moves[square] >> plane + 4 & 1) << place, 0n));
  for (const number of range(rounds)) mixOnce(planes, rows, words, deriveKey(key, "round", number));
  const mixed = new Tourney(rows, cols, new Uint8Array(rows * cols), start);
  planes.forEach((bits, plane) => places.forEach((place, square) => {
    if (bits >> place & 1n) mixed.join(square, square + offsets[plane + 4]);
  }));
  return mixed;
}

/** A round: one step for each hexagon, and some for each rail, in random order. @param {bigint[]} planes @param {number} rows @param {number} words @param {bigint} key */
function mixOnce(planes, rows, words, key) {
  const band = randomWord(key, 0);
  const row = WORD * BigInt(words);
  let states = sideBySide(range(rows * words).map((word) => randomWord(band, word + STATES)));
  stepsOf(band).forEach(({ edges, height, p, q }, step) => {
    if (height >= rows) return;
    const count = rows - height;
    const size = row * BigInt(count);
    const drawn = Number(randomWord(band, step + SHIFTS) & 3n);
    const left = BigInt.asUintN(Number(size), states);
    const next = nextStates(left, ones(count * words));
    states ^= left ^ next;
    const places = sideBySide(range(count * words).map((word) => CLASSES[q][p * Math.floor(word / words) + drawn & 3]));
    const shifts = edges.map(([, down, right]) => row * BigInt(down) + BigInt(right));
    const present = edges.map(([plane], edge) => planes[plane] >> shifts[edge]);
    const [even, odd] = [0, 1].map((parity) => present.filter((_, edge) => edge % 2 === parity));
    const flips = next & places & (all(even) & ~any(odd) | all(odd) & ~any(even));
    if (flips) edges.forEach(([plane], edge) => { planes[plane] ^= flips << shifts[edge]; });
  });
}

const all = (/** @type {bigint[]} */ bits) => bits.reduce((both, one) => both & one);
const any = (/** @type {bigint[]} */ bits) => bits.reduce((both, one) => both | one);

/** Words side by side, the first one lowest. @param {bigint[]} words */
const sideBySide = (words) => words.reduceRight((bits, word) => bits << WORD | word, 0n);

/** The lowest bits of so many words. @param {number} count */
const ones = (count) => sideBySide(Array(count).fill(1n));

/** The columns of a word where q * col + u is 0 or 1 modulo 4, by q and u. */
const CLASSES = range(4).map((q) => range(4).map((u) => range(64).reduce((bits, col) => bits | BigInt(Number((q * col + u) % 4 < 2)) << BigInt(col), 0n)));

/** The shapes of the steps of a round. @param {bigint} key @returns {Shape[]} */
function stepsOf(key) {
  const shapes = shapesOf();
  const steps = [...Array(RAIL_STEPS - 1).fill(shapes.slice(0, RAILS)).flat(), ...shapes];
  return shuffle(steps, (last) => Number(randomWord(key, last) % BigInt(last + 1)));
}

/** @type {Shape[] | undefined} */
let found;

/** The 6 rails, and the 60 hexagons that are not sums of opposite moves. */
function shapesOf() {
  if (found) return found;
  const halves = range(512).map((walk) => [walk >> 6, walk >> 3 & 7, walk & 7]);
  const sums = (/** @type {(move: number) => number} */ weight) => halves.map((half) => half.reduce((sum, move) => sum + weight(move), 0));
  const ends = sums((move) => 16 * MOVES[move][0] + MOVES[move][1]);
  const excesses = sums((move) => (move < 4 ? 1 : -1) * 16 ** (move % 4)); // of moves over their opposites
  const hexagons = /** @type {Map<string, Edge[]>} */ (new Map());
  halves.forEach((first, one) => halves.forEach((second, other) => {
    if (ends[one] !== -ends[other] || excesses[one] === -excesses[other]) return;
    const edges = edgesOf([...first, ...second]);
    hexagons.set(String.fromCharCode(...edges.map(([plane, row, col]) => plane << 8 | row << 4 | col + 8).sort((a, b) => a - b)), edges);
  }));
  const rails = range(4).flatMap((one) => range(4).slice(one + 1).map((other) => edgesOf([one + 4, other + 4, one, other])));
  return (found = [...rails, ...[...hexagons.keys()].sort().map((cycle) => hexagons.get(cycle) ?? [])].map(shapeOf));
}

/** The edges of a closed walk, from its first square in reading order. @param {number[]} walk @returns {Edge[]} */
function edgesOf(walk) {
  const squares = [[0, 0]];
  for (const move of walk) squares.push(squares[squares.length - 1].map((at, axis) => at + MOVES[move][axis]));
  const before = (/** @type {number[]} */ [row, col], /** @type {number[]} */ [down, right]) => row - down || col - right;
  const [[top, left]] = squares.slice(1).sort(before);
  return walk.map((move, place) => {
    const [row, col] = move < 4 ? squares[place + 1] : squares[place];
    return [move % 4, row - top, col - left];
  });
}

/** @param {Edge[]} edges @returns {Shape} */
function shapeOf(edges) {
  const shifts = edges.flatMap((one, place) => edges.slice(place + 1).filter(([plane]) => plane === one[0]).map(([, row, col]) => [one[1] - row, one[2] - col]));
  const isFree = (/** @type {number} */ p, /** @type {number} */ q) => shifts.every(([row, col]) => (p * row + q * col & 3) === 2);
  const [p, q] = range(16).map((pair) => [pair >> 2, pair & 3]).find((pair) => isFree(pair[0], pair[1])) ?? [];
  return { edges, height: Math.max(...edges.map(([plane, row]) => row + MOVES[plane + 4][0])), p, q };
}
