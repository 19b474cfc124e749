"""All n x n with an even n >= 10, and all rectangles with an even and another side >= 24, have tours without rails.

The boards are laid from the package's data, which is read as text: a paragraph is a board, two hexadecimal digits a
square, a bit for each move of the tour. Its title tells which rows and columns may be repeated or left out.
"""

import re
from itertools import product
from pathlib import Path

DATA = Path(__file__).parents[1] / "src/destrier/patterns/data/tame_rails.txt"
MOVES = (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)


def read(paragraph):
    title, *lines = paragraph.splitlines()
    moves = [[[MOVES[i] for i in range(8) if byte >> i & 1] for byte in bytes.fromhex(line)] for line in lines]
    spans = {side: (int(start), int(stop)) for side, start, stop in re.findall(r"(\w+) (\d+) (\d+)", title)}
    return moves, spans.get("rows", (0, 0)), spans.get("columns", (0, 0))


def laid(pattern, high, wide):
    """Return a board with copies of the rows and columns to repeat: the two squares that the tour joins to each one."""
    moves, *spans = pattern
    lengths = zip((len(moves), len(moves[0])), spans, (high, wide), strict=True)
    rows, cols = ([*range(a), *copies * [*range(a, b)], *range(b, side)] for side, (a, b), copies in lengths)
    board = {
        (r, c): {(r + x, c + y) for x, y in moves[rows[r]][cols[c]]} for r in range(len(rows)) for c in range(len(cols))
    }
    assert all(len(two) == 2 and all(at in board[to] for to in two) for at, two in board.items())
    return board


def follow(board, before, at, stop):
    """Return the moves from one square on, the first leading away from the one before it, up to one that stops."""
    moves = []
    while not moves or not stop(*moves[-1]):
        (after,) = board[at] - {before}
        moves.append((at, after))
        before, at = at, after
    return moves


def is_tour(board):
    start, *_ = board
    return len(follow(board, min(board[start]), start, lambda _, to: to == start)) == len(board)


def rails(board):
    """Count pairs of parallel moves of the tour whose ends are joined by two parallel moves that it does not make."""
    found = 0
    for (r, c), two in board.items():
        for (x, y), (v, w) in product(MOVES[:4], MOVES):
            ahead, aside, across = (r + x, c + y), (r + v, c + w), (r + x + v, c + y + w)
            if ahead in two and aside not in two and across in board.get(aside, ()):
                found += across not in board[ahead]
    return found


def strands(pattern, wide):
    """Return the strands of the band in which the rows repeat for ever, each from a square to its first copy."""
    (first, last), board = pattern[1], laid(pattern, 1, wide)
    left, found = {at for at in board if first <= at[0] < last}, []
    copies = [k * (last - first) for k in range(-9, 10)]
    band = {(row + k, col): {(r + k, c) for r, c in board[row, col]} for row, col in left for k in copies}
    while left:
        start = min(left)
        ahead = {(start[0] + k, start[1]) for k in copies}
        moves = follow(band, max(band[start]), start, lambda _, to, ahead=ahead: to in ahead)
        left -= {(row + k, col) for (row, col), _ in moves for k in copies}
        found.append([start, *(to for _, to in moves)])
    return found


def joined(board, line):
    """Return how the part at the left of a line joins the ends of the moves over it, counted from the line."""
    over = [(at, to) for at, two in board.items() for to in two if at[1] < line <= to[1]]
    joins = [(*over_it, *follow(board, *over_it[::-1], lambda _, to: to[1] >= line)[-1]) for over_it in over]
    return {tuple((row, col - line) for row, col in join) for join in joins}


def copies_until_repeated(pattern, high):
    """Return how many copies of the columns join the same ends as fewer; until then all is one cycle."""
    (start, stop), seen, joins = pattern[2], [], None
    while joins not in seen:
        seen.append(joins)
        board = laid(pattern, high, len(seen))
        assert is_tour(board)
        joins = joined(board, (start + stop) // 2 + (len(seen) - 1) * (stop - start))
    return len(seen)


def span(found, axis):
    return max(max(at[axis] for at in strand) - min(at[axis] for at in strand) + 1 for strand in found)


PATTERNS = [read(paragraph) for paragraph in DATA.read_text().strip().split("\n\n")[1:]]
WIDE = [pattern for pattern in PATTERNS if pattern[2] != (0, 0)]
for side in range(10, 24, 2):
    boards = (laid(pattern, copies, 0) for pattern in PATTERNS for copies in range(2) if pattern not in WIDE)
    assert any(max(board) == (side - 1, side - 1) and is_tour(board) and rails(board) == 0 for board in boards)
print("n = 10, 12, .., 22: a tour without rails each.")
for pattern in WIDE:
    assert not any(rails(laid(pattern, high, wide)) for high, wide in product(range(5), range(4)))
    assert all(is_tour(laid(pattern, high, 0)) for high in range(8))
    most = max(copies_until_repeated(pattern, high) for high in range(8))
    print(
        f"{len(pattern[0][0])} columns: no rails, one cycle; {most} copies of the columns join the same ends as fewer."
    )
    found = [strand for wide in range(4) for strand in strands(pattern, wide)]
    assert all(abs(strand[-1][0] - strand[0][0]) == 2 for strand in found)
    print(f"Each strand winds once, within {span(found, 0)} rows and {span(found, 1)} columns:")
    shapes = {}
    for (row, col), *others in strands(pattern, 1):
        shapes.setdefault(((row, 0), *((r, c - col) for r, c in others)), []).append(col)
    for shape, starts in shapes.items():
        print(f"  {' '.join(f'{row},{col}' for row, col in shape)}, from column {', '.join(map(str, starts))}")
