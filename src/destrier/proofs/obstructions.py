"""Obstructions to tours of a shape, worded so that a reader can check them by hand.

They are tried in turn, each in linear time:

colours
    a tour alternates between light and dark squares;
dead ends
    a square needs two moves, unless it is an end of the tour;
pieces
    no moves lead from one square to another;
a cut
    a square whose removal leaves more pieces than the tour could visit, since it must pass that square from one piece
    to the next;
forced moves
    if a square has only two moves left, both are forced; if a square has two forced moves, its other moves are
    impossible, and so is a move that would close a cycle too early. If this leaves a square with too few moves, or
    closes a cycle, there is no tour. The proof lists the relevant steps.

The certificates of `covers` may find what these miss: squares that need more moves than their neighbours have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable
from typing import Final, TypeAlias

import numpy as np

from destrier.core.board import Board, between
from destrier.core.types import Ends, Mask, Square
from destrier.proofs.certificates import Sentence, kept_apart, listed, unequal_colours
from destrier.support.kernels import kernel

Move: TypeAlias = frozenset[Square]

_STEPS: Final = 12
"""Maximum number of steps printed in a proof."""


def find_obstruction(board: Board, *, ends: Ends | None = None) -> str | None:
    """Return why a board has no tour, or `None` if no obstruction is found; O(squares), 12 bytes per square.

    The ends are those of an open tour, or `None` for a closed one.
    """
    what = f"{'closed' if ends is None else 'open'} tour of {board.describe()}{between(ends or ())}"
    for look in (_colours, _dead_ends, _pieces, _cut, _forced):
        if reason := look(board, ends):
            return f"no {what} exists: {reason.words}{_in_the_way(board, reason)}"
    return None


def _in_the_way(board: Board, reason: Sentence) -> str:
    """Return what else is in the way of a tour of a shape: unequal numbers of colours, and squares with few moves."""
    dead = board.present & (board.degrees() < 2)
    light, dark = board.colours()
    uneven = "" if light == dark or not board.is_bipartite() else f"it has {light} light and {dark} dark squares"
    is_named = reason.squares.issuperset(map(tuple, np.argwhere(dead).tolist()))
    few = "" if is_named else f"fewer than two moves lead from {listed(dead)}"
    return "".join(f"; {told}" for told in (uneven, few) if told and not reason.words.startswith(told))


def _colours(board: Board, ends: Ends | None) -> Sentence | None:
    uneven = unequal_colours(board, difference=0 if ends is None else 1) if board.is_bipartite() else None
    return Sentence(uneven) if uneven else None


def _dead_ends(board: Board, ends: Ends | None) -> Sentence | None:
    degrees = board.degrees()
    dead = [
        (row, col) for row, col in np.argwhere(board.present & (degrees < 2)).tolist() if (row, col) not in (ends or ())
    ]
    for square in dead:
        if degrees[square] == 0:
            return Sentence.of("square {} has no move", [square])
    spare = 0 if ends is None else 2 - len(ends)
    if len(dead) <= spare:
        return None
    named = dead[: spare + 1]
    have = "have only one move, so all" if spare else "has only one move, so"
    return Sentence.of(f"{', '.join(['{}'] * len(named))} {have} would be at an end", *([square] for square in named))


def _pieces(board: Board, ends: Ends | None) -> Sentence | None:  # noqa: ARG001 (ends do not matter)
    if reason := kept_apart(board):
        return reason
    if (apart := _find_unreachable(board)) is None:
        return None
    return Sentence.of("no moves lead from {} to {}", apart[:1], apart[1:])


def _reachable(board: Board) -> Mask:
    """Return the squares reachable from the first one, `bool` (rows, cols); O(squares)."""
    reached = np.zeros(board.shape, np.bool_)
    start = int(np.argmax(board.present))
    _flood(board.legal_moves().ravel(), board.leaper.offsets(board.shape), start, reached.ravel())
    return reached


def _find_unreachable(board: Board) -> tuple[Square, Square] | None:
    """Return two squares in different components of the move graph, or `None`; O(squares)."""
    missed = board.present & ~_reachable(board)
    if not missed.any():
        return None
    return board.square(int(np.argmax(board.present))), board.square(int(np.argmax(missed)))


# Cuts


def _cut(board: Board, ends: Ends | None) -> Sentence | None:
    square = find_cut(board, 1 if ends is None else 2)
    if square is None:
        return None
    heads = [board.square(int(np.argmax(piece))) for piece in pieces(board, square)]
    words = f"without square {{}}, which a tour passes once, the rest falls into {len(heads)} pieces, those of {{}}"
    return Sentence.of(words, [square], heads)


def pieces(board: Board, without: Square | None = None) -> list[Mask]:
    """Return the components of the move graph of a board, or of a board without a square."""
    left, found = board.present.copy(), []
    if without is not None:
        left[without] = False
    while left.any():
        found.append(_reachable(Board.from_mask(left, leaper=board.leaper)))
        left &= ~found[-1]
    return found


def find_cut(board: Board, allowed: int = 1) -> Square | None:
    """Return a square whose removal leaves more than the allowed number of pieces of a connected board, or `None`."""
    start = int(np.argmax(board.present))
    cut = _find_cut(board.legal_moves().ravel(), board.leaper.offsets(board.shape), start, allowed)
    return None if cut < 0 else board.square(int(cut))


@kernel
def _find_cut(legal, offsets, start, allowed):
    """Return a square whose removal leaves more pieces than allowed, or -1.

    Depth-first search (Tarjan 1972): `low` is the earliest square adjacent to a square or a descendant of it. A square
    cuts off the subtree of a child iff the child's `low` is not before the square.
    """
    number = np.full(legal.size, -1, np.int32)
    low = np.empty(legal.size, np.int32)
    path = np.empty(legal.size, np.int32)
    tried = np.zeros(legal.size, np.uint8)
    cut_off = np.zeros(legal.size, np.uint8)
    number[start] = low[start] = 0
    path[0] = start
    depth, reached = 0, 1
    while depth >= 0:
        square = np.int64(path[depth])
        if tried[square] < offsets.size:
            move = tried[square]
            tried[square] += 1
            other = square + offsets[move]
            if not legal[square] >> move & 1:
                continue
            if number[other] < 0:
                number[other] = low[other] = reached
                reached += 1
                depth += 1
                path[depth] = other
            else:
                low[square] = min(low[square], number[other])
            continue
        depth -= 1
        if depth < 0:
            break
        parent = path[depth]
        low[parent] = min(low[parent], low[square])
        if low[square] >= number[parent]:
            cut_off[parent] += 1
            if cut_off[parent] + (depth > 0) > allowed:
                return parent
    return -1


# Forced moves


class _Refuted(Exception):
    """A proof that there is no tour: the contradiction, and the steps that led there."""

    def __init__(self, what: Sentence, because: Iterable[int]) -> None:
        super().__init__(what.words)
        self.what, self.because = what, list(because)


def _forced(board: Board, ends: Ends | None) -> Sentence | None:
    """Draw the conclusions from squares with two moves; see the module docstring."""
    if ends is not None and (len(ends) < 2 or board.size == 2):
        return None  # any square may be an end; two squares have a one-move tour
    reasoning = _Reasoning(board, ends)
    try:
        reasoning.conclude()
    except _Refuted as refuted:
        return reasoning.proof(refuted)
    return None


def refuting_squares(board: Board) -> list[list[Square]]:
    """Return disjoint sets of squares, one of each of which must be left out for a closed tour of the rest.

    They are the squares that proofs by forced moves name: without any other squares, these proofs hold as well.
    """
    found: list[list[Square]] = []
    apart: set[Square] = set()
    while True:
        reasoning = _Reasoning(board, None, apart)
        try:
            reasoning.conclude()
        except _Refuted as refuted:
            told = [refuted.what, *(reasoning.steps[step][0] for step in reasoning.needed(refuted))]
            found.append(sorted({(row, col) for sentence in told for row, col in sentence.squares}))
            apart.update(found[-1])
        else:
            return found


class _Reasoning:
    """Forced moves and impossible moves, with reasons. The ends of an open tour count as joined by a move.

    A move is a set of two squares. `steps` are conclusions, each with the earlier steps that it needs;
    `forced` and `removed` hold the step that forced or removed a move. `at` lists the forced moves of a square, and
    `far` gives, for the end of a path of forced moves, its other end and its number of squares. Squares `apart`
    take no part.
    """

    def __init__(self, board: Board, ends: Ends | None, apart: Container[Square] = ()) -> None:
        self.board = board
        self.apart = apart
        self.size = board.size
        self.closing = frozenset(ends) if ends else None
        self.steps: list[tuple[Sentence, list[int]]] = []
        self.forced: dict[Move, int] = {}
        self.removed: dict[Move, int] = {}
        self.far: dict[Square, tuple[Square, int]] = {}
        self.pending: deque[Square] = deque()
        self.at: dict[Square, list[Move]] = {}
        self.legal = board.legal_moves()

    def conclude(self) -> None:
        """Draw all conclusions."""
        if self.closing:
            self._force(self.closing, self._note(Sentence(""), []))
        degrees = np.bitwise_count(self.legal)
        self.pending.extend((row, col) for row, col in np.argwhere(self.board.present & (degrees <= 2)).tolist())
        while self.pending:
            self._examine(self.pending.popleft())

    def _moves(self, square: Square) -> list[Move]:
        """Return the moves of a square that are still possible."""
        legal = int(self.legal[square])
        moves = [
            frozenset((square, (square[0] + drow, square[1] + dcol)))
            for move, (drow, dcol) in enumerate(self.board.leaper.steps.tolist())
            if legal >> move & 1
        ]
        if self.closing and square in self.closing and self.closing not in moves:
            moves.append(self.closing)
        return moves

    def _examine(self, square: Square) -> None:
        moves = self._moves(square)
        if square in self.apart or any(other in self.apart for move in moves for other in move):
            return
        possible = [move for move in moves if move not in self.removed]
        forced = [move for move in possible if move in self.forced]
        lost = [self.removed[move] for move in moves if move in self.removed]
        if len(possible) < 2:
            left = self._targets(square, possible)
            raise _Refuted(
                Sentence.of(f"{{}} has {'only the move to {}' if left else 'no move'} left", [square], left), lost
            )
        if len(forced) == 2 and len(possible) > 2:
            others = [move for move in possible if move not in self.forced]
            targets = self._targets(square, forced), self._targets(square, others)
            why = Sentence.of("{} must have its moves to {}, so none to {}", [square], *targets)
            step = self._note(why, [self.forced[move] for move in forced])
            for move in others:
                self._remove(move, step)
        elif len(possible) == 2 and len(forced) < 2:
            words = f"{{}} has only moves to {{}}{' left' if lost else ''}"
            step = self._note(Sentence.of(words, [square], self._targets(square, possible)), lost)
            for move in possible:
                if move not in self.forced:
                    self._force(move, step)

    def _targets(self, square: Square, moves: Iterable[Move]) -> list[Square]:
        """Return where moves of a square lead, but for that between the ends."""
        return sorted(other for move in moves if move != self.closing for other in move if other != square)

    def _too_many(self, square: Square) -> Sentence:
        if self.closing and square in self.closing:
            return Sentence.of("{} would have 2 moves, but is an end", [square])
        return Sentence.of("{} would have 3 moves", [square])

    def _note(self, why: Sentence, because: list[int]) -> int:
        self.steps.append((why, because))
        return len(self.steps) - 1

    def _remove(self, move: Move, step: int) -> None:
        self.removed[move] = step
        self.pending.extend(move)

    def _force(self, move: Move, step: int) -> None:
        """Add a forced move, which joins two paths of such moves, and remove the move between the new ends."""
        one, other = move
        self.forced[move] = step
        for square in move:
            self.at.setdefault(square, []).append(move)
            if len(self.at[square]) > 2:
                raise _Refuted(self._too_many(square), [self.forced[taken] for taken in self.at[square]])
        self.pending.extend(move)
        (end, length), (other_end, other_length) = self.far.get(one, (one, 1)), self.far.get(other, (other, 1))
        if end == other and length > 1:
            if length < self.size:
                loop = self._path(one)
                shown = [[square] for square in loop[:_STEPS]]
                squares = " ".join(["{}"] * len(shown) + ["..."] * (length > _STEPS))
                words = f"forced moves close a loop of {length} squares: {squares}"
                raise _Refuted(Sentence.of(words, *shown), self._steps_along(loop))
            return
        self.far[end] = other_end, length + other_length
        self.far[other_end] = end, length + other_length
        closing = frozenset((end, other_end))
        is_move = tuple(sorted((abs(end[0] - other_end[0]), abs(end[1] - other_end[1])))) in self.board.leaper.pairs
        if not is_move or closing in self.forced or closing in self.removed or length + other_length == self.size:
            return
        path = self._path(end)
        words = f"forced moves join {{}} to {{}} over {len(path)} squares, so no move may close them"
        self._remove(closing, self._note(Sentence.of(words, [end], [other_end]), self._steps_along(path)))

    def _path(self, end: Square) -> list[Square]:
        """Return the squares along forced moves from one end, or around a loop of them."""
        path, last = [end], None
        while True:
            onward = [move for move in self.at[path[-1]] if move != last]
            if not onward:
                return path
            last = onward[0]
            (square,) = last - {path[-1]}
            if square == end:
                return path
            path.append(square)

    def _steps_along(self, path: list[Square]) -> list[int]:
        moves = [move for square in path for move in self.at[square]]
        return [self.forced[move] for move in moves]

    def needed(self, refuted: _Refuted) -> list[int]:
        """Return the steps that a refutation needs."""
        needed: set[int] = set()
        pending = list(refuted.because)
        while pending:
            step = pending.pop()
            if step not in needed:
                needed.add(step)
                pending.extend(self.steps[step][1])
        return sorted(needed)

    def proof(self, refuted: _Refuted) -> Sentence:
        """Return the last steps that a refutation needs, and the contradiction."""
        steps = [self.steps[step][0] for step in self.needed(refuted) if self.steps[step][0].words]
        told = [*steps[-_STEPS:], refuted.what]
        words = [each.words for each in told]
        if steps:
            words[-1] = f"so {words[-1]}"
        if len(steps) > _STEPS:
            words.insert(0, f"by {len(steps) - _STEPS} steps that force moves")
        return Sentence("; ".join(words), refuted.what.squares.union(*(each.squares for each in told)))


@kernel
def _flood(legal, offsets, start, reached):
    queue = np.empty(legal.size, np.int64)
    queue[0] = start
    reached[start] = True
    size = 1
    for place in range(legal.size):
        if place == size:
            break
        for move in range(offsets.size):
            other = queue[place] + offsets[move]
            if legal[queue[place]] >> move & 1 and not reached[other]:
                reached[other] = True
                queue[size] = other
                size += 1
