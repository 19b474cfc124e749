// The moves of a knight as (row, col), numbered as in the library: move (i + 4) % 8 undoes move i, moves 4 to 7 go down.

export const MOVES = [[-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2]];
