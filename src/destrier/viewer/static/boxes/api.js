// What the page of boxes asks the server.

import { address, ask, json, named, post } from "../shared/request.js";

const change = (options) => ({ purpose: "change", ...options });
const file = (body) => post("application/json", body);

/** A tour of a box, made or read, in space: see `tour.js`. */
export const make = async (request) => (await ask("/api/box", change(json(request)))).json();
export const read = async (text) => (await ask("/api/read-box", change(file(text)))).json();

/** The tour that the viewer was started with, or null. */
export async function opened() {
  for (const path of ["/api/box-file", "/api/space-file"]) {
    const response = await ask(path);
    if (response.status !== 204) return response.json();
  }
  return null;
}

/** The same of a surface or a board of three dimensions: see `space.js`. */
export const makeSpace = async (request) => (await ask("/api/space", change(json(request)))).json();
export const readSpace = async (text) => (await ask("/api/read-space", change(file(text)))).json();

export const exported = async (made, query) =>
  named(await ask(address(`/api/export-${made.family}`, query), file(made.toJson())));
