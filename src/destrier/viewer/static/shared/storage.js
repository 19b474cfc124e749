// What is kept in the browser, for all pages. A page in a frame may have nowhere to keep it; then nothing else is lost.

/** What is kept under a name, or nothing. @param {string} name */
export function recalled(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keep a text from now on. @param {string} name @param {string} text */
export function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // until the page is left
  }
}
