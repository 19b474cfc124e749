// The words of a language, by the English of a page. A message may have placeholders: {n} and other single letters are
// numbers, longer names are any words, which are looked up, too.

const MOST = 5000; // texts that are remembered
const HAS_WORDS = /(?<![\p{L}\d])\p{L}{2,}(?!\d)/u; // not only numbers and names of squares
const SEPARATORS = ["\n", /(?<=[.!?]) (?=\p{Lu})/u, " – ", " · ", "; ", ": ", ", "]; // of parts that are looked up by themselves
const PLACEHOLDER = /\{(\w+)\}/g;

/** Remember something, until there is too much of it. @template T @param {Map<string, T>} memory @param {string} name @param {T} value */
export function remember(memory, name, value) {
  if (memory.size > MOST) memory.clear();
  memory.set(name, value);
  return value;
}

export class Catalogue {
  found = /** @type {Map<string, ?string>} */ (new Map()); // by what was looked up, as a page says the same again and again

  /** @param {string} language @param {Record<string, string>} words */
  constructor(language, words) {
    this.words = new Map([["destrier", "destrier"], ...Object.entries(words)]);
    const literal = (/** @type {string} */ message) => message.replace(PLACEHOLDER, "").length;
    const open = Object.keys(words).filter((message) => message.includes("{"));
    this.patterns = open.sort((one, other) => literal(other) - literal(one)).map(patternOf);
    const parts = new Intl.NumberFormat(language).formatToParts(12345.6);
    this.signs = ["group", "decimal"].map((kind) => parts.find(({ type }) => type === kind)?.value ?? "");
  }

  /** The translation of a text, or null. @param {string} text @returns {?string} */
  find(text) {
    const found = this.words.get(text) ?? this.found.get(text);
    return found === undefined ? remember(this.found, text, this.seek(text)) : found;
  }

  /** @param {string} text @returns {?string} */
  seek(text) {
    if (!HAS_WORDS.test(text)) return this.number(text);
    const plain = text.trim().replace(/\s*\n\s+/g, " "); // without the line breaks of the markup
    if (plain !== text) {
      const found = this.find(plain);
      return found && text.match(/^\s*/)?.[0] + found + text.match(/\s*$/)?.[0];
    }
    for (const { message, names, pattern } of this.patterns) {
      const [, ...values] = text.match(pattern) ?? [];
      if (values.length) return this.words.get(message)?.replace(PLACEHOLDER, (_, name) => this.insert(name, values[names.indexOf(name)])) ?? null;
    }
    for (const separator of SEPARATORS) {
      const [parts, signs] = [text.split(separator), text.match(new RegExp(separator, "gu")) ?? []];
      const told = parts.length > 1 ? parts.map((part) => this.find(part)) : [null];
      if (!told.includes(null)) return told.map((part, place) => part + (signs[place] ?? "")).join("");
    }
    return null;
  }

  /** A number as the language writes it; a comma may stand between coordinates, too. @param {string} text */
  number(text) { return text.replace(/(?<=\d)(?:,(?=\d{3}(?!\d))|\.(?=\d))/g, (sign) => this.signs[sign === "," ? 0 : 1]); }

  /** What a placeholder stands for; words may begin with a capital in a message of their own. @param {string} name @param {string} value */
  insert(name, value) {
    if (name.length === 1) return this.number(value);
    return this.find(value) ?? this.find(value.replace(/^./, (letter) => letter.toUpperCase())) ?? value;
  }
}

/** What texts a message stands for. @param {string} message */
function patternOf(message) {
  const parts = message.split(PLACEHOLDER); // every other one is a name
  const told = parts.map((part, place) => (place % 2 ? (part.length > 1 ? "(.+?)" : "(\\d[\\d.,]*)") : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return { message, names: parts.filter((_, place) => place % 2), pattern: new RegExp(`^${told.join("")}$`) };
}
