// What the page asks the server. A new request of the same purpose ends the one before.

import { Tourney } from "./tour.js";

const underway = new Map();

async function ask(path, { purpose = path, ...options } = {}) {
  underway.get(purpose)?.abort();
  const controller = new AbortController();
  underway.set(purpose, controller);
  let response;
  try {
    response = await fetch(path, { ...options, signal: controller.signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer: is destrier view still running?");
  } finally {
    if (underway.get(purpose) === controller) underway.delete(purpose);
  }
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

async function tourney(response) {
  const start = response.headers.get("tour-start")?.split(",").map(Number);
  const made = Tourney.fromNpy(await response.arrayBuffer());
  if (start) made.start = start[0] * made.cols + start[1];
  return made;
}

const address = (path, query) => `${path}?${new URLSearchParams(query)}`;
const json = (value) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
const bytes = (body) => ({ method: "POST", headers: { "content-type": "application/x-npy" }, body });

export const algorithms = async () => (await ask("/api/algorithms")).json();

/** The tourney that the viewer was started with, or null. */
export async function openedFile() {
  const response = await ask("/api/file");
  return response.status === 204 ? null : tourney(response);
}

export const make = async (what, request) => tourney(await ask(`/api/${what}`, { purpose: "change", ...json(request) }));

export const change = async (how, made, query) =>
  tourney(await ask(address(`/api/${how}`, query), { purpose: "change", ...bytes(made.toNpy()) }));

export const measure = async (made) => (await ask("/api/measure", bytes(made.toNpy()))).json();

export const read = async (file, format) =>
  tourney(await ask(address("/api/read", { format }), { purpose: "change", ...bytes(file) }));

export const finish = async (request) => (await ask("/api/finish", json(request))).json();

export async function exported(made, format, options) {
  const query = { format, ...options };
  if (made.isOpen) {
    const first = made.walk.order[0];
    query.start = `${Math.floor(first / made.cols)},${first % made.cols}`;
  }
  const response = await ask(address("/api/export", query), bytes(made.toNpy()));
  const name = response.headers.get("content-disposition").match(/"(.*)"/)[1];
  return { file: await response.blob(), name };
}
