// What a mode is: what the board shows, what a click on it does, and what the transport plays.

export class Mode {
  name = "";
  player = null; // what the transport plays, if anything: so much `unit`s, and the `whole` without it
  unit = "Move";
  whole = "Whole tour";
  showsTourney = false; // whether the board shows the tourney, whatever comes
  paints = false; // whether the pointer paints squares
  seeks = false; // whether a second click is no double click
  marksHovered = false;

  constructor(studio) {
    this.studio = studio;
    this.view = studio.view;
  }

  get isOffered() {
    return true;
  }

  /** What is said where there is nothing else to say. */
  get hint() {
    return "";
  }

  begin() {}

  end() {}

  /** Another tourney is shown. */
  shown() {
    this.studio.setMode("watch");
  }

  click() {}

  hover() {}

  draw() {}

  describe(square) {
    return where(this.view.board, square);
  }
}

/** The name of a square. */
export function where({ cols, has }, square) {
  const [row, col] = [Math.floor(square / cols), square % cols];
  return `row ${row}, column ${col}${has(row, col) ? "" : ": no square"}`;
}
