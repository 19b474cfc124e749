"""All tours of a small board are equally likely: chi-square tests over all tours of boards of every kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.laws import p_of_chi_square, p_of_uniform
from helpers.marks import lengthy, long

import destrier as dt
from destrier.counting.samples import all_tours

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from destrier.core.grid import BaseBoard


# The oracle


def every_tour(
    there: list[list[int]], back: list[list[int]], starts: Collection[int], ends: Collection[int] | None
) -> Iterator[tuple[int, ...]]:
    """Every tour, as the moves of each square, by the directions that it can be walked in from these starts.

    Closed tours (`ends` is `None`) return to the start. Depth first; no closed tour leaves a square with one way.
    """
    near = [{other for other in row if other >= 0} for row in there]
    masks, visited = [0] * len(there), [False] * len(there)

    def add(square: int, move: int) -> None:
        masks[square] ^= 1 << move
        masks[there[square][move]] ^= 1 << back[square][move]

    def extend(square: int, start: int, left: int) -> Iterator[tuple[int, ...]]:
        if not left and ends is not None:
            if square in ends:
                yield tuple(masks)
            return
        ways = [
            (move, other)
            for move, other in enumerate(there[square])
            if other >= 0 and not masks[square] >> move & 1 and (other == start if not left else not visited[other])
        ]
        if ends is None and left:
            forced = {other for _, other in ways if sum(one == start or not visited[one] for one in near[other]) < 2}
            ways = [(move, other) for move, other in ways if other in forced or not forced] if len(forced) < 2 else []
        for move, other in ways:
            add(square, move)
            if left:
                visited[other] = True
                yield from extend(other, start, left - 1)
                visited[other] = False
            else:
                yield tuple(masks)
            add(square, move)

    for start in starts:
        visited[start] = True
        yield from extend(start, start, len(there) - 1)
        visited[start] = False


# The boards


def shape(text: str) -> dt.Board:
    """A board from its rows, where a dot is a missing square."""
    return dt.Board.from_text("\n".join(text.split()))


RECTANGLES = [dt.Board(3, 10), dt.Board(5, 6), dt.Board(3, 12)]

SHAPES = [
    shape("###### ###### ##..## ###### ###### ######"),
    shape("####### ###.#.# ####### ####### #####.#"),
    shape(".#### ####. ##### ##.## .###."),
    shape("####..# .###### .###### ####### ######."),
    shape("###.##. ####### .###### ##.#### .######"),
    shape("###### .##### ###### ###### .#####"),
    shape(".#####. ##.#### ###.### #.##### ##..###"),
    shape("####.## #####.# ####### ####### ###.###"),
    shape("#.#.## #####. .##### ###### ######"),
    shape("..####. ####.## ##.#.## ####### ###.###"),
    shape("####.## ####### ####### ####.##"),
    shape("##.#### ####### ####### .######"),
    shape("#.##### ###.### ####### ####... ####.#."),
    shape("#...## #####. ###### ###### ####.."),
    shape("##.#.. ###### ###### #####. #.###."),
]

OTHERS: list[BaseBoard] = [
    dt.Torus(4, 4),
    dt.Cylinder(5, 4),
    dt.Moebius(3, 5),
    dt.Board(4, 6, leaper="wazir"),
    dt.Board(6, 6, leaper="wazir"),
    dt.Board(3, 4, leaper="knight+wazir"),
    dt.Board(3, 5, leaper="ferz+wazir"),
]

OPEN: list[tuple[BaseBoard, dict[str, str]]] = [
    (dt.Board(3, 4), {}),
    (dt.Board(3, 7), {}),
    (dt.Board(4, 5), {}),
    (dt.Board(5, 5), {"start": "a1"}),
    (dt.Board(3, 8), {"start": "a1"}),
    (dt.Board(5, 5), {"start": "c3"}),
    (dt.Board(4, 6), {"start": "a1"}),
    (dt.Board(5, 5), {"start": "a1", "end": "e5"}),
    (dt.Board(4, 6), {"start": "a1", "end": "f1"}),
    (dt.Board(3, 8), {"start": "a1", "end": "h1"}),
    (dt.Cylinder(3, 4), {}),
    (dt.Torus(3, 3), {}),
    (dt.Board(4, 4, leaper="wazir"), {}),
]

SYMMETRIC = [(6, 6, "central"), (6, 6, "quarter"), (6, 5, "axial"), (3, 10, "central"), (3, 14, "central")]


def draws(count: int, *board: Any, **options: Any) -> Counter[tuple[int, ...]]:
    """The moves of the squares of so many tours."""
    made = [dt.tour(*board, seed=seed, **options) for seed in range(count)]
    return Counter(tuple(tour.moves.ravel()[tour.board.squares].tolist()) for tour in made)


def p_value(every: set[tuple[int, ...]], drawn: Callable[[int], Counter[tuple[int, ...]]]) -> float:
    """The probability that draws from all tours differ as much as these from equal numbers of each."""
    return p_of_chi_square(drawn(max(400, 8 * len(every))), dict.fromkeys(every, 1))


def closed(board: BaseBoard) -> float:
    graph = board.move_graph
    every = set(every_tour(graph.there.tolist(), graph.back.tolist(), [0], None))
    return p_value(every, lambda count: draws(count, board))


def opened(board: Any, given: dict[str, str]) -> float:
    nodes = {name: int(np.searchsorted(board.squares, board.index(square))) for name, square in given.items()}
    starts, ends = ([nodes[name]] if name in nodes else range(board.size) for name in ("start", "end"))
    graph = board.move_graph
    every = set(every_tour(graph.there.tolist(), graph.back.tolist(), starts, ends))
    return p_value(every, lambda count: draws(count, board, kind="open", **given))


def symmetric(rows: int, cols: int, symmetry: str) -> float:
    images = {
        "central": "rotate-180",
        "quarter": "rotate-90",
        "axial": "flip-rows" if rows % 2 == 0 else "flip-columns",
    }
    every = {
        tuple(tour.moves.ravel().tolist()) for tour in all_tours(rows, cols) if images[symmetry] in tour.symmetries()
    }
    return p_value(every, lambda count: draws(count, rows, cols, symmetry=symmetry))


def corner(side: int) -> float:
    graph = dt.Board(side, side).without_corner().move_graph
    every = set(every_tour(graph.there.tolist(), graph.back.tolist(), [0], None))
    return p_value(every, lambda count: draws(count, side, side, kind="corner"))


def stretched(rows: int, cols: int) -> float:
    graph = dt.Board(rows, cols).move_graph
    every = set(every_tour(graph.there.tolist(), graph.back.tolist(), [0], [1, cols]))
    return p_value(every, lambda count: draws(count, rows, cols, kind="stretched", uniform=True))


CASES: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    *((closed, (board,)) for board in (*RECTANGLES, *SHAPES, *OTHERS)),
    *((opened, case) for case in OPEN),
    *((symmetric, case) for case in SYMMETRIC),
    (corner, (5,)),
    *((stretched, sides) for sides in [(3, 8), (4, 5), (4, 6)]),
]


@pytest.mark.parametrize("board", [*SHAPES[1:3], long(SHAPES[0]), long(dt.Torus(4, 4))])
def test_a_few_tours_are_equally_likely(board: BaseBoard) -> None:
    assert closed(board) > 1e-4


@lengthy
def test_all_tours_are_equally_likely() -> None:
    """On each board, and on all of them together: the p-values are uniform."""
    found = {(case.__name__, *map(repr, given)): case(*given) for case, given in CASES}
    assert len(found) > 45
    assert min(found.values()) > 1e-4, found
    assert p_of_uniform(found.values()) > 1e-3, found
