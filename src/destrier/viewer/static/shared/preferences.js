// What a reader prefers is kept in the browser, for all pages; a page in a frame may have nowhere to keep it.

const keyOf = (/** @type {string} */ name) => `destrier-${name}`;

/** What is preferred, or nothing. @param {string} name */
export function preferred(name) {
  try {
    return localStorage.getItem(keyOf(name)) ?? "";
  } catch {
    return "";
  }
}

/** Prefer something from now on. @param {string} name @param {string} value */
export function prefer(name, value) {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // until the page is left
  }
}
