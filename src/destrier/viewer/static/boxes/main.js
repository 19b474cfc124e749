// The page of boxes: what is shown, and what each control does.

import { at, choose, complain, copy, download, fill, listenToFiles, number, working } from "../shared/dom.js";
import { Player } from "../shared/player.js";
import { read, write } from "../shared/state.js";
import { Transport } from "../shared/transport.js";
import * as api from "./api.js";
import { BoxTour } from "./tour.js";
import { BoxView } from "./view.js";

const STEP = Math.PI / 18; // of a turn by a key
const SIDES = ["length", "width", "height"];
const SEEDS = 1_000_000;

const { form } = document.forms;
const field = (name) => form.elements.namedItem(name); // as `length` is that of the elements
const stage = at("stage");
const embedded = at("embedded"); // the tour, in a page that has no server

let tour = null;
let made = null; // what was asked for; null for a file
let isRestoring = false;

const view = new BoxView(stage, rememberSoon);
Object.assign(view.listeners, { hover, click });
const player = new Player({ length: () => tour?.size ?? 0, show: ride });
const transport = new Transport();

// What is shown

function show(answer) {
  tour = new BoxTour(answer);
  player.stop();
  view.show(tour);
  const words = `${tour.describe()}, ${number(tour.size)} squares`;
  at("status").textContent = words;
  stage.setAttribute("aria-label", `${words}. Arrows turn it.`);
  document.title = `${tour.describe()} – destrier`;
  showMeasures();
  transport.refresh();
}

function showMeasures() {
  const { squares, passed, edges, longest } = tour.measure();
  const over = passed[1] + passed[2];
  const ranked = [...edges].sort(([, one], [, other]) => other - one);
  const [[busiest, most], [rarest, least]] = [ranked[0], ranked.at(-1)];
  fill(at("measures"), [
    ["Squares", number(squares)],
    ["Over an edge", number(over), `${((100 * over) / squares).toFixed(1)} % of the moves`],
    ...(passed[2] ? [["Over two edges", number(passed[2])]] : []),
    ["Busiest edge", busiest, `${number(most)} moves`],
    ["Quietest edge", rarest, `${number(least)} moves`],
    ["Longest on a face", `${number(longest)} squares`],
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
  const answer = await working(api.make(asked));
  if (!answer) return false;
  made = asked;
  show(answer);
  remember();
  return true;
}

function another() {
  field("seed").value = crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
  make();
}

// The address

function remember() {
  clearTimeout(remember.soon);
  if (isRestoring || embedded) return;
  const { colour, numbers, through } = view.options;
  const move = player.position === null ? "" : Math.floor(player.position);
  const shown = { colour: colour === "plain" ? "" : colour, numbers, through, follow: at("follow").checked };
  history.replaceState(null, "", made ? write({ ...made, ...shown, turn: view.pose.text, move }) : location.pathname);
}

function rememberSoon() {
  clearTimeout(remember.soon);
  remember.soon = setTimeout(remember, 300);
}

/** Show what the address says. */
async function restore() {
  const state = read(location.hash);
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
  if (position === null) {
    at("readout").textContent = "\u00a0";
    return;
  }
  if (at("follow").checked) view.reveal(tour.pointAt(position)[0]);
  at("readout").textContent = tell(tour.order[Math.floor(position) % tour.size]);
}

function hover(square) {
  if (!tour) return;
  view.mark(square);
  stage.style.cursor = square < 0 ? "" : "pointer";
  if (square >= 0) at("readout").textContent = tell(square);
  else if (player.position === null) at("readout").textContent = "\u00a0";
}

function click(square) {
  if (tour && square >= 0) transport.seek(tour.at[square]);
}

// Files

async function openFile(file) {
  const answer = await working(file.arrayBuffer().then(api.read), "file-error");
  if (answer) showFile(answer);
}

function showFile(answer) {
  made = null;
  SIDES.forEach((name, place) => (field(name).value = answer.box[place]));
  show(answer);
  remember();
}

async function save() {
  if (!tour) return;
  const saved = await working(api.exported(tour, at("format").value), "file-error");
  if (saved) download(saved);
}

function share() {
  if (!made) {
    complain(new Error("What came from a file is not in the link: save it instead."), "file-error");
    return;
  }
  remember();
  copy(at("share"), location.href);
}

// Keys

const ARROWS = { ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0], ArrowLeft: [0, 0, -1], ArrowRight: [0, 0, 1] }; // axes

const KEYS = {
  ",": () => player.step(-1),
  ".": () => player.step(1),
  Home: () => transport.seek(0),
  End: () => transport.seek(player.moves),
  "+": () => view.zoom(1.4),
  "=": () => view.zoom(1.4),
  "-": () => view.zoom(1 / 1.4),
  0: () => view.fit(),
  n: () => embedded || another(),
  "?": () => at("help").showModal(),
};

function press(event) {
  const isTyping = event.target.closest("input:not([type=range]):not([type=checkbox]), select, dialog");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !tour) return;
  const isSlider = event.target.type === "range";
  if (event.key in ARROWS && !isSlider) view.pose.turn(ARROWS[event.key], event.shiftKey ? 9 * STEP : STEP);
  else if (event.key === " " && !event.target.closest("button, input, label, a")) transport.toggle();
  else if (KEYS[event.key] && !(isSlider && ["Home", "End"].includes(event.key))) KEYS[event.key]();
  else return;
  event.preventDefault();
}

// What each control does

function setOptions() {
  view.options = { colour: at("colour").value, numbers: at("numbers").checked, through: at("through").checked };
  view.repaint();
}

const on = (id, event, action) => at(id).addEventListener(event, action);

function listen() {
  for (const id of ["colour", "numbers", "through"]) {
    on(id, "change", () => {
      setOptions();
      remember();
    });
  }
  on("follow", "change", () => {
    if (player.position !== null) ride(player.position);
    remember();
  });
  on("zooms", "click", ({ target }) => {
    if (target.dataset.zoom === "fit") view.fit();
    else if (target.dataset.zoom) view.zoom(Number(target.dataset.zoom));
  });
  on("help-open", "click", () => at("help").showModal());
  addEventListener("keydown", press);
}

/** What there is with a server only. */
function listenToForm() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  on("another", "click", another);
  listenToFiles(openFile);
  on("save", "click", save);
  on("share", "click", share);
  addEventListener("hashchange", restore);
}

async function start() {
  listen();
  transport.use(player);
  const refresh = player.changed;
  player.changed = () => {
    refresh();
    if (!player.playing) rememberSoon();
  };
  if (embedded) {
    document.body.classList.add("alone");
    show(JSON.parse(embedded.textContent));
  } else {
    listenToForm();
    const file = location.hash ? null : await api.opened();
    if (file) showFile(file);
    else await restore();
  }
  document.body.dataset.ready = "true";
}

start();
