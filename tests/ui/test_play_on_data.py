import json

import pytest

from analysis.playing_on import PlayedOn, play_on, taken_back, with_knock, with_play
from engine.positions import legal_declarations, legal_plays
from records.notation import Reading, read_lines
from tests.conftest import PROJECT
from ui.play_on_data import play_on_data, token_of
from ui.position_data import UNKNOWN
from ui.words import LANGUAGES, words


def reading_of(name: str, deal: int = 0) -> Reading:
    """A deal of a sample file."""
    return list(read_lines((PROJECT / "sample_games" / f"{name}.jsonl").read_text("utf-8").splitlines()))[deal]


def begun(reading: Reading, ply: int, seat: int) -> PlayedOn:
    """That deal, played on."""
    assert reading.replay is not None
    return play_on(reading.replay, ply, seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["scopone", "scopa", "cirulla", "ciapa-no"])
def test_the_person_sees_its_own_seat_and_the_game_no_further_than_here(name: str, language: str) -> None:
    """Until the end nobody else's cards are in the data but those laid open, and none of what the game had later."""
    reading = reading_of(name)
    w = words(language)
    record = reading.record
    assert record is not None
    played = begun(reading, 14, 1)
    while True:
        data = play_on_data(played, reading, w, record.players, "1")
        json.dumps(data)
        for position in data["positions"]:
            others = [hand for seat, hand in enumerate(position["hands"]) if seat != 1]
            assert all(code == UNKNOWN or code in position["shown"] for hand in others for code in hand)
        onward = data["onward"]
        assert len(data["plays"]) == data["ply"] == len(played.plays)
        assert [each["text"] for each in onward["real"]] == [
            played.game.text(ply) for ply in range(14, min(len(played.plays), len(played.game.plays)))
        ]
        assert len(onward["legal"]) == len(legal_plays(played.position))
        if played.position.over:
            break
        assert (data["points"], data["leftovers"], onward["result"]) == (None, None, None)
        played = with_play(played, legal_plays(played.position)[0])
    assert (
        [side["total"] for side in data["points"]]
        == onward["result"]["here"]
        == [float(side.total) for side in played.replay.score()]
    )
    assert onward["result"]["real"] == [float(side.total) for side in played.game.score()]


@pytest.mark.parametrize("name", ["scopone", "ciapa-no"])
def test_what_the_game_did_again_gives_the_same_result(name: str) -> None:
    """The last play made as it was made in the game: the same points on both sides, and it is said so."""
    reading = reading_of(name)
    record, game = reading.record, reading.replay
    assert record is not None and game is not None
    last = len(game.plays) - 1
    played = with_play(begun(reading, last, game.positions[last].turn), game.plays[last])
    result = play_on_data(played, reading, words("it"), record.players, "1")["onward"]["result"]
    assert result["here"] == result["real"] and result["headline"] == words("it")("play_on.result.same")
    side = played.position.side(played.seat)
    totals = [-total if game.deal.rules.objective == "low" else total for total in result["here"]]
    lead = totals[side] - max(total for other, total in enumerate(totals) if other != side)
    assert f"{'+' if lead > 0 else '−' if lead < 0 else ''}{words('it').number(abs(lead))}" in result["lead"]


def test_a_knock_is_offered_then_told_and_every_position_has_a_token_of_its_own() -> None:
    """A knock that may be made is offered with its points; made, it is told and no longer offered."""
    for deal in range(6):
        reading = reading_of("cirulla", deal)
        game, record = reading.replay, reading.record
        assert game is not None and record is not None
        if game.declarations:
            break
    ply, made = min(game.declarations.items())
    played = begun(reading, ply, game.positions[ply].turn)
    offered = play_on_data(played, reading, words("it"), record.players, "1")["onward"]
    assert len(offered["knocks"]) == len(legal_declarations(played.position)) and offered["knocked"] is None
    knocked = with_knock(played, made)
    told = play_on_data(knocked, reading, words("it"), record.players, "1")["onward"]
    assert told["knocks"] == [] and told["knocked"] in offered["knocks"] and told["can_undo"]
    after = with_play(knocked, legal_plays(knocked.position)[0])
    assert len({token_of(each) for each in (played, knocked, after)}) == 3
    assert token_of(taken_back(after)) == token_of(played)
