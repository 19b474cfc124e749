"""Jobs, and the work on a shard."""

from __future__ import annotations

import pickle
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import index
from pathlib import Path
from typing import Final, TypeAlias, cast

from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError
from destrier.support.version import __version__

Parameters: TypeAlias = Mapping[str, int | bool | str]

RESERVED: Final = "ledger."
"""A prefix that shard names must not have."""


@dataclass(frozen=True)
class Result:
    """The result of a shard: the content of its file, and the number of items in it."""

    content: bytes
    count: int


@dataclass(frozen=True)
class Job:
    """A list of shards, and a function that computes one."""

    name: str
    """A short description of the job."""
    parameters: Parameters
    """The parameters of the work, which are passed to the function."""
    shards: Sequence[str]
    """The names of the shards, each valid as a file name. A shard should take at least a second."""
    work: Callable[[Parameters, str], Result]
    """A function from the parameters and the name of a shard to its result, at the top level of a module that workers
    can import. It must always return the same bytes."""
    suffix: str = ".json"
    """The suffix of a shard's file."""
    shared: bool = False
    """Whether all workers see the directory of the job. They then write the files of their shards themselves, so that
    large results do not pass through the driver."""
    version: str | None = None
    """The version of the results, which is changed by hand when `work` returns other bytes. By default, every change of
    the sources is a new version: that of `destrier` and a checksum of the package that holds `work`."""

    def __post_init__(self) -> None:
        for name, value in self.parameters.items():
            if not isinstance(value, int | str):
                raise DestrierError(f"the parameter {name} is an integer, a boolean or a string, not {value!r}")
        for shard, times in Counter(check_name(shard).lower() for shard in self.shards).most_common(1):
            if times > 1:
                raise DestrierError(f"{times} shards have the name {shard!r}")
        if not re.fullmatch(r"\.[A-Za-z0-9.]*[A-Za-z0-9]", self.suffix):
            raise DestrierError(f"a suffix is a dot and letters, not {self.suffix!r}")
        if getattr(sys.modules.get(self.work.__module__), self.work.__qualname__, None) is not self.work:
            raise DestrierError(
                f"workers import the function of a job from its module, but cannot import {self.work!r}"
            )

    def results_version(self) -> str:
        """Return the version that the ledger compares; workers compare all sources."""
        return self.version if self.version is not None else code_version(self.work.__module__)

    def file(self, shard: str) -> str:
        """Return the name of a shard's file."""
        return shard + self.suffix


def check_name(shard: str) -> str:
    """Return the name of a shard, or raise if it is not valid as a file name."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", shard) or shard.startswith(RESERVED):
        raise DestrierError(f"the name of a shard has up to 100 letters, digits and ._-, not {shard!r}")
    return shard


# The work of a worker


@dataclass(frozen=True)
class Done:
    """A shard that a worker has finished."""

    content: bytes | None
    """The content of its file, or `None` if the worker has written it."""
    size: int
    count: int
    sha256: str
    seconds: float


@dataclass(frozen=True)
class Failed:
    """The reason for a shard's failure, and the traceback."""

    why: str
    where: str = ""

    @classmethod
    def by(cls, error: Exception, shard: str) -> Failed:
        """Return the failure caused by an exception."""
        return cls(f"shard {shard}: {type(error).__name__}: {error}", "".join(traceback.format_exception(error)))


def perform(
    work: bytes, version: str, parameters: Parameters, shard: str, file: Path | None = None
) -> Done | Failed | OSError:
    """Compute a shard, and write its file if it is given; return the error if it cannot be written.

    Errors are returned as values, since some exceptions cannot be pickled.
    """
    try:
        function: Callable[[Parameters, str], Result] = pickle.loads(work)  # noqa: S301 (from the driver)
    except (ImportError, AttributeError) as error:
        return Failed(
            f"a worker cannot import the function of the job ({error}): install its module there, or start the worker "
            "with PYTHONPATH set to its folder",
            "".join(traceback.format_exception(error)),
        )
    try:
        here = code_version(function.__module__)
        if here != version:
            return Failed(f"a worker has version {here} of the code, and the driver {version}: make them the same")
        begun = time.thread_time()
        result = function(parameters, shard)
        seconds = time.thread_time() - begun
        checksum = sha256(result.content).hexdigest()  # raises if the content is not bytes
        done = Done(bytes(result.content), len(result.content), index(result.count), checksum, seconds)
    except Exception as error:  # noqa: BLE001 (a worker must go on)
        return Failed.by(error, shard)
    return done if file is None else _written(done, file)


def _written(done: Done, file: Path) -> Done | OSError:
    """Write the content of a shard, and return the rest."""
    assert done.content is not None
    try:
        write_atomically(file, done.content, durable=True, follow_symlinks=False)
    except OSError as error:
        return error
    return replace(done, content=None)


@cache
def code_version(module: str) -> str:
    """Return the version of destrier, and a checksum of the sources of the package that holds a module.

    A frozen program has no sources; its own file, which contains their code, takes their place.
    """
    digest = sha256()
    for name, source in _sources(module.partition(".")[0]):
        digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
    return f"{__version__}+{digest.hexdigest()[:12]}"


def _sources(package: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the source files of a package, or the one of a module, with their names inside it, in order."""
    root = import_module(package)
    if getattr(sys, "frozen", False):
        yield "", Path(sys.executable)
    elif hasattr(root, "__path__"):
        yield from _sources_in(files(package))
    elif getattr(root, "__file__", None) is None:
        raise DestrierError(f"workers import the function of a job from a file, but {package} has none")
    else:
        yield "", Path(cast("str", root.__file__))


def _sources_in(folder: Traversable, inside: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the source files of a folder, possibly in a zip archive, and of its subfolders."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _sources_in(item, f"{inside}{item.name}/")
        elif item.name.endswith(".py"):
            yield f"{inside}{item.name}", item
