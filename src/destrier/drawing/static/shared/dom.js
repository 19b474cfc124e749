// All pages use these functions to find, fill and listen to their elements.

/** An element of the page. Only the markup says of what kind it is, so the checker takes any. @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/** Do something on an event of an element. @param {string} id @param {string} event @param {(event: any) => unknown} action */
export const on = (id, event, action) => at(id).addEventListener(event, action);

/** Do something instead of sending a form. @param {string} id @param {() => unknown} action */
export const onSubmit = (id, action) => on(id, "submit", (event) => (event.preventDefault(), action()));

/** This is null where the type does not say so, because the code that uses the value runs only once there is one. @type {any} */
export const none = null;

/** Make an element with these properties and children. @param {string} tag @param {Record<string, any>} properties @param {(Node | string)[]} children @returns {any} */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @param {Element} element @param {Record<string, unknown>} attributes */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** Convert CSS colours to numbers of four bytes, as an image holds them. @param {string[]} colours */
export function packed(colours) {
  const canvas = make("canvas", { width: colours.length, height: 1 });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  colours.forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(at, 0, 1, 1);
  });
  return new Uint32Array(context.getImageData(0, 0, colours.length, 1).data.buffer);
}

export const number = (/** @type {number | bigint} */ value) => value.toLocaleString("en");

/** Fill a list of descriptions. Each row has a name, a value and perhaps a note. @param {Element} list @param {(string | Node)[][]} rows */
export function fill(list, rows) {
  list.replaceChildren(
    ...rows.flatMap(([name, value, note]) => [
      make("dt", {}, name),
      make("dd", {}, value, ...(note ? [make("small", {}, note)] : [])),
    ]),
  );
}

/** Show what went wrong, unless a request was ended on purpose. @param {any} error */
export function complain(error, place = "error") {
  if (error.name === "AbortError") return;
  at(place).textContent = error.message;
  at(place).scrollIntoView({ block: "nearest" });
}

/** Copy a text, and say so on the button for a while, as copying cannot be seen. @param {HTMLElement} button @param {string} text */
export async function copy(button, text) {
  const label = (button.dataset.label ??= button.textContent ?? "");
  at("file-error").textContent = "";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return complain(new Error("The browser does not allow copying. Copy the link from the address bar."), "file-error");
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), 1500);
}

/** Choose an option of a select, or its first if there is no such option, so that a select is never empty. */
export function choose(/** @type {HTMLSelectElement} */ select, /** @type {string | undefined} */ value) {
  select.value = value ?? "";
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}

/** What a field of a form holds. @param {any} field */
export const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);

/** Fill in a field of a form; a text can tick a box, as an address does. @param {any} field @param {any} value */
export function setValue(field, value) {
  if (field.type === "checkbox") field.checked = String(value) === "true";
  else if (field.type === "select-one") choose(field, value);
  else field.value = value ?? "";
}

/** Delay an action until a pause, as a browser does not let a page write its address all the time. @param {() => void} action */
export function debounced(action, milliseconds = 300) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
  return Object.assign(soon, { cancel: () => clearTimeout(timer) });
}

/** Delay an action until the next frame, so that it is done once in it. @param {() => void} action */
export function framed(action) {
  let frame = 0;
  const cancel = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      cancel();
      action();
    });
  };
  return Object.assign(soon, { cancel, isPlanned: () => frame > 0 });
}

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let a button, or a file that is dropped on the page, open a file of up to 40 MB; its suffix tells its format. @param {(file: File, format: string) => void} open */
export function listenToFiles(open) {
  const check = (/** @type {File | undefined} */ file) => {
    if (file && file.size <= MOST_BYTES) open(file, (file.name.toLowerCase().split(".").at(-1) ?? "").slice(0, 100));
    else if (file) complain(new Error("This file is too large: the viewer opens files of up to 40 MB."), "file-error");
  };
  on("open", "change", ({ target }) => {
    check(target.files[0]);
    target.value = "";
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    check(event.dataTransfer?.files[0]);
  });
}

const MOST_BYTES = 40_000_000;
