// The address of the page holds all that was chosen and done, so that it can be shared, or kept.

import { at, choose, debounced, none } from "../shared/dom.js";
import { cancel } from "../shared/request.js";
import { filled, read, write } from "../shared/state.js";
import { replay } from "./making.js";
import { entriesOf } from "./modes/play.js";
import { packShape, unpackShape } from "./packing.js";

const LONGEST = 8000;
const STORED = "destrier-timeline"; // what the session's storage calls it
const CHECKS = ["numbers", "turns", "crossings"];
const OTHER = "The link tells of a tour that takes an installation. This is another one.";
const SIMPLE = new Set(["rows", "cols", "seed", "style", "tour", "move", "path"]); // which the first look shows
const DAMAGED = "damaged"; // a tour that no address holds, and that is refused like one that was cut off
const USUAL = { rows: 8, cols: 8, kind: "closed", seed: 1 };

export class Address {
  constructor(studio, form, comparison) {
    this.studio = studio;
    this.form = form;
    this.comparison = comparison;
    this.rememberSoon = debounced(() => this.remember()); // an address may not be written all the time
    this.heading = none; // the entry to which the browser is on its way
    this.showing = none; // the entry that is to be shown when its tourney is made again
    addEventListener("popstate", ({ state }) => this.arrive(state));
    addEventListener("pagehide", () => this.store());
    studio.remake = async ({ source, codes }) => (await replay(source, codes))?.at(-1)?.tourney ?? null;
  }

  /** Whether the address describes the current state. */
  get isWhole() {
    const { studio, comparison } = this;
    const isTold = this.isAtForm || (studio.here?.source && studio.here.source.tour !== null);
    return Boolean(isTold) && (!comparison.tourney || comparison.address !== "") && this.write().length < LONGEST;
  }

  /** Whether it is about the board of the form, and not about the tourney that was made. */
  get isAtForm() { return this.studio.mode.edits; }

  get making() {
    const { source, codes } = this.studio.here;
    return { ...packed(source), steps: codes };
  }

  write() {
    const { studio, comparison, form } = this;
    const { colour, ...checks } = studio.view.options;
    const { name, address } = studio.mode;
    return write({
      ...(this.isAtForm ? packed(form.state()) : this.making), ...address, colour: studio.hasColour && colour, ...checks,
      style: studio.style, mode: name !== "watch" && name, kept: comparison.tourney && comparison.address,
    });
  }

  remember() {
    const { here } = this.studio;
    if (this.isRestoring || this.heading !== null || !(here || this.isAtForm)) return;
    const state = { id: here?.id, place: here?.place ?? 0 };
    history.replaceState(state, "", this.isWhole ? this.write() : location.pathname);
  }

  // The browser's history. Each entry of the timeline has an id, by which it is found, and a place; entries that one
  // address told share their place, and so do the moves of a game. The session's storage keeps the timeline over a reload,
  // but for the tourneys, which are made again when they are shown.

  /** Let the browser have a new entry as well, unless it is part of the one before. */
  push(isPart) {
    const { here, timeline } = this.studio;
    const shares = isPart || timeline.entries.length === 1;
    Object.assign(here, { id: crypto.randomUUID(), place: placeOf(history.state) + (shares ? 0 : 1) });
    if (!shares) history.pushState({ id: here.id, place: here.place }, "");
  }

  store() {
    const { studio } = this;
    studio.leave();
    const told = studio.timeline.entries.filter(({ source }) => source?.tour !== null);
    const stored = { now: told.indexOf(studio.here), entries: told.map((entry) => ({ ...entry, tourney: null })) };
    try {
      sessionStorage.setItem(STORED, JSON.stringify(stored));
    } catch {
      sessionStorage.removeItem(STORED); // there is no room for it
    }
  }

  /** Take what was stored, if the browser's history leads to it; return which entry is to be shown. */
  takeStored() {
    const { entries = [], now = -1 } = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    const found = entries.findIndex(({ id }) => id && id === history.state?.id);
    if (found < 0) return null;
    this.studio.timeline.entries = entries;
    return entries[now]?.place === entries[found].place ? now : found;
  }

  /** The entry that is shown, or will be soon. */
  get bound() { return this.heading ?? this.showing ?? this.studio.timeline.now; }

  /** Move to an entry of the timeline, and of the browser's history. */
  go(to) {
    const { entries } = this.studio.timeline;
    if (!entries[to]) return;
    const places = entries[to].place - entries[this.bound].place;
    if (this.heading !== null) this.heading = to; // to which the browser goes on as soon as it arrives
    else if (places) {
      this.heading = to;
      history.go(places);
    } else this.visit(to);
  }

  async visit(index) {
    this.showing = index;
    await this.studio.visit(index);
    if (this.showing === index) this.showing = null;
  }

  /** Show the browser's current history entry, or else the state in its address. */
  arrive(state) {
    const { timeline } = this.studio;
    const places = this.heading !== null && state ? timeline.entries[this.heading]?.place - state.place : 0;
    if (places) return history.go(places);
    const index = this.heading ?? timeline.entries.findIndex(({ id }) => id && id === state?.id);
    this.heading = null;
    this.rememberSoon.cancel();
    cancel("change");
    if (index >= 0) this.visit(index);
    else this.restore();
  }

  async restore() {
    const { timeline } = this.studio;
    const { state } = history;
    const isStart = !timeline.here;
    const place = state || !timeline.here ? placeOf(state) : timeline.here.place + 1;
    if (state) timeline.clear(); // which the browser's history does not lead to any more
    this.isRestoring = true;
    const stored = isStart ? this.takeStored() : null;
    const told = /** @type {Record<string, any>} */ (readMaking(location.hash));
    at("more").open ||= needsMore(told);
    const isShown = await this.show(told, place, stored).finally(() => (this.isRestoring = false));
    if (!isShown) return;
    this.remember();
    if (!told.tour && !this.form.tells({ ...USUAL, ...told })) at("error").textContent = OTHER;
  }

  /** Show what an address holds, or the entry of the timeline that was stored with it. */
  async show(/** @type {Record<string, any>} */ { mode, path, move, kept, ...state }, place, /** @type {?number} */ stored = null) {
    const { studio, comparison } = this;
    const { options } = studio.view;
    studio.setMode("watch");
    choose(at("colour"), state.colour);
    studio.hasColour = at("colour").value === state.colour;
    options.colour = at("colour").value;
    if (location.hash) choose(at("style"), state.style);
    studio.setStyle(at("style").value);
    for (const name of CHECKS) at(name).checked = options[name] = state[name] === "true";
    if (stored !== null) await studio.visit(stored);
    const isStored = stored !== null && Boolean(studio.here);
    const squares = mode === "play" && path ? path.split(".").map(Number) : [];
    if (!isStored && !(await this.replay(state, place, studio.modes.get(mode)?.edits, squares))) return false;
    if (kept) await this.showKept(kept);
    else if (comparison.tourney) comparison.keep(null);
    const { edit } = studio.here;
    studio.setMode(studio.modes.get(mode)?.isOffered ? mode : "watch", edit && edit.mode === mode ? edit.place : move ?? null);
    return true;
  }

  /** Make what an address tells; of a board that is edited, there need be no tour unless the address holds one. */
  async replay(state, place, isEdited, squares) {
    const { studio, form } = this;
    form.restore({ ...USUAL, ...state });
    const source = state.tour ? { tour: state.tour } : form.state();
    const steps = await replay(source, state.steps);
    if (!steps && (state.tour || !isEdited)) {
      if (studio.tourney) studio.view.redraw();
      else studio.view.show(form.board);
      return false;
    }
    if (steps && state.tour) form.take(steps[0].tourney);
    else at("error").textContent = "";
    const asked = state.tour ? form.state() : source;
    const made = steps ?? [{ name: "Board", tourney: null, source: null, codes: [] }];
    const entries = [...made, ...entriesOf(made.at(-1), form, squares)];
    studio.load(entries.map((entry) => ({ ...entry, form: asked, id: crypto.randomUUID(), place })));
    return true;
  }

  async showKept(address) {
    const { steps: codes, ...state } = /** @type {Record<string, any>} */ (readMaking(address));
    const steps = await replay({ ...USUAL, ...state }, codes);
    const last = steps?.at(-1);
    if (last) this.comparison.keep(last, address);
  }

  /** What the kept tourney is told by; nothing if it is too much. */
  get kept() { return this.studio.here?.source.tour === null ? "" : write(this.making); }
}

/** Whether an address tells more than the first look shows. */
function needsMore(/** @type {Record<string, any>} */ { kind, mode, ...told }) {
  return (kind ?? USUAL.kind) !== USUAL.kind || !["watch", "play", undefined].includes(mode) || Object.keys(filled(told)).some((name) => !SIMPLE.has(name));
}

const placeOf = (state) => state?.place ?? 0;

/** What an address holds of a choice of board and tour. */
const packed = (state) => ({ ...state, shape: state.shape ? packShape(state.shape) : "" });

function readMaking(hash) {
  const state = read(hash);
  if (!state.shape) return state;
  const shape = unpackShape(state.shape);
  if (shape === null) return { ...state, shape, tour: DAMAGED };
  if (shape.includes(".")) return { ...state, shape };
  const lines = shape.split("\n");
  return { ...state, shape: null, rows: lines.length, cols: lines[0].length };
}
