"""Where each number stands in the two vectors that the kernels work on, and the codes of the options.

``setup``: the rules for one number of players (int64).
``state``: a deal in progress (int64, ``STATE_SIZE`` entries). Points are counted in halves, so that they stay exact.
"""

# setup
DECK = 0  # 40 or 52 cards
SEATS = 1
SIDES = 2  # seat % sides is the seat's side
HAND = 3  # cards a seat in the first packet
REDEAL = 4  # cards a seat in later packets, 0: none
PLAYS = 5  # plays in the whole deal
VALUE_CAPTURE = 6
FIFTEEN_CAPTURE = 7
ACE_RULE = 8
ACE_SWEEP_SCOPA = 9
COMPULSORY = 10
LAST_PLAY_SCOPA = 11
MATTA = 12  # the wild card, -1: none
KNOCK_LIMIT = 13  # -1: no knocks
KNOCK_DISTINCT = 14
KNOCK_PAIR = 15
KNOCK_TRIPLE = 16
KNOCK_OPEN = 17
PLAY_BONUSES = 18  # bits PICCA, SIMILE, QUADRIGLIA
MAJORITY = 19
SUIT = 20  # mask of the majority suit
PRIMIERA = 21
RUN_SUIT = 22  # suit of the run, -1: no run counts
RUN_MIN = 23
RUN_CAP = 24
FULL_SUIT = 25  # mask of the suit that wins at once, 0: none
LOW = 26  # 1: the lowest total wins
REDEAL_IF = 27  # rank that throws the deal in, -1: none
REDEAL_IF_COUNT = 28
MOST_CAPTURES = 29  # of one card on any table these rules can bring about
PLAIN = 30  # 1: forty cards, compulsory captures by value alone, nothing declared and no bonus in play
COMBO_COUNT = 31
TABLE_BONUS_COUNT = 32
COMBOS = 33  # pairs: mask of the cards, halves of a point; then the table bonuses, triples: kind, sum, points

# values of the options, in the order of `engine.rules`
VALUE_OFF, VALUE_FREE, VALUE_EQUAL_FIRST, VALUE_FEWEST = range(4)
FIFTEEN_OFF, FIFTEEN_FREE, FIFTEEN_FEWEST = range(3)
ACE_OFF, ACE_ALWAYS, ACE_UNLESS_ACE, ACE_OPTIONAL = range(4)
SWEEP_NEVER, SWEEP_LONE_ACE, SWEEP_ALWAYS = range(3)
MAJORITY_MOST, MAJORITY_ABSOLUTE = range(2)
PRIMIERA_OFF, PRIMIERA_VOID, PRIMIERA_BELOW, PRIMIERA_PARTIAL = range(4)
SUM_EQUAL, SUM_AT_MOST = range(2)
PICCA, SIMILE, QUADRIGLIA = 1, 2, 4

# state
TABLE = 0
PLY = 1
FIRST = 2  # the seat of ply 0
LAST_CAPTURER = 3  # a side, -1: nobody yet
ROUND = 4  # packets dealt so far, less one
LAST_LAID = 5  # the card that the play just before left on the table, -1: none, or cards were dealt since
MATTA_VALUE = 6  # the number declared for the matta until it is captured, 0: its own
DECLARED = 7  # mask of the seats that declared in this packet
SHOWN = 8  # mask of the cards in hands that a knock laid open
HANDS = 9
PILES = 13  # by side
SCOPE = 17  # by side
EVENTS = 21  # by side: points for knocks, table bonus, picca, simile, quadriglia
STATE_SIZE = 25

# categories of points: columns of a score
CATEGORIES = ("scope", "carte", "suit", "primiera", "combos", "run", "events", "full_suit")
C_SCOPE, C_CARTE, C_SUIT, C_PRIMIERA, C_COMBOS, C_RUN, C_EVENTS, C_FULL_SUIT = range(8)

MAX_PLAYERS = 4
LARGEST_HAND = 10
KNOCKING_HAND = 3
"""Cards of a hand that may knock."""

CAPTURES_BY_VALUE = 128
"""Captures of one card: at most 56 on any table that compulsory captures by value can leave (rules.md, section 6)."""
CAPTURES_OF_ALL = 10_640
"""Captures of one card on any table at all: an ace has four aces and 10,596 sets of numeric cards that sum to 14."""
