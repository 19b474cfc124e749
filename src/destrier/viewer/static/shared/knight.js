// The knight is drawn upright on the screen, however the board or the box lies.

/** @type {(context: CanvasRenderingContext2D, x: number, y: number, side: number, colour: string, edge: string) => void} */
export function drawKnight(context, x, y, side, colour, edge) {
  context.save();
  context.translate(x, y);
  context.scale(side / 100, side / 100);
  context.lineWidth = 9;
  context.strokeStyle = edge;
  context.fillStyle = colour;
  context.stroke(KNIGHT);
  context.fill(KNIGHT);
  context.fillStyle = edge;
  context.beginPath();
  context.arc(-15, -17, 4, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

const KNIGHT = new Path2D(
  "M-24 33C-26 22-2 15-3-1-9 5-15 7-20 9-23 16-28 19-32 18-40 17-43 10-40 3-36-7-29-14-26-22-24-28-19-33-13-35" +
  "-13-39-12-43-9-48-6-45-3-42-1-39 22-34 33-8 30 33 34 34 36 38 36 47 12 47-12 47-34 47-34 38-32 34-24 33z",
);
