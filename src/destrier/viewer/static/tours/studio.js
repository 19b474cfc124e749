// What is shown: the tourney, the steps that led to it, and the mode in which it is looked at.

import { at, none, number } from "../shared/dom.js";
import { given } from "./packing.js";

const MOST_STEPS = 24;

export class Studio {
  constructor(view, transport) {
    this.view = view;
    this.transport = transport;
    this.steps = /** @type {{ name: string, tourney: import("./tour.js").Tourney, code: any }[]} */ ([]);
    this.now = -1;
    this.mode = none;
    this.modes = new Map();
    this.source = null; // how an address tells the first step
    this.cursor = -1; // the square that the keys have chosen
    this.hovered = -1;
    this.changed = () => {}; // what else there is to do when another tourney is shown
    this.remember = () => {}; // or when the address does not tell any more what is
    this.rememberSoon = () => {};
    this.hasColour = false; // whether a colour was asked for
    Object.assign(view.listeners, {
      hover: (square, point) => this.hover(square, point),
      click: (square, point) => this.mode.click(square, point),
      paint: (square, isFirst) => this.mode.paint(square, isFirst),
      unpaint: () => this.mode.unpaint(),
    });
    view.overlay = (context) => this.drawOverlay(context);
  }

  get tourney() { return this.steps[this.now]?.tourney ?? null; }

  // Steps

  /** Show a tourney that comes of no other. */
  begin(name, tourney, source) {
    Object.assign(this, { steps: [], now: -1, source });
    this.add(name, tourney, null);
  }

  /** Show the last of steps that were done before. */
  load(steps, source) {
    Object.assign(this, { steps, source });
    this.goTo(steps.length - 1);
  }

  /** Show a tourney that comes of the one that is shown; `code` is how an address tells what was done. */
  add(name, tourney, code) {
    this.steps = [...this.steps.slice(0, this.now + 1), { name, tourney, code }];
    if (this.steps.length > MOST_STEPS) {
      this.steps.shift();
      this.source = given(this.steps[0].tourney);
    }
    this.goTo(this.steps.length - 1);
  }

  goTo(index) {
    this.now = index;
    this.display();
    this.mode.shown();
    this.changed();
    this.remember();
  }

  /** Put the tourney on the board. */
  display() {
    const made = this.tourney;
    this.tell("");
    if (!made) return;
    this.view.position = null;
    this.chooseColour(made);
    this.view.show(shapeOf(made), made);
    const words = made.isWalked ? made.describe() : `${number(made.rows)} × ${number(made.cols)}`;
    this.tell(made.isWalked ? `${words}, ${number(made.size)} squares` : words);
    this.view.stage.setAttribute("aria-label", `${words}. Use the arrow keys to choose a square.`);
    document.title = `${words} – destrier`;
  }

  /** Cycles have colours, unless others are asked for. */
  chooseColour(made) {
    if (this.hasColour || !made.isWalked) return;
    const { options } = this.view;
    const many = made.cycleCount > 1;
    if (options.colour === (many ? "plain" : "cycles")) at("colour").value = options.colour = many ? "cycles" : "plain";
  }

  // Modes

  /** Let there be a mode, which its button chooses. */
  addMode(mode) { this.modes.set(mode.name, mode); }

  /** Look at it in another way; from a place on, if the transport plays something. */
  setMode(name, place = null) {
    this.mode?.end();
    const mode = (this.mode = this.modes.get(name));
    for (const button of at("modes").children) button.setAttribute("aria-pressed", String(button.dataset.mode === name));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-modes]"))) part.hidden = !part.dataset.modes?.split(" ").includes(name);
    this.view.paints = mode.paints;
    this.view.fitsOnDoubleClick = !mode.seeks;
    this.view.stage.classList.toggle("paints", mode.paints);
    this.cursor = -1;
    this.transport.use(mode.player, mode.unit, mode.whole);
    this.readout(mode.hint);
    mode.begin(place);
    this.view.redrawTop();
    this.remember();
  }

  /** Show the buttons of those modes that there are for what is shown. */
  offerModes() {
    for (const button of at("modes").children) button.hidden = !this.modes.get(button.dataset.mode)?.isOffered;
  }

  // Words

  tell(words) { at("status").textContent = words; }

  /** What the pointer, the keys or the ride are at; a screen reader says what the keys are at. */
  readout(words, isSaid = false) {
    at("readout").setAttribute("aria-live", isSaid ? "polite" : "off");
    at("readout").textContent = words || "\u00a0";
  }

  // The pointer

  hover(square, point) {
    this.hovered = square;
    this.readout(square < 0 ? this.mode.hint : this.mode.describe(square));
    this.mode.hover(point);
    this.view.redrawTop();
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

/** The board of a tourney. */
export function shapeOf(made) {
  let missing = false;
  for (let square = 0; square < made.moves.length && !missing; square++) missing = made.moves[square] === 0;
  return { rows: made.rows, cols: made.cols, missing, has: (row, col) => made.has(row, col) };
}
