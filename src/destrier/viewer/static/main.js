// The page: what is shown, what was done to it, and what each control does.

import * as api from "./api.js";
import { Form } from "./form.js";
import { showChart, showCounts, showMeasures, showSteps } from "./panels.js";
import { Play } from "./play.js";
import { packShape, read, unpackShape, write } from "./state.js";
import { MOVES, Tourney } from "./tour.js";
import { BoardView } from "./view.js";
import { Walk } from "./walk.js";

const MOST_STEPS = 24;
const LONGEST_ADDRESS = 8000;
const MOST_BYTES = 40_000_000;
const PLAYED_SIDE = 8;
const PAINTED_SIDE = 200;
const WALKED = 4_000_000; // squares; larger boards are walked when that is asked for

const at = (id) => document.getElementById(id);
const stage = at("stage");

let form;
let mode = "watch";
let steps = []; // of each: name, tourney, and how the address tells it
let now = -1;
let isFromFile = false;
let rail = null;
let play = null;
let cursor = -1;
let hovered = -1;
let kept = null; // the tourney that is kept to compare, shown in a view of its own
let keptView = null;

const view = new BoardView(stage, { hover, click, paint });
const walk = new Walk(view, showRide);
view.overlay = drawOverlay;
view.paysDoubleClick = () => mode === "watch";

const tourney = () => steps[now]?.tourney ?? null;

// What is shown

function show(made) {
  if (mode === "shape" || mode === "play") setMode("watch", false);
  const board = boardOf(made);
  walk.playing = false;
  walk.position = view.position = null;
  rail = null;
  view.show(board, made);
  if (made.moves.length <= WALKED && made.cycleCount > 1 && at("colour").value === "plain") {
    at("colour").value = view.options.colour = "cycles";
  } else if (at("colour").value === "cycles" && made.moves.length <= WALKED && made.cycleCount === 1) {
    at("colour").value = view.options.colour = "plain";
  }
  const squares = made.moves.length <= WALKED ? `, ${made.size.toLocaleString("en")} squares` : "";
  const words = made.moves.length <= WALKED ? made.describe() : `${made.rows.toLocaleString("en")} × ${made.cols.toLocaleString("en")}`;
  at("status").textContent = `${words}${squares}`;
  stage.setAttribute("aria-label", `${words}. Arrows choose a square.`);
  document.title = `${words} – destrier`;
  at("readout").textContent = mode === "rails" ? railsExplained() : "\u00a0";
  document.querySelector("[data-change=shatter]").disabled = made.moves.length <= WALKED && made.isOpen;
  showRide();
  showSteps(at("steps"), steps, now, goTo);
  measure(made);
}

function boardOf(made) {
  let missing = false;
  for (let square = 0; square < made.moves.length && !missing; square++) missing = made.moves[square] === 0;
  return { rows: made.rows, cols: made.cols, missing, has: (row, col) => made.has(row, col) };
}

async function measure(made) {
  if (!form && !made.measures) {
    showCounts(at("measures"), made);
    for (const id of ["moves-chart", "relative-chart"]) at(id).parentElement.hidden = true;
    return;
  }
  for (const id of ["moves-chart", "relative-chart"]) at(id).parentElement.hidden = false;
  try {
    made.measures ??= await api.measure(made);
  } catch (error) {
    if (error.name !== "AbortError") complain(error, "error");
    return;
  }
  if (tourney() !== made) return;
  showMeasures(at("measures"), made.measures, kept !== made ? kept?.measures : null);
  showChart(at("moves-chart"), made.measures.moves, "Move");
  showChart(at("relative-chart"), made.measures.relative_moves, "Relative move");
}

/** Add a step, after the one that is shown. */
function add(name, made, code) {
  steps = [...steps.slice(0, now + 1), { name, tourney: made, code }];
  if (steps.length > MOST_STEPS) steps.splice(1, steps.length - MOST_STEPS);
  now = steps.length - 1;
  show(made);
  remember();
}

function goTo(index) {
  now = index;
  show(tourney());
  remember();
}

function complain(error, place) {
  if (error.name === "AbortError") return;
  at(place).textContent = error.message;
}

async function working(promise, place = "error") {
  at(place).textContent = "";
  stage.classList.add("busy");
  stage.setAttribute("aria-busy", "true");
  try {
    return await promise;
  } catch (error) {
    complain(error, place);
    return null;
  } finally {
    stage.classList.remove("busy");
    stage.removeAttribute("aria-busy");
  }
}

// Making and changing

async function make() {
  if (mode === "shape") commitShape();
  if (!form.form.reportValidity()) return;
  const [what, request] = form.request();
  const made = await working(api.make(what, request));
  if (!made) return;
  steps = [];
  now = -1;
  isFromFile = false;
  add("Made", made, null);
}

const NAMES = { shatter: "Shattered", join: "Joined", obfuscate: "Obfuscated", switch: "Rail switched" };

async function change(how, seed = crypto.getRandomValues(new Uint16Array(1))[0]) {
  const made = await working(api.change(how, tourney(), { seed }));
  if (made) add(NAMES[how], made, [how, seed]);
  return Boolean(made);
}

function switchRail(chosen) {
  const before = tourney().cycleCount;
  const made = tourney().switched(chosen);
  add(NAMES.switch, made, ["switch", chosen.square, chosen.primary, chosen.cross]);
  const by = made.cycleCount - before;
  at("readout").textContent = by < 0 ? "Two cycles became one." : by > 0 ? "One cycle became two." : "As many cycles as before.";
}

// Two side by side

/** Keep the tourney that is shown, or no longer the one that was kept. */
function keep() {
  kept = kept ? null : tourney();
  at("kept-stage").hidden = !kept;
  at("keep").setAttribute("aria-pressed", String(Boolean(kept)));
  at("keep").textContent = kept ? "Compare no longer" : "Keep to compare";
  if (kept) {
    keptView ??= new BoardView(at("kept-stage"));
    keptView.options = view.options;
    keptView.show(boardOf(kept), kept);
    at("kept-status").textContent = steps[now].name;
    at("kept-stage").setAttribute("aria-label", at("status").textContent);
  }
  view.linked = kept && keptView;
  if (keptView) keptView.linked = kept && view;
  view.fit();
  measure(tourney());
}

function rideKept() {
  if (!kept) return;
  const last = kept.size - (kept.isOpen ? 1 : 0);
  keptView.ride(walk.position === null ? null : Math.min(walk.position, last));
}

// The address

function remember() {
  if (!form) return;
  if (isFromFile) {
    history.replaceState(null, "", location.pathname);
    return;
  }
  const state = { ...form.state(), colour: view.options.colour === "plain" ? "" : view.options.colour };
  for (const name of ["numbers", "turns", "crossings"]) state[name] = view.options[name];
  if (form.shape) state.shape = packShape(form.shape);
  state.steps = steps.slice(1, now + 1).map((step) => step.code);
  const address = write(state);
  history.replaceState(null, "", address.length < LONGEST_ADDRESS ? address : location.pathname);
}

async function restore() {
  const state = read(location.hash);
  if (state.colour) at("colour").value = view.options.colour = state.colour;
  for (const name of ["numbers", "turns", "crossings"]) at(name).checked = view.options[name] = state[name] === "true";
  form.setShape(state.shape ? unpackShape(state.shape) : null);
  form.restore({ rows: 8, cols: 8, kind: "closed", seed: 1, ...state });
  await make();
  for (const [how, ...numbers] of state.steps ?? []) {
    if (how === "switch") {
      const [square, primary, cross] = numbers;
      if (!tourney()?.isRail({ square, primary, cross })) break;
      switchRail({ square, primary, cross });
    } else if (!(how in NAMES) || !tourney() || !(await change(how, numbers[0]))) break;
  }
}

// Modes: what a click on the board does

function setMode(chosen, shows = true) {
  mode = chosen;
  for (const button of at("modes").children) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  for (const id of ["transport", "change", "facts"]) at(id).hidden = mode === "shape" || mode === "play";
  at("shape-tools").hidden = mode !== "shape";
  at("play-tools").hidden = mode !== "play";
  view.paints = mode === "shape";
  stage.classList.toggle("paints", view.paints);
  at("readout").textContent = "\u00a0";
  cursor = -1;
  rail = null;
  walk.stop();
  if (mode === "shape") beginShape();
  else if (mode === "play") beginPlay();
  else if (shows && tourney()) show(tourney());
}

function railsExplained() {
  return tourney().isOpen
    ? "Rails of an open tour are not switched: a path and a cycle are no tourney."
    : "Point at two parallel moves a knight's move apart, and click to switch them.";
}

function formBoard() {
  if (form.shape) {
    const lines = form.shape.split("\n");
    return { rows: lines.length, cols: lines[0].length, missing: true, has: (row, col) => lines[row]?.[col] === "#" };
  }
  return { rows: Number(form.fields.rows.value), cols: Number(form.fields.cols.value), missing: false, has: () => true };
}

// Shape: squares are painted

let painted = null;
let brush = true;

function beginShape() {
  const { rows, cols, has } = formBoard();
  if (Math.max(rows, cols) > PAINTED_SIDE) {
    form.fields.rows.value = Math.min(rows, PAINTED_SIDE);
    form.fields.cols.value = Math.min(cols, PAINTED_SIDE);
    beginShape();
    return;
  }
  painted = Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => has(row, col)));
  showShape();
}

function showShape() {
  const board = { rows: painted.length, cols: painted[0].length, missing: true, has: (row, col) => painted[row][col] };
  view.show(board, null);
  const count = painted.flat().filter(Boolean).length;
  at("status").textContent = `A board of ${count.toLocaleString("en")} squares`;
}

function paint(square, isFirst) {
  if (square < 0) return;
  const { cols } = view.board;
  const [row, col] = [Math.floor(square / cols), square % cols];
  if (isFirst) brush = !painted[row][col];
  if (painted[row][col] === brush) return;
  painted[row][col] = brush;
  showShape();
}

/** Take the painted shape as the board of the form. */
function commitShape() {
  const isWhole = painted.every((row) => row.every(Boolean));
  const text = painted.map((row) => row.map((square) => (square ? "#" : ".")).join("")).join("\n");
  form.setShape(isWhole ? null : text);
  if (isWhole) [form.fields.rows.value, form.fields.cols.value] = [painted.length, painted[0].length];
}

async function loadShape(file) {
  if (!file) return;
  if (!file.type.startsWith("image/")) {
    const lines = (await file.text()).split("\n").map((line) => line.trimEnd());
    while (lines.at(-1) === "") lines.pop();
    const cols = Math.min(PAINTED_SIDE, Math.max(1, ...lines.map((line) => line.length)));
    painted = lines.slice(0, PAINTED_SIDE).map((line) => Array.from({ length: cols }, (_, col) => !". ".includes(line[col] ?? ".")));
  } else painted = await readImage(file);
  showShape();
}

/** Dark pixels are squares; a large image is made smaller. */
async function readImage(file) {
  const image = await createImageBitmap(file);
  const share = Math.min(1, PAINTED_SIDE / Math.max(image.width, image.height));
  const [cols, rows] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * share)));
  const canvas = Object.assign(document.createElement("canvas"), { width: cols, height: rows });
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, cols, rows);
  context.drawImage(image, 0, 0, cols, rows);
  const { data } = context.getImageData(0, 0, cols, rows);
  const isDark = (pixel) => 0.299 * data[pixel] + 0.587 * data[pixel + 1] + 0.114 * data[pixel + 2] < 128;
  return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => isDark(4 * (row * cols + col))));
}

// Play

function beginPlay() {
  const board = formBoard();
  play = new Play(board, form.kind !== "open");
  view.show(board, null);
  showPlay();
}

function showPlay(answer = "") {
  at("status").textContent = `Your own ${play.isClosed ? "closed" : "open"} tour of ${play.board.rows} × ${play.board.cols}`;
  at("play-status").textContent = answer || play.describe();
  at("play-undo").disabled = at("play-again").disabled = !play.path.length;
  at("play-hint").setAttribute("aria-pressed", String(play.hints));
  at("play-can").hidden = Math.max(play.board.rows, play.board.cols) > PLAYED_SIDE || play.isFinished;
  at("play-can").disabled = !play.path.length;
  at("play-show").hidden = !play.way;
  at("play-use").hidden = !play.isFinished;
  view.redrawTop();
}

function playTo(square) {
  if (!play.go(square)) return;
  play.way = null;
  showPlay();
}

async function askFinish() {
  const { rows, cols } = play.board;
  const asked = play.path.length;
  const request = { kind: play.isClosed ? "closed" : "open", path: play.path.map((square) => [Math.floor(square / cols), square % cols]) };
  const board = form.shape ? { shape: form.shape } : { rows, cols };
  at("play-status").textContent = "Looking…";
  try {
    const answer = await api.finish({ ...request, ...board });
    if (asked !== play.path.length) return;
    play.way = answer.can ? answer.path.map(([row, col]) => row * cols + col) : null;
    showPlay(answer.can ? "Yes, it can." : answer.can === false ? "No: whatever you do, it cannot be finished from here." : "Nobody knows: the search gave up.");
  } catch (error) {
    if (error.name !== "AbortError") showPlay(error.message);
  }
}

function usePlayed() {
  isFromFile = true;
  steps = [];
  now = -1;
  const made = play.tour();
  add("Played", made, null);
}

// The pointer on the board

function hover(square, point) {
  hovered = square;
  if (mode === "rails" && tourney() && !tourney().isOpen && !view.isImage) {
    rail = Number.isNaN(point[0]) ? null : tourney().railNear(...point);
    stage.style.cursor = rail ? "pointer" : "";
  } else {
    stage.style.cursor = "";
    if (mode !== "rails") at("readout").textContent = square < 0 ? "\u00a0" : tell(square);
  }
  view.redrawTop();
}

/** Where a square is, and when it is visited. */
function tell(square) {
  const { cols, has } = view.board;
  const [row, col] = [Math.floor(square / cols), square % cols];
  const where = `row ${row}, column ${col}`;
  if (!has(row, col)) return `${where}: no square`;
  if (mode === "play") {
    const visit = play.path.indexOf(square);
    return visit < 0 ? (play.legal?.includes(square) ? `${where}: a legal move, ${play.waysOn(square)} ways on` : where) : `${where}: move ${visit}`;
  }
  if (!view.tourney || !(view.tourney._walk || view.tourney.moves.length <= WALKED)) return where;
  const position = view.tourney.walk.at[square];
  const cycle = view.tourney.cycleCount > 1 ? `, cycle ${view.tourney.cycleAt(position) + 1}` : "";
  return `${where}: move ${position.toLocaleString("en")}${cycle}${view.tourney.isTurn(square) ? ", a turn" : ""}`;
}

function click(square, point) {
  if (mode === "play") playTo(square);
  else if (mode === "rails" && tourney() && !tourney().isOpen && !view.isImage) {
    const chosen = tourney().railNear(...point);
    if (chosen) switchRail(chosen);
  } else if (mode === "watch" && tourney() && square >= 0 && tourney().moves[square]) {
    walk.pause();
    walk.put(tourney().walk.at[square]);
  }
}

function drawOverlay(context) {
  if (mode === "play" && play) play.draw(context, view);
  if (rail) drawRail(context);
  const square = cursor >= 0 ? cursor : mode === "watch" || mode === "play" ? hovered : -1;
  if (square >= 0 && view.scale >= 5) {
    const [x, y] = view.centre(square);
    const half = view.scale / 2;
    context.strokeStyle = view.theme.accent;
    context.lineWidth = cursor >= 0 ? 2.5 : 1.25;
    context.strokeRect(x - half, y - half, 2 * half, 2 * half);
  }
}

function drawRail(context) {
  const { square, primary, cross } = rail;
  const [row, col] = [Math.floor(square / view.board.cols), square % view.board.cols];
  const corner = (...moves) => view.centre(moves.reduce((sum, move) => sum + MOVES[move][0] * view.board.cols + MOVES[move][1], row * view.board.cols + col));
  const [near, ahead, across, far] = [corner(), corner(primary), corner(cross), corner(primary, cross)];
  const line = (from, to) => {
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  };
  context.lineWidth = Math.max(3, view.scale * 0.26);
  context.strokeStyle = view.theme.rail;
  context.globalAlpha = 0.75;
  line(near, ahead);
  line(across, far);
  context.globalAlpha = 1;
  context.lineWidth = Math.max(2, view.scale * 0.11);
  context.setLineDash([view.scale * 0.22, view.scale * 0.22]);
  context.strokeStyle = view.theme.switched;
  line(near, across);
  line(ahead, far);
  context.setLineDash([]);
}

function redraw() {
  view.redraw();
  if (kept) keptView.redraw();
}

// The ride

function showRide() {
  if (kept && keptView.position !== walk.position) rideKept();
  const { position, moves, playing } = { position: walk.position, moves: rideLength(), playing: walk.playing };
  const step = position === null ? 0 : Math.floor(position);
  at("scrub").max = at("goto").max = moves;
  at("scrub").value = step;
  if (document.activeElement !== at("goto")) at("goto").value = position === null ? "" : step;
  at("of").textContent = `of ${moves.toLocaleString("en")}`;
  at("play").classList.toggle("playing", playing);
  at("play").setAttribute("aria-label", playing ? "Stop" : "Ride");
  at("whole").disabled = position === null;
  if (position !== null && tourney() && (hovered < 0 || !playing)) {
    at("readout").textContent = tell(tourney().walk.order[Math.min(step, tourney().size - 1)]);
  }
}

const rideLength = () => (!tourney() ? 0 : tourney()._walk || tourney().moves.length <= WALKED ? walk.moves : tourney().moves.length);

function setSpeed() {
  walk.speed = Walk.rate(Number(at("speed").value), rideLength());
}

function rideTo(position) {
  if (!tourney()) return;
  walk.pause();
  walk.put(position);
  if (position < tourney().size) view.reveal(tourney().walk.order[Math.floor(position)]);
}

// Files

async function openFile(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) {
    at("file-error").textContent = "This file is too large for the viewer, which takes up to 40 MB.";
    return;
  }
  const format = file.name.split(".").pop().toLowerCase();
  const made = await working(api.read(await file.arrayBuffer(), format), "file-error");
  if (made) showFile(made, file.name);
}

function showFile(made, name) {
  isFromFile = true;
  steps = [];
  now = -1;
  form.setShape(null);
  [form.fields.rows.value, form.fields.cols.value] = [made.rows, made.cols];
  add(name, made, null);
}

async function save() {
  if (!tourney()) return;
  const options = Object.fromEntries(["numbers", "turns", "crossings"].filter((name) => view.options[name]).map((name) => [name, true]));
  const saved = await working(api.exported(tourney(), at("format").value, options), "file-error");
  if (!saved) return;
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(saved.file), download: saved.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function share() {
  if (isFromFile) {
    at("file-error").textContent = "What came from a file, or was played, is not in the link: save it instead.";
    return;
  }
  await navigator.clipboard.writeText(location.href);
  at("share").textContent = "Copied";
  setTimeout(() => (at("share").textContent = "Copy link"), 1500);
}

// Keys

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function moveCursor([drow, dcol]) {
  const { rows, cols } = view.board;
  const from = cursor >= 0 ? cursor : (play?.last ?? 0);
  const row = Math.max(0, Math.min(rows - 1, Math.floor(from / cols) + (cursor < 0 ? 0 : drow)));
  const col = Math.max(0, Math.min(cols - 1, (from % cols) + (cursor < 0 ? 0 : dcol)));
  cursor = row * cols + col;
  view.reveal(cursor);
  at("readout").setAttribute("aria-live", "polite");
  at("readout").textContent = tell(cursor);
  view.redrawTop();
}

function press(event) {
  const isTyping = event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea, dialog");
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !isTyping) {
    if (mode === "play") at("play-undo").click();
    else if (now > 0) goTo(now - 1);
    event.preventDefault();
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const isOnBoard = event.target === stage;
  if (isOnBoard && event.key in ARROWS) {
    const [drow, dcol] = ARROWS[event.key];
    if (event.shiftKey) view.pan(-60 * dcol, -60 * drow);
    else moveCursor(ARROWS[event.key]);
  } else if (isOnBoard && event.key === "Enter" && cursor >= 0) {
    if (mode === "shape") paint(cursor, true);
    else click(cursor, [Math.floor(cursor / view.board.cols), cursor % view.board.cols]);
  } else if (event.key === " " && !event.target.closest("button, input, label")) {
    if (!at("transport").hidden) at("play").click();
  } else if (KEYS[event.key] && !(event.target.type === "range" && ["Home", "End"].includes(event.key))) KEYS[event.key]();
  else return;
  event.preventDefault();
}

const rides = (action) => () => !at("transport").hidden && action();

const KEYS = {
  ",": rides(() => walk.step(-1)),
  ".": rides(() => walk.step(1)),
  Home: rides(() => rideTo(0)),
  End: rides(() => rideTo(rideLength())),
  "+": () => view.zoom(1.4),
  "=": () => view.zoom(1.4),
  "-": () => view.zoom(1 / 1.4),
  0: () => view.fit(),
  n: () => form && at("another").click(),
  "?": () => at("help").showModal(),
};

// What each control does

const on = (id, event, action) => at(id).addEventListener(event, action);

function listenToForm() {
  form.form.addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  form.form.addEventListener("change", () => {
    if (mode === "play") beginPlay();
    else if (mode === "shape" && !form.shape) beginShape();
  });
  on("another", "click", () => {
    form.newSeed();
    make();
  });
  on("shape-clear", "click", () => {
    form.setShape(null);
    if (mode === "shape") beginShape();
    else make();
  });
  for (const button of document.querySelectorAll("[data-change]")) {
    button.addEventListener("click", () => tourney() && change(button.dataset.change));
  }
  on("shape-fill", "click", () => {
    painted = painted.map((row) => row.map(() => true));
    showShape();
  });
  on("shape-none", "click", () => {
    painted = painted.map((row) => row.map(() => false));
    showShape();
  });
  on("shape-file", "change", ({ target }) => loadShape(target.files[0]));
  on("shape-make", "click", make);
  listenToPlay();
  on("open", "change", ({ target }) => {
    openFile(target.files[0]);
    target.value = "";
  });
  on("save", "click", save);
  on("share", "click", share);
  stage.addEventListener("dragover", (event) => event.preventDefault());
  stage.addEventListener("drop", (event) => {
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
  addEventListener("hashchange", restore);
}

function listenToBoard() {
  at("modes").addEventListener("click", ({ target }) => target.dataset.mode && setMode(target.dataset.mode));
  at("zooms").addEventListener("click", ({ target }) => {
    if (target.dataset.zoom === "fit") view.fit();
    else if (target.dataset.zoom) view.zoom(Number(target.dataset.zoom));
  });
  on("play", "click", () => {
    setSpeed();
    if (walk.playing) walk.pause();
    else walk.play();
  });
  on("back", "click", () => walk.step(-1));
  on("onward", "click", () => walk.step(1));
  on("scrub", "input", () => rideTo(Number(at("scrub").value)));
  on("goto", "change", () => rideTo(Math.min(rideLength(), Math.max(0, Math.floor(Number(at("goto").value) || 0)))));
  on("speed", "input", setSpeed);
  on("whole", "click", () => walk.stop());
  on("colour", "change", () => {
    view.options.colour = at("colour").value;
    redraw();
    remember();
  });
  for (const name of ["numbers", "turns", "crossings"]) {
    on(name, "change", () => {
      view.options[name] = at(name).checked;
      redraw();
      remember();
    });
  }
  on("keep", "click", () => tourney() && keep());
  on("help-open", "click", () => at("help").showModal());
  addEventListener("keydown", press);
}

function listenToPlay() {
  on("play-undo", "click", () => {
    play.undo();
    play.way = null;
    showPlay();
  });
  on("play-again", "click", () => {
    play.again();
    play.way = null;
    showPlay();
  });
  on("play-hint", "click", () => {
    play.hints = !play.hints;
    showPlay();
  });
  on("play-can", "click", askFinish);
  on("play-show", "click", () => {
    play.path = play.way;
    play.way = null;
    showPlay();
  });
  on("play-use", "click", usePlayed);
}

/** Show the tourney that is in this page, which has no server. */
function startAlone({ npy, start, measures }) {
  document.body.classList.add("alone");
  const bytes = Uint8Array.from(atob(npy), (letter) => letter.charCodeAt(0));
  const made = Tourney.fromNpy(bytes.buffer, start && start[0] * measures.cols + start[1]);
  made.measures = measures;
  listenToBoard();
  add("Shown", made, null);
}

async function start() {
  const embedded = at("embedded");
  if (embedded) {
    startAlone(JSON.parse(embedded.textContent));
    document.body.dataset.ready = "true";
    return;
  }
  form = new Form(at("form"), await api.algorithms());
  listenToForm();
  listenToBoard();
  const file = location.hash ? null : await api.openedFile();
  if (file) {
    form.restore({ rows: file.rows, cols: file.cols, kind: "closed", seed: 1 });
    showFile(file, "Opened");
  } else await restore();
  document.body.dataset.ready = "true";
}

start().catch((error) => complain(error, "error"));
