// The address holds all that was chosen and done, after the #, so that it can be shared or kept.

const WHOLE = new Set(["rows", "cols", "length", "width", "height", "seed", "move", "k", "fewest", "most", "at", "givens", "puzzle"]);

/** Read the choices from an address, as texts and numbers; the steps are lists [name, ...numbers]. @param {string} hash */
export function read(hash) {
  const state = /** @type {Record<string, any>} */ ({});
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (name === "steps") state.steps = text.split(" ").filter(Boolean).map(parseStep);
    else state[name] = WHOLE.has(name) ? Number(text) || 0 : text;
  }
  return state;
}

/** Only the choices that are made, as an address and a request are short. @param {Record<string, any>} state */
export const filled = (state) => Object.fromEntries(Object.entries(state).filter(([, value]) => ![null, undefined, "", false].includes(value)));

/** Write choices as an address. @param {Record<string, any>} state */
export function write(state) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filled(state))) {
    if (name !== "steps") parameters.set(name, value);
    else if (value.length) parameters.set("steps", value.map((/** @type {unknown[]} */ step) => step.join(".")).join(" "));
  }
  return `#${parameters}`;
}

function parseStep(/** @type {string} */ text) {
  const [name, ...numbers] = text.split(".");
  return [name, ...numbers.map((number) => (/^\d+$/.test(number) ? Number(number) : number))];
}
