// This is the view of a surface or of a board of three dimensions. Its tiles and the pieces of its moves are drawn from
// the farthest to the nearest, so that what is in front hides what is behind.

import { circle, contextOf, disc, polygon, strokeLine, write } from "../shared/view.js";
import { TurningView } from "./turning.js";

const NUMBERS_FROM = 19; // A square with a number has at least so many pixels.
const VEIL = 0.45; // Tiles that one sees through are so opaque,
const LAYER = 0.3; // and layers always are, as they would hide each other.
const AHEAD = 0.35; // Lines are so much nearer to the eye than the tiles on which they lie, on either side.
const SHADES = 16;

export class SpaceView extends TurningView {
  /** What is drawn, the farthest first. @type {any[]} */
  items = [];
  /** Where the corners of tiles, the points of moves and the squares are on the stage. @type {any} */
  ends = {};
  /** @type {string[]} */
  shades = [];

  show(tour) {
    const { tiles, moves, points } = tour;
    this.items = [
      ...tiles.squares.map((square, tile) => ({ tile, square, away: 0 })),
      ...moves.flatMap((move, place) => move.slice(1).map((_, piece) => ({ place, piece, away: 0 }))),
      ...points.map((_, square) => ({ square, away: 0 })),
    ];
    this.radius = Math.max(...tiles.corners.flat().map((corner) => Math.hypot(...corner)));
    super.show(tour);
  }

  recolour() {
    super.recolour();
    const { ink, board } = this.theme;
    const mixed = (share) => `color-mix(in srgb, ${ink} ${share.toFixed(1)}%, ${board})`;
    this.shades = Array.from({ length: SHADES }, (_, step) => mixed(3 + (22 * step) / (SHADES - 1)));
    this.theme.grid = mixed(38);
  }

  /** Turn so that a point of the board is in front, as far as a corner view allows. */
  reveal(point) { this.pose.reveal((turned) => turned(point)[1] < 0.1 * this.radius); }

  /** On the stage, and how far away. @returns {any} */
  seen(point) {
    const [right, away, up] = this.pose.turned(point);
    return [this.x + this.scale * (this.radius + right), this.y + this.scale * (this.radius - up), away];
  }

  get hasTrail() { return false; }
  get lineWidth() { return Math.max(0.8, Math.min(0.11 * this.scale, 5)); }
  get showsNumbers() { return this.options.numbers && this.scale >= NUMBERS_FROM; }

  draw() {
    if (!this.tour) return;
    const { tiles, moves, points } = this.tour;
    this.ends = { tiles: tiles.corners.map((four) => four.map((point) => this.seen(point))) };
    this.ends.moves = moves.map((move) => move.map((point) => this.seen(point)));
    this.ends.points = points.map((point) => this.seen(point));
    for (const item of this.items) item.away = this.depth(item);
    this.items.sort((one, other) => other.away - one.away);
    this.clear(this.trail);
    const context = this.clear(this.base);
    for (const item of this.items) {
      if (item.tile !== undefined) this.drawTile(context, item.tile);
      else if (item.place !== undefined) this.drawPiece(context, item.place, item.piece);
      else this.drawSquare(context, item.square);
    }
    this.stage.dataset.drawn = "space";
    this.drawTop();
  }

  depth({ tile, place, piece, square }) {
    if (tile !== undefined) return this.ends.tiles[tile].reduce((sum, [, , away]) => sum + away, 0) / 4;
    if (place === undefined) return this.ends.points[square][2] - 1.5 * AHEAD;
    const [from, to] = this.ends.moves[place].slice(piece, piece + 2);
    return (from[2] + to[2]) / 2 - AHEAD;
  }

  drawTile(context, tile) {
    const four = this.ends.tiles[tile];
    const opaque = this.tour.board === "space" ? LAYER : this.options.through ? VEIL : 1;
    context.globalAlpha = opaque;
    context.fillStyle = context.strokeStyle = this.shades[this.shadeOf(four)];
    polygon(context, four);
    context.fill();
    context.lineWidth = 0.6; // Without it, the ground would shine through between the tiles.
    if (opaque === 1) context.stroke();
    context.globalAlpha = 1;
    const rims = this.tour.tiles.rims[tile];
    context.strokeStyle = this.theme.grid;
    context.lineWidth = 0.8;
    four.forEach((corner, side) => rims & (1 << side) && strokeLine(context, corner, four[(side + 1) % 4]));
  }

  /** Darker the more a tile is turned away from the light, which comes from above on the left; both its sides are lit. */
  shadeOf([one, two, three, four]) {
    const lengths = [1, 1, this.scale]; // Depths are in squares, places in pixels.
    const a = lengths.map((length, axis) => length * (three[axis] - one[axis]));
    const b = lengths.map((length, axis) => length * (four[axis] - two[axis]));
    const way = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const length = Math.hypot(...way) || 1;
    const sign = way[2] < 0 ? -1 : 1; // towards the eye
    const light = (sign * (-0.4 * way[0] - 0.55 * way[1] + 0.73 * way[2])) / length;
    const dark = this.theme.isDark ? light : 1 - light;
    return Math.max(0, Math.min(SHADES - 1, Math.round(dark * (SHADES - 1) * 0.8)));
  }

  drawPiece(context, place, piece) {
    const [from, to] = this.ends.moves[place].slice(piece, piece + 2);
    context.strokeStyle = this.lineColour(place);
    context.lineWidth = (this.position !== null && this.isRidden(place) ? 1.3 : 1) * this.lineWidth;
    strokeLine(context, from, to);
  }

  /** Whether a move has its colour: if it is ridden, or, with no knight, if all have. */
  isRidden(place) { return this.position === null ? this.options.colour === "tour" : place < Math.floor(this.position); }

  /** The colour of a move, and of the square that it leaves. */
  lineColour(place) {
    if (this.isRidden(place)) return this.ramp[Math.floor((place * this.ramp.length) / this.tour.size)];
    return this.position === null ? this.theme.ink : this.theme.faint;
  }

  drawSquare(context, square) {
    const point = this.ends.points[square];
    const place = this.tour.at[square];
    if (!this.showsNumbers) return disc(context, point, 1.1 * this.lineWidth, this.lineColour(place));
    disc(context, point, 0.33 * this.scale, this.theme.board);
    const fit = Math.min(0.36, 0.9 / String(this.tour.size).length) * this.scale;
    write(context, String(place + 1), point, fit, this.theme.ink);
  }

  /** The square of the nearest tile at a point of the stage, or -1. */
  squareAt(x, y) {
    if (!this.tour || !this.ends.tiles) return -1;
    const context = contextOf(this.top);
    for (let at = this.items.length - 1; at >= 0; at--) {
      const { tile, square = -1 } = this.items[at];
      if (tile === undefined) continue;
      polygon(context, this.ends.tiles[tile]);
      if (context.isPointInPath(x * this.ratio, y * this.ratio)) return square;
    }
    return -1;
  }

  drawTop() {
    if (!this.tour) return;
    const context = this.clear(this.top);
    if (this.marked >= 0) {
      circle(context, this.seen(this.tour.points[this.marked]), 0.4 * this.scale);
      context.lineWidth = 1.5;
      context.strokeStyle = this.theme.accent;
      context.stroke();
    }
    if (this.position === null) return;
    const [x, y] = this.seen(this.tour.pointAt(this.position));
    this.drawKnight(context, x, y);
  }
}
