// The address of the page holds all that was chosen and done, so that it can be shared, or kept.

import { at, choose, debounced, none } from "../shared/dom.js";
import { cancel } from "../shared/request.js";
import { read, write } from "../shared/state.js";
import { working } from "../shared/working.js";
import { replay, wordsOf } from "./making.js";
import { packShape, unpackShape } from "./packing.js";

const LONGEST = 8000;
export const CHECKS = ["numbers", "turns", "crossings"];
const USUAL = { rows: 8, cols: 8, kind: "closed", seed: 1 };

export class Address {
  constructor(studio, form, comparison) {
    this.studio = studio;
    this.form = form;
    this.comparison = comparison;
    this.rememberSoon = debounced(() => this.remember()); // an address may not be written all the time
    this.heading = none; // the entry to which the browser is on its way
    addEventListener("popstate", ({ state }) => this.arrive(state));
  }

  /** Whether the address describes the current state. */
  get isWhole() {
    const { studio, comparison } = this;
    const isTold = this.isAtForm || (studio.here?.source && studio.here.source.tour !== null);
    return Boolean(isTold) && (!comparison.tourney || comparison.address !== "") && this.write().length < LONGEST;
  }

  /** Whether it is about the board of the form, and not about the tourney that was made. */
  get isAtForm() { return this.studio.mode.edits; }

  /** What makes the tourney that is shown. */
  get making() {
    const { source, codes } = this.studio.here;
    return { ...packed(source), steps: codes };
  }

  write() {
    const { studio, comparison, form } = this;
    const { options } = studio.view;
    const state = { ...(this.isAtForm ? packed(form.state()) : this.making), ...studio.mode.address };
    if (studio.hasColour) state.colour = options.colour;
    for (const name of CHECKS) state[name] = options[name];
    state.style = studio.style;
    if (studio.mode.name !== "watch") state.mode = studio.mode.name;
    if (comparison.tourney) state.kept = comparison.address;
    return write(state);
  }

  remember() {
    const { here } = this.studio;
    if (this.isRestoring || this.heading !== null || !(here || this.isAtForm)) return;
    const state = { id: here?.id, place: here?.place ?? 0 };
    history.replaceState(state, "", this.isWhole ? this.write() : location.pathname);
  }

  // The browser's history. Each entry of the timeline has an id, by which it is found, and a place; entries that one
  // address told share their place. After a reload there is nothing but the address to go by.

  /** Let the browser have a new entry as well. */
  push() {
    const { here, timeline } = this.studio;
    const isFirst = timeline.entries.length === 1;
    Object.assign(here, { id: crypto.randomUUID(), place: isFirst ? placeOf(history.state) : placeOf(history.state) + 1 });
    if (!isFirst) history.pushState({ id: here.id, place: here.place }, "");
  }

  /** Move by some entries in the timeline and in the browser's history. */
  walk(by) {
    const { entries, now } = this.studio.timeline;
    const from = this.heading ?? now;
    if (!entries[from + by]) return;
    const places = entries[from + by].place - entries[from].place;
    if (!places) return this.studio.visit(from + by);
    this.heading = from + by;
    history.go(places);
  }

  /** Show the browser's current history entry, or else the state in its address. */
  arrive(state) {
    const { timeline } = this.studio;
    if (this.heading !== null && state && state.place !== timeline.entries[this.heading]?.place) return; // still on its way
    const index = this.heading ?? timeline.entries.findIndex(({ id }) => id && id === state?.id);
    this.heading = null;
    this.rememberSoon.cancel();
    cancel("change");
    if (index >= 0) this.studio.visit(index);
    else this.restore();
  }

  /** Show the state in the address. */
  async restore() {
    const { timeline } = this.studio;
    const { state } = history;
    const place = state || !timeline.here ? placeOf(state) : timeline.here.place + 1;
    if (state) timeline.clear(); // which the browser's history does not lead to any more
    this.isRestoring = true;
    const isShown = await this.show(readMaking(location.hash), place).finally(() => (this.isRestoring = false));
    if (isShown) this.remember();
  }

  async show(/** @type {Record<string, any>} */ { mode, path, move, kept, ...state }, place) {
    const { studio, form, comparison } = this;
    const { options } = studio.view;
    studio.setMode("watch");
    choose(at("colour"), state.colour);
    studio.hasColour = at("colour").value === state.colour;
    options.colour = at("colour").value;
    choose(at("style"), state.style);
    studio.setStyle(at("style").value);
    for (const name of CHECKS) at(name).checked = options[name] = state[name] === "true";
    form.restore({ ...USUAL, ...state });
    const source = state.tour ? { tour: state.tour } : form.state();
    const steps = await working(wordsOf(source), replay(source, state.steps ?? []));
    if (!steps && !studio.modes.get(mode)?.edits) {
      if (studio.tourney) studio.view.redraw();
      else studio.view.show(form.board);
      return false;
    }
    if (steps && state.tour) form.take(steps[0].tourney);
    else at("error").textContent = ""; // of a board that is painted or played on, there need be no tour
    const board = { name: "Board", tourney: null, source: null, codes: [] };
    studio.load((steps ?? [board]).map((entry) => ({ ...entry, id: crypto.randomUUID(), place })));
    if (kept) await this.showKept(kept);
    else if (comparison.tourney) comparison.keep(null);
    const squares = mode === "play" && path ? path.split(".").map(Number) : null;
    studio.setMode(studio.modes.get(mode)?.isOffered ? mode : "watch", squares ?? move ?? null);
    return true;
  }

  async showKept(address) {
    const { steps: codes = [], ...state } = /** @type {Record<string, any>} */ (readMaking(address));
    const source = { ...USUAL, ...state };
    const steps = await working(wordsOf(source), replay(source, codes));
    const last = steps?.at(-1);
    if (last) this.comparison.keep(last.tourney, last.name, address);
  }

  /** What the kept tourney is told by; nothing if it is too much. */
  get kept() { return this.studio.here?.source.tour === null ? "" : write(this.making); }
}

const placeOf = (state) => state?.place ?? 0;

/** What an address holds of a choice of board and tour. */
const packed = (state) => ({ ...state, shape: state.shape ? packShape(state.shape) : "" });

function readMaking(hash) {
  const state = read(hash);
  const shape = state.shape ? unpackShape(state.shape) : null;
  if (!shape || shape.includes(".")) return { ...state, shape };
  const lines = shape.split("\n");
  return { ...state, shape: null, rows: lines.length, cols: lines[0].length };
}
