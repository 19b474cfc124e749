"""The engine in the page shatters, joins and obfuscates as the server does."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final, cast

import pytest
from helpers.engine import NODE, ask
from helpers.marks import long, very_long

import destrier as dt
from destrier.viewer.api import ENDPOINTS
from destrier.viewer.work import Failure, Made, attempt, from_npy, to_npy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here; make setup installs it")

REFUSED: Final = "The loops of this tourney are not joined by rails alone: that takes an installation."

CHANGES: Final[dict[str, Callable[..., dt.Tourney]]] = {
    "shatter": dt.shatter,
    "join": dt.join,
    "obfuscate": dt.obfuscate,
}

HOLES: Final = dt.Board.from_text(".####.\n######\n######\n######\n######\n.####.")


def few() -> Iterator[dt.Tourney]:
    """Tours and tourneys of small boards, and of boards whose rows take two words in the library."""
    for board in (dt.Board(5, 6), dt.Board(6, 6), HOLES):
        yield dt.tour(board, seed=1)
    yield dt.tour(5, 5, kind="open", seed=2)
    yield dt.tour(3, 80, algorithm="rectangle")
    yield dt.tour(4, 62, kind="open", algorithm="rectangle")
    yield dt.tourney(6, 6, algorithm="concentric-braid")
    yield dt.tourney(16, 16, algorithm="four-cover")


def many() -> Iterator[dt.Tourney]:
    """Tours of all small rectangles and of random shapes, and tourneys of many cycles."""
    random = Random(1)
    boards = [dt.Board(rows, cols) for rows in range(3, 9) for cols in range(rows, 12)]
    boards += [dt.Board(rows, 256 // rows) for rows in (3, 4, 5, 7, 10, 16)]
    for _ in range(60):
        rows, cols = random.randrange(4, 15), random.randrange(4, 15)
        boards.append(dt.Board.from_mask([[random.random() < 0.92 for _ in range(cols)] for _ in range(rows)]))
    for board in boards:
        for kind in ("closed", "open"):
            with suppress(dt.NoSuchTour, dt.BudgetExceeded):
                yield dt.tour(board, kind=kind, seed=random.randrange(100))
    for side in (6, 8, 10, 12, 14, 16):
        yield dt.tourney(side, side, algorithm="concentric-braid")
        yield dt.tourney(side, side, algorithm="two-factor", seed=side)


def answered(npy: bytes, change: str, seed: int) -> Made | Failure:
    """What the server answers, or why it does not."""
    (task,) = (one.task for one in ENDPOINTS if one.path == f"/api/{change}")
    assert task is not None
    return cast("Made | Failure", attempt(task, (npy, seed)))


def is_joined_by_rails(npy: bytes, change: str, seed: int) -> bool:
    """Whether Python does not go on to windows."""
    with pytest.MonkeyPatch.context() as patch, suppress(dt.BudgetExceeded):
        patch.setattr("destrier.switching.joining._persist", lambda _, count, __: count)
        return CHANGES[change](from_npy(npy), seed=seed).cycle_count == 1
    return False


@pytest.mark.parametrize(("tourneys", "seeds"), [(few, 2), long(few, 40), very_long(few, 200), very_long(many, 5)])
def test_changes_are_those_of_the_server(tourneys: Callable[[], Iterator[dt.Tourney]], seeds: int) -> None:
    seeded = [(change, seed) for change in CHANGES for seed in (*range(seeds), 10**18)]
    asked = [(to_npy(tourney).npy, *how) for tourney in tourneys() for how in seeded]
    told = [answered(*question) for question in asked]
    for (_, change, seed), made in zip(asked[:], told[:], strict=True):
        if change == "shatter" and isinstance(made, Made):
            asked.append((made.npy, "join", seed))
            told.append(answered(*asked[-1]))
    answers = ask(*((f"/api/{change}?seed={seed}", npy) for npy, change, seed in asked))
    for question, made, answer in zip(asked, told, answers, strict=True):
        if answer.status == 200:
            assert isinstance(made, Made), question
            start = made.start and ",".join(map(str, made.start))
            assert (answer.body, answer.headers.get("tour-start")) == (made.npy, start), question
        elif json.loads(answer.body)["error"] == REFUSED:
            assert not is_joined_by_rails(*question), question
        else:
            assert isinstance(made, Failure), question
            assert json.loads(answer.body)["error"] == made.error
