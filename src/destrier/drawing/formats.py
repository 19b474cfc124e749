"""Drawing to a file in the format that its suffix names; renderers are imported on first use."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError
from destrier.support.pictured import Pictured
from destrier.support.reading import suffix_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from destrier.core.tourney import Tourney
    from destrier.support.aliases import Progress, StrPath

Manner: TypeAlias = Literal["still", "animated", "plotter"]
"""The manner in which a format shows a tourney."""


class Format(NamedTuple):
    """One way to draw to a file: the room and name of its renderer, and the options that the renderer takes."""

    room: str
    renderer: str
    options: tuple[str, ...] = ()


_LOOK: Final = (
    *("style", "size", "cell", "line_width", "colours", "colour_by"),
    *("grid", "dots", "numbers", "first", "rails", "ends", "turns", "crossings"),
)
_SVG: Final = Format("svg.tour", "to_svg", (*_LOOK, "view"))
_PAPER: Final = ("paper", "margin", "width", "pen", "colour_by")
_PLOT: Final = Format("svg.plotter", "to_plotter_svg", _PAPER)

FORMATS: Final[dict[str, dict[Manner, Format]]] = {
    ".svg": {
        "still": _SVG,
        "animated": Format("svg.animation", "to_animated_svg", (*_LOOK, "seconds")),
        "plotter": _PLOT,
    },
    ".pdf": {"still": _SVG, "plotter": _PLOT},  # an svg on a page
    ".png": {"still": Format("raster.png", "to_png", (*_LOOK, "view", "progress"))},
    ".gif": {"animated": Format("raster.gif", "to_gif", (*_LOOK, "frames", "seconds", "progress"))},
    ".html": {"animated": Format("ride_page", "to_html", (*_LOOK, "seconds"))},
    ".txt": {"still": Format("numbered_board", "to_text", ("first",))},
    ".hpgl": {"plotter": Format("machines", "to_hpgl", _PAPER)},
    ".gcode": {"plotter": Format("machines", "to_gcode", (*_PAPER, "lift", "feed"))},
    ".dxf": {"plotter": Format("machines", "to_dxf", _PAPER)},
}
"""The manners of drawing for each suffix; the first is the default."""


_PICTURES: Final = (".svg", ".pdf", ".png")
"""The suffixes of pictures of what is no tourney."""


def draw(
    tourney: Tourney | Pictured,
    path: StrPath,
    manner: Manner | None = None,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> None:
    """Draw a tourney to a file, in the format that its suffix names.

    Parameters
    ----------
    tourney
        The tourney to draw. Whatever else shows itself as a picture in a notebook is drawn, too, without options, as
        `.svg`, `.pdf` or `.png`: the moves on a `Board`, the course of the knights of a `FormationOrder`, a path.
    path
        The path of the file, ending in `.svg`, `.pdf`, `.png`, `.gif`, `.html` or `.txt`, or for machines in `.hpgl`,
        `.gcode` or `.dxf`.
    manner
        For an svg: `still` (the default), `animated`, or `plotter` for lines of a pen; for a pdf, `still` or `plotter`.
    progress
        A function that is called with the progress of the pictures of a gif, and of the lines of a large png.
    **options
        The options of `Look`, which all pictures take, and those of `to_svg`, `to_animated_svg`, `to_plotter_svg`,
        `to_gif`, `to_html`, `to_gcode` or `to_text`.

    Raises
    ------
    DestrierError
        If the suffix is not one of these, the format lacks the manner or an option, the board is too large for it, or a
        package that it needs is not installed.

    Examples
    --------
    >>> import destrier as dt
    >>> dt.draw(dt.tour(8, 8), "tour.svg", numbers=True)  # doctest: +SKIP
    >>> dt.draw(dt.Board(6, 6), "k6.svg")  # doctest: +SKIP
    >>> dt.draw(dt.FormationOrder(30, 30), "course.svg")  # doctest: +SKIP
    """
    from destrier.core.tourney import Tourney, refuse_other_than_tourneys

    if isinstance(tourney, Pictured) and not isinstance(tourney, Tourney):
        _draw_picture(tourney, path, [*options, *(["manner"] if manner else [])])
        return
    format_ = find_format(path, manner, options)
    refuse_other_than_tourneys("draw", tourney)
    if "progress" in format_.options:
        options["progress"] = progress
    try:
        drawing = getattr(import_module(f"destrier.drawing.{format_.room}"), format_.renderer)(tourney, **options)
    except ModuleNotFoundError as error:
        raise DestrierError(f"{Path(path).suffix} drawings need {error.name}: pip install 'destrier[image]'") from error
    if Path(path).suffix.lower() == ".pdf":
        from destrier.drawing.pdf import svg_to_pdf

        drawing = svg_to_pdf(drawing)
    write_atomically(path, drawing.encode() if isinstance(drawing, str) else drawing)


def _draw_picture(subject: Pictured, path: StrPath, options: list[str]) -> None:
    """Write the picture that something shows in a notebook."""
    suffix, name = Path(path).suffix.lower(), type(subject).__name__
    if suffix not in _PICTURES:
        raise DestrierError(f"cannot draw {str(path)!r}: the picture of a {name} ends in {', '.join(_PICTURES)}")
    if options:
        raise DestrierError(f"the picture of a {name} has no option {min(options)!r}")
    svg = subject._repr_svg_()
    if svg is None:
        raise DestrierError(f"this {name} has no picture: its board is too large, or no formation rides on it")
    write_picture(svg, path)


def write_picture(svg: str, path: StrPath) -> None:
    """Write a drawing as the suffix says: `.svg`, `.pdf` or `.png`."""
    suffix = Path(path).suffix.lower()
    drawing = svg.encode()
    if suffix == ".pdf":
        from destrier.drawing.pdf import svg_to_pdf

        drawing = svg_to_pdf(svg)
    elif suffix == ".png":
        from destrier.drawing.raster.png import svg_to_png

        drawing = svg_to_png(svg)
    write_atomically(path, drawing)


def find_format(path: StrPath, manner: Manner | None = None, options: Iterable[str] = ()) -> Format:
    """Return the format that a path asks for.

    Raises
    ------
    DestrierError
        If no format for this suffix has this manner and takes these options.
    """
    suffix = suffix_of(path)
    if suffix not in FORMATS:
        raise DestrierError(f"cannot draw {str(path)!r}: the suffix is one of {', '.join(FORMATS)}")
    manners = FORMATS[suffix]
    if manner is not None and manner not in manners:
        raise DestrierError(f"{path}: {suffix} drawings are {' or '.join(manners)}, not {manner}")
    meant = next(iter(manners)) if manner is None else manner
    format_ = manners[meant]
    if lacking := set(options).difference(format_.options):
        raise DestrierError(f"{path}: {meant} {suffix} drawings have no option {min(lacking)!r}")
    return format_
