// The front page: a tour of the chessboard being ridden, another one on demand, and its worksheet.

import { at, isCalm, number, on } from "./shared/dom.js";
import { open } from "./shared/page.js";
import { Player } from "./shared/player.js";
import { ask, json } from "./shared/request.js";
import { BoardView } from "./tours/view.js";
import { Tourney } from "./tours/tour.js";
import { worksheet } from "./tours/worksheet.js";
import { working } from "./shared/working.js";

const SIDE = 8;
const SEEDS = 1_000_000;
const GIVEN = 4; // every so many numbers of a worksheet are given, and as many others as an easy sheet needs
const TOURS = 13_267_364_410_532; // of the chessboard, without direction
const SPEED = 5; // moves a second

const STYLE = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "chess";

const view = new BoardView(at("stage"));
const player = new Player({ length: SIDE * SIDE, from: 1, to: SIDE * SIDE, show: (position) => view.ride(position) });
player.speed = SPEED;

let seed = 0;

/** Show a tour that nobody has seen before, ridden by the knight. */
async function showAnother() {
  const other = crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
  const board = { rows: SIDE, cols: SIDE };
  const made = await working("Making a tour", ask("/api/tour", json({ ...board, seed: other })));
  if (!made) return;
  const tour = Tourney.fromNpy(await made.arrayBuffer());
  seed = other;
  view.show(tour, tour);
  if (isCalm()) player.stop();
  else player.begin();
  at("told").textContent = `One of ${number(TOURS)} closed tours, all equally likely. Seed ${seed} makes it again.`;
  at("play").href = `tours.html#rows=${SIDE}&cols=${SIDE}&seed=${seed}&style=${STYLE}&mode=play`;
}

function printSheet() {
  const { tourney } = view;
  if (!tourney) return;
  at("paper").replaceChildren(...worksheet(tourney, GIVEN, `Tour ${seed} of ${SIDE} × ${SIDE}.`));
  print();
}

open(async () => {
  view.setStyle(STYLE);
  on("another", "click", showAnother);
  on("worksheet", "click", printSheet);
  await showAnother();
  setTimeout(() => at("pictures").replaceWith(at("pictures").content)); // which take a slow machine longer than the tour
});
