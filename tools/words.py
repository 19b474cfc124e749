"""Compile the catalogues of the viewer's pages into scripts, each with the words of a language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

VIEWER: Final = Path(__file__).parents[1] / "src" / "destrier" / "viewer"
CATALOGUES: Final = VIEWER / "locale"


def words(catalogue: Path) -> dict[str, str]:
    """Return the translations of a catalogue; a context stands before its message, as gettext has it."""
    with catalogue.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {"\4".join(filter(None, [one.context, str(one.id)])): str(one.string) for one in messages}


def compiled(catalogue: Path) -> str:
    """Return the script that hands the words of a language to the page."""
    detail = json.dumps({"language": catalogue.stem, "words": words(catalogue)}, ensure_ascii=False, indent=0)
    return f'dispatchEvent(new CustomEvent("words", {{ detail: {detail} }}));\n'


def main() -> None:
    """Compile all catalogues."""
    for catalogue in CATALOGUES.glob("*.po"):
        script = VIEWER / "static" / f"words-{catalogue.stem}.js"
        script.write_text(compiled(catalogue), encoding="utf-8")


if __name__ == "__main__":
    main()
