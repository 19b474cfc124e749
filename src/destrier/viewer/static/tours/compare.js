// Two side by side: a tourney is kept beside those that come, with linked zoom and one ride.

import { at, none } from "../shared/dom.js";
import { shapeOf } from "./studio.js";
import { BoardView } from "./view.js";

export class Comparison {
  constructor(studio) {
    this.studio = studio;
    this.tourney = none;
    this.view = none;
    this.address = ""; // of the tourney that is kept
    this.changed = () => {}; // what else there is to do when another one is kept
  }

  /** Keep a tourney, or no longer the one that was kept. */
  keep(tourney, name = "", address = "") {
    Object.assign(this, { tourney, address });
    at("kept-stage").hidden = !tourney;
    at("keep").setAttribute("aria-pressed", String(Boolean(tourney)));
    at("keep").textContent = tourney ? "Stop comparing" : "Keep for comparison";
    const { view } = this.studio;
    if (tourney) {
      this.view ??= new BoardView(at("kept-stage"));
      this.view.options = view.options;
      this.view.setStyle(this.studio.style);
      this.view.show(shapeOf(tourney), tourney);
      at("kept-status").textContent = name;
      at("kept-stage").setAttribute("aria-label", `Kept: ${tourney.isWalked ? tourney.describe() : name}`);
    }
    view.linked = tourney && this.view;
    if (this.view) this.view.linked = tourney && view;
    view.fit();
    this.changed();
  }

  ride(position) {
    if (!this.tourney) return;
    const last = this.tourney.size - (this.tourney.isOpen ? 1 : 0);
    this.view.ride(position === null ? null : Math.min(position, last));
  }
}
