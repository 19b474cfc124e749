// The playground's program in Python for browsers, run by node: `node playground.mjs PYODIDE ARCHIVE`. It reads a list of
// boards and seeds from standard input, and writes what the program shows of each.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const interpreter = await loadPyodide();
interpreter.unpackArchive(new Uint8Array(readFileSync(archive)), "zip");
const { Playground } = interpreter.pyimport("tours");
const shown = JSON.parse(readFileSync(0, "utf-8")).map(([rows, cols, seed]) => {
  const board = Playground(rows, cols, seed);
  const pictures = [board.svg];
  for (const change of ["shatter", "join"]) {
    board[change](seed);
    pictures.push(board.svg);
  }
  return pictures;
});
process.stdout.write(JSON.stringify(shown));
