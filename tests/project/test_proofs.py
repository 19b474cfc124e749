"""The programs that check the theorems on their own: they print what the pages say, and notice what is wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "proofs").glob("*.py"))


def run(program: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-I", str(program)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_proof_prints_what_its_page_says(program: Path) -> None:
    included = re.escape(f"```{{literalinclude}} ../proofs/{program.name}\n:language: python\n```\n")
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")]
    (shown,) = [found for text in texts for found in re.findall(f"{included}.*?```text\n(.*?)```", text, re.DOTALL)]
    done = run(program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == shown


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_proof_shares_no_code_with_the_package(program: Path) -> None:
    imported = re.findall(r"^(?:from|import) (\w+)", program.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[30000, 30000, 10000", "[[30000, 30000, 10001"),  # a square too heavy
        ("((0, 1), (2, 0)): 10000", "((0, 1), (2, 0)): 9999"),  # a move too cheap
        ("((0, 1), (2, 0)): 10000", "((0, 1), (2, 0)): -1"),  # and one that no tour has to make
        ("(1, 2): {(0, 4), (0, 0)}, (2, 1): {(0, 2), (0, 0)}", "(1, 2): {(0, 4), (0, 0)}, (2, 1): {(1, 3), (0, 0)}"),
    ],
)
def test_wrong_weights_prove_nothing(before: str, after: str, tmp_path: Path) -> None:
    weights = (ROOT / "proofs/turns.txt").read_text(encoding="utf-8")
    assert before in weights
    (tmp_path / "turns.txt").write_text(weights.replace(before, after, 1), encoding="utf-8")
    done = run(Path(shutil.copy(ROOT / "proofs/turns.py", tmp_path)))
    assert done.returncode == 1
    assert "AssertionError" in done.stderr
