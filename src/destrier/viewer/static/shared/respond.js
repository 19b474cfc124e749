// Who answers the questions of a page: the server of `destrier view`, or the engine that a page without one holds.

import { at, none } from "./dom.js";

const script = at("engine")?.textContent;
const ready = at("ready") && JSON.parse(at("ready").textContent);

/** The engine, in a worker so that the page does not wait for it. To cancel a question, it begins anew with the others. */
class Engine {
  worker = /** @type {Worker} */ (none);
  /** The questions without an answer, by their number. @type {Map<number, { question: object, resolve: (response: Response) => void }>} */
  waiting = new Map();
  last = 0;

  constructor() {
    this.address = URL.createObjectURL(new Blob([/** @type {string} */ (script)], { type: "text/javascript" }));
    this.begin();
  }

  begin() {
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data: { id, body, ...head } }) => {
      this.waiting.get(id)?.resolve(new Response(body, head));
      this.waiting.delete(id);
    };
    if (ready) this.worker.postMessage({ ready });
    for (const { question } of this.waiting.values()) this.worker.postMessage(question);
  }

  /** @param {string} path @param {{ body?: any, signal: AbortSignal }} options @returns {Promise<Response>} */
  ask(path, { body, signal }) {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      const question = { id, path, body };
      this.waiting.set(id, { question, resolve });
      this.worker.postMessage(question);
      signal.addEventListener("abort", () => {
        if (!this.waiting.delete(id)) return;
        reject(new DOMException("", "AbortError"));
        this.worker.terminate();
        this.begin();
      });
    });
  }
}

const engine = script ? new Engine() : null;

// The site works without a network after the first visit; a page in a file works anyway.
if (engine && location.protocol.startsWith("http")) navigator.serviceWorker?.register("service-worker.js");

/** Answer a question as `fetch` does. @type {(path: string, options: any) => Promise<Response>} */
export const respond = (path, options) => (engine ? engine.ask(path, options) : fetch(path, options));
