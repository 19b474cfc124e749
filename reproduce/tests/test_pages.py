"""The pages of results are made from the code as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reproduce import STUDIES
from reproduce.common import fingerprints
from reproduce.common.fingerprints import fingerprint, is_fresh, marked
from reproduce.rails import ANNEALED

RESULTS = Path(__file__).parents[2] / "docs" / "results"


@pytest.mark.parametrize("name", STUDIES)
def test_the_page_of_a_study_is_not_stale(name: str) -> None:
    page = (RESULTS / f"{name}.md").read_text(encoding="utf-8")
    assert is_fresh(page, name), f"{name} has changed since its page was made: run 'make results'"
    for linked in re.findall(r"!\[[^\]]*\]\(([^) ]+)", page):
        assert (RESULTS / linked).exists()


def test_every_study_is_listed() -> None:
    listed = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert {name for name in STUDIES if f"[{name}]({name}.md)" in listed} == set(STUDIES)
    made = {path.stem for path in RESULTS.glob("*.md")} - {"README"}
    assert made == set(STUDIES)


def test_what_a_fingerprint_is_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown counts: the table of algorithms, bounds and stored tours; docstrings and comments do not."""
    before = {name: fingerprint(name) for name in STUDIES}
    assert len(set(before.values())) == len(STUDIES)
    for used, shown_by in [
        ("import ALGORITHMS", {"algorithms", "taming"}),
        ("least_turns", {"bounds", "tame"}),
        ("minimize", {"rails", "tame"}),
    ]:
        with monkeypatch.context() as patched:
            patched.setitem(fingerprints._SHOWN, used, lambda: "something else")
            assert {name for name in STUDIES if fingerprint(name) != before[name]} == shown_by
    bare = fingerprints._bare
    assert bare("from a import b\n\nx = b\n") == bare("from c import (\n    b\n)\n\nx = b\n") == "x = b"
    assert bare('"""One."""\n\ndef f(x):\n    """Two."""\n    # three\n    return x\n') == "def f(x):\nreturn x"
    assert bare("def f(x):\n    return x + 1\n") != bare("def f(x):\n    return x\n")
    monkeypatch.setattr(fingerprints, "_bare", lambda source: source.replace("least_turns", "most_turns"))
    assert fingerprint("bounds") != before["bounds"]


def test_the_most_rails_are_those_of_the_page_on_rails() -> None:
    page = (RESULTS.parent / "rails.md").read_text(encoding="utf-8")
    [sides] = re.findall(r"^\| n \|(.*6 \| 8 \| 10 .*)\|$", page, re.MULTILINE)
    [numbers] = re.findall(r"^\| rails, at least \|(.*)\|$", page, re.MULTILINE)
    known = {
        int(side): int(number)
        for side, number in zip(sides.split("|"), numbers.split("|"), strict=False)
        if "," not in number
    }
    assert {side: known[side] for side in ANNEALED} == ANNEALED


def test_a_page_bears_its_fingerprint() -> None:
    page = marked("# A page\n", "tame")
    assert is_fresh(page, "tame")
    assert not is_fresh(page, "taming")
    assert page.startswith("# A page\n\n<!-- made from ")
