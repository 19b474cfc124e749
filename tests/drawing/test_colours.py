"""Colours that somebody chooses: Pillow and Chromium read them likewise, and no drawing is made in what is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from helpers.commands import runner
from helpers.drawings import elements
from helpers.marks import examples
from helpers.pages import needs_browser
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageColor

import destrier as dt
from destrier.drawing import rail_graph_svg, to_svg
from destrier.drawing.colours import chosen_colours, parse_colour
from destrier.io.formats import FORMATS
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

TOUR = dt.tour(6, 6, seed=1)

FORMS = ["teal", "RebeccaPurple", "#0f8", "#00FF7f", "rgb(1,20,255)", "rgb(10%,50%,100%)", "hsl(210,40.5%,60%)"]
MODERN = ["rgb(1 20 255)", "rgb( 12.4 , 0, 300 )", "hsl(210deg 40% 60%)", "hsl(725, 100%, 50%)", "rgb(0% 0.2% 120%)"]
NONE = [
    "",
    *[
        "nosuch",
        "none",
        "transparent",
        "currentColor",
        "inherit",
        "url(#x)",
        "var(--x)",
        "#12",
        "#12345",
        "#1234567",
        "#ff000080",
        "#f008",
        "red;",
    ],
    *[
        "rgba(1,2,3,0.5)",
        "hsla(1,2%,3%,.4)",
        "hsv(1,2%,3%)",
        "rgb(1,2)",
        "rgb(1,2%,3)",
        "hsl(1,2,3)",
        "rgb(-1,0,0)",
        "rgb(٣,0,0)",
    ],
    *('red" onload="alert(1)', "red'/><script>alert(1)</script>", "#fff\0"),
]
WAYS: list[dict[str, Any]] = [{}, {"colour_by": "tour"}]


def test_names_and_forms_are_those_of_pillow() -> None:
    for name in [*ImageColor.colormap, *FORMS]:
        assert parse_colour(name) == ImageColor.getrgb(name.strip()), name


@needs_browser
def test_forms_are_those_of_a_browser(browser: Browser) -> None:
    page = browser.new_page()
    for form in [*FORMS, *MODERN]:
        shown = page.evaluate(
            """(form) => {
                const context = document.createElement("canvas").getContext("2d");
                context.fillStyle = form;
                return context.fillStyle;
            }""",
            form,
        )
        assert chosen_colours([form]) == [shown], form
    page.close()


@pytest.mark.parametrize("colour", NONE, ids=ascii)
def test_what_is_no_colour_is_refused_in_all_drawings(colour: str, tmp_path: Path) -> None:
    for suffix, row in FORMATS.items():
        for manner, made in row.manners.items():
            for way in WAYS if "colours" in made.options else ():
                for colours in ([colour], ["red", colour]):
                    with pytest.raises(DestrierError, match="a colour is a CSS name") as caught:
                        dt.draw(TOUR, tmp_path / f"tour{suffix}", manner, colours=colours, **way)
                    assert str(caught.value).endswith(f", not {colour!r}")
    with pytest.raises(DestrierError, match="a colour is"):
        rail_graph_svg(dt.rail_graph(TOUR), colours=[colour])
    with pytest.raises(DestrierError, match="a colour is"):
        dt.widget(TOUR, colours=[colour])
    assert not [*tmp_path.iterdir()]


@examples(100)
@given(st.one_of(st.sampled_from([*FORMS, *MODERN]), st.text()), st.text(max_size=2))
def test_a_drawing_has_colours_as_numbers_only(colour: str, after: str) -> None:
    try:
        svg = to_svg(TOUR, colours=[colour + after])
    except DestrierError:
        return
    assert re.fullmatch("#[0-9a-f]{6}", elements(svg, "cycle")[0].attrib["stroke"])


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".gif", ".html"])
def test_the_command_line_names_what_is_no_colour(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dt.save(TOUR, tmp_path / "tour.npy")
    run: Any = runner(capsys)
    told = run("draw", tmp_path / "tour.npy", "--colours", "red,nosuch", "-o", tmp_path / f"tour{suffix}")
    right = "a CSS name, such as teal, or #00f, #0000ff, rgb(0,0,255) or hsl(240,100%,50%)"
    assert told == (2, "", f"destrier: a colour is {right}, not 'nosuch'\n")
    assert not (tmp_path / f"tour{suffix}").exists()
