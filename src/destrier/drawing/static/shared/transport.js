// The bar below the board plays, steps and seeks in whatever the page shows at the moment. Its markup is `transport.html`.

import { at, none, number } from "./dom.js";
import { Player } from "./player.js";

/** Show on the button whether something plays. @param {boolean} isPlaying */
export function showPlaying(isPlaying, button = at("play")) {
  button.classList.toggle("playing", isPlaying);
  button.title = isPlaying ? "Pause" : "Play";
  button.setAttribute("aria-label", button.title);
}

export class Transport {
  /** The player that the bar rules, if there is one. @type {Player} */
  player = none;

  /** `root` is the document, or the part of it in which the bar stands. @param {Document | ShadowRoot} root */
  constructor(root = document) {
    this.root = root;
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {(event: any) => unknown} */ action) =>
      this.at(id).addEventListener(event, action);
    this.rested = () => {}; // A page may do more when nothing plays.
    on("play", "click", this.ruling(() => this.toggle()));
    on("back", "click", this.stepping(-1));
    on("onward", "click", this.stepping(1));
    on("scrub", "input", this.ruling(() => this.seek(Number(this.at("scrub").value))));
    on("goto", "change", this.ruling(() => this.goTo(this.at("goto").value)));
    on("goto", "keydown", ({ key }) => key === "Enter" && this.goTo(this.at("goto").value)); // The same number is no change.
    on("speed", "input", this.ruling(() => this.setSpeed()));
    on("whole", "click", this.ruling((player) => player.stop()));
  }

  /** An element of the bar. @param {string} id @returns {any} */
  at(id) { return this.root.getElementById(id); }

  /** Act on the player only if there is one. @param {(player: Player) => void} action */
  ruling(action) { return () => this.player && action(this.player); }

  stepping(/** @type {number} */ by) { return this.ruling((player) => player.step(by)); }
  seeking(/** @type {number} */ share) { return this.ruling((player) => this.seek(share * player.moves)); }

  /** Its rows of the table of keys. @returns {import("./keys.js").Row[]} */
  get keys() {
    return [
      { help: "Play or pause", keys: { Space: this.ruling(() => this.toggle()) } },
      { help: "Previous move, next move", keys: { ",": this.stepping(-1), ".": this.stepping(1) } },
      { help: "First move, last move", keys: { Home: this.seeking(0), End: this.seeking(1) } },
    ];
  }

  /** The arrow keys, where nothing else takes them. @returns {import("./keys.js").Row} */
  get arrows() { return { help: "Previous move, next move", keys: { "←": this.stepping(-1), "→": this.stepping(1) } }; }

  /** Rule this player, or none, which hides the bar. `unit` is what it counts, and `whole` what is shown without it. */
  use(player = none, unit = "Move", whole = "Whole tour") {
    this.player?.stop();
    this.player = player;
    this.at("transport").hidden = !player;
    if (!player) return;
    this.at("unit").textContent = unit;
    this.at("scrub").setAttribute("aria-label", unit);
    this.at("whole").textContent = whole;
    player.changed = () => this.refresh();
    this.refresh();
  }

  toggle() {
    this.setSpeed();
    if (this.player.playing) this.player.pause();
    else this.player.play();
  }

  /** Go to the place that is typed; an empty field ends the ride. @param {string} text */
  goTo(text) {
    const { sequence } = this.player;
    const place = Math.floor(sequence.placeOf?.(text) ?? Number(text));
    if (text === "") this.player.stop();
    else if (!Number.isNaN(place)) this.seek(place - sequence.from);
    this.showPlace(true);
  }

  seek(/** @type {number} */ position) {
    this.player.pause();
    this.player.put(position);
  }

  /** Go at a speed that is given, in moves a second, and show it on the slider. @param {number} rate */
  takeSpeed(rate) {
    this.player.speed = rate;
    this.at("speed").value = Player.share(rate, this.player.moves);
  }

  setSpeed() { this.player.speed = Player.rate(Number(this.at("speed").value), this.player.moves); }

  refresh() {
    const { position, playing, moves } = this.player;
    const step = position === null ? 0 : Math.floor(position);
    this.at("scrub").max = moves;
    this.at("goto").max = this.player.sequence.to;
    this.at("scrub").value = step;
    this.showPlace(this.root.activeElement !== this.at("goto"));
    this.at("of").textContent = `of ${number(this.player.sequence.to)}`;
    showPlaying(playing, this.at("play"));
    this.at("whole").disabled = position === null;
    if (!playing) this.rested();
  }

  showPlace(/** @type {boolean} */ isShown) {
    if (isShown) this.at("goto").value = this.player.count ?? "";
  }
}
