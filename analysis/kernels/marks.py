"""The principles by number, and how a play is marked."""

from typing import Any

from engine.kernels.jit import kernel

KEEPS, BREAKS = 1, 2

# The rows of the matrix, in the order of `analysis.principles.PRINCIPLES`.
SCOPA_OFFERED = 0
CARD_GIVEN_UP = 1
BAD_SPARIGLIO = 2
MISSED_SCOPA = 3
MULINELLO = 4
MULINELLO_ESCAPE = 5
ANCHOR = 6
THREE_KINGS_GONE = 7
OPENING = 8
LAY_A_DOUBLE = 9
ANSWER_THE_PARTNER = 10
PARTNERS_DOUBLE = 11
CALL_THE_SEVEN = 12
TAKE_THE_SEVEN = 13
LEAVE_THE_SEVEN = 14
TAKE_THEIR_SEVEN = 15
PARTNERS_SEVEN = 16
COINS_FIRST = 17
PRIMIERA_FIRST = 18
CATEGORY_DECIDED = 19
BEST_SPARIGLIO = 20
LAST_TWO = 21
LAST_CAPTURE = 22
DEALER_UNPAIRS_SEVENS = 23
NEVER_LAY_A_SEVEN = 24
HIGHEST_MULTIPLICITY = 25
LEAST_RISK = 26
NOT_TAKEN_BEFORE = 27
PRINCIPLE_COUNT = 28

MOST_COMPARED = 256  # with more plays than this, which no table of a real game has, captures are not compared by pairs


@kernel
def settle(row: Any, count: int) -> bool:
    """Whether a principle applies; if not, its ``row`` becomes 0 for all ``count`` plays."""
    kept = broken = False
    for i in range(count):
        kept = kept or row[i] == KEEPS
        broken = broken or row[i] == BREAKS
    if kept and broken:
        return True
    row[:count] = 0
    return False
