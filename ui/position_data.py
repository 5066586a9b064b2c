"""Positions as the card table shows them: hands, table and piles, with what each side has and what is certain."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from engine.cards import SUITS, card_text, cards_of, mask_of, texts_of
from engine.deals import packet_sizes
from engine.positions import Position, total_on_table
from engine.replay import Replay
from engine.rules import Combo, Rules
from engine.scoring import CATEGORIES, decided, score_of

Payload: TypeAlias = dict[str, Any]
"""Plain JSON for the component."""

UNKNOWN = "??"
"""A card that the record does not tell."""


def positions_payload(replay: Replay) -> Iterator[Payload]:
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
            "shown": texts_of(position.shown & _held(position), rules.deck),
            "matta": position.matta_value,
            "piles": _piles(position, piles),
        }
        before = position


def as_seen_by(seat: int, positions: Sequence[Payload]) -> list[Payload]:
    """The ``positions`` with the other seats' cards face down, those apart that a knock laid open."""
    return [
        each
        | {
            "hands": [
                hand if other == seat else [code if code in each["shown"] else UNKNOWN for code in hand]
                for other, hand in enumerate(each["hands"])
            ]
        }
        for each in positions
    ]


def _held(position: Position) -> int:
    """The mask of the cards known to be in hands."""
    held = 0
    for hand in position.hands:
        held |= hand
    return held


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
    paid = paid_alone(rules)
    sure = decided(position)
    return [
        {
            "cards": [card_text(card, rules.deck) for card in piles[side]],
            "carte": scored.carte,
            "suit": scored.suit,
            "primiera": scored.primiera,
            "scope": position.scope[side],
            "events": position.events[side],
            "paid": texts_of(position.piles[side] & paid, rules.deck),
            "run": _run(position, side),
            "combos": [_collected(position, side, combo.cards, combo.cards) for combo in paid_sets(rules)],
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
    return _collected(position, side, mask_of(cards), mask_of(cards[: rules.run.min]))


def _collected(position: Position, side: int, wanted: int, needed: int) -> Payload:
    """Which of the ``wanted`` cards ``side`` has; alive: as long as no other side has one of those ``needed``."""
    lost = any(pile & needed for other, pile in enumerate(position.piles) if other != side)
    return {"cards": texts_of(position.piles[side] & wanted, position.rules.deck), "alive": not lost}


def paid_alone(rules: Rules) -> int:
    """The mask of the cards each of which pays by itself."""
    alone = [combo.cards for combo in rules.combos if combo.points > 0 and combo.cards.bit_count() == 1]
    return mask_of(card for mask in alone for card in cards_of(mask))


def paid_sets(rules: Rules) -> list[Combo]:
    """What pays whoever has several cards together."""
    return [combo for combo in rules.combos if combo.points > 0 and combo.cards.bit_count() > 1]
