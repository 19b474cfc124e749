// Pages are written in English; whoever reads another language sees its words instead. What a page shows is looked up in a
// catalogue, which is loaded once the page stands; what has no translation stays English.

import { Catalogue, remember } from "./catalogue.js";
import { at, make, on } from "./dom.js";
import { recalled, store } from "./storage.js";

const KEPT = "destrier-language"; // what the browser's storage calls the language that was chosen
const ATTRIBUTES = ["title", "aria-label", "aria-roledescription", "placeholder", "alt", "label"];
/** Pictures have no words, and scripts read those of the glossary. */
const SILENT = "script, style, code, svg:not([role=grid]), [aria-hidden=true], #language option, [id^=term-]";

/** The catalogue of each language that was loaded; English has none. @type {Map<string, ?Catalogue>} */
const catalogues = new Map([["en", null]]);
let spoken = /** @type {?Catalogue} */ (null);

/** What was shown last by a text or an attribute, and the English of it, in which scripts go on to write. @type {WeakMap<Node, { english: string, shown: string }>} */
const said = new WeakMap();
const origins = /** @type {Map<string, string>} */ (new Map()); // of translations, which a script may read and write elsewhere

/** The translation of what a text or an attribute says, or null; a message may have another one in an element. @param {Node} node @param {string} text */
const find = (node, text) => spoken?.words.get(`${node.parentElement?.localName}\u0004${text}`) ?? spoken?.find(text) ?? null;

/** A text that is shown by the browser, as that of a field which is wrong. @param {string} text */
export const translated = (text) => spoken?.find(text) ?? text;

/** Show a text or an attribute in the language. @param {?Node} node */
function say(node) {
  const text = node?.nodeValue;
  if (!node || !text) return;
  const last = said.get(node);
  const english = last?.shown === text ? last.english : find(node, text) === null ? (origins.get(text) ?? text) : text;
  const shown = find(node, english) ?? english;
  if (shown !== english) {
    said.set(node, { english, shown });
    remember(origins, shown, english);
  }
  if (shown !== text) node.nodeValue = shown;
}

/** Show all words of a part of the page in the language. @param {Node} root */
function sayAll(root) {
  if ((root.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (root) : root.parentElement)?.closest(SILENT)) return;
  const accept = (/** @type {any} */ node) => (node.matches?.(SILENT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  for (let node = /** @type {?Node} */ (root); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) say(node);
    else for (const name of ATTRIBUTES) say(/** @type {Element} */ (node).getAttributeNode?.(name));
  }
}

const observer = new MutationObserver(take);

/** @param {MutationRecord[]} records */
function take(records) {
  for (const { type, target, addedNodes, attributeName } of records) {
    if (type === "childList") addedNodes.forEach(sayAll);
    else if (type === "characterData") sayAll(target);
    else if (!(/** @type {Element} */ (target).closest(SILENT))) say(/** @type {Element} */ (target).getAttributeNode(attributeName ?? ""));
  }
}

// What is printed is on the page only then.
addEventListener("beforeprint", () => take(observer.takeRecords()));

/** Speak a language whose words are loaded. @param {string} language */
function speak(language) {
  const root = document.documentElement;
  spoken = catalogues.get(language) ?? null;
  root.lang = language;
  observer.disconnect();
  sayAll(root);
  if (spoken) observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES });
}

/** Speak the language that was chosen, or else that of the browser, and let another one be chosen. */
export function listenToLanguage() {
  const select = at("language");
  const languages = Array.from(select.options, ({ value }) => value);
  const usual = navigator.languages.map((language) => language.slice(0, 2)).find((language) => languages.includes(language));
  const follow = () => {
    if (catalogues.has(select.value)) speak(select.value);
    else document.head.append(make("script", { src: `words-${select.value}.js` }));
  };
  addEventListener("words", (/** @type {any} */ { detail: { language, words } }) => {
    catalogues.set(language, new Catalogue(language, words));
    follow();
  });
  on("language", "change", () => {
    store(KEPT, select.value);
    follow();
  });
  select.value = [recalled(KEPT), usual].find((language) => languages.includes(language ?? "")) ?? "en";
  if (select.value !== "en") follow();
}
