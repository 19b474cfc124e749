// The tours of the engine in the page, run by node: `node engine.mjs FOLDER`. It reads a list of requests, whose seeds are
// texts, from standard input, and writes the moves of each tour as texts, or the name of the error.

import { readFileSync } from "node:fs";

const { Tours } = await import(`${process.argv[2]}/tours.js`);
const known = new Map();

function answer({ seed, ...request }) {
  const text = JSON.stringify(request);
  try {
    if (!known.has(text)) known.set(text, new Tours(request));
    return Array.from(known.get(text).draw(BigInt(seed)), String);
  } catch (error) {
    return error.constructor.name;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(answer)));
