// A tour in space. Whatever the board is, it has tiles, which make up its squares, the middles of its squares, and the
// points along each move, all from its middle.

import { between } from "../shared/squares.js";

/** @typedef {number[]} Vector */
/** @typedef {{ squares: number[], corners: Vector[][], rims: number[] }} Tiles The square of each; its corners; which of its sides are sides of the square, as bits. */
/** @typedef {{ names: string[], points: Vector[], moves: Vector[][], tiles: Tiles, formats: Record<string, string> }} Body */
/** What the server tells, and when each square is visited. @typedef {Body & { board: string, title: string, order: number[], measures: string[][], file: unknown, size: number, at: Int32Array, radius: number }} SpaceTour */

const ALL_SIDES = 0b1111;

/** A tour as the page shows it. @param {any} told @returns {SpaceTour} */
export function spaceTour(told) {
  const { order } = told;
  const body = told.faces ? onFaces(told) : onTiles(told);
  const at = new Int32Array(order.length);
  order.forEach((square, place) => (at[square] = place));
  const radius = body.tiles.corners.flat().reduce((most, corner) => Math.max(most, Math.hypot(...corner)), 0);
  return { ...told, ...body, size: order.length, at, radius };
}

/** The point in space where the knight is at a time of its ride. */
export function pointAt(/** @type {SpaceTour} */ { moves, points: squares, order, size }, position) {
  const place = Math.floor(position);
  const points = moves[place];
  if (!points) return squares[order[place % size]]; // where no move is left
  let left = (position - place) * points.reduce((sum, point, at) => sum + (at ? distance(points[at - 1], point) : 0), 0);
  let at = 0;
  while (at < points.length - 2 && left > distance(points[at], points[at + 1])) left -= distance(points[at], points[++at]);
  return between(points[at], points[at + 1], Math.min(1, left / distance(points[at], points[at + 1])));
}

const distance = (one, other) => Math.hypot(...one.map((value, axis) => value - other[axis]));

/** A surface, or a board in layers. @returns {Body} */
const onTiles = ({ names, points, moves, tiles }) =>
  ({ names: names.map((name) => `square ${name}`), points, moves, tiles, formats: { svg: "SVG, laid out flat", json: "Tour (JSON)" } });

/** A box. Its moves are received as pieces [face, row, col, row, col] from edge to edge. @returns {Body} */
function onFaces({ faces, sides, moves }) {
  const place = ({ corner, down, right }, row, col) =>
    corner.map((value, axis) => value - sides[axis] / 2 + row * down[axis] + col * right[axis]);
  const squares = faces.flatMap(({ shape: [rows, cols], ...face }) =>
    Array.from({ length: rows * cols }, (_, square) => ({ face, row: Math.floor(square / cols), col: square % cols })));
  return {
    names: squares.map(({ face, row, col }) => `${face.name}, row ${row}, column ${col}`),
    points: squares.map(({ face, row, col }) => place(face, row + 0.5, col + 0.5)),
    moves: moves.map((pieces) => [
      place(faces[pieces[0][0]], pieces[0][1], pieces[0][2]),
      ...pieces.map(([face, , , row, col]) => place(faces[face], row, col)),
    ]),
    tiles: {
      squares: squares.map((_, square) => square),
      corners: squares.map(({ face, row, col }) => [[0, 0], [0, 1], [1, 1], [1, 0]].map(([down, right]) => place(face, row + down, col + right))),
      rims: squares.map(() => ALL_SIDES),
    },
    formats: { "net-svg": "SVG of the net", "isometric-svg": "SVG of both sides", json: "Loop (JSON)" },
  };
}
