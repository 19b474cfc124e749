"""The fewest turns and crossings of closed tours of small boards: all tours are found, one square after another."""

from functools import cache
from itertools import combinations, pairwise


def tours(rows, cols):
    """Yield all closed tours, from a corner through one of its two neighbours and back from the other one."""
    board = [(row, col) for row in range(rows) for col in range(cols)]
    near = {a: [b for b in board if {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}] for a in board}
    path, left, last = [(0, 0), (1, 2)], {*board} - {(0, 0), (1, 2)}, (2, 1)
    choices = [iter(near[1, 2])]
    while choices:
        at = next(choices[-1], None)
        if at is None:
            choices.pop()
            left.add(path.pop())
        elif at in left and (at != last or len(left) == 1):  # the last square comes last
            left.remove(at)
            if not left:
                yield [*path, at, (0, 0)]
                left.add(at)
            elif all(passable(other, last, near, {*left, at}) for other in near[path[-1]] if other in left):
                path.append(at)
                choices.append(iter(near[at]))
            else:
                left.add(at)


def passable(square, last, near, free):
    """Return whether a square has two moves to free ones; one of those of the last square leads to the corner."""
    return len(free.intersection(near[square])) >= (1 if square == last else 2)


def turns(tour):
    threes = zip(tour[:-1], tour[1:], tour[2:] + tour[1:2], strict=True)
    return sum((2 * b[0], 2 * b[1]) != (a[0] + c[0], a[1] + c[1]) for a, b, c in threes)


def crossings(tour):
    return sum(cross(*pair) for pair in combinations([tuple(sorted(move)) for move in pairwise(tour)], 2))


@cache
def cross(one, other):
    (a, b), (c, d) = one, other
    threes = (a, b, c), (a, b, d), (c, d, a), (c, d, b)
    sides = [(q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) for p, q, r in threes]
    return sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0


for rows, cols in ((3, 10), (3, 12), (5, 6), (6, 6)):
    found = [(turns(tour), crossings(tour)) for tour in tours(rows, cols)]
    fewest = [min(each) for each in zip(*found, strict=True)]
    print(f"{rows} x {cols}: {len(found)} closed tours, with at least {fewest[0]} turns and {fewest[1]} crossings.")
