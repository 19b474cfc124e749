"""Following a recipe, and finding one in a file or a drawing; see `core.recipes`."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from destrier.core.recipes import MARK
from destrier.core.tourney import Tourney
from destrier.io.files import LOADED, load
from destrier.io.json import board_from_dict
from destrier.support.errors import DestrierError
from destrier.support.optional import extra

if TYPE_CHECKING:
    from destrier.core.types import Recipe
    from destrier.support.types import StrPath


def repeat(made: Tourney | StrPath) -> Tourney:
    """Make a tourney again, by the seeds that a file, a drawing or the tourney itself remembers.

    Parameters
    ----------
    made
        The tourney, or the path of a drawing (svg, pdf, png, gif, html) or a json or npz file that shows or holds one.

    Raises
    ------
    DestrierError
        If there is no recipe, because the tourney was not made by a seed or the file is of another format.
    OSError
        If the file cannot be read.

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
        raise DestrierError(f"{named}: there is no recipe; drawings and .json files of a tour made by a seed have one")
    return _follow(recipe)


def _find_recipe(path: StrPath) -> Recipe | None:
    if Path(path).suffix.lower() in LOADED:
        return load(path).recipe
    data = Path(path).read_bytes()
    if data.startswith(b"GIF8"):  # its comments are cut into blocks
        with extra("PIL.Image", "image", "a gif").open(BytesIO(data)) as image:
            data = image.info.get("comment", b"")
    text = data.decode("utf-8", errors="replace")
    _, found, rest = text.partition(MARK)
    if not found:
        return None
    try:
        recipe: Recipe = json.JSONDecoder().raw_decode(rest)[0]
    except ValueError:
        raise DestrierError(f"{path}: the recipe is damaged") from None
    return recipe


def _follow(recipe: Recipe) -> Tourney:
    """Return what the steps make; a recipe from a file may hold anything."""
    from destrier.generators.generate import tour, tourney
    from destrier.switching.joining import join
    from destrier.switching.obfuscation import obfuscate
    from destrier.switching.rails import shatter

    verbs: dict[Any, Any] = {"tour": tour, "tourney": tourney, "join": join, "shatter": shatter, "obfuscate": obfuscate}
    made: Tourney | None = None
    if not isinstance(recipe, list):
        raise DestrierError(f"a recipe is a list of steps, not {json.dumps(recipe)}")
    for step in recipe:
        try:
            options: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in step.items()}
            verb = verbs[options.pop("do")]
            if verb is tour:
                options.setdefault("uniform", False)  # a recipe says so where the tour was drawn uniformly
            given = board_from_dict(options.pop("board")) if made is None else made
            made = verb(given, **options)
        except (AttributeError, KeyError, TypeError, UnboundLocalError) as error:
            raise DestrierError(f"no step of a recipe is {json.dumps(step)}") from error
    assert made is not None
    return made
