// Pages are written in English; whoever reads another language sees its words instead. What a page shows is looked up in a
// catalogue of messages, which is loaded once the page stands; what has no translation stays English. Messages may have
// placeholders: {n} and other single letters are numbers, longer names any words, which are looked up, too.

import { at, make, on } from "./dom.js";
import { recalled, store } from "./storage.js";

const KEPT = "destrier-language"; // what the browser's storage calls the language that was chosen
const ATTRIBUTES = ["title", "aria-label", "aria-roledescription", "placeholder", "alt", "label"];
const SILENT = "script, style, code, kbd, svg:not([role=grid]), [aria-hidden=true], #language option, [id^=term-]"; // as pictures have no words, and scripts read those of the glossary
const HAS_WORDS = /(?<![\p{L}\d])\p{L}{2,}(?!\d)/u; // not only numbers and names of squares
const SEPARATORS = ["\n", /(?<=[.!?]) (?=\p{Lu})/u, " – ", " · ", "; ", ": ", ", "]; // of parts that are looked up by themselves

/** The words of a language. */
class Catalogue {
  found = /** @type {Map<string, ?string>} */ (new Map([["destrier", "destrier"]]));

  /** @param {string} language @param {Record<string, string>} words */
  constructor(language, words) {
    this.language = language;
    for (const [english, translated] of Object.entries(words)) this.found.set(english, translated);
    const open = Object.keys(words).filter((english) => english.includes("{"));
    const literal = (/** @type {string} */ message) => message.replace(/\{\w+\}/g, "").length;
    this.patterns = open.sort((one, other) => literal(other) - literal(one)).map((english) => ({ ...patternOf(english), to: words[english] }));
    const parts = Object.fromEntries(new Intl.NumberFormat(language).formatToParts(12345.6).map(({ type, value }) => [type, value]));
    this.signs = /** @type {Record<string, string>} */ ({ ",": parts.group, ".": parts.decimal });
  }

  /** The translation of a text, or null; a page says the same again and again. @param {string} text @returns {?string} */
  find(text) {
    let found = this.found.get(text);
    if (found === undefined) this.found.set(text, (found = this.seek(text)));
    return found;
  }

  /** @param {string} text */
  seek(text) {
    const [, before, words, after] = /** @type {string[]} */ (text.match(/^(\s*)(.*?)(\s*)$/s));
    const plain = words.replace(/\s*\n\s+/g, " "); // a line break of the markup
    if (plain !== text) return this.wrap(this.find(plain), before, after);
    if (!HAS_WORDS.test(text)) return this.number(text);
    for (const { pattern, names, to } of this.patterns) {
      const match = text.match(pattern);
      if (!match) continue;
      const values = new Map(names.map((name, place) => [name, this.insert(name, match[place + 1])]));
      return to.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? "");
    }
    for (const separator of SEPARATORS) {
      const [parts, signs] = [text.split(separator), text.match(new RegExp(separator, "gu")) ?? []];
      const told = parts.length > 1 ? parts.map((part) => this.find(part)) : [null];
      if (!told.includes(null)) return told.map((part, place) => part + (signs[place] ?? "")).join("");
    }
    return null;
  }

  wrap(/** @type {?string} */ found, /** @type {string} */ before, /** @type {string} */ after) { return found === null ? null : before + found + after; }

  /** A number as the language writes it; the name of a square has no such signs. @param {string} text */
  number(text) { return text.replace(/(?<=\d)[.,](?=\d)/g, (sign) => this.signs[sign]); }

  /** What a placeholder stands for. @param {string} name @param {string} value */
  insert(name, value) {
    return name.length > 1 ? (this.find(value) ?? this.find(value.replace(/^./, (letter) => letter.toUpperCase())) ?? value) : this.number(value);
  }
}

/** @param {string} message */
function patternOf(message) {
  const names = Array.from(message.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const literals = message.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const groups = names.map((name) => (name.length > 1 ? "(.+?)" : "(\\d[\\d.,]*)"));
  return { names, pattern: new RegExp(`^${literals.map((literal, place) => literal + (groups[place] ?? "")).join("")}$`) };
}

/** The catalogue of each language that was loaded; English has none. @type {Map<string, ?Catalogue>} */
const catalogues = new Map([["en", null]]);
let spoken = /** @type {?Catalogue} */ (null);

/** What was shown last by a text or an attribute, and the English of it, in which scripts go on to write. @type {WeakMap<Node, { english: string, shown: string }>} */
const said = new WeakMap();
const origins = /** @type {Map<string, string>} */ (new Map()); // of translations, which a script may read and write elsewhere

/** The translation of what a text or an attribute says, or null; a message may have another one in an element. @param {Node} node @param {string} text */
const find = (node, text) => spoken?.found.get(`${node.parentElement?.localName}\u0004${text}`) ?? spoken?.find(text) ?? null;

/** Show a text or an attribute in the language. @param {?Node} node */
function say(node) {
  const text = node?.nodeValue;
  if (!node || !text) return;
  const last = said.get(node);
  const english = last?.shown === text ? last.english : find(node, text) === null ? (origins.get(text) ?? text) : text;
  const shown = find(node, english) ?? english;
  if (shown !== english) {
    said.set(node, { english, shown });
    origins.set(shown, english);
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
