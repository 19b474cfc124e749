// The board of a tour in a notebook. Python draws it; here the knight rides, and a person chooses squares and looks.

import { make, packed, setAttributes, setValue, valueOf } from "./shared/dom.js";
import { arrows, listenToKeys } from "./shared/keys.js";
import { Player } from "./shared/player.js";
import { Transport } from "./shared/transport.js";

/** What Python and this board share; `change:NAME` is the event of a name. @typedef {{ get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void, on: (event: string, action: () => void) => void, off: (event: string, action: () => void) => void }} Model */

const OFTEN = 100; // A ride tells Python where it is at most every so many milliseconds.

/** These are not called by their names in Python. @type {Record<string, string>} */
const LABELS = {
  _style_name: "Style", colour_by: "Colours", "": "Default",
  cycles: "By cycle", tour: "Along the tour", passes: "By pass", sections: "By section",
};

const labelOf = (/** @type {string} */ name) => LABELS[name] ?? name[0].toUpperCase() + name.slice(1);

class TourWidget {
  drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (null));
  length = 0; // There are no moves where no knight rides.
  from = 1;
  seconds = 0;
  isHearing = false;
  told = 0; // This is when Python was told last where the ride is.
  /** The square that keys choose, or that was clicked. @type {?number[]} */
  cursor = null;

  /** @param {Model} model @param {HTMLElement} host */
  constructor(model, host) {
    this.model = model;
    this.host = host;
    const root = this.root = host.attachShadow({ mode: "open" });
    root.innerHTML = model.get("_page");
    this.player = new Player(this);
    this.transport = new Transport(root);
    this.transport.rested = () => this.tell();
    this.board = this.at("board");
    this.board.addEventListener("click", (/** @type {MouseEvent} */ event) => this.click(this.squareAt(event)));
    listenToKeys([
      { help: "Choose a square of the board", keys: arrows((right, down) => this.moveCursor(right, down)), on: this.board },
      { help: "Click the chosen square", keys: { Enter: () => this.click(this.cursor) }, on: this.board },
      ...this.transport.keys,
      this.transport.arrows,
    ], root);
    host.addEventListener("transitionend", () => this.follow());
  }

  /** @param {string} id @returns {any} */
  at(id) { return this.root.getElementById(id); }

  /** Show what Python has, and follow its changes; returns what ends this. */
  listen() {
    /** @type {Record<string, () => void>} */
    const actions = {
      _svg: () => this.draw(), step: () => this.goTo(), clicked: () => this.choose(this.model.get("clicked")), _looks: () => this.offer(),
      ...Object.fromEntries(Object.keys(this.looks).map((name) => [name, () => this.showLook()])),
    };
    const listeners = Object.entries(actions).map(([name, action]) => /** @type {const} */ ([`change:${name}`, () => this.hear(action)]));
    for (const [event, listener] of listeners) {
      listener();
      this.model.on(event, listener);
    }
    return () => {
      for (const [event, listener] of listeners) this.model.off(event, listener);
      this.player.playing = false;
      this.host.remove();
    };
  }

  /** Do what Python asks for; this is not told back. @param {() => void} action */
  hear(action) {
    this.isHearing = true;
    action();
    this.isHearing = false;
  }

  draw() {
    this.board.innerHTML = this.model.get("_svg");
    this.drawing = /** @type {SVGSVGElement} */ (this.board.querySelector("svg"));
    const { moves, seconds } = this.drawing.dataset;
    const hadMoves = this.length;
    [this.length, this.seconds] = [Number(moves ?? 0), Number(seconds ?? 0)];
    this.board.tabIndex = this.length ? 0 : -1;
    const label = this.drawing.querySelector("title")?.textContent ?? "";
    setAttributes(this.board, { role: this.length ? "application" : "img", "aria-label": label });
    this.drawing.classList.add("controlled");
    this.drawing.pauseAnimations();
    if (this.length !== hadMoves) {
      this.transport.use(this.length ? this.player : undefined);
      if (this.length) this.transport.takeSpeed(this.length / this.seconds);
    }
    if (this.length) this.player.put(this.player.position);
    this.showCursor();
    this.follow();
  }

  get to() { return this.length + Number(this.drawing.classList.contains("open")); }

  /** @param {?number} position */
  show(position) {
    if (this.length) this.drawing.setCurrentTime(((position ?? this.length) / this.length) * this.seconds);
    if (performance.now() - this.told > OFTEN) this.tell();
  }

  get step() { return this.player.position === null ? null : Math.floor(this.player.position); }

  tell() {
    if (this.isHearing) return;
    this.told = performance.now();
    if (this.model.get("step") !== this.step) this.send("step", this.step);
  }

  goTo() {
    const step = this.model.get("step");
    if (step === this.step) return; // This is what Python was told.
    this.player.playing = false;
    this.player.put(step);
  }

  send(/** @type {string} */ name, /** @type {unknown} */ value) {
    this.model.set(name, value);
    this.model.save_changes();
  }

  // Squares

  /** The rows of the board, in which a square is a `#`; there are none where squares cannot be clicked. @returns {string[]} */
  get rows() { return this.model.get("_sheet").rows; }

  has(/** @type {?number[]} */ square) { return square !== null && this.rows[square[0]]?.[square[1]] === "#"; }

  /** The square under the pointer, whatever lies on it. @param {MouseEvent} event */
  squareAt({ clientX, clientY }) {
    const { margin, cell } = this.model.get("_sheet");
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.drawing.getScreenCTM()?.inverse());
    return [y, x].map((place) => Math.floor((place - margin) / cell));
  }

  click(/** @type {?number[]} */ square) {
    if (!this.has(square)) return;
    this.choose(square);
    this.send("clicked", square);
  }

  /** Go to the next square in a direction, over missing ones. @param {number} right @param {number} down */
  moveCursor(right, down) {
    const inside = () => this.rows[row]?.[col] !== undefined;
    let [row, col] = this.cursor ?? [-down, -right].map((before) => Math.min(before, 0));
    do [row, col] = [row + down, col + right];
    while (inside() && !this.has([row, col]));
    if (inside()) this.choose([row, col]);
  }

  choose(/** @type {?number[]} */ square) {
    this.cursor = square;
    this.showCursor();
  }

  showCursor() {
    this.drawing.querySelector(".cursor")?.remove();
    const shown = this.has(this.cursor) ? this.cursor : null;
    this.at("place").textContent = shown ? `(${shown.join(", ")})` : "";
    if (!shown) return;
    const { margin, cell } = this.model.get("_sheet");
    const [y, x] = shown.map((place) => margin + cell * place);
    this.drawing.insertAdjacentHTML("beforeend", `<rect class="cursor" x="${x}" y="${y}" width="${cell}" height="${cell}"/>`);
  }

  // Looks

  /** Offer the looks that this tour can have: a menu where there are several values, else a box to tick. */
  offer() {
    const offered = Object.entries(this.looks).filter(([, values]) => values);
    this.at("look").replaceChildren(...offered.map(([name, values]) => this.control(name, values ?? [])));
    this.showLook();
  }

  /** The values of each look, none where it is switched on and off, and null where the tour cannot have it. @returns {Record<string, ?string[]>} */
  get looks() { return this.model.get("_looks"); }

  /** @param {string} name @param {string[]} values */
  control(name, values) {
    const options = values.map((value) => make("option", { value }, labelOf(value)));
    const control = options.length ? make("select", { id: name }, ...options) : make("input", { id: name, type: "checkbox" });
    control.addEventListener("change", () => this.send(name, valueOf(control)));
    return make("label", {}, ...(options.length ? [labelOf(name), control] : [control, labelOf(name)]));
  }

  showLook() {
    for (const control of this.at("look").querySelectorAll("[id]")) setValue(control, this.model.get(control.id));
  }

  /** Follow the notebook into the light or the dark. */
  follow() {
    const [red, green, blue] = new Uint8Array(packed([getComputedStyle(this.host).color]).buffer);
    const isDark = red + green + blue > 382; // as the text is light
    this.host.classList.toggle("dark", isDark);
    this.host.style.colorScheme = isDark ? "dark" : "light";
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} place */
  render({ model, el }) {
    const host = make("div");
    host.dataset.lmSuppressShortcuts = "true"; // JupyterLab leaves the keys to the board while it has the focus.
    el.append(host);
    return new TourWidget(model, host).listen();
  },
};
