"""Files of a later format are refused, and those that say that they are of this one are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pytest

import destrier as dt
from destrier.io.json import to_json

if TYPE_CHECKING:
    from pathlib import Path

TOUR = dt.tour(5, 6, seed=1)


def write_json(path: Path, number: Any) -> None:
    path.write_text(json.dumps(json.loads(to_json(TOUR)) | {"format": number}), encoding="utf-8")


def write_npz(path: Path, number: Any) -> None:
    board = json.dumps(TOUR.board.to_dict() | {"format": number})
    np.savez_compressed(path, board=board, moves=TOUR.moves)


def write_parquet(path: Path, number: Any) -> None:
    dt.save([TOUR], path)
    told = f"{{board: '5 x 6', kind: 'closed', format: '{number}'}}"
    with duckdb.connect() as database:
        database.execute("CREATE TABLE tours AS FROM read_parquet(?)", [str(path)])
        database.execute(f"COPY tours TO '{path}' (FORMAT parquet, KV_METADATA {told})")


@pytest.mark.parametrize(("write", "suffix"), [(write_json, ".json"), (write_npz, ".npz"), (write_parquet, ".parquet")])
def test_a_file_of_a_later_format_is_refused(write: Any, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"tour{suffix}"
    write(path, 1)
    assert dt.load(path) == TOUR
    for number in (2, 17):
        write(path, number)
        with pytest.raises(dt.InvalidTourney) as error:
            dt.load(path)
        later = f"this has format {number}, of a later version of destrier: this one reads format 1"
        assert str(error.value) == f"{path}: {later}"


def test_a_puzzle_of_a_later_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from destrier.cli import run

    path = tmp_path / "puzzle.json"
    told = dt.puzzle(4, 5, kind="open", grade="easy", seed=1).to_dict()
    path.write_text(json.dumps(told | {"format": 1}), encoding="utf-8")
    assert run(["solve", str(path)]) == 0
    path.write_text(json.dumps(told | {"format": 2}), encoding="utf-8")
    capsys.readouterr()
    assert run(["solve", str(path)]) == 2
    later = "this has format 2, of a later version of destrier: this one reads format 1"
    assert capsys.readouterr().err == f"destrier: {path}: {later}\n"
