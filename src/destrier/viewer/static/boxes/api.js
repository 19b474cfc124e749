// What the page of boards in space asks the server. An answer is what `tour.js` shows.

import { address, answer, ask, json, named, post } from "../shared/request.js";

export const make = (request) => answer("/api/space", request, "change");
export const read = async (text) => (await ask("/api/read-space", { purpose: "change", ...post("application/json", text) })).json();

/** The tour that the viewer was started with, or null. */
export async function opened() {
  const response = await ask("/api/space-file");
  return response.status === 204 ? null : response.json();
}

export const exported = async ({ file }, query) => named(await ask(address("/api/export-space", query), json(file)));
