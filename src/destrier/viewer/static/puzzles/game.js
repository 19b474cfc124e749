// A game is a puzzle and what its player has filled in. It knows the rules, but no page.

import { recalled, store } from "../shared/storage.js";

/** The data of a puzzle from `work/puzzle_tasks.py`. Squares are indices into its lists. */
/** @typedef {{ kind: string, grade: string, seed: number, title: string, leaper?: number[] | number[][], rows?: number, cols?: number, sheet: number[], squares: unknown[][], names: string[], places: number[][], moves: number[][], givens: [unknown[], number][], solution: unknown[][], steps?: Step[] }} Puzzle */
/** @typedef {{ text: string, square: unknown[] | null, number: number | null }} Step */

/** What the player changes. A change makes a new one, so that it can be undone. `step` is -1 where numbers descend. */
/** @typedef {{ numbers: number[], notes: number[][], next: number, step: number }} State */

export class Game {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.size = puzzle.names.length;
    this.isClosed = puzzle.kind === "closed";
    this.squares = new Map(puzzle.squares.map((name, square) => [name.join(), square]));
    const numbered = (/** @type {[unknown[], number][]} */ pairs) => {
      const numbers = Array(this.size).fill(0);
      for (const [square, number] of pairs) numbers[this.squareNamed(square)] = number;
      return numbers;
    };
    /** The given numbers, and those of the solution, by square. The number 0 means none. */
    this.givens = numbered(puzzle.givens);
    this.solution = numbered(puzzle.solution.map((square, place) => [square, place + 1]));
    /** All that was, and that was undone, and the place of what is. @type {State[]} */
    this.states = [this.begin()];
    this.now = 0;
  }

  get move() { return this.puzzle.leaper ? "a move" : "a knight's move"; }

  get state() { return this.states[this.now]; }
  set state(state) { this.states[this.now] = state; }

  get numbers() { return this.state.numbers; }
  get notes() { return this.state.notes; }
  get next() { return this.state.next; }
  get placed() { return this.numbers.filter(Boolean).length; }

  /** As every number was a move from its neighbours when it was placed, a full board is the solution. */
  get isSolved() { return this.placed === this.size; }

  begin() { return this.goOn({ numbers: this.givens, notes: this.givens.map(() => []), next: 0, step: 1 }); }

  squareNamed(/** @type {unknown[]} */ square) { return this.squares.get(square.join()) ?? -1; }

  squareOf(/** @type {number} */ number, numbers = this.numbers) { return number > 0 ? numbers.indexOf(number) : -1; }

  /** The number `by` steps further on, or 0 beyond the end of an open tour. */
  beyond(/** @type {number} */ number, /** @type {number} */ by) {
    const there = number + by;
    if (there >= 1 && there <= this.size) return there;
    return this.isClosed ? ((there - 1 + this.size) % this.size) + 1 : 0;
  }

  /** The squares of the numbers before and after a number that are placed. */
  beside(/** @type {number} */ number, numbers = this.numbers) {
    return [-1, 1].map((by) => this.squareOf(this.beyond(number, by), numbers)).filter((square) => square >= 0);
  }

  allowed(/** @type {number} */ number) {
    const beside = this.beside(number);
    return this.numbers.flatMap((taken, square) =>
      !taken && beside.every((near) => this.puzzle.moves[near].includes(square)) ? [square] : [],
    );
  }

  /** Place a number, or explain why it cannot be there. */
  place(/** @type {number} */ square, number = this.next) {
    if (number < 1 || number > this.size) return `The numbers go from 1 to ${this.size}.`;
    if (this.givens[square]) return "This number is given.";
    if (this.givens.includes(number)) return `${number} is given elsewhere.`;
    const numbers = this.numbers.map((taken, other) => (other === square ? number : taken === number ? 0 : taken));
    const near = this.beside(number, numbers).find((other) => !this.puzzle.moves[other].includes(square));
    if (near !== undefined) return `${number} must be ${this.move} from ${numbers[near]}.`;
    const notes = this.notes.map((listed, other) => (other === square ? [] : listed.filter((note) => note !== number)));
    this.change(this.goOn({ ...this.state, numbers, notes, next: number }));
    return "";
  }

  /** Take the number of a square away, which then comes next; or its notes. Return whether there was one. */
  erase(/** @type {number} */ square) {
    const number = this.numbers[square];
    if (this.givens[square] || (!number && !this.notes[square].length)) return false;
    const notes = number ? this.notes : this.notes.with(square, []);
    this.change({ ...this.state, numbers: this.numbers.with(square, 0), notes });
    if (number) this.choose(number);
    return true;
  }

  note(/** @type {number} */ square, number = this.next) {
    if (this.numbers[square] || number < 1 || number > this.size) return;
    const listed = this.notes[square];
    const toggled = listed.includes(number) ? listed.filter((note) => note !== number) : [...listed, number].sort((one, other) => one - other);
    this.change({ ...this.state, notes: this.notes.with(square, toggled) });
  }

  /** Go on from the number of a square: upwards, or downwards where it does not go on upwards, or did so already. */
  follow(/** @type {number} */ square) {
    const number = this.numbers[square];
    const ways = [1, -1].filter((step) => this.squareOf(this.beyond(number, step)) < 0 && this.beyond(number, step));
    const current = ways.findIndex((step) => this.beyond(number, step) === this.next);
    const step = ways[(current + 1) % ways.length];
    this.state = step ? { ...this.state, step, next: this.beyond(number, step) } : this.goOn({ ...this.state, next: number });
  }

  /** Make a number the next one, away from a neighbour that is placed. */
  choose(/** @type {number} */ number) {
    if (number < 1 || number > this.size || this.givens.includes(number)) return;
    const isPlaced = (/** @type {number} */ by) => this.squareOf(this.beyond(number, by)) >= 0;
    const { step } = this.state;
    this.state = { ...this.state, next: number, step: !isPlaced(-step) && isPlaced(step) ? -step : step };
  }

  turn(/** @type {number} */ by) {
    if (this.isSolved) return;
    let number = this.next;
    do number = ((number - 1 + by + this.size) % this.size) + 1;
    while (this.squareOf(number) >= 0);
    this.choose(number);
  }

  /** The square of the number to continue from, or -1. */
  get from() { return this.squareOf(this.beyond(this.next, -this.state.step)); }

  /** Go on beyond the last number, over those that are placed; at an end, from the first place that goes on. */
  goOn(/** @type {State} */ state) {
    const { numbers, step } = state;
    const isMissing = (/** @type {number} */ number) => number > 0 && !numbers.includes(number);
    let number = state.next;
    for (let passed = 0; number && passed <= this.size && !isMissing(number); passed++) number = this.beyond(number, step);
    if (isMissing(number)) return { ...state, next: number };
    for (const way of [1, -1])
      for (const placed of [...numbers].filter(Boolean).sort((one, other) => one - other))
        if (isMissing(this.beyond(placed, way))) return { ...state, step: way, next: this.beyond(placed, way) };
    return { ...state, next: 0 };
  }

  change(/** @type {State} */ state) { this.states.splice(++this.now, Infinity, state); }

  undo() { this.now = Math.max(0, this.now - 1); }
  redo() { this.now = Math.min(this.states.length - 1, this.now + 1); }

  restart() { this.change(this.begin()); }

  get wrong() { return this.numbers.flatMap((number, square) => (number && number !== this.solution[square] ? [square] : [])); }

  /** The first step that places a number that is missing here, after those that prepare it. @param {Step[]} steps */
  hint(steps) {
    const last = steps.findIndex(({ square, number }) => square && this.numbers[this.squareNamed(square)] !== number);
    let first = last;
    while (first > 0 && !steps[first - 1].number) first--;
    return steps.slice(first, last + 1);
  }

  get runs() {
    const runs = /** @type {number[][]} */ ([]);
    for (let number = 1; number <= this.size; number++) {
      const [here, there] = [this.squareOf(number), this.squareOf(this.beyond(number, 1))];
      if (here < 0 || there < 0) continue;
      const run = runs.at(-1);
      if (run?.at(-1) === here) run.push(there);
      else runs.push([here, there]);
    }
    return runs;
  }
}

// What a player has filled in is kept in the browser, by the puzzle.

/** @param {Puzzle} puzzle */
const keyOf = ({ kind, title, givens }) => `destrier puzzle ${kind} ${title} ${givens.map(([square, number]) => `${square}=${number}`).join(" ")}`;

/** @param {Puzzle} puzzle @returns {{ state: State, seconds: number } | null} */
export function recall(puzzle) {
  try {
    return JSON.parse(recalled(keyOf(puzzle)));
  } catch {
    return null; // nothing is kept, or something else
  }
}

/** @param {Puzzle} puzzle @param {ReturnType<typeof recall>} kept */
export const keep = (puzzle, kept) => store(keyOf(puzzle), JSON.stringify(kept));
