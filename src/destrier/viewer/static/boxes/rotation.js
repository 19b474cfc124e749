// Rotations of space as unit quaternions [x, y, z, w].

export const about = ([x, y, z], angle) => {
  const share = Math.sin(angle / 2) / (Math.hypot(x, y, z) || 1);
  return [x * share, y * share, z * share, Math.cos(angle / 2)];
};

/** The rotation that does `other` first, then `one`. */
export function times(one, other) {
  const [a, b, c, d] = one;
  const [x, y, z, w] = other;
  return unit([
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ]);
}

export function unit(rotation) {
  const length = Math.hypot(...rotation) || 1;
  return rotation.map((value) => value / length);
}

/** 1 for the same rotation, 0 for half a turn apart. */
export const closeness = (one, other) => Math.abs(dot(one, other));

/** A share of the way from one rotation to another, by the shorter arc. */
export function between(one, other, share) {
  const sign = dot(one, other) < 0 ? -1 : 1;
  return unit(one.map((value, at) => value + share * (sign * other[at] - value)));
}

/** What turns a vector. @returns {(vector: number[]) => number[]} */
export function turner([x, y, z, w]) {
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  return ([a, b, c]) => rows.map((row) => row[0] * a + row[1] * b + row[2] * c);
}

const dot = (one, other) => one.reduce((sum, value, at) => sum + value * other[at], 0);
