"""Drawing to a file in the format of its suffix (see `io.formats`). `docs/gallery.md` shows the results."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, Final, cast

from destrier.core.tourney import Tour, Tourney
from destrier.core.tours import Tours, several
from destrier.io.formats import DRAWN, FORMATS, PICTURES, Drawing, Manner
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import OpenFile, write_atomically, write_through
from destrier.support.errors import DestrierError, UnknownOption
from destrier.support.options import refuse_unknown, suggestion
from destrier.support.pictured import Pictured
from destrier.support.reading import suffix_of

_PRINTED: Final = ("WordPuzzle", "Worksheet")
"""The objects whose .pdf is a page to print, and not a picture."""


def draw(
    tourney: Tourney | Pictured | Iterable[Tour],
    path: StrPath | OpenFile,
    manner: Manner | None = None,
    *,
    suffix: str = "",
    progress: Progress | None = None,
    **options: Any,
) -> None:
    """Draw a tourney to a file, in the format of its suffix.

    Parameters
    ----------
    tourney
        The tourney to draw. All other objects that notebooks show as pictures are drawn, too, without options, as
        `.svg`, `.pdf` or `.png`: several tours, on a sheet, the moves on a `Board`, the course of the knights of a
        `TourOrder`, a path. The `.pdf`
        of a `worksheet` or of a text in knight's moves is a page to print, with a `title`, a `paper` and a `margin`.
    path
        The path of the file, or an open file. Its suffix chooses the format, such as `.svg`, `.pdf`, `.png`, `.gif`,
        `.html` or `.txt`, or for machines `.hpgl`, `.gcode` or `.dxf`.
    manner
        For an svg, `still` (the default), `animated`, `poster` on a sheet of paper, or `plotter` for pen strokes; for a
        pdf, `still`, `poster` or `plotter`. By default the options tell: a `paper` makes a poster, a `pen` a plot.
    suffix
        The suffix of an open file that has no name, such as `io.BytesIO`.
    progress
        A function to call with the progress of the frames of a gif, or of the lines of a large png.
    **options
        The options of `Look`, which all pictures take, and those of `to_svg`, `to_animated_svg`, `to_poster`,
        `to_plotter_svg`, `to_gif`, `to_html`, `to_gcode` or `to_text`.

    Raises
    ------
    DestrierError
        If the suffix is not one of these, the format does not support the manner or an option, the board is too large
        for it, or a required package is not installed.

    See Also
    --------
    destrier.save, destrier.show

    Examples
    --------
    >>> import destrier as dt
    >>> dt.draw(dt.tour(8, 8), "tour.svg", numbers=True)  # doctest: +SKIP
    >>> dt.draw(dt.Board(6, 6), "k6.svg")  # doctest: +SKIP
    >>> dt.draw(dt.TourOrder(30, 30), "course.svg")  # doctest: +SKIP
    """
    if suffix or not isinstance(path, str | PathLike):
        write_through(path, suffix, lambda copy: draw(tourney, copy, manner, progress=progress, **options))
        return
    if not isinstance(tourney, Pictured):
        tourney = Tours(several("draw", tourney))
    if not isinstance(tourney, Tourney):
        _draw_picture(tourney, path, options | ({"manner": manner} if manner else {}))
        return
    made = find_drawing(path, manner, options)
    if "progress" in made.options:
        options["progress"] = progress
    try:
        content = made.renderer()(tourney, **options)
    except ModuleNotFoundError as error:
        raise DestrierError(f"{suffix_of(path)} drawings need {error.name}: pip install 'destrier[image]'") from error
    if isinstance(content, str):
        write_picture(content, path)
    else:
        write_atomically(path, content)


def _draw_picture(subject: Pictured, path: StrPath, options: dict[str, Any]) -> None:
    """Write the picture that a notebook shows of an object, or its printed pages."""
    name = type(subject).__name__
    if name in _PRINTED and suffix_of(path) == ".pdf":
        from destrier.drawing.sheets import sheet_pdf

        refuse_unknown("draw", options, ("title", "paper", "margin", *(["language"] if name == "Worksheet" else [])))
        write_atomically(path, sheet_pdf(cast("Any", subject), **options))
        return
    if suffix_of(path) not in PICTURES:
        what = "several tours" if name == "Tours" else f"a {name}"
        raise DestrierError(f"cannot draw {str(path)!r}: the picture of {what} ends in {', '.join(PICTURES)}")
    if options:
        raise DestrierError(f"the picture of a {name} has no option {min(options)!r}")
    svg = subject._repr_svg_()
    if svg is None:
        raise DestrierError(f"this {name} has no picture: its board is too large, or no formation rides on it")
    write_picture(svg, path)


def write_picture(text: str, path: StrPath) -> None:
    """Write an SVG in the format of the suffix, or any other text as it is."""
    convert = FORMATS[suffix_of(path)].from_svg
    content = convert()(text) if convert else text
    write_atomically(path, content.encode() if isinstance(content, str) else content)


def find_drawing(path: StrPath, manner: Manner | None = None, options: Iterable[str] = ()) -> Drawing:
    """Return the renderer, with its options, for the suffix of a path and a manner; refuse what it does not support.

    Without a manner, it is the first one that has all options; only a ride is asked for by name.
    """
    suffix = suffix_of(path)
    if suffix not in DRAWN:
        raise DestrierError(f"cannot draw {str(path)!r}: the suffix is one of {', '.join(DRAWN)}")
    manners = FORMATS[suffix].manners
    if manner is not None and manner not in manners:
        raise DestrierError(f"{path}: {suffix} drawings are {' or '.join(manners)}, not {manner}")
    given, usual = set(options), next(iter(manners))
    fitting = (one for one, drawn in manners.items() if one != "animated" and given <= drawn.options)
    meant = next(fitting, usual) if manner is None else manner
    if lacking := given - manners[meant].options:
        rather = suggestion(name := min(lacking), manners[meant].options)
        raise UnknownOption(f"{path}: {meant} {suffix} drawings have no option {name!r}{rather}")
    return manners[meant]
