"""The common look of all plots: our measurements as lines, published values as hollow marks."""

from __future__ import annotations

import io
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from destrier.support.atomic import write_atomically
from destrier.support.optional import extra

if TYPE_CHECKING:
    from collections.abc import Iterator

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

_STYLE: Final = files("destrier.drawing") / "plots.mplstyle"

_DPI: Final = 150

_WIDTH: Final = 7.0
"""The width of a page's column in inches."""


@contextmanager
def drawing(path: Path, panels: int = 1, *, height: float = 2.9) -> Iterator[list[Axes]]:
    """Yield axes side by side; write them to an svg or png when the block ends, without a date, for reproducibility."""
    matplotlib = extra("matplotlib", "plot", "a plot")
    with as_file(_STYLE) as style:
        look = matplotlib.rc_params_from_file(style, use_default_template=False)
    with matplotlib.rc_context(look):
        figure = extra("matplotlib.figure", "plot", "a plot").Figure(figsize=(_WIDTH, height), layout="constrained")
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


def legend_below(axes: Axes) -> None:
    """Draw one legend for all panels, with the entries of these axes, below the plots."""
    axes.figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
