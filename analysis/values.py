"""What cards and plays are worth to the reference players."""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from analysis.thresholds import COIN_VALUE, FLAG_MARGIN, PAID_CARD_VALUE, SEVEN_VALUE
from engine.cards import SEVEN, cards_of, suit_mask
from engine.deals import Vector
from engine.kernels.score import PRIMIERA_VALUES
from engine.rules import Rules

MAXIMS_WEIGHTS = {
    "scopa": 1.2,
    "value": 0.0038,
    "laid": 0.0,
    "capture": 0.144,
    "risk": 0.8,
    "loss": 0.0,
    "scopa_offered": 0.0,
    "card_given_up": 0.1,
    "bad_spariglio": 0.16,
    "missed_scopa": 0.0,
    "mulinello": 0.195,
    "mulinello_escape": 0.13,
    "anchor": 0.18,
    "three_kings_gone": 0.0,
    "opening": 0.05,
    "lay_a_double": 0.0375,
    "answer_the_partner": 0.1,
    "partners_double": 0.0,
    "call_the_seven": 0.0,
    "take_the_seven": 0.05,
    "leave_the_seven": 0.08,
    "take_their_seven": 0.1,
    "partners_seven": 0.05,
    "coins": 0.078,
    "primiera": 0.0,
    "category_decided": 0.0,
    "best_spariglio": 0.0,
    "last_two": 0.15,
    "last_capture": 0.0,
    "dealer_unpairs_sevens": 0.08,
    "never_lay_a_seven": 0.048,
    "highest_multiplicity": 0.0,
    "least_risk": 0.0,
    "not_taken_before": 0.08,
}
"""What the player Maxims weighs plays by, in points: what every play brings and risks, then what it gains by keeping
each principle and loses by breaking it; fitted by ``bench.fit_maxims`` against Greedy."""


OTHER_VALUES = (4, 14, 30)
"""What a Greedy that slips adds for a card of the majority suit, a seven and a paid card."""


@lru_cache(maxsize=256)
def card_values(rules: Rules, other: bool = False) -> Vector:
    """By card, its value to Greedy: primiera, coins, sevens and the cards that the rules pay; not to be changed.

    ``other``: the value to a Greedy that slips.
    """
    coin, seven, paid = OTHER_VALUES if other else (COIN_VALUE, SEVEN_VALUE, PAID_CARD_VALUE)
    values = np.array([PRIMIERA_VALUES[min(card // 4, 9)] for card in range(rules.deck)], dtype=np.int64)
    values[SEVEN * 4 : SEVEN * 4 + 4] += seven
    for card in cards_of(suit_mask(rules.majority_suit, rules.deck)):
        values[card] += coin
    for combo in rules.combos:
        if combo.cards.bit_count() == 1 and combo.points > 0:
            values[cards_of(combo.cards)[0]] += paid
    values.setflags(write=False)
    return values


@cache
def maxims_weights() -> NDArray[np.float64]:
    """What the player Maxims weighs plays by, as `analysis.kernels.maxims` reads it; not to be changed."""
    weights = np.array([FLAG_MARGIN, *MAXIMS_WEIGHTS.values()])
    weights.setflags(write=False)
    return weights
