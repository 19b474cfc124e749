// The address of the page holds all that was chosen and done, so that it can be shared, or kept.

import { at, working } from "../shared/dom.js";
import { read, write } from "../shared/state.js";
import { replay } from "./making.js";
import { packShape, packTourney, unpackShape } from "./packing.js";

const LONGEST = 8000;
const CHECKS = ["numbers", "turns", "crossings"];
const USUAL = { rows: 8, cols: 8, kind: "closed", seed: 1 };

export class Address {
  constructor(studio, form, comparison) {
    Object.assign(this, { studio, form, comparison });
  }

  /** Whether the address tells what is shown. */
  get isWhole() {
    return this.studio.source?.tour !== null && this.write().length < LONGEST;
  }

  /** What makes the tourney that is shown. */
  get making() {
    const { source, steps, now } = this.studio;
    const shape = source.shape ? packShape(source.shape) : "";
    return { ...source, shape, steps: steps.slice(1, now + 1).map((step) => step.code) };
  }

  write() {
    const { studio, comparison } = this;
    const { options } = studio.view;
    const state = { ...this.making, colour: options.colour === "plain" ? "" : options.colour };
    for (const name of CHECKS) state[name] = options[name];
    if (studio.mode.name !== "watch") state.mode = studio.mode.name;
    if (studio.mode.name === "play") state.path = studio.mode.path.squares.join(".");
    else if (studio.mode.player?.position) state.move = Math.floor(studio.mode.player.position);
    if (comparison.tourney) state.kept = comparison.address;
    return write(state);
  }

  remember() {
    if (!this.studio.source) return;
    history.replaceState(null, "", this.isWhole ? this.write() : location.pathname);
  }

  /** Show what the address tells. */
  async restore() {
    const { studio, form, comparison } = this;
    const { view } = studio;
    const { mode, path, move, kept, ...state } = readMaking(location.hash);
    view.options.colour = at("colour").value = state.colour ?? "plain";
    for (const name of CHECKS) at(name).checked = view.options[name] = state[name] === "true";
    form.restore({ ...USUAL, ...state });
    const source = state.tour ? { tour: state.tour } : form.state();
    const steps = await working(replay(source, state.steps ?? []));
    if (!steps) {
      if (!studio.tourney) view.show(form.board);
      return;
    }
    studio.load(steps, source);
    if (kept) await this.restoreKept(kept);
    else if (comparison.tourney) comparison.keep(null);
    if (studio.modes.get(mode)?.isOffered) studio.setMode(mode);
    if (path && mode === "play") studio.mode.resume(path.split(".").map(Number));
    else if (move && studio.mode.showsTourney) studio.mode.player.put(move);
  }

  async restoreKept(address) {
    const { steps: codes = [], ...state } = readMaking(address);
    const steps = await working(replay(state, codes));
    if (steps) this.comparison.keep(steps.at(-1).tourney, steps.at(-1).name, address);
  }

  /** What the kept tourney is told by. */
  get kept() {
    return write(this.making);
  }
}

function readMaking(hash) {
  const state = read(hash);
  return { ...state, shape: state.shape ? unpackShape(state.shape) : null };
}

/** How an address tells a tourney that nothing else tells. */
export const given = (tourney) => ({ tour: packTourney(tourney) });
