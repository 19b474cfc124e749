"""A book of puzzles: what it has beside them, which `drawing.book` puts on its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from destrier.core.tourney import Tour
from destrier.desk.tour import tour
from destrier.puzzles.puzzle import Puzzle, puzzle
from destrier.puzzles.words import WordPuzzle, rosselsprung

AnyPuzzle: TypeAlias = Puzzle | WordPuzzle


def cover_tour(puzzles: Sequence[AnyPuzzle]) -> Tour:
    """Return a tour for the cover, of the largest board."""
    largest = max(puzzles, key=lambda one: one.board.size)
    found = tour(largest.board, kind=largest.kind, seed=0)
    assert isinstance(found, Tour)
    return found


def number_example() -> Puzzle:
    """Return a puzzle for the instructions."""
    return puzzle(3, 4, kind="open", grade="easy", seed=1)


def word_example(sentence: str) -> WordPuzzle:
    """Return a text in knight's moves for the instructions, from a sentence of twelve words."""
    return rosselsprung(sentence, 3, 4, split="words", seed=4)
