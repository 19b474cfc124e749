"""The tests of a change: those of the rooms that it reaches, and the few that look at everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers import changed
from helpers.changed import reached_by

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


@pytest.fixture(scope="module")
def imports() -> Any:
    return changed.rooms.imports()


def rooms_in(chosen: AbstractSet[str]) -> set[str]:
    return {name.removeprefix("tests/") for name in chosen} & changed.rooms.ROOMS.keys()


def test_a_change_reaches_the_rooms_that_import_it(imports: Any) -> None:
    assert rooms_in(reached_by({"src/destrier/core/board.py"}, imports)) >= {
        "core",
        "switching",
        "desk",
        "io",
        "viewer",
    }
    assert "jobs" not in rooms_in(reached_by({"src/destrier/core/board.py"}, imports))
    assert rooms_in(reached_by({"src/destrier/viewer/limits.py"}, imports)) == {"viewer", "cli"}
    assert rooms_in(reached_by({"src/destrier/cli/messages.py"}, imports)) == {"cli"}


def test_data_and_scripts_belong_to_their_room(imports: Any) -> None:
    assert rooms_in(reached_by({"src/destrier/viewer/static/tours/main.js"}, imports)) == {"viewer", "cli"}
    assert rooms_in(reached_by({"src/destrier/patterns/data/unknown.json"}, imports)) >= {"patterns", "makers", "desk"}
    assert rooms_in(reached_by({"tests/viewer/layouts/play-small.png"}, imports)) == {"viewer"}


def test_a_page_is_read_by_tests_that_name_it(imports: Any) -> None:
    chosen = reached_by({"docs/longest.md"}, imports)
    assert {"tests/paths/test_longest.py", "tests/docs/test_site.py"} <= chosen
    assert rooms_in(chosen) == set()


def test_a_test_alone_is_tried_alone(imports: Any) -> None:
    always = "tests/test_architecture.py"
    assert reached_by(set(), imports) == {always}
    assert reached_by({"tests/core/test_board.py"}, imports) == {always, "tests/core/test_board.py"}


@pytest.mark.parametrize("name", ["tests/helpers/naive.py", "tests/conftest.py", "tests/budget.toml", "uv.lock"])
def test_what_all_tests_need_is_tried_by_all(name: str, imports: Any) -> None:
    assert reached_by({name, "src/destrier/cli/messages.py"}, imports) == {"tests"}
