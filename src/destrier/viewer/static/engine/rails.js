// Shatter small tourneys and join their cycles by rails, the twin of `switching/rails.py` and `switching/rail_planes.py`. Rails
// are listed in the order in which they lie in words of 64 columns, which the library searches at once.

import { range } from "../shared/squares.js";
import { below, deriveKey, nextStates, randomWord, shuffle } from "./seeds.js";

/** @typedef {import("../tours/tour.js").Tourney} Tourney */
/** @typedef {import("../tours/tour.js").Rail} Rail */

const WORD = 64; // columns
const PAIRS = [[4, 5], [4, 6], [4, 7], [5, 6], [5, 7], [6, 7]]; // of moves that span a rail
const SHATTERS = 100; // orders of the rails, among which one shall break a tour
const SAMPLE = 8; // rails for each cycle, in the first pass of a join
const OPEN = "an open tour cannot be shattered: a path and cycles do not form a tourney; obfuscate keeps it a tour";
const LEFT = "The loops of this tourney are not joined by rails alone: that takes an installation.";

/** The words of a row; two columns stay free. @param {number} cols */
export const wordsOf = (cols) => Math.ceil((cols + 2) / WORD);

/** Break a tourney into cycles, at least two if possible. @param {Tourney} tourney @param {bigint} seed */
export function shatter(tourney, seed) {
  if (tourney.isOpen) throw new Error(OPEN);
  const key = deriveKey(seed, "shatter");
  let shattered = switchedInRandomOrder(tourney, key);
  for (let number = 1; number < SHATTERS && shattered.cycleCount === 1; number++) shattered = switchedInRandomOrder(tourney, deriveKey(key, number));
  return shattered;
}

/** Join the cycles of a tourney. @param {Tourney} tourney @param {bigint} seed */
export const join = (tourney, seed) => joined(tourney, deriveKey(seed, "join"));

/** A tourney with its cycles joined. Where rails leave several, Python goes on with windows. @param {Tourney} tourney @param {bigint} key */
export function joined(tourney, key) {
  const made = joinByRails(tourney, key);
  if (made.cycleCount > 1) throw new Error(LEFT);
  return made;
}

/** Join cycles until no rail links two of them: in each pass, those that do are listed, at first only a random part of them.
 * @param {Tourney} tourney @param {bigint} key */
export function joinByRails(tourney, key) {
  let count = tourney.cycleCount;
  const labels = [...tourney.walk.labels];
  const linked = (/** @type {Rail} */ { square, cross }) => [labels[square], labels[square + tourney.offsets[cross]]];
  const total = railsByWord(tourney).flat().length;
  let thinning = Math.max(31 - Math.clz32(total / (SAMPLE * count)), 0); // a pass lists one rail in 2 ** thinning
  let most = total; // rails, with which a pass begins no other word
  for (let number = 1; count > 1; number++) {
    const ofPass = deriveKey(key, "pass", number);
    most = Math.min(most, Math.max(4 * SAMPLE * count, Math.floor(tourney.moves.length / 8)));
    const listed = /** @type {Rail[]} */ ([]);
    railsByWord(tourney).forEach((rails, word) => {
      if (listed.length > most) return;
      const sample = range(thinning).reduce((bits, draw) => bits & randomWord(ofPass, WORD * (word + 1) + draw), -1n);
      const isDrawn = (/** @type {Rail} */ { square }) => sample >> BigInt(square % tourney.cols % WORD) & 1n;
      listed.push(...rails.filter((rail) => isDrawn(rail) && linked(rail)[0] !== linked(rail)[1]));
    });
    const before = count;
    for (const rail of shuffle(listed, (last) => below(randomWord(BigInt.asUintN(64, ~ofPass), last), last + 1))) {
      const [one, other] = linked(rail);
      if (count === 1 || one === other || !tourney.isRail(rail)) continue;
      tourney = tourney.switched(rail);
      labels.forEach((label, square) => { if (label === other) labels[square] = one; });
      count--;
    }
    if (count === before && !thinning) break;
    thinning = 0;
  }
  return tourney;
}

/** The rails of a tourney, for each word. @param {Tourney} tourney */
function railsByWord(tourney) {
  const { rows, cols } = tourney;
  const words = wordsOf(cols);
  return range(rows * words).map((word) => {
    const left = word % words * WORD;
    const squares = range(Math.max(0, Math.min(WORD, cols - left))).map((col) => Math.floor(word / words) * cols + left + col);
    return PAIRS.flatMap(([one, other]) => squares.flatMap((square) =>
      [{ square, primary: one, cross: other }, { square, primary: other, cross: one }].filter((rail) => tourney.isRail(rail))));
  });
}

/** The tourney with each of its rails switched that is one still when its turn comes. @param {Tourney} tourney @param {bigint} key */
function switchedInRandomOrder(tourney, key) {
  const rails = railsByWord(tourney).flat();
  let state = randomWord(randomWord(key, 0), 0) | 1n;
  for (let left = rails.length; left; left--) {
    state = nextStates(state);
    const place = below(state, left);
    const rail = rails[place];
    rails[place] = rails[left - 1];
    if (tourney.isRail(rail)) tourney = tourney.switched(rail);
  }
  return tourney;
}
