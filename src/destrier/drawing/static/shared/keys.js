// Whatever the pointer does, keys do, too. Each page has one table of keys: it rules what they do, and the help shows it,
// so that no key lacks a description.

// A row of the table tells what each key does, by the name that is shown. An action that returns false leaves the key to
// the next row, or to the browser. Where `on` is an element, the keys act only
// while it has the focus, as they mean something else elsewhere.
/** @typedef {{ help: string, keys: Record<string, () => unknown>, on?: HTMLElement }} Row */

/** These keys are not called by their letter. @type {Record<string, string>} */
const NAMES = {
  " ": "Space", "=": "+", "-": "−", Escape: "Esc", PageUp: "Page Up", PageDown: "Page Down",
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓",
};

/** @param {KeyboardEvent} event */
function nameOf({ key, ctrlKey, metaKey, shiftKey }) {
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const isShifted = shiftKey && (key.length > 1 || ctrlKey || metaKey); // A letter alone is the same with Shift.
  return (ctrlKey || metaKey ? "Ctrl+" : "") + (isShifted ? "Shift+" : "") + name;
}

/** Whether the control with the focus needs the key for itself, as a slider needs the arrows. @param {Element} target @param {string} key */
function isTaken(target, key) {
  if (key === "Escape") return target.closest("dialog") !== null;
  if (target.closest("input:not([type=range], [type=checkbox]), select, textarea, dialog")) return true;
  if (key === " ") return target.closest("button, input, label, a") !== null;
  return target.matches("[type=range]") && /^(Home|End|Arrow|Page)/.test(key);
}

/** The four arrows, for something that is done in a direction. @param {(right: number, down: number) => unknown} go */
export const arrows = (go, modifier = "") => ({
  [`${modifier}↑`]: () => go(0, -1),
  [`${modifier}↓`]: () => go(0, 1),
  [`${modifier}←`]: () => go(-1, 0),
  [`${modifier}→`]: () => go(1, 0),
});

/** Let the keys of a table act in the document or a part of it, and let a dialog show them. @param {Row[]} table @param {Document | ShadowRoot} root */
export function listenToKeys(table, root = document) {
  const [help, open] = ["help", "help-open"].map((id) => /** @type {any} */ (root.getElementById(id)));
  const rows = /** @type {Row[]} */ ([...table, { help: "Show this list", keys: { "?": () => help.showModal() } }]);
  help.querySelector("dl").innerHTML = rows.map((row) => `<dt>${labels(Object.keys(row.keys))}</dt><dd>${row.help}</dd>`).join("");
  open.addEventListener("click", () => help.showModal());
  open.hidden = false;
  root.addEventListener("keydown", (/** @type {any} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const name = nameOf(event);
    if (event.altKey || isTaken(target, event.key)) return;
    const meant = rows.filter(({ keys, on = target }) => name in keys && on === target);
    if (meant.some(({ keys }) => keys[name]() !== false)) event.preventDefault();
  });
}

/** Show the names of keys. A modifier that they share is named once, which is shorter. @param {string[]} names */
function labels(names) {
  const modifier = names[0].match(/^(\w+)\+./)?.[1];
  const bare = names.map((name) => (modifier ? name.slice(modifier.length + 1) : name));
  return [modifier, ...bare].filter(Boolean).map((name) => `<kbd>${name}</kbd>`).join(" ");
}
