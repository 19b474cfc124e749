// What a mode is: what the board shows, what a click on it does, and what the transport plays.

import { none } from "../../shared/dom.js";
import { Player } from "../../shared/player.js";
import { where } from "../../shared/squares.js";

export class Mode {
  name = "";
  /** What the transport plays, if anything: so many `unit`s, and the `whole` without it. @type {import("../../shared/player.js").Player} */
  player = none;
  unit = "Move";
  whole = "Whole tour";
  showsTourney = false; // whether the board shows the tourney, whatever comes
  edits = false; // whether it is about the board of the form, and not about the tourney
  paints = false; // whether the pointer paints squares
  seeks = false; // whether a click goes somewhere: then a second one soon after is no double click
  marksHovered = false;

  constructor(studio) {
    this.studio = studio;
    this.view = /** @type {import("../view.js").BoardView} */ (studio.view);
  }

  get isOffered() { return true; }

  /** The default message. */
  get hint() { return ""; }

  /** Where it is, to begin there again. @returns {any} */
  get place() { return null; }

  /** Parse a position from a text, such as the number of a move; NaN if there is none. */
  placeOf(/** @type {string} */ text) { return Number(text); }

  /** What an address holds of it. @returns {Record<string, any>} */
  get address() {
    const isAt = this.player?.position && !this.player.playing;
    return isAt ? { move: Math.floor(this.player.position ?? 0) } : {};
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

  click(/** @type {number} */ square, /** @type {[number, number]} */ point) {}

  paint(/** @type {number} */ square, /** @type {boolean} */ isFirst) {}

  /** The stroke that is painted is none: a second finger came. */
  unpaint() {}

  /** Whether something stands on a square that can be carried. */
  holds(/** @type {number} */ square) { return false; }

  carry(/** @type {[number, number]} */ point) {}

  /** What is carried is dropped on a square; on -1, nowhere. */
  drop(/** @type {number} */ square) {}

  hover(/** @type {[number, number]} */ point) {}

  draw(/** @type {CanvasRenderingContext2D} */ context) {}

  describe(square) { return where(this.view.board, square); }
}

/** A mode that plays something: `length` moves, of which it shows each with `show`. */
export class Played extends Mode {
  constructor(studio) {
    super(studio);
    this.player = new Player({
      length: () => this.length,
      show: (position) => this.show(position),
      from: () => this.from,
      to: () => this.to,
    });
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
  shown() {
    if (this.isOffered) this.begin();
    else super.shown();
  }

  playFrom(/** @type {?number} */ place) {
    if (place === null) this.player.begin();
    else this.player.put(place);
  }
}
