"""Words in knight's moves: the text along the tour, the ways that spell it, and the boards."""

from __future__ import annotations

import json
import unicodedata
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal, get_args

import pypdfium2
import pytest
from helpers import naive
from hypothesis import example, given
from hypothesis import strategies as st

import destrier as dt
from destrier import cli
from destrier.puzzles.boards import squarest_board
from destrier.puzzles.text_parts import Split, split_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from destrier.puzzles.words import WordPuzzle

pytestmark = pytest.mark.filterwarnings("ignore:Exception ignored in.*pyphen")  # which leaves its files open

ROSE = "Sah ein Knab’ ein Röslein stehn, Röslein auf der Heiden, war so jung – und morgenschön!"


def ways(puzzle: WordPuzzle) -> Iterator[list[Any]]:
    """All ways through the board that spell the text, by walking from every square."""
    parts = [puzzle.parts[square] for square in puzzle.solution.squares()]
    squares = set(puzzle.parts)
    first, last = puzzle.solution.squares()[0], puzzle.solution.squares()[-1]

    def walk(way: list[Any]) -> Iterator[list[Any]]:
        if len(way) == len(parts):
            if puzzle.kind == "open" or way[0] in naive.neighbours(way[-1], squares):
                yield way
            return
        for square in naive.neighbours(way[-1], squares) if way else sorted(squares):
            if square not in way and puzzle.parts[square] == parts[len(way)]:
                yield from walk([*way, square])

    for way in walk([]):
        starts = puzzle.mark == "none" or way[0] == first
        if starts and (puzzle.mark != "ends" or way[-1] == last):
            yield way


# The text


@example("1 \u00ad", "letters", False)  # a word of a soft hyphen alone
@example("11'11", "syllables", False)  # hyphenated on both sides of the apostrophe
@given(st.text("aeiouAbcd ätß.,!?–-’'\u00ad1", max_size=60), st.sampled_from(get_args(Split)), st.booleans())
def test_the_parts_are_the_text(text: str, split: Split, strip: bool) -> None:
    if not any(letter.isalnum() for letter in text):
        with pytest.raises(dt.DestrierError, match="the text is empty"):
            split_text(text, split, language="de", strip=strip)
        return
    words = split_text(text, split, language="de", strip=strip)
    joined = " ".join(map("".join, words))
    kept = "".join(letter for letter in unicodedata.normalize("NFC", text) if letter.isalnum())
    assert "".join(letter for letter in joined if letter.isalnum()) == kept
    if not strip:
        assert joined == " ".join(text.replace("\u00ad", "").split())
    for part in chain.from_iterable(words):
        letters = sum(letter.isalnum() for letter in part)
        assert letters == 1 if split == "letters" else letters or "\u00ad" in text


def test_syllables() -> None:
    assert split_text("Röslein auf der Heiden!", "syllables", language="de") == [
        ["Rös", "lein"],
        ["auf"],
        ["der"],
        ["Hei", "den!"],
    ]
    assert split_text("»Sah’s« Heide-Röslein", "syllables", language="de") == [
        ["»Sah’s«"],
        ["Hei", "de-", "Rös", "lein"],
    ]
    assert split_text("A\u00adbend i\u00adda\u00adho", "syllables") == [["A", "bend"], ["i", "da", "ho"]]
    assert split_text("O – ja!", "letters", strip=True) == [["O"], ["j", "a"]]


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        (ROSE, "de", "German"),
        ("A journey of a thousand miles begins with a single step, and it is long", "en", "English"),
        ("Les sanglots longs des violons de l’automne blessent mon cœur d’une langueur", "fr", "French"),
        ("En un lugar de la Mancha, de cuyo nombre no quiero acordarme", "es", "Spanish"),
        ("Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura", "it", "Italian"),
        ("As armas e os barões assinalados que da ocidental praia lusitana", "pt", "Portuguese"),
        ("Het regent en het is koud, zo zijn de dagen van de herfst", "nl", "Dutch"),
        ("Du gamla, du fria, jag vill leva och jag vill dö i det land som är mitt", "sv", "Swedish"),
        ("Ty jesteś jak zdrowie, ile cię trzeba cenić, ten tylko się dowie", "pl", "Polish"),
    ],
)
def test_the_language_of_a_text_is_recognized(text: str, language: str, name: str) -> None:
    made = dt.rosselsprung(text, language=language, seed=1)
    message = rf"the text looks like {name} \({language}\), and is split into its syllables"
    with pytest.warns(UserWarning, match=f"^{message}$"):
        assert dt.rosselsprung(text, seed=1) == made


def test_a_text_of_an_unknown_language_is_split_into_letters() -> None:
    message = "^the language of the text is not recognized, so it is split into letters; name it for syllables$"
    with pytest.warns(UserWarning, match=message):
        made = dt.rosselsprung("Lorem ipsum dolor sit amet", seed=1)
    assert made == dt.rosselsprung("Lorem ipsum dolor sit amet", split="letters", seed=1)
    assert (made.split, made.language) == ("letters", None)


def test_soft_hyphens_need_no_language() -> None:
    made = dt.rosselsprung(
        "Lo\u00adrem ip\u00adsum do\u00adlor sit\u00ad a\u00admet con\u00adsec\u00adte\u00adtur", seed=1
    )
    assert made.split == "syllables"


# Boards


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_boards_have_a_square_for_each_part_and_a_tour(kind: Literal["open", "closed"]) -> None:
    for count in range(10, 70, 2 if kind == "closed" else 3):
        board = squarest_board(count, kind, 1)
        assert board is not None
        assert board.size == count
        assert dt.why_no_tour(board, kind=kind) is None
        assert max(board.shape) <= 1.62 * min(board.shape)
    wholes = {count for count in range(20, 70) if (board := squarest_board(count, "open", 1)) and board.is_whole}
    assert wholes >= {20, 24, 25, 30, 35, 36, 40, 42, 48, 49, 54, 56, 63, 64}


def test_squares_are_left_out_symmetrically() -> None:
    made = dt.rosselsprung("abcdefghijklmnopqrstuvwxyz" * 2 + "abcdefgh", 8, 8, split="letters", seed=1)
    present = dt.Board.from_mask([[(row, col) in made.parts for col in range(8)] for row in range(8)]).present
    assert present.sum() == 60
    assert (present == present[::-1]).all()
    assert (present == present[:, ::-1]).all()


# Puzzles


@pytest.mark.parametrize("kind", ["open", "closed"])
@pytest.mark.parametrize("split", get_args(Split))
def test_the_tour_reads_the_text(split: Split, kind: Literal["open", "closed"]) -> None:
    text = f"{ROSE} {'Ja' if split == 'words' else 'Wald' if split == 'syllables' else 'x'}"
    count = sum(map(len, split_text(text, split, language="de")))
    if kind == "closed" and count % 2:
        with pytest.raises(dt.NoSuchTour, match=f"{count} parts, and a closed tour has an even number"):
            dt.rosselsprung(text, split=split, kind=kind, language="de", seed=3)
        return
    made = dt.rosselsprung(text, split=split, kind=kind, language="de", seed=3)
    order = made.solution.squares()
    assert sorted(order) == list(made.parts)
    for here, there in pairwise([*order, *order[: kind == "closed"]]):
        assert there in naive.neighbours(here, made.parts)
    assert "".join(made.parts[square] for square in order).replace(" ", "") == text.replace(" ", "")
    assert made.text == text


@pytest.mark.parametrize("mark", ["none", "start", "ends"])
@pytest.mark.parametrize(
    ("text", "sides", "kind"), [("aabcabcaabca", (3, 4), "open"), ("abcabdabcabdabcabdabcabdabcabd", (5, 6), "closed")]
)
def test_all_ways_are_found(
    text: str, sides: tuple[int, int], kind: Literal["open", "closed"], mark: Literal["none", "start", "ends"]
) -> None:
    for seed in range(2):
        made = dt.rosselsprung(text, *sides, split="letters", kind=kind, mark=mark, seed=seed)
        found = [way.squares() for way in made.ways(None, most=10**6)]
        assert sorted(found) == sorted(ways(made))
        assert made.solution.squares() in found


def test_verified_puzzles_are_read_in_one_way() -> None:
    text = "abcdabcdabcdabcdabcd"
    several = [dt.rosselsprung(text, 4, 5, split="letters", seed=seed) for seed in range(6)]
    assert any(len(list(ways(made))) > 1 for made in several)
    for seed in range(6):
        made = dt.rosselsprung(text, 4, 5, split="letters", verify=True, seed=seed)
        assert made.unique
        assert list(ways(made)) == [made.solution.squares()]


def test_a_seed_repeats_a_puzzle_and_another_makes_another() -> None:
    made = [dt.rosselsprung(ROSE, language="de", seed=seed) for seed in (1, 1, 2)]
    assert made[0] == made[1]
    assert made[0] != made[2]


NO_BOARD = (
    "and no board of nearly square shape with that many squares has a tour that is open: "
    "take a longer text, or split it into smaller parts"
)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (" – ", {}, "the text is empty: it has no letters"),
        (ROSE, {"language": "xx"}, "no hyphenation is known for the language 'xx'; there are af, be"),
        (ROSE, {"split": "lines"}, "letters, syllables or words, not 'lines'"),
        (ROSE, {"mark": "end"}, "mark is none, start or ends, not 'end'"),
        (ROSE, {"kind": "corner"}, "closed or open, not 'corner'"),
        ("too few", {"split": "words"}, rf"\Athe text has 2 parts, {NO_BOARD}\Z"),
        ("one", {"split": "words"}, rf"\Athe text has 1 part, {NO_BOARD}\Z"),
        (
            "a" * 60,
            {"split": "letters", "verify": True},
            "20 tours of .* were tried, and along each .* in several ways",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(text: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(dt.DestrierError, match=message):
        dt.rosselsprung(text, seed=1, **options)


def test_boards_that_do_not_fit_are_refused() -> None:
    with pytest.raises(dt.DestrierError, match="the text has 30 parts, and 5 x 5 has only 25 squares"):
        dt.rosselsprung("a" * 30, 5, 5, split="letters")
    with pytest.raises(dt.DestrierError, match="a shape must have one for each part"):
        dt.rosselsprung("a" * 20, dt.Board.from_text(".####\n#####\n#####\n#####\n#####"), split="letters")


# The command


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    poem = tmp_path / "poem.txt"
    poem.write_text(ROSE, encoding="utf-8")
    paths = [tmp_path / f"poem{suffix}" for suffix in (".json", ".txt", ".svg", ".pdf", ".png")]
    outputs = [word for path in paths for word in ("-o", str(path))]
    solution = tmp_path / "solution.svg"
    asked = ["rosselsprung", str(poem), "--language", "de", "--verify", "--seed", "1", "--json", *outputs]
    assert cli.run([*asked, "--solution", str(solution)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(paths[0].read_text(encoding="utf-8"))
    made = dt.rosselsprung(ROSE, language="de", verify=True, seed=1)
    assert told == made.to_dict()
    parts = {tuple(square): part for square, part in told["parts"]}
    assert "".join(parts[tuple(square)] for square in told["solution"]).replace(" ", "") == ROSE.replace(" ", "")
    text = paths[1].read_text(encoding="utf-8").replace("–", "").split()
    shown = [word.strip("[]") for word in text if word != "."]
    assert shown == [part.replace(" –", "") for part in made.parts.values()]
    drawn, solved = (path.read_text(encoding="utf-8") for path in (paths[2], solution))
    assert all(f">{part}<" in drawn and f">{part}<" in solved for part in made.parts.values())
    assert ('class="dot"' in drawn, 'class="dot"' in solved) == (False, True)
    assert (paths[3].read_bytes()[:4], paths[4].read_bytes()[:4]) == (b"%PDF", b"\x89PNG")


def test_a_pdf_is_a_page(tmp_path: Path) -> None:
    poem, page, solved = tmp_path / "poem.txt", tmp_path / "poem.pdf", tmp_path / "solved.pdf"
    poem.write_text(ROSE, encoding="utf-8")
    asked = ["rosselsprung", str(poem), "--language", "de", "--seed", "1", "-o", str(page), "--solution", str(solved)]
    made = dt.rosselsprung(ROSE, language="de", seed=1)
    for options, size in (([], (210, 297)), (["--title", "Heidenröslein", "--paper", "6x9in"], (152.4, 228.6))):
        assert cli.run([*asked, *options, "--margin", "20"]) == 0
        for path in (page, solved):
            document = pypdfium2.PdfDocument(path)
            assert len(document) == 1
            assert document[0].get_size() == pytest.approx([side * 72 / 25.4 for side in size], abs=0.01)
            words = document[0].get_textpage().get_text_bounded().split()
            assert ("Heidenröslein" in words) == bool(options)
            assert {part.replace(" –", "") for part in made.parts.values()} <= set(words)
            grey = document[0].render(scale=2).to_numpy().min(axis=2)
            edge = round(19 / 25.4 * 72 * 2)
            grey[edge:-edge, edge:-edge] = 255
            assert grey.min() == 255  # nothing is in the margins
            document.close()
    dt.draw(made, tmp_path / "drawn.pdf", title="Heidenröslein", paper="6x9in", margin=20)
    assert (tmp_path / "drawn.pdf").read_bytes() == page.read_bytes()


@pytest.mark.parametrize(
    ("text", "options", "code", "message"),
    [
        ("a" * 60, ["--verify"], 3, "in several ways"),
        ("a" * 61, ["--kind", "closed"], 1, "even number of squares"),
        ("漢" * 12, ["-o", "x.pdf"], 2, "the font for pixels and PDFs lacks 漢"),
        ("漢" * 12, ["-o", "x.png"], 2, "the font for pixels and PDFs lacks 漢"),
        ("a" * 60, ["7", "7"], 2, "has only 49 squares"),
    ],
)
def test_exit_codes(
    text: str,
    options: list[str],
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text(text, encoding="utf-8")
    assert cli.run(["rosselsprung", "text.txt", "--split", "letters", "--seed", "1", *options]) == code
    assert message in capsys.readouterr().err


def test_a_file_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"ab\xff")
    assert cli.run(["rosselsprung", str(path)]) == 2
    assert "this is not text: byte 2 is not UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(("letters", "sides"), [(36, (6, 6)), (20, (5, 6))])
def test_the_solution_in_a_file_is_a_tour_of_its_kind_and_board(letters: int, sides: tuple[int, int]) -> None:
    made = dt.rosselsprung(("abcdefghijklmnopqrstuvwxyz" * 2)[:letters], *sides, split="letters", kind="open", seed=16)
    held = dt.load(json.dumps(made.to_dict()))
    assert (held, held.kind, held.board) == (made.solution, "open", made.board)


def test_several_puzzles_are_not_a_tour(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(json.dumps([dt.puzzle(6, 6, seed=seed).to_dict() for seed in (1, 2)]))
    for source in (path, path.read_text()):
        with pytest.raises(dt.InvalidTourney, match="holds a list of 2 puzzles, not a tour: write each to a file"):
            dt.load(source)
