"""Why a shape has no tour: what is said is true, it refutes all tours, and each kind of reason is found."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from helpers import naive
from helpers.marks import exhaustive, long
from helpers.tourneys import board_of, squares_of
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.proofs.obstructions import find_obstruction, refuting_squares

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Ends = tuple[naive.Square, ...] | None

SQUARE = r"(\d+),(\d+)"


def squares_in(text: str) -> list[naive.Square]:
    return [(int(row), int(col)) for row, col in re.findall(SQUARE, text)]


def pieces(squares: set[naive.Square]) -> list[set[naive.Square]]:
    """The squares, such that moves lead between those of a piece and no others."""
    left, found = set(squares), []
    while left:
        piece, new = set(), {min(left)}
        while new:
            piece |= new
            new = {other for square in new for other in naive.neighbours(square, squares)} - piece
        found.append(piece)
        left -= piece
    return found


# --- Each claim, checked by itself


def check_claim(message: str, squares: set[naive.Square], ends: Ends) -> str:
    """That the message is true, and enough for that there is no tour; which kind of reason it is."""
    assert "\n" not in message
    opening = re.match(
        r"no (?:closed|open) tour of [^:]*?(?: (?:from|between) (?P<ends>[\d,]+(?: and [\d,]+)?))? exists: (?P<why>.*)",
        message,
    )
    assert opening is not None
    assert message.startswith("no closed tour of" if ends is None else "no open tour")
    assert squares_in(opening["ends"] or "") == list(ends or ())
    why = check_in_the_way(opening["why"], squares)
    for kind, check in CHECKS.items():
        if re.match(kind, why):
            check(why, squares, ends)
            return kind
    check_steps(why, squares, ends)
    return "forced"


def check_in_the_way(why: str, squares: set[naive.Square]) -> str:
    """That what is in the way besides the reason is true, and complete; return the reason."""
    light = sum(map(naive.is_light, squares))
    dead = [square for square in sorted(squares) if len(naive.neighbours(square, squares)) < 2]
    if not set(dead) <= set(squares_in(why.partition("; fewer than two moves")[0])):
        why, few = why.split("; fewer than two moves lead from ")
        more = f" and {len(dead) - 30} more" if len(dead) > 30 else ""
        assert few == " ".join(f"{row},{col}" for row, col in dead[:30]) + more
    uneven = f"it has {light} light and {len(squares) - light} dark squares"
    assert (uneven in why) == (2 * light != len(squares))
    return why.removesuffix(f"; {uneven}")


def check_colours(why: str, squares: set[naive.Square], ends: Ends) -> None:
    counts = re.fullmatch(r"it has (\d+) light and (\d+) dark squares, but colours alternate along a tour", why)
    assert counts is not None
    light, dark = int(counts[1]), int(counts[2])
    assert light == sum(map(naive.is_light, squares))
    assert light + dark == len(squares)
    assert abs(light - dark) > (0 if ends is None else 1)


def check_no_move(why: str, squares: set[naive.Square], ends: Ends) -> None:
    named = re.fullmatch(rf"square {SQUARE} has no move", why)
    assert named is not None
    assert naive.neighbours((int(named[1]), int(named[2])), squares) == []


def check_dead_ends(why: str, squares: set[naive.Square], ends: Ends) -> None:
    """More squares with one move than there are ends left to be placed."""
    assert re.fullmatch(
        rf"(?:{SQUARE}, )*{SQUARE} (?:has only one move, so would|have only one move, so all would).*", why
    )
    assert why.endswith(" be at an end")
    named = squares_in(why)
    assert len(set(named)) == len(named) == (1 if ends is None else 3 - len(ends))
    assert not set(named) & set(ends or ())
    assert all(len(naive.neighbours(square, squares)) == 1 for square in named)


def check_pieces(why: str, squares: set[naive.Square], ends: Ends) -> None:
    assert re.fullmatch(rf"no moves lead from {SQUARE} to {SQUARE}", why)
    one, other = squares_in(why)
    assert {one, other} <= squares
    assert not any({one, other} <= piece for piece in pieces(squares))


def check_cut(why: str, squares: set[naive.Square], ends: Ends) -> None:
    """A tour without a square falls into at most one stretch, or two if it is open."""
    claim = re.fullmatch(
        rf"without square {SQUARE}, which a tour passes once, the rest falls into (\d+) pieces, those of (.*)", why
    )
    assert claim is not None
    rest = pieces(squares - {(int(claim[1]), int(claim[2]))})
    heads = squares_in(claim[4])
    assert (int(claim[1]), int(claim[2])) in squares
    assert int(claim[3]) == len(rest) == len(heads) > (1 if ends is None else 2)
    assert all(len(piece & set(heads)) == 1 for piece in rest)


CHECKS = {
    "it has": check_colours,
    r"square \S+ has no move": check_no_move,
    r"[\d, ]+ ha(?:s|ve) only one move": check_dead_ends,
    "no moves lead": check_pieces,
    "without square": check_cut,
}


class Replay:
    """The steps of a proof, each of which must follow from those before it.

    The ends of an open tour count as joined, by a move that no text mentions; a real move between them cannot be.
    """

    def __init__(self, squares: set[naive.Square], ends: Ends) -> None:
        self.size = len(squares)
        self.closing = frozenset(ends) if ends else None
        self.moves = {
            square: {frozenset((square, other)) for other in naive.neighbours(square, squares)} for square in squares
        }
        self.forced: set[naive.Edge] = set()
        if self.closing:
            for end in self.closing:
                self.moves[end].add(self.closing)
            self.forced.add(self.closing)
        self.removed: set[naive.Edge] = set()

    def possible(self, square: naive.Square) -> set[naive.Edge]:
        return self.moves[square] - self.removed

    def forced_at(self, square: naive.Square) -> set[naive.Edge]:
        return self.moves[square] & self.forced

    def named(self, square: naive.Square, others: Iterable[naive.Square]) -> set[naive.Edge]:
        """The moves from a square to others; one that its text leaves out if it is an end."""
        return {frozenset((square, other)) for other in others} | self.silent(square)

    def silent(self, square: naive.Square) -> set[naive.Edge]:
        return {self.closing} if self.closing is not None and square in self.closing else set()

    def path(self, start: naive.Square) -> list[naive.Square]:
        """Along forced moves, from an end of a path or around a loop."""
        walk, last = [start], None
        while onward := [edge for edge in self.forced_at(walk[-1]) if edge != last]:
            last = onward[0]
            (square,) = last - {walk[-1]}
            if square == start:
                break
            walk.append(square)
        return walk

    def step(self, text: str) -> None:
        numbers = squares_in(text)
        if re.fullmatch(rf"{SQUARE} has only moves to {SQUARE}(?: and {SQUARE})?(?: left)?", text):
            assert self.possible(numbers[0]) == self.named(numbers[0], numbers[1:])
            assert len(self.possible(numbers[0])) == 2
            assert text.endswith(" left") == bool(self.moves[numbers[0]] & self.removed)
            self.forced |= self.possible(numbers[0])
        elif claim := re.fullmatch(rf"{SQUARE} must have its moves (?P<has>to .*), so none (?P<not>to .*)", text):
            kept, others = squares_in(claim["has"]), squares_in(claim["not"])
            assert self.forced_at(numbers[0]) == self.named(numbers[0], kept)
            assert len(self.forced_at(numbers[0])) == 2
            gone = {frozenset((numbers[0], other)) for other in others}
            assert gone
            assert gone <= self.moves[numbers[0]]
            assert not gone & self.forced
            self.removed |= gone
        else:
            claim = re.fullmatch(
                rf"forced moves join {SQUARE} to {SQUARE} over (\d+) squares, so no move may close them", text
            )
            assert claim is not None, text
            walk = self.path(numbers[0])
            assert walk[-1] == numbers[1]
            assert len(walk) == int(claim[5]) < self.size
            assert frozenset(numbers) in self.moves[numbers[0]]
            self.removed.add(frozenset(numbers))

    def conclude(self, text: str) -> None:
        numbers = squares_in(text)
        if claim := re.fullmatch(rf"{SQUARE} would have (\d+) moves", text):
            assert len(self.forced_at(numbers[0])) == int(claim[3]) > 2
        elif re.fullmatch(rf"{SQUARE} would have 2 moves, but is an end", text):
            assert len(self.forced_at(numbers[0])) == 3  # one of them is the imaginary move between the ends
        elif re.fullmatch(rf"{SQUARE} has no move left", text):
            assert self.possible(numbers[0]) <= self.silent(numbers[0])
        elif re.fullmatch(rf"{SQUARE} has [^\d]*to {SQUARE} left", text):
            assert self.possible(numbers[0]) == {frozenset(numbers)}
        else:
            claim = re.fullmatch(r"forced moves close a loop of (\d+) squares: ([\d, ]+)( \.\.\.)?", text)
            assert claim is not None, text
            assert int(claim[1]) < self.size
            assert len(set(numbers)) == len(numbers) == min(int(claim[1]), 12)
            assert naive.edges_of_walk(numbers, closed=claim[3] is None) <= self.forced
            assert claim[3] is None or len(self.path(numbers[0])) == int(claim[1])


def check_steps(why: str, squares: set[naive.Square], ends: Ends) -> None:
    """Replay a proof; one whose first steps are left out is not replayed."""
    assert ends is None or len(ends) == 2
    *steps, conclusion = why.split("; ")
    assert conclusion.startswith("so ") == bool(steps)
    if steps and re.fullmatch(r"by [1-9]\d* steps that force moves", steps[0]):
        assert len(steps) == 13
        return
    assert len(steps) <= 12
    replay = Replay(squares, ends)
    for step in steps:
        replay.step(step)
    replay.conclude(conclusion.removeprefix("so "))


# --- Random shapes


def kinds_found(boards: Sequence[tuple[set[naive.Square], int, int, Ends]]) -> list[str]:
    """The kind of reason for each board, once it has been checked and the oracle has found no tour; or none."""
    kinds = []
    for squares, rows, cols, ends in boards:
        message = find_obstruction(board_of(squares, rows, cols), ends=ends)
        if message is None:
            kinds.append("")
            continue
        kinds.append(check_claim(message, squares, ends))
        assert (naive.closed_tour_count(squares) if ends is None else naive.open_tour_count(squares, ends)) == 0
    return kinds


def shapes(
    number: int, ends: int | None, seed: int, *, balanced: bool
) -> list[tuple[set[naive.Square], int, int, Ends]]:
    """Boards of up to 30 squares, some missing; the given ends have the colours of ends, if balanced."""
    draw = random.Random(seed)
    found: list[tuple[set[naive.Square], int, int, Ends]] = []
    while len(found) < number:
        rows, cols = draw.choice([(3, 4), (3, 6), (4, 4), (5, 4), (3, 8), (4, 6), (5, 5), (9, 3)])
        squares = naive.rectangle(rows, cols)
        light = sorted(filter(naive.is_light, squares))
        dark = sorted(squares - set(light))
        gone = draw.randint(0, 5)
        if balanced:
            spare = len(light) - len(dark) - (ends is not None and draw.random() < 0.3 and 1)
            squares -= set(draw.sample(light, max(gone + spare, 0))) | set(draw.sample(dark, gone))
        else:
            squares -= set(draw.sample(sorted(squares), 2 * gone))
        if ends is None:
            found.append((squares, rows, cols, None))
        else:
            found.append((squares, rows, cols, tuple(draw.sample(sorted(squares), ends))))
    return found


EXPECTED = {*CHECKS, "forced", ""}


@exhaustive
def test_reasons_against_closed_tours() -> None:
    found = kinds_found([*shapes(1500, None, 1, balanced=True), *shapes(500, None, 2, balanced=False)])
    assert EXPECTED - set(found) <= {"no moves lead"}
    assert found.count("forced") > 100


@pytest.mark.parametrize("ends", [long(0), long(1), 2])
def test_reasons_against_open_tours(ends: int) -> None:
    found = kinds_found([*shapes(400, ends, 3, balanced=True), *shapes(300, ends, 4, balanced=False)])
    assert EXPECTED - set(found) <= {"no moves lead", "without square"} | ({"forced"} if ends < 2 else set())
    assert ends == 2 or "forced" not in found


@pytest.mark.parametrize("shape", [(3, 3), long((3, 4)), long((2, 6))])
def test_every_mask_of_a_small_rectangle(shape: tuple[int, int]) -> None:
    boards = [naive.mask(bits, *shape) for bits in range(1, 2 ** (shape[0] * shape[1]))]
    kinds_found([(squares, *shape, None) for squares in boards])
    kinds_found([(squares, *shape, ()) for squares in boards if len(squares) > 1])
    kinds_found([(squares, *shape, (min(squares), max(squares))) for squares in boards if len(squares) > 1])


@given(st.integers(0, 2**36 - 1), st.integers(0, 2**36 - 1), st.data())
def test_claims_about_large_random_shapes(bits: int, more: int, data: st.DataObject) -> None:
    """More of the board than the oracle can search; the claims stand by themselves."""
    squares = naive.mask(bits | more, 4, 9) | {(row + 4, col) for row, col in naive.mask(more, 4, 9)}
    if len(squares) < 2:
        return
    ends = data.draw(st.none() | st.permutations(sorted(squares)).map(lambda order: tuple(order[:2])))
    message = find_obstruction(board_of(squares, 8, 9), ends=ends)
    if message is not None:
        check_claim(message, squares, ends)


# --- Shapes made for one reason


@pytest.mark.parametrize(
    ("kind", "text", "ends"),
    [
        ("it has", "#####\n#####\n#####\n#####\n#####", None),
        ("it has", "#.#\n.#.\n#.#", ()),
        (r"square \S+ has no move", "###\n###\n###", ()),
        (r"square \S+ has no move", "####\n####\n####\n####\n....\n....\n....\n...#", ()),
        (r"[\d, ]+ ha(?:s|ve) only one move", "####\n####\n#..#", None),
        (r"[\d, ]+ ha(?:s|ve) only one move", "#....#\n..##..", ()),
        ("no moves lead", "####\n####\n####\n####\n....\n....\n####\n####\n####\n####", None),
        ("without square", ".###\n####\n.##.\n##.#", None),
    ],
)
def test_each_reason_is_given_where_it_is_the_first_that_holds(kind: str, text: str, ends: Ends) -> None:
    board = Board.from_text(text)
    squares = squares_of(board)
    message = find_obstruction(board, ends=ends)
    assert message is not None
    assert check_claim(message, squares, ends) == kind


def test_refutations_of_every_small_shape_have_squares_of_their_own() -> None:
    for bits in range(1, 2**12):
        squares = naive.mask(bits, 3, 4)
        found = refuting_squares(board_of(squares, 3, 4))
        named = [square for refuting in found for square in refuting]
        assert all(found)
        assert len(set(named)) == len(named)
        assert squares.issuperset(named)


def test_forced_moves_refute_the_four_by_four_board() -> None:
    message = find_obstruction(Board(4, 4))
    assert message is not None
    assert check_claim(message, naive.rectangle(4, 4), None) == "forced"
    assert "loop of 4 squares" in message


@pytest.mark.parametrize("shape", [(3, 10), (5, 6), (6, 6), (8, 8), (30, 41)])
@pytest.mark.parametrize("ends", [None, (), ((0, 0),), ((0, 0), (0, 1))])
def test_nothing_is_said_against_boards_with_tours(shape: tuple[int, int], ends: Ends) -> None:
    if shape != (3, 10) or ends is None:
        assert find_obstruction(Board(*shape), ends=ends) is None


@exhaustive
def test_an_eight_by_eight_board_without_two_squares_of_different_colours_is_decided() -> None:
    """One of each class of symmetric boards."""
    whole = naive.rectangle(8, 8)
    seen: set[naive.Edge] = set()
    tours = 0
    for light in sorted(filter(naive.is_light, whole)):
        for dark in sorted(whole):
            gone = frozenset((light, dark))
            if naive.is_light(dark) or gone in seen:
                continue
            seen |= {frozenset(image(square, 8, 8) for square in gone) for image in naive.SYMMETRIES.values()}
            squares = whole - gone
            board = board_of(squares, 8, 8)
            try:
                tour = dt.tour(board, seed=1)
            except dt.NoSuchTour as reason:
                refusal = str(reason)
            else:
                assert naive.is_closed_tour(tour.moves.tolist(), squares)
                tours += 1
                continue
            if message := find_obstruction(board):
                assert refusal == message
                check_claim(message, squares, None)
            else:
                assert not naive.has_cover(squares)
    assert tours > 100
