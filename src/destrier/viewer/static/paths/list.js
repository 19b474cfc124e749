// A virtual list of hundreds of thousands of paths: only the visible ones are requested and rendered.
// An abandoned request costs the server a process, so one is made at a time, and of those that wait only the last.

import { framed, make, none, setAttributes } from "../shared/dom.js";
import { arrows } from "../shared/keys.js";
import { draw } from "./picture.js";

const WIDEST = 116; // pixels of a place, about
const FEWEST = 3; // places across
const CAPTION = 24; // pixels under a picture
const PART = 200; // paths that are asked for at a time
const KEPT = 5000; // paths that are known at a time
const SPARE = 2; // rows above and below those that are seen

export class PathList {
  total = 0;
  room = 0; // squares of the pictures
  across = 0; // places in a row, and their size in pixels
  width = 0;
  side = 0;
  rowHeight = 0;
  active = -1;
  chosen = none;
  renderSoon = framed(() => this.render());
  rows = new Map();
  options = new Map();
  wanted = none; // the request for another list, while it is answered
  filling = false;

  // Of the `host`, `ask` answers a request of /api/paths; `caption` and `describe` tell what stands under a path and how
  // it is read out; `open` is told which path was chosen, and `moved` that others are seen.
  constructor(place, host) {
    this.place = place;
    this.whole = place.firstElementChild; // as high as the list
    this.host = host;
    this.ask = lastOnly(host.ask);
    new ResizeObserver(() => this.resize()).observe(place);
    place.addEventListener("scroll", () => this.renderSoon());
    place.addEventListener("click", ({ target }) => {
      const option = target.closest("[role=option]");
      this.activate(Number(option?.dataset.index));
      if (option) this.openActive();
    });
    place.addEventListener("focus", () => this.active < 0 && this.activate(this.seen()[0]));
  }

  /** Show what a request selects, from a place on, or from the place of the path `find`. */
  async show(request, { at = 0, find = "" }) {
    this.wanted = request;
    const settle = () => this.wanted === request && (this.wanted = none);
    const answer = await this.ask({ ...request, offset: startOfPart(at), count: PART, ...(find ? { find } : {}) }).finally(settle);
    if (!answer || this.wanted) return null;
    this.request = request;
    this.total = answer.selected;
    this.room = request.k / 2 + 2; // most paths fit; only the longest ones are drawn smaller
    this.active = -1;
    this.place.removeAttribute("aria-activedescendant");
    this.rows.clear();
    this.learn(answer);
    this.layOut();
    this.goTo(answer.at ?? at);
    return answer;
  }

  choose(word) {
    this.chosen = word;
    for (const [index, option] of this.options) option.setAttribute("aria-selected", String(this.rows.get(index)?.word === word));
  }

  goTo(index) {
    this.place.scrollTop = Math.floor(index / this.across) * this.rowHeight;
    this.render();
  }

  page(by) {
    this.place.scrollTop += by * this.fullRows() * this.rowHeight;
    this.render();
  }

  /** The first path that is whole in sight, and the last of which at least half is. */
  seen() {
    const { scrollTop, clientHeight } = this.place;
    const first = Math.ceil((scrollTop - 2) / this.rowHeight);
    const end = Math.max(first + 1, Math.round((scrollTop + clientHeight) / this.rowHeight));
    return [Math.min(first * this.across, this.total - 1), Math.min(end * this.across, this.total) - 1];
  }

  fullRows() { return Math.max(1, Math.floor((this.place.clientHeight + 2) / this.rowHeight)); }

  resize() {
    const first = this.across ? this.seen()[0] : 0;
    this.layOut();
    this.goTo(Math.max(0, first));
  }

  layOut() {
    this.whole.replaceChildren();
    this.options.clear();
    const width = this.place.clientWidth;
    this.across = Math.max(FEWEST, Math.floor(width / WIDEST));
    this.width = width / this.across;
    this.side = Math.min(this.width - 8, WIDEST);
    this.rowHeight = Math.round(this.side) + CAPTION;
    this.whole.style.height = `${Math.ceil(this.total / this.across) * this.rowHeight}px`;
  }

  render() {
    this.renderSoon.cancel();
    const { scrollTop, clientHeight } = this.place;
    const top = Math.max(0, Math.floor(scrollTop / this.rowHeight) - SPARE) * this.across;
    const end = Math.min(this.total, (Math.ceil((scrollTop + clientHeight) / this.rowHeight) + SPARE) * this.across);
    for (const [index, option] of this.options) {
      if (index >= top && index < end) continue;
      option.remove();
      this.options.delete(index);
    }
    for (let index = top; index < end; index++) {
      if (!this.options.has(index)) this.options.set(index, this.whole.appendChild(this.option(index)));
    }
    this.fill(top, end);
    this.host.moved();
  }

  option(index) {
    const option = make("div", { id: `path-${index}`, role: "option", ariaPosInSet: index + 1, ariaSetSize: this.total });
    option.dataset.index = String(index);
    option.classList.toggle("active", index === this.active);
    const [left, top] = [(index % this.across) * this.width, Math.floor(index / this.across) * this.rowHeight];
    option.style.cssText = `left: ${left}px; top: ${top}px; width: ${this.width}px; height: ${this.rowHeight}px`;
    this.dress(option, this.rows.get(index));
    return option;
  }

  dress(option, path) {
    setAttributes(option, { "aria-selected": path?.word === this.chosen, "aria-label": path ? this.host.describe(path) : "Loading" });
    if (!path) return;
    const picture = draw(path.word, this.room);
    picture.style.height = `${this.side - 8}px`;
    option.replaceChildren(picture, make("span", {}, this.host.caption(path)));
  }

  learn({ offset, paths }) {
    if (this.rows.size > KEPT) this.rows.clear();
    paths.forEach((path, place) => this.rows.set(offset + place, path));
    for (const [index, option] of this.options) if (!option.firstChild) this.dress(option, this.rows.get(index));
  }

  /** Ask for what is missing in a range; then see what is missing in what is seen by then. */
  async fill(from, end) {
    if (this.wanted || this.filling) return;
    let missing = from;
    while (missing < end && this.rows.has(missing)) missing++;
    if (missing >= end) return;
    const { request } = this;
    this.filling = true;
    const answer = await this.ask({ ...request, offset: startOfPart(missing), count: PART }).catch(() => null); // asked again once one scrolls
    this.filling = false;
    if (!answer || request !== this.request) return;
    this.learn(answer);
    this.renderSoon();
  }

  /** Its rows of the table of keys. @returns {import("../shared/keys.js").Row[]} */
  get keys() {
    const go = (steps) => this.total && this.activate(Math.max(0, Math.min(this.total - 1, this.active + steps)));
    const turn = (pages) => go(pages * this.fullRows() * this.across);
    const open = () => this.openActive();
    return [
      { help: "Choose a path in the list", on: this.place, keys: arrows((right, down) => go(right + down * this.across)) },
      { help: "Previous page, next page", on: this.place, keys: { "Page Up": () => turn(-1), "Page Down": () => turn(1) } },
      { help: "First path, last path", on: this.place, keys: { Home: () => go(-this.total), End: () => go(this.total) } },
      { help: "Show the chosen path", on: this.place, keys: { Enter: open, Space: open } },
    ];
  }

  activate(index) {
    if (!(index >= 0)) return;
    this.options.get(this.active)?.classList.remove("active");
    this.active = index;
    const top = Math.floor(index / this.across) * this.rowHeight;
    const most = this.place.clientHeight - this.rowHeight;
    this.place.scrollTop = Math.min(top, Math.max(this.place.scrollTop, top - most));
    this.render();
    this.options.get(index)?.classList.add("active");
    this.place.setAttribute("aria-activedescendant", `path-${index}`);
  }

  openActive() {
    const path = this.rows.get(this.active);
    if (path) this.host.open(path);
  }
}

const startOfPart = (index) => index - (index % (PART / 2)); // parts overlap, so that one mostly fills the screen

/** Do a task for one argument at a time, and of those that come meanwhile for the last: null for the others. */
export function lastOnly(task) {
  let running = Promise.resolve();
  let newest = 0;
  return (argument) => {
    const number = ++newest;
    const done = running.then(() => (number === newest ? task(argument) : null));
    running = done.catch(() => null);
    return done;
  };
}
