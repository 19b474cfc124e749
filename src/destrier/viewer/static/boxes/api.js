// What the page of boards in space asks the server. An answer is what `tour.js` shows.

import { address, ask, json, named, post } from "../shared/request.js";

const file = (text) => post("application/json", text);
const changed = async (path, options) => (await ask(path, { purpose: "change", ...options })).json();

export const make = (request) => changed("/api/space", json(request));
export const read = (text) => changed("/api/read-space", file(text));

/** The tour that the viewer was started with, or null. */
export async function opened() {
  const response = await ask("/api/space-file");
  return response.status === 204 ? null : response.json();
}

export const exported = async (made, query) => named(await ask(address("/api/export-space", query), file(JSON.stringify(made.file))));
