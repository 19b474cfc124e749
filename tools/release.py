"""Build what a release publishes, for `make release`; `python tools/release.py v1.0.0` prints the notes of a version.

It builds the wheel, the sdist and the site twice, compares them byte by byte, checks them, and puts them into `dist`,
with a list of what is bundled (SBOM). Then it says what is left to a person. Notes need nothing but Python.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT: Final = Path(__file__).parents[1]

DIST: Final = ROOT / "dist"

SCRIPTS: Final = ROOT / "tools" / "scripts" / "package-lock.json"

LEFT: Final = """
What is left to a person:
1. Look through dist/, and tag this commit: git tag -s {tag} -m "destrier {version}" && git push origin {tag}
   The workflow 'release' builds the same files again, and publishes them on PyPI and on GitHub.
2. Before the first release only: name that workflow and its environment 'pypi' as a trusted publisher on PyPI, and
   choose GitHub Actions as the source of the pages in the settings of the repository.
3. Copy the checksum of the sdist to packaging/conda/recipe.yaml, and send the recipe to conda-forge: {checksum}
"""


def version() -> str:
    """Return the version of the sources, from the file that the build reads, too."""
    source = ROOT / "src" / "destrier" / "support" / "version.py"
    return str(run_path(str(source))["__version__"])


def notes(tag: str, changelog: str) -> str:
    """Return the section of the version that a tag names, without its heading."""
    if tag != f"v{version()}":
        sys.exit(f"the tag is {tag}, but the version of the sources is {version()}")
    for section in re.split(r"^## ", changelog, flags=re.MULTILINE):
        heading, _, text = section.partition("\n")
        if heading.split()[:1] == [version()]:
            return text.strip()
    sys.exit(f"CHANGELOG.md has no section {version()}")


def bill_of_materials() -> dict[str, Any]:
    """Return the CycloneDX list of what the wheel and the site contain that others wrote."""
    packages = json.loads(SCRIPTS.read_text(encoding="utf-8"))["packages"]
    three = packages["node_modules/three"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("pypi", "destrier", version(), "MIT")},
        "components": [_component("npm", "three", three["version"], three["license"])],
    }


def _component(index: str, name: str, number: str, license_id: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": f"pkg:{index}/{name}@{number}",
        "name": name,
        "version": number,
        "licenses": [{"license": {"id": license_id}}],
        "purl": f"pkg:{index}/{name}@{number}",
    }


def build(folder: Path) -> None:
    """Build the packages and the site, as a zip archive, into a folder."""
    _run(sys.executable, "-m", "hatchling", "build", "--directory", folder / "packages")
    with TemporaryDirectory() as place:
        site = Path(place, "site")
        _run(sys.executable, "-m", "sphinx", "--jobs", "auto", "--fail-on-warning", "--quiet", ROOT / "docs", site)
        shutil.rmtree(site / ".doctrees", ignore_errors=True)
        with ZipFile(folder / f"destrier-{version()}-site.zip", "w", ZIP_DEFLATED) as archive:
            for path in sorted(path for path in site.rglob("*") if path.is_file()):
                archive.writestr(ZipInfo(path.relative_to(site).as_posix()), path.read_bytes(), ZIP_DEFLATED)


def _run(*command: str | Path) -> None:
    """Run a program, which takes the time of the last commit for the time of the build."""
    show = ["git", "log", "-1", "--format=%ct"]
    when = subprocess.run(show, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 (git)
    subprocess.run(command, cwd=ROOT, check=True, env=os.environ | {"SOURCE_DATE_EPOCH": when})  # noqa: S603 (Python)


def compare(first: Path, second: Path) -> None:
    """Exit if two builds differ, and name the first file that does."""
    for path in sorted(path for path in first.rglob("*") if path.is_file()):
        if path.read_bytes() == (other := second / path.relative_to(first)).read_bytes():
            continue
        if path.suffix == ".zip":
            with ZipFile(path) as one, ZipFile(other) as two:
                names = sorted({*one.namelist()} & {*two.namelist()})
                odd = next((name for name in names if one.read(name) != two.read(name)), "the names of their files")
            sys.exit(f"two builds of {path.name} differ in {odd}")
        sys.exit(f"two builds of {path.name} differ")


def main() -> None:
    """Build and check a release, and say what is left to do."""
    tag = f"v{version()}"
    text = notes(tag, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        build(Path(first))
        build(Path(second))
        compare(Path(first), Path(second))
        shutil.rmtree(DIST, ignore_errors=True)
        shutil.copytree(first, DIST)
    _run(sys.executable, "-m", "twine", "check", "--strict", *(DIST / "packages").iterdir())
    (DIST / "sbom.cdx.json").write_text(json.dumps(bill_of_materials(), indent=2) + "\n", encoding="utf-8")
    (DIST / "notes.md").write_text(text + "\n", encoding="utf-8")
    for path in sorted(path for path in DIST.rglob("*") if path.is_file()):
        sys.stdout.write(f"{path.relative_to(ROOT)}, {path.stat().st_size:,} bytes\n")
    sdist = DIST / "packages" / f"destrier-{version()}.tar.gz"
    checksum = hashlib.sha256(sdist.read_bytes()).hexdigest()
    sys.stdout.write(LEFT.format(tag=tag, version=version(), checksum=checksum))


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stdout.write(notes(sys.argv[1], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")) + "\n")
    else:
        main()
