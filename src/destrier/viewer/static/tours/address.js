// The address of the page holds all that was chosen and done, so that it can be shared, or kept.

import { at, choose, debounced, working } from "../shared/dom.js";
import { read, write } from "../shared/state.js";
import { replay } from "./making.js";
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
  }

  /** Whether the address tells what is shown. */
  get isWhole() {
    const { studio, comparison } = this;
    const isTold = this.isAtForm || (studio.source && studio.source.tour !== null);
    return Boolean(isTold) && (!comparison.tourney || comparison.address !== "") && this.write().length < LONGEST;
  }

  /** Whether it is about the board of the form, and not about the tourney that was made. */
  get isAtForm() { return this.studio.mode.edits; }

  /** What makes the tourney that is shown. */
  get making() {
    const { source, steps, now } = this.studio;
    return { ...packed(source), steps: steps.slice(1, now + 1).map((step) => step.code) };
  }

  write() {
    const { studio, comparison, form } = this;
    const { options } = studio.view;
    const state = { ...(this.isAtForm ? packed(form.state()) : this.making), ...studio.mode.address };
    if (studio.hasColour) state.colour = options.colour;
    for (const name of CHECKS) state[name] = options[name];
    if (studio.mode.name !== "watch") state.mode = studio.mode.name;
    if (comparison.tourney) state.kept = comparison.address;
    return write(state);
  }

  remember() {
    if (this.isRestoring || !(this.studio.source || this.isAtForm)) return;
    history.replaceState(null, "", this.isWhole ? this.write() : location.pathname);
  }

  /** Show what the address tells. */
  async restore() {
    this.rememberSoon.cancel();
    this.isRestoring = true;
    const isShown = await this.show(readMaking(location.hash)).finally(() => (this.isRestoring = false));
    if (isShown) this.remember();
  }

  async show(/** @type {Record<string, any>} */ { mode, path, move, kept, ...state }) {
    const { studio, form, comparison } = this;
    const { options } = studio.view;
    studio.mode.discard();
    studio.setMode("watch");
    choose(at("colour"), state.colour);
    studio.hasColour = at("colour").value === state.colour;
    options.colour = at("colour").value;
    for (const name of CHECKS) at(name).checked = options[name] = state[name] === "true";
    form.restore({ ...USUAL, ...state });
    const source = state.tour ? { tour: state.tour } : form.state();
    const steps = await working(replay(source, state.steps ?? []));
    if (!steps && !studio.modes.get(mode)?.edits) {
      if (studio.tourney) studio.view.redraw();
      else studio.view.show(form.board);
      return false;
    }
    if (steps && state.tour) form.take(steps[0].tourney);
    if (steps) studio.load(steps, source);
    else at("error").textContent = ""; // of a board that is painted or played on, there need be no tour
    if (kept) await this.showKept(kept);
    else if (comparison.tourney) comparison.keep(null);
    studio.setMode(studio.modes.get(mode)?.isOffered ? mode : "watch", move ?? null);
    if (path && studio.mode.name === "play") studio.mode.resume(path.split(".").map(Number));
    return true;
  }

  async showKept(address) {
    const { steps: codes = [], ...state } = /** @type {Record<string, any>} */ (readMaking(address));
    const steps = await working(replay({ ...USUAL, ...state }, codes));
    const last = steps?.at(-1);
    if (last) this.comparison.keep(last.tourney, last.name, address);
  }

  /** What the kept tourney is told by; nothing if it is too much. */
  get kept() { return this.studio.source.tour === null ? "" : write(this.making); }
}

/** What an address holds of a choice of board and tour. */
const packed = (state) => ({ ...state, shape: state.shape ? packShape(state.shape) : "" });

function readMaking(hash) {
  const state = read(hash);
  const shape = state.shape ? unpackShape(state.shape) : null;
  if (!shape || shape.includes(".")) return { ...state, shape };
  const lines = shape.split("\n");
  return { ...state, shape: null, rows: lines.length, cols: lines[0].length };
}
