// Keys: whatever the pointer does, they do, too.

import { at } from "../shared/dom.js";
import { FrameRate } from "./rate.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PAN = 60; // pixels

export class Keys {
  constructor(studio) {
    this.studio = studio;
    const { view, transport } = studio;
    const rate = new FrameRate(at("rate"));
    const plays = (action) => () => transport.player && action(transport.player);
    this.actions = {
      " ": plays(() => transport.toggle()),
      ",": plays((player) => player.step(-1)),
      ".": plays((player) => player.step(1)),
      Home: plays(() => transport.seek(0)),
      End: plays((player) => transport.seek(player.moves)),
      "+": () => view.zoom(1.4),
      "=": () => view.zoom(1.4),
      "-": () => view.zoom(1 / 1.4),
      0: () => view.fit(),
      n: () => studio.mode.showsTourney && at("another").click(),
      f: () => rate.toggle(),
      "?": () => at("help").showModal(),
    };
    addEventListener("keydown", (event) => this.press(event) && event.preventDefault());
  }

  /** Do what a key says; whether it says anything. */
  press(event) {
    const { studio } = this;
    const { target, key } = event;
    if (target.closest("input:not([type=range]):not([type=checkbox]), select, textarea, dialog")) return false;
    if (key.toLowerCase() === "p" && (event.ctrlKey || event.metaKey)) return this.print();
    if (key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) return this.undo();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (target === studio.view.stage && key in ARROWS) return this.go(ARROWS[key], event.shiftKey);
    if (target === studio.view.stage && key === "Enter" && studio.cursor >= 0) return this.click();
    const action = this.actions[key.length === 1 ? key.toLowerCase() : key];
    const isTaken = key === " " ? target.closest("button, input, label") : target.type === "range" && ["Home", "End"].includes(key);
    if (isTaken || !action) return false;
    action();
    return true;
  }

  undo() {
    const { studio } = this;
    if (studio.mode.undo) studio.mode.undo();
    else if (studio.now > 0) studio.goTo(studio.now - 1);
    return true;
  }

  print() {
    at("print").click();
    return true;
  }

  /** Move the board, or the square that is chosen. */
  go([drow, dcol], isShift) {
    const { studio } = this;
    const { view } = studio;
    if (isShift) {
      view.pan(-PAN * dcol, -PAN * drow);
      return true;
    }
    const { rows, cols } = view.board;
    const isFirst = studio.cursor < 0;
    const from = isFirst ? (studio.mode.path?.last ?? 0) : studio.cursor;
    const row = Math.max(0, Math.min(rows - 1, Math.floor(from / cols) + (isFirst ? 0 : drow)));
    const col = Math.max(0, Math.min(cols - 1, (from % cols) + (isFirst ? 0 : dcol)));
    studio.cursor = row * cols + col;
    view.reveal(studio.cursor);
    studio.readout(studio.mode.describe(studio.cursor), true);
    view.redrawTop();
    return true;
  }

  click() {
    const { mode, cursor, view } = this.studio;
    mode.click(cursor, [Math.floor(cursor / view.board.cols), cursor % view.board.cols]);
    return true;
  }
}
