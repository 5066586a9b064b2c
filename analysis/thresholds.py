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

TRUST = 0.85
"""How far the hands of the others are judged by their plays: the power of the plays' chances (docs/strength.md)."""

DRAWN_PER_WORLD = 6
"""How many ways the cards may lie are drawn for each that is kept."""

ODDS_DEALS = 4000
"""Random deals, for each dealer's side, from which the chances of winning a match are reckoned."""

DOUBTFUL = 0.2
MISTAKE = 0.5
BLUNDER = 1.0
"""The expected points that a play of each class must surely lose (docs/strength.md, "Classes")."""

HINDSIGHT_DEALS = 128
"""Games played out with all hands open, for each play, where a position is too deep to be solved."""

LUCK_DEALS = 256
"""Games played out with the cards of the deal, to tell its luck."""

LINE_PLIES = 8
"""Plays of a line that shows what a better play leads to: two rounds of a table of four."""
