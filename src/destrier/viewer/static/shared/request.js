// Pages ask through this module. A new request ends an earlier one of the same purpose, as nobody waits for
// its answer any more.

import { respond } from "./respond.js";
import { sentence } from "./squares.js";

/** @type {Map<string, AbortController>} */
const underway = new Map();

export const cancel = (/** @type {string} */ purpose) => underway.get(purpose)?.abort();

export const cancelAll = () => underway.forEach((controller) => controller.abort());

/** Ask who answers; an error of its own becomes an exception with its words. @param {string} path */
export async function ask(path, /** @type {RequestInit & { purpose?: string }} */ { purpose = path, ...options } = {}) {
  cancel(purpose);
  const controller = new AbortController();
  underway.set(purpose, controller);
  let response;
  try {
    response = await respond(path, { ...options, signal: controller.signal });
  } catch (/** @type {any} */ error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is destrier view still running?");
  } finally {
    if (underway.get(purpose) === controller) underway.delete(purpose);
  }
  if (!response.ok) throw new Error(sentence((await response.json()).error));
  return response;
}

/** Tell the error of a promise in other words; what is cancelled is no error. @template T @param {Promise<T>} promise @param {(message: string) => string} words */
export const reworded = (promise, words) => promise.catch((error) => { throw error.name === "AbortError" ? error : new Error(words(error.message)); });

export const address = (/** @type {string} */ path, /** @type {Record<string, string>} */ query) => `${path}?${new URLSearchParams(query)}`;
export const post = (/** @type {string} */ type, /** @type {BodyInit} */ body) => ({ method: "POST", headers: { "content-type": type }, body });
export const json = (/** @type {unknown} */ value) => post("application/json", JSON.stringify(value));

/** Ask for the JSON that the server makes of a value. @param {string} path @param {unknown} value @param {string} [purpose] */
export const answer = async (path, value, purpose) => (await ask(path, { purpose, ...json(value) })).json();

/** Take an answer as a file, with the name that the server gives it. @param {Response} response */
export async function named(response) {
  const name = response.headers.get("content-disposition")?.match(/"(.*)"/)?.[1] ?? "tour";
  return { file: await response.blob(), name };
}
