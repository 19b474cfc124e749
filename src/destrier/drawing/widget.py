"""The entry point of the widget, which needs an optional package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from destrier.core.tourney import Tourney, refuse_other_than_tourneys
from destrier.drawing.look import Options
from destrier.support.errors import DestrierError
from destrier.support.optional import extra
from destrier.support.options import refuse_unknown

if TYPE_CHECKING:
    from destrier.drawing.tour_widget import TourWidget


def widget(tour: Tourney, **options: Unpack[Options]) -> TourWidget:
    """Show a tour or tourney as an interactive board in a notebook: Jupyter, marimo or VS Code.

    On a flat board the knight rides, and squares can be clicked; other boards show their sheet. Nothing is loaded from
    the network. It needs `pip install 'destrier[notebook]'`.

    Parameters
    ----------
    tour
        The tour or tourney to show.
    **options
        The options of `Look`.

    Returns
    -------
    TourWidget
        The widget. Its traits `tour`, `step`, `clicked`, `style`, `colour_by`, `numbers`, `rails`, `turns` and
        `crossings` can be read, assigned and observed.

    Raises
    ------
    DestrierError
        If anywidget is not installed, the tour cannot be drawn with these options, or its drawing is too large.

    Examples
    --------
    >>> import destrier as dt
    >>> board = dt.widget(dt.tour(8, 8), numbers=True)
    >>> board.step = 10
    """
    refuse_other_than_tourneys("widget", tour)
    refuse_unknown("widget", options, Options.__annotations__)
    extra("anywidget", "notebook", "a widget")
    from traitlets import TraitError

    from destrier.drawing.tour_widget import TourWidget

    try:
        return TourWidget(tour, **options)
    except TraitError as error:
        raise DestrierError(str(error)) from None
