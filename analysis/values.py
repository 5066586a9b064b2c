"""What a card is worth to the reference players."""

from functools import lru_cache

import numpy as np

from analysis.thresholds import COIN_VALUE, PAID_CARD_VALUE, SEVEN_VALUE
from engine.cards import SEVEN, cards_of, suit_mask
from engine.deals import Vector
from engine.kernels.score import PRIMIERA_VALUES
from engine.rules import Rules


@lru_cache(maxsize=256)
def card_values(rules: Rules) -> Vector:
    """By card, its value to Greedy: primiera, coins, sevens and the cards that the rules pay; not to be changed."""
    values = np.array([PRIMIERA_VALUES[min(card // 4, 9)] for card in range(rules.deck)], dtype=np.int64)
    values[SEVEN * 4 : SEVEN * 4 + 4] += SEVEN_VALUE
    for card in cards_of(suit_mask(rules.majority_suit, rules.deck)):
        values[card] += COIN_VALUE
    for combo in rules.combos:
        if combo.cards.bit_count() == 1 and combo.points > 0:
            values[cards_of(combo.cards)[0]] += PAID_CARD_VALUE
    values.setflags(write=False)
    return values
