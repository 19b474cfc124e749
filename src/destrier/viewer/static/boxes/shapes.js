// The shapes of a tour in space, for the library that draws them: the surface of the board, the sides of its squares, and
// the tubes and balls of the tour. A tube is as thick as the picture wants it, so its points lie on its axis, each with
// the way out.

import { THREE } from "../vendor/three.js";

/** @typedef {import("./tour.js").Vector} Vector */

const CREASE = 0.5; // Tiles that meet at a larger angle, by its cosine, have an edge between them.
const CLOSE = 1000; // Corners are the same if they are, in so many parts of a square.

const attribute = (numbers, size) => new THREE.BufferAttribute(numbers instanceof Float32Array ? numbers : new Float32Array(numbers), size);

/** The tiles, each with four corners of its own, the ways out at these, and its square. */
export function surface({ squares, corners }) {
  const shape = new THREE.BufferGeometry();
  shape.setAttribute("position", attribute(corners.flat(2), 3));
  shape.setAttribute("normal", attribute(normals(corners), 3));
  shape.setAttribute("square", attribute(squares.flatMap((square) => [square, square, square, square]), 1));
  shape.setIndex(corners.flatMap((_, tile) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * tile + corner)));
  return shape;
}

/** The ways out at all corners, so that a surface looks smooth. It may have one side only: neighbours are turned to the side of a tile. */
function normals(corners) {
  const own = corners.map(([one, two, three, four]) => unit(cross(minus(three, one), minus(four, two))));
  const meeting = new Map();
  const key = (corner) => corner.map((value) => Math.round(CLOSE * value)).join();
  corners.forEach((four, tile) => four.forEach((corner) => meeting.set(key(corner), [...(meeting.get(key(corner)) ?? []), tile])));
  return corners.flatMap((four, tile) => four.flatMap((corner) => {
    const sum = [0, 0, 0];
    for (const other of meeting.get(key(corner))) {
      const cosine = dot(own[other], own[tile]);
      if (Math.abs(cosine) > CREASE) for (const axis of [0, 1, 2]) sum[axis] += Math.sign(cosine) * own[other][axis];
    }
    return unit(sum);
  }));
}

/** The sides of squares, as lines. */
export function sides({ corners, rims }) {
  const ends = corners.flatMap((four, tile) => four.flatMap((corner, side) => (rims[tile] & (1 << side) ? [corner, four[(side + 1) % 4]] : [])));
  return new THREE.BufferGeometry().setAttribute("position", attribute(ends.flat(), 3));
}

/** A tube along each move, of so many sides, and where the vertices of each begin. */
export function tubes(/** @type {number[][][]} */ moves, /** @type {number} */ count) {
  const total = moves.reduce((sum, points) => sum + points.length, 0) * count;
  const [axes, ways] = [new Float32Array(3 * total), new Float32Array(3 * total)];
  const starts = [0];
  const faces = [];
  let vertex = 0;
  for (const points of moves) {
    let aside = anyAcross(minus(points[1], points[0]));
    points.forEach((point, at) => {
      const along = unit(minus(points[Math.min(at + 1, points.length - 1)], points[Math.max(at - 1, 0)]));
      aside = unit(minus(aside, along.map((value) => value * dot(aside, along)))); // turned as little as possible
      const across = cross(along, aside);
      for (let side = 0; side < count; side++, vertex++) {
        const [c, s] = [Math.cos, Math.sin].map((share) => share((2 * Math.PI * side) / count));
        axes.set(point, 3 * vertex);
        ways.set(aside.map((value, axis) => c * value + s * across[axis]), 3 * vertex);
        if (!at) continue;
        const next = side + 1 < count ? vertex + 1 : vertex + 1 - count;
        faces.push(vertex, vertex - count, next, next, vertex - count, next - count);
      }
    });
    starts.push(vertex);
  }
  const shape = new THREE.BufferGeometry();
  shape.setAttribute("position", attribute(axes, 3));
  shape.setAttribute("normal", attribute(ways, 3));
  shape.setAttribute("color", attribute(new Float32Array(3 * total), 3));
  shape.setAttribute("share", attribute(new Float32Array(total), 1));
  shape.setIndex(faces);
  return { shape, starts };
}

/** A ball of no size, with all ways out, to be put at each square. */
export function ball() {
  const shape = new THREE.SphereGeometry(1, 10, 6);
  shape.attributes.position.array.fill(0);
  return shape;
}

const minus = (one, other) => one.map((value, axis) => value - other[axis]);
const dot = (one, other) => one.reduce((sum, value, axis) => sum + value * other[axis], 0);
/** @param {Vector} one @param {Vector} other @returns {Vector} */
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const unit = (vector) => vector.map((value) => value / (Math.hypot(...vector) || 1));

/** Some way across a vector. @param {Vector} vector */
function anyAcross(vector) {
  const least = vector.reduce((best, value, axis) => (Math.abs(value) < Math.abs(vector[best]) ? axis : best), 0);
  return unit(cross(vector, [0, 1, 2].map((axis) => Number(axis === least))));
}
