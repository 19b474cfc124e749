"""Follow a recipe, or find one in a file or a drawing; see `core.recipes`."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any, Final, cast, overload

from destrier.core.recipes import MARK, is_recipe
from destrier.core.tourney import AnyTourney, Tourney
from destrier.core.types import Recipe
from destrier.io.files import load
from destrier.io.formats import LOADED
from destrier.io.json import board_from_dict
from destrier.support.aliases import StrPath
from destrier.support.errors import DestrierError, shown
from destrier.support.optional import extra
from destrier.support.reading import reading, suffix_of

_LONGEST: Final = 1 << 20
"""The length of the longest recipe in a drawing, in characters."""


@overload
def repeat(made: AnyTourney) -> AnyTourney: ...
@overload
def repeat(made: StrPath) -> Tourney: ...
def repeat(made: Tourney | StrPath) -> Tourney:
    """Make a tourney again from the recipe in a file, a drawing or the tourney itself.

    Parameters
    ----------
    made
        The tourney, or the path of a drawing (svg, pdf, png, gif, html) or a json or npz file that shows or holds one.

    Raises
    ------
    DestrierError
        If there is no recipe, because the tourney was not made from a seed or the file is in another format.
    OSError
        If the file cannot be read.

    See Also
    --------
    destrier.tour

    Examples
    --------
    >>> import destrier as dt
    >>> tour = dt.obfuscate(dt.tour(8, 8))
    >>> repeat(tour) == tour
    True
    """
    recipe = made.recipe if isinstance(made, Tourney) else _find_recipe(made)
    if not recipe:
        named = repr(made) if isinstance(made, Tourney) else str(made)
        raise DestrierError(
            f"{named}: no recipe was found; drawings and .json files of tours made from a seed have one"
        )
    return _follow(recipe)


def _find_recipe(path: StrPath) -> Recipe | None:
    if suffix_of(path) in LOADED:
        return load(path, holds=Tourney).recipe
    with reading(path, "a drawing", DestrierError):
        data = Path(path).read_bytes()
        if data.startswith(b"GIF8"):  # its comments are split into blocks
            with warnings.catch_warnings(action="ignore"), extra("PIL.Image", "image", "a gif").open(path) as image:
                data = image.info.get("comment", b"")
        begin = data.find(MARK.encode()) + len(MARK)
        if begin < len(MARK):
            return None
        text = data[begin : begin + _LONGEST].decode("utf-8", errors="replace")
        try:
            recipe = json.JSONDecoder().raw_decode(text)[0]
            if is_recipe(recipe):
                return cast("Recipe", recipe)
        except (ValueError, RecursionError):  # not JSON, or nested too deeply
            pass
        raise DestrierError("the recipe is damaged")


def _follow(recipe: Recipe) -> Tourney:
    """Run the steps of a recipe, and return the result."""
    from destrier.desk.tour import tour, tourney
    from destrier.switching.joining import join
    from destrier.switching.obfuscation import obfuscate
    from destrier.switching.rails import shatter

    verbs: dict[Any, Any] = {"tour": tour, "tourney": tourney, "join": join, "shatter": shatter, "obfuscate": obfuscate}
    made: Tourney | None = None
    if not is_recipe(recipe):
        raise DestrierError(f"a recipe is a list of steps, not {shown(recipe)}")
    for step in recipe:
        options: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in step.items()}
        options.pop("version", None)
        verb = verbs[options.pop("do")]
        if verb is tour:
            options.setdefault("uniform", False)  # a recipe states it for tours drawn uniformly
        given = board_from_dict(options.pop("board")) if made is None else made
        made = verb(given, **options)
    assert made is not None
    return made
