"""Recipes: how a tourney was made, by seeds, so that it can be made again.

A recipe is a list of steps in plain values. The first makes a tourney, `{"do": "tour", "board": {"rows": 8, "cols": 8},
"seed": 1}`; each of the others changes it, `{"do": "obfuscate", "seed": 2}`. Drawings and files hold the recipe of what
they show, and `destrier.repeat` follows it.
"""

from __future__ import annotations

import json
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from destrier.core.seeds import drawn_seed
from destrier.core.tourney import refuse_other_than_tourneys

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.tourney import Tourney
    from destrier.core.types import Recipe

    _Change = TypeVar("_Change", bound=Callable[..., Tourney])

MARK: Final = "destrier recipe "
"""What stands before a recipe, as JSON, in drawings."""


def written(recipe: Recipe) -> str:
    """Return a recipe as drawings hold it."""
    return MARK + json.dumps(recipe)


def recorded(change: _Change) -> _Change:
    """Make a public function that changes a tourney draw a seed if it is given none, and add itself to the recipe."""

    @wraps(change)
    def changing(tourney: Tourney, *, seed: Any = None, out: Any = None, **options: Any) -> Tourney:
        refuse_other_than_tourneys(change.__name__, tourney)
        seed = drawn_seed(seed)
        placed = {} if out is None else {"out": out}
        changed = change(tourney, seed=seed, **placed, **options)
        if tourney.recipe is not None and changed is not tourney:
            given = {name: value for name, value in options.items() if value is not None}
            changed.recipe = [*tourney.recipe, {"do": change.__name__, **given, "seed": seed}]
        return changed

    return cast("_Change", changing)
