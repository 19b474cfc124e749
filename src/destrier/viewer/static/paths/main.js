// The page of closed paths: which classes are listed, which one is seen at large, and what each control does.

import { at, copy, debounced, fill, isCalm, make, none, number, on, onSubmit, setValue } from "../shared/dom.js";
import { listenToKeys } from "../shared/keys.js";
import { listenToAddress, open as openPage, valuesOf } from "../shared/page.js";
import { Player } from "../shared/player.js";
import { answer as asked, ask, json } from "../shared/request.js";
import { filled, read, write } from "../shared/state.js";
import { showPlaying } from "../shared/transport.js";
import { save, working } from "../shared/working.js";
import { PathList, lastOnly } from "./list.js";
import { PathView, draw } from "./picture.js";

const RIDDEN = 2.5; // moves a second, or more
const LONGEST_RIDE = 12; // seconds
const LISTED = 12; // moves of the longest paths that are listed
const DRAWN = 12_000; // paths on the largest sheet
const LONGEST_ADDRESS = 8000;
const FIRST = { k: 8, order: "code" };

const form = at("filters");
const narrow = matchMedia("(max-width: 720px)"); // where the list is above what is chosen
const termed = (words, title) => make("span", { title }, words); // plain words, and the terms of the papers
const many = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;

let chosen = none; // what can be said of the path that is seen at large
let listed = none; // the last answer about the list

const rememberSoon = debounced(remember); // an address may not be written all the time
const list = new PathList(at("list"), { ask: (request) => asked("/api/paths", request), caption, describe, moved, open: ({ word }) => open(word, narrow.matches) });
const view = new PathView(at("picture"));
const player = new Player({ get length() { return view.moves; }, from: 0, get to() { return view.moves; }, show: (position) => view.ride(position) });
const look = lastOnly((path) => asked("/api/path", { path }));
const drawn = async (what, request) => (await ask(`/api/${what}-svg`, json(request))).blob();

// The list

/** The request in the form of /api/paths, without unset fields. */
function request() {
  const { k, symmetry, box, order, fewest, most, ...ticked } = valuesOf(form);
  return filled({ k: Number(k), symmetry, box: box?.split("x").map(Number), order, fewest, most, ...ticked });
}

/** List what the form says, from a place on, or from a path on; what was found. */
async function load(/** @type {{ at?: number, find?: string }} */ place = {}, wanted = request()) {
  at("list").setAttribute("aria-busy", "true");
  const answer = await working("Listing the paths", list.show(wanted, place));
  if (answer) showList(answer);
  at("list").removeAttribute("aria-busy");
  return answer;
}

function showList(answer) {
  listed = answer;
  const { k, classes, selected, uncrossed, published, symmetries, boxes, crossings, shared } = answer;
  const what = `${uncrossed ? "uncrossed " : ""}closed paths of ${k} moves`;
  at("status").textContent = selected === classes ? `${number(classes)} ${what}` : `${number(selected)} of ${number(classes)} ${what}`;
  document.title = `${at("status").textContent} – destrier`;
  offer("symmetry", Object.entries(symmetries).map(([name, count]) => [name, count, SYMMETRIES[name]]));
  offer("box", boxes.map(({ box, classes }) => [box.join("x"), classes, box.join(" × ")]));
  at("shared-count").textContent = `(${number(shared)})`;
  for (const name of ["fewest", "most"]) form.elements[name].disabled = uncrossed;
  form.elements.fewest.placeholder = "0";
  form.elements.most.placeholder = String(crossings.length - 1);
  const misprint = published !== classes && published !== null;
  fill(at("counts"), [
    [termed("Paths", "Turned and reflected paths count as one."), number(classes), misprint ? `${number(published)} in the paper, a misprint` : ""],
    ...(selected === classes ? [] : [["Listed", number(selected)]]),
  ]);
  at("scrub").max = Math.max(0, selected - 1);
  at("transport").hidden = selected === 0;
  const sheet = at("format").querySelector("[value=paths]");
  sheet.disabled = selected === 0 || selected > DRAWN;
  if (sheet.disabled && sheet.selected) at("format").value = "path";
}

/** Fill a menu with the existing values and their counts; keep the selection. */
function offer(name, rows) {
  const select = form.elements[name];
  const { value } = select;
  select.length = 1;
  for (const [key, count, text] of rows) select.add(new Option(`${text} (${number(count)})`, key));
  set(select, value, `${SYMMETRIES[value] ?? value.replace("x", " × ")} (0)`);
}

/** What stands under a path: what the list is ordered by. */
function caption({ word, area, crossings, rows, cols }) {
  return { code: word, area: `area ${area}`, crossings: many(crossings, "crossing"), box: `${rows} × ${cols}` }[form.elements.order.value];
}

function describe({ word, crossings, rows, cols, area, symmetry }) {
  return `${word}: ${many(crossings, "crossing")}, ${rows} × ${cols}, area ${area}, symmetry ${SYMMETRIES[symmetry]}`;
}

function moved() {
  const [first, last] = list.seen();
  at("scrub").value = first;
  at("of").textContent = list.total ? `${number(first + 1)}–${number(last + 1)} of ${number(list.total)}` : "";
  at("scrub").setAttribute("aria-valuetext", at("of").textContent);
  at("previous").disabled = first <= 0;
  at("next").disabled = last >= list.total - 1;
  rememberSoon();
}

/** Show the path of this word at large; what can be said of it, or null. */
async function open(word, isFar = false) {
  const answer = await working("Looking up the path", look(word), { place: "find-note" });
  if (answer) showOne(answer);
  if (isFar) at("one").scrollIntoView({ behavior: isCalm() ? "auto" : "smooth" });
  return answer;
}

function showOne(answer) {
  chosen = answer;
  const { word, k, crossings, area, rows, cols, symmetry, symmetries, images, same_squares: same } = answer;
  at("one").hidden = false;
  at("one").scrollTop = 0;
  view.show(word);
  player.speed = Math.max(RIDDEN, k / LONGEST_RIDE);
  player.stop();
  list.choose(word);
  at("word").querySelector("strong").textContent = word;
  fill(at("measures"), [
    ["Length", number(k)],
    [termed("As a number", "Its code: the word, read in base 8"), number(BigInt(`0o${word}`))],
    ["Crossings", number(crossings)],
    [termed("Size", "The size of the bounding box, in squares"), `${rows} × ${cols}`],
    ["Area", number(area)],
    ["Symmetry", SYMMETRIES[symmetry]],
    [termed("Ways to lie", "Fixed paths: how many different ones turns and reflections make of it"), number(8 / symmetries)],
  ]);
  at("images").replaceChildren(...images.map(({ how, word, like }, place) => picture(word, how || "As it is", like === place ? "" : "alike")));
  at("same").hidden = !same?.length;
  at("same").querySelector("ul").replaceChildren(...(same ?? []).map(({ word, drawn }) => picture(drawn, word, "", () => open(word))));
  remember();
}

const SYMMETRIES = {
  none: "none", half: "half turn", quarter: "quarter turns", full: "full",
  axis: "one axis", diagonal: "one diagonal", axes: "two axes", diagonals: "two diagonals",
};

/** A small picture with a caption; a button, if it does something. */
function picture(word, caption, kind = "", does = none) {
  const shown = [draw(word), make("span", {}, caption)];
  const title = kind === "alike" ? "The same path as an earlier one" : "";
  return make("li", { className: kind, title }, ...(does ? [make("button", { type: "button", onclick: does }, ...shown)] : shown));
}

/** Go to the class of a word or a code; above `LISTED` moves it is only seen at large. */
async function find(text) {
  at("find-note").textContent = "";
  const found = await open(text);
  if (!found) return;
  if (found.k > LISTED) {
    at("find-note").textContent = `Length ${found.k} is not listed here, so ${found.word} is shown by itself.`;
  } else {
    form.elements.k.value = found.k;
    const answer = await load({ find: found.word });
    if (answer?.at !== null) return;
    clearFilters();
    await load({ find: found.word });
  }
}

function clearFilters() {
  for (const field of form.elements) {
    if (field.type === "checkbox" && field.name !== "descending") field.checked = false;
    else if (["symmetry", "box", "fewest", "most"].includes(field.name)) field.value = "";
  }
}

// The address

function remember() {
  if (!listed || !form.checkValidity()) return;
  const { box, ...wanted } = request();
  const [first] = list.seen();
  const state = /** @type {any} */ ({ ...wanted, box: box?.join("x"), at: first > 0 ? first : null, path: chosen?.word });
  if (state.order === FIRST.order) delete state.order;
  const address = write(state);
  if (address.length < LONGEST_ADDRESS) history.replaceState(null, "", address);
}

async function restore(hash = location.hash) {
  rememberSoon.cancel();
  const state = /** @type {any} */ ({ ...FIRST, ...read(hash) });
  form.elements.k.value = state.k;
  for (const name of ["uncrossed", "shared", "fewest", "most", "order", "descending"]) setValue(form.elements[name], state[name]);
  for (const name of ["symmetry", "box"]) set(form.elements[name], state[name]);
  const wanted = { ...request(), k: state.k };
  const opening = state.path ? open(state.path) : null;
  const place = "at" in state || !state.path ? { at: state.at ?? 0 } : { find: state.path };
  const answer = (await load(place, wanted)) ?? (await load({}, wanted)); // the path may be none
  if (!(await opening) && answer?.paths.length) await open(answer.paths[0].word);
}

/** Set a choice to what may not be on offer yet. */
function set(select, value = "", words = value) {
  if (value && ![...select.options].some((option) => option.value === value)) select.add(new Option(words, value));
  select.value = value;
}

async function drawing() {
  const what = at("format").value;
  if (what === "paths") return { file: await drawn("paths", request()), name: `paths-${listed.k}.svg` };
  const file = await drawn("path", { path: chosen.word, images: what === "images" });
  return { file, name: `path-${chosen.word}${what === "images" ? "-images" : ""}.svg` };
}

// What each control does

function listen() {
  player.changed = () => showPlaying(player.playing);
  form.addEventListener("change", reload);
  onSubmit("filters", () => {});
  on("all", "click", () => {
    clearFilters();
    reload();
  });
  onSubmit("find", () => {
    const text = at("find").elements.find.value.trim();
    if (text) find(text);
  });
  for (const [id, by] of /** @type {const} */ ([["previous", -1], ["next", 1]])) {
    on(id, "click", () => {
      list.page(by);
      at("told").textContent = at("of").textContent;
    });
  }
  on("scrub", "input", () => list.goTo(Number(at("scrub").value)));
  on("play", "click", () => (player.playing ? player.pause() : player.play()));
  on("copy", "click", () => copy(at("copy"), chosen.word));
  listenToAddress(restore, remember);
  on("save", "click", () => save("Drawing the paths", drawing()));
  on("back-to-list", "click", () => at("list").focus());
  listenToKeys(list.keys);
}

const reload = () => form.reportValidity() && load();

openPage(() => {
  listen();
  return restore();
});
