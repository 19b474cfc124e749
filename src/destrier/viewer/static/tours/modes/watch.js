// Watch: the knight rides along the tour; a click on a square goes to its move.

import { number } from "../../shared/dom.js";
import { working } from "../../shared/working.js";
import * as api from "../api.js";
import { placeOf, readSquare, where } from "../../shared/squares.js";
import { Played } from "./mode.js";

const AHEAD = 3; // squares between the knight and the rim of a view that follows it

export class Watch extends Played {
  name = "watch";
  showsTourney = true;
  seeks = true;
  marksHovered = true;

  get tourney() { return this.studio.tourney; }

  get length() {
    const { tourney } = this;
    if (!tourney) return 0;
    return tourney.isWalked ? tourney.size - (tourney.isOpen ? 1 : 0) : tourney.moves.length;
  }

  /** Squares have the numbers that the board shows. */
  get from() { return 1; }
  get to() { return this.tourney?.isWalked ? this.tourney.size : this.length; }

  begin(place) {
    this.studio.display();
    if (place !== null) this.player.put(place);
  }

  shown() {
    this.player.stop();
    this.studio.readout(this.hint);
  }

  show(position) {
    const { tourney, view } = this;
    if (!tourney) return;
    if (position !== null && !tourney.isWalked && tourney.formation && !this.player.playing) {
      this.lookUpMove(Math.floor(position));
      return;
    }
    view.ride(position);
    this.studio.comparison.ride(position);
    if (position === null) return this.studio.readout(this.hint);
    const place = Math.floor(position);
    const square = place < tourney.size ? tourney.walk.order[place] : tourney.after(tourney.size - 1);
    view.reveal(square, AHEAD * view.scale);
    this.studio.readout(this.describe(square));
  }

  /** The number of a square. */
  placeOf(text) {
    const { tourney } = this;
    const square = tourney?.isWalked && readSquare(tourney, text);
    if (!square) return Number(text);
    return tourney.has(square[0], square[1]) ? tourney.walk.at[square[0] * tourney.cols + square[1]] + 1 : NaN;
  }

  click(square) {
    if (!this.tourney?.moves[square]) return;
    this.player.pause();
    this.player.put(this.tourney.walk.at[square]);
  }

  describe(square) {
    const words = where(this.view.board, square);
    const { tourney } = this;
    if (!tourney?.moves[square]) return words;
    if (!tourney.isWalked) {
      if (tourney.formation) this.lookUp(square);
      return words;
    }
    const { at, ends, labels } = tourney.walk;
    const cycle = labels[square];
    const length = ends[cycle] - (cycle ? ends[cycle - 1] : 0);
    const which = ends.length > 1 ? `, in loop ${number(cycle + 1)}, of ${number(length)} squares` : "";
    return `Move ${number(at[square] + 1)}: ${words}${which}`;
  }

  /** Ask when a square of the formation's tour is visited: nobody needs to walk there. */
  async lookUp(square) {
    const { formation, cols } = this.tourney;
    const found = await api.lookUp({ ...formation, square: placeOf(square, cols) }).catch(() => null);
    if (found && this.studio.hovered === square) this.tellMove(square, found.move);
  }

  /** Go to a move of the formation's tour, the same way. */
  async lookUpMove(move) {
    const { formation, cols } = this.tourney;
    const found = await working("Looking up the move", api.lookUp({ ...formation, move: Math.min(move, this.length - 1) }));
    if (!found) return;
    this.studio.cursor = found.square[0] * cols + found.square[1];
    this.view.reveal(this.studio.cursor);
    this.view.redrawTop();
    this.tellMove(this.studio.cursor, found.move);
  }

  tellMove(square, move) { this.studio.readout(`Move ${number(move + 1)}: ${where(this.view.board, square)}`); }
}
