// What the page of boxes asks the server.

import { address, ask, json, named, post } from "../shared/request.js";

const change = (options) => ({ purpose: "change", ...options });
const file = (body) => post("application/json", body);

/** A tour of a box, made or read, in space: see `tour.js`. */
export const make = async (request) => (await ask("/api/box", change(json(request)))).json();
export const read = async (text) => (await ask("/api/read-box", change(file(text)))).json();

/** The tour that the viewer was started with, or null. */
export async function opened() {
  const response = await ask("/api/box-file");
  return response.status === 204 ? null : response.json();
}

export const exported = async (made, query) => named(await ask(address("/api/export-box", query), file(made.toJson())));
