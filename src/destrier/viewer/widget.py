"""The entry point of the widgets of notebooks, which need an optional package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack, overload

from destrier.core.tourney import Tourney, refuse_other_than_tourneys
from destrier.drawing.look import Options
from destrier.support.errors import DestrierError
from destrier.support.optional import extra
from destrier.support.options import refuse_unknown

if TYPE_CHECKING:
    from destrier.drawing.tour_widget import TourWidget
    from destrier.puzzles.puzzle import Puzzle
    from destrier.viewer.puzzle_widget import PuzzleWidget


@overload
def widget(shown: Tourney, **options: Unpack[Options]) -> TourWidget: ...
@overload
def widget(shown: Puzzle) -> PuzzleWidget: ...
def widget(shown: Tourney | Puzzle, **options: Any) -> TourWidget | PuzzleWidget:
    """Show a tour or tourney as an interactive board in a notebook, or let a puzzle be solved there.

    It works in Jupyter, marimo and VS Code. On a flat board the knight rides, and squares can be clicked; other boards
    show their sheet. Nothing is loaded from the network. It needs `pip install 'destrier[notebook]'`.

    Parameters
    ----------
    shown
        The tour or tourney to show, or the puzzle to solve.
    **options
        The options of `Look`, for a tour or tourney.

    Returns
    -------
    TourWidget or PuzzleWidget
        The widget. Of a tour, its traits `tour`, `step`, `clicked`, `style`, `colour_by`, `numbers`, `rails`, `turns`
        and `crossings` can be read, assigned and observed; of a puzzle, `numbers` and `is_solved` can be read and
        observed.

    Raises
    ------
    DestrierError
        If anywidget is not installed, the tour cannot be drawn with these options, or its drawing is too large.

    See Also
    --------
    destrier.show

    Examples
    --------
    >>> import destrier as dt
    >>> board = dt.widget(dt.tour(8, 8), numbers=True)
    >>> board.step = 10
    >>> dt.widget(dt.puzzle(5, 6, kind="open", seed=1)).is_solved
    False
    """
    from destrier.puzzles.puzzle import Puzzle

    is_puzzle = isinstance(shown, Puzzle)
    if not is_puzzle:
        refuse_other_than_tourneys("widget", shown, " or a Puzzle")
    refuse_unknown("widget", options, () if is_puzzle else Options.__annotations__)
    extra("anywidget", "notebook", "a widget")
    if isinstance(shown, Puzzle):
        from destrier.viewer.puzzle_widget import PuzzleWidget

        return PuzzleWidget(shown)
    from traitlets import TraitError

    from destrier.drawing.tour_widget import TourWidget

    try:
        return TourWidget(shown, **options)
    except TraitError as error:
        raise DestrierError(str(error)) from None
