// Make and change tourneys: send the requests to the server, and show the changes as they happen.

import { at } from "../shared/dom.js";
import { answered } from "../shared/page.js";
import { working } from "../shared/working.js";
import * as api from "./api.js";
import { requestOf } from "./form.js";
import { unpackTourney } from "./packing.js";
import { describeCycles } from "./panels.js";
import { titleOf } from "./studio.js";
import { Tourney } from "./tour.js";

const NAMES = { shatter: "Broken into loops", join: "Loops joined", obfuscate: "Shuffled", switch: "Rail switched" };
const WORDS = { shatter: "Breaking the tour into loops", join: "Joining the loops", obfuscate: "Shuffling the tour" };
const KINDS = {
  open: "an open tour", corner: "a closed tour without one corner", stretched: "an open tour from a corner to the next",
  "double-loop": "two closed tours", structured: "a closed tour with structured corners", tourney: "a tourney",
};

const FILMED_SQUARES = 3600; // of a board on which a change is shown as it happens
const PICTURES = 60; // of a film, at most
const SECONDS = 2.5; // that it takes

/** What makes what the form asks for, and what shatters, joins or obfuscates what is shown. */
export function maker(studio, form) {
  const { view } = studio;

  async function makeAsked() {
    if (!form.form.reportValidity()) return;
    const source = form.state();
    const tourney = await working(wordsOf(source), make(source));
    if (tourney) studio.show({ name: "New tour", tourney, source, codes: [], form: source });
    else if (studio.tourney && at("error").textContent) studio.tell(`Still the ${titleOf(studio.here).replace(/^./, (letter) => letter.toLowerCase())}`);
  }

  async function changeShown(how, isFilmed) {
    const before = studio.tourney;
    const seed = crypto.getRandomValues(new Uint16Array(1))[0];
    const films = isFilmed && before.moves.length <= FILMED_SQUARES;
    const isStaged = films && how === "obfuscate" && answered.has("obfuscation");
    const stages = await working(WORDS[how], isStaged ? api.obfuscation(before, { seed }) : change(before, how, [seed]).then((made) => [made]));
    if (!stages || studio.tourney !== before) return;
    studio.add(NAMES[how], stages.at(-1), [how, seed]);
    if (films) await film([before, ...stages], how);
  }

  /** Show how the one became the other, until something else is shown. */
  async function film(stages, how) {
    const { tourney } = studio;
    const most = Math.ceil(PICTURES / (stages.length - 1));
    const pictures = stages.slice(1).flatMap((stage, before) => between(stages[before], stage, most));
    const isShown = () => studio.tourney === tourney && studio.mode.showsTourney && studio.mode.player.position === null;
    const begun = performance.now();
    const due = () => Math.floor((pictures.length * (performance.now() - begun)) / (1000 * SECONDS));
    for (let place = 0; place < pictures.length && isShown(); place = Math.max(place + 1, due())) {
      studio.chooseColour(pictures[place]);
      view.show(view.board, pictures[place]);
      studio.tell(`${WORDS[how]}: ${describeCycles(pictures[place])}`);
      await new Promise((resolve) => setTimeout(resolve, (1000 * SECONDS) / pictures.length));
    }
    if (view.tourney === tourney || studio.tourney !== tourney || !studio.mode.showsTourney) return;
    const { player } = studio.mode;
    const { position } = player;
    studio.display();
    if (position !== null) player.put(position);
    studio.remember();
  }
  return { make: makeAsked, change: changeShown };
}

/** The entries of the timeline in an address. */
export const replay = (source, codes = []) => working(wordsOf(source), replayed(source, codes));

async function replayed(source, codes) {
  let tourney = await make(source);
  const entries = [{ name: source.tour ? "Opened" : "New tour", tourney, source, codes: codes.slice(0, 0) }];
  for (const [place, [how, ...numbers]] of codes.entries()) {
    if (!Object.hasOwn(NAMES, how)) break;
    tourney = await change(tourney, how, numbers);
    if (!tourney) break;
    entries.push({ name: NAMES[how], tourney, source, codes: codes.slice(0, place + 1) });
  }
  return entries;
}

function wordsOf(/** @type {Record<string, any>} */ { tour, kind, rows, cols, shape }) {
  return tour ? "Opening the tour" : `Making ${KINDS[kind] ?? "a closed tour"} of ${shape ? "this shape" : `${rows} × ${cols}`}`;
}

async function make(source) {
  if (!("tour" in source)) {
    const made = await api.make(...requestOf(source));
    if (source.algorithm === "formation" && !source.symmetry && source.kind === "closed") made.formation = formationOf(source);
    return made;
  }
  const made = source.tour && unpackTourney(source.tour);
  if (!made) throw new Error("This link does not hold a complete tour.");
  return made;
}

const formationOf = ({ rows, cols, heel, minimize }) => ({ rows, cols, ...(heel && { heel }), ...(minimize && { minimize }) });

async function change(tourney, how, numbers) {
  if (how === "switch") {
    const [square, primary, cross] = numbers;
    return tourney.isRail({ square, primary, cross }) ? tourney.switched({ square, primary, cross }) : null;
  }
  const [seed] = numbers;
  return Number.isSafeInteger(seed) && seed >= 0 ? api.change(how, tourney, { seed }) : null;
}

// The moves that differ between two tourneys of a board fall into loops that do not touch, and each of them may be
// switched alone. So all pictures of a film are tourneys, too.

/** The frames from one to the other, without the first, up to a maximum number. */
function between(before, after, most) {
  const loops = loopsOf(before, after);
  const count = Math.min(most, loops.length);
  const moves = before.moves.slice();
  return Array.from({ length: count }, (_, picture) => {
    const [from, to] = [picture, picture + 1].map((share) => Math.floor((share * loops.length) / count));
    for (const square of loops.slice(from, to).flat()) moves[square] = after.moves[square];
    return new Tourney(after.rows, after.cols, moves.slice(), after.start);
  });
}

/** The squares of each loop of moves that are in one of the two only, from the top down. */
function loopsOf(before, after) {
  const differ = after.moves.map((byte, square) => byte ^ before.moves[square]);
  const left = new Set([...differ.keys()].filter((square) => differ[square]));
  const loops = [];
  for (const first of left) {
    const loop = new Set([first]); // which grows while it is walked
    for (const square of loop) {
      left.delete(square);
      before.offsets.forEach((offset, move) => differ[square] >> move & 1 && loop.add(square + offset));
    }
    loops.push([...loop]);
  }
  return loops;
}
