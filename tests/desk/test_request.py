"""What is asked of `tour`: one record from which the command line, the viewer and the types follow."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any, get_args

import pytest

import destrier as dt
from destrier import cli
from destrier.core.choices import Aim, Heel, Junctions, Kind, SymmetryKind, Ties
from destrier.core.request import CHOSEN, COUNTS, FLAGS, Options, Request, choices, fields_of_requests
from destrier.viewer.schemas import TOUR


def test_the_keywords_are_the_fields() -> None:
    assert set(Options.__annotations__) | {"board", "kind"} == {field.name for field in fields(Request) if field.init}


def test_the_words_are_those_of_the_types() -> None:
    words = {
        "kind": Kind,
        "heel": Heel,
        "junctions": Junctions,
        "minimize": Aim,
        "symmetry": SymmetryKind,
        "ties": Ties,
    }
    assert {name: choices(name) for name in CHOSEN} == {name: get_args(kind) for name, kind in words.items()}
    assert {name for name in fields_of_requests() if choices(name)} == set(CHOSEN)


def test_the_command_line_has_an_option_for_each_field() -> None:
    options = {option.name: option for option in cli.all_commands()["tour"].params}
    for name in fields_of_requests():
        assert getattr(options[name], "help", "")
        kind: Any = options[name].type
        assert tuple(getattr(kind, "choices", ())) == choices(name)


def test_the_viewer_takes_the_fields() -> None:
    assert set(TOUR["properties"]) == set(fields_of_requests()) | {"rows", "cols", "shape"}
    for name in CHOSEN:
        assert TOUR["properties"][name]["enum"] == list(choices(name))


def test_a_request_does_not_change() -> None:
    request = Request(board=dt.Board(8, 8))
    with pytest.raises(FrozenInstanceError):
        request.kind = "open"  # type: ignore[misc]  # which is what must fail
    assert request.hidden
    assert not Request(board=dt.Board(8, 8), algorithm="rectangle").hidden


@pytest.mark.parametrize("name", [*CHOSEN, *COUNTS, *FLAGS])
def test_every_field_is_checked(name: str) -> None:
    options: Any = {name: "nonsense"}
    with pytest.raises(dt.DestrierError, match="not 'nonsense'"):
        Request(board=dt.Board(8, 8), **options)


def test_the_first_fault_in_the_order_of_the_fields_is_reported() -> None:
    faults: dict[str, Any] = {"kind": None, "ties": "none", "walks": 0, "uniform": "no"}
    for options in (faults, dict(reversed(faults.items()))):
        with pytest.raises(dt.DestrierError, match=r"a tour is closed, .* or structured, not None"):
            Request(board=dt.Board(8, 8), **options)


def test_an_algorithm_drops_no_option_silently() -> None:
    with pytest.raises(dt.DestrierError, match="four-cover takes no heel"):
        dt.tour(8, 8, algorithm="four-cover", heel="both")
    with pytest.raises(dt.DestrierError, match="tame takes no heel"):
        dt.tour(20, 20, algorithm="tame", heel="both")
