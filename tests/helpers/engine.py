"""Ask the engine in the page, run by node, what a page asks a server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from destrier.drawing.scripts import bundle
from destrier.viewer.frame import FOLDERS

NODE: Final = shutil.which("node", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))

_RUNNER: Final = """
const { ready, questions } = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
if (ready) learn(ready);
const bytesOf = (base64) => Uint8Array.from(Buffer.from(base64, "base64"));
const asked = ([path, text, bytes]) => respond(path, bytes === null ? text : bytesOf(bytes));
const told = ({ status, headers, body }) => [status, headers, Buffer.from(body ?? "").toString("base64")];
process.stdout.write(JSON.stringify(questions.map(asked).map(told)));
"""


class Answer(NamedTuple):
    """An answer of the engine."""

    status: int
    headers: dict[str, str]
    body: bytes


@cache
def _script() -> str:
    return bundle("engine/answers.js", FOLDERS) + _RUNNER


def ask(*questions: tuple[str, str | bytes | None], ready: object = None) -> list[Answer]:
    """Return the answers to questions, each a path and a body, of an engine that may have ready puzzles."""
    given = [
        [path, body if isinstance(body, str) else None, b64encode(body).decode() if isinstance(body, bytes) else None]
        for path, body in questions
    ]
    command = [str(NODE), "-e", _script()]
    done = subprocess.run(
        command,
        input=json.dumps({"ready": ready, "questions": given}),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [Answer(status, headers, b64decode(body)) for status, headers, body in json.loads(done.stdout)]
