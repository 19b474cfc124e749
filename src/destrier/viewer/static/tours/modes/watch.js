// Watch: the knight rides along the tour; a click on a square goes to its move.

import { number } from "../../shared/dom.js";
import { Player } from "../../shared/player.js";
import * as api from "../api.js";
import { WALKED } from "../studio.js";
import { Mode, where } from "./mode.js";

export class Watch extends Mode {
  name = "watch";
  showsTourney = true;
  seeks = true;
  marksHovered = true;

  constructor(studio) {
    super(studio);
    this.player = new Player({ length: () => this.length, show: (position) => this.ride(position) });
    this.player.reveal = (position) => this.reveal(position);
  }

  get tourney() {
    return this.studio.tourney;
  }

  /** Whether the walk along the tourney is known, or quickly found. */
  get isWalked() {
    return Boolean(this.tourney) && (this.tourney._walk || this.tourney.moves.length <= WALKED);
  }

  get length() {
    if (!this.tourney) return 0;
    return this.isWalked ? this.tourney.size - (this.tourney.isOpen ? 1 : 0) : this.tourney.moves.length;
  }

  begin() {
    this.studio.display();
  }

  shown() {
    this.player.stop();
    this.studio.readout(this.hint);
  }

  ride(position) {
    this.view.ride(position);
    this.rode(position);
    const { tourney } = this;
    if (position === null || (this.studio.hovered >= 0 && this.player.playing)) return;
    this.studio.readout(this.describe(tourney.walk.order[Math.min(Math.floor(position), tourney.size - 1)]));
  }

  /** What else there is to do for each place of the ride. */
  rode() {}

  reveal(position) {
    const { order } = this.tourney.walk;
    if (position < order.length) this.view.reveal(order[Math.floor(position)]);
  }

  click(square) {
    if (!this.tourney || square < 0 || !this.tourney.moves[square]) return;
    this.player.pause();
    this.player.put(this.tourney.walk.at[square]);
  }

  describe(square) {
    const words = where(this.view.board, square);
    const { tourney } = this;
    if (!tourney?.moves[square]) return words;
    if (!this.isWalked) {
      this.lookUp(square);
      return words;
    }
    const position = tourney.walk.at[square];
    const cycle = tourney.cycleCount > 1 ? cycleOf(tourney, position) : "";
    return `${words}: move ${number(position)}${cycle}${tourney.isTurn(square) ? ", a turn" : ""}`;
  }

  /** Ask when a square of the formation's tour is visited: nobody needs to walk there. */
  async lookUp(square) {
    const { tourney } = this;
    if (!tourney.formation) return;
    const { cols } = tourney;
    const asked = { ...tourney.formation, square: [Math.floor(square / cols), square % cols] };
    const found = await api.lookUp(asked).catch(() => null);
    if (found && this.studio.hovered === square) {
      this.studio.readout(`${where(this.view.board, square)}: move ${number(found.move)}`);
    }
  }
}

/** The cycle at a place of the order, and its length. */
function cycleOf(tourney, position) {
  const { ends } = tourney.walk;
  const cycle = tourney.cycleAt(position);
  const length = ends[cycle] - (cycle ? ends[cycle - 1] : 0);
  return ` in cycle ${number(cycle + 1)}, of ${number(length)} squares`;
}
