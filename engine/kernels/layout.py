"""Where each number stands in the two vectors that the kernels work on, and the codes of the options.

``setup``: the rules for one number of players (int64, ``COMBOS + 2 * setup[COMBO_COUNT]`` entries).
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
LAST_PLAY_SCOPA = 7
MAJORITY = 8
SUIT = 9  # mask of the majority suit
PRIMIERA = 10
RUN_SUIT = 11  # suit of the run, -1: no run counts
RUN_MIN = 12
RUN_CAP = 13
REDEAL_IF = 14  # rank that throws the deal in, -1: none
REDEAL_IF_COUNT = 15
COMBO_COUNT = 16
COMBOS = 17  # pairs: mask of the cards, halves of a point

# values of VALUE_CAPTURE, MAJORITY and PRIMIERA, in the order of `engine.rules`
VALUE_OFF, VALUE_FREE, VALUE_EQUAL_FIRST, VALUE_FEWEST = range(4)
MAJORITY_MOST, MAJORITY_ABSOLUTE = range(2)
PRIMIERA_OFF, PRIMIERA_VOID, PRIMIERA_BELOW, PRIMIERA_PARTIAL = range(4)

# state
TABLE = 0
PLY = 1
FIRST = 2  # the seat of ply 0
LAST_CAPTURER = 3  # a side, -1: nobody yet
ROUND = 4  # packets dealt so far, less one
HANDS = 5
PILES = 9  # by side
SCOPE = 13  # by side
STATE_SIZE = 17

# categories of points: columns of a score
CATEGORIES = ("scope", "carte", "suit", "primiera", "combos", "run", "events", "full_suit")
C_SCOPE, C_CARTE, C_SUIT, C_PRIMIERA, C_COMBOS, C_RUN, C_EVENTS, C_FULL_SUIT = range(8)

MAX_PLAYERS = 4
MAX_CAPTURES = 128
"""Captures of one card: where captures by value are compulsory, never more than 56 (docs/rules.md, "Bounds")."""
MAX_PLAYS = 640
"""Legal plays of one position: ten cards, 56 captures each, rounded up."""
