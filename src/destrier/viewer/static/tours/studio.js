// What is shown: the tourney, the steps that led to it, and the mode in which it is looked at.

import { at, none, number } from "../shared/dom.js";
import { placeOf } from "../shared/squares.js";
import { given } from "./packing.js";
import { describeCycles } from "./panels.js";

const FOLLOWED = 400; // squares of a board on which the eye follows a tour
const LONGEST = 24; // changes that an address tells one by one; it tells the result of more than these
export const KEPT = 300; // entries,
const KEPT_BYTES = 400_000_000; // and so many bytes of tourneys, with the walks along them

// The timeline holds all that was shown and done, each move of a game, too. Undo, redo, the list of steps and the browser's
// Back and Forward walk along it, so that nothing is lost by what comes after.

// An entry is a tourney and what an address tells it by: what it was made of, and the codes of the changes since. A board
// that is painted or played on goes with the tourney before it; `edited` is the mode in which that was done, and what, and
// `edit` the mode in which it was left, and where.
/** @typedef {{ mode: string, place: any }} Edit */
/**
 * @typedef {{
 *   name: string, note?: string, tourney: import("./tour.js").Tourney, source: any, codes: any[][],
 *   form?: any, edited?: ?Edit, edit?: ?Edit, id?: string, place?: number,
 * }} Entry
 */

class Timeline {
  entries = /** @type {Entry[]} */ ([]);
  now = -1;

  /** The entry that is shown. @returns {?Entry} */
  get here() { return this.entries[this.now] ?? null; }

  /** Put an entry after the one that is shown. What was undone is forgotten, and so is what is long past. */
  push(/** @type {Entry} */ entry) {
    this.entries = [...this.entries.slice(0, this.now + 1), entry];
    while (this.entries.length > KEPT || (this.entries.length > 1 && this.bytes > KEPT_BYTES)) this.entries.shift();
    this.now = this.entries.length - 1;
  }

  clear() { Object.assign(this, { entries: [], now: -1 }); }

  /** Give the tourney to all entries that it is made for in the same way. */
  revive(/** @type {Entry} */ { source, codes }, /** @type {import("./tour.js").Tourney} */ tourney) {
    const making = JSON.stringify([source, codes]);
    for (const entry of this.entries) if (JSON.stringify([entry.source, entry.codes]) === making) entry.tourney = tourney;
  }

  get bytes() {
    const tourneys = new Set(this.entries.map(({ tourney }) => tourney));
    return [...tourneys].reduce((sum, tourney) => sum + (tourney?.bytes ?? 0), 0);
  }
}

export class Studio {
  constructor(view, transport) {
    this.view = view;
    this.transport = transport;
    this.timeline = new Timeline();
    this.mode = none;
    this.comparison = /** @type {import("./compare.js").Comparison} */ (none);
    this.modes = new Map();
    this.cursor = -1; // the square that the keys have chosen
    this.hovered = -1;
    this.changed = () => {}; // what else there is to do when another tourney is shown
    this.remember = () => {}; // or when the address does not tell any more what is
    this.rememberSoon = () => {};
    this.pushed = (/** @type {boolean} */ isPart) => {}; // or when an entry is added to the timeline, maybe as part of the one before
    this.remake = async (/** @type {Entry} */ entry) => entry.tourney; // of an entry whose tourney a reload has lost
    this.go = /** @type {(to: number) => unknown} */ ((to) => this.visit(to)); // to an entry; a browser goes along with it
    this.walk = /** @type {(by: number) => unknown} */ ((by) => this.go(this.timeline.now + by));
    this.form = /** @type {any} */ ({ state: () => null, restore: () => {} }); // there is none without a server
    this.hasColour = false; // whether a colour was asked for
    this.style = ""; // of the drawing; that of the page if it has no name
    view.overlay = (context) => this.drawOverlay(context);
  }

  get here() { return this.timeline.here; }
  get tourney() { return this.here?.tourney ?? null; }

  // The timeline

  /** Show a tourney that comes of the one that is shown; `code` is how an address tells what was done. */
  add(name, tourney, code) {
    const { source, codes, form } = /** @type {Entry} */ (this.here);
    const isLong = codes.length >= LONGEST;
    this.show({ name, tourney, form, ...(isLong ? given(tourney) : { source, codes: [...codes, code] }) });
  }

  /** Put an entry after the one that is shown, and show it. */
  show(entry) {
    this.leave();
    this.enter(entry);
    this.pushed(false);
    this.arrive();
  }

  /** Show the last of entries that were made before. */
  load(entries) {
    this.leave();
    for (const entry of entries) this.enter(entry);
    this.arrive();
  }

  /** Change the board that a mode edits; `name` is what the timeline calls it, and `continues` whether the browser's history calls it nothing. */
  edit(name, change, { note = "", continues = false, remember = this.remember } = {}) {
    this.leave();
    change();
    const isPart = continues && this.timeline.now === this.timeline.entries.length - 1;
    const edited = this.editing;
    this.enter({ source: null, codes: [], ...this.here, form: this.form.state(), tourney: this.tourney, name, note, edited, edit: edited });
    this.pushed(isPart);
    this.changed();
    remember();
  }

  /** Show an entry again, as it was when it was left. */
  async visit(index) {
    const entry = this.timeline.entries[index];
    if (!entry) return;
    if (entry.source && !entry.tourney) {
      const tourney = await this.remake(entry);
      if (!tourney || this.timeline.entries[index] !== entry) return;
      this.timeline.revive(entry, tourney);
    }
    this.leave();
    this.timeline.now = index;
    this.form.restore(entry.form);
    this.arrive(entry.edit);
  }

  /** Put an entry after the others; its form is the one that is filled in now, unless it was asked for with another. */
  enter(entry) {
    const { tourney } = entry;
    const isMany = tourney?.isWalked && tourney.cycleCount > 1; // a large one is not walked for its note
    const made = entry.codes.length ? lastNumber(entry.codes.at(-1)) : numberOf(entry);
    const words = [made, isMany ? describeCycles(tourney) : ""];
    this.timeline.push({ note: words.filter(Boolean).join(" · "), form: this.form.state(), ...entry });
  }

  leave() {
    if (!this.here) return;
    this.here.edit = this.editing ?? this.here.edited ?? null;
  }

  /** @returns {?Edit} */
  get editing() { return this.mode.edits ? { mode: this.mode.name, place: this.mode.place } : null; }

  arrive(edit = none) {
    this.display();
    if (edit) this.setMode(edit.mode, edit.place);
    else this.mode.shown();
    this.changed();
    this.remember();
  }

  display() {
    const made = this.tourney;
    this.tell("");
    if (!made) return;
    this.view.position = null;
    this.chooseColour(made);
    this.view.show(made, made);
    const words = made.describe();
    this.tell(titleOf(/** @type {Entry} */ (this.here)));
    this.view.stage.setAttribute("aria-label", `${words}. Use the arrow keys to choose a square.`);
    document.title = `${words} – destrier`;
  }

  /** Loops have colours, and so has the way along a tour that can be followed, unless others are asked for. */
  chooseColour(made) {
    if (this.hasColour || !made.isWalked) return;
    const usual = made.cycleCount > 1 ? "cycles" : made.size <= FOLLOWED ? "tour" : "plain";
    at("colour").value = this.view.options.colour = usual;
  }

  setStyle(style) {
    this.style = style;
    this.view.setStyle(style);
  }

  // Modes

  addModes(...modes) { for (const mode of modes) this.modes.set(mode.name, mode); }

  /** Look at it in another way; from a place on, if the transport plays something. */
  setMode(name, place = null) {
    this.mode?.end();
    const mode = (this.mode = this.modes.get(name));
    for (const button of at("modes").children) button.setAttribute("aria-pressed", String(button.dataset.mode === name));
    at("own").setAttribute("aria-pressed", String(name === "play"));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-modes]"))) part.hidden = !part.dataset.modes?.split(" ").includes(name);
    this.view.listener = mode;
    this.view.stage.classList.toggle("paints", mode.paints);
    this.cursor = -1;
    this.transport.use(mode.player, mode.unit, mode.whole);
    this.readout(mode.hint);
    mode.begin(place);
    this.view.redrawTop();
    this.remember();
  }

  /** Look at it in another way; at a board that was edited in that way, as it then was, if it is still that of the form. */
  look(name) {
    const { edited, form } = this.here ?? {};
    const isStill = (asked) => ["rows", "cols", "shape", "kind"].every((part) => form[part] === asked[part]);
    this.setMode(name, edited && edited.mode === name && isStill(this.form.state()) ? edited.place : null);
  }

  tell(words) { at("status").textContent = words; }

  /** What the pointer, the keys or the ride are at; a screen reader says what the keys are at. */
  readout(words, isSaid = false) {
    at("readout").setAttribute("aria-live", isSaid ? "polite" : "off");
    at("readout").textContent = words || "\u00a0";
  }

  clickCursor() {
    const { cols } = this.view.board;
    if (this.cursor >= 0) this.mode.click(this.cursor, placeOf(this.cursor, cols));
  }

  drawOverlay(context) {
    const { view, cursor, hovered } = this;
    this.mode?.draw(context);
    const square = cursor >= 0 ? cursor : this.mode?.marksHovered ? hovered : -1;
    if (square < 0 || view.scale < 5) return;
    const [x, y] = view.centre(square);
    const half = view.scale / 2;
    context.strokeStyle = view.theme.accent;
    context.lineWidth = cursor >= 0 ? 2.5 : 1.25;
    context.strokeRect(x - half, y - half, 2 * half, 2 * half);
  }
}

/** The number that made a tourney, its seed, unless it was changed since. @param {Entry} entry */
const numberOf = ({ source, codes }) => (codes.length || source?.seed === undefined ? "" : `no. ${source.seed}`);

/** The number that the last change took, if it took one. */
const lastNumber = ([how, seed]) => (how === "switch" ? "" : `no. ${seed}`);

/** A shape has no sides that say how many squares it has. */
const squaresOf = (tourney) => (tourney.missing && tourney.isWalked ? `${number(tourney.size)} squares` : "");

export const titleOf = (/** @type {Entry} */ entry) => [entry.tourney.describe(), squaresOf(entry.tourney), numberOf(entry)].filter(Boolean).join(", ");
