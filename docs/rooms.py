"""Draw the rooms of the package, and who imports whom: `python docs/rooms.py` writes `docs/rooms.svg`.

The rooms and their arrows are read from the sources, imports inside functions and for type checkers included.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

Graph: TypeAlias = dict[str, set[str]]

HERE: Final = Path(__file__).parent
SOURCES: Final = HERE.parent / "src" / "destrier"

ROOMS: Final = {
    "support": "errors, files written whole, memory, HTML",
    "jobs": "long work that survives anything",
    "core": "boards, pieces, tourneys, walks, planes",
    "plain": "small boards without a compiler",
    "proofs": "why there is no tour",
    "switching": "covers, rails, mixing, joining",
    "measuring": "turns, crossings, bounds",
    "patterns": "what boards are laid with",
    "search": "tours with given numbers",
    "makers": "the algorithms",
    "desk": "from a request to a tour",
    "counting": "exact numbers, uniform samples",
    "paths": "closed knight's paths",
    "puzzles": "tours with a few numbers given",
    "drawing": "SVG, pixels, text, the terminal",
    "io": "reading and writing files",
    "viewer": "the pages in the browser",
    "cli": "the command line",
}
"""What is in each room, from the ground up: a room imports from rooms that stand before it alone."""

_WIDE, _HIGH, _ACROSS, _DOWN = 280, 62, 28, 40
"""The size of a room, and the gaps between rooms, in pixels."""


def imports(sources: Path = SOURCES) -> Graph:
    """Return for each module the modules that it imports, wherever in it."""
    paths = {_module(path, sources): path for path in sorted(sources.rglob("*.py"))}
    found: Graph = {name: set() for name in paths}
    for name, path in paths.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(sources.name):
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    found[name].add(inner if inner in paths else node.module)
    return found


def importing(graph: Graph, modules: set[str]) -> set[str]:
    """Return these modules and those that import any of them, however indirectly."""
    found, more = set(modules), set(modules)
    while more:
        more = {name for name, others in graph.items() if name not in found and others & found}
        found |= more
    return found


def _module(path: Path, sources: Path) -> str:
    return ".".join(path.relative_to(sources.parent).with_suffix("").parts).removesuffix(".__init__")


def arrows(graph: Graph) -> Graph:
    """Return for each room the other rooms from which its modules import."""
    found: Graph = {room: set() for room in ROOMS}
    for name, others in graph.items():
        for other in others:
            one, two = (module.split(".")[1] if "." in module else "" for module in (name, other))
            if one in ROOMS and two in ROOMS and one != two:
                found[one].add(two)
    return found


def direct(graph: Graph) -> Graph:
    """Return the arrows that no chain of others stands for: those that are drawn."""
    reach: Graph = defaultdict(set)
    for room in ROOMS:
        for other in graph[room]:
            reach[room] |= {other} | reach[other]
    return {
        room: {other for other in others if not any(other in reach[third] for third in others)}
        for room, others in graph.items()
    }


def floors(graph: Graph) -> dict[str, int]:
    """Return the floor of each room: one above the highest of those from which it imports."""
    found: dict[str, int] = {}
    for room in ROOMS:
        found[room] = 1 + max((found[other] for other in graph[room]), default=-1)
    return found


def draw(graph: Graph) -> str:
    """Return the picture as an SVG document."""
    floor = floors(graph)
    top = max(floor.values())
    columns: dict[int, count[int]] = defaultdict(count)
    corner = {}
    widest = max(list(floor.values()).count(level) for level in range(top + 1))
    for room, level in floor.items():
        indent = (widest - list(floor.values()).count(level)) / 2
        x = 20 + (next(columns[level]) + indent) * (_WIDE + _ACROSS)
        corner[room] = x, 20 + (top - level) * (_HIGH + _DOWN)
    width, height = 40 + widest * (_WIDE + _ACROSS) - _ACROSS, 40 + (top + 1) * (_HIGH + _DOWN) - _DOWN
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" font-family="sans-serif" text-anchor="middle">'
    )
    parts = [
        root,
        "<title>The rooms of destrier, and who imports whom</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        '<g fill="none" stroke="#8a8f98" stroke-width="1.5">',
    ]
    for room, others in direct(graph).items():
        for other in sorted(others):
            (x, y), (u, v) = corner[room], corner[other]
            x, y, u = x + _WIDE / 2, y + _HIGH, u + _WIDE / 2
            parts.append(f'<path id="{room}-{other}" d="M{x:g} {y:g}C{x:g} {y + 40:g} {u:g} {v - 40:g} {u:g} {v:g}"/>')
    parts.append("</g>")
    for room, (x, y) in corner.items():
        middle = x + _WIDE / 2
        parts += [
            f'<rect x="{x:g}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="8" fill="#f4f1ea" stroke="#b9b2a3"/>',
            f'<text x="{middle:g}" y="{y + 26}" font-size="16" font-weight="600">{room}</text>',
            f'<text x="{middle:g}" y="{y + 46}" font-size="12" fill="#555">{ROOMS[room]}</text>',
        ]
    return "\n".join([*parts, "</svg>\n"])


def circle(graph: Graph) -> list[str]:
    """Return a circle of modules that import each other; an empty list if there is none."""
    done: set[str] = set()

    def search(path: list[str]) -> list[str]:
        for other in sorted(graph[path[-1]] - {path[-1]}):
            if other in path:
                return [*path[path.index(other) :], other]
            if other not in done and (found := search([*path, other])):
                return found
        done.add(path[-1])
        return []

    return next(filter(None, (search([name]) for name in graph if name not in done)), [])


def upward(graph: Graph) -> list[tuple[str, str]]:
    """Return the arrows that lead to a later room."""
    order = list(ROOMS)
    return [(one, two) for one, others in graph.items() for two in others if order.index(one) < order.index(two)]


if __name__ == "__main__":
    (HERE / "rooms.svg").write_text(draw(arrows(imports())), encoding="utf-8")
