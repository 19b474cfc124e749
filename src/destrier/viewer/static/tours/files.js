// Files: open, save, print, and the link.

import { at, complain, copy, listenToFiles, on } from "../shared/dom.js";
import { save, working } from "../shared/working.js";
import { CHECKS } from "./address.js";
import { given } from "./packing.js";
import * as api from "./api.js";

const FORMATS = ["npy", "txt", "json"];
const TAKEN = 1_000_000; // squares of the largest board that the form takes from a file

export class Files {
  constructor(studio, form, address) {
    this.studio = studio;
    this.form = form;
    this.address = address;
    listenToFiles((file) => this.open(file));
    on("save", "click", () => this.save());
    on("share", "click", () => this.share());
  }

  async open(file) {
    const format = file.name.split(".").pop().toLowerCase();
    if (!FORMATS.includes(format)) return complain(new Error(`The viewer opens npy, txt and json files, not ${file.name}.`), "file-error");
    const made = await working(`Reading ${file.name}`, file.arrayBuffer().then((bytes) => api.read(bytes, format)), { place: "file-error" });
    if (made) this.show(made, file.name);
  }

  show(made, name) {
    if (made.moves.length <= TAKEN) this.form.take(made);
    this.studio.begin(name, made, given(made));
  }

  save() {
    const { tourney, view, style } = this.studio;
    if (!tourney) return;
    const { colour } = view.options;
    const checks = CHECKS.filter((name) => view.options[name]).map((name) => [name, true]);
    const colours = colour === "plain" ? {} : { colour_by: colour };
    const options = { style: style || "paper", ...colours, ...Object.fromEntries(checks) };
    save(`Saving as ${at("format").selectedOptions[0].text}`, api.exported(tourney, at("format").value, options));
  }

  share() {
    this.address.remember();
    if (this.address.isWhole) copy(at("share"), location.href);
    else complain(new Error("This is too large for a link. Save it as a file instead."), "file-error");
  }
}
