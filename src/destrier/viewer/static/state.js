// What the address holds: all that was chosen and done, after the #, so that it can be shared or kept.

const WHOLE = new Set(["rows", "cols", "seed"]);

/** The choices that an address holds, as an object of text and numbers; steps as [name, ...numbers]. */
export function read(hash) {
  const state = {};
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (name === "steps") state.steps = text.split(" ").filter(Boolean).map(parseStep);
    else state[name] = WHOLE.has(name) ? Number(text) || 0 : text;
  }
  return state;
}

export function write(state) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    if (name !== "steps") parameters.set(name, value);
    else if (value.length) parameters.set("steps", value.map((step) => step.join(".")).join(" "));
  }
  return `#${parameters}`;
}

function parseStep(text) {
  const [name, ...numbers] = text.split(".");
  return [name, ...numbers.map((number) => (/^\d+$/.test(number) ? Number(number) : number))];
}

/** A shape as text that an address can hold: sides, and six squares a letter. */
export function packShape(shape) {
  const lines = shape.split("\n");
  const bits = lines.map((line) => line.replace(/[^.]/g, "1").replaceAll(".", "0")).join("");
  const letters = bits.match(/.{1,6}/g).map((six) => LETTERS[parseInt(six.padEnd(6, "0"), 2)]);
  return `${lines.length}x${lines[0].length}.${letters.join("")}`;
}

export function unpackShape(text) {
  const [, rows, cols, letters] = text.match(/^(\d+)x(\d+)\.([\w-]*)$/) ?? [];
  if (!letters) return null;
  const bits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(6, "0")).join("");
  const squares = bits.replaceAll("0", ".").replaceAll("1", "#");
  return Array.from({ length: rows }, (_, row) => squares.slice(row * cols, (row + 1) * cols)).join("\n");
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
