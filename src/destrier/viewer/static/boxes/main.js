// This is the page of boards in space – boxes, surfaces and boards of three dimensions: what it shows, and what each control does.

import { at, choose, complain, debounced, fill, listenToFiles, make, none, number, on, setValue, valueOf } from "../shared/dom.js";
import { arrows, listenToKeys } from "../shared/keys.js";
import { embedded, field, listenToAddress, listenToForm, listenToZooms, open, valuesOf } from "../shared/page.js";
import { Player } from "../shared/player.js";
import { address, answer, ask, json, named, post } from "../shared/request.js";
import { read, write } from "../shared/state.js";
import { Transport } from "../shared/transport.js";
import { CANCELLING, save, working } from "../shared/working.js";
import { Pose } from "./pose.js";
import { pointAt, spaceTour } from "./tour.js";
import { SpaceView } from "./view.js";

const STEP = Math.PI / 18; // A key turns the board by ten degrees.
const SIDES = ["length", "width", "height"];

const form = at("form");
const stage = at("stage");

/** The tour that is shown, once there is one. @type {import("./tour.js").SpaceTour} */
let tour = none;
let made = none; // This is what was asked for; it is null for a tour from a file.
let isRestoring = false;

const options = { colour: "tour", numbers: false, through: false }; // of the view
const rememberSoon = debounced(remember);
const pose = new Pose({ moved: () => view.moved(), rested: rememberSoon });
const view = new SpaceView(stage, pose, options);
const player = new Player({ get length() { return tour?.moves.length ?? 0; }, from: 1, get to() { return tour?.size ?? 0; }, show: ride });
const transport = new Transport();

// What is shown

function show(answer) {
  player.stop();
  tour = spaceTour(answer);
  view.show(tour);
  if (!view.renderer) showFlat();
  const seed = made?.seed ?? answer.seed ?? null;
  const words = `${tour.title}${seed === null ? "" : `, no. ${seed}`}`;
  at("status").textContent = words;
  stage.setAttribute("aria-label", `${words}. Use the arrow keys to turn it.`);
  document.title = `${tour.title} – destrier`;
  fill(at("measures"), tour.measures);
  at("format").replaceChildren(...Object.entries(tour.formats).map(([value, words]) => new Option(words, value)));
  transport.refresh();
}

/** Show the drawing of the board laid flat, which an exported page holds for readers without scripts. */
async function showFlat() {
  const flat = embedded ? document.querySelector("noscript")?.textContent : await (await exported(Object.keys(tour.formats)[0])).text();
  stage.replaceChildren(make("img", { src: `data:image/svg+xml,${encodeURIComponent(flat ?? "")}`, alt: tour.title }));
  complain(new Error("This browser cannot draw in three dimensions, as WebGL is off, so the board is laid out flat."));
}

const tell = (square) => `Move ${number(tour.at[square] + 1)}: ${tour.names[square]}`;

// Making

/** What the form holds, as the server takes it. */
function asked(/** @type {any} */ { length, width, height, ...how }) {
  return { ...how, sides: [length, width, height].filter(Boolean) };
}

function showFields() {
  const board = field("board").value;
  const isFlat = !["space", "box"].includes(board);
  for (const part of form.querySelectorAll(".height")) part.hidden = isFlat;
  field("height").disabled = isFlat;
  for (const note of form.querySelectorAll("[data-of]")) note.hidden = !note.dataset.of.split(" ").includes(board);
  at("side-0").textContent = isFlat ? "Rows" : "Length";
  at("side-1").textContent = isFlat ? "Columns" : "Width";
}

/** Make what the form says; whether it was made. */
async function makeTour() {
  if (!form.reportValidity()) return false;
  const wanted = valuesOf(form);
  const told = await working("Making a tour", answer("/api/space", asked(wanted), "change"));
  if (!told) return false;
  made = wanted;
  show(told);
  remember();
  return true;
}

// The address

function remember() {
  rememberSoon.cancel();
  if (isRestoring || embedded) return;
  const move = player.position === null ? "" : Math.floor(player.position);
  const shown = { ...options, colour: options.colour === "tour" ? "" : options.colour, follow: at("follow").checked };
  history.replaceState(null, "", made ? write({ ...made, ...shown, turn: pose.text, move }) : location.pathname);
}

async function restore(hash = location.hash) {
  const state = read(hash);
  isRestoring = true;
  form.reset();
  for (const name of ["board", "kind", "minimize"]) choose(field(name), state[name]);
  for (const name of [...SIDES, "seed"]) if (state[name] > 0 || state[name] === Number(field(name).min)) field(name).value = state[name];
  showFields();
  for (const id of ["colour", "numbers", "through", "follow"]) setValue(at(id), state[id]);
  setOptions();
  pose.text = state.turn ?? "";
  if (!made || write(made) !== write(valuesOf(form))) await makeTour();
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
  if (position !== null && at("follow").checked) view.reveal(pointAt(tour, position));
}

function hover(square) {
  if (!tour) return;
  view.mark(square);
  stage.style.cursor = square < 0 ? "" : "pointer";
  if (square >= 0) at("readout").textContent = tell(square);
  else if (player.position === null) at("readout").textContent = "\u00a0";
}

function exported(format) {
  const look = { ...(options.numbers && { numbers: "true" }), ...(options.colour === "tour" && { colour_by: "tour" }) };
  return ask(address("/api/export-space", { format, ...look }), json(tour.file));
}

const readFile = async (bytes, format) =>
  (await ask(address("/api/read-space", { format }), { purpose: "change", ...post("application/octet-stream", bytes) })).json();

function showFile(told) {
  if (!told) return;
  made = null;
  for (const name of ["board", "kind"]) field(name).value = told[name];
  told.sides.forEach((side, place) => (field(SIDES[place]).value = side));
  showFields();
  show(told);
  remember();
}

// What each control does

function setOptions() {
  for (const id of Object.keys(options)) options[id] = valueOf(at(id));
  view.repaint();
  remember();
}

function listen() {
  Object.assign(view.listener, { hover, click: (square) => square >= 0 && transport.seek(tour.at[square]) });
  for (const id of Object.keys(options)) on(id, "change", setOptions);
  on("follow", "change", () => {
    if (player.position !== null) ride(player.position);
    remember();
  });
  listenToKeys([
    ...transport.keys,
    ...listenToZooms(view),
    CANCELLING,
    { help: "Turn the board", keys: arrows((right, down) => pose.turn([down, 0, right], STEP)) },
    { help: "Turn the board by 90°", keys: arrows((right, down) => pose.turn([down, 0, right], 9 * STEP), "Shift+") },
    ...(embedded ? [] : [{ help: "Make another tour", keys: { N: () => at("another").click() } }]),
  ]);
}

function listenToServer() {
  listenToForm(makeTour);
  form.addEventListener("change", showFields);
  listenToFiles(async (file, format) => {
    const read = file.arrayBuffer().then((bytes) => readFile(bytes, format));
    showFile(await working(`Reading ${file.name}`, read, { place: "file-error" }));
  });
  on("save", "click", () => {
    if (tour) save("Saving the tour", exported(at("format").value).then(named));
  });
  listenToAddress(restore, () => {
    remember();
    return made ? "" : "A link cannot hold a tour from a file. Save it as a file instead.";
  });
}

async function start() {
  listen();
  transport.use(player);
  transport.rested = rememberSoon;
  if (embedded) return show(embedded);
  showFields();
  listenToServer();
  const file = location.hash ? none : await ask("/api/space-file");
  if (file?.status === 200) showFile(await file.json());
  else await restore();
}

open(start);
