"""The file that a command reads, and the board that its options give where the file does not."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from destrier.cli.arguments import (
    FORMAT,
    box_option,
    file_argument,
    find_board,
    leaper_option,
    shape_option,
    sides_argument,
    surface_option,
)
from destrier.cli.messages import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from destrier.core.tourney import Tourney
    from destrier.io.guesses import Asked, Reading
    from destrier.io.stacks import Stack


class Source(NamedTuple):
    """A file of a tour or tourney, or of many tours."""

    path: str
    asked: Asked
    """The board and the piece of a file that does not name them."""

    suffix: str = ""
    """The suffix of the format that the user chose."""

    def read(self) -> Reading:
        """Return its tourney, and how it was understood; say that, unless the text is destrier's own."""
        from destrier.io.files import read

        found = read(self.path, self.asked, self.suffix)
        if not found.is_own:
            self.say(found)
        return found

    def say(self, found: Reading) -> None:
        """Say how a text was understood, unless its format leaves no doubt."""
        if found.form:
            board = found.tour.board.describe()
            complain(f"{self.path}: read as {found.form}" + f", {board}" * (board not in found.form))

    def load(self) -> Tourney:
        """Return its tourney."""
        return self.read().tour

    def holds_many(self) -> bool:
        """Return whether it holds many tours."""
        from destrier.io.stacks import is_stack

        return is_stack(self.path, self.suffix)

    def stack(self) -> Stack:
        """Return its tours, which are not checked; say how a text was understood that is not destrier's own."""
        from destrier.io.stacks import load_stack

        stack = load_stack(self.path, self.suffix, self.asked)
        if stack.form:
            complain(f"{self.path}: read as {len(stack.moves)} tours, the first as {stack.form}")
        return stack

    def tours(self, stack: Stack) -> Iterator[Tourney]:
        """Yield the tours of its stack, and check each of them."""
        from destrier.io.stacks import tours_of

        return tours_of(stack, self.path)


origin_option = click.option(
    "--from",
    "origin",
    type=click.Choice(["top", "bottom"]),
    default="top",
    show_default=True,
    help="Count rows from the top or from the bottom where a text only numbers them.",
)


def source_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument FILE and the options for its board; pass the command the `source` that they describe."""

    @wraps(command)
    def on_source(
        file: str, sides: Any, shape: Any, leaper: Any, surface: Any, box: bool, origin: Any, **options: Any
    ) -> None:
        from destrier.io.guesses import Asked

        context = click.get_current_context()
        chosen = context.meta.get(FORMAT) if all(param.name != "outputs" for param in context.command.params) else None
        given = sides or shape is not None or surface is not None or box
        board = find_board(sides, shape, leaper, surface, box=box) if given else None
        command(source=Source(file, Asked(board, leaper, origin=origin), f".{chosen}" if chosen else ""), **options)

    sided = sides_argument(most=None, required=False, after_file=True)
    return file_argument(sided(shape_option(surface_option(leaper_option(box_option(origin_option(on_source)))))))
