"""Legal plays of a hand, and what a play does to a deal in progress."""

from typing import Any

from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import captures, captures_by_value, is_scopa, may_lay
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import (
    DECLARED,
    EVENTS,
    FIRST,
    HAND,
    HANDS,
    LAST_CAPTURER,
    LAST_LAID,
    LAST_PLAY_SCOPA,
    MATTA,
    MATTA_VALUE,
    PICCA,
    PILES,
    PLAIN,
    PLAY_BONUSES,
    PLAYS,
    PLY,
    QUADRIGLIA,
    REDEAL,
    ROUND,
    SCOPE,
    SEATS,
    SHOWN,
    SIDES,
    SIMILE,
    STATE_SIZE,
    TABLE,
)

SUIT_OF_LOWEST = 0x1111111111111  # the cards of one suit, to be shifted by the suit


@kernel
def legal_plays(setup: Any, table: int, hand: int, matta: int, cards: Any, taken: Any) -> int:
    """How many plays ``hand`` has; play *i* lays ``cards[i]`` and takes the mask ``taken[i]`` (0: it takes nothing).

    ``cards`` and ``taken`` have room for ``setup[MOST_CAPTURES] + 1`` plays of each card of the hand.
    """
    count = 0
    rest = hand
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        found = card_plays(setup, table, card, matta, taken[count:], False)
        for i in range(count, count + found):
            cards[i] = card
        count += found
    return count


@inlined
def card_plays(setup: Any, table: int, card: int, matta: int, out: Any, plain: bool) -> int:
    """How many plays ``card`` has: what each takes is written to ``out``, 0 last if it may stay.

    ``plain``: the rules are of that family (`engine.deals.is_plain`).
    """
    if plain:
        found = captures_by_value(setup, table, card >> 2, out)
        lays = found == 0
    else:
        found = captures(setup, table, card, matta, out)
        lays = may_lay(setup, table, card, matta, found)
    if lays:
        out[found] = 0
        found += 1
    return found


@inlined
def copy_state(source: Any, target: Any) -> None:
    """Make the state ``target`` equal to ``source``."""
    for i in range(STATE_SIZE):
        target[i] = source[i]


@kernel
def hand_at(setup: Any, ply: int) -> int:
    """How many cards the seat to play at ``ply`` holds then, a packet dealt just before counted in."""
    played = ply // setup[SEATS]
    if played < setup[HAND]:
        return setup[HAND] - played
    later = played - setup[HAND]
    left = setup[PLAYS] // setup[SEATS] - played
    return min(setup[REDEAL] - later % setup[REDEAL], left)


@inlined
def play_events(setup: Any, card: int, taken: int, last_laid: int) -> int:
    """The bonuses that a capture earns, as bits of `PLAY_BONUSES`; ``last_laid``: the card just left, or -1."""
    if setup[PLAY_BONUSES] == 0:
        return 0
    events = 0
    if last_laid >= 0 and taken == 1 << last_laid:
        events |= PICCA
    number = popcount(taken)
    if number >= 2 and taken & ~(SUIT_OF_LOWEST << (card & 3)) == 0:
        events |= SIMILE
    if number >= 3:
        events |= QUADRIGLIA
    return events & setup[PLAY_BONUSES]


@kernel
def events_of(setup: Any, card: int, taken: int, last_laid: int) -> int:
    """`play_events`, to be called from outside."""
    return play_events(setup, card, taken, last_laid)


@kernel
def play_card(setup: Any, state: Any, packets: Any, card: int, taken: int) -> bool:
    """Make a legal play in ``state``, which changes; whether it was a scopa.

    ``packets`` (rounds × seats, masks) are the cards that each seat receives. When the hands are empty the next packet
    is dealt; after the deal's last play the table goes to the side that captured last.
    """
    ply = state[PLY]
    seat = (state[FIRST] + ply) % setup[SEATS]
    return make_play(setup, state, packets, ply, seat, seat % setup[SIDES], card, taken, setup[PLAIN] == 1)


@inlined
def make_play(
    setup: Any, state: Any, packets: Any, ply: int, seat: int, side: int, card: int, taken: int, plain: bool
) -> bool:
    """`play_card` at ``ply`` by ``seat`` of ``side``; ``plain``: rules of that family (`engine.deals.is_plain`)."""
    table = state[TABLE]
    bit = 1 << card
    scopa = False
    state[HANDS + seat] &= ~bit
    if not plain:
        state[SHOWN] &= ~bit
        state[DECLARED] |= 1 << seat
    if taken == 0:
        table |= bit
        state[LAST_LAID] = card
    else:
        if plain:
            scopa = taken == table and (ply + 1 < setup[PLAYS] or setup[LAST_PLAY_SCOPA] == 1)
        else:
            scopa = is_scopa(setup, table, card, taken, ply, state[MATTA_VALUE])
            state[EVENTS + side] += popcount(play_events(setup, card, taken, state[LAST_LAID]))
            if setup[MATTA] >= 0 and (taken | bit) >> setup[MATTA] & 1:
                state[MATTA_VALUE] = 0
        table &= ~taken
        state[PILES + side] |= taken | bit
        state[LAST_CAPTURER] = side
        state[LAST_LAID] = -1
        if scopa:
            state[SCOPE + side] += 1
    ply += 1
    if ply == setup[PLAYS]:
        if state[LAST_CAPTURER] >= 0:
            state[PILES + state[LAST_CAPTURER]] |= table
            table = 0
        state[MATTA_VALUE] = 0
    elif ply == setup[SEATS] * (setup[HAND] + state[ROUND] * setup[REDEAL]):
        state[ROUND] += 1
        state[LAST_LAID] = -1
        state[DECLARED] = 0
        for other in range(setup[SEATS]):
            state[HANDS + other] = packets[state[ROUND], other]
    state[TABLE] = table
    state[PLY] = ply
    return scopa
