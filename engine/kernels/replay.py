"""A list of written plays carried out, up to the first that the rules do not allow."""

from typing import Any

from engine.kernels.bits import popcount
from engine.kernels.captures import captures, may_lay
from engine.kernels.declare import declare, legal_declarations
from engine.kernels.jit import allocating_kernel, kernel
from engine.kernels.layout import (
    DECLARED,
    FIRST,
    HANDS,
    KNOCK_LIMIT,
    KNOCKING_HAND,
    MATTA_VALUE,
    PILES,
    PLAYS,
    PLY,
    SEATS,
    SIDES,
    TABLE,
)
from engine.kernels.play import hand_at, play_card

NOT_WRITTEN = -1  # in `taken`: the record gives the card alone
NOT_DECLARED = -1  # in `declared`

# Why a replay stopped.
OK = 0
AFTER_THE_END = 1
CARD_REPEATED = 2
CARD_NOT_HELD = 3
CAPTURE_AMBIGUOUS = 4
CAPTURE_ILLEGAL = 5
DECLARATION_ILLEGAL = 6


@allocating_kernel
def replay(
    setup: Any,
    packets: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    states: Any,
    scope: Any,
    found: Any,
    failure: Any,
) -> int:
    """How many of the plays ``cards[i]``, ``taken[i]`` could be made, from ``states[0]`` on.

    ``declared[i]`` is the number that the matta stands for in the declaration before play *i* (0: there is none in the
    hand), or `NOT_DECLARED`. ``states[i]`` becomes the state in which play *i* is made, its declaration included,
    ``scope[i]`` whether it was a scopa; a capture that was not written (`NOT_WRITTEN`) is put into ``taken`` where only
    one is possible. ``failure[0]`` says why the next play failed; ``found`` is working space for captures.
    """
    state = states[0].copy()
    for i in range(cards.shape[0]):
        if declared[i] != NOT_DECLARED:
            if state[PLY] >= setup[PLAYS] or not declares(setup, state, declared[i]):
                failure[0] = DECLARATION_ILLEGAL
                return i
            states[i] = state
        failure[0] = refusal(setup, state, cards[i], taken[i : i + 1], found)
        if failure[0] != OK:
            return i
        scope[i] = play_card(setup, state, packets, cards[i], taken[i])
        states[i + 1] = state
    return cards.shape[0]


@kernel
def declares(setup: Any, state: Any, matta: int) -> bool:
    """Make a declaration in ``state`` if the rules allow it; whether they do.

    Of a hand that the record does not tell whole it is believed, and its points stay unknown.
    """
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    if popcount(state[HANDS + seat]) < KNOCKING_HAND == hand_at(setup, state[PLY]):
        if setup[KNOCK_LIMIT] < 0 or state[DECLARED] >> seat & 1:
            return False
        state[DECLARED] |= 1 << seat
        state[MATTA_VALUE] = max(state[MATTA_VALUE], matta)
        return True
    if legal_declarations(setup, state) >> matta & 1 == 0:
        return False
    declare(setup, state, matta)
    return True


@kernel
def refusal(setup: Any, state: Any, card: int, taken: Any, found: Any) -> int:
    """Why ``state`` does not allow the play of ``card``, or `OK`; completes ``taken[0]`` if it was not written.

    A card alone is a lay where the card may stay although it could take.
    """
    if state[PLY] >= setup[PLAYS]:
        return AFTER_THE_END
    bit = 1 << card
    shown = state[TABLE]
    for side in range(setup[SIDES]):
        shown |= state[PILES + side]
    if shown & bit:
        return CARD_REPEATED
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    if not state[HANDS + seat] & bit:
        return CARD_NOT_HELD
    matta = state[MATTA_VALUE]
    count = captures(setup, state[TABLE], card, matta, found)
    lays = may_lay(setup, state[TABLE], card, matta, count)
    if taken[0] == NOT_WRITTEN:
        if lays:
            taken[0] = 0
        elif count > 1:
            return CAPTURE_AMBIGUOUS
        else:
            taken[0] = found[0]
        return OK
    if taken[0] == 0 and lays:
        return OK
    for i in range(count):
        if found[i] == taken[0]:
            return OK
    return CAPTURE_ILLEGAL
