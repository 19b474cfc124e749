// The moves of a knight are numbered as in the library, as bytes hold them: move (i + 4) % 8 undoes move i, and moves 4
// to 7 go down. Each is a pair (row, col).

export const MOVES = [[-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2]];
