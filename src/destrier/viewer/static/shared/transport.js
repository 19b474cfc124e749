// The bar below the board: it plays, steps and seeks in whatever the page shows at the moment.

import { at, number } from "./dom.js";
import { Player } from "./player.js";

export class Transport {
  constructor() {
    this.player = null;
    this.rested = () => {}; // what else there is to do when nothing plays
    const on = (id, event, action) => at(id).addEventListener(event, () => this.player && action());
    on("play", "click", () => this.toggle());
    on("back", "click", () => this.player.step(-1));
    on("onward", "click", () => this.player.step(1));
    on("scrub", "input", () => this.seek(Number(at("scrub").value)));
    on("goto", "change", () => this.goTo(at("goto").value));
    at("goto").addEventListener("keydown", ({ key }) => key === "Enter" && this.goTo(at("goto").value)); // the same again
    on("speed", "input", () => this.setSpeed());
    on("whole", "click", () => this.player.stop());
  }

  /** Rule this player, or none: then there is no bar. `unit` is what it counts, `whole` what there is without it. */
  use(player, unit = "Move", whole = "Whole tour") {
    this.player?.stop();
    this.player = player;
    at("transport").hidden = !player;
    if (!player) return;
    at("unit").textContent = unit;
    at("scrub").setAttribute("aria-label", unit);
    at("whole").textContent = whole;
    player.changed = () => this.refresh();
    this.refresh();
  }

  toggle() {
    this.setSpeed();
    if (this.player.playing) this.player.pause();
    else this.player.play();
  }

  /** Go to what is typed, or nowhere. */
  goTo(text) {
    if (text === "") this.player.stop();
    else this.seek(Math.floor(Number(text)));
    this.showPlace(true);
  }

  seek(position) {
    this.player.pause();
    this.player.put(position);
  }

  setSpeed() {
    this.player.speed = Player.rate(Number(at("speed").value), this.player.moves);
  }

  refresh() {
    const { position, playing, moves } = this.player;
    const step = position === null ? 0 : Math.floor(position);
    at("scrub").max = at("goto").max = moves;
    at("scrub").value = step;
    this.showPlace(document.activeElement !== at("goto"));
    at("of").textContent = `of ${number(moves)}`;
    at("play").classList.toggle("playing", playing);
    at("play").setAttribute("aria-label", playing ? "Stop" : "Play");
    at("whole").disabled = position === null;
    if (!playing) this.rested();
  }

  showPlace(isShown) {
    const { position } = this.player;
    if (isShown) at("goto").value = position === null ? "" : Math.floor(position);
  }
}
