// A tourney as a drawing and as a film, with the colours and all else that its view shows.

import { make } from "../shared/dom.js";
import { Gif } from "./gif.js";
import { SvgContext, SvgPath } from "./svg.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("./tour.js").Tourney} Tourney */

const SIDE = 40; // units of a square
const MARGIN = 24;
const FILM = 400; // pixels of the longer side of a film, or fewer
const FRAMES = 96; // of a film, at most
const PACE = 12; // hundredths of a second a move,
const [SHORTEST, LONGEST] = [400, 1200]; // within these for the ride,
const REST = 250; // after which the tour is seen

/** A view of a whole tourney that draws elsewhere. @param {BoardView} view @param {Tourney} tourney @param {number} scale @param {object} parts @returns {BoardView} */
function elsewhere(view, tourney, scale, parts) {
  const margin = (MARGIN * scale) / SIDE;
  const [width, height] = [tourney.cols, tourney.rows].map((side) => Math.ceil(scale * side + 2 * margin));
  const own = { tourney, board: tourney, scale, margin, x: margin, y: margin, width, height, ratio: 1, position: null, isFaint: false, overlay: () => {}, ...parts };
  return Object.create(view, Object.getOwnPropertyDescriptors(own));
}

/** Draw what is behind a board, which may be transparent. @param {any} context @param {BoardView} view */
function drawGround(context, { stage, theme, width, height }) {
  for (const colour of [theme.board, getComputedStyle(stage).backgroundColor]) {
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
  }
}

/** The drawing of a tourney, as SVG. @param {BoardView} view @param {Tourney} tourney */
export function svgOf(view, tourney) {
  const context = new SvgContext();
  const drawn = elsewhere(view, tourney, SIDE, { clear: () => context, path: () => new SvgPath() });
  drawGround(context, drawn);
  drawn.drawBase();
  return context.document(`${tourney.describe()} by a knight`, drawn.width, drawn.height);
}

/** The film of a knight's ride along a tourney, as GIF. @param {BoardView} view @param {Tourney} tourney */
export async function gifOf(view, tourney) {
  const scale = Math.min(SIDE, FILM / Math.max(tourney.rows, tourney.cols));
  const [base, trail, top, whole] = Array.from({ length: 4 }, () => make("canvas"));
  const film = elsewhere(view, tourney, scale, { base, trail, top, layers: [base, trail, top, whole] });
  const { width, height } = film;
  film.setRatio(1);
  const context = whole.getContext("2d", { willReadFrequently: true });
  const seen = (/** @type {number | null} */ place) => {
    film.position = place;
    for (const draw of ["drawBase", "drawTrail", "drawTop"]) film[draw]();
    drawGround(context, film);
    for (const canvas of [base, trail, top]) context.drawImage(canvas, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  const moves = tourney.size - Number(tourney.isOpen);
  const frames = Math.min(FRAMES, moves);
  const pace = Math.round(Math.max(SHORTEST, Math.min(LONGEST, PACE * moves)) / frames);
  const gif = new Gif(width, height, [seen(0), seen(moves), seen(null)]);
  for (let frame = 0; frame <= frames; frame++) {
    gif.add(seen(Math.round((frame * moves) / frames)), pace);
    if (frame % 8 === 0) await new Promise((resolve) => setTimeout(resolve)); // so that the page does not stand still
  }
  gif.add(seen(null), REST);
  return gif.end();
}
