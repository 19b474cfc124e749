"""The file formats, one row each, as used by `load`, `save`, `draw`, the commands, the viewer and the docs.

A row names functions that import a reader, a writer or a renderer when it is needed, so that the table costs next to
nothing and reading an array imports no drawing code. The fields of a row determine the operations of the format:

- tours are loaded and saved as `text`, by a parser and a renderer, or as an `array`, by a reader and a writer of bytes;
- pictures are drawn in the `manners` of the row;
- boards and rail graphs, too, are written as a `graph`; files may hold `many` tours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, NamedTuple, TypeAlias

from destrier import drawing

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.core.tourney import Tourney
    from destrier.support.aliases import StrPath

    Read: TypeAlias = Callable[[StrPath, Piece | None, BaseBoard | None], Tourney]
    Write: TypeAlias = Callable[[BinaryIO, Tourney], None]
    Parse: TypeAlias = Callable[..., Tourney]
    Text: TypeAlias = Callable[[], tuple[Parse | None, Callable[[Tourney], str]]]
    Render: TypeAlias = Callable[..., str | bytes]

Manner: TypeAlias = Literal["still", "animated", "poster", "plotter"]
"""The manner in which a format shows a tourney."""

Group: TypeAlias = Literal["Tours", "Drawings", "Machines", "Graphs", "Tables"]
"""The part of the documentation's index that lists a format."""


class Drawing(NamedTuple):
    """One manner of drawing."""

    renderer: Callable[[], Render]

    @property
    def options(self) -> set[str]:
        """The options that the renderer takes."""
        return {*_options_of(self.renderer())}


def _options_of(function: Callable[..., object]) -> Iterator[str]:
    """Yield the options of a function, and those of `Look` or `plot` if it passes on `options` or `lines`."""
    from inspect import Parameter, signature

    for parameter in signature(function).parameters.values():
        if parameter.kind is Parameter.KEYWORD_ONLY:
            yield parameter.name
        elif parameter.name == "options":
            yield from _options_of(drawing.Look)
        elif parameter.name == "lines":
            from destrier.drawing.svg.plotter import plot

            yield from _options_of(plot)


class Format(NamedTuple):
    """One format of files."""

    suffix: str
    title: str
    """A short description: the title of its page, and its name in the viewer."""

    group: Group
    media_type: str = "text/plain"
    magic: bytes = b""
    """The first bytes of its files, which identify the format of standard input; white space may precede them."""

    array: Callable[[], tuple[Read, Write]] | None = None
    text: Text | None = None
    """The parser, unless the content of a text decides who reads it (see `io.texts`), and the renderer."""

    takes_board: bool = False
    """Whether the parser takes a board and a leaper, because files need not name theirs."""

    manners: Mapping[Manner, Drawing] = MappingProxyType({})
    """The manners of drawing; the first is the default."""

    from_svg: Callable[[], Callable[[str], str | bytes]] | None = None
    """The function that converts an SVG to this format, and hence also pictures of objects other than tourneys."""

    graph: bool = False
    """Whether it is a graph format that `io.graphs` writes."""

    many: Literal["", "written", "read and written"] = ""
    """Whether files hold, or only show, many tours, which `io.stacks` writes and reads."""

    most: int = 1 << 20
    """The size in squares of the largest board for which the viewer writes this format."""


_STILL: Final = Drawing(lambda: drawing.to_svg)
_ON_PAPER: Final[dict[Manner, Drawing]] = {
    "poster": Drawing(lambda: drawing.to_poster),
    "plotter": Drawing(lambda: drawing.to_plotter_svg),
}


def _npy() -> tuple[Read, Write]:
    from destrier.io.arrays import map_npy, write_npy

    return map_npy, write_npy


def _npz() -> tuple[Read, Write]:
    from destrier.io.arrays import read_npz, write_npz

    return read_npz, write_npz


def _numbered() -> tuple[Parse, Callable[[Tourney], str]]:
    from destrier.io.text import from_text

    return from_text, drawing.to_text


def _json() -> tuple[Parse, Callable[[Tourney], str]]:
    from destrier.io.json import from_json, to_json

    return from_json, to_json


def _digits() -> tuple[Parse, Callable[[Tourney], str]]:
    from destrier.io.digits import from_digits, to_digits

    return from_digits, to_digits


def _listed(name: str) -> Text:
    """Return the row's functions for a form that `io.texts` reads; its writer has this name."""

    def functions() -> tuple[None, Callable[[Tourney], str]]:
        from destrier.io import listings

        return None, getattr(listings, name)

    return functions


def _tsplib() -> tuple[Parse, Callable[[Tourney], str]]:
    from destrier.io.tsplib import from_tsplib, to_tsplib

    return from_tsplib, to_tsplib


def _pgn() -> tuple[Parse, Callable[[Tourney], str]]:
    from destrier.io.pgn import from_pgn, to_pgn

    return from_pgn, to_pgn


_ROWS: Final = (
    Format(
        *(".svg", "Vector drawings", "Drawings", "image/svg+xml", b"<"),
        manners={"still": _STILL, "animated": Drawing(lambda: drawing.to_animated_svg), **_ON_PAPER},
        from_svg=lambda: str,
        many="written",
    ),
    Format(
        *(".pdf", "Print", "Drawings", "application/pdf", b"%PDF"),
        manners={"still": _STILL, **_ON_PAPER},
        from_svg=lambda: drawing.svg_to_pdf,
    ),
    Format(
        *(".png", "Pixels", "Drawings", "image/png", b"\x89PNG"),
        manners={"still": Drawing(lambda: drawing.to_png)},
        from_svg=lambda: drawing.svg_to_png,
        most=1 << 24,
    ),
    Format(
        *(".gif", "Films", "Drawings", "image/gif", b"GIF8"),
        manners={"animated": Drawing(lambda: drawing.to_gif)},
        most=1 << 16,
    ),
    Format(*(".html", "Web pages", "Drawings", "text/html"), manners={"animated": Drawing(lambda: drawing.to_html)}),
    Format(
        *(".hpgl", "Pen plotters", "Machines", "application/vnd.hp-HPGL"),
        manners={"plotter": Drawing(lambda: drawing.to_hpgl)},
    ),
    Format(*(".gcode", "CNC machines", "Machines"), manners={"plotter": Drawing(lambda: drawing.to_gcode)}),
    Format(*(".dxf", "CAD", "Machines", "image/vnd.dxf"), manners={"plotter": Drawing(lambda: drawing.to_dxf)}),
    Format(
        *(".npy", "NumPy arrays", "Tours", "application/octet-stream", b"\x93NUMPY"),
        array=_npy,
        many="read and written",
        most=1 << 24,
    ),
    Format(
        *(".npz", "All tourneys", "Tours", "application/octet-stream", b"PK"),
        array=_npz,
        many="read and written",
        most=1 << 24,
    ),
    Format(
        *(".txt", "A numbered board", "Tours"),
        text=_numbered,
        takes_board=True,
        manners={"still": Drawing(lambda: drawing.to_text)},
        many="read and written",
        most=1 << 22,
    ),
    Format(".json", "Squares in order", "Tours", "application/json", b"{", text=_json, many="read and written"),
    Format(".moves", "Move digits", "Tours", text=_digits),
    Format(".tour", "TSPLIB tours", "Tours", text=_tsplib, takes_board=True),
    Format(".squares", "Square names", "Tours", text=_listed("to_squares"), many="read and written"),
    Format(".uci", "Moves by name", "Tours", text=_listed("to_uci")),
    Format(".pgn", "Chess games", "Tours", "application/vnd.chess-pgn", text=_pgn, many="read and written"),
    Format(".pairs", "Coordinates", "Tours", text=_listed("to_pairs")),
    Format(".order", "Square indices", "Tours", text=_listed("to_order")),
    Format(".hcp", "TSPLIB graphs", "Graphs", graph=True),
    Format(".col", "DIMACS graphs", "Graphs", graph=True),
    Format(".g6", "graph6", "Graphs", graph=True, most=1 << 13),
    Format(".graphml", "GraphML", "Graphs", "application/xml", graph=True),
    Format(".edges", "Edge lists", "Graphs", graph=True),
    Format(".csv", "Tables of numbers", "Tables", "text/csv", text=_listed("to_csv")),
    Format(
        *(".parquet", "Millions of tours", "Tables", "application/vnd.apache.parquet", b"PAR1"), many="read and written"
    ),
)

FORMATS: Final = {row.suffix: row for row in _ROWS}
"""The formats by suffix."""

LOADED: Final = tuple(row.suffix for row in _ROWS if row.array or row.text)
"""Suffixes that `load` reads."""

DRAWN: Final = tuple(row.suffix for row in _ROWS if row.manners)
"""Suffixes that `draw` writes."""

PICTURES: Final = tuple(row.suffix for row in _ROWS if row.from_svg)
"""Suffixes of pictures of objects other than tourneys."""

GRAPHS: Final = tuple(row.suffix for row in _ROWS if row.graph)
"""Suffixes that `save_graph` writes."""

SAVED: Final = tuple(row.suffix for row in _ROWS if row.array or row.text or row.manners or row.graph)
"""Suffixes that `save` writes."""

STACKED: Final = tuple(row.suffix for row in _ROWS if row.many)
"""Suffixes of files that hold, or show, many tours."""
