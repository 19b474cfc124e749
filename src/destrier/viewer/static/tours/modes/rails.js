// Rails: point at one to see it, click to switch it.

import { MOVES } from "../../shared/squares.js";
import { strokeLine } from "../../shared/view.js";
import { Watch } from "./watch.js";

export class Rails extends Watch {
  name = "rails";
  seeks = false;
  marksHovered = false;
  rail = null;

  get hint() {
    return this.tourney?.isOpen
      ? "The rails of an open tour cannot be switched: the result would be a path and a loop."
      : "A rail is two parallel moves, a knight's move apart. Point at one, and click to switch it.";
  }

  get canSwitch() { return Boolean(this.tourney) && !this.tourney.isOpen && !this.view.isImage; }

  end() {
    this.rail = null;
    this.view.stage.style.cursor = "";
  }

  shown() {
    this.rail = null;
    super.shown();
  }

  hover(square, point) {
    super.hover(square, point);
    this.rail = this.canSwitch && !Number.isNaN(point[0]) ? this.tourney.railNear(...point) : null;
    this.view.stage.style.cursor = this.rail ? "pointer" : "";
  }

  describe(square) { return this.player.position === null ? this.hint : super.describe(square); }

  click(_, point) {
    const rail = this.canSwitch && this.tourney.railNear(...point);
    if (!rail) return;
    const before = this.tourney.cycleCount;
    this.studio.add("Rail switched", this.tourney.switched(rail), ["switch", rail.square, rail.primary, rail.cross]);
    const by = this.tourney.cycleCount - before;
    this.studio.readout(by < 0 ? "Two loops were joined." : by > 0 ? "One loop was split in two." : "The number of loops is the same.");
  }

  draw(context) {
    if (!this.rail) return;
    const { view } = this;
    const { square, primary, cross } = this.rail;
    const corner = (...moves) =>
      view.centre(moves.reduce((sum, move) => sum + MOVES[move][0] * view.board.cols + MOVES[move][1], square));
    const [near, ahead, across, far] = [corner(), corner(primary), corner(cross), corner(primary, cross)];
    context.lineWidth = Math.max(3, view.scale * 0.26);
    context.strokeStyle = view.theme.rail;
    context.globalAlpha = 0.75;
    strokeLine(context, near, ahead);
    strokeLine(context, across, far);
    context.globalAlpha = 1;
    context.lineWidth = Math.max(2, view.scale * 0.11);
    context.setLineDash([view.scale * 0.22, view.scale * 0.22]);
    context.strokeStyle = view.theme.switched;
    strokeLine(context, near, across);
    strokeLine(context, ahead, far);
    context.setLineDash([]);
  }
}
