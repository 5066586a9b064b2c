"""A list of written plays carried out, up to the first that the rules do not allow."""

from typing import Any

from engine.kernels.captures import captures
from engine.kernels.jit import kernel
from engine.kernels.layout import FIRST, HANDS, PILES, PLAYS, PLY, SEATS, SIDES, TABLE
from engine.kernels.play import play_card

NOT_WRITTEN = -1  # in `taken`: the record gives the card alone

# Why a replay stopped.
OK = 0
AFTER_THE_END = 1
CARD_REPEATED = 2
CARD_NOT_HELD = 3
CAPTURE_AMBIGUOUS = 4
CAPTURE_ILLEGAL = 5


@kernel
def replay(setup: Any, packets: Any, cards: Any, taken: Any, states: Any, scope: Any, found: Any, failure: Any) -> int:
    """How many of the plays ``cards[i]``, ``taken[i]`` could be made, from ``states[0]`` on.

    ``states[i]`` becomes the state before play *i*, ``scope[i]`` whether it was a scopa; a capture that was not written
    (`NOT_WRITTEN`) is put into ``taken`` where only one is possible. ``failure[0]`` says why the next play failed;
    ``found`` is working space for captures.
    """
    state = states[0].copy()
    for i in range(cards.shape[0]):
        failure[0] = refusal(setup, state, cards[i], taken[i : i + 1], found)
        if failure[0] != OK:
            return i
        scope[i] = play_card(setup, state, packets, cards[i], taken[i])
        states[i + 1] = state
    return cards.shape[0]


@kernel
def refusal(setup: Any, state: Any, card: int, taken: Any, found: Any) -> int:
    """Why ``state`` does not allow the play of ``card``, or `OK`; completes ``taken[0]`` if it was not written."""
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
    count = captures(setup, state[TABLE], card, found)
    if taken[0] == NOT_WRITTEN:
        if count > 1:
            return CAPTURE_AMBIGUOUS
        taken[0] = found[0] if count == 1 else 0
        return OK
    if count == 0 and taken[0] == 0:
        return OK
    for i in range(count):
        if found[i] == taken[0]:
            return OK
    return CAPTURE_ILLEGAL
