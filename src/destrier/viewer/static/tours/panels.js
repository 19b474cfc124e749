// The panels beside the board: measures, charts, and the steps so far.

import { at, fill, make, number } from "../shared/dom.js";
import { working } from "../shared/working.js";
import * as api from "./api.js";

/** Show the measures of the tourney; those that nobody has counted yet are asked for, if there is somebody to ask. */
export async function measure(studio, comparison, canAsk) {
  const { tourney } = studio;
  if (!canAsk && !tourney.measures) return countHere(tourney);
  const count = async () => {
    for (const one of [tourney, comparison.tourney].filter(Boolean)) one.measures ??= await api.measure(one);
    return true;
  };
  const isDone = await working("Measuring the tour", count(), { panel: "measures" });
  if (studio.tourney !== tourney) return;
  if (!isDone) return countHere(tourney);
  const kept = comparison.tourney === tourney ? null : comparison.tourney?.measures;
  showMeasures(at("measures"), tourney.measures, kept, kept && comparison.common);
  showChart(at("moves-chart"), tourney.measures.moves);
  showChart(at("relative-chart"), tourney.measures.relative_moves);
}

function countHere(tourney) {
  const cycles = tourney.isWalked ? [["Loops", number(tourney.cycleCount)]] : [];
  fill(at("measures"), [["Squares", number(tourney.isWalked ? tourney.size : tourney.moves.length)], ...cycles]);
  for (const id of ["moves-chart", "relative-chart"]) at(id).parentElement.hidden = true;
}

/** The measures, beside those of the tourney that is kept, if any, and what is proved. */
function showMeasures(list, measures, kept = null, common = null) {
  const term = (name, terms) => make("span", {}, name, explanation(terms));
  const beside = (name) => (kept ? `kept: ${number(kept[name])} (${signed(measures[name] - kept[name])})` : "");
  const bounded = (name) => {
    const bound = measures[`${name}_bound`];
    return [beside(name), bound && `lower bound: ${number(bound)}`].filter(Boolean).join("\n");
  };
  const symmetry = measures.symmetry.filter((name) => name !== "identity").map((name) => name.replace("-", " "));
  fill(list, [
    ["Squares", number(measures.squares), beside("squares")],
    [term("Loops", "cycles"), measures.kind === "open" ? "a path" : number(measures.cycles), beside("cycles")],
    [term("Turns", "turns"), number(measures.turns), bounded("turns")],
    [term("Crossings", "crossings"), number(measures.crossings), bounded("crossings")],
    [term("Rails", "rail switch"), number(measures.rails), beside("rails")],
    ...(common === null ? [] : [["Moves in common", number(common)]]),
    ["Symmetry", symmetry.length === 7 ? "full" : symmetry.join(", ") || "none"],
  ]);
}

/** A difference. @param {number} value */
const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));

/** Give each bar of a chart, which says what it counts, its height and its number; a screen reader has all numbers. */
function showChart(place, counts) {
  place.parentElement.hidden = false;
  const most = Math.max(1, ...counts);
  const total = Math.max(1, counts.reduce((sum, count) => sum + count, 0));
  const told = counts.map((count, index) => {
    const bar = place.children[index];
    const words = `${bar.dataset.words}: ${number(count)}`;
    bar.firstElementChild.style.height = `${(100 * count) / most}%`;
    bar.title = `${words} (${((100 * count) / total).toFixed(1)} %)`;
    return words;
  });
  place.setAttribute("aria-label", told.join("; "));
}

/** List the entries of a timeline; `go` moves to one. */
export function showSteps({ entries, now }, /** @type {(to: number) => unknown} */ go) {
  at("steps").replaceChildren(
    ...entries.map(({ name, note }, index) => {
      const ariaCurrent = index === now ? "step" : null;
      return make("li", {}, make("button", { type: "button", ariaCurrent, onclick: () => go(index) }, name, make("span", {}, note)));
    }),
  );
  const entry = at("steps").children[now]; // only the list is scrolled to it, not the page
  if (entry) at("steps").scrollTop = entry.offsetTop - at("steps").clientHeight / 2;
  at("undo").disabled = now < 1;
  at("redo").disabled = now >= entries.length - 1;
}

export function describeCycles({ isOpen, cycleCount }) {
  if (isOpen && cycleCount === 1) return "a path";
  return cycleCount === 1 ? "1 loop" : `${number(cycleCount)} loops`;
}

/** How something went, on a logarithmic scale, and where it is now. */
export function showCurve(place, values, now, what) {
  const height = (value) => 1 - Math.log1p(value) / Math.log1p(Math.max(1, ...values));
  const across = (at) => at / Math.max(1, values.length - 1);
  const points = values.map((value, at) => `${(100 * across(at)).toFixed(2)},${(60 * height(value)).toFixed(2)}`);
  place.innerHTML =
    '<svg viewBox="0 -2 100 64" preserveAspectRatio="none" aria-hidden="true">' +
    `<polyline points="${points.join(" ")}"/><line x1="${100 * across(now)}" x2="${100 * across(now)}" y1="0" y2="60"/></svg>`;
  place.setAttribute("aria-label", `${what}: ${values[0]} at the start, ${values[now]} now, ${values.at(-1)} at the end`);
}

// The words of the field are explained where they stand: a question mark shows the sentences of the page on a click, and as
// a tooltip.

export function explainAll() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-terms]"))) {
    place.append(explanation(place.dataset.terms ?? ""));
  }
}

/** A question mark that shows what terms mean. @param {string} terms */
function explanation(terms) {
  const sentences = terms.split(" ").map((term) => at(`term-${term}`).textContent);
  const ariaLabel = `About ${terms.replaceAll(" ", ", ")}`;
  const onclick = (/** @type {any} */ { target }) => show(target, sentences);
  return make("button", { type: "button", className: "why", title: sentences.join("\n"), ariaLabel, onclick });
}

/** Show sentences below a button, where there is room for them. @param {HTMLElement} button @param {string[]} sentences */
function show(button, sentences) {
  const note = at("term") ?? at("middle").appendChild(make("div", { id: "term", popover: "auto", role: "note" }));
  note.replaceChildren(...sentences.map((sentence) => make("p", {}, sentence)));
  note.showPopover();
  const { left, bottom, top } = button.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  note.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  note.style.top = `${bottom + 6 + height < innerHeight ? bottom + 6 : Math.max(8, top - height - 6)}px`;
}
