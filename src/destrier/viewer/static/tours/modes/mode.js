// What a mode is: what the board shows, what a click on it does, and what the transport plays.

import { none } from "../../shared/dom.js";
import { Listener } from "../../shared/pointer.js";
import { Player } from "../../shared/player.js";
import { where } from "../../shared/squares.js";
import { working } from "../../shared/working.js";

export class Mode extends Listener {
  name = "";
  /** What the transport plays, if anything: so many `unit`s, and the `whole` without it. @type {import("../../shared/player.js").Player} */
  player = none;
  unit = "Move";
  whole = "Whole tour";
  showsTourney = false; // whether the board shows the tourney, whatever comes
  edits = false; // whether it is about the board of the form, and not about the tourney
  marksHovered = false;

  constructor(studio) {
    super();
    this.studio = studio;
    this.view = /** @type {import("../view.js").BoardView} */ (studio.view);
  }

  get isOffered() { return true; }

  /** The default message. */
  get hint() { return ""; }

  /** Where it is, to begin there again. @returns {any} */
  get place() { return null; }

  /** What an address holds of it. @returns {Record<string, any>} */
  get address() {
    const { position = null, playing = false } = this.player ?? {};
    return position === null || playing ? {} : { move: Math.floor(position) };
  }

  /** Tell again what is shown, in the words that the reader prefers now. */
  retell() {}

  /** Begin, from a place on if there is one. */
  begin(/** @type {any} */ place = null) {}

  restart() {
    if (this.studio.mode !== this) return;
    this.begin();
    this.studio.remember();
  }

  end() {}

  shown() { this.studio.setMode("watch"); }

  hover(/** @type {number} */ square, /** @type {[number, number]} */ point) {
    this.studio.hovered = square;
    this.studio.readout(square < 0 ? this.hint : this.describe(square));
    this.view.redrawTop();
  }

  draw(/** @type {CanvasRenderingContext2D} */ context) {}

  describe(square) { return where(this.view.board, square); }
}

/** A mode that plays something: `length` moves, of which it shows each with `show`. */
export class Played extends Mode {
  constructor(studio) {
    super(studio);
    this.player = new Player(this);
  }

  get length() { return 0; }

  /** How readers count the places: from here to there. */
  get from() { return 0; }
  get to() { return this.length; }

  retell() { this.player.put(this.player.position); }

  show(/** @type {?number} */ position) {}
}

/** A mode whose play is asked for anew with each tourney for which it is offered, and then begins by itself. */
export class Asked extends Played {
  most = 0; // squares of the largest board
  waiting = ""; // what is done meanwhile

  get isOffered() {
    const { source, codes, tourney } = this.studio.here;
    return !codes.length && this.suits(source ?? {}) && tourney.moves.length <= this.most;
  }

  /** Whether a tourney that is made so can be played. @param {any} source */
  suits(source) { return false; }

  /** @returns {Promise<any>} */
  async ask(/** @type {any} */ source) {}

  take(/** @type {any} */ answer) {}

  shown() {
    if (this.isOffered) this.begin();
    else super.shown();
  }

  async begin(/** @type {?number} */ place = null) {
    const { studio } = this;
    studio.display();
    this.end();
    const answer = await working(this.waiting, this.ask(studio.here.source));
    if (!answer || studio.mode !== this) return;
    this.take(answer);
    if (place === null) this.player.begin();
    else this.player.put(place);
  }
}
