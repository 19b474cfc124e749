"""Worms leave the uniform distribution on tourneys as it is, and lead from each to each: 3 x 8 and 4 x 6, exactly.

A tourney is a set of moves with two at each square. While a worm moves, its tail and its head lack one each.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations


def moves_of(rows, cols):
    board = [(row, col) for row in range(rows) for col in range(cols)]
    return {a: [b for b in board if {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}] for a in board}


def steps(near, state):
    """Yield what can follow a tourney, with or without a worm, and with which probability."""
    moves, tail, head = state
    if tail is None:  # a worm removes one of the two moves of a random square
        for move in moves:
            for tail, head in (move, move[::-1]):
                yield (moves - {move}, tail, head), Fraction(1, 2 * len(near))
        return
    for at in near[head]:
        drawn, chance = tuple(sorted((head, at))), Fraction(1, len(near[head]))
        if drawn in moves:
            yield state, chance
        elif at == tail:
            yield (moves | {drawn}, None, None), chance
        else:  # it removes one of the two other moves of the square, and goes on from the other end
            for move in moves:
                if at in move:
                    after = move[at == move[0]]
                    yield (moves - {move} | {drawn}, tail, after), chance / 2


def weight(near, state):
    """Return the weight of a state, 1 for a tourney; with a worm, as many as its head has moves, of a smaller unit."""
    _, tail, head = state
    return 1 if tail is None else Fraction(len(near[head]), 2 * len(near))


def a_tourney(near):
    """Return the moves of any tourney."""

    def extended(moves, left):
        if not left:
            return moves
        at = left[0]
        lacks = 2 - sum(at in move for move in moves)
        more = [to for to in near[at] if to > at and sum(to in move for move in moves) < 2]
        found = (extended(moves | {(at, to) for to in some}, left[1:]) for some in combinations(more, lacks))
        return next((each for each in found if each), None)

    return frozenset(extended(frozenset(), sorted(near)))


for rows, cols in ((3, 8), (4, 6)):
    near = moves_of(rows, cols)
    start = (a_tourney(near), None, None)
    seen, more, flow = {start}, [start], Counter()
    while more:
        state = more.pop()
        for after, chance in steps(near, state):
            flow[state, after] += weight(near, state) * chance
            if after not in seen:
                seen.add(after)
                more.append(after)
    assert all(flow[after, state] == each for (state, after), each in flow.items())
    tourneys = sum(tail is None for _, tail, _ in seen)
    print(f"{rows} x {cols}: {tourneys} tourneys and {len(seen) - tourneys} with a worm; equal flows to and fro.")
