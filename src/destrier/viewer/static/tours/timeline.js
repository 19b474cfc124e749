// The timeline holds all that was shown and done. Undo, redo, the list of steps and the browser's Back and Forward walk
// along it, so that nothing is lost by what comes after.

const MOST = 40; // entries; browsers keep 50 places to go back to,
const MOST_BYTES = 400_000_000; // and the tourneys, with the walks along them, have so many bytes in all.

// An entry is a tourney and what an address tells it by: what it was made of, and the codes of the changes since. A board
// that is painted or played on goes with the tourney before it; `edit` is the mode in which that was left, and where.
/**
 * @typedef {{
 *   name: string, note?: string, tourney: import("./tour.js").Tourney, source: any, codes: any[][],
 *   form?: any, edit?: ?{ mode: string, place: any }, id?: string, place?: number,
 * }} Entry
 */

export class Timeline {
  entries = /** @type {Entry[]} */ ([]);
  now = -1;

  /** The entry that is shown. @returns {?Entry} */
  get here() { return this.entries[this.now] ?? null; }

  /** Put an entry after the one that is shown. What was undone is forgotten, and so is what is long past. */
  push(/** @type {Entry} */ entry) {
    this.entries = [...this.entries.slice(0, this.now + 1), entry];
    while (this.entries.length > MOST || (this.entries.length > 1 && this.bytes > MOST_BYTES)) this.entries.shift();
    this.now = this.entries.length - 1;
  }

  clear() { Object.assign(this, { entries: [], now: -1 }); }

  get bytes() {
    const tourneys = new Set(this.entries.map(({ tourney }) => tourney));
    return [...tourneys].reduce((sum, tourney) => sum + (tourney?.bytes ?? 0), 0);
  }
}
