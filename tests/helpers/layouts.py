"""Coarse pictures of the viewer's pages, by which tests notice when a page's layout changes.

`python tests/helpers/layouts.py` draws the references again; look at the pages before you commit them.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image
from playwright.sync_api import ViewportSize

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

FOLDER: Final = Path(__file__).parents[1] / "viewer" / "layouts"

STATES: Final = {
    "tours": ("", "rows=8&cols=8&seed=1&style=chess"),
    "play": ("", "rows=8&cols=8&seed=1&style=chess&mode=play&path=0.10"),
    "shape": ("", "rows=8&cols=8&seed=1&style=chess&mode=shape"),
    "comparison": ("", "rows=8&cols=8&seed=2&style=chess&kept=%23rows%3D8%26cols%3D8%26seed%3D1"),
    "space": ("boxes.html", ""),
    "paths": ("paths.html", "k=8"),
    "puzzles": ("puzzles.html", "rows=6&cols=6&seed=1"),
}
"""The address and the state of each page by name."""

SCREENS: Final = {
    "small": ViewportSize(width=1280, height=720),
    "phone": ViewportSize(width=360, height=740),
    "landscape": ViewportSize(width=844, height=390),
}

CELL: Final = 20
"""The sides of a cell of a coarse picture, in pixels: fonts, which differ between machines, hardly change its grey."""

TOLERANCE: Final = 3.5
"""The largest difference of pictures of the same layout: another font makes one of 1, and an absent panel one of 4."""


def coarse(page: Page) -> NDArray[np.float64]:
    """The grey levels of a page's cells."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    cells = picture.resize((picture.width // CELL, picture.height // CELL), Image.Resampling.BOX)
    return np.asarray(cells, np.float64)


def reference(name: str, screen: str) -> Path:
    return FOLDER / f"{name}-{screen}.png"


def difference(page: Page, name: str, screen: str) -> float:
    """The root mean square of the differences of a page from its reference, in grey levels of 255."""
    expected = np.asarray(Image.open(reference(name, screen)), np.float64)
    found = coarse(page)
    return float(np.sqrt(np.mean((found - expected) ** 2))) if found.shape == expected.shape else 255.0


def draw(browser: Browser, address: str) -> None:
    """Draw all references."""
    from helpers.pages import opened, rest

    for name, (place, state) in STATES.items():
        for screen, viewport in SCREENS.items():
            with opened(browser, address, state, place, viewport=viewport, reduced_motion="reduce") as page:
                page.wait_for_load_state("networkidle")
                rest(page)
                Image.fromarray(coarse(page).astype(np.uint8)).save(reference(name, screen), optimize=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from helpers.pages import launched, served

    with served() as address, launched() as browser:
        draw(browser, address)
