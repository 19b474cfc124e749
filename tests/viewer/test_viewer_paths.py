"""What the viewer's server says of closed paths."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from helpers.answers import refused
from helpers.marks import exhaustive, long

from destrier.paths import reference
from destrier.paths.classes import SYMMETRY_GROUPS, list_classes, list_paths
from destrier.paths.closed_path import parse_path, squares_of
from destrier.viewer.work import path_tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.testclient import TestClient


def listed(**request: Any) -> list[dict[str, Any]]:
    """All classes of a list, part by part, as the page asks for them."""
    found: list[dict[str, Any]] = []
    while True:
        answer: dict[str, Any] = path_tasks.list_part({**request, "offset": len(found)})
        found += answer["paths"]
        if len(found) >= answer["selected"]:
            assert len(found) == answer["selected"]
            return found


def plainly(k: int) -> dict[str, dict[str, Any]]:
    """The classes of a length by word, with all that can be said of them, by the slow algorithms."""
    table = {}
    for path in {reference.canonical(path) for path in reference.depth_first(k)}:
        rows, cols = ({square[axis] for square in path} for axis in (0, 1))
        table[reference.word(path)] = {
            "word": reference.word(path),
            "crossings": reference.crossings(path),
            "rows": max(rows) - min(rows) + 1,
            "cols": max(cols) - min(cols) + 1,
            "area": reference.area(path),
        }
    return table


def squares_up_to_symmetry(word: str) -> tuple[tuple[int, int], ...]:
    return min(tuple(sorted(image)) for image in reference.images(tuple(squares_of(word))))


# Lists


@pytest.mark.parametrize(("k", "classes", "uncrossed"), [(4, 3, 3), (6, 25, 13), (8, 480, 178), (10, 12_000, 3034)])
def test_lists_as_many_as_published(client: TestClient, k: int, classes: int, uncrossed: int) -> None:
    for number, without in ((classes, False), (uncrossed, True)):
        answer = client.post("/api/paths", json={"k": k, "uncrossed": without, "count": 1}).json()
        assert answer["classes"] == answer["selected"] == answer["published"] == number
        assert sum(answer["symmetries"].values()) == sum(answer["crossings"]) == number
        assert sum(box["classes"] for box in answer["boxes"]) == number


@exhaustive
def test_lists_more_than_published_of_length_12() -> None:
    answer: Any = path_tasks.list_part({"k": 12, "offset": 350_200})
    assert (answer["classes"], answer["published"]) == (350_286, 350_256)
    assert len(answer["paths"]) == 86
    assert answer["paths"][-1]["word"] == list_paths(12)[-1]


@pytest.mark.parametrize("k", [4, 6, 8])
def test_says_what_the_slow_algorithms_say(k: int) -> None:
    plain = plainly(k)
    found = listed(k=k)
    assert [path["word"] for path in found] == sorted(plain) == list_paths(k)
    assert [{**plain[path["word"]], "symmetry": path["symmetry"]} for path in found] == found


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ({"uncrossed": True}, lambda path: path["crossings"] == 0),
        long({"fewest": 2, "most": 3}, lambda path: 2 <= path["crossings"] <= 3),
        long({"box": [6, 5]}, lambda path: {path["rows"], path["cols"]} == {5, 6}),
        ({"box": [5, 6], "most": 1}, lambda path: {path["rows"], path["cols"]} == {5, 6} and path["crossings"] <= 1),
        long({"fewest": 17}, lambda _: False),
    ],
)
def test_filters(request_: dict[str, Any], wanted: Callable[[dict[str, Any]], bool]) -> None:
    words = [path["word"] for path in listed(k=8, **request_)]
    assert words == sorted(word for word, path in plainly(8).items() if wanted(path))


def test_filters_by_symmetry() -> None:
    for group in SYMMETRY_GROUPS:
        for path in listed(k=8, symmetry=group):
            described = parse_path(path["word"])
            assert described.symmetries == (
                {"none": 1, "half": 2, "axis": 2, "diagonal": 2, "full": 8}.get(group, 4)
            ), path["word"]
    assert sum(len(listed(k=8, symmetry=group)) for group in SYMMETRY_GROUPS) == 480


def test_filters_those_on_the_same_squares() -> None:
    words = list_paths(10)
    sets = Counter(map(squares_up_to_symmetry, words[:3000]))
    found = {path["word"] for path in listed(k=10, shared=True)}
    assert len(found) == path_tasks.list_part({"k": 10})["shared"]
    assert {word for word in words[:3000] if sets[squares_up_to_symmetry(word)] > 1} <= found
    groups = Counter(map(squares_up_to_symmetry, found))
    assert min(groups.values()) == 2


@pytest.mark.parametrize("descending", [False, True])
def test_orders(descending: bool) -> None:
    plain = plainly(8)
    keys: dict[str, Callable[[dict[str, Any]], Any]] = {
        "area": lambda path: path["area"],
        "crossings": lambda path: path["crossings"],
        "box": lambda path: (path["rows"] * path["cols"], min(path["rows"], path["cols"])),
        "code": lambda path: int(path["word"], 8),
    }
    assert set(keys) == set(path_tasks.ORDERS)
    for order, key in keys.items():
        by_code = sorted(plain.values(), key=keys["code"])
        expected = sorted(by_code, key=key, reverse=descending)
        found = listed(k=8, order=order, descending=descending)
        assert [path["word"] for path in found] == [path["word"] for path in expected], order


def test_finds_a_place(client: TestClient) -> None:
    asked = {"k": 8, "order": "area", "offset": 3, "count": 5}
    words = [path["word"] for path in listed(k=8, order="area")]
    for word in words[::97]:
        turned = "".join(str((int(move) + 2) % 8) for move in word[3:] + word[:3])  # another path of the class
        assert client.post("/api/paths", json={**asked, "find": turned}).json()["at"] == words.index(word)
        assert client.post("/api/paths", json={**asked, "find": str(int(word, 8))}).json()["at"] == words.index(word)
    for absent in ("456012", "443435007071"):
        assert client.post("/api/paths", json={**asked, "find": absent}).json()["at"] is None


# One class


@pytest.mark.parametrize("k", [4, 6, long(8)])
def test_describes_each_class(k: int) -> None:
    table = list_classes(k)
    for code, symmetry in zip(table.code.tolist(), table.symmetry.tolist(), strict=True):
        answer: dict[str, Any] = path_tasks.describe_class({"path": f"{code:o}"})
        described = parse_path(f"{code:o}")
        assert {name: answer[name] for name in vars(described)} == vars(described)
        assert answer["symmetry"] == SYMMETRY_GROUPS[symmetry]
        assert len({image["like"] for image in answer["images"]}) == 8 // described.symmetries
        assert {parse_path(image["word"]).code for image in answer["images"]} == {code}


def test_describes_others_on_the_same_squares() -> None:
    shared = [path["word"] for path in listed(k=8, shared=True)]
    assert len(shared) == 3
    for word in shared:
        answer: dict[str, Any] = path_tasks.describe_class({"path": word})
        assert sorted([word, *(other["word"] for other in answer["same_squares"])]) == shared
        for other in answer["same_squares"]:
            assert set(squares_of(other["drawn"])) == set(squares_of(word))
            assert parse_path(other["drawn"]).word == other["word"]


def test_describes_longer_ones(client: TestClient) -> None:
    word = "0" * 10 + "1" * 10 + "4" * 10 + "5" * 10
    answer = client.post("/api/path", json={"path": f" {word} "}).json()
    assert (answer["k"], answer["symmetry"], answer["same_squares"]) == (40, "diagonals", None)
    assert answer["code"] == int(answer["word"], 8)


# Drawings


def test_draws(client: TestClient) -> None:
    one = client.post("/api/path-svg", json={"path": "44616031"})
    assert one.headers["content-type"].startswith("image/svg+xml")
    assert 'filename="path.svg"' in one.headers["content-disposition"]
    assert one.text.count('class="dot"') == 8
    images = client.post("/api/path-svg", json={"path": "44616031", "images": True})
    assert images.text.count('class="path"') == 8
    sheet = client.post("/api/paths-svg", json={"k": 8, "symmetry": "half", "order": "area"})
    captions = re.findall(r'class="caption"[^>]*>(\d+)<', sheet.text)
    assert captions == [path["word"] for path in listed(k=8, symmetry="half", order="area")]


# What it refuses


@pytest.mark.parametrize(
    ("path", "request_", "why"),
    [
        ("paths", {"k": 14}, "destrier paths 14 --store DIR"),
        ("paths", {"k": 7}, "even"),
        ("paths", {"k": 2}, "at least 4"),
        ("paths", {}, "missing"),
        ("paths", {"k": 8, "count": 201}, "between 1 and 200"),
        ("paths", {"k": 8, "offset": -1}, "between"),
        ("paths", {"k": 8, "order": "x"}, "one of"),
        ("paths", {"k": 8, "symmetry": "x"}, "unknown symmetry 'x'"),
        ("paths", {"k": 8, "box": [5]}, "has 2 items"),
        ("paths", {"k": 8, "find": "9"}, "not a move"),
        ("paths", {"k": 8, "colour": "red"}, "no 'colour'"),
        ("path", {"path": "012"}, "not closed"),
        ("path", {"path": ""}, "not closed"),
        ("path", {"path": "04" * 201}, "too long"),
        ("path-svg", {"path": "0404"}, "twice"),
        long("paths-svg", {"k": 12}, "choose fewer"),
        ("paths-svg", {"k": 8, "fewest": 17}, "at least one"),
    ],
)
def test_refuses_in_a_line(client: TestClient, path: str, request_: dict[str, Any], why: str) -> None:
    assert why in refused(client.post(f"/api/{path}", json=request_))


def test_draws_as_many_as_the_command_line() -> None:
    assert len(list_paths(10)) == path_tasks.MOST_DRAWN
