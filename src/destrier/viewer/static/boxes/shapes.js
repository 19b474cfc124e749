// The shapes of a tour in space, for the library that draws them: the surface of the board, the sides of its squares, and
// the tubes and balls of the tour. A tube is as thick as the picture wants it, so its points lie on its axis, each with
// the way out.

import { THREE } from "../vendor/three.js";

const CREASE = 0.5; // Tiles that meet at a larger angle, by its cosine, have an edge between them.
const CAPS = 2; // An end is as round as so many rings beyond it make it.
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
  const own = corners.map((four) => four.map(vector)).map(([one, two, three, four]) => three.sub(one).cross(four.sub(two)).normalize());
  const meeting = new Map();
  const key = (corner) => corner.map((value) => Math.round(CLOSE * value)).join();
  corners.forEach((four, tile) => four.forEach((corner) => meeting.set(key(corner), [...(meeting.get(key(corner)) ?? []), tile])));
  return corners.flatMap((four, tile) => four.flatMap((corner) => {
    const sum = new THREE.Vector3();
    for (const other of meeting.get(key(corner))) {
      const cosine = own[other].dot(own[tile]);
      if (Math.abs(cosine) > CREASE) sum.addScaledVector(own[other], Math.sign(cosine));
    }
    return sum.normalize().toArray();
  }));
}

export function sides({ corners, rims }) {
  const ends = corners.flatMap((four, tile) => four.flatMap((corner, side) => (rims[tile] & (1 << side) ? [corner, four[(side + 1) % 4]] : [])));
  return new THREE.BufferGeometry().setAttribute("position", attribute(ends.flat(), 3));
}

/** A tube along each move, of so many sides and with round ends, and where the vertices of each begin. */
export function tubes(/** @type {number[][][]} */ moves, /** @type {number} */ count) {
  const total = moves.reduce((sum, points) => sum + points.length + 2 * CAPS, 0) * count;
  const [axes, ways] = [new Float32Array(3 * total), new Float32Array(3 * total)];
  const starts = [0];
  const faces = [];
  let vertex = 0;
  for (const points of moves.map((move) => move.map(vector))) {
    const aside = anyAcross(points[1].clone().sub(points[0]).toArray());
    const last = points.length - 1;
    for (let ring = -CAPS; ring <= last + CAPS; ring++) {
      const at = Math.max(0, Math.min(ring, last));
      const [ahead, out] = [Math.sin, Math.cos].map((share) => share(((ring - at) * Math.PI) / (2 * CAPS)));
      const along = points[Math.min(at + 1, last)].clone().sub(points[Math.max(at - 1, 0)]).normalize();
      aside.projectOnPlane(along).normalize(); // turned as little as possible
      const across = along.clone().cross(aside);
      for (let side = 0; side < count; side++, vertex++) {
        const [c, s] = [Math.cos, Math.sin].map((share) => share((2 * Math.PI * side) / count));
        points[at].toArray(axes, 3 * vertex);
        aside.clone().multiplyScalar(c * out).addScaledVector(across, s * out).addScaledVector(along, ahead).toArray(ways, 3 * vertex);
        if (ring === -CAPS) continue;
        const next = side + 1 < count ? vertex + 1 : vertex + 1 - count;
        faces.push(vertex, vertex - count, next, next, vertex - count, next - count);
      }
    }
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

const vector = (point) => new THREE.Vector3(...point);

/** Some way across a vector. */
function anyAcross(/** @type {number[]} */ way) {
  const least = way.reduce((best, value, axis) => (Math.abs(value) < Math.abs(way[best]) ? axis : best), 0);
  return vector(way).cross(vector([0, 1, 2].map((axis) => Number(axis === least)))).normalize();
}
