// Two side by side: a tourney is kept beside those that come, with linked zoom and one ride.

import { at, none } from "../shared/dom.js";
import { titleOf } from "./studio.js";
import { Graph } from "./tour.js";
import { BoardView } from "./view.js";

export class Comparison {
  constructor(studio) {
    this.studio = studio;
    this.tourney = none;
    this.view = none;
    this.address = ""; // of the tourney that is kept
    this.changed = () => {}; // what else there is to do when another one is kept
  }

  /** Keep the tourney of an entry of the timeline, or no longer the one that was kept. */
  keep(entry, address = "") {
    const tourney = entry?.tourney ?? null;
    Object.assign(this, { tourney, address });
    for (const id of ["kept-stage", "kept-status", "shown-status"]) at(id).hidden = !tourney;
    at("keep").setAttribute("aria-pressed", String(Boolean(tourney)));
    at("keep").textContent = tourney ? "Stop comparing" : "Compare";
    const { view } = this.studio;
    if (tourney) {
      this.view ??= new BoardView(at("kept-stage"));
      this.view.options = view.options;
      this.view.setStyle(this.studio.style);
      this.view.show(tourney, tourney);
      at("kept-status").textContent = `Kept: ${titleOf(entry)}`;
      at("kept-stage").setAttribute("aria-label", at("kept-status").textContent);
    }
    this.tell();
    view.linked = tourney && this.view;
    if (this.view) this.view.linked = tourney && view;
    view.fit();
    this.changed();
  }

  /** Say what is shown beside the tourney that is kept. */
  tell() {
    const { here } = this.studio;
    if (here?.tourney) at("shown-status").textContent = `Shown: ${titleOf(here)}`;
  }

  /** How many moves the two have in common, if they are of boards with the same sides; otherwise null. */
  get common() {
    const [one, other] = [this.studio.tourney, this.tourney];
    if (!one || !other || one === other || one.rows !== other.rows || one.cols !== other.cols) return null;
    const both = new Graph(one.rows, one.cols, one.moves.map((byte, square) => byte & other.moves[square]));
    return both.moves.reduce((sum, _, square) => sum + both.degree(square), 0) / 2;
  }

  ride(position) {
    if (!this.tourney) return;
    const last = this.tourney.size - (this.tourney.isOpen ? 1 : 0);
    this.view.ride(position === null ? null : Math.min(position, last));
  }
}
