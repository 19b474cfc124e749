// Quartet: the four knights of the formation ride side by side, letter by letter of their word.

import { at } from "../../shared/dom.js";
import { between } from "../../shared/squares.js";
import * as api from "../api.js";
import { Asked } from "./mode.js";

const SPEED = 6; // letters a second, at first
const SHOWN = 10; // letters of the word on either side
const MEANINGS = {
  U: ["One step up", "One step to the left"],
  D: ["One step down", "One step to the right"],
  R: ["One step to the right", "One step down"],
  d: ["All four make a knight's move down along the diagonal", "All four make a knight's move down along the diagonal"],
  u: ["All four make a knight's move up along the diagonal", "All four make a knight's move up along the diagonal"],
};

export class Quartet extends Asked {
  name = "quartet";
  most = 10_000;
  waiting = "Following the four knights";
  unit = "Step";
  word = "";
  isTurned = false; // whether the word is that of the transposed board
  knights = /** @type {number[][]} */ ([]); // the squares of the four, before each step and at the end

  get length() { return this.word.length; }

  suits({ algorithm, kind, symmetry, heel, minimize, obfuscate }) {
    const isPlain = !symmetry && !minimize && !obfuscate && ["formation", "", undefined].includes(heel);
    return algorithm === "formation" && kind === "closed" && isPlain;
  }

  get hint() {
    return "Four knights ride in formation. The word spells their steps; a junction at each end joins their paths.";
  }

  ask(source) { return api.quartet(source); }

  take({ word, turned, knights }) {
    Object.assign(this, { word, isTurned: turned });
    this.knights = Array.from({ length: word.length + 1 }, (_, step) => knights.slice(4 * step, 4 * step + 4));
    this.player.speed = SPEED;
  }

  end() {
    this.word = "";
    this.view.isFaint = false;
  }

  show(step) {
    const isFaint = step !== null && this.word !== "";
    if (this.view.isFaint !== isFaint) {
      this.view.isFaint = isFaint;
      this.view.redraw();
    }
    this.view.redrawTop();
    at("way").hidden = !isFaint;
    if (!isFaint) return;
    const now = Math.min(Math.floor(step), this.word.length - 1);
    const from = Math.max(0, now - SHOWN);
    at("way-before").textContent = (from ? "…" : "") + this.word.slice(from, now);
    at("way-now").textContent = this.word[now];
    at("way-after").textContent = this.word.slice(now + 1, now + 1 + SHOWN) + (now + 1 + SHOWN < this.word.length ? "…" : "");
    at("way-meaning").textContent = MEANINGS[this.word[now]][Number(this.isTurned)];
  }

  draw(context) {
    const { position } = this.player;
    if (position === null || !this.word) return;
    const { view } = this;
    const step = Math.floor(position);
    context.lineWidth = view.lineWidth() * 1.3;
    for (let knight = 0; knight < 4; knight++) {
      const colour = view.theme.palette[knight];
      const place = view.centre(this.knights[step][knight]);
      const next = view.centre(this.knights[Math.min(step + 1, this.word.length)][knight]);
      const here = between(place, next, position - step);
      context.beginPath();
      for (const squares of this.knights.slice(0, step + 1)) context.lineTo(...view.centre(squares[knight]));
      context.lineTo(...here);
      context.strokeStyle = colour;
      context.stroke();
      view.drawKnight(context, ...here, colour);
    }
  }
}
