"""The games that the project ships: whole matches of every preset, clean, and what their page says of them."""

import importlib.util
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from engine.plays import Play
from engine.positions import Position, events_of
from engine.replay import Replay
from engine.rules import presets
from engine.scoring import match_after, wins_at_once
from records.notation import Reading, match_findings, read_file, write_line
from records.record import DealRecord
from tests.conftest import PROJECT

FOLDER = PROJECT / "sample_games"
PLAYED_BY_PEOPLE = {"scopetta-2008-12-29", "scopetta-2010-10-16-unfinished"}
ACES = 0b1111

Deals = list[tuple[DealRecord, Replay]]


def readings(name: str) -> list[Reading]:
    """The deals of a file as they are read."""
    return list(read_file(FOLDER / f"{name}.jsonl"))


def deals(name: str) -> Deals:
    """The deals of a file, with their replays."""
    return [(each.record, each.replay) for each in readings(name) if each.record and each.replay]


def made_by() -> ModuleType:
    """The script that plays the matches."""
    spec = importlib.util.spec_from_file_location("make_sample_games", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_a_match_of_every_preset_and_nothing_else() -> None:
    """A file a preset, and the two games that people played; with two, three and four players."""
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {*presets(), *PLAYED_BY_PEOPLE}
    seats = {len(record.players) for name in presets() for record, _ in deals(name)}
    assert seats == {2, 3, 4}


def test_the_script_makes_the_files_byte_for_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """The committed matches are those that the script plays."""
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    made = made_by().made()
    assert set(made) == {f"{name}.jsonl" for name in presets()}
    assert {name: (FOLDER / name).read_bytes() for name in made} == {name: text.encode() for name, text in made.items()}


@pytest.mark.parametrize("name", presets())
def test_a_match_is_clean_and_canonical(name: str) -> None:
    """No fault and no remark, of a deal or between deals; every line is as the writer writes it."""
    found = readings(name)
    assert [finding for each in found for finding in each.findings] == []
    assert match_findings(found) == []
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert [write_line(record) for record, _ in deals(name)] == lines


@pytest.mark.parametrize("name", presets())
def test_a_match_is_played_to_its_end_and_no_further(name: str) -> None:
    """Deals are numbered from 1, each worth what it claims, the scores continue, and only the last ends the match."""
    match = deals(name)
    players = match[0][0].players
    assert len(match) <= 12
    total = (Fraction(0),) * presets()[name].sides(len(players))
    for number, (record, replay) in enumerate(match, start=1):
        assert (record.match, record.deal, record.players) == (f"sample-{name}", number, players)
        assert record.rules_written == name
        assert record.source is not None
        assert "reference players" in record.source
        points = tuple(side.total for side in replay.score())
        assert (replay.finished, record.score, record.points) == (True, total, points)
        at_once = wins_at_once(record.rules, len(players), replay.positions[-1].piles)
        state = match_after(record.rules, total, points, at_once)
        assert state.over == (number == len(match))
        total = tuple(state.points)
    for (one, _), (other, _) in pairwise(match):
        assert other.dealer == (one.dealer + 1) % len(players)


def plays_where(name: str, holds: Callable[[Position, Play], bool]) -> int:
    """How many plays of a match hold a condition on the position before them."""
    return sum(
        holds(position, made)
        for _, replay in deals(name)
        for position, made in zip(replay.positions, replay.plays, strict=False)
    )


def points_of(name: str, category: str) -> list[Fraction]:
    """What a category paid, by deal and side, where it paid."""
    return [side.of(category) for _, replay in deals(name) for side in replay.score() if side.of(category)]


def is_ace(made: Play) -> bool:
    """Whether an ace was played."""
    return bool(ACES >> made.card & 1)


def test_the_matches_show_what_is_special_to_their_rules() -> None:
    """What the page of the samples promises is in the files."""
    assert max(points_of("napoli", "run")) >= 7
    assert max(points_of("belora", "run")) >= 6
    for name in ("scopone-wikipedia", "scopone-scientifico-wikipedia"):
        assert any(replay.scope[-1] for _, replay in deals(name))
    sweep = plays_where("scopa-d-assi", lambda at, made: is_ace(made) and made.taken == at.table != 0)
    assert sweep > 10
    assert plays_where("scopa-d-assi", lambda at, made: bool(is_ace(made) and at.table and not made.taken)) == 0
    left = plays_where("scopa-d-assi-opzionale", lambda at, made: bool(is_ace(made) and at.table and not made.taken))
    assert left
    assert any(replay.positions[0].table == 0 for _, replay in deals("scopone-in-due"))
    for bonus in ("picca", "simile", "quadriglia"):
        assert plays_where("scopa-bresciana", lambda at, made, bonus=bonus: bonus in events_of(at, made))
    assert points_of("scopa-bresciana", "run")


def test_fifteens_are_taken_under_their_rules() -> None:
    """Every capture of Scopa a 15 makes fifteen with its card, and Cirulla has some that only a fifteen explains."""

    def value(mask: int) -> int:
        return sum(card // 4 + 1 for card in range(40) if mask >> card & 1)

    def makes_fifteen(at: Position, made: Play) -> bool:
        return bool(made.taken) and value(made.taken) + made.card // 4 + 1 == 15

    captures = sum(bool(made.taken) for _, replay in deals("scopa-a-15") for made in replay.plays)
    assert captures == plays_where("scopa-a-15", makes_fifteen) > 0
    assert plays_where("cirulla", makes_fifteen)


def test_knocks_are_made_and_one_is_forgotten() -> None:
    """Cirulla and Sbarazzino have low and triple knocks, Cirulla with the matta and the dealer's opening table."""
    from analysis.review import review

    for name in ("cirulla", "sbarazzino"):
        made = [each for _, replay in deals(name) for each in replay.declarations.values()]
        assert {each.what for each in made} == {"low", "triple"}
        assert any(each.matta for each in made) == (name == "cirulla")
        flags = [flag.code for _, replay in deals(name) for each in review(replay) for flag in each.flags]
        assert "knock_forgotten" in flags
    assert any(record.table and not replay.positions[0].table for record, replay in deals("cirulla"))
    assert points_of("cirulla", "run")
    assert max(points_of("cirulla", "combos")) >= 5


def test_the_lowest_total_wins_ciapa_no() -> None:
    """The match ends when somebody reaches 21, who has lost."""
    record, replay = deals("ciapa-no")[-1]
    assert record.score is not None
    total = [before + side.total for before, side in zip(record.score, replay.score(), strict=True)]
    state = match_after(record.rules, record.score, [side.total for side in replay.score()], None)
    assert max(total) >= 21
    assert state.winner == total.index(min(total))


def test_the_page_of_the_samples_names_every_file(project: Path) -> None:
    """Each file has its row, with as many deals as the row says."""
    page = (project / "sample_games" / "README.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)\.jsonl` \| \w+ \| (\d+) \|", page, re.MULTILINE))
    assert rows == {path.stem: str(len(readings(path.stem))) for path in FOLDER.glob("*.jsonl")}
