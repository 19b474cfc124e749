// Bundles what the pages in space use of three.js into one module, with its licence: `make vendor` prints it.

import { readFileSync } from "node:fs";
import { build } from "esbuild";

const licence = readFileSync(new URL("node_modules/three/LICENSE", import.meta.url), "utf8").trim();
const { outputFiles: [bundle] } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ["three.js"],
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "THREE",
  target: "es2022",
  legalComments: "none",
  write: false,
});
process.stdout.write(`// @ts-nocheck
/* three.js, of which this is a part, made by tools/scripts/three.mjs.

${licence}
*/
/** @type {any} */
${bundle.text.replace(/^"use strict";/, "").replace(/^var THREE=/, "export const THREE=")}`);
