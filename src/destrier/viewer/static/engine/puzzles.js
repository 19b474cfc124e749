// Puzzles that the page was made with, as it shows them: the twin of `viewer/work/puzzle_tasks.py`.

import { fileOf, rankOf } from "../shared/squares.js";
import { Board } from "./board.js";

/** The puzzles of each grade, by their seed. @typedef {Record<string, Record<string, any>[]>} Ready */

/** A puzzle with the data of each square. @param {Ready} ready @param {Record<string, any>} request */
export function puzzleOf(ready, { difficulty, seed = 0 }) {
  const puzzles = difficulty ? ready[difficulty] : Object.values(ready).flat();
  const puzzle = puzzles[seed % puzzles.length];
  const { rows, cols } = puzzle;
  const { places, graph } = new Board({ rows, cols });
  return {
    ...puzzle, title: `${rows} x ${cols}`, sheet: [rows, cols], squares: places, names: places.map(([row, col]) => fileOf(col) + rankOf(rows, row)), places,
    moves: graph.neighbours.map((near) => near.sort((one, other) => one - other)),
  };
}
