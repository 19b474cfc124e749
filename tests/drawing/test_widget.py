"""The widget of notebooks: its traits in Python, and its board in a browser, with nothing but a notebook between."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.examples import BRAID, CLOSED, EXAMPLES, HOLES, OPEN, RING
from helpers.marks import exhaustive, left, long
from helpers.pages import VIEWPORT, needs_browser, stop
from traitlets import TraitError

import destrier as dt
from destrier.drawing import to_animated_svg, to_svg
from destrier.drawing.scripts import bundle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ElementHandle, Page


@pytest.fixture(scope="module")
def boards() -> dict[str, dt.Tour]:
    """A tour of each kind of board."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
    tours: dict[str, dt.Tour] = import_module("verbs").tours()
    return tours


# In Python.


@exhaustive
def test_it_draws_every_board(boards: dict[str, dt.Tour]) -> None:
    for tour in boards.values():
        rides = isinstance(tour.board, dt.Board)
        board = dt.widget(tour, numbers=True, style="paper")
        assert board._svg == (to_animated_svg if rides else to_svg)(tour, numbers=True, style="paper")
        for name, values in board._looks.items():
            for value in [*(values or []), *([True] if values == [] else [])]:
                setattr(board, "style" if name == "_style_name" else name, value)


def test_what_is_assigned_is_drawn() -> None:
    board: Any = dt.widget(CLOSED, line_width=0.2)
    look: dict[str, Any] = {"line_width": 0.2}
    for name, value in {"numbers": True, "style": "night", "colour_by": "tour", "rails": True, "turns": True}.items():
        setattr(board, name, value)
        look[name] = value
        assert board._svg == to_animated_svg(CLOSED, **look)
    board.tour = OPEN
    assert board._svg == to_animated_svg(OPEN, **look)


def test_a_new_tour_begins_anew() -> None:
    board: Any = dt.widget(CLOSED)
    board.step, board.clicked = 64, (7, 7)
    seen: list[Any] = []
    board.observe(lambda change: seen.append((change["name"], change["new"])), ["step", "clicked"])
    board.tour = OPEN
    assert (board.tour, board.step, board.clicked) == (OPEN, None, None)
    assert sorted(seen) == [("clicked", None), ("step", None)]


@pytest.mark.parametrize(("tour", "moves"), [(CLOSED, 64), (OPEN, 24), (BRAID, 24)])
def test_a_step_is_a_number_of_moves_of_the_longest_ride(tour: dt.Tourney, moves: int) -> None:
    board: Any = dt.widget(tour)
    for step in (0, moves, None):
        board.step = step
    for step in (-1, moves + 1):
        with pytest.raises(dt.DestrierError, match=f"a step is a number from 0 to {moves}, not"):
            board.step = step
    assert board.step is None


def test_what_cannot_be_drawn_is_refused_and_changes_nothing() -> None:
    board: Any = dt.widget(HOLES, style="ink")
    before = board.get_state()
    for name, value, message in (
        ("style", "chequered", "a style is"),
        ("colour_by", "sections", "only a tour of four knights"),
        ("colour_by", "luck", "colour_by is"),
        ("clicked", (0, 0), "0,0 is not a square"),
        ("tour", dt.tour(500, 500, algorithm="formation"), "up to 40,000 squares, not 500 x 500"),
    ):
        with pytest.raises(dt.DestrierError, match=message):
            setattr(board, name, value)
    with pytest.raises(TraitError, match="expected a Tourney"):
        board.tour = 1
    assert board.tour is HOLES
    assert board.get_state() == before


def test_wrong_options_are_refused_in_a_line(boards: dict[str, dt.Tour]) -> None:
    with pytest.raises(dt.DestrierError, match="widget takes a Tour, a Tourney or a Puzzle, not int"):
        dt.widget(3)  # type: ignore[call-overload]
    with pytest.raises(dt.DestrierError, match="expected a boolean"):
        dt.widget(CLOSED, numbers="yes")  # type: ignore[call-overload]
    with pytest.raises(dt.DestrierError, match=r"^widget has no option 'numbers'; it has none$"):
        dt.widget(dt.puzzle(3, 4, kind="open", seed=1), numbers=True)  # type: ignore[call-overload]
    with pytest.raises(dt.DestrierError, match="too large for a widget"):
        dt.widget(dt.tour(150, 150, algorithm="formation"), numbers=True)
    board: Any = dt.widget(boards["`Box(5, 4, 6)`"])
    with pytest.raises(dt.DestrierError, match="the knight rides only on flat boards"):
        board.step = 1
    with pytest.raises(dt.DestrierError, match="only on flat boards"):
        board.clicked = (0, 0)
    with pytest.raises(dt.DestrierError):
        board.crossings = True


def test_without_anywidget_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(dt.DestrierError, match=r"a widget needs anywidget: pip install 'destrier\[notebook\]'"):
        dt.widget(CLOSED)


def test_the_module_needs_nothing_else() -> None:
    text = bundle("widget.js")
    assert not [line for line in text.splitlines() if line.startswith(("import ", "export {"))]
    assert text.count("export ") == text.count("export default") == 1
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


# In a browser.

NOTEBOOK = """
async ([module, states]) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([module], { type: "text/javascript" })));
  window.models = states.map((state, number) => {
    const listeners = {};
    const ring = (name) => (listeners[name] ?? []).slice().forEach((listener) => listener());
    let changed = {};
    const model = {
      get: (name) => state[name],
      set(name, value) {
        if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
        state[name] = changed[name] = value;
        ring(`change:${name}`);
      },
      async save_changes() {
        const sent = changed;
        changed = {};
        window.sending = (window.sending ?? 0) + 1;
        model.receive(await window.tell(number, sent));
        window.sending -= 1;
      },
      receive(changes) {
        for (const [name, value] of Object.entries(changes)) model.set(name, value);
        changed = {};
      },
      on: (name, listener) => (listeners[name] ??= []).push(listener),
      off: (name, listener) => (listeners[name] = listeners[name].filter((other) => other !== listener)),
      count: () => Object.values(listeners).flat().length,
    };
    const el = document.querySelector("main").appendChild(document.createElement("div"));
    return Object.assign(model, { end: widget.render({ model, el }) });
  });
}
"""


class Notebook:
    """Boards on a page, each of which shares its state with a widget in Python as a notebook would let it."""

    def __init__(self, page: Page, boards: list[Any]) -> None:
        self.page, self.boards = page, boards
        self.changes: list[dict[str, Any]] = [{} for _ in boards]
        for board, changes in zip(boards, self.changes, strict=True):
            board.observe(lambda change, changes=changes: changes.update({change["name"]: change["new"]}), board.keys)
        page.expose_function("tell", self.tell)
        states = [{name: getattr(board, name) for name in board.keys if name != "layout"} for board in boards]
        page.evaluate(NOTEBOOK, [boards[0]._esm, states])

    def tell(self, number: int, sent: dict[str, Any]) -> dict[str, Any]:
        """What the browser sends is set in Python, which answers with what else follows."""
        self.boards[number].set_state(sent)
        return {name: value for name, value in self.take(number).items() if name not in sent or sent[name] != value}

    def take(self, number: int) -> dict[str, Any]:
        taken = dict(self.changes[number])
        self.changes[number].clear()
        return taken

    def assign(self, number: int = 0, **values: Any) -> None:
        """Assign traits in Python, and tell the browser."""
        for name, value in values.items():
            setattr(self.boards[number], name, value)
        self.page.evaluate("([number, changes]) => models[number].receive(changes)", [number, self.take(number)])

    def settle(self) -> None:
        """Wait until Python has heard everything."""
        self.page.wait_for_function("!window.sending")


@contextmanager
def shown(browser: Browser, *boards: Any, style: str = "", clocked: bool = False) -> Iterator[Notebook]:
    """A page with these boards, which loads nothing and in which nothing goes wrong."""
    page = browser.new_page(viewport=VIEWPORT)
    if clocked:
        page.clock.install()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("blob:") else faults.append(request.url))
    page.set_content(
        f'<!doctype html><html lang="en"><title>Notebook</title><body style="{style}"><main><h1>A tour</h1></main>'
    )
    try:
        yield Notebook(page, [*boards])
        assert not faults, faults
    finally:
        page.close()


def middle(element: ElementHandle) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def numbered(page: Page, place: int) -> ElementHandle:
    """The disc of the square at a place in the order."""
    (disc,) = [
        group
        for group in page.query_selector_all(".left")
        if group.query_selector(".number").text_content() == str(place + 1)  # type: ignore[union-attr]
    ]
    found = disc.query_selector(".disc")
    assert found is not None
    return found


def ridden(page: Page) -> float:
    """The moves of the first trail that show."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    script = "trail => trail.pathLength.baseVal - parseFloat(getComputedStyle(trail).strokeDashoffset)"
    return float(page.eval_on_selector(".trail", script))


@needs_browser
@pytest.mark.parametrize("name", left(["closed", "open", "holes", "ring"], ["ring"], ["closed", "open"]))
def test_a_click_tells_the_square(browser: Browser, name: str) -> None:
    tour: Any = EXAMPLES[name]
    board: Any = dt.widget(tour, numbers=True)
    with shown(browser, board) as notebook:
        for number in (0, 3, len(tour) - 1):
            notebook.page.mouse.click(*middle(numbered(notebook.page, number)))
            notebook.settle()
            assert board.clicked == tour[number]
            cursor = notebook.page.query_selector(".cursor")
            assert cursor is not None
            assert middle(cursor) == pytest.approx(middle(numbered(notebook.page, number)), abs=0.5)
        notebook.assign(clicked=None)
        assert notebook.page.query_selector(".cursor") is None


@exhaustive
@needs_browser
def test_a_click_beside_the_squares_tells_nothing(browser: Browser) -> None:
    board: Any = dt.widget(RING, numbers=True)
    with shown(browser, board) as notebook:
        hole = notebook.page.locator("svg.destrier").bounding_box()
        assert hole is not None
        notebook.page.mouse.click(hole["x"] + 2, hole["y"] + 2)
        (left, top), (right, bottom) = (middle(numbered(notebook.page, RING.index(at))) for at in ((0, 0), (2, 2)))
        notebook.page.mouse.click((left + right) / 2, (top + bottom) / 2)
        notebook.settle()
        assert board.clicked is None


@exhaustive
@needs_browser
def test_the_knight_is_where_the_step_says_and_goes_there(browser: Browser) -> None:
    board: Any = dt.widget(CLOSED, numbers=True)
    with shown(browser, board) as notebook:
        page = notebook.page
        assert ridden(page) == pytest.approx(64, abs=0.01)
        for step in (10, 0, 63):
            notebook.assign(step=step)
            assert ridden(page) == pytest.approx(step, abs=0.01)
            assert page.input_value("#goto") == str(step + 1)
            knight = page.query_selector(".knight")
            assert knight is not None
            box = numbered(page, step).bounding_box()
            assert box is not None
            assert middle(knight) == pytest.approx(middle(numbered(page, step)), abs=box["width"] / 3)
        page.click("#back")
        notebook.settle()
        assert board.step == 62
        page.fill("#scrub", "17")
        notebook.settle()
        assert board.step == 17
        page.click("#whole")
        notebook.settle()
        assert board.step is None
        assert ridden(page) == pytest.approx(64, abs=0.01)


@needs_browser
def test_it_plays_and_pauses_and_keeps_python_informed(browser: Browser) -> None:
    board: Any = dt.widget(CLOSED)
    steps: list[int | None] = []
    board.observe(lambda change: steps.append(change["new"]), "step")
    with shown(browser, board, clocked=True) as notebook:
        page = notebook.page
        page.fill("#speed", "0.6")
        stop(page)
        page.click("#play")
        while int(page.input_value("#scrub")) < 8:
            page.clock.run_for(100)
        page.click("#play")
        page.clock.resume()
        notebook.settle()
        assert len(steps) >= 3
        assert steps == sorted(steps)  # type: ignore[type-var]
        assert board.step == int(page.input_value("#scrub")) >= 8
        assert ridden(page) == pytest.approx(board.step, abs=1)
        paused = board.step
        notebook.assign(numbers=True)  # drawn anew, it stays where it is
        assert ridden(page) == pytest.approx(paused, abs=1)
        assert board.step == paused


@exhaustive
@needs_browser
def test_looks_change_from_both_sides(browser: Browser) -> None:
    board: Any = dt.widget(CLOSED)
    with shown(browser, board) as notebook:
        page = notebook.page
        for name, mark in {"numbers": ".number", "turns": ".turn", "crossings": ".crossing", "rails": ".rail"}.items():
            assert page.query_selector(mark) is None
            page.check(f"#{name}")
            page.wait_for_selector(mark, state="attached")
            notebook.settle()
            assert getattr(board, name)
            notebook.assign(**{name: False})
            assert page.query_selector(mark) is None
            assert not page.is_checked(f"#{name}")
        page.select_option("#colour_by", "tour")
        page.wait_for_selector(".piece")
        notebook.settle()
        assert board.colour_by == "tour"
        page.select_option("#_style_name", "night")
        page.wait_for_selector(".destrier.night")
        notebook.settle()
        assert board.style == "night"
        notebook.assign(style="blueprint", colour_by="cycles")
        assert page.query_selector(".destrier.blueprint .cycle")
        assert page.input_value("#_style_name") == "blueprint"
        assert page.input_value("#colour_by") == "cycles"


@exhaustive
@needs_browser
def test_an_assigned_tour_is_shown(browser: Browser, boards: dict[str, dt.Tour]) -> None:
    board: Any = dt.widget(CLOSED)
    with shown(browser, board) as notebook:
        page = notebook.page
        notebook.assign(step=60, clicked=(7, 7))
        notebook.assign(tour=OPEN)
        notebook.settle()
        assert (board.step, board.clicked) == (None, None)
        assert ridden(page) == pytest.approx(24, abs=0.01)
        assert page.get_attribute("#scrub", "max") == "24"
        assert page.query_selector(".cursor") is None
        notebook.assign(tour=BRAID)
        assert len(page.query_selector_all(".knight")) == 3
        for tour in boards.values():
            notebook.assign(tour=tour)
            rides = isinstance(tour.board, dt.Board)
            assert page.is_visible("#transport") == rides
            assert page.is_visible("#crossings") == rides
            assert len(page.query_selector_all("svg.destrier")) == 1
            page.check("#numbers")
            page.wait_for_function("n => document.querySelector('main > div > div').shadowRoot"
                                   ".querySelectorAll('.number').length >= n", arg=tour.board.size)  # fmt: skip
            page.uncheck("#numbers")


@exhaustive
@needs_browser
def test_keys_do_what_the_pointer_does(browser: Browser) -> None:
    board: Any = dt.widget(HOLES)
    with shown(browser, board, clocked=True) as notebook:
        page = notebook.page
        page.keyboard.press("Tab")
        for key in ("ArrowRight", "Enter"):
            page.keyboard.press(key)
        notebook.settle()
        first = board.clicked
        assert first == (0, 2)  # the first two squares of its first row are missing
        for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        notebook.settle()
        assert board.clicked == (3, 5)  # over the hole in the middle
        assert page.text_content("#place") == "(3, 5)"
        for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "Enter"):
            page.keyboard.press(key)
        notebook.settle()
        assert board.clicked == (0, 5)
        page.keyboard.press("Home")
        notebook.settle()
        assert board.step == 0
        page.keyboard.press(".")
        notebook.settle()
        assert board.step == 1
        stop(page)
        for plays in (True, False):
            page.keyboard.press("Space")
            assert page.locator(".playing").count() == plays
        page.clock.resume()
        page.keyboard.press("?")
        assert page.is_visible("text=Click the chosen square")
        page.keyboard.press("Escape")
        names = []
        for _ in range(14):
            page.keyboard.press("Tab")
            names.append(page.evaluate("document.activeElement.shadowRoot?.activeElement.id"))
        assert {"play", "scrub", "speed", "numbers", "colour_by", "_style_name", "help-open"} <= {*names}


@needs_browser
def test_what_was_assigned_before_is_shown(browser: Browser) -> None:
    board: Any = dt.widget(CLOSED, numbers=True, style="ink")
    board.step, board.clicked = 33, CLOSED[5]
    with shown(browser, board) as notebook:
        notebook.settle()
        assert (board.step, board.clicked) == (33, CLOSED[5])
        assert ridden(notebook.page) == pytest.approx(33, abs=0.01)
        assert notebook.page.query_selector(".cursor")
        assert notebook.page.is_checked("#numbers")
        assert notebook.page.input_value("#_style_name") == "ink"


@needs_browser
def test_two_widgets_of_one_tour_stay_apart(browser: Browser) -> None:
    one, other = dt.widget(CLOSED), dt.widget(CLOSED, numbers=True)
    with shown(browser, one, other) as notebook:
        notebook.assign(1, step=20, style="night")
        trails = notebook.page.query_selector_all(".trail")
        offsets = [trail.evaluate("trail => parseFloat(getComputedStyle(trail).strokeDashoffset)") for trail in trails]
        assert offsets == pytest.approx([0, 44], abs=0.01)
        assert (one.step, other.step) == (None, 20)
        notebook.page.evaluate("models[0].end()")
        assert len(notebook.page.query_selector_all("svg.destrier")) == 1
        assert notebook.page.evaluate("models.map((model) => model.count() > 0)") == [False, True]


@exhaustive
@needs_browser
@pytest.mark.parametrize(
    ("colours", "is_dark"), [long("#fff; color: #222", False), ("#111; color: oklch(0.95 0 0)", True)]
)
def test_it_follows_the_notebook_into_the_dark(browser: Browser, colours: str, is_dark: bool) -> None:
    board: Any = dt.widget(CLOSED)
    with shown(browser, board, style=f"background: {colours}") as notebook:
        page = notebook.page
        assert (page.query_selector("div.dark") is not None) == is_dark
        assert not Axe().run(page).response["violations"]
        page.evaluate("document.body.style.color = 'white'; document.body.style.background = 'black'")
        page.wait_for_selector("div.dark")


@exhaustive
@needs_browser
def test_other_pieces_ride_too(browser: Browser) -> None:
    board: Any = dt.widget(dt.tour(dt.Board(22, 52, leaper="giraffe"), seed=1))
    with shown(browser, board) as notebook:
        notebook.assign(step=500)
        assert ridden(notebook.page) == pytest.approx(500, abs=0.01)
        notebook.page.click("#board")
        notebook.settle()
        assert board.clicked in ((10, 25), (10, 26), (11, 25), (11, 26))  # the middle


# Puzzles


def test_a_puzzle_begins_with_its_givens() -> None:
    puzzle = dt.puzzle(5, 6, kind="open", seed=1)
    board = dt.widget(puzzle)
    given = {puzzle.board.index(square): number for square, number in puzzle.givens.items()}
    assert board.numbers == [given.get(square, 0) for square in range(30)]
    assert not board.is_solved
    assert repr(board) == f"PuzzleWidget({puzzle!r})"
    with pytest.raises(dt.DestrierError, match=r"\Awidget has no option 'style'"):
        dt.widget(puzzle, style="ink")  # type: ignore[call-overload]


@exhaustive
@needs_browser
@pytest.mark.parametrize(
    "board", [dt.Board(3, 4), long(dt.Torus(4, 5)), long(dt.Board.from_text("####\n####\n####\n####\n###."))]
)
def test_a_puzzle_is_solved_in_a_notebook(browser: Browser, board: Any) -> None:
    puzzle = dt.puzzle(board, kind="open", seed=1)
    widget = dt.widget(puzzle)
    squares = [int(square) for square in board.squares]
    places = [squares.index(int(square)) for square in puzzle.solution.indices()]
    with shown(browser, widget) as notebook:
        (frame,) = notebook.page.frames[1:]
        frame.wait_for_selector("#number")
        missing = widget.numbers.count(0)
        for _ in range(missing):
            before = list(widget.numbers)
            frame.click(f"#square-{places[int(frame.input_value('#number')) - 1]}")
            changed = "before => models[0].get('numbers').join() !== before"
            notebook.page.wait_for_function(changed, arg=",".join(map(str, before)))
            notebook.settle()
        assert widget.is_solved
    assert [widget.numbers[place] for place in places] == [*range(1, len(squares) + 1)]
