// Files: open, save, print, and the link.

import { at, listenToFiles, on } from "../shared/dom.js";
import { answered, share } from "../shared/page.js";
import { reworded } from "../shared/request.js";
import { filled } from "../shared/state.js";
import { save, working } from "../shared/working.js";
import { allow } from "./form.js";
import { given } from "./packing.js";
import { gifOf, svgOf } from "./pictures.js";
import * as api from "./api.js";

const PENS = /^(plotter|hpgl|gcode|dxf)/; // formats in which a colour takes a pen of its own
const TAKEN = 1_000_000; // squares of the largest board that the form takes from a file

/** What is seen of the board. @returns {Promise<Blob>} */
function pixelsOf(view) {
  const picture = view.picture();
  view.recolour();
  view.resize();
  return new Promise((resolve) => picture.toBlob(resolve));
}

/** How the page itself draws, where nobody else does. */
const DRAWN = { png: pixelsOf, svg: async (view, tourney) => new Blob([svgOf(view, tourney)]), gif: async (view, tourney) => new Blob([await gifOf(view, tourney)]) };
const drawn = async (format, view, tourney) => ({ file: await DRAWN[format](view, tourney), name: `tour.${format}` });

/** Offer the formats that can hold a tourney: digits know no ends, lists have one tour, and so have games, of a chessboard. */
export function offerFormats(tourney) {
  const { rows, cols, isWalked } = tourney;
  const isOfChessboard = rows === 8 && cols === 8 && !tourney.missing;
  const unable = !isWalked ? [] : tourney.isOpen ? ["moves"] : tourney.cycleCount > 1 ? ["tour", "squares", "uci", "pgn", "pairs", "order"] : [];
  allow(at("format"), (format) => !unable.includes(format) && (isOfChessboard || format !== "pgn"));
}

/** Let the controls open, save and copy; what shows a tourney from a file is returned. */
export function listenToFileControls(studio, form, address) {
  const show = (made, name) => {
    if (made.moves.length <= TAKEN) form.take(made);
    studio.show({ name, tourney: made, ...given(made) });
  };
  const saves = (format) => format in DRAWN || answered.has(`export/${format}`);
  for (const option of [...at("format").options]) if (!saves(option.value)) option.remove();
  for (const group of [...at("format").children]) if (!group.children.length) group.remove();
  listenToFiles(async (file, format) => {
    if (file.type.startsWith("image/")) return studio.modes.get("shape").read(file);
    const read = file.arrayBuffer().then((bytes) => api.read(bytes, format));
    const made = await working(`Reading ${file.name}`, reworded(read, (message) => `${file.name}: ${message}`), { place: "file-error" });
    if (made) show(made, file.name);
  });
  on("save", "click", () => {
    const { tourney, view, style } = studio;
    if (!tourney) return;
    const { colour, ...checks } = view.options;
    const format = at("format").value;
    const isWasted = colour === "tour" && !studio.hasColour && PENS.test(format);
    const options = filled({ style: style || "paper", colour_by: colour !== "plain" && !isWasted && colour, ...checks });
    save("Saving the tour", answered.has(`export/${format}`) ? api.exported(tourney, format, options) : drawn(format, view, tourney));
  });
  on("share", "click", () => {
    address.remember();
    share(address.isWhole ? "" : "This is too large for a link. Save it as a file instead.");
  });
  return show;
}
