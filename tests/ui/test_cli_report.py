import gzip
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.ui.commands import run


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Italian."""
    monkeypatch.setenv("SETTEBELLO_LANG", "it")


@pytest.fixture
def games(sample_games: Path) -> str:
    """A match of five deals."""
    return str(sample_games / "scopone.jsonl")


def headings(path: Path) -> list[str]:
    """The titles of the deals of a report."""
    return ["".join(each.itertext()) for each in ET.fromstring(path.read_text("utf-8")).iter("h3")]


def test_report_writes_the_deal_asked_for(capsys, games, tmp_path) -> None:
    """`--deal` chooses, `--lang` speaks, `--anonymous` hides; the output is one line; exit 0."""
    out = tmp_path / "review.html"
    code, said, errors = run(capsys, "report", games, "--html", str(out), "--deal", "2", "--anonymous", "--lang", "en")
    assert (code, said, errors) == (0, f"One deal in {out}.\n", "")
    assert headings(out)[0] == "Deal 2: 5–2"
    html = out.read_text("utf-8")
    assert "Player 1" in html and "Greedy" not in html and "Random" not in html


def test_report_goes_on_after_a_fault(capsys, games, tmp_path) -> None:
    """A line with a fault is told on the error output and left out; the others are there; exit 1."""
    lines = Path(games).read_text("utf-8").splitlines()
    file = tmp_path / "games.jsonl.gz"
    file.write_bytes(gzip.compress("\n".join([lines[0].replace('"7D"', '"7X"', 1), lines[1]]).encode()))
    out = tmp_path / "review.html"
    code, said, errors = run(capsys, "report", str(file), "--html", str(out))
    assert code == 1 and said == f"Una smazzata in {out}.\n" and "riga 1" in errors
    assert headings(out)[0] == "Smazzata 2: 5–2"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--html", "no/where.html"], "✗ La cartella «no» non esiste.\n"),
        (["--html", "."], "✗ «.» è una cartella, e ci vuole un file.\n"),
        (["--html", "x.html", "--deal", "77"], "✗ Nei file non c’è nessuna smazzata come quella chiesta.\n"),
        (["--html", "x.html", "--level", "flags"], "quick, deep"),
        ([], "✗ Manca --html. Vedi --help.\n"),
    ],
)
def test_what_cannot_be_written_is_one_clear_sentence(
    capsys, monkeypatch, games, tmp_path, arguments, sentence
) -> None:
    """It exits with 2, says why, and writes nothing."""
    monkeypatch.chdir(tmp_path)
    code, said, errors = run(capsys, "report", games, *arguments)
    assert (code, said) == (2, "") and sentence in errors
    assert list(tmp_path.iterdir()) == []


def test_report_has_examples(capsys) -> None:
    """Its help shows how it is called."""
    code, out, _ = run(capsys, "report", "--help")
    assert code == 0
    assert "settebello report partite.jsonl --html analisi.html" in out
