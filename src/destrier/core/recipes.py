"""Recipes: the steps and seeds that made a tourney, so that it can be reproduced.

A recipe is a list of steps in plain values. The first step makes a tourney,
`{"do": "tour", "board": {"rows": 8, "cols": 8}, "seed": 1, "version": "0.1.0"}`; each later step changes it,
`{"do": "obfuscate", "seed": 2, "version": "0.1.0"}`. The version is that of the destrier that performed the step.
Drawings and files contain the recipe of their tourney, and `destrier.repeat` follows it.
"""

from __future__ import annotations

import json
import math
import re
import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from destrier.core.seeds import drawn_seed
from destrier.core.tourney import refuse_other_than_tourneys
from destrier.support.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.tourney import Tourney
    from destrier.core.types import Recipe

    _Change = TypeVar("_Change", bound=Callable[..., Tourney])

MARK: Final = "destrier recipe "
"""The prefix of a recipe, as JSON, in drawings."""

_STEPS: Final[dict[str, dict[str, type | tuple[type, ...]]]] = {
    "tour": {
        "board": dict,
        "kind": str,
        "algorithm": str,
        "start": (list, str),
        "end": (list, str),
        "numbers": list,
        "winding": list,
        "require": list,
        "forbid": list,
        "symmetry": str,
        "heel": str,
        "junctions": str,
        "minimize": str,
        "weight": (int, float),
        "ties": str,
        "walks": int,
        "sweeps": int,
        "only_tours": bool,
        "obfuscate": bool,
        "uniform": bool,
        "lexicographic": bool,
    },
    "tourney": {"board": dict, "algorithm": str, "ties": str, "walks": int, "sweeps": int},
    "join": {"method": str, "rounds": int},
    "shatter": {"cycles": int, "disjoint": bool},
    "obfuscate": {"method": str, "shatters": int, "disjoint": bool},
}
"""The steps, and the options of each besides its seed."""

_WORD: Final = re.compile(r"[A-Za-z0-9+.,_ -]{1,60}")
"""Every text in a recipe: the name of an algorithm, a square or a version."""


def step(do: str, **options: Any) -> dict[str, Any]:
    """Return a step of a recipe."""
    return {"do": do, **options, "version": __version__}


def written(recipe: Recipe) -> str:
    """Return a recipe in the form stored in drawings."""
    return MARK + json.dumps(recipe)


def is_recipe(value: object) -> bool:
    """Return whether a value from a file is a recipe, judging by all its names and types."""
    if not isinstance(value, list) or not value or not all(map(_is_step, value)):
        return False
    return [("board" in _STEPS[one["do"]]) for one in value] == [True] + [False] * (len(value) - 1)


def _is_step(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(do := value.get("do"), str) or do not in _STEPS:
        return False
    kinds = _STEPS[do] | {"do": str, "seed": int, "version": str}
    return (
        value.keys() <= kinds.keys()
        and ("board" in value) == ("board" in kinds)
        and (do != "tourney" or "algorithm" in value)
        and all(
            isinstance(option, kinds[name]) and isinstance(option, bool) == (kinds[name] is bool) and _is_plain(option)
            for name, option in value.items()
        )
    )


def _is_plain(value: object) -> bool:
    """Return whether a value contains only numbers and words that are harmless in a page, a shell or a terminal."""
    if isinstance(value, str):
        return _WORD.fullmatch(value) is not None
    if isinstance(value, dict):
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def accepted(value: object) -> Recipe | None:
    """Return the recipe from a file; an invalid one is ignored with a warning.

    Parameters
    ----------
    value
        A value or its JSON text; `None` if there is no recipe.

    Warns
    -----
    UserWarning
        If the value is not a recipe.
    """
    try:
        plain = json.loads(value) if isinstance(value, str) else value
        if plain is None or is_recipe(plain):
            return cast("Recipe | None", plain)
    except (ValueError, RecursionError):  # not JSON, or nested too deeply
        pass
    warnings.warn("the recipe in the file is invalid; the tour is read without it", stacklevel=2)
    return None


def recorded(change: _Change) -> _Change:
    """Decorate a public function that changes a tourney: draw a missing seed, and append the step to the recipe."""

    @wraps(change)
    def changing(tourney: Tourney, *, seed: Any = None, out: Any = None, **options: Any) -> Tourney:
        refuse_other_than_tourneys(change.__name__, tourney)
        seed = drawn_seed(seed)
        placed = {} if out is None else {"out": out}
        changed = change(tourney, seed=seed, **placed, **options)
        if tourney.steps is not None and changed is not tourney:
            given = {name: value for name, value in options.items() if value is not None}
            changed.steps = [*tourney.steps, step(change.__name__, **given, seed=seed)]
        return changed

    return cast("_Change", changing)
