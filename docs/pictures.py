"""Take the pictures of the viewer and the site into docs/gallery, in a browser; needs Chromium, and the tests' helpers.

    PYTHONPATH=tests python docs/pictures.py

They are older than the viewer or the site if `gallery/viewer.sha256` is not what `fingerprint` returns.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from importlib.resources.abc import Traversable

    from playwright.sync_api import Page

FOLDER: Final = Path(__file__).parent / "gallery"
FINGERPRINT: Final = FOLDER / "viewer.sha256"

_RIDE: Final = ("b2", "d1", "f2", "e4", "f6", "d5", "b6", "a4", "c3", "a2")
"""Squares of a game on 6 x 6."""

_HEART: Final = "12x13.ePfv______-_-f_H_B_AfAHABA"
"""A heart, as the page packs a shape."""


def _play(page: Page) -> None:
    """Play some moves, and show hints."""
    page.click("#own")
    page.focus("#stage")
    page.keyboard.press("ArrowDown")  # shows the cursor at the top left
    row, col = 0, 0
    for name in _RIDE:
        down, right = 6 - int(name[1]) - row, ord(name[0]) - ord("a") - col
        for key in ["ArrowDown"] * down + ["ArrowUp"] * -down + ["ArrowRight"] * right + ["ArrowLeft"] * -right:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        row, col = row + down, col + right
    page.click("button:text-is('Hints')")


def _solve(page: Page) -> None:
    """Take a hint."""
    page.click("#hint")
    page.wait_for_selector("#place:visible")


def _print(page: Page) -> None:
    """Show a worksheet as it is printed."""
    page.evaluate("() => { window.print = () => {}; document.getElementById('worksheet').click(); }")
    page.wait_for_selector("#paper > *", state="attached")
    page.emulate_media(media="print")


def _look(_: Page) -> None:
    """Show the page as it opens."""


class Picture(NamedTuple):
    """A page of the viewer, the state in its address, and what is done there."""

    page: str
    state: str
    act: Callable[[Page], None] = _look
    scheme: str = "light"


PICTURES: Final = {
    "viewer-watch": Picture("", "rows=32&cols=32&seed=1&colour=tour"),
    "viewer-box": Picture("boxes.html", "length=9&width=7&height=6&seed=1&colour=tour", scheme="dark"),
    "viewer-klein": Picture("boxes.html", "board=klein&length=12&width=28&seed=1&colour=tour"),
    "viewer-play": Picture("", "rows=6&cols=6&seed=1&style=chess", _play),
}


SITE: Final = {
    "front": Picture("index.html", ""),
    "play": Picture("tours.html", "rows=6&cols=6&seed=1", _play),
    "puzzle": Picture("puzzles.html", "rows=6&cols=6&difficulty=medium&seed=1", _solve),
    "paint": Picture("tours.html", f"shape={_HEART}&mode=shape"),
    "print": Picture("tours.html", "rows=6&cols=6&seed=1", _print),
}
"""Pages of the site, each of which is taken light and dark, on a screen and on a phone both ways."""

SIZES: Final = ((1280, 800), (390, 844), (844, 390))


def fingerprint() -> str:
    """Return a hash of the pages of the viewer and the site, of the bounds that they show, and of this program."""
    hashed = hashlib.sha256(Path(__file__).read_bytes())
    hashed.update((files("destrier.measuring") / "bounds.py").read_bytes())
    for folder in (files("destrier.viewer") / "static", Path(__file__).parent / "front"):
        for file in _files_in(folder):
            hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _files_in(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files_in(entry)
        else:
            yield entry


def main() -> None:
    """Take all pictures."""
    import front
    from helpers.pages import hosted, launched, opened, rest, served

    with TemporaryDirectory() as folder, hosted(Path(folder)) as address, launched() as browser:
        front.add_to(Path(folder), puzzles=2)
        for (name, picture), scheme, (width, height) in product(SITE.items(), ("light", "dark"), SIZES):
            screen: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
            screen |= {"reduced_motion": "reduce", "simple": True}
            with opened(browser, address, picture.state, picture.page, **screen) as page:
                picture.act(page)
                rest(page)
                taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
                taken.quantize(64).save(FOLDER / f"site-{name}-{scheme}-{width}.png", optimize=True)
    with served() as address, launched() as browser:
        for name, picture in PICTURES.items():
            options: dict[str, Any] = {"color_scheme": picture.scheme, "reduced_motion": "reduce", "simple": True}
            with opened(browser, address, picture.state, picture.page, **options) as page:
                picture.act(page)
                rest(page)
                page.screenshot(path=FOLDER / f"{name}.png")
    FINGERPRINT.write_text(f"{fingerprint()}\n", encoding="ascii")


if __name__ == "__main__":
    main()
