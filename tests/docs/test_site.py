"""The code of README and of all pages of the documentation runs, page by page, and the site can be built of them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from textwrap import dedent
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.marks import lengthy, release
from helpers.pages import needs_browser

import destrier as dt
from destrier import cli

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT: Final = Path(__file__).parents[2]

DOCS: Final = ROOT / "docs"

PAGES: Final = sorted(
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md"))
    if page.exists() and not {"results", "reference", "papers.md", "gallery.md"} & {*page.relative_to(ROOT).parts}
)

FENCE: Final = re.compile(
    r"^( *)```(?P<kind>python|sh|\{example\}|\{command\})\n(?P<code>.*?)^\1```", re.MULTILINE | re.DOTALL
)

PYTHON: Final = ("python", "{example}")

LONG: Final = {
    "destrier census 6 6": "ten seconds",
    "destrier count 10 10 --kind tourney": "a minute and 3 GB",
    "destrier count estimate 12 12": "a minute",
    "destrier count 8 9 --store": "hours",
    "destrier count by-start 8 8": "hours",
    "destrier jobs count": "the job is not begun here",
    "destrier magic 8 8 --all": "minutes",
    "destrier paths 12 --magic": "ten seconds",
    "destrier paths 14 --store": "half a minute",
    "destrier paths 16 --count-only": "twenty seconds",
    "destrier paths 22": "minutes",
    "destrier puzzle book 8 8 --count 24": "ten seconds",
    "destrier puzzle 8 8 --count 24": "ten seconds",
    "destrier solve 8 8 --kind open --figure": "ten seconds",
    "python -m reproduce": "it needs the repository",
    "destrier tour 30000 30000": "a file of 900 MB",
    "destrier view": "it waits for a person",
    "make ": "it needs the repository",
}
"""Lines that are only checked for options that exist, by how they begin, and why."""

SHOWN: Final = ("gallery", "figures", "boards/index", "boards/torus", "verbs", "papers", "counting", "results/README")
"""Pages that are opened in a browser: one of each kind."""

LOCAL: Final = ("file:", "blob:", "data:")

WEEKLY: Final = {"commands.md", "counting.md", "figures.md", "puzzles.md", "tours.md"}
"""Pages whose code takes half a minute and more."""

NOT_RUN: Final = ("import json\nfrom typing", "if __name__")
"""Examples that are only compiled, by how they begin: the tests of the jobs run them."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which the pages' code is run, but for the files that they take for granted."""
    monkeypatch.syspath_prepend(str(DOCS))
    (tmp_path / "docs").mkdir()
    shutil.copytree(DOCS / "shapes", tmp_path / "docs" / "shapes")
    shutil.copy(DOCS / "shapes" / "heart.txt", tmp_path)
    (tmp_path / "poem.txt").write_text("Wer reitet so spät durch Nacht und Wind? Es ist der Vater mit seinem Kind.")
    return tmp_path


def lines_of(code: str) -> Iterator[str]:
    """Yield the commands of a block, those over several lines as one."""
    for line in re.sub(r"\\\n\s*", "", code).splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")  # of pyphen
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[*[release] * (page.parent != ROOT), *[lengthy] * (page.name in WEEKLY)])
        for page in PAGES
    ],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_the_code_of_a_page_runs(page: Path, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from examples import Session

    session = Session(folder)
    for block in FENCE.finditer(page.read_text(encoding="utf-8")):
        code = re.sub(r"\A(:.*\n)*\n*", "", dedent(block["code"]))
        if block["kind"] in ("{command}", "sh"):
            for line in [code] if block["kind"] == "{command}" else lines_of(code):
                if line.startswith(tuple(LONG)):
                    if line.startswith("destrier "):
                        words = shlex.split(line, comments=True)
                        assert cli.run([*words[1:], "--help"]) == 0, capfd.readouterr().err
                else:
                    session.command(line)
        elif code.startswith(NOT_RUN):
            compile(code, str(page), "exec")
        else:
            session.names.setdefault("dt", dt)  # pages import it once, or not at all
            session.run(code)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("destrier tour 4 6", 1),
        ("destrier tour 4 6 | cat", 1),
        ("destrier tour x  # exits with 1", 2),
        ("destrier tour 6 6 --seed 1  # exits with 1", 0),
    ],
)
def test_a_command_exits_as_its_page_says(line: str, code: int, folder: Path) -> None:
    from examples import Session

    session = Session(folder)
    assert "no closed tour of 4 x 6 exists" in session.command("destrier tour 4 6  # prints why, and exits with 1")
    expected = int("exits" in line)
    with pytest.raises(RuntimeError, match=rf"\A{re.escape(line)}\nexits with {code}, not {expected}\n"):
        session.command(line)


@release
def test_the_code_of_all_pages_passes_strict_types(tmp_path: Path) -> None:
    """As a file for each page, since names go on from one example to the next."""
    for page in PAGES:
        python = (block for block in FENCE.finditer(page.read_text(encoding="utf-8")) if block["kind"] in PYTHON)
        examples = [re.sub(r"\A(:.*\n)*\n*", "", block["code"]) for block in python]
        code = "\n".join(one for one in examples if not one.startswith("if __name__"))  # which is a file by itself
        if code:
            name = re.sub(r"\W", "_", page.relative_to(ROOT).with_suffix("").as_posix())
            head = "" if "import destrier as dt" in code else "import destrier as dt\n"
            (tmp_path / f"{name}.py").write_text(head + code, encoding="utf-8")
    assert len([*tmp_path.iterdir()]) > 50
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_public_name_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    from reference import NAMES

    listed = [name for names in NAMES.values() for name in names]
    assert len(listed) == len({*listed})
    named = {name for name in listed if name.count(".") < 2}  # the others are results, for annotations
    rooms = ("counting", "measuring", "paths")
    public = {f"{room}.{name}" for room in rooms for name in getattr(dt, room).__all__}
    assert named == public | {*vars(dt)["__all__"]} - {"__version__", *rooms}
    assert all(resolve_name(f"destrier.{name}") for name in listed)


def test_every_page_is_linked_from_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new user finds each task from the first page in two clicks."""
    index = (DOCS / "howto" / "index.md").read_text(encoding="utf-8")
    assert "howto/index.md" in (DOCS / "index.md").read_text(encoding="utf-8")
    tasks = {page.name for page in (DOCS / "howto").glob("*.md")} - {"index.md"}
    assert {name for name in tasks if f"]({name})" in index} == tasks
    for folder in ("boards", "formats"):
        index = (DOCS / folder / "index.md").read_text(encoding="utf-8")
        assert all(page.name == "index.md" or f"]({page.name})" in index for page in (DOCS / folder).glob("*.md"))


def built(folder: Path, *settings: str) -> Path:
    """The site, built without a warning; its examples, which have tests of their own, are not run."""
    copy = folder / "repository"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", "node_modules", "build", "tests"))
    options = [word for setting in ("runs_examples=0", "ready_puzzles=1", *settings) for word in ("-D", setting)]
    command = [sys.executable, "-m", "sphinx", "-j", "auto", "-W", "--keep-going", "-q", *options]
    done = subprocess.run(
        [*command, str(copy / "docs"), str(folder / "site")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without its theme, which takes most of the time: it works out the tree of all pages for each of them."""
    return built(tmp_path_factory.mktemp("plain"), "html_theme=basic")


@release
def test_the_site_is_whole(plain_site: Path) -> None:
    """Links among the pages are checked when it is built; nothing is loaded from elsewhere."""
    page = (plain_site / "index.html").read_text(encoding="utf-8")
    linked = {*re.findall('(?:src|href)="([^"#:{}$]+)[#"]', page)}
    assert {name for name in linked if not (plain_site / name).exists()} == set()
    assert {"tours.html", "puzzles.html", "gallery.html", "_images/torus.svg"} <= linked
    assert not re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="https?://', page)
    for name in SHOWN:
        page = (plain_site / f"{name}.html").read_text(encoding="utf-8")
        assert {"description", "og:title", "og:description", "og:image"} <= {
            *re.findall('="([a-z:]+)" content="[^"]', page)
        }
    assert (plain_site / "_static" / "social.png").stat().st_size < 300_000


@lengthy
@needs_browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_can_be_read_by_all(site: Path, browser: Browser, scheme: Literal["light", "dark"], width: int) -> None:
    """They are no wider than the screen, and have no fault for readers who listen, or see less, or use keys."""
    with browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        for name in SHOWN:
            page.goto((site / f"{name}.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") == width
            faults = Axe().run(page).response["violations"]
            assert [(name, fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


@lengthy
@needs_browser
def test_nothing_goes_wrong_on_any_page(site: Path, browser: Browser) -> None:
    """No page logs an error, or asks another host or for a file that is not there."""
    faults: list[tuple[str, str]] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("console", lambda told: faults.append((page.url, told.text)) if told.type == "error" else None)
        page.on("pageerror", lambda error: faults.append((page.url, str(error))))
        page.on("request", lambda asked: None if asked.url.startswith(LOCAL) else faults.append((page.url, asked.url)))
        page.on("requestfailed", lambda lost: None if lost.url[:4] == "blob" else faults.append((page.url, lost.url)))
        for name in sorted(site.rglob("*.html")):
            page.goto(name.as_uri())
    assert faults == []


@release
@needs_browser
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("knight's tour python example", "howto/python.html"),
        ("closed knight's tour 6x6", "howto/closed-6x6.html"),
        ("count knight's tours", "howto/count.html"),
        ("verify my knight's tour", "howto/check-a-tour.html"),
    ],
)
def test_the_search_finds_a_task(plain_site: Path, browser: Browser, asked: str, found: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{(plain_site / 'search.html').as_uri()}?q={quote(asked)}")
        page.wait_for_selector("#search-results ul.search li a")
        page.wait_for_selector("#search-results .search-summary:not(:empty)")
        links = page.locator("#search-results ul.search li a").evaluate_all("all => all.map(link => link.href)")
        assert any(f"/{found}" in link for link in links[:3]), links[:6]


@release
@needs_browser
def test_cards_open_by_keys(plain_site: Path, browser: Browser) -> None:
    with browser.new_context(color_scheme="light") as context:
        page = context.new_page()
        page.goto((plain_site / "gallery.html").as_uri())
        card = page.locator("li .image-reference").first
        card.focus()
        page.keyboard.press("Enter")
        large = page.get_by_role("dialog", name="The chessboard")
        assert "destrier tour 8 8 --seed 1" in large.inner_text()
        assert Axe().run(page, context="dialog").response["violations"] == []
        page.keyboard.press("ArrowRight")
        assert "destrier tour 32 32 --seed 1" in page.get_by_role("dialog", name="Random").inner_text()
        page.keyboard.press("Escape")
        assert page.locator("dialog").is_hidden()
        assert card.evaluate("link => link === document.activeElement")
