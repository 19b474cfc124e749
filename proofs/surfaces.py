"""Which surfaces of up to 5 x 5 have a closed tour (c), an open one only (o), or none (-): each is searched to the end.

A surface is a rectangle; over a side without a rim the plane goes on with a copy of it, which may be upside down.
"""

from itertools import product

MOVES = [(down, right) for down, right in product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(right)]
SURFACES = {  # how the copy beside the rectangle, and that below it, lies: plain, mirrored or not at all
    "torus": ("plain", "plain"),
    "Klein bottle": ("mirrored", "plain"),
    "projective plane": ("mirrored", "mirrored"),
    "cylinder": ("plain", None),
    "Moebius strip": ("mirrored", None),
}
SIDES = range(1, 6)


def folded(row, col, rows, cols, beside, below):
    """Return the square of the rectangle that a square of the plane is a copy of, or None beyond a rim."""
    if below is None and not 0 <= row < rows:
        return None
    (up, row), (over, col) = divmod(row, rows), divmod(col, cols)
    if over % 2 and beside == "mirrored":
        row = rows - 1 - row
    if up % 2 and below == "mirrored":
        col = cols - 1 - col
    return row, col


def neighbours(rows, cols, glued):
    board = [*product(range(rows), range(cols))]
    reached = {at: {folded(at[0] + x, at[1] + y, rows, cols, *glued) for x, y in MOVES} - {None, at} for at in board}
    assert all(at in reached[to] for at in board for to in reached[at])
    return reached


def has_path(near, path, left, closed):
    """Return whether a path can go on through all squares that are left, and to its start if it is to be closed."""
    if not left:
        return len(path) > 2 and path[0] in near[path[-1]] if closed else len(path) > 1
    ends = {path[-1], *(path[:1] if closed else ())}
    ways = {at: len(near[at] & (left | ends)) for at in left}
    if sum(max(0, 2 - each) for each in ways.values()) > (0 if closed else 1):
        return False  # a square that cannot be passed, and that is not the end
    reached, more = {path[-1]}, [path[-1]]
    while more:
        new = near[more.pop()] & left - reached
        reached |= new
        more += new
    if not left <= reached:
        return False
    ahead = sorted(near[path[-1]] & left, key=lambda at: (ways[at], at))
    return any(has_path(near, [*path, at], left - {at}, closed) for at in ahead)


def has_tour(near, closed):
    starts = [*near][:1] if closed else near
    return any(has_path(near, [start], {*near} - {start}, closed) for start in starts)


for name, glued in SURFACES.items():
    print(f"{name}, by rows and columns from 1 to {SIDES[-1]}:")
    for rows in SIDES:
        boards = [neighbours(rows, cols, glued) for cols in SIDES]
        print(" ", *("c" if has_tour(near, True) else "o" if has_tour(near, False) else "-" for near in boards))
