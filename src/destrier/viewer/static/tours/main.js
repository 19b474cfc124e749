// The page of tours and tourneys: wires the controls to the modules.

import { at, complain, isCalm, on, valueOf } from "../shared/dom.js";
import { listenToKeys } from "../shared/keys.js";
import { answered, embedded, listenToForm, open } from "../shared/page.js";
import { preferSquares, squaresPreference } from "../shared/squares.js";
import { write } from "../shared/state.js";
import { recalled, store } from "../shared/storage.js";
import { Transport } from "../shared/transport.js";
import { Address } from "./address.js";
import * as api from "./api.js";
import { Comparison } from "./compare.js";
import { listenToFileControls, offerFormats } from "./files.js";
import { Form } from "./form.js";
import { keysOf } from "./keys.js";
import { maker } from "./making.js";
import { Network } from "./modes/network.js";
import { Play } from "./modes/play.js";
import { Quartet } from "./modes/quartet.js";
import { Rails } from "./modes/rails.js";
import { Shape } from "./modes/shape.js";
import { Watch } from "./modes/watch.js";
import { explainAll, measure, showSteps } from "./panels.js";
import { Path } from "./path.js";
import { Studio } from "./studio.js";
import { Tourney } from "./tour.js";
import { BoardView } from "./view.js";
import { whyNoSheet, worksheet } from "./worksheet.js";

const MORE = "destrier-more"; // what the browser's storage calls it

const studio = new Studio(new BoardView(at("stage")), new Transport());
const comparison = (studio.comparison = new Comparison(studio));
const { view } = studio;

const showMeasures = () => measure(studio, comparison, answered.has("measure"));

/** What there is with a server and without. */
function begin() {
  studio.addModes(new Watch(studio), new Rails(studio));
  studio.changed = () => {
    const { timeline, tourney } = studio;
    showSteps(timeline, studio.go);
    if (!tourney) return;
    comparison.tell();
    offerFormats(tourney);
    at("change-shatter").disabled = tourney.isWalked && tourney.isOpen;
    for (const button of at("modes").children) button.hidden = !studio.modes.get(button.dataset.mode)?.isOffered;
    showMeasures();
  };
  comparison.changed = () => {
    showMeasures();
    studio.remember();
  };
  explainAll();
  at("goto").removeAttribute("type"); // which takes squares, too
  at("goto").title = "A move, or a square such as e4";
  listenToKeys(keysOf(studio));
  on("undo", "click", () => studio.walk(-1));
  on("redo", "click", () => studio.walk(1));
  on("modes", "click", ({ target }) => target.dataset.mode && studio.look(target.dataset.mode));
  on("own", "click", () => studio.look(studio.mode.name === "play" ? "watch" : "play"));
  on("style", "change", ({ target }) => setStyle(target.value));
  at("squares").value = squaresPreference();
  on("squares", "change", ({ target }) => {
    preferSquares(target.value);
    for (const shown of [view, comparison.view]) shown?.redraw();
    studio.mode.retell();
  });
  for (const id of Object.keys(view.options)) on(id, "change", ({ target }) => show(id, valueOf(target)));
  on("worksheet", "click", printSheets);
  on("print", "click", () => printBoards([comparison.tourney && comparison.view, view].filter(Boolean)));
  addEventListener("afterprint", () => at("paper").replaceChildren());
}

/** More than the first look is shown where it was when the page was left; an address that needs more opens it for once. */
function listenToMore() {
  at("more").open = recalled(MORE) === "open";
  at("more").firstElementChild.addEventListener("click", () => store(MORE, at("more").open ? "" : "open"));
  at("form").addEventListener("invalid", () => (at("more").open = true), true);
}

/** A board for people is chequered, with the names of its squares, as the command line draws it; at night, as at night. */
function setUsualStyle() {
  at("style").value = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "chess";
  studio.setStyle(at("style").value);
}

function setStyle(style) {
  studio.setStyle(style);
  if (comparison.tourney) comparison.view.setStyle(style);
  studio.remember();
}

function show(option, value) {
  studio.hasColour ||= option === "colour";
  view.options[option] = value;
  view.redraw();
  comparison.view?.redraw();
  studio.remember();
}

/** Print pictures of the boards as they are seen, but in the colours of paper, and sharp. */
async function printBoards(views) {
  const root = document.documentElement;
  root.classList.add("on-paper");
  const pictures = views.map((view) => view.picture().toDataURL());
  root.classList.remove("on-paper");
  for (const view of views) {
    view.recolour();
    view.resize();
  }
  const images = pictures.map((src) => Object.assign(new Image(), { src, alt: "" }));
  await Promise.all(images.map((image) => image.decode()));
  at("paper").replaceChildren(...images);
  print();
}

function printSheets() {
  const { tourney } = studio;
  const field = at("given");
  if (!tourney || !field.reportValidity()) return;
  const why = whyNoSheet(tourney);
  at("sheet-error").textContent = why;
  if (why) return;
  at("paper").replaceChildren(...worksheet(tourney, Number(field.value), `${at("status").textContent}.`));
  print();
}

/** Keep what is shown, which `tell` tells as an address; or no longer what was kept. */
function keep(tell) {
  if (comparison.tourney) comparison.keep(null);
  else if (studio.tourney) comparison.keep(studio.here, tell());
}

/** Show the tourney that is in this page, which has no server. */
function startAlone({ npy, start, measures, seed }) {
  const bytes = Uint8Array.from(atob(npy), (letter) => letter.charCodeAt(0));
  const made = Tourney.fromNpy(bytes.buffer, start && start[0] * measures.cols + start[1]);
  made.measures = measures;
  begin();
  at("keep").after(at("print"), at("history")); // the way back from a switched rail
  on("keep", "click", () => keep(() => ""));
  setUsualStyle();
  studio.setMode("watch");
  studio.show({ name: "Shown", tourney: made, source: { seed: seed ?? undefined }, codes: [] });
}

async function startServed() {
  const form = new Form(at("form"), await api.algorithms());
  studio.form = form;
  listenToMore();
  const { make, change } = maker(studio, form);
  const address = new Address(studio, form, comparison);
  const showFile = listenToFileControls(studio, form, address);
  begin();
  studio.remember = () => address.remember();
  studio.pushed = (isPart) => address.push(isPart);
  studio.go = (to) => address.go(to);
  studio.walk = (by) => address.go(address.bound + by);
  studio.rememberSoon = studio.transport.rested = () => address.rememberSoon();
  studio.addModes(new Shape(studio, form, make), new Play(studio, form));
  if (answered.has("settling")) studio.addModes(new Network(studio));
  if (answered.has("quartet")) studio.addModes(new Quartet(studio));
  listenToForm(make);
  on("shape-clear", "click", () => {
    form.setShape(null);
    if (studio.mode.edits) studio.mode.begin();
    else make();
  });
  on("puzzle", "click", () => {
    const { rows, cols, kind, shape, seed } = form.state();
    if (shape) complain(new Error("Puzzles are made of rectangles here, not of shapes."));
    else location.assign(`puzzles.html${write({ rows, cols, kind: new Path(form.board, kind).kind, difficulty: "easy", seed })}`);
  });
  for (const how of ["shatter", "join", "obfuscate"]) {
    on(`change-${how}`, "click", () => studio.tourney && change(how, at("animated").checked));
  }
  at("animated").checked = !isCalm();
  on("keep", "click", () => keep(() => address.kept));
  studio.setMode("watch");
  if (location.hash) return address.restore(); // which tells the style, too
  setUsualStyle();
  const file = await api.openedFile();
  if (file) showFile(file, "Opened");
  else await address.restore();
}

open(() => (embedded ? startAlone(embedded) : startServed()));
