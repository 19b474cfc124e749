"""What surrounds the package: its version, its addresses, and the files that GitHub and contributors read."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.marks import release
from ruamel.yaml import YAML

from destrier import __version__

ROOT: Final = Path(__file__).parents[2]

PAGES: Final = sorted({*ROOT.glob("*.md"), *ROOT.glob(".github/**/*.md")})

ABOUT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def yaml_of(name: str) -> Any:
    return YAML(typ="safe").load(text_of(name))


def sections() -> list[str]:
    return re.findall(r"^## (.+)$", text_of("CHANGELOG.md"), re.MULTILINE)


def release_notes(tag: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "release.py"), tag]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_all_name_the_same_version() -> None:
    citation = yaml_of("CITATION.cff")
    assert version("destrier") == __version__, "run 'make setup'"
    assert citation["version"] == __version__
    assert yaml_of("packaging/conda/recipe.yaml")["context"]["version"] == __version__
    assert sections()[:2] == ["Unreleased", f"{__version__} ({citation['date-released']})"]


def test_the_version_stands_in_one_file() -> None:
    """The others that name it are read by people or by conda, and compared above."""
    named = subprocess.run(
        ["git", "grep", "-lFw", __version__, "--", "src", "pyproject.toml", "Makefile", ".github"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert named.stdout.split() == ["src/destrier/support/version.py"]


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    done = release_notes(f"v{__version__}")
    assert done.returncode == 0
    assert f"\n## {sections()[1]}\n\n{done.stdout.rstrip()}\n\n## {sections()[2]}\n" in text_of("CHANGELOG.md")


@pytest.mark.parametrize("tag", ["v0.0.0", __version__, f"v{__version__}rc1"])
def test_a_tag_of_another_version_is_refused(tag: str) -> None:
    done = release_notes(tag)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"the tag is {tag}, but the version of the sources is {__version__}\n"


def test_all_addresses_are_those_of_the_project() -> None:
    home, pages = ABOUT["urls"]["Homepage"], ABOUT["urls"]["Documentation"]
    organization, name = home.split("/")[-2:]
    assert pages == f"https://{organization}.github.io/{name}/"
    forms = [*ROOT.glob(".github/**/*.yml"), *ROOT.glob("packaging/**/*.yaml"), ROOT / "CITATION.cff"]
    addresses = [
        address
        for page in (*PAGES, *forms)
        for address in re.findall(r"https://[^ )\"]*github[^ )\"]*", page.read_text(encoding="utf-8"))
    ]
    assert len(addresses) > 5
    assert [address for address in addresses if not address.startswith((home, pages))] == []


def test_readme_says_how_to_install() -> None:
    """From a clone, as on no index: its targets are those of the Makefile, and its extras those of the package."""
    install = text_of("README.md").partition("## Installation\n")[2].partition("\n## ")[0]
    makefile = text_of("Makefile")
    assert all(f"\n{target}:" in makefile for target in re.findall(r"^make ([\w-]+)", install, re.MULTILINE))
    extras = install.partition("The extras, ")[2].partition("An environment")[0]
    named = re.findall(r"`(\w+)`", extras)
    assert sorted(named) == sorted(ABOUT["optional-dependencies"])
    assert re.findall(r"pip install(?! '\.\[)[^`]*", install) == ["pip install .", "pip install"]
    assert f"Python {ABOUT['requires-python'].removeprefix('>=')} or later" in install


def test_conda_needs_what_pypi_needs_and_the_viewer() -> None:
    def bare(requirements: list[str]) -> set[str]:
        return {requirement.replace(" ", "").removeprefix("python-") for requirement in requirements}

    recipe = yaml_of("packaging/conda/recipe.yaml")
    python, *others = recipe["requirements"]["run"]
    assert bare(others) == bare([*ABOUT["dependencies"], *ABOUT["optional-dependencies"]["viewer"]])
    assert python.replace("${{ python_min }}", recipe["context"]["python_min"]) == f"python {ABOUT['requires-python']}"
    assert recipe["about"]["summary"] == ABOUT["description"]


@release
@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("citation-file-format", "CITATION.cff"),
        ("dependabot", ".github/dependabot.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-workflows", ".github/workflows/*.yml"),
    ],
)
def test_forms_follow_their_schemas(schema: str, pattern: str) -> None:
    files = sorted(map(str, ROOT.glob(pattern)))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    assert files
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@release
def test_the_workflows_are_safe() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    command = [str(zizmor), "--offline", "--strict-collection", str(ROOT / ".github")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\((?!https:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md"])
def test_paths_are_there(name: str) -> None:
    paths = re.findall(r"`((?:\.(?!venv)|docs|packaging|src|tests|tools)[\w.-]*/[\w./-]*)", text_of(name))
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_targets_of_make_are_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    asked = [
        line for page in PAGES for line in re.findall(r"(?<=[`\n]make )[a-z -]+", page.read_text(encoding="utf-8"))
    ]
    assert {word for line in asked for word in line.split()} <= targets


def test_what_the_walks_name_is_in_the_files() -> None:
    """A name in a step of CONTRIBUTING.md is a name in a file of that step."""
    steps = re.split(r"^\d\. ", text_of("CONTRIBUTING.md").partition("## Adding an algorithm")[2], flags=re.MULTILINE)
    missing = []
    for step in steps:
        quoted = [path for path in map(ROOT.joinpath, re.findall(r"`([^` ]+)`", step)) if path.is_file()]
        texts = " ".join(path.read_text(encoding="utf-8") for path in quoted)
        names = re.findall(r"`([A-Z_]\w+|_[a-z]\w+|test_\w+)`", step)
        missing += [name for name in names if quoted and not re.search(rf"\b{name}\b", texts)]
    assert missing == []
