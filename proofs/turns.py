"""A closed tour of a rectangle with both sides at least 20 has at least 4 (rows + cols) - 24 turns, an open one - 31.

Weights are whole numbers: those of squares in ten-thousandths, those of legs in half as much.
"""

from ast import literal_eval
from functools import cache
from itertools import combinations, groupby, pairwise, product
from pathlib import Path

UNIT, BOX, BAND = 10_000, 10, (30_000, -10_000, -10_000, 12_500, 0, -2_500)


def mirrored(case):
    moves, prices, weights = case
    swapped = {at[::-1]: {to[::-1] for to in two} for at, two in moves.items()}
    return swapped, {(a[::-1], b[::-1]): price for (a, b), price in prices.items()}, [*zip(*weights, strict=True)]


ANY, *FOUND = literal_eval((Path(__file__).parent / "turns.txt").read_text())
CASES = [*FOUND, *map(mirrored, FOUND)]


def proved(moves, prices, weights):
    """Return what a box adds to four units a row and column; only a move that is surely made may cost less than 0."""
    assert all(price > 0 or b in moves.get(a, ()) or a in moves.get(b, ()) for (a, b), price in prices.items())
    return sum(map(sum, weights)) - sum(prices.values()) - 2 * BOX * sum(BAND)


def complete(known):
    """Return whether all choices of two moves at each square, without a short cycle, lead to one of the cases."""
    if any(moves.items() <= known.items() for moves, *_ in CASES):
        return True
    agree = [moves for moves, *_ in CASES if all(moves.get(at, two) == two for at, two in known.items())]
    if not agree:
        return False
    row, col = at = next(at for at in agree[0] if at not in known)
    around = [(row + down, col + right) for down in range(-2, 3) for right in range(-2, 3) if abs(down * right) == 2]
    pairs = map(set, combinations([to for to in around if min(to) >= 0], 2))
    fit = [{**known, at: two} for two in pairs if all((to in two) == (at in known[to]) for to in around if to in known)]
    return all(complete(each) for each in fit if not closes(each, at))


def closes(known, start):
    before, at = start, min(known[start])
    while at in known and at != start:
        before, at = at, min(known[at] - {before})
    return at == start


@cache
def heaviest(path, starts, ends):
    """Return the most that a leg weighs in a box, in any case; far less than nothing if no tour has the leg."""
    most, stops = -(10**9), [path[:2]] * starts + [path[:-3:-1]] * ends
    for moves, prices, weights in [ANY, *CASES]:
        straight_on = any(moves.get(a) == {b, (2 * a[0] - b[0], 2 * a[1] - b[1])} for a, b in stops)
        if not straight_on and all(b in moves.get(a, {b}) and a in moves.get(b, {a}) for a, b in pairwise(path)):
            weight = {(row, col): weights[row][col] for row, col in path if max(row, col) < BOX}
            paid = sum(prices.get(move, 0) + prices.get(move[::-1], 0) for move in pairwise(path))
            most = max(most, 2 * sum(weight.values()) - sum(weight[at] for at, _ in stops) - 2 * paid)
    return most


def legs(rows, cols):
    """Yield how many ends of a leg, or of a piece of one up to a square inside, are inside, and its weight."""
    near = {(r, c): (min(r, rows - 1 - r), min(c, cols - 1 - c)) for r, c in product(range(rows), range(cols))}
    corner = {at: max(near[at]) < BOX and (at[0] < BOX, at[1] < BOX) for at in near}
    inside = {at for at in near if max(near[at]) >= BOX and min(near[at]) >= len(BAND)}
    for start, (down, right) in product(near, [(1, 2), (2, 1)]):  # the others are mirror images of these
        path, total = [start], 0
        while (after := (path[-1][0] + down, path[-1][1] + right)) in near:
            path.append(after)
            total = 0
            for where, part in groupby(enumerate(path), lambda each: corner[each[1]]):
                first, *_, last = [place for place, _ in part] * 2
                if where:
                    seen = path[max(first - 1, 0) : last + 2]
                    seen = [(r if where[0] else rows - 1 - r, c if where[1] else cols - 1 - c) for r, c in seen]
                    total += heaviest(tuple(seen), first == 0, last == len(path) - 1)
                else:
                    weights = [(*BAND, 0)[min(*near[at], len(BAND))] for at in path]
                    total += sum(weights[first : last + 1]) + sum(weights[max(first, 1) : min(last + 1, len(path) - 1)])
            yield (start in inside) + (after in inside), total
            if after in inside:
                break


assert sum(BAND) == 2 * UNIT
assert complete({(0, 0): {(1, 2), (2, 1)}})
print(f"A closed tour passes a corner in one of {len(FOUND)} ways, or a mirror image of one.")
for rows, cols in product(range(20, 37), repeat=2):
    assert rows > cols or all(weight <= (2 - ends) * UNIT for ends, weight in legs(rows, cols))
print("No leg weighs more than 1, no piece from inside more than 1/2, and none from inside to inside more than 0.")
known, unknown = min(proved(*case) for case in CASES), proved(*ANY)
print(f"Closed tours: 4 (rows + cols) - {-4 * known // UNIT} turns, as {4 * known / UNIT} are proved.")
most = max(max(map(max, weights)) for _, _, weights in [ANY, *CASES])
opened = 2 * known + 2 * unknown - most - UNIT
print(f"Open tours: 4 (rows + cols) - {-opened // UNIT} turns, as {opened / UNIT} are proved.")
