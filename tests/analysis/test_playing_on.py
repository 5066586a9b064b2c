from pathlib import Path
from typing import Any

import pytest

import analysis.playing_on
from analysis.knowledge import SeatView, view_at
from analysis.playing_on import PlayedOn, PlayingOnError, play_on, reply, taken_back, with_knock, with_play
from engine.deals import generator, random_deal
from engine.errors import PlayError
from engine.plays import Play
from engine.positions import legal_declarations, legal_plays
from engine.replay import Replay, replay
from engine.rules import presets
from records.notation import read_lines
from tests.conftest import PROJECT

SAMPLES = sorted((PROJECT / "sample_games").glob("*.jsonl"))


def deals(path: Path) -> list[Replay]:
    """The deals of a file, replayed."""
    return [each.replay for each in read_lines(path.read_text("utf-8").splitlines()) if each.replay is not None]


def played_out(played: PlayedOn, last: bool = False) -> PlayedOn:
    """The deal to its end, the person taking its first or its ``last`` legal play each time, and every knock."""
    while not played.position.over:
        offered = legal_declarations(played.position)
        if offered and played.knocked is None:
            played = with_knock(played, offered[-1 if last else 0])
        played = with_play(played, legal_plays(played.position)[-1 if last else 0])
    return played


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_game_can_be_played_on_to_its_end(path: Path) -> None:
    """With the cards and by the rules of the record: all packets, knocks and sides; the start is the game's."""
    for game in deals(path)[:2]:
        if not game.finished:
            continue
        seats = game.deal.players
        for ply, seat in ((0, 0), (len(game.plays) // 2, 1), (len(game.plays) - 1, seats - 1)):
            played = played_out(play_on(game, ply, seat), last=bool(ply))
            assert played.replay.finished and played.replay.failure is None
            assert played.replay.deal == game.deal and played.plays[:ply] == game.plays[:ply]
            assert len(played.plays) == len(game.plays)
            held = {(at % seats, play.card) for at, play in enumerate(played.plays)}
            assert held == {(at % seats, play.card) for at, play in enumerate(game.plays)}


@pytest.mark.parametrize("name", presets())
def test_every_preset_is_played_on_by_any_number_of_players(name: str) -> None:
    """From the first card of a deal at random, also with three sides."""
    rules = presets()[name]
    for players in rules.players:
        dealt = replay(random_deal(rules, players, 0, generator(players)), [])
        played = played_out(play_on(dealt, 0, players - 1))
        assert played.replay.finished and played.replay.failure is None


def test_the_others_see_only_their_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an engine seat is asked with is what its seat sees in the deal so far, and its reply is the one made."""
    (game, *_) = deals(PROJECT / "sample_games" / "scopone.jsonl")
    asked: list[tuple[SeatView, Play]] = []

    def noted(view: SeatView) -> Play:
        asked.append((view, reply(view)))
        return asked[-1][1]

    monkeypatch.setattr(analysis.playing_on, "reply", noted)
    played = play_on(game, 5, 1)
    played = with_play(played, legal_plays(played.position)[0])
    assert [view.ply for view, _ in asked] == [ply for ply in range(5, len(played.plays)) if played.turn_of(ply) != 1]
    for view, made in asked:
        assert type(view) is SeatView and view == view_at(played.replay, view.ply)
        assert played.plays[view.ply] == made


def test_a_play_is_taken_back_with_what_followed_and_the_same_again_brings_the_same() -> None:
    """Taking back leads to where the person was to play; nothing before the start is ever taken back."""
    (game, *_) = deals(PROJECT / "sample_games" / "scopa.jsonl")
    begun = play_on(game, 6, 0)
    assert taken_back(begun) == begun
    first = with_play(begun, legal_plays(begun.position)[0])
    second = with_play(first, legal_plays(first.position)[-1])
    assert taken_back(second) == first and taken_back(first) == begun
    assert with_play(begun, legal_plays(begun.position)[0]) == first
    assert second.last_own == first.replay.positions[-1].ply


def test_a_knock_is_made_before_a_card_and_can_be_taken_back() -> None:
    """The person is asked again in Cirulla where the game had a knock; made, it scores, and it goes before the play."""
    found: list[tuple[Replay, int]] = [
        (game, ply) for game in deals(PROJECT / "sample_games" / "cirulla.jsonl") for ply in sorted(game.declarations)
    ]
    game, ply = found[0]
    begun = play_on(game, ply, game.positions[ply].turn)
    offered = legal_declarations(begun.position)
    assert game.declarations[ply] in offered and begun.knocked is None
    knocked = with_knock(begun, game.declarations[ply])
    assert knocked.position == game.positions[ply] and knocked.own_turn
    assert taken_back(knocked) == begun
    after = with_play(knocked, legal_plays(knocked.position)[0])
    assert after.declarations[ply] == game.declarations[ply] and after.replay.positions[ply] == game.positions[ply]
    assert taken_back(after) == begun


def test_what_the_record_does_not_tell_cannot_be_played() -> None:
    """An unfinished deal without its hands is refused with the seat; so is the end of a deal."""
    unfinished = [game for path in SAMPLES for game in deals(path) if not game.finished]
    (game, *_) = deals(PROJECT / "sample_games" / "scopa.jsonl")
    with pytest.raises(PlayingOnError) as over:
        play_on(game, len(game.plays), 0)
    assert over.value.code == "playing.over"
    assert unfinished
    with pytest.raises(PlayingOnError) as unknown:
        play_on(unfinished[0], len(unfinished[0].plays), 0)
    assert (unknown.value.code, unknown.value.params["seat"] in range(2)) == ("playing.unknown", True)


def test_only_what_the_rules_allow_is_played() -> None:
    """A card that is not held, and any play out of turn, is refused."""
    (game, *_) = deals(PROJECT / "sample_games" / "scopa.jsonl")
    begun = play_on(game, 0, 0)
    other: Any = next(card for card in range(40) if not begun.position.hands[0] >> card & 1)
    with pytest.raises(PlayError):
        with_play(begun, Play(other, 0))
    over = played_out(begun)
    with pytest.raises(ValueError, match="turn"):
        with_play(over, game.plays[0])
