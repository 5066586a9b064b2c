"""One deal as the card table shows it: positions, plays, flags and points, computed by the engine, said in words."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from analysis.flags import better_text
from analysis.review import Decision
from engine.cards import SUITS, card_text, cards_of, mask_of, texts_of
from engine.deals import packet_sizes
from engine.plays import Play, play_text
from engine.positions import Position, scopa_of, total_on_table
from engine.replay import Replay
from engine.rules import plain_number
from engine.scoring import CATEGORIES, decided, score_of
from records.notation import Reading
from records.record import DealRecord
from ui.cardtable import WORDS
from ui.sentences import flag_name, flag_sentence
from ui.titles import side_names
from ui.words import Words

UNKNOWN = "??"
"""A card that the record does not tell."""

Payload: TypeAlias = dict[str, Any]
"""Plain JSON for the component."""


def table_data(
    reading: Reading,
    decisions: Sequence[Decision],
    w: Words,
    seat: int = 0,
    ply: int = 0,
    players: Sequence[str] | None = None,
) -> Payload:
    """The whole deal for `ui.cardtable.card_table`, opened at ``ply`` with ``seat`` at the bottom.

    ``players`` are the names to show by seat, if they are not the record's. A seat or a ply that the deal does not
    have gives the nearest.

    :raises ValueError: the reading has a fault, so that there is no deal to show.
    """
    record, replay = reading.record, reading.replay
    if record is None or replay is None:
        raise ValueError("a line that was set aside has no positions")
    names = tuple(players or record.players)
    count = len(names)
    positions = list(_positions(replay))
    return {
        "lang": w.language,
        "words": {key: _template(w, key) for key in WORDS},
        "match": record.match,
        "deal": record.deal,
        "players": list(names),
        "sides": [chair % record.side_count for chair in range(count)],
        "side_names": side_names(names, w),
        "dealer": record.dealer,
        "seat": min(max(seat, 0), count - 1),
        "ply": min(max(ply, 0), len(positions) - 1),
        "suit": record.rules.majority_suit,
        "score": None if record.score is None else [plain_number(points) for points in record.score],
        "positions": positions,
        "plays": [_play(replay, record, decision, w) for decision in decisions],
        "leftovers": _leftovers(replay),
        "points": points_by_side(replay) if replay.finished else None,
        "ended": None if replay.finished else ended_sentence(record, names, decisions, w),
    }


def _template(w: Words, key: str) -> str:
    """A message as the scripts fill it in; of a plural, the singular."""
    message = w.messages[key]
    return message if isinstance(message, str) else message[0]


def points_by_side(replay: Replay) -> list[dict[str, int | float]]:
    """By side, the points of a finished deal by category, and their ``total``."""
    return [
        {category: plain_number(scored.of(category)) for category in CATEGORIES} | {"total": plain_number(scored.total)}
        for scored in replay.score()
    ]


def ended_sentence(record: DealRecord, players: Sequence[str], decisions: Sequence[Decision], w: Words) -> str:
    """Why an unfinished deal stopped, and what is therefore not judged."""
    ended = record.ended or {}
    how, seat = ended.get("how"), ended.get("seat")
    if how is None:
        why = w("ended.unsaid", n=len(record.plays))
    elif seat is None:
        why = w(f"ended.{how}")
    else:
        why = w(f"ended.{how}_by", player=players[seat])
    unjudged = sum(decision.legal is None for decision in decisions)
    if not unjudged:
        return why
    return f"{why} {w('ended.unjudged' if unjudged < len(decisions) else 'ended.none_judged', n=unjudged)}"


def _positions(replay: Replay) -> Iterator[Payload]:
    """Every position; cards on the table in the order in which they came, those in piles as they were captured."""
    rules = replay.deal.rules
    table = list(replay.deal.table)
    piles: list[list[int]] = [[] for _ in replay.positions[0].piles]
    before: Position | None = None
    for position in replay.positions:
        table = _in_order(table, position.table)
        piles = [_in_order(pile, mask) for pile, mask in zip(piles, position.piles, strict=True)]
        yield {
            "turn": None if position.over else position.turn,
            "hands": [_hand(position, seat) for seat in range(position.players)],
            "table": [card_text(card, rules.deck) for card in table],
            "total": total_on_table(position),
            "stock": _stock(position),
            "packet": before is not None and position.round > before.round,
            "piles": _piles(position, piles),
        }
        before = position


def _in_order(cards: Sequence[int], mask: int) -> list[int]:
    """The cards of ``mask``: those of ``cards`` in their order, then the new ones."""
    kept = [card for card in cards if mask >> card & 1]
    return kept + list(cards_of(mask & ~mask_of(kept)))


def _hand(position: Position, seat: int) -> list[str]:
    known = texts_of(position.hands[seat], position.rules.deck)
    return known + [UNKNOWN] * position.unknown(seat)


def _stock(position: Position) -> int:
    """The cards not dealt yet."""
    if position.over:
        return 0
    sizes = packet_sizes(position.rules, position.players)
    return sum(sizes[position.round + 1 :]) * position.players


def _piles(position: Position, piles: Sequence[Sequence[int]]) -> list[Payload]:
    rules = position.rules
    paid = mask_of(
        card for combo in rules.combos if combo.points > 0 and combo.cards.bit_count() == 1
        for card in cards_of(combo.cards)
    )  # fmt: skip
    sure = decided(position)
    return [
        {
            "cards": [card_text(card, rules.deck) for card in piles[side]],
            "carte": scored.carte,
            "suit": scored.suit,
            "primiera": scored.primiera,
            "scope": position.scope[side],
            "paid": texts_of(position.piles[side] & paid, rules.deck),
            "run": _run(position, side),
            "sure": [category for category in CATEGORIES if category in sure[side]],
        }
        for side, scored in enumerate(score_of(position))
    ]


def _run(position: Position, side: int) -> Payload | None:
    """Which cards of the run ``side`` has, and whether it can still have the shortest that pays."""
    rules = position.rules
    if rules.run is None:
        return None
    cards = [rank * 4 + SUITS.index(rules.run.suit) for rank in range(rules.run.cap)]
    needed = mask_of(cards[: rules.run.min])
    lost = any(pile & needed for other, pile in enumerate(position.piles) if other != side)
    return {"cards": texts_of(position.piles[side] & mask_of(cards), rules.deck), "alive": not lost}


def _play(replay: Replay, record: DealRecord, decision: Decision, w: Words) -> Payload:
    position, rules = replay.positions[decision.ply], replay.deal.rules
    chosen = decision.play

    def text(play: Play) -> str:
        return play_text(play, scopa_of(position, play), rules.deck)

    return {
        "seat": decision.seat,
        "card": card_text(chosen.card, rules.deck),
        "taken": texts_of(chosen.taken, rules.deck),
        "scopa": replay.scope[decision.ply],
        "text": replay.text(decision.ply),
        "forced": decision.forced,
        "legal": [text(play) for play in decision.legal or ()],
        "judged": decision.legal is not None,
        "flags": [
            {
                "code": flag.code,
                "name": flag_name(w, flag.code),
                "reason": flag_sentence(w, flag.code, flag.facts, better_text(flag.better, position), rules.deck),
                "better": better_text(flag.better, position),
            }
            for flag in decision.flags
        ],
        "note": record.notes.get(decision.ply, ""),
    }


def _leftovers(replay: Replay) -> Payload | None:
    """The cards that the last capturer swept at the end; None: none, or not yet."""
    last = replay.positions[-1]
    side = last.last_capturer
    if not replay.plays or not last.over or side is None:
        return None
    play = replay.plays[-1]
    captured = play.taken | 1 << play.card if play.taken else 0
    swept = last.piles[side] & ~replay.positions[-2].piles[side] & ~captured
    if not swept:
        return None
    return {"side": side, "cards": texts_of(swept, replay.deal.rules.deck)}
