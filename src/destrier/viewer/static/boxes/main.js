// This is the Boxes page: what it shows, and what each control does.

import { at, choose, complain, copy, debounced, fill, listenToFiles, none, number, on } from "../shared/dom.js";
import { arrows, listenToKeys } from "../shared/keys.js";
import { addZooms, embedded, listenToForm, open } from "../shared/page.js";
import { Player } from "../shared/player.js";
import { read, write } from "../shared/state.js";
import { Transport } from "../shared/transport.js";
import { CANCELLING, save, working } from "../shared/working.js";
import * as api from "./api.js";
import { BoxTour } from "./tour.js";
import { BoxView } from "./view.js";

const STEP = Math.PI / 18; // A key turns the box by ten degrees.
const SIDES = ["length", "width", "height"];

const form = at("form");
const field = (name) => form.elements.namedItem(name); // This finds the field `length`, too, which is otherwise the number of elements.
const stage = at("stage");

/** The tour that is shown, once there is one. @type {BoxTour} */
let tour = none;
let made = none; // This is what was asked for; it is null for a tour from a file.
let isRestoring = false;

const rememberSoon = debounced(remember);
const view = new BoxView(stage, rememberSoon);
const player = new Player({ length: () => tour?.size ?? 0, show: ride });
const transport = new Transport();

// What is shown

function show(answer) {
  tour = new BoxTour(answer);
  player.stop();
  view.show(tour);
  const seed = made?.seed ?? answer.seed ?? null;
  const words = `${tour.describe()}, ${number(tour.size)} squares${seed === null ? "" : `, seed ${seed}`}`;
  at("status").textContent = words;
  stage.setAttribute("aria-label", `${words}. Use the arrow keys to turn it.`);
  document.title = `${tour.describe()} – destrier`;
  showMeasures();
  transport.refresh();
}

function showMeasures() {
  const { squares, passed, edges, longest } = tour.measure();
  const over = passed[1] + passed[2];
  const ranked = [...edges].sort(([, one], [, other]) => other - one);
  const [[busiest, most], [rarest, least]] = [ranked[0], ranked[ranked.length - 1]];
  fill(at("measures"), [
    ["Squares", number(squares)],
    ["Moves over edges", number(over), `${((100 * over) / squares).toFixed(1)} % of the moves`],
    ...(passed[2] ? [["Moves over two edges", number(passed[2])]] : []),
    ["Busiest edge", busiest, `${number(most)} moves`],
    ["Quietest edge", rarest, `${number(least)} moves`],
    ["Longest stay on a face", `${number(longest)} squares`],
  ]);
}

/** Where a square is, and when it is visited. */
function tell(square) {
  const [{ name }, row, col] = tour.placeOf(square);
  return `${name}, row ${row}, column ${col}: move ${number(tour.at[square])}`;
}

// Making

const request = () => Object.fromEntries([...SIDES, "seed"].map((name) => [name, Number(field(name).value)]));

/** Make what the form says; whether it was made. */
async function make() {
  if (!form.reportValidity()) return false;
  const asked = request();
  const answer = await working(`Making a tour of a box of ${SIDES.map((side) => asked[side]).join(" × ")}`, api.make(asked));
  if (!answer) return false;
  made = asked;
  show(answer);
  remember();
  return true;
}

// The address

function remember() {
  rememberSoon.cancel();
  if (isRestoring || embedded) return;
  const { colour, numbers, through } = view.options;
  const move = player.position === null ? "" : Math.floor(player.position);
  const shown = { colour: colour === "plain" ? "" : colour, numbers, through, follow: at("follow").checked };
  history.replaceState(null, "", made ? write({ ...made, ...shown, turn: view.pose.text, move }) : location.pathname);
}

/** Show what the address says. */
async function restore(hash = location.hash) {
  const state = read(hash);
  isRestoring = true;
  form.reset();
  for (const name of [...SIDES, "seed"]) if (state[name] > 0) field(name).value = state[name];
  if (state.seed === 0) field("seed").value = 0;
  choose(at("colour"), state.colour);
  for (const name of ["numbers", "through", "follow"]) at(name).checked = state[name] === "true";
  setOptions();
  view.pose.text = state.turn ?? "";
  if (!made || write(made) !== write(request())) await make();
  if (tour && "move" in state) transport.seek(state.move);
  else player.stop();
  isRestoring = false;
  if (tour) remember();
}

// The ride, and the pointer

function ride(position) {
  if (!tour) return;
  view.ride(position);
  at("readout").textContent = position === null ? "\u00a0" : tell(tour.order[Math.floor(position) % tour.size]);
  if (position !== null && at("follow").checked) view.reveal(tour.pointAt(position)[0]);
}

function hover(square) {
  if (!tour) return;
  view.mark(square);
  stage.style.cursor = square < 0 ? "" : "pointer";
  if (square >= 0) at("readout").textContent = tell(square);
  else if (player.position === null) at("readout").textContent = "\u00a0";
}

function click(square) { if (tour && square >= 0) transport.seek(tour.at[square]); }

// Files

async function openFile(file) {
  const answer = await working(`Reading ${file.name}`, file.arrayBuffer().then(api.read), { place: "file-error" });
  if (answer) showFile(answer);
}

function showFile(answer) {
  made = null;
  SIDES.forEach((name, place) => (field(name).value = answer.box[place]));
  show(answer);
  remember();
}

function share() {
  const why = "A link cannot hold a tour from a file. Save it as a file instead.";
  if (!made) return complain(new Error(why), "file-error");
  remember();
  copy(at("share"), location.href);
}

// What each control does

function setOptions() {
  view.options = { colour: at("colour").value, numbers: at("numbers").checked, through: at("through").checked };
  view.repaint();
  remember();
}

function listen() {
  Object.assign(view.listeners, { hover, click });
  for (const id of ["colour", "numbers", "through"]) on(id, "change", setOptions);
  on("follow", "change", () => {
    if (player.position !== null) ride(player.position);
    remember();
  });
  addZooms(view);
  listenToKeys([
    ...transport.keys,
    ...view.keys,
    CANCELLING,
    { help: "Turn the box", keys: arrows((right, down) => view.pose.turn([down, 0, right], STEP)) },
    { help: "Turn the box by 90°", keys: arrows((right, down) => view.pose.turn([down, 0, right], 9 * STEP), "Shift+") },
    ...(embedded ? [] : [{ help: "Make another tour", keys: { N: () => at("another").click() } }]),
  ]);
}

/** What there is with a server only. */
function listenToServer() {
  listenToForm(make);
  listenToFiles(openFile);
  on("save", "click", () => tour && save("Saving the box", api.exported(tour, { format: at("format").value, ...look() })));
  on("share", "click", share);
  addEventListener("hashchange", ({ newURL }) => restore(new URL(newURL).hash)); // the address may be written by now
}

/** What a drawing shows besides the tour, as the page does. */
function look() {
  const { colour, numbers } = view.options;
  return { ...(numbers && { numbers }), ...(colour === "tour" && { colour_by: colour }) };
}

async function start() {
  listen();
  transport.use(player);
  transport.rested = rememberSoon;
  if (embedded) return show(embedded);
  listenToServer();
  const file = location.hash ? null : await api.opened();
  if (file) showFile(file);
  else await restore();
}

open("Boxes", start);
