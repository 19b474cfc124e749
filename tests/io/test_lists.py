"""Lists of squares in JSON are read as Python's reader reads them, or left to it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.io.json import from_json, to_json
from destrier.io.lists import parse_lists

NUMBERS = st.integers(0, 2000)
SQUARES = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1)
)
CYCLES = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1), min_size=1)
)
LOOSE = st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=4), max_leaves=12)


def plain(value: Any) -> Any:
    return [one.tolist() for one in value] if isinstance(value, list) else value.tolist()


@given(squares=SQUARES, cycles=CYCLES, indent=st.sampled_from([None, 0, 3]))
def test_lists_of_squares(squares: Any, cycles: Any, indent: int | None) -> None:
    for listed, depth in ((squares, 2), (cycles, 3)):
        assert plain(parse_lists(json.dumps(listed, indent=indent), depth)) == listed


@given(value=LOOSE, depth=st.sampled_from([2, 3]))
def test_other_lists_are_left(value: Any, depth: int) -> None:
    parsed = parse_lists(json.dumps(value), depth)
    assert parsed is None or plain(parsed) == value


@given(text=st.text("[],01 \n", max_size=30), depth=st.sampled_from([2, 3]))
def test_what_is_no_json_is_left(text: str, depth: int) -> None:
    parsed = parse_lists(text, depth)
    assert parsed is None or plain(parsed) == json.loads(text)


def test_what_looks_like_the_lists_and_is_elsewhere_is_not_taken() -> None:
    tour = dt.tour(6, 6, seed=1)
    document = json.loads(to_json(tour))
    for odd in ({"cycles": [[[0, 0], [1, 2]]]}, '"cycles":[[[0,0],[1,2]]]', {"missing": [[0, 0]]}):
        assert from_json(json.dumps({"note": odd} | document)) == tour
    spaced = json.dumps(document, indent=2)
    assert from_json(spaced) == tour
    twice = spaced[:-1] + f', "cycles": {json.dumps(document["cycles"])}}}'
    assert from_json(twice) == tour


def test_a_large_board_comes_back() -> None:
    present = np.ones((300, 300), bool)
    present[::7, ::5] = False
    tour = dt.tourney(dt.Board.from_mask(present), algorithm="two-factor", seed=1)
    assert from_json(to_json(tour)) == tour
    space = dt.tour(dt.Space(6, 8, 10), seed=1)
    assert from_json(to_json(space)) == space
