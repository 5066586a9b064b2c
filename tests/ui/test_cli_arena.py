import json
import re

import pytest

from analysis.games import PLAYERS
from engine.rules import presets
from tests.ui.commands import run
from ui.words import LANGUAGES, words


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Italian."""
    monkeypatch.setenv("SETTEBELLO_LANG", "it")


ARENA = ("arena", "--first", "Greedy", "--second", "random", "--deals", "12", "--seed", "5")


def test_arena_json_adds_up(capsys) -> None:
    """Wins, ties and losses are twice the deals, and the sum of both seatings; the same seed gives the same counts."""
    code, out, _ = run(capsys, *ARENA, "--json")
    result = json.loads(out)
    assert code == 0
    assert result["wins"] + result["ties"] + result["losses"] == 2 * result["deals"] == 24
    for count in ("wins", "ties", "losses"):
        assert result[count] == result["as_dealer_side"][count] + result["as_hand_side"][count]
    sides = (result["as_dealer_side"], result["as_hand_side"])
    assert result["mean"] == pytest.approx(sum(side["mean"] for side in sides) / 2)
    assert sides[0]["mean"] != sides[1]["mean"]
    again = json.loads(run(capsys, *ARENA, "--json")[1])
    assert {**again, "seconds_per_decision": 0} == {**result, "seconds_per_decision": 0}
    promised = "first second rules deals seed wins ties losses mean mean_se as_dealer_side as_hand_side"
    assert set(result) >= {*promised.split(), "seconds_per_decision"}


def test_arena_of_one_deal_has_no_error_bar(capsys) -> None:
    """One pair of seatings has no standard error: null for a program, none for a person."""
    one = [*ARENA[:6], "1", *ARENA[7:]]
    result = json.loads(run(capsys, *one, "--json")[1])
    assert result["mean_se"] is result["as_hand_side"]["mean_se"] is None
    assert "±" not in run(capsys, *one)[1]


@pytest.mark.parametrize("preset", presets())
def test_arena_plays_every_preset(capsys, tmp_path, preset) -> None:
    """Whatever the rules, the arena plays with the most players they allow, and its records have no fault."""
    path = tmp_path / "arena.jsonl"
    few = [*ARENA[:6], "2", *ARENA[7:]]
    code, out, errors = run(capsys, *few, "--rules", preset, "--record", str(path), "--json")
    assert (code, errors) == (0, "")
    assert json.loads(out)["players"] == max(presets()[preset].players)
    assert run(capsys, "check", str(path))[:2] == (0, "4 smazzate: nessuna con errori, nessuna nota.\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_arena_names_players_that_there_are(language: str) -> None:
    """The numbered players that the help names are players."""
    named = re.findall(r"[a-z]+-\d+", words(language)("command.arena.first"))
    assert named
    assert set(named) <= set(PLAYERS)


def test_arena_says_the_result_in_words(capsys) -> None:
    """The table has a row for each seating and one for both, and the mean with its interval, to as many decimals."""
    code, out, _ = run(capsys, *ARENA, "--rules", '{"preset":"scopa","target":21}', "--players", "2")
    assert code == 0
    assert "Greedy contro Random" in out
    assert "dalla parte del mazziere" in out
    assert len(re.findall(r"[+−]\d+,\d{3} ± \d,\d{3}\n", out)) == 3


def test_arena_records_are_games_that_check(capsys, tmp_path) -> None:
    """Every recorded deal is canonical, its own match, free of remarks, and says that reference players played it."""
    path = tmp_path / "arena.jsonl"
    code, _, _ = run(capsys, *ARENA, "--record", str(path), "--rules", "napoli", "--players", "3")
    lines = path.read_text("utf-8").splitlines()
    assert code == 0
    assert len(lines) == 24
    assert len({json.loads(line)["match"] for line in lines}) == 24
    records = [json.loads(line) for line in lines]
    assert {name for record in records for name in record["players"]} == {"Greedy", "Random"}
    assert all("reference players" in record["source"] and "seed 5" in record["source"] for record in records)
    assert run(capsys, "check", str(path))[:2] == (0, "24 smazzate: nessuna con errori, nessuna nota.\n")
