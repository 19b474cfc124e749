// What the engine in the page answers: the questions, and the answers, of `viewer/api.py`.

import { placeOf } from "../shared/squares.js";
import { givens } from "../tours/givens.js";
import { Tourney } from "../tours/tour.js";
import { finish } from "./completing.js";
import { FORMATS } from "./files.js";
import { measure } from "./measures.js";
import { obfuscate } from "./mixing.js";
import { why } from "./proofs.js";
import { puzzleOf } from "./puzzles.js";
import { join, shatter } from "./rails.js";
import { read } from "./reading.js";
import { SymmetricTours } from "./symmetric.js";
import { NoSuchTour, Tours } from "./tours.js";
import { trim } from "./trimming.js";

/** The bytes of a file, or a text. @typedef {Uint8Array | ArrayBuffer | string} Body */
/** @typedef {{ status: number, headers: Record<string, string>, body: Uint8Array | string | null }} Answer */

const MOST = 256; // squares
const MOST_WITH_HOLES = 4096; // squares of a changed board, those that are missing included
const KEPT = 2; // boards, of which a sweep may fill 300 MB
const MOST_SEED = 2 ** 53;
const MADE = new Set(["rows", "cols", "shape", "kind", "symmetry", "start", "end", "seed"]);

/** Know puzzles, to answer with. @param {import("./puzzles.js").Ready} ready */
export function learn(ready) {
  ANSWERS.puzzle = answering((request) => puzzleOf(ready, request));
}

/** Answer a question, as the server of `destrier view` does. @param {string} path @param {Body} [body] @returns {Answer} */
export function respond(path, body) {
  const { pathname, searchParams } = new URL(path, "http://page");
  const answer = ANSWERS[pathname.replace("/api/", "")];
  try {
    if (!answer) throw new Error(`The engine in the page does not answer ${pathname}.`);
    return answer(body, Object.fromEntries(searchParams));
  } catch (/** @type {any} */ error) {
    return { ...json({ error: error.message }), status: 422 };
  }
}

/** A question in JSON, with a seed that the server takes, too, if it has one. @param {string} body @returns {Record<string, any>} */
function questionOf(body) {
  const question = JSON.parse(body);
  const { seed = 0 } = question;
  if (!Number.isInteger(seed)) throw new Error("seed is not an integer");
  if (seed < 0 || seed > MOST_SEED) throw new Error(`seed is between 0 and ${MOST_SEED}`);
  return question;
}

/** A question in JSON, and its answer. @param {(question: Record<string, any>) => unknown} answer */
const answering = (answer) => (/** @type {string} */ body) => json(answer(questionOf(body)));

/** @type {Record<string, (body: any, query: Record<string, string>) => Answer>} */
const ANSWERS = {
  can: () => json({ answers: [...Object.keys(ANSWERS), ...Object.keys(FORMATS).map((name) => `export/${name}`)], most_squares: MOST }),
  algorithms: () => json({ algorithms: [], values: { symmetry: ["central", "axial", "quarter"] } }),
  file: () => ({ status: 204, headers: {}, body: null }),
  tour: (body) => tourney(makeTour(questionOf(body))),
  measure: (body) => json(measure(tourneyOf(body))),
  export: (body, { format, ...options }) => exported(tourneyOf(body, options), format),
  read: (body, { format }) => tourney(format === "npy" ? tourneyOf(body) : read(typeof body === "string" ? body : new TextDecoder().decode(body))),
  shape: answering(({ text }) => drawn(text)),
  why: answering(({ kind, ...board }) => ({ why: why(boardOf(board), kind) })),
  trim: answering(({ kind, seed, ...board }) => trim({ ...boardOf(board), kind, seed })),
  finish: answering(({ kind, path, ...board }) => finish({ ...boardOf(board), kind, path })),
  worksheet: (body, { every = "8", ...query }) => json({ numbers: givens(tourneyOf(body, query), Number(every)), unique: true }),
  shatter: (body, query) => changed(shatter, body, query),
  join: (body, query) => changed(join, body, query),
  obfuscate: (body, query) => changed(obfuscate, body, query),
};

/** The board that a text draws with # and dots. @param {string} text */
function drawn(text) {
  if (!/^(?:[#.]+\r?\n?)+\s*$/.test(text)) throw new Error("A shape is drawn with # for squares, and . for missing ones. With destrier installed, many more forms are read.");
  const lines = text.trim().split(/\r?\n/);
  const width = Math.max(...lines.map((line) => line.length));
  return { shape: lines.map((line) => line.padEnd(width, ".")).join("\n"), note: "" };
}

/** The tourney in the bytes of an array, with the start that a question gives it. @param {any} body @param {{ start?: string }} [query] */
function tourneyOf(body, { start } = {}) {
  const made = Tourney.fromNpy(new Uint8Array(body).buffer);
  const [row, col] = start ? start.split(",").map(Number) : [];
  return start ? new Tourney(made.rows, made.cols, made.moves, row * made.cols + col) : made;
}

/** An answer. @param {string} type @param {string | Uint8Array} body @param {Record<string, string>} [headers] @returns {Answer} */
const reply = (type, body, headers) => ({ status: 200, headers: { "content-type": type, ...headers }, body });

const json = (/** @type {unknown} */ value) => reply("application/json", JSON.stringify(value));

function tourney(/** @type {Tourney} */ made) {
  const ends = made.isOpen ? { "tour-start": placeOf(made.walk.order[0], made.cols).join() } : undefined;
  return reply("application/x-npy", made.toNpy(), ends);
}

/** @param {Tourney} made @param {string} format */
function exported(made, format) {
  if (!(format in FORMATS)) throw new Error(`The engine in the page writes no ${format} files: that takes an installation.`);
  const [type, write] = FORMATS[format];
  return reply(type, write(made), { "content-disposition": `attachment; filename="tour.${format}"` });
}

/** @param {(made: Tourney, seed: bigint) => Tourney} change @param {Uint8Array | ArrayBuffer} npy @param {Record<string, string | number>} query */
function changed(change, npy, { seed = Date.now(), method = "mix" }) {
  const before = tourneyOf(npy);
  if (before.moves.length > MOST_WITH_HOLES || before.size > MOST) throw new Error(`The engine in the page changes tourneys of up to ${MOST} squares.`);
  if (method !== "mix") throw new Error(`The engine in the page has no method ${method}: that takes an installation.`);
  return tourney(change(before, BigInt(seed)));
}

/** The boards whose tours were drawn last, as it takes some time until their first tour. @type {Map<string, Tours | SymmetricTours>} */
const kept = new Map();

function makeTour(/** @type {Record<string, any>} */ { seed = Date.now(), ...request }) {
  const strange = Object.keys(request).find((name) => !MADE.has(name) && request[name]);
  if (strange) throw new Error(`The engine in the page has no ${strange}: that takes an installation.`);
  const { kind = "closed", start, end, symmetry } = request;
  const board = boardOf(request);
  const mayBeSymmetric = kind === "closed" && !board.missing && board.rows * board.cols <= MOST;
  if (symmetry && !mayBeSymmetric) throw new Error(`The engine in the page makes closed tours of rectangles of up to ${MOST} squares symmetric.`);
  const key = JSON.stringify([board, kind, start, end, symmetry]);
  try {
    const tours = kept.get(key) ?? (symmetry ? new SymmetricTours({ ...board, symmetry }) : new Tours({ board, kind, start, end }));
    kept.delete(key);
    kept.set(key, tours);
    if (kept.size > KEPT) kept.delete([...kept.keys()][0]);
    const moves = /** @type {Uint8Array} */ (tours.draw(BigInt(seed)));
    return new Tourney(board.rows, board.cols, moves, start && start[0] * board.cols + start[1]);
  } catch (error) {
    if (!(error instanceof NoSuchTour)) throw error;
    const ends = [start && "starts", end && "ends"].filter(Boolean).join(" and ");
    const those = symmetry ? ` with ${symmetry} symmetry` : ends && ` that ${ends} there`;
    throw new Error((ends ? null : why(board, kind)) ?? `There is no ${kind} tour of this board${those}.`);
  }
}

/** The board of a request: a `shape` draws it, or it has `rows` and `cols`. @param {Record<string, any>} request */
function boardOf({ shape, rows, cols }) {
  if (!shape) return { rows, cols };
  const lines = shape.trimEnd().split("\n");
  const missing = lines.flatMap((/** @type {string} */ line, /** @type {number} */ row) => [...line].flatMap((sign, col) => (sign === "#" ? [] : [[row, col]])));
  return { rows: lines.length, cols: lines[0].length, missing };
}
