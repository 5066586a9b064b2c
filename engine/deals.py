"""How a deal is laid out: packets, the rules as a vector for the kernels, deals at random."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS, SUITS, suit_mask
from engine.errors import RulesError
from engine.kernels import layout
from engine.kernels.deal import MODULUS, deal, throws_in
from engine.rules import (
    ACE_RULES,
    ACE_SWEEPS,
    FIFTEEN_CAPTURES,
    MAJORITIES,
    OBJECTIVES,
    PLAY_BONUSES,
    PRIMIERAS,
    SUM_SIGNS,
    VALUE_CAPTURES,
    Knock,
    Rules,
    split_condition,
)

Vector: TypeAlias = NDArray[np.int64]

Packets: TypeAlias = tuple[tuple[int, ...], ...]
"""By round, then by seat: the mask of the cards received."""


def packet_sizes(rules: Rules, players: int) -> tuple[int, ...]:
    """The cards a player receives in each packet of a deal, e.g. ``(3, 3, 3, 3, 3, 3)`` for Scopa in two.

    :raises RulesError: ``rules.players`` if so many cannot play.
    """
    if players not in rules.players:
        raise RulesError("rules.players", found=players, expected=", ".join(map(str, rules.players)))
    sizes = [rules.hand]
    stock = (rules.deck - rules.table) // players - rules.hand
    while stock > 0:
        sizes.append(min(rules.redeal, stock))
        stock -= sizes[-1]
    return tuple(sizes)


def round_of(rules: Rules, players: int, ply: int) -> int:
    """Which packet the card of ``ply`` belongs to, from 0."""
    later = ply // players - rules.hand
    return 0 if later < 0 or not rules.redeal else 1 + later // rules.redeal


def is_plain(rules: Rules) -> bool:
    """Whether ``rules`` are of the family for which the kernels are specialised: no deal of it needs the other code."""
    return (
        rules.deck == 40
        and rules.compulsory
        and rules.fifteen_capture == rules.ace_rule == "off"
        and rules.knock is None
        and not rules.table_bonus
        and not rules.play_bonuses
    )


@lru_cache(maxsize=256)
def setup_vector(rules: Rules, players: int) -> Vector:
    """``rules`` for so many players as the kernels read them (`engine.kernels.layout`); not to be changed.

    :raises RulesError: if so many cannot play.
    """
    packet_sizes(rules, players)
    rank, count = rules.redeal_if[0] if rules.redeal_if else ("", 0)
    knock = rules.knock or Knock(limit=-1, distinct=0, pair=0, triple=0)
    any_table = not rules.compulsory or rules.fifteen_capture != "off" or rules.ace_rule == "optional"
    vector = [
        rules.deck,
        players,
        rules.sides(players),
        rules.hand,
        rules.redeal,
        rules.deck - rules.table,
        VALUE_CAPTURES.index(rules.value_capture),
        FIFTEEN_CAPTURES.index(rules.fifteen_capture),
        ACE_RULES.index(rules.ace_rule),
        ACE_SWEEPS.index(rules.ace_sweep_scopa),
        int(rules.compulsory),
        int(rules.last_play_scopa),
        -1 if rules.matta is None else rules.matta,
        knock.limit,
        knock.distinct,
        knock.pair,
        knock.triple,
        int(rules.knock_open),
        sum(1 << PLAY_BONUSES.index(name) for name in rules.play_bonuses),
        MAJORITIES.index(rules.majority),
        suit_mask(rules.majority_suit, rules.deck),
        PRIMIERAS.index(rules.primiera),
        SUITS.index(rules.run.suit) if rules.run else -1,
        rules.run.min if rules.run else 0,
        rules.run.cap if rules.run else 0,
        suit_mask(rules.full_suit_wins, rules.deck) if rules.full_suit_wins else 0,
        OBJECTIVES.index(rules.objective),
        RANKS[rules.deck].index(rank) if rank else -1,
        count,
        layout.CAPTURES_OF_ALL if any_table else layout.CAPTURES_BY_VALUE,
        int(is_plain(rules)),
        len(rules.combos),
        len(rules.table_bonus),
    ]
    for combo in rules.combos:
        vector += [combo.cards, int(combo.points * 2)]
    for condition, points in rules.table_bonus:
        sign, total = split_condition(condition)
        vector += [SUM_SIGNS.index(sign), total, points]
    array = np.array(vector, dtype=np.int64)
    array.setflags(write=False)
    return array


def generator(seed: int) -> Vector:
    """The state of a random number generator for the kernels: the same seed always gives the same deals."""
    # Steele, Lea & Flood's splitmix64 (2014) spreads neighbouring seeds over the whole range.
    mixed = (seed + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = ((mixed ^ (mixed >> shift)) * factor) & 0xFFFFFFFFFFFFFFFF
    mixed ^= mixed >> 31
    return np.array([mixed % (MODULUS - 2) + 1], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one deal before the first play."""

    rules: Rules
    """The rules it is played by."""
    dealer: int
    """The seat of the mazziere; the next seat plays first."""
    table: tuple[int, ...]
    """The cards dealt face up, in order."""
    packets: Packets
    """What each seat receives; cards that nobody has seen are missing."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.packets[0])


def thrown_in(rules: Rules, table: int) -> bool:
    """Whether ``rules`` have a deal with this ``table`` (a mask) dealt again."""
    return bool(throws_in(setup_vector(rules, rules.players[0]), table))


def random_deal(rules: Rules, players: int, dealer: int, random: Vector) -> Deal:
    """A deal at random, dealt again as often as the rules throw it in; ``random`` moves on."""
    setup = setup_vector(rules, players)
    cards = np.arange(rules.deck, dtype=np.int64)
    state = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    packets = np.zeros((len(packet_sizes(rules, players)), players), dtype=np.int64)
    deal(setup, random, (dealer + 1) % players, cards, state, packets)
    table = tuple(int(card) for card in cards[: rules.table])
    return Deal(rules, dealer, table, tuple(tuple(int(mask) for mask in row) for row in packets))
