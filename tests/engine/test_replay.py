"""A record's plays are carried out up to the first that the rules do not allow."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import parse_card, texts_of
from engine.deals import Deal
from engine.plays import parse_play
from engine.replay import Replay, packets_from_plays, replay
from engine.rules import rules_of_record

GAMES = Path(__file__).parents[2] / "sample_games"
REAL = [json.loads(line) for line in (GAMES / "scopetta-2008-12-29.jsonl").read_text(encoding="utf-8").splitlines()]


def replayed(record: dict[str, Any], plays: list[str] | None = None) -> Replay:
    """The replay of a record, perhaps with other plays than its own."""
    rules = rules_of_record(record["rules"])
    own = [parse_play(text) for text in record["plays"]]
    packets = packets_from_plays(rules, len(record["players"]), record["dealer"], [each.card for each in own])
    deal = Deal(rules, record["dealer"], tuple(parse_card(card) for card in record["table"]), packets)
    return replay(deal, [parse_play(text) for text in (record["plays"] if plays is None else plays)])


@pytest.mark.parametrize("record", REAL, ids=lambda record: f"deal {record['deal']}")
def test_real_games(record: dict[str, Any]) -> None:
    """Real deals replay to the end, write the same plays, and score what their server counted, but for its fault."""
    result = replayed(record)
    assert result.failure is None
    assert result.finished
    assert [result.text(ply) for ply in range(len(result.plays))] == record["plays"]
    # In deal 2 that server lost the last card in its count (sample_games/README.md).
    right = [1, 3] if record["deal"] == 2 else record["points"]
    assert [side.total for side in result.score()] == right


def test_bare_cards_are_completed() -> None:
    """A card that must take is read as its capture where there is exactly one, and the scopa sign is added."""
    bare = [text.split("x")[0] for text in REAL[2]["plays"]]
    result = replayed(REAL[2], bare)
    assert result.failure is not None
    assert result.failure.code == "play.ambiguous"
    ply = result.failure.ply
    assert [result.text(each) for each in range(ply)] == REAL[2]["plays"][:ply]
    assert REAL[2]["plays"][ply] in result.failure.expected.split()
    unsigned = [text.rstrip("#") for text in REAL[2]["plays"]]
    assert replayed(REAL[2], unsigned).scope == replayed(REAL[2]).scope


@pytest.mark.parametrize(
    ("ply", "written", "code", "expected", "repair"),
    [
        (2, "4B", None, None, None),
        (2, "4Bx4C#", "play.no_scopa", "4Bx4C", "4Bx4C"),
        (2, "4BxQC", "play.illegal_capture", "4Bx4C", "4Bx4C"),
        (1, "4Cx2S", "play.illegal_capture", "4C", "4C"),
        (2, "KC", "play.not_held", "3B 4B", None),
        (2, "3D", "play.card_repeated", "2D", None),
        (0, "4Dx3D", "play.illegal_capture", "4DxAC+3D", "4DxAC+3D"),
    ],
)
def test_failures(ply: int, written: str, code: str | None, expected: str | None, repair: str | None) -> None:
    """Each kind of wrong play stops the replay there, says what would be right, and the part before it is kept."""
    plays = list(REAL[0]["plays"])
    plays[ply] = written
    result = replayed(REAL[0], plays)
    if code is None:
        assert result.failure is None
        return
    failure = result.failure
    assert failure is not None
    assert (failure.ply, failure.code, failure.found, failure.repair) == (ply, code, written, repair)
    assert expected in failure.expected
    assert len(result.plays) == ply
    assert len(result.positions) == ply + 1


def test_a_play_after_the_end() -> None:
    """Plays beyond the deal's last are refused, the deal itself stays."""
    result = replayed(REAL[0], [*REAL[0]["plays"], "7D"])
    assert result.failure is not None
    assert (result.failure.code, result.failure.ply) == ("play.after_end", 36)
    assert result.finished


def test_hands_follow_from_a_finished_deal() -> None:
    """A finished deal's plays tell every hidden hand, packet by packet."""
    first = replayed(REAL[0]).positions[0]
    plays = REAL[0]["plays"]
    assert set(texts_of(first.hands[1])) == {plays[ply].split("x")[0] for ply in (0, 2, 4)}
    assert set(texts_of(first.hands[0])) == {plays[ply].split("x")[0] for ply in (1, 3, 5)}
