// The words of the field, each explained in one sentence where it stands: a question mark shows it on a click, and as a
// tooltip.

import { at, make } from "../shared/dom.js";

/** @type {Record<string, string>} */
const TERMS = {
  tourney: "A tourney is a set of cycles that together visit every square of the board exactly once.",
  cycles: "A cycle is a closed walk of the knight that visits no square twice; a closed tour is a single cycle.",
  rail: "A rail is two parallel moves, a knight's move apart.",
  switch: "To switch a rail is to replace its two moves by the two across, which joins two cycles, or splits one in two.",
  shatter: "Shatter switches many rails at random, so that the tour falls into many cycles.",
  join: "Join switches rails between different cycles, until one cycle is left.",
  obfuscate: "Obfuscate changes the tour at random, until nothing shows how it was made.",
  heel: "A heel is how the four knights of the formation turn round at the bottom and at the top of the board.",
  turns: "A turn is a square in which the knight changes its direction.",
  crossings: "A crossing is a point in which two moves of the tour cross.",
};

export function explainAll() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-terms]"))) {
    place.append(explanation(place.dataset.terms ?? ""));
  }
}

/** A question mark that shows what terms mean. @param {string} terms */
export function explanation(terms) {
  const sentences = terms.split(" ").map((term) => TERMS[term]);
  const button = make("button", { type: "button", className: "why", title: sentences.join("\n") });
  button.setAttribute("aria-label", `About ${terms.replaceAll(" ", ", ")}`);
  button.onclick = () => show(button, sentences);
  return button;
}

/** Show sentences below a button, where there is room for them. @param {HTMLElement} button @param {string[]} sentences */
function show(button, sentences) {
  const note = at("term") ?? at("middle").appendChild(make("div", { id: "term", popover: "auto" }));
  note.replaceChildren(...sentences.map((sentence) => make("p", {}, sentence)));
  note.setAttribute("role", "note");
  note.showPopover();
  const { left, bottom, top } = button.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  note.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  note.style.top = `${bottom + 6 + height < innerHeight ? bottom + 6 : Math.max(8, top - height - 6)}px`;
}
