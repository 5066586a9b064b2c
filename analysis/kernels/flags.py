"""The flags of one decision: for each code the better play, or none (docs/numbers.md, "Flags")."""

from typing import Any

from analysis.kernels.chances import (
    chance_of_losing,
    chance_of_one,
    dealer_side,
    holds_one,
    matta_after,
    odd_ranks,
    paid_cards,
    printed_values_only,
    scopa_takers,
    stock_empty,
    table_after,
    unseen,
)
from analysis.kernels.layout import HAND, MATTA_VALUE, OUT, PLY, TABLE
from analysis.kernels.policies import preference
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import NUMERIC, is_scopa, printed_total
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import (
    LAST_PLAY_SCOPA,
    LOW,
    PLAYS,
    SEATS,
    SUIT,
)
from engine.kernels.play import hand_at

ROUNDING = 1e-9  # two equal chances may differ by this much
SEVENS = 15 << 24


@inlined
def better_by_chance(
    setup: Any, values: Any, view: Any, cards: Any, taken: Any, count: int, chance: Any, chosen: int, margin: float
) -> int:
    """The play of the lowest ``chance``, if that of play ``chosen`` is higher by ``margin`` at least; else -1.

    Where the lowest total wins, the other way round. Among plays of equal chance, the one that Greedy prefers.
    """
    sign = -1.0 if setup[LOW] else 1.0
    best = 0
    best_liked = preference(setup, values, view, cards[0], taken[0])
    for i in range(1, count):
        higher = sign * (chance[i] - chance[best])
        if higher > ROUNDING:
            continue
        liked = preference(setup, values, view, cards[i], taken[i])
        if higher < -ROUNDING or liked > best_liked:
            best = i
            best_liked = liked
    return best if sign * (chance[chosen] - chance[best]) >= margin - ROUNDING else -1


@inlined
def might_be_better(setup: Any, chance: Any, count: int, chosen: int, margin: float) -> bool:
    """Whether any of ``count`` chances is so far from that of ``chosen`` that `better_by_chance` may find a play."""
    sign = -1.0 if setup[LOW] else 1.0
    least = sign * chance[0]
    for i in range(1, count):
        least = min(least, sign * chance[i])
    return sign * chance[chosen] - least >= margin - ROUNDING


@inlined
def scopa_chances(setup: Any, view: Any, cards: Any, taken: Any, count: int, chance: Any) -> None:
    """Fill ``chance`` with the chance, by play, that the next opponent can make a scopa after it."""
    if printed_values_only(setup):
        scopa_chances_by_value(setup, view, cards, taken, count, chance)
        return
    for i in range(count):
        table = table_after(view[TABLE], cards[i], taken[i])
        matta = matta_after(setup, view[MATTA_VALUE], cards[i], taken[i])
        chance[i] = chance_of_one(setup, view, scopa_takers(setup, view, table, matta))


@inlined
def scopa_chances_by_value(setup: Any, view: Any, cards: Any, taken: Any, count: int, chance: Any) -> None:
    """`scopa_chances` where `printed_values_only`: the cards that take a table are those of its total."""
    next_ply = view[PLY] + 1
    if next_ply >= setup[PLAYS] or (next_ply + 1 == setup[PLAYS] and setup[LAST_PLAY_SCOPA] == 0):
        chance[:count] = 0.0
        return
    others = unseen(setup, view)
    hidden = popcount(others)
    held = hand_at(setup, next_ply)
    total = printed_total(view[TABLE])
    known = 0  # the number of takers whose chance is `last`: neighbouring plays often have equally many
    last = 0.0
    for i in range(count):
        value = (cards[i] >> 2) + 1
        after = total + value if taken[i] == 0 else total - value
        wanted = popcount(others & (15 << ((after - 1) << 2))) if 0 < after <= 10 else 0
        if wanted != known:
            known = wanted
            last = holds_one(hidden, wanted, held) if wanted > 0 else 0.0
        chance[i] = last


@inlined
def spariglio_change(view: Any, card: int, taken: int) -> int:
    """By how much a capture changes the number of unpaired ranks among the cards that are out."""
    before = popcount(odd_ranks(view[OUT]))
    return popcount(odd_ranks(view[OUT] | taken | (1 << card))) - before


@kernel
def makes_scopa(setup: Any, view: Any, card: int, taken: int) -> bool:
    """Whether a play of the view's seat is a scopa."""
    return is_scopa(setup, view[TABLE], card, taken, view[PLY], view[MATTA_VALUE])


@inlined
def like_value(
    setup: Any, view: Any, cards: Any, taken: Any, chance: Any, one: int, other: int, paid: int, margin: float
) -> bool:
    """Whether two captures are of like value, so that only their effect on the pairs tells them apart.

    ``paid``: the mask of the cards that the rules pay.
    """
    first = taken[one] | (1 << cards[one])
    second = taken[other] | (1 << cards[other])
    return (
        first & paid == second & paid
        and popcount(first & setup[SUIT]) == popcount(second & setup[SUIT])
        and popcount(first & SEVENS) == popcount(second & SEVENS)
        and abs(popcount(first) - popcount(second)) <= 1
        and makes_scopa(setup, view, cards[one], taken[one]) == makes_scopa(setup, view, cards[other], taken[other])
        and abs(chance[one] - chance[other]) <= margin + ROUNDING
    )


@inlined
def better_spariglio(
    setup: Any, values: Any, view: Any, cards: Any, taken: Any, count: int, chance: Any, chosen: int, margin: float
) -> int:
    """The capture of like value whose effect on the pairs is right for the side where that of ``chosen`` is wrong.

    The dealer's side keeps the ranks even, the hand side breaks them; the other way round where the lowest total wins.
    -1: none, or the flag does not apply (a play that captures nothing, three players, more packets to come, a hand with
    a capture that is not by value).
    """
    if taken[chosen] == 0 or setup[SEATS] == 3 or not stock_empty(setup, view[PLY]):
        return -1
    wanted = -1 if dealer_side(setup, view) != (setup[LOW] == 1) else 1
    if keeps_parity(wanted, spariglio_change(view, cards[chosen], taken[chosen])):
        return -1
    for i in range(count):
        if taken[i] != 0 and not by_value(cards[i], taken[i]):
            return -1
    paid = paid_cards(setup)
    best = -1
    best_change = 0
    for i in range(count):
        if taken[i] == 0 or not like_value(setup, view, cards, taken, chance, chosen, i, paid, margin):
            continue
        change = spariglio_change(view, cards[i], taken[i])
        if not keeps_parity(wanted, change):
            continue
        if best >= 0:
            if wanted * change < wanted * best_change:
                continue
            liked = preference(setup, values, view, cards[i], taken[i])
            if change == best_change and liked <= preference(setup, values, view, cards[best], taken[best]):
                continue
        best = i
        best_change = change
    return best


@kernel
def by_value(card: int, taken: int) -> bool:
    """Whether the printed ranks alone explain a capture: one equal card, or cards that add up to the played one."""
    if taken & (taken - 1) == 0:
        return lowest(taken) >> 2 == card >> 2
    return taken & ~NUMERIC == 0 and printed_total(taken) == (card >> 2) + 1


@inlined
def keeps_parity(wanted: int, change: int) -> bool:
    """Whether a change of the number of unpaired ranks is right for a side: at most 0, or (``wanted`` 1) above 0."""
    return change > 0 if wanted > 0 else change <= 0


@kernel
def judge(
    setup: Any,
    values: Any,
    view: Any,
    cards: Any,
    taken: Any,
    count: int,
    chosen: int,
    margin: float,
    chance: Any,
    losing: Any,
    better: Any,
    paid: Any,
    found: Any,
) -> int:
    """Find the flags of play ``chosen`` among ``count`` legal plays: 0 if it has none, else how many answers there are.

    The plays are the first of ``cards`` and ``taken``. An answer, of ``better``, is the index of a better play, or -1:
    ``better[0]`` for `scopa_offered`, ``better[1]`` for `bad_spariglio`, ``better[2 + k]`` for `card_given_up` of the
    card ``paid[k]``. ``chance`` (by play) and ``losing`` (paid card × play) become the chances compared, but for a card
    that cannot be lost; ``found`` is working space for captures.
    """
    scopa_chances(setup, view, cards, taken, count, chance)
    raised = False
    better[0] = better[1] = -1
    if might_be_better(setup, chance, count, chosen, margin):
        better[0] = better_by_chance(setup, values, view, cards, taken, count, chance, chosen, margin)
        raised = better[0] >= 0
    if taken[chosen] != 0:
        better[1] = better_spariglio(setup, values, view, cards, taken, count, chance, chosen, margin)
        raised = raised or better[1] >= 0
    looked = 0
    rest = paid_cards(setup)
    near = view[TABLE] | view[HAND]
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        paid[looked] = card
        better[2 + looked] = -1
        # A card that is neither on the table nor held stays where it is, whatever is played.
        if near >> card & 1:
            for i in range(count):
                losing[looked, i] = chance_of_losing(setup, view, cards[i], taken[i], card, found)
            if might_be_better(setup, losing[looked], count, chosen, margin):
                better[2 + looked] = better_by_chance(
                    setup, values, view, cards, taken, count, losing[looked], chosen, margin
                )
                raised = raised or better[2 + looked] >= 0
        looked += 1
    return 2 + looked if raised else 0
