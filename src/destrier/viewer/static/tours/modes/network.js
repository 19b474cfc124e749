// Network: the neurons of Takefuji and Lee settle, sweep by sweep, until every square has two moves.

import { at, none } from "../../shared/dom.js";
import * as api from "../api.js";
import { showCurve } from "../panels.js";
import { Graph } from "../tour.js";
import { where } from "../../shared/squares.js";
import { Asked } from "./mode.js";

const SECONDS = 10; // of the whole film, at first

export class Network extends Asked {
  name = "network";
  most = 1600;
  waiting = "Letting the network settle";
  unit = "Sweep";
  whole = "Whole tourney";
  board = none;
  frames = /** @type {ReturnType<typeof readFrame>[]} */ ([]); // of each sweep: the graph, its energy, and the squares without two moves

  get length() { return Math.max(0, this.frames.length - 1); }

  suits({ algorithm }) { return algorithm === "takefuji-lee"; }

  get hint() { return "Each possible move is a neuron. The network settles when every square has two moves."; }

  ask(source) { return api.settling(source); }

  take(film) {
    this.board = this.studio.tourney;
    this.frames = film.map(({ rows, cols, moves }) => readFrame(new Graph(rows, cols, moves), this.board));
    this.player.speed = Math.max(4, this.player.moves / SECONDS);
  }

  end() { this.frames = []; }

  get frame() { return this.frames[Math.floor(this.player.position ?? -1)]; }

  show(sweep) {
    const { frame } = this;
    if (!frame) {
      if (this.frames.length) this.studio.display();
      return;
    }
    this.view.show(this.board, frame.graph);
    const { energy, wrong } = frame;
    const last = this.frames[this.frames.length - 1];
    const end = last.wrong.length ? ", and the film ends before the network settles" : "";
    const words = wrong.length ? `energy ${energy}, ${wrong.length} squares without two moves` : "settled";
    this.studio.tell(`Network of ${this.board.rows} × ${this.board.cols}`);
    this.studio.readout(`Sweep ${Math.floor(sweep)}: ${words}${frame === last ? end : ""}`);
    showCurve(at("network-curve"), this.frames.map((one) => one.energy), Math.floor(sweep), "Energy by sweep");
  }

  describe(square) {
    const { frame } = this;
    return frame ? `${where(this.board, square)}: ${frame.graph.degree(square)} moves` : super.describe(square);
  }

  draw(context) {
    for (const square of this.frame?.wrong ?? []) this.view.disc(context, square, 0.17, this.view.theme.accent);
  }
}

function readFrame(graph, board) {
  const squares = [...board.moves.keys()].filter((square) => board.moves[square]);
  const energy = squares.reduce((sum, square) => sum + (graph.degree(square) - 2) ** 2, 0);
  return { graph, energy, wrong: squares.filter((square) => graph.degree(square) !== 2) };
}
