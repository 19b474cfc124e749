// Tours in texts as most people have them, a part of what `io/texts.py` reads: our own JSON, a numbered board, or squares in
// visiting order, by name or as rows and columns. What is read is what the library reads; anything else is refused.

import { MOVES, placeOf, range } from "../shared/squares.js";
import { Tourney, moveBetween } from "../tours/tour.js";
import { Board } from "./board.js";

/** A word, and where it begins in its text. @typedef {{ word: string, place: number }} Cell */
/** A square that is visited, and its word. @typedef {Partial<Cell> & { row: number, col: number }} Visit */
/** A text without its comments, and what they say. @typedef {{ text: string, board?: Record<string, any>, isOpen: boolean, lengths?: number[] }} Told */

const MORE = "With destrier installed, many more forms are read.";
const HOLE = /^(|-1|([^\w\s>])\2*|_+|xx?|o|nan|none|null|nil|undefined|#?n\/?a)$/i;
const NUMBER = /^\+?\d{1,9}(\.0*)?$/;
const NAME = /(?:[NS\u2658](?=[a-z]))?([a-z])([1-9]\d?)(?!\d)/gi;
const COMMENT = /^[^\S\n]*(?:#|\/\/|%)[^\n]*[a-z][^\n]*$/gim;
const DIGITS = /^\s*[0-7.]{3,}(?:[^\S\n]*\n\s*[0-7.]{3,})+\s*$/;
const BRACKETS = /[[({]([^[\](){}]*)[\])}]/g;

/** The tourney in a text. @param {string} whole */
export function read(whole) {
  const text = whole.replace(/\r\n?/g, "\n").replace(COMMENT, blank);
  const header = whole.match(/^# (\{.*\})\s*$/m);
  const lengths = whole.match(/^# cycles:([\d ]+)$/m)?.[1].trim().split(/ +/).map(Number);
  const told = { text, board: header ? JSON.parse(header[1]) : undefined, isOpen: /^# open\s*$/m.test(whole), lengths };
  return text.includes('"cycles"') ? fromJson(text) : DIGITS.test(text) ? fromDigits(text) : /[a-z]\d/i.test(text) ? fromNames(told) : fromRows(told);
}

const blank = (/** @type {string} */ words) => " ".repeat(words.length);

/** An error at a place of a text. @param {string} text @param {number | undefined} place @param {string} fault */
function refusal(text, place, fault) {
  const lines = text.slice(0, place).split("\n");
  return new Error(place === undefined ? fault : `line ${lines.length}, column ${lines[lines.length - 1].length + 1}: ${fault}`);
}

function fromJson(/** @type {string} */ text) {
  const { rows, cols, kind, cycles, missing = [], recipe, ...others } = JSON.parse(text);
  if (Object.keys(others).length || !rows || !cols || ![cycles, missing, ...(cycles ?? [])].every(Array.isArray)) throw new Error(`This is no tour of a knight on a flat board. ${MORE}`);
  if (kind !== "tourney" && cycles.length !== 1) throw new Error(`'kind' is "${kind}", but there are ${cycles.length} cycles`);
  return tourneyOf(text, { rows, cols, missing }, cycles.map((/** @type {any[]} */ cycle) => cycle.map(visitOf)), kind === "open");
}

/** A square as JSON holds it. @param {any} square @returns {Visit} */
const visitOf = (square) => ({ word: JSON.stringify(square), row: square?.length === 2 ? square[0] : -1, col: square?.[1] });

/** The number of the move that leaves each square, as `io/digits.py` reads it. @param {string} text */
function fromDigits(text) {
  const lines = text.trim().split(/\s+/);
  const [rows, cols] = [lines.length, lines[0].length];
  const ragged = lines.findIndex((line) => line.length !== cols);
  if (ragged > 0) throw new Error(`row ${ragged} has ${lines[ragged].length} digits, row 0 has ${cols}`);
  const made = new Tourney(rows, cols, new Uint8Array(rows * cols));
  const digits = lines.join("");
  const left = range(rows * cols).filter((square) => digits[square] !== ".");
  const told = (/** @type {number} */ square) => `row ${Math.floor(square / cols)}, col ${square % cols}`;
  for (const square of left) {
    const move = Number(digits[square]);
    const [row, col] = placeOf(square, cols).map((at, axis) => at + MOVES[move][axis]);
    if (!/\d/.test(lines[row]?.[col] ?? "")) throw new Error(`${told(square)}: move ${move} leaves the board`);
    made.join(square, row * cols + col);
  }
  const wrong = left.find((square) => made.degree(square) !== 2);
  if (wrong !== undefined) throw new Error(`${made.degree(wrong) > 2 ? "two moves lead" : "no other move leads"} to ${told(wrong)}`);
  return made;
}

/** Squares by name, or moves, each by the names of its squares. @param {Told} told */
function fromNames(told) {
  let count = 0; // of the numbers before squares, which are in order
  const rest = told.text.replace(NAME, blank).replace(/(\d+)[.)]/g, (words, number) => (Number(number) === ++count ? blank(words) : words));
  const strange = rest.match(/[^\s,;.>\u2192"'()[\]{}|\u2013-]+/);
  if (strange) throw refusal(told.text, strange.index, `'${strange[0]}' is not a square such as a1. ${MORE}`);
  const named = [...told.text.matchAll(NAME)].map(({ 0: word, 1: file, 2: rank, index: place }) => ({ word, place, row: -rank, col: parseInt(file, 36) - 10 }));
  const areMoves = named.length > 3 && named.length % 2 === 0 && named.every((one, place) => place % 2 || !place || isSame(one, named[place - 1]));
  const visits = areMoves ? [...named.filter((_, place) => place % 2 === 0), named[named.length - 1]] : named;
  const rows = told.board?.rows ?? Math.max(...named.map(({ row }) => -row));
  return fromVisits(told, visits.map((one) => ({ ...one, row: rows + one.row })));
}

const isSame = (/** @type {Visit} */ one, /** @type {Visit} */ other) => one.row === other.row && one.col === other.col;

/** The numbers of a board by rows, or a row and a column for each square. @param {Told} told */
function fromRows(told) {
  const rows = rowsOf(told.text);
  const width = rows[0]?.length ?? 0;
  const short = rows.find((row) => row.length !== width);
  if (short) throw refusal(told.text, short[0].place, `there are ${short.length} cells, but ${width} above: write . for missing squares`);
  const wrong = rows.flat().find(({ word }) => !NUMBER.test(word) && !HOLE.test(word));
  if (wrong) throw refusal(told.text, wrong.place, `'${wrong.word}' is not the number of a square. ${MORE}`);
  const numbers = rows.map((row) => row.map(({ word }) => (NUMBER.test(word) ? parseInt(word) : -1)));
  if (width > 2 && rows.length > 2) return fromGrid(told, rows);
  const squares = told.board ? new Board(told.board).places : [];
  const base = !told.board && numbers.flat().every((number) => number > 0) ? 1 : 0;
  const pairs = width === 1 ? numbers.map(([index]) => squares[index] ?? []) : numbers;
  if (pairs.length < 3 || pairs.some((pair) => pair.length !== 2 || pair.includes(-1))) throw new Error(`These numbers are neither a board nor a list of squares. ${MORE}`);
  return fromVisits(told, pairs.map(([row, col], place) => ({ ...rows[place][0], word: `${row},${col}`, row: row - base, col: col - base })));
}

/** The rows of a text: what is in brackets, or else its lines. @param {string} text @returns {Cell[][]} */
function rowsOf(text) {
  const isBracketed = /[[({]/.test(text);
  if (isBracketed && /[^\s,;:>\u2192[\](){}-]/.test(text.replace(BRACKETS, ""))) throw new Error(`The text holds more than numbers in brackets. ${MORE}`);
  const rows = [...text.matchAll(isBracketed ? BRACKETS : /([^\n]*\S[^\n]*)/g)].map(({ 0: whole, 1: inner, index }) => ({ inner, begin: index + whole.indexOf(inner) }));
  const sign = [..."|;\t,"].find((one) => rows.some(({ inner }) => inner.includes(one)));
  return rows.map(({ inner, begin }) => [...inner.matchAll(sign ? new RegExp(`(?<=^|[${sign}])[^${sign}]*`, "g") : /\S+/g)].map(({ 0: cell, index }) => (
    { word: cell.trim().replace(/^(["'])(.*)\1$/, "$2"), place: begin + index + cell.search(/\S|$/) })));
}

/** Empty cells around the numbers are no part of the board. A 0 a move from the 1 is a number; else it marks a missing square. @param {Told} told @param {Cell[][]} table */
function fromGrid(told, table) {
  const filled = table.flatMap((cells, row) => cells.map((cell, col) => ({ ...cell, row, col }))).filter(({ word }) => word);
  const [top, left] = [Math.min(...filled.map(({ row }) => row)), Math.min(...filled.map(({ col }) => col))];
  const [rows, cols] = [Math.max(...filled.map(({ row }) => row)) - top + 1, Math.max(...filled.map(({ col }) => col)) - left + 1];
  const cells = filled.map(({ word, place, row, col }) => ({ word: `${row - top},${col - left}`, place, row: row - top, col: col - left, number: NUMBER.test(word) ? parseInt(word) : -1 }));
  const [zeros, one] = [cells.filter(({ number }) => number === 0), cells.find(({ number }) => number === 1)];
  const base = zeros.length === 1 && one && isMove(zeros[0], one) ? 0 : 1;
  const visits = cells.filter(({ number }) => number >= base).sort((a, b) => a.number - b.number);
  const wrong = visits.findIndex(({ number }, place) => number !== place + base);
  if (wrong >= 0) throw refusal(told.text, visits[wrong].place, `number ${visits[wrong].number} ${wrong ? `comes after ${visits[wrong - 1].number}` : "is the first"}`);
  const made = fromVisits(told, visits, { rows, cols });
  const mayClose = base === 0 && isMove(visits[visits.length - 1], visits[1]);
  const hasHoles = visits.length + (base && zeros.length) < rows * cols;
  if (made.isOpen && !told.isOpen && (base ? zeros.length > 0 && !hasHoles : mayClose)) throw new Error("a 0 may be a number or a missing square here: write a dot for a missing square");
  return made;
}

const isMove = (/** @type {Visit} */ one, /** @type {Visit} */ other) => Math.abs((one.row - other.row) * (one.col - other.col)) === 2;

/** Squares in visiting order, of which the last may be the first again. Those of a numbered board are all that it has. @param {Told} told @param {Visit[]} visits @param {{ rows: number, cols: number }} [sides] */
function fromVisits({ text, board, isOpen, lengths }, visits, sides) {
  const [first, last] = [visits[0], visits[visits.length - 1]];
  const returns = visits.length > 2 && isSame(first, last);
  const order = returns ? visits.slice(0, -1) : visits;
  const opens = !lengths && !returns && (isOpen || board?.kind === "open" || order.length < 4 || !isMove(first, last));
  const [rows, cols] = [Math.max(...order.map(({ row }) => row)) + 1, Math.max(...order.map(({ col }) => col)) + 1];
  const missing = board || (opens && !sides) ? board?.missing ?? [] : null;
  let end = 0;
  const cycles = (lengths ?? [order.length]).map((length) => order.slice(end, end += length));
  if (end !== order.length) throw new Error(`the cycle lengths add up to ${end}, but ${order.length} squares have numbers`);
  return tourneyOf(text, { rows, cols, ...sides, ...board, missing }, cycles, opens);
}

/** The tourney of these cycles, or the tour of a path; without a list of missing squares, all that are not visited are.
 * @param {string} text @param {{ rows: number, cols: number, missing: any[] | null }} board @param {Visit[][]} cycles @param {boolean} isOpen */
function tourneyOf(text, { rows, cols, missing }, cycles, isOpen) {
  const made = new Tourney(rows, cols, new Uint8Array(rows * cols), isOpen ? cycles[0][0].row * cols + cycles[0][0].col : null);
  const seen = new Set();
  const isIn = (/** @type {number} */ place, /** @type {number} */ side) => Number.isInteger(place) && place >= 0 && place < side;
  for (const { word, place, row, col } of [...(missing ?? []).map(visitOf), ...cycles.flat()]) {
    if (!isIn(row, rows) || !isIn(col, cols)) throw refusal(text, place, `${word} is not a square of ${rows} x ${cols}`);
    if (seen.has(row * cols + col)) throw refusal(text, place, `${word} is visited twice, or missing`);
    seen.add(row * cols + col);
  }
  if (cycles.some((cycle) => cycle.length < (isOpen ? 2 : 4))) throw new Error("a closed tour has at least 4 squares, and an open one has 2");
  for (const cycle of cycles) {
    cycle.slice(Number(isOpen)).forEach(({ word, place, row, col }, next) => {
      const here = /** @type {Visit} */ (cycle.at(isOpen ? next : next - 1));
      const [from, to] = [here.row * cols + here.col, row * cols + col];
      if (moveBetween(from, to, cols) < 0) throw refusal(text, place, `from ${here.word} to ${word} is not a knight's move`);
      made.join(from, to);
    });
  }
  if (missing && seen.size < rows * cols) throw new Error(`${rows * cols - seen.size} squares of ${rows} x ${cols} are not visited, nor said to be missing`);
  return made;
}
