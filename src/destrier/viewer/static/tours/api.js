// What the page of tours asks the server.

import { address, answer, ask, json, named, post, reworded } from "../shared/request.js";
import { placeOf, range, sentence } from "../shared/squares.js";
import { sidesOf } from "./form.js";
import { squaresOf } from "./packing.js";
import { Graph, readNpy, Tourney } from "./tour.js";

async function tourney(response) {
  const start = response.headers.get("tour-start")?.split(",").map(Number);
  const made = Tourney.fromNpy(await response.arrayBuffer());
  if (start) made.start = start[0] * made.cols + start[1];
  made.recipe = response.headers.get("tour-recipe");
  return made;
}

/** The graphs of an array of many. */
async function film(response) {
  const { shape: [count, rows, cols], bytes: all } = readNpy(await response.arrayBuffer());
  return range(count).map((at) => new Graph(rows, cols, all.subarray(at * rows * cols, (at + 1) * rows * cols)));
}

/** The recipe of a tourney from the server; it is sent back, because the array does not contain it. */
const recipeOf = ({ recipe }) => (recipe ? { recipe } : {});

const npy = (made) => post("application/x-npy", made.toNpy());

export const algorithms = async () => (await ask("/api/algorithms")).json();

/** The tourney that the viewer was started with, or null. */
export async function openedFile() {
  const response = await ask("/api/file");
  return response.status === 204 ? null : tourney(response);
}

/** The rows and columns of a request. */
function boardOf({ shape, rows, cols }) {
  const squares = shape && squaresOf(shape);
  return squares ? { rows: squares.length, cols: squares[0].length } : { rows, cols };
}

export const make = async (what, request) =>
  tourney(await reworded(ask(`/api/${what}`, { purpose: "change", ...json(request) }), (message) => sentence(message, boardOf(request))));

export const change = async (how, made, query) =>
  tourney(await ask(address(`/api/${how}`, { ...query, ...recipeOf(made) }), { purpose: "change", ...npy(made) }));

/** The stages of an obfuscation, of which the last is its result. */
export const obfuscation = async (made, query) => {
  const response = await ask(address("/api/obfuscation", { ...query, ...recipeOf(made) }), { purpose: "change", ...npy(made) });
  const stages = (await film(response)).map(({ rows, cols, moves }) => new Tourney(rows, cols, moves, made.start));
  stages[stages.length - 1].recipe = response.headers.get("tour-recipe");
  return stages;
};

/** The network as it settles, for the board and the seed of the form. */
export const settling = async (/** @type {any} */ { seed, ...state }) =>
  film(await ask("/api/settling", { purpose: "film", ...json({ ...sidesOf(state), seed }) }));

export const quartet = (state) => answer("/api/quartet", sidesOf(state), "film");
export const lookUp = (request) => answer("/api/lookup", request);
export const measure = async (made) => (await ask("/api/measure", npy(made))).json();

export const read = async (file, format) =>
  tourney(await ask(address("/api/read", { format }), { purpose: "change", ...post("application/octet-stream", file) }));

/** Why a board has no tour, in a sentence; nothing if that is not known. */
export async function whyNoTour(request) {
  const { why } = await answer("/api/why", request, "why");
  return why && sentence(why, boardOf(request));
}
export const trim = (request) => answer("/api/trim", request, "change");
export const finish = (request) => answer("/api/finish", request);

export async function exported(made, format, options) {
  const start = made.isOpen && { start: placeOf(made.walk.order[0], made.cols).join() }; // which its array does not contain
  const query = { format, ...options, ...recipeOf(made), ...start };
  return named(await ask(address("/api/export", query), npy(made)));
}

