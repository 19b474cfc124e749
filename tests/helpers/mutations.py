"""Damaged files of every kind, made with a knowledge of what is in them; each by its seed alone, such as `7:1234`."""

from __future__ import annotations

import ast
import io
import json
import struct
import tempfile
import warnings
import zipfile
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from PIL import Image

import destrier as dt
from destrier.core.recipes import MARK
from destrier.io import stacks
from destrier.io.formats import LOADED
from destrier.io.text import from_text
from destrier.support.errors import DestrierError
from helpers.texts import FOUR_CYCLES, RING

if TYPE_CHECKING:
    from collections.abc import Callable

    Mutator: TypeAlias = Callable[[bytes, Random], bytes]

__all__ = ["Input", "corpus", "kind_of", "made"]


# Good files


def _tourneys() -> dict[str, dt.Tourney]:
    return {
        "closed": dt.tour(6, 6, seed=1),
        "open": dt.tour(5, 5, kind="open", seed=1),
        "ring": from_text(RING),
        "cycles": from_text(FOUR_CYCLES),
        "leaper": dt.tour(dt.Board(6, 6, leaper=[(0, 1), (1, 2)]), seed=1),
        "space": dt.tour(dt.Space(3, 4, 4), seed=1),
        "box": dt.tour(dt.Box(2, 3, 4), seed=1),
        "torus": dt.tour(dt.Torus(5, 5), seed=1),
        "cylinder": dt.tour(dt.Cylinder(5, 6), kind="open", seed=1),
        "moebius": dt.tour(dt.Moebius(5, 6), seed=1),
        "klein": dt.tour(dt.KleinBottle(5, 6), seed=1),
        "projective": dt.tour(dt.ProjectivePlane(5, 6), seed=1),
    }


@cache
def corpus() -> dict[str, bytes]:
    """Good files by their names, the first word of which says what they are taken for."""
    tourneys = _tourneys()
    with tempfile.TemporaryDirectory() as folder:
        for name, tourney in tourneys.items():
            for suffix in LOADED:
                with suppress(DestrierError):  # a format may not hold this board
                    dt.save(tourney, Path(folder, f"tour {name}{suffix}"))
        for name in ("closed", "open", "torus", "ring"):
            tourney = tourneys[name]
            for suffix in (".npy", ".npz", ".txt", ".parquet"):
                for many in (1, 3):
                    with suppress(DestrierError):
                        batch = np.stack([tourney.moves] * many)
                        stacks.write_stack([batch], tourney.board, Path(folder, f"stack {name} {many}{suffix}"))
        for suffix in (".svg", ".png", ".gif", ".pdf", ".html"):
            dt.save(dt.tour(6, 6, seed=2), Path(folder, f"drawing{suffix}"))
        shape = np.array([[0, 1, 1, 0], [1, 1, 1, 1], [1, 0, 1, 1]], np.uint8)
        Path(folder, "shape.txt").write_text("\n".join("".join(".#"[square] for square in row) for row in shape))
        for suffix in (".png", ".gif", ".bmp", ".jpg", ".webp", ".tif", ".ppm", ".pgm", ".pbm"):
            Image.fromarray(255 * (1 - shape)).save(Path(folder, f"shape{suffix}"))
        puzzle = dt.puzzle(6, 6, seed=1)
        Path(folder, "puzzle.json").write_text(json.dumps(puzzle.to_dict()))
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


# Bytes

_EDGES: Final = (0, 1, *(2**bits - one for bits in (7, 8, 15, 16, 31, 32, 63, 64) for one in (1, 0)))
"""Numbers at which the types of numbers end."""

_LONG: Final = 1 << 22
"""Bytes of the longest files, which tell quadratic time and large factors of memory."""


def _piece(data: bytes, rng: Random, longest: int = 64) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.randint(0, longest))


def cut(data: bytes, rng: Random) -> bytes:
    start, stop = _piece(data, rng)
    return data[:start] + (b"" if rng.random() < 0.2 else data[stop:])


def flipped(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(rng.choice((1, 1, 2, 8))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def inserted(data: bytes, rng: Random) -> bytes:
    start, stop = _piece(data, rng)
    letters = rng.choices("0123456789.,-+eE #\n\r\t\0[]{}\"'\\:x\u00e9\u0663\u2028\ufeff", k=rng.randint(1, 8))
    piece = rng.choice((rng.randbytes(rng.randint(1, 8)), "".join(letters).encode()))
    return data[:start] + piece + data[rng.choice((start, stop)) :]


def numbered(data: bytes, rng: Random) -> bytes:
    """An odd number where a size, an offset or a count may stand."""
    width = rng.choice((1, 2, 4, 8))
    number = (rng.choice(_EDGES) % (1 << 8 * width)).to_bytes(width, rng.choice(("little", "big")))
    start = rng.randrange(len(data) + 1)
    return data[:start] + number + data[start + width :]


def repeated(data: bytes, rng: Random) -> bytes:
    """A piece many times, up to the longest file."""
    start, stop = _piece(data, rng)
    times = rng.choice((2, 3, 100)) if rng.random() < 0.98 else _LONG // max(stop - start, 1)
    return data[:start] + data[start:stop] * times + data[stop:]


def spliced(data: bytes, rng: Random) -> bytes:
    """The beginning, and the end of another file."""
    other = rng.choice(list(corpus().values()))
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


BYTES: Final = (cut, flipped, flipped, inserted, inserted, numbered, numbered, repeated, spliced)


# JSON

_NODES: Final = (
    *("null", "true", "false", "0", "-1", "1", "2", "6", "1.0", "1e999", "-1e999", "NaN", "1e-999", "6.5", "-0"),
    *(str(2**31), str(2**63 - 1), str(2**63), str(-(2**63) - 1), str(10**9), "9" * 30, "9" * 5000),
    *('""', '"6"', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"a\\nb"', '"\\u001b[2J"', '"front"', f'"{"x" * 10_000}"'),
    *("[]", "{}", "[[]]", "[[0,0]]", "[0,0]", '{"rows":6}', "[" * 900 + "]" * 900, "[" * 100_000, "[1,2", "\\"),
)
_KEYS: Final = (
    *("rows", "cols", "missing", "kind", "cycles", "cycle", "box", "space", "leaper", "torus", "klein", "recipe"),
    *("givens", "do", "board", "seed", "version", "start", "name", "", "__class__"),
)


def json_changed(text: str, rng: Random) -> str:
    """Nodes replaced, doubled, taken out and put elsewhere, keys doubled and added, lists made long."""
    raw: dict[str, str] = {}

    def as_it_is(node: str) -> str:
        token = f"\ue000{len(raw)}\ue001"
        raw[json.dumps(token)] = node
        return token

    root = [json.loads(text)]
    for _ in range(rng.choice((1, 1, 2, 3))):
        parent, key = _place(root, rng)
        way = rng.randrange(8)
        if way == 0:
            del parent[key]
        elif way == 1 and isinstance(parent, list):
            parent.insert(key, parent[rng.randrange(len(parent))])
        elif way == 2 and isinstance(parent, dict):
            parent[as_it_is(json.dumps(key))] = rng.choice((parent[key], as_it_is(rng.choice(_NODES))))
        elif way == 3:
            other, there = _place(root, rng)
            parent[key] = json.loads(json.dumps(other[there]))
        elif way == 4 and type(parent[key]) is int:
            parent[key] = rng.choice((parent[key] + 1, parent[key] - 1, -parent[key], rng.choice(_EDGES)))
        elif way == 5 and isinstance(parent[key], list) and rng.random() < 0.2:
            parent[key] = parent[key] * rng.choice((2, 1000, 20_000 // (len(parent[key]) + 1)))
        elif way == 6 and isinstance(parent[key], dict):
            parent[key][rng.choice(_KEYS)] = as_it_is(rng.choice(_NODES))
        else:
            parent[key] = as_it_is(rng.choice(_NODES))
        if not root:
            return ""
    changed = json.dumps(root[0])
    for token, node in raw.items():
        changed = changed.replace(token, node)
    return changed


def _place(root: list[Any], rng: Random) -> tuple[Any, Any]:
    """A node as a container and its key there, one near the root as often as one among many far below."""
    parent: Any = root
    while True:
        key = rng.choice(list(parent)) if isinstance(parent, dict) else rng.randrange(len(parent))
        if not (isinstance(parent[key], dict | list) and parent[key] and rng.random() < 0.75):
            return parent, key
        parent = parent[key]


def in_json(data: bytes, rng: Random) -> bytes:
    return json_changed(data.decode(), rng).encode("utf-8", errors="surrogatepass")


# Text

_WORDS: Final = (
    *("-1", "1e3", "\u0663", "9" * 18, "9" * 19, "9" * 5000, "0x1", "nan", ".", "..", "#", "+1", "1_0", "00", "0"),
    *("1.5", "\ud7ff", "\x1b", "\x00", "-", "EOF", "8", "35", "36", "37"),
)
_LINES: Final = f"""\
# open
# cycles:
# cycles: 4 4 4 4
# cycles: -4
# cycles: {10**18 - 1} {10**18 - 1}
# board:
# board: x
# board: torus 6 6
# board: moebius 0 6
# board: box 2 3 4
# board: box 99999 99999 99999
# board: box {10**18 - 1}
# board: space 3 4 4
# board: space 1 1 1 1 1
# board: space 1000000000 1000000000 9
# board: leaper
# board: leaper 1 4
# board: leaper 0 0
# board: leaper 0 1 1 2
# board: leaper 1 999 1 2
# board: leaper {10**18 - 1} 1
NAME : 6x6
NAME : 999999999x999999999
COMMENT : {{
COMMENT : []
COMMENT : 6x6
TYPE : ATSP
DIMENSION : 99999999999
TOUR_SECTION
-1
EOF
1
0 1
. . .
......
777777
445001
""".split("\n")
_BREAKS: Final = ("\n", "\r", "\r\n", "\n\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", " ", "\t", "\0", "", ",")


def in_lines(data: bytes, rng: Random) -> bytes:
    """Words and lines exchanged, taken out, doubled and made many; other line breaks."""
    lines = data.decode(errors="replace").split("\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        row, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        words = lines[row].split(" ")
        col = rng.randrange(len(words))
        match rng.randrange(9):
            case 0:
                lines[row], lines[other] = lines[other], lines[row]
            case 1:
                lines.insert(row, rng.choice((lines[other], *_LINES)))
            case 2:
                lines[row] = rng.choice(_LINES)
            case 3:
                del lines[row]
            case 4:
                lines = rng.choice(_BREAKS).join(lines).split("\n")
            case 5 if rng.random() < 0.05:
                lines[row:row] = [rng.choice((lines[other], *_LINES))] * (_LONG // (10 + len(lines[other])))
            case 6 if rng.random() < 0.05:
                lines[row] = rng.choice((" ", "")).join([lines[row]] * (_LONG // (10 + len(lines[row]))))
            case 7:
                words[col] = rng.choice(words)
                lines[row] = " ".join(words)
            case _:
                words[col] = rng.choice(_WORDS)
                lines[row] = " ".join(words)
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", errors="surrogatepass")


def in_comment(data: bytes, rng: Random) -> bytes:
    """The board of a `.tour` file."""
    head, found, rest = data.decode().partition("COMMENT : ")
    told, end, tail = rest.partition("\n")
    return (head + found + json_changed(told, rng) + end + tail).encode() if found else in_lines(data, rng)


# Arrays

_DESCRS: Final[tuple[Any, ...]] = (
    *("|u1", "<u2", ">u2", "<u4", "<u8", ">u8", "|i1", "<i8", "<f8", "|b1", "|O", "<U6", "<U0", "|S3", "|V4", "|V0"),
    *("<M8[s]", "<c16", "<f2", "<U1000000000", "|u1,|u1", "", None, 5, "zz", ("|u1", (6,)), [("moves", "|u1")]),
    *([("a", "|u1"), ("b", "|O")], [("a", "|u1", (10**9,))], [("", "|V0")], [], "int", "M8[99999999999s]"),
)
_SHAPES: Final[tuple[Any, ...]] = (
    *((), (0,), (36,), (6, 6), (1, 6, 6), (6, 6, 1), (0, 6, 6), (6, 0), (3, 12), (36, 1), (1, 36), (-6, -6), (-1,)),
    *((2**31, 2**31), (2**32, 2**32), (2**63,), (2**63 - 1,), (2**64, 1), (0, 2**63), (10**30,), (1,) * 32, (1,) * 65),
    *((True, 36), 6, "6", (6.0, 6), (None,), [6, 6], (2, 2, 2, 2), (1, 1, 6, 6)),
)
_COMMENTS: Final = (
    *("torus", "moebius", "klein", "x", "leaper 1,4", "leaper 0,1+1,2", "leaper 0,0", "leaper 1,2,3", "leaper +"),
    *("leaper 99999999999999999999,1", "leaper " + "1,2+" * 16 + "1,2", "leaper " + "1," * 100, "leaper " + "9" * 5000),
)
_VERSIONS: Final = ((1, 0), (1, 0), (1, 0), (2, 0), (3, 0), (0, 0), (1, 1), (255, 255))


def in_array(data: bytes, rng: Random) -> bytes:
    """The header and the entries of an `.npy` file."""
    length = int.from_bytes(data[8:10], "little")
    text, body = data[10 : 10 + length].decode("latin-1"), data[10 + length :]
    told, _, comment = text.partition("#")
    fields: dict[str, Any] = ast.literal_eval(told)
    version, claimed = (1, 0), 0
    for _ in range(rng.choice((1, 1, 2, 3))):
        match rng.randrange(10):
            case 0:
                fields["descr"] = rng.choice(_DESCRS)
            case 1:
                fields["shape"] = rng.choice(_SHAPES)
            case 2:
                fields["fortran_order"] = rng.choice((True, False, None, 1, "no"))
            case 3:
                comment = rng.choice(_COMMENTS)
            case 4:
                version = rng.choice(_VERSIONS)
            case 5:
                claimed = rng.choice((-1, 1, 64, -64, 10**4, 10**6))
            case 6:
                del fields[rng.choice(list(fields))]
                fields[rng.choice(("shape", "descr", "fortran_order", "x", ""))] = rng.choice(_SHAPES)
            case 7:
                body = rng.choice(BYTES)(body, rng)
            case 8:
                body = body * rng.choice((0, 2, 3, 1000))
            case _:
                body = flipped(body, rng)
        fields = fields or {"shape": ()}
    header = rng.choice((repr(fields),) * 9 + ("(" * 300, "{}", "[1]", "{'shape': " + "9" * 5000 + "}"))
    return _npy(f"{header}  # {comment}" if comment else header, body, version, claimed)


def _npy(header: str, body: bytes, version: tuple[int, int] = (1, 0), claimed: int = 0) -> bytes:
    """An array whose header claims to be longer or shorter."""
    width = 2 if version[0] == 1 else 4
    text = (header.ljust(-(len(header) + 9 + width) % 64 + len(header)) + "\n").encode("latin-1", errors="replace")
    size = (len(text) + claimed) % (1 << 8 * width)
    return b"\x93NUMPY" + bytes(version) + size.to_bytes(width, "little") + text + body


# Archives

_METHODS: Final = (zipfile.ZIP_DEFLATED,) * 3 + (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def in_archive(data: bytes, rng: Random) -> bytes:
    """The names, arrays and texts of an `.npz` file, and what its directory says of them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        fields = [(name, archive.read(name)) for name in archive.namelist()]
    for _ in range(rng.choice((1, 1, 2, 3))):
        number = rng.randrange(len(fields))
        name, content = fields[number]
        match rng.randrange(8):
            case 0:
                named = rng.choice(("start.npy", "recipe.npy", "x.npy", "x/", "../moves.npy", "moves"))
                fields[number] = named, content
            case 1:
                fields[number] = name, rng.choice(fields)[1]
            case 2:
                fields.insert(number, (rng.choice((name, "start.npy", "recipe.npy")), rng.choice(fields)[1]))
            case 3 if len(fields) > 1:
                del fields[number]
            case 4:
                fields.append(("start.npy", _saved(np.int64(rng.choice((0, -1, 5, 35, 2**62))))))
            case 5 | 6:
                with suppress(Exception):  # it may be damaged already
                    fields[number] = name, in_array(content, rng)
            case _:
                names = [name for name, _ in fields]
                number = names.index("board.npy") if "board.npy" in names else number
                with suppress(Exception):
                    told = json_changed(str(np.load(io.BytesIO(fields[number][1]))), rng)
                    fields[number] = fields[number][0], _saved(np.array(told))
    method, file = rng.choice(_METHODS), io.BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(file, "w", method) as archive:
        for name, content in fields:
            archive.writestr(zipfile.ZipInfo(name), content, method)  # at no time of day
        archive.comment = rng.choice((b"",) * 9 + (b"PK\5\6" * 99,))
    packed = bytearray(file.getvalue())
    if rng.random() < 0.3:  # the directory or a local header says something else: flags, method, sizes, offsets
        marks = (b"PK\1\2", b"PK\3\4", b"PK\5\6")
        begin = packed.find(rng.choice(marks), rng.choice((0, rng.randrange(len(packed)))))
        if begin >= 0:
            field = begin + rng.randrange(4, 46, 2)
            packed[field : field + 2] = rng.choice((b"\0\0", b"\1\0", b"\xff\xff", b"\0\x80", rng.randbytes(2)))
    return bytes(packed)


def _saved(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


# Parquet

_TYPES: Final = ("USMALLINT", "UBIGINT", "BIGINT", "DOUBLE", "VARCHAR", "HUGEINT", "BOOLEAN", "UBIGINT[]", "DATE")
_BOARDS: Final = ("6x6", "5 x 5", "0 x 6", "1 x 36", "6 x 6 x 6", f"{10**18 - 1} x {10**18 - 1}", "", "x", "\u0666 x 6")


@cache
def _database() -> Any:
    return stacks.duckdb().connect()


def in_table(data: bytes, rng: Random) -> bytes:
    """The columns, rows and metadata of a `.parquet` file."""
    database = _database()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.parquet")
        path.write_bytes(data)
        names = [name for (name, *_) in database.execute("DESCRIBE FROM read_parquet(?)", [str(path)]).fetchall()]
        columns = {name: name for name in names}
        told = {"board": rng.choice(("6 x 6", "6 x 6", "5 x 5")), "kind": rng.choice(("closed", "closed", "open"))}
        rows, options = "", "FORMAT parquet"
        for _ in range(rng.choice((1, 1, 2, 3))):
            name = rng.choice(names)
            match rng.randrange(9):
                case 0:
                    columns[name] = f"TRY_CAST({name} AS {rng.choice(_TYPES)})"
                case 1:
                    value = rng.choice((0, 1, 24, 35, 36, 65535, 2**63, "NULL"))
                    columns[name] = f"TRY_CAST({value} AS {'USMALLINT' if name == 'start' else 'UBIGINT'})"
                case 2:
                    columns.pop(name, None)
                case 3:
                    columns[rng.choice(("moves_2", "moves_9", "Start", "x y", "moves_0"))] = f"CAST({name} AS UBIGINT)"
                case 4:
                    told["board"] = rng.choice(_BOARDS)
                case 5:
                    told["kind"] = rng.choice(("closed", "open", "tourney", "", "x"))
                case 6:
                    told.pop(rng.choice(("board", "kind")), None)
                case 7:
                    rows = rng.choice((" LIMIT 0", ", range(2)", ", range(1000)", ", range(20000)"))
                case _:
                    options += f", COMPRESSION {rng.choice(('zstd', 'gzip', 'snappy', 'uncompressed'))}"
                    break
        listed = ", ".join(f'{value} AS "{name}"' for name, value in columns.items()) or "1 AS x"
        named = ", ".join(f"{name}: '{value}'" for name, value in told.items())
        options += f", KV_METADATA {{{named}}}" if named else ""
        copy = f"COPY (SELECT {listed} FROM read_parquet('{path}'){rows}) TO '{folder}/changed' ({options})"
        database.execute(copy)
        return Path(folder, "changed").read_bytes()


# Drawings and images


def in_recipe(data: bytes, rng: Random) -> bytes:
    """The recipe in a drawing; in a GIF it is a comment in blocks."""
    begin = data.find(b"\x21\xfe")
    if data.startswith(b"GIF8") and begin >= 0:
        end, comment = begin + 2, b""
        while length := data[end]:
            comment += data[end + 1 : end + 1 + length]
            end += 1 + length
        comment = in_recipe(comment, rng)
        blocks = [comment[start : start + 255] for start in range(0, len(comment), 255)]
        return data[: begin + 2] + b"".join(bytes([len(block)]) + block for block in blocks) + data[end:]
    begin = data.find(MARK.encode()) + len(MARK)
    text = data[begin:].decode("latin-1")
    length = json.JSONDecoder().raw_decode(text)[1]
    changed = json_changed(text[:length], rng).encode("latin-1", errors="replace")
    return data[:begin] + changed + data[begin + length :]


def in_chunks(data: bytes, rng: Random) -> bytes:
    """The chunks of a PNG, whose checksums are right."""
    chunks, begin = [], 8
    while begin < len(data):
        length = int.from_bytes(data[begin : begin + 4], "big")
        chunks.append((data[begin + 4 : begin + 8], data[begin + 8 : begin + 8 + length]))
        begin += 12 + length
    for _ in range(rng.choice((1, 2))):
        number = rng.choice((0, rng.randrange(len(chunks))))
        kind, content = chunks[number]
        match rng.randrange(5):
            case 0:
                sides = [rng.choice((0, 1, 4, 9000, 20_000, 2**31 - 1, 2**32 - 1)) for _ in range(2)]
                chunks[0] = b"IHDR", struct.pack(">II", *sides) + chunks[0][1][8:]
            case 1:
                chunks.insert(number, chunks[rng.randrange(len(chunks))])
            case 2 if len(chunks) > 1:
                del chunks[number]
            case 3:
                kind = rng.choice((b"zTXt", b"iTXt", b"iCCP", b"tRNS", b"PLTE"))
                chunks.insert(1, (kind, b"a\0\0" + zlib.compress(bytes(10**7))))
            case _:
                chunks[number] = kind, rng.choice(BYTES)(content, rng)
    return data[:8] + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


_KNOWING: Final[dict[str, tuple[Mutator, ...]]] = {
    "tour.json": (in_json,),
    "tour.npz": (in_archive,),
    "tour.npy": (in_array,),
    "tour.txt": (in_lines,),
    "tour.moves": (in_lines,),
    "tour.tour": (in_lines, in_comment),
    "stack.npz": (in_archive,),
    "stack.npy": (in_array,),
    "stack.txt": (in_lines,),
    "stack.parquet": (in_table,),
    "drawing.svg": (in_recipe,),
    "drawing.png": (in_recipe, in_chunks),
    "drawing.gif": (in_recipe,),
    "drawing.pdf": (in_recipe,),
    "drawing.html": (in_recipe,),
    "puzzle.json": (in_json,),
    "shape.txt": (in_lines,),
    "shape.png": (in_chunks,),
}
"""What knows the structure of a file, by its kind."""


# Inputs


class Input(NamedTuple):
    """A damaged file."""

    seed: str
    name: str
    """That of the good file."""
    data: bytes
    ways: tuple[str, ...]
    """The mutators, in order."""

    def __str__(self) -> str:
        return f"{self.seed}: {self.name!r} after {', '.join(self.ways)}"


def kind_of(name: str) -> str:
    """The first word of a name, and its suffix."""
    return name.partition(" ")[0].partition(".")[0] + Path(name).suffix


@cache
def _kinds() -> dict[str, list[str]]:
    return {kind: [name for name in corpus() if kind_of(name) == kind] for kind in sorted(set(map(kind_of, corpus())))}


def made(seed: str) -> Input:
    """The input of a seed: a file that is changed by what knows its kind, by what knows nothing, or by both."""
    rng = Random(seed)
    kind = rng.choice(list(_kinds()))
    name = rng.choice(_kinds()[kind])
    data, ways = corpus()[name], list[str]()
    knowing = _KNOWING.get(kind)
    for mutators in rng.choice(((knowing,), (knowing,), (BYTES,), (knowing, BYTES))) if knowing else (BYTES,):
        mutator = rng.choice(mutators)
        data = mutator(data, rng)
        ways.append(mutator.__name__)
    return Input(seed, name, data, tuple(ways))
