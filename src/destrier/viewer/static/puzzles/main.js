// This is the Puzzles page: which puzzle is played, and what each control does.

import { at, choose, debounced, make, none, on, setValue } from "../shared/dom.js";
import { arrows, listenToKeys } from "../shared/keys.js";
import { answered, embedded, field, listenToAddress, listenToForm, open, valuesOf } from "../shared/page.js";
import { answer as asked } from "../shared/request.js";
import { move as movePicture, stars } from "../shared/sheet.js";
import { filled, read, write } from "../shared/state.js";
import { CANCELLING, working } from "../shared/working.js";
import { BoardView, spell } from "./board.js";
import { Game, keep, recall } from "./game.js";

const PAUSE = 1000; // milliseconds after which a number that could go on is complete

const form = at("form");

/** @type {Game} */
let game = none;
let made = none; // what was asked for
let steps = none; // the deductions that solve the puzzle, once they are asked for
let seconds = 0;
let chosen = 0; // the square of the keyboard
let typed = ""; // digits of a number that may go on
let isPencil = false;
let hinted = none; // the step that a hint tells, and the squares of which it speaks
let checked = new Map(); // what was found to be wrong, by square

const view = new BoardView(at("stage"), click);
const settleSoon = debounced(settle, PAUSE);

// What is shown

function show(puzzle) {
  if (!game) listenToPlay();
  game = new Game(puzzle);
  const kept = recall(puzzle);
  if (kept) game.state = kept.state;
  seconds = kept?.seconds ?? 0;
  steps = puzzle.steps ?? none;
  chosen = Math.max(0, game.from);
  [typed, hinted, checked] = ["", none, new Map()];
  const { title, kind, grade } = puzzle;
  at("status").textContent = `${title.replaceAll(" x ", " × ")}, ${kind}, ${grade}`;
  const back = game.isClosed ? `, and from ${game.size} back to 1` : "";
  at("goal").textContent = `Place the numbers 1 to ${game.size}: each ${game.move} from the one before${back}.`;
  at("number").max = game.size;
  document.title = `${at("status").textContent} – puzzle – destrier`;
  view.show(game);
  tell(game.isSolved ? "" : `Click a square to place ${game.next}.`);
  refresh();
  if (embedded) showList();
}

function refresh() {
  const wrong = new Set([...checked].filter(([square, number]) => game.numbers[square] === number).map(([square]) => square));
  const shown = { chosen, typed, wrong, hinted: new Set(hinted?.squares), lines: at("lines").checked, moves: at("moves").checked };
  view.refresh(shown);
  at("number").value = game.next || "";
  at("progress").textContent = `${game.placed} of ${game.size}`;
  at("undo").disabled = !game.now;
  at("redo").disabled = game.now === game.states.length - 1;
  at("erase").disabled = game.givens[chosen] > 0 || (!game.numbers[chosen] && !game.notes[chosen].length);
  at("pencil").setAttribute("aria-pressed", String(isPencil));
  at("stage").classList.toggle("pencils", isPencil);
  at("place").hidden = !hinted;
  at("place").textContent = hinted ? `Place ${hinted.number}` : "";
  at("play").hidden = game.isSolved;
  at("solved").hidden = !game.isSolved;
  at("solved-time").textContent = at("timer").checked ? `in ${time()}` : "";
  showTime();
  if (embedded) parent.postMessage({ numbers: game.numbers, isSolved: game.isSolved }, "*"); // A notebook listens.
}

const time = () => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function showTime() {
  at("clock").textContent = time();
  at("clock").hidden = !at("timer").checked;
}

/** Say something about what was just done. @param {string[]} words */
const tell = (...words) => at("told").replaceChildren(...words.map((part) => make("p", {}, part)));

/** Show what was done, with words if there are any. @param {string | void} words */
function changed(words) {
  [typed, hinted] = ["", none];
  settleSoon.cancel();
  keepGame();
  refresh();
  if (embedded) showList();
  if (game.isSolved) tell(`All ${game.size} numbers are right.`);
  else if (words) tell(words);
  else if (game.allowed(game.next).length) tell(`${game.next} comes next.`);
  else tell(`No free square is left for ${game.next}. Take something back.`);
}

const keepGame = () => keep(game.puzzle, { state: game.state, seconds });

/** Place the next number on an empty square, or go on from a number that is there. */
function click(square) {
  settle();
  chosen = square;
  if (game.isSolved) return;
  if (isPencil) note(square);
  else if (game.numbers[square]) changed(game.follow(square));
  else changed(game.place(square));
}

function note(square, number = game.next) {
  game.note(square, number);
  changed(`${game.notes[square].includes(number) ? "Noted" : "Not noted"}: ${number}.`);
}

function erase(square = chosen) {
  if (typed) return changed("Not placed.");
  if (!game.erase(square)) return;
  if (game.from >= 0) chosen = game.from;
  changed();
}

function move(right, down) {
  settle();
  const { sheet: [rows, cols], places } = game.puzzle;
  let [row, col] = places[chosen];
  let square = -1;
  do {
    [row, col] = [row + down, col + right];
    square = places.findIndex(([own, other]) => own === row && other === col);
  } while (square < 0 && row >= 0 && col >= 0 && row < rows && col < cols);
  if (square >= 0) chosen = square;
  view.element.focus();
  refresh();
}

/** Take a digit; a number is complete once no other digit can follow. */
function type(digit) {
  if (game.isSolved || (digit === "0" && !typed)) return;
  typed = Number(typed + digit) > game.size ? digit : typed + digit;
  if (Number(typed) * 10 > game.size) return settle();
  refresh();
  settleSoon();
}

function settle() {
  settleSoon.cancel();
  const number = Number(typed);
  typed = "";
  if (!number) return;
  if (isPencil) note(chosen, number);
  else changed(game.place(chosen, number));
}

function draw() {
  isPencil = !isPencil;
  tell(isPencil ? "Clicks and digits make notes now." : "Clicks and digits place numbers now.");
  refresh();
}

function check() {
  const { wrong } = game;
  checked = new Map(wrong.map((square) => [square, game.numbers[square]]));
  hinted = none;
  if (wrong.length) tell(wrong.length > 1 ? `${wrong.length} numbers are wrong.` : "One number is wrong.");
  else tell("No number is wrong.");
  refresh();
  return wrong.length > 0;
}

/** Explain the next step that a person can take, with the names of squares as shown beside the board. @returns {Promise<void>} */
async function hint() {
  if (game.isSolved) return;
  if (check()) return tell("First take back what is wrong.");
  if (!steps) {
    const before = game;
    const told = await working("Looking for the next step", asked("/api/puzzle-steps", made));
    if (!told || before !== game) return;
    steps = told.steps;
    return hint(); // of what is missing now, as the player may have gone on meanwhile
  }
  const listed = game.hint(steps);
  const { square, number } = /** @type {any} */ (listed.at(-1));
  const { names } = game.puzzle;
  const name = new RegExp(`\\b(${names.join("|")})\\b`, "g");
  const spoken = listed.flatMap(({ text }) => text.match(name) ?? []).map((found) => names.indexOf(found));
  hinted = { number, square: game.squareNamed(square), squares: spoken };
  chosen = hinted.square;
  tell(...listed.map(({ text }) => text.replaceAll(name, (found) => spell(game.puzzle, names.indexOf(found)))));
  refresh();
}

// Puzzles

function request() {
  const { rows, cols, kind, difficulty, amount, givens, symmetric, seed } = valuesOf(form);
  return filled({ rows, cols, kind, difficulty, minimal: amount === "minimal", givens, symmetric, seed });
}

/** Make the puzzle that the form asks for; the browser's Back leads to the one before, unless this `replaces` it. */
async function makePuzzle(replaces = false) {
  if (!form.reportValidity()) return;
  const wanted = request();
  const answer = await working("Making a puzzle", asked("/api/puzzle", wanted));
  if (!answer) return;
  if (!answered.has("puzzle-steps")) takeReady(wanted, answer);
  made = { ...wanted, seed: answer.seed }; // of the ready puzzles, those of a page without a server, a larger one is another
  field("seed").value = answer.seed;
  if (replaces || write(made) === location.hash) history.replaceState(null, "", write(made));
  else history.pushState(null, "", write(made));
  show(answer);
}

/** Take the choices of a ready puzzle, and say so if others were made, as for the sides of a tour. */
function takeReady(wanted, { rows, cols, kind }) {
  const { minimal, givens, symmetric } = wanted;
  const isOther = minimal || givens || symmetric || wanted.rows !== rows || wanted.cols !== cols || wanted.kind !== kind;
  if (!isOther) return;
  for (const name of ["minimal", "givens", "symmetric"]) delete wanted[name];
  Object.assign(wanted, { rows, cols, kind });
  for (const [name, value] of Object.entries({ rows, cols, kind, amount: "", symmetric: false })) setValue(field(name), value);
  showGivens();
  at("error").textContent = `The puzzle that was asked for takes an installation. This is another one: this page has ${kind} puzzles of ${rows} × ${cols}.`;
}

/** Make the puzzle that the address holds, or play that of several. */
async function restore(hash = location.hash) {
  const state = read(hash);
  if (embedded) return show(embedded.puzzles[Math.min(Math.max(1, state.puzzle ?? 1), embedded.puzzles.length) - 1]);
  form.reset();
  for (const name of ["rows", "cols", "givens"]) if (state[name]) field(name).value = state[name];
  if ("seed" in state) field("seed").value = state.seed;
  if ("rows" in state) choose(field("difficulty"), state.difficulty);
  field("amount").value = state.minimal === "true" ? "minimal" : "givens" in state ? "number" : "";
  for (const name of ["kind", "symmetric"]) setValue(field(name), state[name]);
  showGivens();
  await makePuzzle(true);
}

function showGivens() {
  at("givens").hidden = field("givens").disabled = field("amount").value !== "number";
}

/** List the puzzles of a page that has several, with those that are solved. */
function showList() {
  const { puzzles } = embedded;
  at("list").hidden = puzzles.length < 2;
  at("list").querySelector("ol").replaceChildren(...puzzles.map((puzzle, place) => {
    const state = puzzle === game.puzzle ? game.state : recall(puzzle)?.state;
    const isSolved = state?.numbers.every(Boolean);
    const words = `${place + 1}. ${puzzle.grade}${isSolved ? " ✓" : ""}`;
    const ariaCurrent = puzzle === game.puzzle ? "true" : null;
    return make("li", {}, make("button", { type: "button", className: "quiet", ariaCurrent, onclick: () => goTo(place) }, words));
  }));
}

/** Go on to another puzzle once one is solved. */
function goOn() {
  if (!embedded) return at("another").click();
  goTo((embedded.puzzles.indexOf(game.puzzle) + 1) % embedded.puzzles.length);
}

const goTo = (/** @type {number} */ place) => (location.hash = `puzzle=${place + 1}`);

// What each control does

function listenToPlay() {
  at("side").hidden = false;
  on("before", "click", () => changed(game.turn(-1)));
  on("after", "click", () => changed(game.turn(1)));
  on("number", "change", () => changed(game.choose(Number(at("number").value))));
  on("undo", "click", () => changed(game.undo()));
  on("redo", "click", () => changed(game.redo()));
  on("erase", "click", () => erase());
  on("pencil", "click", draw);
  on("check", "click", check);
  on("hint", "click", hint);
  on("place", "click", () => {
    chosen = hinted.square;
    changed(game.place(chosen, hinted.number));
  });
  on("onward", "click", goOn);
  on("restart", "click", () => changed(game.restart()));
  on("print", "click", () => print());
  for (const id of ["lines", "moves", "timer"]) on(id, "change", refresh);
  at("onward").hidden = embedded?.puzzles.length < 2;
  if (embedded) at("onward").textContent = "Next puzzle";
  const digits = Object.fromEntries(Array.from("0123456789", (digit) => [digit, () => type(digit)]));
  listenToKeys([
    { help: "Choose a square", keys: arrows(move) },
    { help: "Place this number on the chosen square", keys: digits },
    { help: "Place the next number, or go on from the one there", on: view.element, keys: { Enter: enter, Space: enter } },
    { help: "Erase", keys: { Delete: () => erase(), Backspace: () => erase() } },
    { help: "Previous number, next number", keys: { ",": () => at("before").click(), ".": () => at("after").click() } },
    { help: "Undo", keys: { "Ctrl+Z": () => at("undo").click() } },
    { help: "Redo", keys: { "Ctrl+Shift+Z": () => at("redo").click(), "Ctrl+Y": () => at("redo").click() } },
    { help: "Pencil", keys: { P: draw } },
    { help: "Check", keys: { C: check } },
    { help: "Hint", keys: { H: hint } },
    { help: "Print", keys: { "Ctrl+P": () => print() } },
    CANCELLING,
    ...(embedded ? [] : [{ help: "New puzzle", keys: { N: () => at("another").click() } }]),
  ]);
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", keepGame);
  addEventListener("beforeprint", () => {
    at("heads").replaceChildren(stars(game.puzzle.grade), ...(game.puzzle.leaper ? [] : [movePicture()]));
    at("solution").replaceChildren(make("h2", {}, "Solution"), view.solution());
  });
  addEventListener("afterprint", () => [at("heads"), at("solution")].forEach((part) => part.replaceChildren()));
}

const enter = () => (typed ? settle() : click(chosen));

function tick() {
  if (game.isSolved || document.hidden) return;
  seconds += 1;
  showTime();
}

function listenToServer() {
  listenToForm(() => makePuzzle());
  on("form", "change", showGivens);
}

open(() => {
  if (!embedded) listenToServer();
  listenToAddress(restore);
  return restore();
});
