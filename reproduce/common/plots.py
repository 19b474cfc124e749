"""The common look of all plots: our measurements as lines, published values as hollow marks."""

from __future__ import annotations

import io
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from destrier.core.leaper import MOVES
from destrier.support.atomic import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

COLOURS: Final = (
    "#1f5a8a",
    "#c1592a",
    "#3f7f4f",
    "#8a5a9e",
    "#a08322",
    "#4b9db0",
    "#777777",
    "#a3324e",
    "#5b6f2a",
    "#d48aa8",
)
"""The colour cycle of the lines; the colours also differ in lightness."""

_STYLE: Final = files("reproduce.common") / "plots.mplstyle"

_DPI: Final = 150

_ARROW: Final = 0.3
"""The side of the square in which a move's arrow lies, in inches: five squares of a board."""

_BEFORE: Final = 1
"""The move after which relative moves are drawn."""

_WIDTH: Final = 7.0
"""The width of a page's column in inches."""


@contextmanager
def drawing(path: Path, panels: int = 1, *, height: float = 2.9) -> Iterator[list[Axes]]:
    """Yield axes side by side; write them to an svg or png when the block ends, without a date, for reproducibility."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with as_file(_STYLE) as style:
        look = mpl.rc_params_from_file(style, use_default_template=False)
    with mpl.rc_context(look):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = list(figure.subplots(1, panels, squeeze=False)[0])
        for each in axes:
            each.set_prop_cycle(color=COLOURS)
        yield axes
        file = io.BytesIO()
        if path.suffix.lower() == ".png":
            figure.savefig(file, format="png", dpi=_DPI)
        else:
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    write_atomically(path, file.getvalue())


def ours(axes: Axes, x: Any, y: Any, label: str, spread: Any = None, **look: Any) -> None:
    """Plot our measurements as a line through points, with optional error bars of one standard deviation."""
    axes.errorbar(x, y, spread, **{"marker": ".", "label": label, "capsize": 2, "elinewidth": 0.8, **look})


def published(axes: Axes, x: Any, y: Any, label: str, **look: Any) -> None:
    """Plot a paper's values as hollow marks."""
    axes.plot(
        x, y, **{"marker": "o", "markersize": 6, "markerfacecolor": "none", "linestyle": "", "label": label, **look}
    )


def name_moves(axes: Axes, moves: Sequence[int], *, relative: bool = False) -> None:
    """Number the moves at places 0, 1, ... of the x axis, each with an arrow; of relative moves, after a grey move."""
    from matplotlib.transforms import ScaledTranslation

    axes.set_xticks(range(len(moves)), [str(move) for move in moves])
    axes.tick_params("x", pad=_ARROW * 72 + 5)
    below = ScaledTranslation(0, -_ARROW / 2 - 4 / 72, axes.figure.dpi_scale_trans)
    look: dict[str, Any] = {"angles": "uv", "units": "inches", "scale_units": "inches", "scale": 5 / _ARROW}
    look |= {"width": 0.012, "transform": axes.get_xaxis_transform() + below, "clip_on": False}

    def draw(steps: list[tuple[int, int]], **arrows: Any) -> None:
        down, across = zip(*steps, strict=True)
        limits = axes.axis()
        up = [-step for step in down]
        axes.quiver(range(len(steps)), [0] * len(steps), across, up, **look, **arrows).set_in_layout(False)
        axes.axis(limits)

    if relative:
        draw([MOVES[_BEFORE]] * len(moves), pivot="tip", headwidth=0, headlength=0, headaxislength=0, color="#aaaaaa")
        draw([MOVES[(_BEFORE + move) % 8] for move in moves], pivot="tail")
    else:
        draw([MOVES[move] for move in moves], pivot="middle")


def legend_below(axes: Axes) -> None:
    """Draw one legend for all panels, with the entries of these axes, below the plots."""
    axes.figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
