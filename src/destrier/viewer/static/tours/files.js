// Files: open, save, print, and the link.

import { at, listenToFiles, on } from "../shared/dom.js";
import { answered, share } from "../shared/page.js";
import { filled } from "../shared/state.js";
import { save, working } from "../shared/working.js";
import { given } from "./packing.js";
import * as api from "./api.js";

const TAKEN = 1_000_000; // squares of the largest board that the form takes from a file

/** Throw an error that names the file; what is cancelled is no error. */
function blame(name, error) {
  throw error.name === "AbortError" ? error : new Error(`${name}: ${error.message}`);
}

/** What is seen of the board, as a file. @returns {Promise<{ file: Blob, name: string }>} */
function pictured(view) {
  const picture = view.picture();
  view.recolour();
  view.resize();
  return new Promise((resolve) => picture.toBlob((file) => resolve({ file, name: "tour.png" })));
}

/** Let the controls open, save and copy; what shows a tourney from a file is returned. */
export function listenToFileControls(studio, form, address) {
  const show = (made, name) => {
    if (made.moves.length <= TAKEN) form.take(made);
    studio.show({ name, tourney: made, ...given(made) });
  };
  const saves = (format) => format === "png" || answered.has(`export/${format}`);
  for (const option of [...at("format").options]) if (!saves(option.value)) option.remove();
  for (const group of [...at("format").children]) if (!group.children.length) group.remove();
  listenToFiles(async (file) => {
    if (file.type.startsWith("image/")) return studio.modes.get("shape").read(file);
    const format = (file.name.toLowerCase().split(".").at(-1) ?? "").slice(0, 100);
    const read = file.arrayBuffer().then((bytes) => api.read(bytes, format));
    const made = await working(`Reading ${file.name}`, read.catch((error) => blame(file.name, error)), { place: "file-error" });
    if (made) show(made, file.name);
  });
  on("save", "click", () => {
    const { tourney, view, style } = studio;
    if (!tourney) return;
    const { colour, ...checks } = view.options;
    const options = filled({ style: style || "paper", colour_by: colour !== "plain" && colour, ...checks });
    const format = at("format").value;
    save("Saving the tour", format === "png" && !answered.has("export/png") ? pictured(view) : api.exported(tourney, format, options));
  });
  on("share", "click", () => {
    address.remember();
    share(address.isWhole ? "" : "This is too large for a link. Save it as a file instead.");
  });
  return show;
}
