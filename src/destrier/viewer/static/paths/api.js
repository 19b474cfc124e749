// What the page of closed paths asks the server.

import { ask, json } from "../shared/request.js";

/** Some of the classes that are asked for; then what can be said of one. */
export const paths = async (request) => (await ask("/api/paths", json(request))).json();
export const path = async (request) => (await ask("/api/path", json(request))).json();

/** A drawing of one path, or of all that are asked for. */
export const drawnPath = async (request) => (await ask("/api/path-svg", json(request))).blob();
export const drawnPaths = async (request) => (await ask("/api/paths-svg", json(request))).blob();
