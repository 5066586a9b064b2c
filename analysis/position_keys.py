"""The key of a position: the same for positions that differ only by suits that no option of the rules names."""

import json
from functools import lru_cache
from hashlib import blake2b
from itertools import permutations

from analysis.knowledge import SeatView
from engine.cards import RANKS, SUITS, card_text, cards_of, parse_card
from engine.rules import Rules, options_of, rules_from

DIGEST_SIZE = 12
"""Bytes of a key: among a million positions two different ones get the same with a chance of 1 in 10 to the 17."""

Order = tuple[int, ...]
"""By suit, the suit that takes its place."""


def renamed(mask: int, order: Order) -> int:
    """The cards of ``mask`` with the suits in another order."""
    found = 0
    for card in cards_of(mask):
        found |= 1 << (card - card % 4 + order[card % 4])
    return found


def renamed_rules(rules: Rules, order: Order) -> Rules:
    """``rules`` with the suits that they name in another order."""
    options = options_of(rules)

    def text(card: str) -> str:
        number = parse_card(card, rules.deck)
        return card_text(number - number % 4 + order[number % 4], rules.deck)

    def suit(name: str) -> str:
        return SUITS[order[SUITS.index(name)]]

    options["majority_suit"] = suit(options["majority_suit"])
    options["combos"] = [[[text(card) for card in cards], points] for cards, points in options["combos"]]
    if options["matta"]:
        options["matta"] = text(options["matta"])
    if options["full_suit_wins"]:
        options["full_suit_wins"] = suit(options["full_suit_wins"])
    if options["run"]:
        options["run"] = options["run"] | {"suit": suit(options["run"]["suit"])}
    return rules_from(options)


@lru_cache(maxsize=256)
def renamings(rules: Rules) -> tuple[Order, ...]:
    """The orders of the suits that leave ``rules`` as they are, the one that changes nothing first."""
    meant = _meaning(rules)
    return tuple(order for order in permutations(range(len(SUITS))) if _meaning(renamed_rules(rules, order)) == meant)


def _meaning(rules: Rules) -> tuple[object, ...]:
    """What the rules say of suits; the order in which they name sets of cards says nothing."""
    combos = sorted((combo.cards, combo.points) for combo in rules.combos)
    return (combos, rules.majority_suit, rules.matta, rules.full_suit_wins, rules.run)


def position_key(view: SeatView) -> str:
    """The key of what ``view`` sees: the same after suits that the rules do not name, or seats, were renamed.

    The rules are in it, the cards of the hand, of the table and of each pile, the scope, who captured last, what a
    knock laid open. The order in which the cards were played, the names and the match's score are not.
    """
    sides = len(view.piles)
    own = view.seat % sides

    def from_own(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[(own + step) % sides] for step in range(sides))

    masks = (view.hand, view.table, *from_own(view.piles), *(view.shown[(view.seat + i) % view.players]
             for i in range(view.players)))  # fmt: skip
    cards = min(tuple(_packed(mask, order) for mask in masks) for order in renamings(view.rules))
    last = None if view.last_capturer is None else (view.last_capturer - own) % sides
    facts = (view.players, view.ply, cards, from_own(view.scope), from_own(view.events), last, view.matta_value)
    text = f"{_written(view.rules)}{facts}"
    return blake2b(text.encode(), digest_size=DIGEST_SIZE).hexdigest()


@lru_cache(maxsize=256)
def _written(rules: Rules) -> str:
    return json.dumps(options_of(rules), sort_keys=True)


@lru_cache(maxsize=64)
def _nibbles(order: Order) -> tuple[int, ...]:
    """By set of suits of one rank, the set after the renaming."""
    return tuple(renamed(suits, order) for suits in range(16))


def _packed(mask: int, order: Order) -> int:
    if not mask:
        return 0
    nibbles = _nibbles(order)
    found = 0
    for rank in range(len(RANKS[52])):
        found |= nibbles[mask >> 4 * rank & 15] << 4 * rank
    return found
