"""Many finished deals of one set of rules replayed and flagged at once, with no object a play."""

from typing import Any

import numpy as np

from analysis.kernels import layout
from analysis.kernels.flags import judge
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import card_value
from engine.kernels.deal import begin, throws_in
from engine.kernels.declare import knock_points, legal_declarations
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import (
    CATEGORIES,
    COMPULSORY,
    DECK,
    FIRST,
    HAND,
    HANDS,
    KNOCK_LIMIT,
    LARGEST_HAND,
    LAST_CAPTURER,
    LOW,
    MATTA_VALUE,
    MOST_CAPTURES,
    PILES,
    PLAYS,
    PLY,
    REDEAL,
    SEATS,
    SHOWN,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.lines import as_integer
from engine.kernels.play import legal_plays, play_card
from engine.kernels.replay import NOT_DECLARED, declares
from engine.kernels.score import score_state
from engine.kernels.texts import LOW_KNOCK, TRIPLE_KNOCK

SCOPA_OFFERED, CARD_GIVEN_UP, BAD_SPARIGLIO, KNOCK_FORGOTTEN = range(4)
"""The flags, in the order of `analysis.flags.FLAG_CODES`."""

# A flag as numbers.
F_DEAL, F_PLY, F_SEAT, F_CODE = range(4)
F_CARD, F_TAKEN = 4, 5  # the play made
F_BETTER_CARD, F_BETTER_TAKEN = 6, 7  # the better one; of a forgotten knock: what it is, the matta's number
F_TABLE, F_OUT, F_HAND = 8, 9, 10  # masks: on the table before, captured so far, the hand
F_MATTA = 11  # the number declared for the matta, 0: its own
F_SUBJECT = 12  # the card that is given up; the points of a forgotten knock
F_TAKEABLE = 13  # whether some play takes that card
F_FIRST = 14  # the seat of the deal's first play
F_SHOWN, F_NEXT_SHOWN = 15, 16  # masks of what lies open in other hands, in that of the next seat
FLAG_SIZE = 17

WORST = 3 + layout.MAX_PAID
"""Flags that one play may get."""


def working_space(setup: Any, rounds: int) -> tuple[Any, ...]:
    """The arrays that `review_deals` works in, under the rules of ``setup`` and with so many packets."""
    seats, sides, most = int(setup[SEATS]), int(setup[SIDES]), int(setup[MOST_CAPTURES])
    plays = (most + 1) * LARGEST_HAND
    return (
        np.zeros(STATE_SIZE, dtype=np.int64),
        np.zeros(layout.VIEW_SIZE, dtype=np.int64),
        np.zeros((rounds, seats), dtype=np.int64),
        np.zeros(plays, dtype=np.int64),
        np.zeros(plays, dtype=np.int64),
        np.zeros(plays),
        np.zeros((layout.MAX_PAID, plays)),
        np.zeros(2 + layout.MAX_PAID, dtype=np.int64),
        np.zeros(layout.MAX_PAID, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        np.zeros(sides, dtype=np.int64),
        np.zeros((sides, len(CATEGORIES)), dtype=np.int64),
    )


@kernel
def review_deals(
    setup: Any,
    values: Any,
    margin: float,
    start: int,
    dealers: Any,
    tables: Any,
    cards: Any,
    taken: Any,
    signs: Any,
    declared: Any,
    whats: Any,
    before: Any,
    legal: Any,
    points: Any,
    fine: Any,
    flags: Any,
    chances: Any,
    space: Any,
) -> tuple[int, int]:
    """Review the deals from row ``start`` on: up to which row the room for flags was enough, and how many there are.

    The deals are finished: ``dealers``, ``tables`` (the cards face up), ``cards``, ``taken`` and ``signs`` (by ply: the
    card, the mask taken, whether a scopa is written), ``declared`` and ``whats`` (by ply: the number that the matta
    stands for in a knock, or `NOT_DECLARED`; how the knock is called). Fills by ply ``before`` (the table before it)
    and ``legal`` (how many plays there were), by deal ``points`` (sides, halves of a point), and a row a flag of
    ``flags`` (the numbers F_…) and of ``chances`` (its own, that of the better play).

    ``fine`` becomes False for a deal in which anything is wrong or worth a remark: what is filled in for it means
    nothing, and it has no flags. ``space``: what `working_space` gives.
    """
    sides, plays = setup[SIDES], setup[PLAYS]
    state, view, packets, legal_cards, legal_taken, chance, losing, better, paid, found, counts, scored = space
    count = 0
    for deal in range(start, dealers.shape[0]):
        if count + WORST * plays > flags.shape[0]:
            return deal, count
        if not fine[deal]:
            continue
        first = count
        fine[deal] = False
        if not deal_out(setup, dealers[deal], tables[deal], cards[deal], packets, state):
            continue
        captured = False
        ply = 0
        while ply < plays:
            if declared[deal, ply] != NOT_DECLARED and not knocks(setup, state, declared[deal, ply], whats[deal, ply]):
                break
            look(setup, state, view)
            card = as_integer(cards[deal, ply])
            mask = taken[deal, ply]
            number = legal_plays(
                setup, view[layout.TABLE], view[layout.HAND], view[layout.MATTA_VALUE], legal_cards, legal_taken
            )
            chosen = 0
            while chosen < number and (legal_cards[chosen] != card or legal_taken[chosen] != mask):
                chosen += 1
            if chosen == number:
                break
            before[deal, ply] = view[layout.TABLE]
            legal[deal, ply] = number
            captured = captured or mask != 0
            if setup[KNOCK_LIMIT] >= 0 and setup[LOW] == 0:
                count = add_forgotten(setup, state, view, deal, card, mask, flags, chances, count)
            if number > 1:
                answers = judge(
                    setup,
                    values,
                    view,
                    legal_cards,
                    legal_taken,
                    number,
                    chosen,
                    margin,
                    chance,
                    losing,
                    better,
                    paid,
                    found,
                )
                if answers > 0:
                    count = add_flags(
                        view,
                        deal,
                        number,
                        legal_cards,
                        legal_taken,
                        chosen,
                        chance,
                        losing,
                        better,
                        answers,
                        paid,
                        flags,
                        chances,
                        count,
                    )
            if play_card(setup, state, packets, card, mask) != signs[deal, ply]:
                break
            ply += 1
        if ply < plays or (setup[COMPULSORY] == 0 and not captured):
            count = first
            continue
        score_state(setup, state, counts, scored)
        for side in range(sides):
            points[deal, side] = 0
            for category in range(scored.shape[1]):
                points[deal, side] += scored[side, category]
        fine[deal] = True
    return dealers.shape[0], count


@kernel
def deal_out(setup: Any, dealer: int, table: Any, cards: Any, packets: Any, state: Any) -> bool:
    """Deal so that the plays of a finished deal can be made; whether they use every card of the deck once."""
    seats = setup[SEATS]
    first = (dealer + 1) % seats
    faceup = 0
    for i in range(table.shape[0]):
        faceup |= 1 << as_integer(table[i])
    everything = faceup
    packets[:] = 0
    packet = 0
    end = seats * setup[HAND]
    seat = first
    for ply in range(cards.shape[0]):
        if ply == end:
            packet += 1
            end += seats * setup[REDEAL]
        bit = 1 << as_integer(cards[ply])
        everything |= bit
        packets[packet, seat] |= bit
        seat = seat + 1 if seat + 1 < seats else 0
    if everything != (1 << setup[DECK]) - 1 or throws_in(setup, faceup):
        return False
    begin(setup, first, faceup, packets, state)
    return True


@kernel
def knocks(setup: Any, state: Any, matta: int, what: int) -> bool:
    """Make a knock in ``state``; whether the rules allow it and call it so."""
    if setup[KNOCK_LIMIT] < 0:
        return False
    hand = state[HANDS + (state[FIRST] + state[PLY]) % setup[SEATS]]
    return declares(setup, state, matta) and what == name_of_knock(setup, hand, matta)


@kernel
def name_of_knock(setup: Any, hand: int, matta: int) -> int:
    """What the knock of ``hand``, whose matta stands for ``matta`` (0: it has none), is called."""
    values = 0
    rest = hand
    while rest != 0:
        values |= 1 << card_value(setup, lowest(rest), matta)
        rest &= rest - 1
    return TRIPLE_KNOCK if popcount(values) == 1 else LOW_KNOCK


@inlined
def look(setup: Any, state: Any, view: Any) -> None:
    """Fill ``view`` with what the seat to play in ``state`` knows."""
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    view[layout.SEAT] = seat
    view[layout.PLY] = state[PLY]
    view[layout.FIRST] = state[FIRST]
    view[layout.HAND] = state[HANDS + seat]
    view[layout.TABLE] = state[TABLE]
    view[layout.LAST_CAPTURER] = state[LAST_CAPTURER]
    view[layout.MATTA_VALUE] = state[MATTA_VALUE]
    view[layout.SHOWN] = state[SHOWN] & ~state[HANDS + seat]
    view[layout.NEXT_SHOWN] = state[SHOWN] & state[HANDS + (seat + 1) % setup[SEATS]]
    out = 0
    for side in range(setup[SIDES]):
        out |= state[PILES + side]
    view[layout.OUT] = out


@inlined
def add_forgotten(
    setup: Any, state: Any, view: Any, deal: int, card: int, mask: int, flags: Any, chances: Any, count: int
) -> int:
    """The number of flags with that of a knock that might be made in ``state``, if there is one."""
    numbers = legal_declarations(setup, state)
    if numbers == 0:
        return count
    matta = lowest(numbers)
    hand = view[layout.HAND]
    add_flag(view, deal, KNOCK_FORGOTTEN, card, mask, flags, count)
    flags[count, F_BETTER_CARD] = name_of_knock(setup, hand, matta)
    flags[count, F_BETTER_TAKEN] = matta
    flags[count, F_SUBJECT] = knock_points(setup, hand, matta)
    chances[count, 0] = 0
    chances[count, 1] = 0
    return count + 1


@inlined
def add_flags(
    view: Any,
    deal: int,
    number: int,
    cards: Any,
    taken: Any,
    chosen: int,
    chance: Any,
    losing: Any,
    better: Any,
    answers: int,
    paid: Any,
    flags: Any,
    chances: Any,
    count: int,
) -> int:
    """The number of flags with those that `judge` found for play ``chosen``, in the order of `analysis.flags`."""
    card, mask = cards[chosen], taken[chosen]
    other = better[0]
    if other >= 0:
        add_flag(view, deal, SCOPA_OFFERED, card, mask, flags, count)
        flags[count, F_BETTER_CARD] = cards[other]
        flags[count, F_BETTER_TAKEN] = taken[other]
        chances[count, 0] = chance[chosen]
        chances[count, 1] = chance[other]
        count += 1
    for k in range(answers - 2):
        other = better[2 + k]
        if other < 0:
            continue
        takeable = 0
        for i in range(number):
            takeable |= taken[i] >> paid[k] & 1
        add_flag(view, deal, CARD_GIVEN_UP, card, mask, flags, count)
        flags[count, F_BETTER_CARD] = cards[other]
        flags[count, F_BETTER_TAKEN] = taken[other]
        flags[count, F_SUBJECT] = paid[k]
        flags[count, F_TAKEABLE] = takeable
        chances[count, 0] = losing[k, chosen]
        chances[count, 1] = losing[k, other]
        count += 1
    other = better[1]
    if other >= 0:
        add_flag(view, deal, BAD_SPARIGLIO, card, mask, flags, count)
        flags[count, F_BETTER_CARD] = cards[other]
        flags[count, F_BETTER_TAKEN] = taken[other]
        chances[count, 0] = 0
        chances[count, 1] = 0
        count += 1
    return count


@inlined
def add_flag(view: Any, deal: int, code: int, card: int, mask: int, flags: Any, count: int) -> None:
    """Fill row ``count`` of ``flags`` with what every flag tells."""
    flags[count, F_DEAL] = deal
    flags[count, F_PLY] = view[layout.PLY]
    flags[count, F_SEAT] = view[layout.SEAT]
    flags[count, F_CODE] = code
    flags[count, F_CARD] = card
    flags[count, F_TAKEN] = mask
    flags[count, F_TABLE] = view[layout.TABLE]
    flags[count, F_OUT] = view[layout.OUT]
    flags[count, F_HAND] = view[layout.HAND]
    flags[count, F_MATTA] = view[layout.MATTA_VALUE]
    flags[count, F_SUBJECT] = 0
    flags[count, F_TAKEABLE] = 0
    flags[count, F_FIRST] = view[layout.FIRST]
    flags[count, F_SHOWN] = view[layout.SHOWN]
    flags[count, F_NEXT_SHOWN] = view[layout.NEXT_SHOWN]
