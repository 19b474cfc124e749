// The form: what tour of what board. It offers what the table of algorithms says, and no more.

import { at, choose, setValue, valueOf } from "../shared/dom.js";
import { readSquare } from "../shared/squares.js";
import { filled } from "../shared/state.js";
import { translated } from "../shared/words.js";
import { textOf } from "./packing.js";

const SIDES = ["rows", "cols"];
const ENDS = ["start", "end"];
const NARROWING = ["minimize", "weight", "heel", "symmetry", "start", "end", "obfuscate"];

/** What algorithms do, in a few words; their names stand below. @type {Record<string, string>} */
const DOES = {
  annealing: "Fewer turns, slowly", "concentric-braid": "Braids around the centre", "divide-and-conquer": "Four quarters, joined",
  formation: "Four knights in step", "four-cover": "Loops of four moves", interleaved: "Fewest turns of all", "move-graph": "Loops, then joined",
  rectangle: "Small blocks, joined", "takefuji-lee": "By a neural network", tame: "Few turns or crossings",
  "transfer-matrix": "Random, on narrow boards", "two-factor": "Loops at random", uniform: "Random, all equally likely", warnsdorff: "Fewest ways out first",
};

/** The symmetries that tours may have if an algorithm, or any, makes them, and something is minimized, or nothing. */
function symmetriesOf(row, minimized) {
  if (minimized === "rails" || (row && !["annealing", "formation", "tame"].includes(row.name))) return [];
  return row?.name === "formation" ? ["quarter"] : ["central", "axial", "quarter"];
}

export class Form {
  constructor(form, table) {
    this.form = form;
    this.fields = form.elements;
    this.values = table.values;
    this.table = new Map(table.algorithms.map((row) => [row.name, row]));
    this.shape = null;
    form.addEventListener("change", () => {
      at("error").textContent = "";
      this.update();
    });
    this.update();
  }

  /** Offer the algorithms that make the kind, and the options that they take. */
  update() {
    const { kind, algorithm, minimize } = this.fields;
    const makes = (row) => (kind.value === "tourney" ? row.yields.includes("tourney") : row.kinds.includes(kind.value));
    const takes = (row) => !this.shape || row.shapes;
    const names = [...this.table.values()].filter((row) => makes(row) && takes(row)).map((row) => row.name);
    const usual = kind.value !== "tourney" ? "" : this.shape ? "two-factor" : "concentric-braid";
    const none = kind.value === "tourney" ? {} : { "": "Best for the board" };
    const isOfTourneys = Boolean(algorithm.options[0]?.value); // which have no best one, so that theirs may not have been chosen
    const chosen = names.includes(algorithm.value) && (kind.value === "tourney" || !isOfTourneys) ? algorithm.value : usual;
    fill(algorithm, { ...none, ...Object.fromEntries(names.map((name) => [name, DOES[name] ?? name])) });
    algorithm.value = chosen;
    const row = this.table.get(chosen);
    this.form.querySelector("#algorithm-note").textContent = row ? `${row.name}, for ${row.boards.replaceAll(" x ", " × ")}` : "";
    const isTour = kind.value !== "tourney";
    const isMinimized = this.table.size > 0 && ["closed", "open"].includes(kind.value);
    const options = row?.options ?? (isMinimized ? ["minimize"] : []);
    this.offer("minimize", isTour && options.includes("minimize"));
    allow(minimize, (value) => chosen !== "formation" || !["both", "blend", "rails"].includes(value));
    this.offer("weight", isTour && options.includes("minimize") && minimize.value === "blend");
    this.offer("heel", isTour && options.includes("heel") && !minimize.value);
    const symmetries = this.values.symmetry && kind.value === "closed" && !this.shape ? symmetriesOf(row, minimize.value) : [];
    this.offer("symmetry", symmetries.length > 0);
    allow(this.fields.symmetry, (value) => !value || symmetries.includes(value));
    this.offer("ends", kind.value === "open");
    this.offer("obfuscate", isTour && Boolean(row) && !this.fields.symmetry.value);
    for (const end of ENDS) this.fields[end].setCustomValidity(translated(this.whyNot(this.fields[end].value)));
    this.form.querySelector("#shape-note").hidden = !this.shape;
    for (const side of [this.fields.rows, this.fields.cols]) side.disabled = Boolean(this.shape);
  }

  /** The reason why a text does not name a square, or nothing if it does. */
  whyNot(text) {
    if (!text.trim() || readSquare(this.board, text)) return "";
    const { rows, cols } = this.board;
    return `“${text}” is not a square of the ${rows} × ${cols} board. Write its name, such as e4, or its row and column, such as 4, 4.`;
  }

  /** Enable the fields of an option; the style hides it where they are not. */
  offer(option, offered) {
    for (const field of this.form.querySelectorAll(`[data-option="${option}"] :is(input, select)`)) field.disabled = !offered;
  }

  onBoard(action) { for (const side of [this.fields.rows, this.fields.cols]) side.addEventListener("change", action); }

  /** Whether there is a board: sides that are none are marked. */
  get hasBoard() {
    return Boolean(this.shape) || (this.fields.rows.reportValidity() && this.fields.cols.reportValidity());
  }

  /** The board: its sides, and which squares it has. */
  get board() {
    const { shape, fields } = this;
    if (!shape) {
      const [rows, cols] = [Number(fields.rows.value), Number(fields.cols.value)];
      return { rows, cols, missing: false, has: (row, col) => row >= 0 && col >= 0 && row < rows && col < cols };
    }
    const lines = shape.split("\n");
    return { rows: lines.length, cols: lines[0].length, missing: true, has: (row, col) => lines[row]?.[col] === "#" };
  }

  setSides(rows, cols) { [this.fields.rows.value, this.fields.cols.value] = [rows, cols]; }

  setShape(shape) {
    this.shape = shape;
    if (shape) this.setSides(this.board.rows, this.board.cols);
    this.update();
  }

  state() {
    const { rows, cols } = this.board;
    const state = { rows, cols, kind: this.fields.kind.value, shape: this.shape, algorithm: this.fields.algorithm.value };
    for (const name of NARROWING) {
      const field = this.fields[name];
      if (field.disabled) continue;
      const square = ENDS.includes(name) && readSquare(this.board, field.value);
      state[name] = square ? square.join() : valueOf(field);
    }
    return { ...state, seed: Number(this.fields.seed.value) };
  }

  restore(state) {
    this.form.reset();
    this.fields.algorithm.replaceChildren(); // the usual one, unless another is told
    this.setShape(state.shape ?? null);
    choose(this.fields.kind, state.kind);
    this.update();
    for (const name of [...SIDES, "algorithm", ...NARROWING, "seed"]) {
      const field = this.fields[name];
      if (state[name] === undefined || (this.shape && SIDES.includes(name))) continue;
      setValue(field, state[name]);
      this.update();
    }
  }

  /** Whether it offers what an address tells: without a server, there is neither every kind nor any algorithm but the uniform one. */
  tells(state) {
    if (this.table.size) return true;
    const { kind = "closed", algorithm, minimize, symmetry, obfuscate } = state;
    const isMore = minimize || (symmetry && this.fields.symmetry.value !== symmetry) || obfuscate === "true" || (algorithm && algorithm !== "uniform");
    return !isMore && this.fields.kind.value === kind;
  }

  /** Take the board and the kind of a tourney that came from elsewhere. */
  take(made) {
    const { rows, cols, moves, missing } = made;
    const lines = Array.from({ length: rows }, (_, row) => [...moves.subarray(row * cols, (row + 1) * cols)]);
    const kind = made.isOpen ? "open" : made.cycleCount > 1 ? "tourney" : "closed";
    this.restore({ rows, cols, shape: missing ? textOf(lines) : null, kind, seed: 1 });
  }
}

/** What to ask for what an address or the form holds: which interface, and its parameters. */
export function requestOf(state) {
  const { algorithm, minimize, heel, symmetry, seed, weight, obfuscate } = state;
  const kind = state.kind || "closed";
  const asked = { ...sidesOf(state), algorithm, minimize, heel, symmetry, seed };
  if (kind === "tourney") return ["tourney", filled(asked)];
  const [start, end] = ENDS.map((name) => state[name] && state[name].split(",").map(Number));
  return ["tour", filled({ kind, ...asked, weight: weight && Number(weight), obfuscate: String(obfuscate) === "true", start, end })];
}

export const sidesOf = ({ shape, rows, cols }) => (shape ? { shape } : { rows, cols });

/** Hide the options of a menu that are not allowed; instead of one of these, the first of the others is chosen. */
export function allow(select, isAllowed) {
  for (const option of select.options) option.disabled = option.hidden = !isAllowed(option.value);
  if (select.selectedOptions[0]?.disabled) select.selectedIndex = [...select.options].findIndex(({ disabled }) => !disabled);
}

function fill(select, options) {
  const chosen = select.value;
  select.replaceChildren(...Object.entries(options).map(([value, text]) => new Option(text, value)));
  if (chosen in options) select.value = chosen;
}
