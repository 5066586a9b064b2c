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

TRUST = 0.5
"""How far the hands of the others are judged by their plays: the power of the plays' chances (docs/strength.md)."""

DRAWN_PER_WORLD = 6
"""How many ways the cards may lie are drawn for each that is kept."""

VALUE_ERROR = 1.056
"""How much larger the error of a value is than if its worlds were drawn each by itself: 32 at a time come from the same
draws (docs/strength.md, "The judge is judged")."""

ENDING_PLAYS = 500_000
"""Plays that going through all ways a deal may end may take; with more, the judge draws (docs/strength.md)."""

ODDS_DEALS = 4000
"""Random deals, for each dealer's side, from which the chances of winning a match are reckoned."""

DOUBTFUL = 0.2
MISTAKE = 0.5
BLUNDER = 1.0
"""The expected points that a play of each class must surely lose (docs/strength.md, "Classes")."""

SOLVED_PLIES = 12
"""Plays left at which hindsight is solved, with two sides: three cards a hand at a table of four."""

SOLVED_NODES = 20_000
"""Positions that the solver may look at for it: far more than it needs (docs/decisions/0011-solver.md)."""

HINDSIGHT_DEALS = 128
"""Games played out with all hands open, for each play, where hindsight is not solved."""

LUCK_DEALS = 256
"""Games played out with the cards of the deal, to tell its luck."""

LINE_PLIES = 8
"""Plays of a line that shows what a better play leads to: two rounds of a table of four."""

EXPLAINED_DRAWS = 3072
"""Ways the cards may lie from which it is told where a card probably was."""

EXPLAINED_WORLDS = 512
"""Worlds in which the deal is played on to tell what a play lost: with these a chance is known within some 4 %."""

FORGETS_AFTER = 8
"""Plays after which a forgetful player no longer knows what was captured: two rounds of a table of four, about as many
items as people keep in mind without an effort (Miller 1956: seven, give or take two)."""

TELLING = 0.1
"""How far plays must move the chance that somebody holds a card, away from what counting gives, to be called a clue."""

MAIN_SHARE = 0.25
"""The share of a loss, among the categories that lost, from which a category is named, and from which a principle about
it explains the loss."""

ONLY_PLAY = 0.5
"""Points that every other play must surely lose for one to be the only good play: a mistake each."""

SEEN_MARGIN = 0.05
"""How much more often something must happen after one play than after another to be worth telling."""

MORE_CARDS = 1.0
"""Cards, on average, from which a last capture or an ace brings enough more to be told."""

PUZZLE_GAP = 0.4
"""Expected points that a puzzle's second-best play must surely lose: twice the least class."""

PUZZLE_GLANCE = 64
"""Ways the cards may lie at which a position is looked at before it is worth a hard look."""

PUZZLE_MISSED = 0.15
"""How often the kinds of players, by their shares, must miss a puzzle: what everybody finds teaches nothing."""

RETENTION = 0.9
"""How likely a drill is still solved when it is asked again: the default of FSRS."""

NEW_DRILLS_A_DAY = 10
"""Drills never answered that are asked in one day: some ten minutes at the table."""

FAMILY_WISE = 0.05
"""How often, at most, any leak at all is named of a player who has none."""

LEAK_DECISIONS = 30
"""Opportunities below which nothing is said to be a leak."""

LEAK_SHOWN = 8
"""Decisions that must show a habit before it can be a leak: with fewer a mean is not normal."""

GROUP_PLAYERS = 4
"""Other players, each with `LEAK_DECISIONS` opportunities, from which it is told how much players differ."""

DEALS_A_STEP = 100
"""Deals over which a trend is told: some ten evenings."""
