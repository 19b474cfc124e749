"""The template of a board, a rectangle whose sides are glued in a new way; CONTRIBUTING.md says where it goes."""

from destrier.core.surface import Surface


class Tumbler(Surface):
    """A Klein bottle on its side: left and right are glued plainly, top and bottom mirrored; see `Surface`.

    Examples
    --------
    >>> board = Tumbler(5, 6)
    >>> board.square(int(board.move_graph.there[board.index((0, 2)), 1]))
    (3, 2)
    """

    key, noun, left_right, top_bottom = "tumbler", "tumbler", "plain", "mirrored"
