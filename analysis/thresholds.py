"""Every threshold and fitted constant of the judgement, with its source."""

FLAG_MARGIN = 0.05
"""How much higher the chance of a scopa, or of losing a paid card, must be than after the better play
(docs/numbers.md, "Flags"). Captures are of like value if these chances differ by no more."""

COIN_VALUE = 10
SEVEN_VALUE = 8
PAID_CARD_VALUE = 100
"""What Greedy adds to a card's primiera value for a card of the majority suit, a seven and a card that the rules pay
(docs/numbers.md, "Reference players", after Di Palma and Lanzi 2018)."""

PLAYOUT_EPSILON = 0.3
"""How often the players of a playout play at random instead of as Greedy: the flat Monte Carlo baseline of the project,
whose strength against Greedy was measured with it."""
