"""A closed tour of a rectangle with both sides at least 5 has at least 2 (rows + cols) + 16 crossings.

Only the moves from the rim count. One walks around the board, with the board at the left. A state is the choices of
three successive squares of a side, each two of its four moves: inwards, and along the side.
"""

from itertools import combinations, combinations_with_replacement, product
from operator import add

CHOICES = [*combinations([(1, -2), (2, -1), (2, 1), (1, 2)], 2)]
STATES = [*product(CHOICES, repeat=3)]
NEVER = 10**6


def cross(one, other):
    """Return whether two moves have a point in common that is inside both."""
    (a, b), (c, d) = one, other
    threes = (a, b, c), (a, b, d), (c, d, a), (c, d, b)
    sides = [(q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) for p, q, r in threes]
    return sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0


def crossings(moves):
    return sum(cross(*pair) for pair in combinations(moves, 2))


def moves_of(choices, first=0):
    """Return the moves from the squares of a side on the axis, the first of which is given."""
    return {((x, 0), (x + along, inward)) for x, two in enumerate(choices, first) for inward, along in two}


def longer(table):
    """Return the fewest crossings of a side that has one square more."""
    found = {}
    for (first, last), fewest in table.items():
        for choice in CHOICES:
            ends = first, (*last[1:], choice)
            found[ends] = min(found.get(ends, NEVER), fewest + MORE[last, choice])
    return found


def times(one, other):
    """Return the fewest crossings of two parts together, by what comes before the first and after the second."""
    columns = [*zip(*other, strict=True)]
    return [[min(map(add, row, column)) for column in columns] for row in one]


# The fewest crossings of a side of 3, 4, .. squares, by the choices of its first three and its last three squares.
MORE = {
    (last, choice): sum(cross(*pair) for pair in product(moves_of(last), moves_of([choice], 3)))
    for last, choice in product(STATES, CHOICES)
}
SIDES = [{(state, state): crossings(moves_of(state)) for state in STATES}]
while len(SIDES) < 9:
    SIDES.append(longer(SIDES[-1]))
assert {fewest - SIDES[-2][ends] for ends, fewest in SIDES[-1].items()} == {1}
print(f"From {len(SIDES) + 1} squares on, each square of a side adds one crossing.")

# A corner at 0,0, the three squares before it on one axis and the three after it on the other one.
CORNER = {((-2, 1), (0, 0)), ((-1, 2), (0, 0))}
BEFORE = {state: {tuple(sorted(move)) for move in moves_of(state, -3)} for state in STATES}
AFTER = {state: {tuple(sorted((-y, x) for x, y in move)) for move in moves_of(state, 1)} for state in STATES}
BEFORE = {state: moves for state, moves in BEFORE.items() if all(x <= 0 for move in moves for x, _ in move)}
AFTER = {state: moves for state, moves in AFTER.items() if all(y >= 0 for move in moves for _, y in move)}
BOTH = {((-2, 0), (0, 1)), ((-1, 0), (0, 2))}
ADDED = [
    [
        crossings(one | other | CORNER) - crossings(one) - crossings(other) + NEVER * (one & BOTH != other & BOTH)
        for other in AFTER.values()
    ]
    for one in BEFORE.values()
]
PARTS = [times([[side.get((one, other), NEVER) for other in BEFORE] for one in AFTER], ADDED) for side in SIDES]
for (rows, one), (cols, other) in combinations_with_replacement(enumerate(PARTS, 5), 2):
    half = times(one, other)
    fewest = min(min(map(add, *each)) for each in zip(half, zip(*half, strict=True), strict=True))
    assert fewest == 2 * (rows + cols) + 16
print(f"The rims of all boards with sides from 5 to {rows}: 2 (rows + cols) + 16 crossings.")
