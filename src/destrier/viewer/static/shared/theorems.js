// Which rectangles have no tour, the twin of `proofs/rectangles.py`. All others have one.

/** The sources and the theorems, which say of the sides, the shorter one first, why there is no tour. @type {Record<string, [string, (short: number, long: number) => string]>} */
const THEOREMS = {
  closed: ["Schwenk 1991", (short, long) => {
    if (short % 2 && long % 2) return "with both sides odd the two colours differ in number, but a closed tour alternates between them";
    if ([1, 2, 4].includes(short)) return "no board with a side of 1, 2 or 4 has one";
    return short === 3 && [4, 6, 8].includes(long) ? "of the boards with a side of 3, those of length 4, 6 and 8 have none" : "";
  }],
  open: ["Cull and De Curtins 1978, Conrad et al. 1994", (short, long) => {
    if (long === 1) return "a tour is made of moves; its square alone is counted and listed as an open tour, but not made";
    if (short < 3) return "no board with a side of 1 or 2 has one with moves";
    if (short === 3 && [3, 5, 6].includes(long)) return "of the boards with a side of 3, those of length 3, 5 and 6 have none";
    return short === 4 && long === 4 ? "it is the one board with a side of 4, and no side below 3, that has none" : "";
  }],
  corner: ["Lin and Wei 2005", (short, long) => {
    if (short % 2 === 0 || long % 2 === 0) return "a corner tour leaves out one corner of an odd x odd board";
    return short === 1 || short === 3 && long < 8 ? "of the odd x odd boards, those with a side of 1, 3 x 3, 3 x 5 and 3 x 7 have none" : "";
  }],
};

/** Why a rectangle has no tour of a kind; null if it has one. @param {number} rows @param {number} cols @param {string} kind */
export function theorem(rows, cols, kind) {
  const [source, reasonOf] = THEOREMS[kind];
  const reason = reasonOf(Math.min(rows, cols), Math.max(rows, cols));
  return reason ? `no ${kind} tour of ${rows} x ${cols} exists (${source}): ${reason}` : null;
}
