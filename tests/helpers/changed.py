"""The tests that a change can break: `python tests/helpers/changed.py [REVISION]` prints their files and folders.

The change is what differs from a revision, by default from the last commit. The tests of a room are chosen if a
module that changed is in the room or is imported there, however indirectly. The tests of no room read the whole
package and what lies beside it: they are chosen if anything but tests has changed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PurePath
from typing import Final

ROOT: Final = Path(__file__).parents[2]

sys.path.insert(0, str(ROOT / "docs"))
import rooms  # noqa: E402  # it lies beside the picture that it draws

__all__ = ["reached_by", "rooms"]

_TESTS: Final = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))

_OF_NO_ROOM: Final = {name for name in _TESTS if PurePath(name).parent.name not in rooms.ROOMS}


def reached_by(changed: set[str], imports: rooms.Graph) -> set[str]:
    """Return the tests that a change of these files can break, given which module imports which."""
    modules: set[str] = set()
    chosen = {"tests/test_architecture.py"}
    for name in changed:
        path = PurePath(name)
        match path.parts:
            case ("tests", *_) if name in _TESTS:
                chosen.add(name)
            case ("tests", room, _, *_) if room in rooms.ROOMS:
                chosen.add(f"tests/{room}")
            case ("tests", *_) | ("pyproject.toml",) | ("uv.lock",):
                return {"tests"}
            case ("src", package, *inner):
                module = ".".join((package, *PurePath(*inner).with_suffix("").parts)).removesuffix(".__init__")
                room = ".".join((package, *inner[:1]))
                # A file of data is one that any module of its room may read.
                modules |= {module} if module in imports else {each for each in imports if each.startswith(f"{room}.")}
            case _:
                chosen |= {test for test in _TESTS if path.name in (ROOT / test).read_text(encoding="utf-8")}
        if path.parts[0] != "tests":
            chosen |= _OF_NO_ROOM
    reached = rooms.importing(imports, modules)
    return chosen | {f"tests/{room}" for room in rooms.ROOMS if any(each.split(".")[1:2] == [room] for each in reached)}


def _changed_since(revision: str) -> set[str]:
    def listed(*command: str) -> set[str]:
        done = subprocess.run(["git", *command, "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        return set(done.stdout.split("\0")) - {""}

    return listed("diff", "--name-only", "--no-renames", revision) | listed(
        "ls-files", "--others", "--exclude-standard"
    )


if __name__ == "__main__":
    print(*sorted(reached_by(_changed_since(*sys.argv[1:] or ["HEAD"]), rooms.imports())))
