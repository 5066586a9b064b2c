"""A deal that is played on as its table shows it: what the person's seat sees, what it may do, the game beside it."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.playing_on import PlayedOn
from analysis.review import Decision
from engine.cards import card_text, texts_of
from engine.plays import play_text
from engine.positions import events_of, legal_plays, scopa_of
from engine.replay import Replay
from engine.rules import plain_number
from records.notation import Reading
from ui.cardtable.playing import PLAY_ON_WORDS
from ui.position_data import Payload, as_seen_by
from ui.review_data import made_knock, offered_knocks, table_data, template
from ui.verdict_data import result_of
from ui.verdict_sentences import signed
from ui.words import Words


def play_on_data(played: PlayedOn, reading: Reading, w: Words, names: Sequence[str], game: str) -> Payload:
    """The deal so far for `ui.cardtable.playing.play_on_table`; the other seats' cards are not in it.

    ``reading``: the record that it comes from; ``names``: by seat; ``game``: tells one start from another.
    """
    record, replay = reading.record, played.replay
    if record is None:
        raise ValueError("a line that was set aside has no positions")
    made = [
        Decision(at, position.turn, chosen, replay.declarations.get(at), None, ())
        for at, (position, chosen) in enumerate(zip(replay.positions, replay.plays, strict=False))
    ]
    so_far = replace(record, plays=replay.plays, scope=replay.scope, points=None, ended=None, notes={})
    shown = Reading(reading.text, None, None, so_far, replay, ())
    data = table_data(shown, made, w, seat=played.seat, ply=len(replay.plays), players=names)
    data["positions"] = as_seen_by(played.seat, data["positions"])
    return data | {
        "words": {key: template(w, key) for key in PLAY_ON_WORDS},
        "ended": None,
        "onward": _onward(played, game) | {"result": _result(played, data["side_names"], w)},
    }


def token_of(played: PlayedOn) -> str:
    """What tells the position from those before and after it: how many plays were made, whether a knock was."""
    return f"{len(played.plays)}{'' if played.knocked is None else '+'}"


def _onward(played: PlayedOn, game: str) -> Payload:
    """What the person may do now, and what was played in the game so far."""
    position, ply = played.position, len(played.plays)
    deck = played.game.deal.rules.deck
    legal = legal_plays(position) if played.own_turn else ()
    knocks = offered_knocks(played.replay, ply) if played.own_turn and played.knocked is None else []
    return {
        "game": game,
        "token": token_of(played),
        "start": played.start,
        "legal": [play_text(each, scopa_of(position, each), deck) for each in legal],
        "knocks": knocks,
        "knocked": made_knock(played.replay, ply) if played.own_turn else None,
        "can_undo": played.knocked is not None or played.last_own is not None,
        "real": [_real(played.game, at) for at in range(played.start, min(ply, len(played.game.plays)))],
    }


def _real(game: Replay, ply: int) -> Payload:
    position, chosen, deck = game.positions[ply], game.plays[ply], game.deal.rules.deck
    return {
        "card": card_text(chosen.card, deck),
        "taken": texts_of(chosen.taken, deck),
        "scopa": game.scope[ply],
        "events": list(events_of(position, chosen)),
        "matta": position.matta_value,
        "declaration": made_knock(game, ply),
        "text": game.text(ply),
    }


def _result(played: PlayedOn, sides: Sequence[str], w: Words) -> Payload | None:
    """The points of the deal here and in the game, when it is over here."""
    if not played.replay.finished:
        return None
    own = played.position.side(played.seat)
    here, real = result_of(played.replay, own), result_of(played.game, own)
    totals = [
        [plain_number(side.total) for side in deal.score()] if deal.finished else None
        for deal in (played.replay, played.game)
    ]
    if here is None or real is None:
        outcome, lead = "alone", w("play_on.lead.alone", here=signed(w, here or 0.0))
    else:
        outcome = "better" if here > real else "worse" if here < real else "same"
        lead = w("play_on.lead", here=signed(w, here), real=signed(w, real))
    return {
        "outcome": outcome,
        "headline": w(f"play_on.result.{outcome}"),
        "lead": lead,
        "sides": list(sides),
        "here": totals[0],
        "real": totals[1],
    }
