"""Lines loaded at once and one by one come to the same, whatever stands in them."""

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analysis.pipeline import Progress, load
from engine.rules import presets
from records.blocks import LineBlock, file_blocks
from records.bulk import identities, read_block
from records.notation import Reading, read_file, read_line
from records.record import identity
from records.store import Library
from tests.analysis.pipeline.compare import content_of, loaded, same_both_ways, taken_at_once, told
from tests.analysis.pipeline.games import lines
from tests.conftest import PROJECT, KernelMode

# Uncompiled, the digest's sums overflow as they are meant to.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

SAMPLES = sorted((PROJECT / "sample_games").glob("*.jsonl"))

DEALS: dict[KernelMode, int] = {"compiled": 200, "uncompiled": 4, "bounds-checked": 4}
"""How many random deals of each preset are compared."""


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_sample_games(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that the project ships, loaded twice: the second time everything is known."""
    text = path.read_bytes()
    outcome = same_both_ways(tmp_path, monkeypatch, text, text)
    assert outcome.report.loaded == 0
    assert outcome.report.known == text.count(b"\n")


def test_faults(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines with every fault there is are set aside with the same findings."""
    text = (project / "tests" / "data" / "faults.jsonl").read_bytes()
    outcome = same_both_ways(tmp_path, monkeypatch, text)
    assert outcome.report.lines_set_aside > 30


@pytest.mark.kernels
@pytest.mark.parametrize("name", presets())
def test_random_deals(name: str, kernel_mode: KernelMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random deals of every preset have the same rows, and all of them are judged at once."""
    text = "".join(f"{line}\n" for line in lines(name, DEALS[kernel_mode])).encode()
    outcome = same_both_ways(tmp_path, monkeypatch, text)
    assert outcome.report.loaded == DEALS[kernel_mode]
    assert taken_at_once(tmp_path, text) == DEALS[kernel_mode]


@pytest.mark.soak
@pytest.mark.parametrize("name", presets())
def test_many_random_deals(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same on 10,000 deals of each preset."""
    text = "".join(f"{line}\n" for line in lines(name, 10_000, seed=7)).encode()
    outcome = same_both_ways(tmp_path, monkeypatch, text)
    assert outcome.report.loaded == 10_000
    assert outcome.content["flags"]


@pytest.fixture(scope="module")
def games() -> list[str]:
    """Canonical lines of different rules."""
    names = ("scopone-scientifico", "napoli", "cirulla", "scopa-bresciana", "scopa-d-assi-opzionale")
    return [line for name in names for line in lines(name, 12, seed=3)]


def test_changed_bytes(games: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte changed, left out or put in anywhere gives the same findings, or the same deal."""
    chooser = random.Random(5)
    signs = b'"{}[]:,.+-0123456789ADCBSJQKx# \\\x00\x1f\x7f\xe9\xff\r\nev'
    changed = []
    for _ in range(600):
        line = bytearray(chooser.choice(games).encode())
        place = chooser.randrange(len(line))
        end = place + chooser.choice((0, 1, 1, 2))
        line[place:end] = bytes(chooser.choices(signs, k=chooser.choice((0, 1, 1, 1, 2))))
        changed.append(bytes(line))
    outcome = same_both_ways(tmp_path, monkeypatch, b"\n".join(changed))
    assert outcome.report.lines_set_aside > 200
    assert outcome.report.loaded > 20


def test_changed_values(games: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value changed, a key left out, added or moved, what the reader forgives, wrong plays, points and signs."""
    chooser = random.Random(8)
    changed = [change(json.loads(chooser.choice(games)), chooser) for _ in range(600)]
    outcome = same_both_ways(tmp_path, monkeypatch, "\n".join(changed).encode("utf-8", "surrogatepass"))
    assert outcome.report.lines_set_aside > 100
    assert outcome.report.loaded > 20
    assert outcome.report.remarks


Change = Callable[[dict[str, Any], random.Random], dict[str, Any]]


def with_play(deal: dict[str, Any], chooser: random.Random, text: Callable[[str], str]) -> dict[str, Any]:
    """The deal with another text of some play."""
    ply = chooser.randrange(len(deal["plays"]))
    plays = deal["plays"]
    return deal | {"plays": [*plays[:ply], text(plays[ply]), *plays[ply + 1 :]]}


def with_points(deal: dict[str, Any], key: str, chooser: random.Random) -> dict[str, Any]:
    """The deal with other points by side."""
    return deal | {key: [value + chooser.choice((0, 0.5, 1, -3)) for value in deal["score"]]}


CHANGES: tuple[Change, ...] = (
    lambda deal, chooser: with_play(deal, chooser, lambda text: text.split("x")[0]),
    lambda deal, chooser: with_play(deal, chooser, lambda text: text.removesuffix("#")),
    lambda deal, chooser: with_play(deal, chooser, lambda text: text + "#"),
    lambda deal, chooser: with_play(deal, chooser, str.lower),
    lambda deal, chooser: with_play(deal, chooser, lambda _: chooser.choice(deal["plays"])),
    lambda deal, chooser: deal | {"plays": deal["plays"][: chooser.randrange(len(deal["plays"]))]},
    lambda deal, chooser: with_points(deal, "points", chooser),
    lambda deal, chooser: with_points(deal, "score", chooser),
    lambda deal, chooser: deal | {"date": chooser.choice(DATES)},
    lambda deal, chooser: deal | {"dealer": chooser.choice((0, 1, 2, 3, 4, -1, 1.0, "0"))},
    lambda deal, chooser: deal | {"deal": chooser.choice((1, 2, 0, 7, 10**9, "1"))},
    lambda deal, _: deal | {"players": ["è", *deal["players"][1:]]},
    lambda deal, chooser: deal | {"players": chooser.choice(([], deal["players"][:-1], deal["players"] * 2))},
    lambda deal, _: deal | {"notes": {"1": "bella"}, "own": {"b": [1, {"a": None}]}},
    lambda deal, chooser: deal | {"declared": chooser.choice(KNOCKS)},
    lambda deal, _: deal | {"table": list(reversed(deal.get("table", ["7D"])))},
    lambda deal, chooser: deal | {"rules": chooser.choice(("nothing", {"preset": deal["rules"], "target": 21}))},
    lambda deal, chooser: {key: deal[key] for key in chooser.sample(list(deal), len(deal) - 1)},
)
"""What may be wrong, unusual or forgiven in a deal's values."""

DATES = ("2024-02-29", "2023-02-29", "2024-13-01", "2024", "", "0000-01-01", "1999-12-31")

KNOCKS = (
    None,
    [],
    [{"ply": 0, "what": "low"}],
    [{"ply": 39, "what": "low"}],
    [{"ply": 1, "what": "triple", "matta": 3}],
)


def change(deal: dict[str, Any], chooser: random.Random) -> str:
    """The line of ``deal`` with one change of its values, under a name of its own or not."""
    deal = chooser.choice(CHANGES)(deal, chooser)
    name = chooser.choice(("", "", f" {chooser.random()}", " è", ' "', " \x7f", "\u2028", "\ud800"))
    deal |= {"match": deal.get("match", "") + name}
    if chooser.random() < 0.1:
        return json.dumps(deal)
    line = json.dumps(deal, ensure_ascii=False, separators=(",", ":"))
    return chooser.choice((line, line, line, line + "\r", "\ufeff" + line, " " + line, "", "  "))


def test_scores_that_do_not_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remarks from deal to deal are the same in any order of lines, over blocks and over loads."""
    written = list(lines("scopa", 40, seed=11))
    chooser = random.Random(2)
    for place in (2, 9, 17, 30):
        deal = json.loads(written[place])
        written[place] = json.dumps(deal | {"score": [7, 8.5]}, separators=(",", ":"))
    del written[21], written[5]
    chooser.shuffle(written)
    halves = ["\n".join(part).encode() for part in (written[:20], written[20:])]
    outcome = same_both_ways(tmp_path, monkeypatch, *halves, block=3000)
    assert any(each.code == "score.differs" for each in outcome.report.remarks)


def test_names_that_meet(games: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line twice, other keys, other facts: what comes first in the file is kept, whoever reads it."""
    noted = [json.dumps(json.loads(line) | {"site": "Bar Sport"}, separators=(",", ":")) for line in games[:9]]
    moved = [
        json.dumps(json.loads(line) | {"dealer": number % 4}, separators=(",", ":"))
        for number, line in enumerate(games[6:12])
    ]
    spaced = [json.dumps(json.loads(line)) for line in games[:4]]
    text = "\n".join([*moved[:2], *games[:8], *noted, *spaced, *games, *moved]).encode()
    outcome = same_both_ways(tmp_path, monkeypatch, text, text, block=9000)
    assert outcome.report.loaded == 0
    assert {each.code for each in outcome.report.set_aside} == {"record.conflict"}


def test_a_line_that_loads_is_set_aside_no_more(
    games: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A conflict that is gone once the other deal was deleted leaves no trace."""
    other = json.dumps(json.loads(games[0]) | {"deal": 2}, separators=(",", ":"))
    monkeypatch.setattr("analysis.pipeline.loading.FEW", 0)
    library = Library(tmp_path / "library.duckdb")
    load(library, [LineBlock(games[1].encode(), None, 1)])
    assert [each.code for each in load(library, [LineBlock(other.encode(), None, 1)]).set_aside] == ["record.conflict"]
    library.delete_match(json.loads(other)["match"])
    assert load(library, [LineBlock(other.encode(), None, 1)]).loaded == 1
    assert library.set_aside_rows().is_empty()


def test_a_stop_keeps_what_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C between blocks: what was told is there, and the next load goes on from it."""
    text = "".join(f"{line}\n" for line in lines("scopa", 60)).encode()
    path = tmp_path / "games.jsonl"
    path.write_bytes(text)
    monkeypatch.setattr("analysis.pipeline.loading.FEW", 0)
    monkeypatch.setattr("analysis.pipeline.loading.LONGEST", 0)
    library = Library(tmp_path / "library.duckdb")
    heard: list[Progress] = []

    def stop(progress: Progress) -> None:
        heard.append(progress)
        if len(heard) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(library, file_blocks(path, size=9000), stop)
    assert 0 < heard[-1].loaded < 60
    assert len(content_of(library)["deals"]) == heard[-1].loaded
    report = load(library, file_blocks(path, size=9000))
    assert (report.loaded, report.known) == (60 - heard[-1].loaded, heard[-1].loaded)
    whole = loaded(tmp_path / "whole.duckdb", read_file(path))
    assert content_of(library) == whole.content


def test_deals_that_somebody_else_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that came into the library after a block was judged, and before it was stored, are known."""
    text = "\n".join(lines("scopa", 8)).encode()
    monkeypatch.setattr("analysis.pipeline.loading.FEW", 0)
    library = Library(tmp_path / "library.duckdb")
    report = load(library, [LineBlock(text, "one", 1), LineBlock(text, "two", 1)])
    assert (report.loaded, report.known, report.lines) == (8, 8, 16)


def test_packed_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file packed by gzip loads as it is; one that breaks off gives the lines before, and the same fault."""
    monkeypatch.setattr("analysis.pipeline.loading.FEW", 0)
    packed = gzip.compress("".join(f"{line}\n" for line in lines("scopa", 40)).encode())
    for name, content in (("whole.gz", packed), ("cut.gz", packed[: len(packed) // 2])):
        path = tmp_path / name
        path.write_bytes(content)
        at_once = loaded(tmp_path / f"{name}.fast", file_blocks(path, size=5000))
        one_by_one = loaded(tmp_path / f"{name}.slow", read_file(path))
        assert at_once.content == one_by_one.content
        assert told(at_once.report) == told(one_by_one.report)
        assert [each.code for each in at_once.report.set_aside] == ([] if name == "whole.gz" else ["file.damaged"])


def test_blocks_are_whole_lines(tmp_path: Path) -> None:
    """Blocks hold every byte of a file, cut after line ends, with their first lines numbered."""
    path = tmp_path / "games.jsonl"
    content = b"".join(b"%d%b\n" % (number, b"x" * (number % 37)) for number in range(1, 400)) + b"end"
    path.write_bytes(content)
    blocks = [block for block in file_blocks(path, size=100) if not isinstance(block, Reading)]
    assert b"".join(block.data for block in blocks) == content
    assert all(block.data.endswith(b"\n") for block in blocks[:-1])
    assert [block.first for block in blocks] == [int(block.data.split(b"x")[0].split(b"\n")[0]) for block in blocks]
    assert sum(block.count for block in blocks) == 400


@pytest.mark.kernels
def test_identities(games: list[str]) -> None:
    """What makes a line the deal that it is comes out the same for many lines at once, in any letters."""
    chosen = [
        games[0],
        games[1].replace("scopone-scientifico-4", "scopòne"),
        games[20],
        games[30].replace("cirulla-", "cir\x7f"),
        games[40],
    ]
    deals = read_block(LineBlock("\n".join(chosen).encode(), None, 1))
    found = {}
    for group in deals.groups:
        names = identities(deals, group)
        found |= {int(row): names[place] for place, row in enumerate(group.rows)}
    expected = {}
    for row, line in enumerate(chosen):
        record = read_line(line).record
        assert record is not None
        expected[row] = identity(record)
    assert found == expected
