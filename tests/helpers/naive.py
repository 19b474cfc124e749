"""The oracle of the tests: everything once more, slow and obvious, sharing no code with the package.

A square is `(row, col)`; an edge is the set of its two squares; a moves array is a list of rows of bytes.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    Square: TypeAlias = tuple[int, int]
    Edge: TypeAlias = frozenset[Square]
    Grid: TypeAlias = Sequence[Sequence[int]]

# Counter-clockwise from east-north-east, as (row, col) with rows growing downwards.
MOVES = [(-1, +2), (-2, +1), (-2, -1), (-1, -2), (+1, -2), (+2, -1), (+2, +1), (+1, +2)]


# --- Boards


def rectangle(rows: int, cols: int) -> set[Square]:
    return {(row, col) for row in range(rows) for col in range(cols)}


def mask(bits: int, rows: int, cols: int) -> set[Square]:
    """The squares whose bit `row * cols + col` is set."""
    return {(row, col) for row, col in rectangle(rows, cols) if bits >> (row * cols + col) & 1}


def step(square: Square, move: int) -> Square:
    return square[0] + MOVES[move][0], square[1] + MOVES[move][1]


def move_between(here: Square, there: Square) -> int:
    return MOVES.index((there[0] - here[0], there[1] - here[1]))


def neighbours(square: Square, board: Iterable[Square]) -> list[Square]:
    return [step(square, move) for move in range(8) if step(square, move) in set(board)]


def is_light(square: Square) -> bool:
    return (square[0] + square[1]) % 2 == 0


# --- Moves arrays


def moves_at(moves: Grid, square: Square) -> list[int]:
    return [move for move in range(8) if moves[square[0]][square[1]] >> move & 1]


def faulty_squares(moves: Grid, board: set[Square], ends: Iterable[Square] = ()) -> set[Square]:
    """The squares with a wrong number of moves, or on either side of a move without a move back."""
    faulty = set()
    for square in rectangle(len(moves), len(moves[0])):
        degree = 0 if square not in board else 1 if square in ends else 2
        if len(moves_at(moves, square)) != degree:
            faulty.add(square)
        for move in moves_at(moves, square):
            other = step(square, move)
            if other not in board:
                faulty.add(square)
            elif (move + 4) % 8 not in moves_at(moves, other):
                faulty |= {square, other}
    return faulty


def edges(moves: Grid) -> set[Edge]:
    return {
        frozenset((square, step(square, move)))
        for square in rectangle(len(moves), len(moves[0]))
        for move in moves_at(moves, square)
    }


def moves_of(edges: Iterable[Edge], rows: int, cols: int) -> list[list[int]]:
    moves = [[0] * cols for _ in range(rows)]
    for here, there in map(sorted, edges):
        moves[here[0]][here[1]] |= 1 << move_between(here, there)
        moves[there[0]][there[1]] |= 1 << move_between(there, here)
    return moves


def edges_of_walk(walk: Sequence[Square], *, closed: bool) -> set[Edge]:
    onward = [*walk[1:], walk[0]] if closed else walk[1:]
    return {frozenset(pair) for pair in zip(walk, onward, strict=False)}


def cycles(moves: Grid) -> list[list[Square]]:
    """The path, if there is one, from its smaller end, then the cycles by smallest square, left by the lowest move."""
    squares = sorted(square for square in rectangle(len(moves), len(moves[0])) if moves_at(moves, square))
    ends = [square for square in squares if len(moves_at(moves, square)) == 1]
    found: list[list[Square]] = []
    seen: set[Square] = set()
    for start in ends + squares:
        if start in seen:
            continue
        walk = [start]
        seen.add(start)
        while onward := [s for move in moves_at(moves, walk[-1]) if (s := step(walk[-1], move)) not in seen]:
            walk.append(onward[0])
            seen.add(onward[0])
        found.append(walk)
    return found


def is_tourney(moves: Grid, board: set[Square], cycle_count: int | None = None) -> bool:
    return not faulty_squares(moves, board) and cycle_count in (None, len(cycles(moves)))


def is_closed_tour(moves: Grid, board: set[Square]) -> bool:
    return is_tourney(moves, board, 1)


def is_open_tour(moves: Grid, board: set[Square], ends: Sequence[Square]) -> bool:
    return len(set(ends)) == 2 and not faulty_squares(moves, board, ends) and len(cycles(moves)) == 1


def cycle_count(moves: Grid) -> int:
    """`len(cycles(moves))` of a sound tourney, at a few million squares a second, for large boards."""
    cols = len(moves[0])
    steps = [row * cols + col for row, col in MOVES]
    first = [(byte & -byte).bit_length() - 1 for byte in range(256)]
    flat = [byte for row in moves for byte in row]
    count = 0
    for start, byte in enumerate(flat):
        if not byte:
            continue
        count += 1
        square, back = start, 0
        while onward := flat[square] & ~back:
            flat[square] = 0
            move = first[onward]
            square += steps[move]
            back = 1 << (move + 4) % 8
    return count


def component_count(moves: Grid, ends: Sequence[Square] = ()) -> int:
    """The same where one of them may be a path with these ends: it counts, if it leads from one to the other."""
    left = [list(row) for row in moves]
    if not ends:
        return cycle_count(left)
    here, back = ends[0], 0
    while onward := left[here[0]][here[1]] & ~back:
        left[here[0]][here[1]] = 0
        move = onward.bit_length() - 1
        here, back = step(here, move), 1 << (move + 4) % 8
    left[here[0]][here[1]] = 0
    return (1 if here == ends[1] else 2) + cycle_count(left)


# --- Symmetries: where a square of a rows x cols board goes

SYMMETRIES: dict[str, Callable[[Square, int, int], Square]] = {
    "identity": lambda square, rows, cols: square,
    "rotate-90": lambda square, rows, cols: (cols - 1 - square[1], square[0]),
    "rotate-180": lambda square, rows, cols: (rows - 1 - square[0], cols - 1 - square[1]),
    "rotate-270": lambda square, rows, cols: (square[1], rows - 1 - square[0]),
    "flip-columns": lambda square, rows, cols: (square[0], cols - 1 - square[1]),
    "flip-rows": lambda square, rows, cols: (rows - 1 - square[0], square[1]),
    "transpose": lambda square, rows, cols: (square[1], square[0]),
    "anti-transpose": lambda square, rows, cols: (cols - 1 - square[1], rows - 1 - square[0]),
}


# --- Metrics


def rails(moves: Grid) -> list[tuple[Square, int, int]]:
    """Algorithm 1 of the paper: topmost square, primary move, cross move."""
    present = edges(moves)
    board = rectangle(len(moves), len(moves[0]))
    found = []
    for u in sorted(board):
        for i in range(4, 8):
            v = step(u, i)
            for j in range(4, 8):
                u_cross, v_cross = step(u, j), step(v, j)
                if (
                    i != j
                    and {frozenset((u, v)), frozenset((u_cross, v_cross))} <= present
                    and not {frozenset((u, u_cross)), frozenset((v, v_cross))} & present
                ):
                    found.append((u, i, j))
    return found


def turns(moves: Grid) -> int:
    count = 0
    for square in rectangle(len(moves), len(moves[0])):
        at = moves_at(moves, square)
        count += len(at) == 2 and MOVES[at[0]] != (-MOVES[at[1]][0], -MOVES[at[1]][1])
    return count


def crossings(moves: Grid) -> int:
    """Pairs of edges, of all pairs, whose interiors meet."""
    segments = [tuple(sorted(edge)) for edge in sorted(edges(moves), key=sorted)]
    return sum(
        abs(one[0][0] - other[0][0]) < 4 and interiors_meet(*one, *other) for one, other in combinations(segments, 2)
    )


def interiors_meet(p: Square, q: Square, r: Square, s: Square) -> bool:
    """Whether p + t (q - p) = r + u (s - r) with 0 < t, u < 1, by Cramer's rule."""

    def cross(a: Square, b: Square) -> int:
        return a[0] * b[1] - a[1] * b[0]

    along, across, between = ((b[0] - a[0], b[1] - a[1]) for a, b in ((p, q), (r, s), (p, r)))
    whole, t, u = cross(along, across), cross(between, across), cross(between, along)
    if whole < 0:
        whole, t, u = -whole, -t, -u
    return 0 < t < whole and 0 < u < whole


def walked_moves(moves: Grid) -> list[tuple[list[int], bool]]:
    """The moves of each cycle or path in walking order, and whether it is a cycle."""
    walks = []
    for walk in cycles(moves):
        closed = len(moves_at(moves, walk[0])) == 2
        onward = [*walk[1:], walk[0]] if closed else walk[1:]
        walks.append(([move_between(here, there) for here, there in zip(walk, onward, strict=False)], closed))
    return walks


def move_counts(moves: Grid, *, directed: bool) -> list[int]:
    counts = [0] * 8
    for walk, _ in walked_moves(moves):
        for move in walk:
            counts[move] += 1
            counts[(move + 4) % 8] += not directed
    return counts


def relative_move_counts(moves: Grid, *, directed: bool) -> list[int]:
    counts = [0] * 8
    for walk, closed in walked_moves(moves):
        backward = [(move + 4) % 8 for move in reversed(walk)]
        for way in [walk] if directed else [walk, backward]:
            for i, j in zip(way, [*way[1:], way[0]] if closed else way[1:], strict=False):
                counts[(i - j) % 8] += 1
    return counts


def angle_counts(moves: Grid) -> list[int]:
    """Squares by the angle between their two moves, the sharpest first, by the scalar product of the moves."""
    products = Counter(
        sum(one * other for one, other in zip(MOVES[at[0]], MOVES[at[1]], strict=True))
        for square in rectangle(len(moves), len(moves[0]))
        if len(at := moves_at(moves, square)) == 2
    )
    return [products[product] for product in (4, 3, 0, -3, -4, -5)]


def charge(moves: Grid) -> list[int]:
    """By k: edges that leave a light square by move k, less those that leave one by move k + 4."""
    counts = [0] * 8
    for square in rectangle(len(moves), len(moves[0])):
        for move in moves_at(moves, square) if is_light(square) else []:
            counts[move] += 1
    return [counts[k] - counts[k + 4] for k in range(4)]


def figures(moves: Grid) -> dict[str, int]:
    """Of what tours have fewest and most."""
    angles = zip((37, 53, 90, 127, 143), angle_counts(moves)[:-1], strict=True)
    named = {f"angle-{degrees}": number for degrees, number in angles}
    return {"turns": turns(moves), "crossings": crossings(moves), "rails": len(rails(moves)), **named}


def images(edges: Iterable[Edge], rows: int, cols: int) -> set[frozenset[Edge]]:
    """The images of a tour on the same board."""

    def image(square: Square, number: int) -> Square:
        row, col = square
        row, col = rows - 1 - row if number & 1 else row, cols - 1 - col if number & 2 else col
        return (col, row) if number & 4 else (row, col)

    symmetries = range(8 if rows == cols else 4)
    return {frozenset(frozenset(image(square, number) for square in edge) for edge in edges) for number in symmetries}


# --- Searches


def closed_tours(board: set[Square]) -> Iterator[list[Square]]:
    """Every closed tour once, as a walk."""
    start = min(board, key=lambda square: (len(neighbours(square, board)), square))
    for first, last in combinations(neighbours(start, board), 2):
        for walk in paths(board - {start}, first, last):
            yield [start, *walk]


def open_tours(board: set[Square]) -> Iterator[list[Square]]:
    """Every open tour once, as a walk from its smaller end."""
    for start, end in combinations(sorted(board), 2):
        yield from paths(board, start, end)


def paths(board: set[Square], start: Square, end: Square) -> Iterator[list[Square]]:
    """Every path from start to end through all squares: depth first, no square left with too few ways in and out."""
    squares = sorted(board)
    near = {square: neighbours(square, board) for square in squares}
    balance = sum(1 if is_light(square) else -1 for square in squares)
    if balance != (0 if is_light(start) != is_light(end) else 1 if is_light(start) else -1):
        return
    free = {square: len(near[square]) for square in squares}  # unvisited neighbours, and the head of the walk
    unvisited = set(squares) - {start}
    walk = [start]

    def extend() -> Iterator[list[Square]]:
        here = walk[-1]
        if not unvisited:
            yield list(walk)
            return
        for there in near[here]:
            if there not in unvisited or (there == end and len(unvisited) > 1):
                continue
            unvisited.discard(there)
            walk.append(there)
            left = [square for square in near[here] if square in unvisited]
            for square in left:
                free[square] -= 1
            if all(free[square] >= (1 if square == end else 2) for square in left):
                yield from extend()
            for square in left:
                free[square] += 1
            walk.pop()
            unvisited.add(there)

    yield from extend()


def covers(board: set[Square]) -> Iterator[set[Edge]]:
    """Every set of edges with two at each square: each square in turn takes what it lacks from later ones."""
    squares = sorted(board)
    degree = dict.fromkeys(squares, 0)
    chosen: list[Edge] = []

    def extend(number: int) -> Iterator[set[Edge]]:
        if number == len(squares):
            yield set(chosen)
            return
        square = squares[number]
        later = [other for other in neighbours(square, board) if other > square and degree[other] < 2]
        lacking = 2 - degree[square]
        for others in combinations(later, lacking):
            for other in others:
                degree[other] += 1
                chosen.append(frozenset((square, other)))
            yield from extend(number + 1)
            for other in others:
                degree[other] -= 1
                chosen.pop()

    yield from extend(0)


def has_cover(board: set[Square], ends: Iterable[Square] = ()) -> bool:
    """Whether edges exist, two at each square and one at each end: light squares claim dark ones, and give way."""
    demand = {square: 1 if square in ends else 2 for square in board}
    if sum(demand[s] for s in board if is_light(s)) != sum(demand[s] for s in board if not is_light(s)):
        return False
    near = {square: neighbours(square, board) for square in board}
    claims: dict[Square, set[Square]] = {square: set() for square in board}  # of each dark square, the light ones

    def claim(light: Square, asked: set[Square]) -> bool:
        for dark in near[light]:
            if dark in asked or light in claims[dark]:
                continue
            asked.add(dark)
            if len(claims[dark]) < demand[dark]:
                claims[dark].add(light)
                return True
            for other in sorted(claims[dark]):
                if claim(other, asked):
                    claims[dark].remove(other)
                    claims[dark].add(light)
                    return True
        return False

    return all(claim(light, set()) for light in sorted(board) if is_light(light) for _ in range(demand[light]))


# --- Counting: tours of narrow boards without listing them


def tourneys(board: set[Square]) -> Iterator[set[Edge]]:
    """All tourneys: a square with the fewest choices takes all edges that it lacks, from squares that lack some."""
    graph = knights_graph(board)
    lacks = dict.fromkeys(board, 2)
    taken: set[Edge] = set()

    def extend() -> Iterator[set[Edge]]:
        fits = {square: [other for other in graph[square] if lacks[other]] for square in board if lacks[square]}
        if not fits:
            yield set(taken)
            return
        here = min(fits, key=lambda square: len(fits[square]))
        for chosen in combinations(fits[here], lacks[here]):
            edges = {frozenset((here, there)) for there in chosen}
            lacked, lacks[here] = lacks[here], 0
            for there in chosen:
                lacks[there] -= 1
            taken.update(edges)
            yield from extend()
            taken.difference_update(edges)
            for there in chosen:
                lacks[there] += 1
            lacks[here] = lacked

    return extend()


def tourney_count(board: set[Square]) -> int:
    """How many tourneys there are, square by square along the long side; those that leave the same are one case."""
    longer = 0 if max(board)[0] >= max(col for _, col in board) else 1
    squares = sorted(board, key=lambda square: (square[longer], square))
    lacking = {(2,) * len(squares): 1}
    for square in squares:
        later = {squares.index(there) - squares.index(square) for there in neighbours(square, board)}
        cases: dict[tuple[int, ...], int] = {}
        for lacks, number in lacking.items():
            fit = [away for away in later if away > 0 and lacks[away]]
            for chosen in combinations(fit, lacks[0]):
                left = tuple(lack - (away in chosen) for away, lack in enumerate(lacks))[1:]
                cases[left] = cases.get(left, 0) + number
        lacking = cases
    return sum(lacking.values())


def closed_tour_count(board: set[Square], cycles: int = 1) -> int:
    """How many covers by so many cycles there are."""
    return ring_count(knights_graph(board), cycles)


def open_tour_count(board: set[Square], ends: Sequence[Square] = ()) -> int:
    """How many open tours there are, each once: between these ends, with this end, or with any.

    They are cycles that also visit a square outside, which leads to wherever an end may be. A given end leads to one
    of its own, the first in the graph; the last one leads anywhere else.
    """
    before, behind = (-9, -9), (99, 99)
    first = [(before, end) for end in ends] + [(before, behind)] * (len(ends) == 1)
    last = [(square, behind) for square in board if square not in ends] if len(ends) < 2 else []
    graph = knights_graph(board)
    graph = {**({before: []} if first else {}), **graph, **({behind: []} if last else {})}
    for here, there in first + last:
        graph[here].append(there)
        graph[there].append(here)
    return ring_count(graph)


def pairs_of_ends(board: set[Square]) -> set[Edge]:
    """All pairs of squares that are the ends of an open tour: as above, with a bit for each pair instead of a count."""
    graph = knights_graph(board)
    squares, size = list(graph), len(graph)
    number = {square: place for place, square in enumerate(squares)}
    later = [[number[other] for other in graph[square] if number[other] > number[square]] for square in squares]
    reached = {bytes([*range(size + 1), 0]): 1}  # the last square is the one outside, which leads to all others
    for here in range(size):
        after: dict[bytes, int] = {}
        for state, pairs in reached.items():
            for others in choices(state, here, [*later[here], size]):
                if joined := joined_to(state, here, others, 1):
                    marked = pairs << (here if state[size] == size else size * (here + 1))
                    after[joined] = after.get(joined, 0) | (marked if size in others else pairs)
        reached = after
    bits = sum(pairs for state, pairs in reached.items() if state[-1] == 1)
    return {
        frozenset((squares[one], squares[other]))
        for other in range(size)
        for one in range(other)
        if bits >> (one + size * (other + 1)) & 1
    }


def knights_graph(board: set[Square]) -> dict[Square, list[Square]]:
    """The squares, along the longer side of the board, and their neighbours."""
    rows, cols = zip(*board, strict=True)
    upright = max(rows) - min(rows) >= max(cols) - min(cols)
    squares = sorted(board, key=lambda square: square if upright else square[::-1])
    return {square: neighbours(square, board) for square in squares}


def ring_count(graph: dict[Square, list[Square]], rings: int = 1) -> int:
    """How many sets of edges there are with two at each square that make so many cycles, after Knuth's Simpath.

    Each square in turn takes what it lacks from later ones. Sets of edges that differ no more for the squares to come
    are counted together: of each square we only keep `full` if it has two edges, else the far end of its path. The
    last number tells how many cycles are closed.
    """
    number = {square: place for place, square in enumerate(graph)}
    later = [[number[other] for other in graph[square] if number[other] > number[square]] for square in graph]
    counts = {bytes([*range(len(graph)), 0]): 1}
    for here in range(len(graph)):
        after: dict[bytes, int] = {}
        for state, count in counts.items():
            for others in choices(state, here, later[here]):
                if joined := joined_to(state, here, others, rings):
                    after[joined] = after.get(joined, 0) + count
        counts = after
    return sum(count for state, count in counts.items() if state[-1] == rings)


def choices(state: bytes, here: int, later: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to give a square what it lacks."""
    full = len(state) - 1
    lacking = 0 if state[here] == full else 2 if state[here] == here else 1
    return combinations([there for there in later if state[there] != full], lacking)


def joined_to(state: bytes, here: int, others: Iterable[int], rings: int) -> bytes | None:
    """The state with these edges more; `None` if the last cycle is closed before all squares are full."""
    far, full = bytearray(state), len(state) - 1
    for there in others:
        end, other_end = far[here], far[there]
        far[here] = far[there] = full
        if end == there:
            far[-1] += 1
            if far[-1] == rings and far.count(full, 0, full) < full:
                return None
        else:
            far[end], far[other_end] = other_end, end
    return bytes(far)
