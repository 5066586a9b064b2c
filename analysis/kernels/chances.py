"""How likely the next opponent is to hold one of some cards, before any inference (docs/numbers.md, "Chances")."""

from typing import Any

from analysis.kernels.layout import (
    FIRST,
    HAND,
    LAST_CAPTURER,
    MATTA_VALUE,
    NEXT_SHOWN,
    OUT,
    PLY,
    SEAT,
    SHOWN,
    TABLE,
)
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import captures, scopa_makers
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import (
    ACE_OFF,
    ACE_RULE,
    COMBO_COUNT,
    COMBOS,
    DECK,
    FIFTEEN_CAPTURE,
    FIFTEEN_OFF,
    KNOCK_LIMIT,
    LAST_PLAY_SCOPA,
    MATTA,
    PLAYS,
    RUN_SUIT,
    SEATS,
    SIDES,
    VALUE_CAPTURE,
    VALUE_OFF,
)
from engine.kernels.play import hand_at

ONE_OF_EACH_RANK = 0x1111111111111


@kernel
def unseen(setup: Any, view: Any) -> int:
    """The mask of the cards that the seat has not seen: in the other hands or in the stock."""
    return ((1 << setup[DECK]) - 1) & ~(view[HAND] | view[TABLE] | view[OUT])


@kernel
def holds_one(unseen_cards: int, wanted: int, held: int) -> float:
    """The chance that a hand of ``held`` cards out of ``unseen_cards`` has at least one of ``wanted`` of them."""
    without = 1.0
    for i in range(held):
        without *= max(unseen_cards - wanted - i, 0) / (unseen_cards - i)
    return 1.0 - without


@kernel
def stock_empty(setup: Any, ply: int) -> bool:
    """Whether no packet is dealt after the seat to play at ``ply`` has played out its hand."""
    return ply // setup[SEATS] + hand_at(setup, ply) == setup[PLAYS] // setup[SEATS]


@inlined
def table_after(table: int, card: int, taken: int) -> int:
    """The table when ``card`` has taken ``taken`` from it, or lies there."""
    return table & ~taken if taken != 0 else table | (1 << card)


@kernel
def matta_after(setup: Any, matta: int, card: int, taken: int) -> int:
    """What the matta counts as when ``card`` has taken ``taken``: once captured it is its own card again."""
    if matta > 0 and taken != 0 and (taken | (1 << card)) >> setup[MATTA] & 1:
        return 0
    return matta


@kernel
def printed_values_only(setup: Any) -> bool:
    """Whether the printed values of forty cards alone decide what takes, and no hand is laid open."""
    return (
        setup[DECK] == 40
        and setup[VALUE_CAPTURE] != VALUE_OFF
        and setup[FIFTEEN_CAPTURE] == FIFTEEN_OFF
        and setup[ACE_RULE] == ACE_OFF
        and setup[KNOCK_LIMIT] < 0
    )


@kernel
def scopa_takers(setup: Any, view: Any, table: int, matta: int) -> int:
    """The cards that the next opponent may hold and with which, playing on ``table``, it would make a scopa."""
    next_ply = view[PLY] + 1
    if next_ply >= setup[PLAYS] or (next_ply + 1 == setup[PLAYS] and setup[LAST_PLAY_SCOPA] == 0):
        return 0
    return scopa_makers(setup, table, matta) & may_hold(setup, view)


@kernel
def may_hold(setup: Any, view: Any) -> int:
    """The mask of the unseen cards that the next opponent may hold when it plays.

    None that a knock laid open in another hand; where it laid open all of its hand, no others.
    """
    if hand_at(setup, view[PLY] + 1) == popcount(view[NEXT_SHOWN]):
        return view[NEXT_SHOWN]
    return unseen(setup, view) & ~view[SHOWN] | view[NEXT_SHOWN]


@kernel
def chance_of_one(setup: Any, view: Any, wanted: int) -> float:
    """The chance that the next opponent holds one of ``wanted`` (unseen cards) when it plays.

    Of cards that a knock laid open it is known who holds them.
    """
    if wanted == 0 or view[PLY] + 1 >= setup[PLAYS]:
        return 0.0
    if wanted & view[NEXT_SHOWN] != 0:
        return 1.0
    hidden = unseen(setup, view) & ~view[SHOWN]
    held = hand_at(setup, view[PLY] + 1) - popcount(view[NEXT_SHOWN])
    return holds_one(popcount(hidden), popcount(wanted & hidden), held)


@kernel
def card_takers(setup: Any, view: Any, table: int, matta: int, last_capturer: int, card: int, found: Any) -> int:
    """The unseen cards with which the next opponent, playing on ``table``, can come to own ``card`` lying there.

    With the deal's last play that is also the card that sweeps it with the leftovers: any that captures, and one that
    does not if another side than the view's captured last.
    """
    side = view[SEAT] % setup[SIDES]
    others = unseen(setup, view)
    ends = view[PLY] + 2 == setup[PLAYS]
    takers = 0
    rest = others
    if not ends and printed_values_only(setup):
        # What takes it is worth as much, or more with others.
        rest &= -(1 << (card & -4))
    while rest != 0:
        taker = lowest(rest)
        # Cards of one rank take alike, but for the matta.
        alike = others & (15 << (taker & -4))
        if setup[MATTA] >= 0:
            wild = 1 << setup[MATTA]
            alike = wild if taker == setup[MATTA] else alike & ~wild
        rest &= ~alike
        count = captures(setup, table, taker, matta, found)
        if ends:
            takes = count > 0 or (last_capturer >= 0 and last_capturer != side)
        else:
            takes = False
            for i in range(count):
                if found[i] >> card & 1:
                    takes = True
        if takes:
            takers |= alike
    return takers


@kernel
def chance_of_losing(setup: Any, view: Any, card: int, taken: int, wanted: int, found: Any) -> float:
    """The chance that the next opponent comes to own ``wanted`` after the play of ``card`` that takes ``taken``."""
    table = table_after(view[TABLE], card, taken)
    if table >> wanted & 1 == 0:
        return 0.0
    side = view[SEAT] % setup[SIDES]
    last_capturer = side if taken != 0 else view[LAST_CAPTURER]
    if view[PLY] + 1 == setup[PLAYS]:
        return 1.0 if last_capturer >= 0 and last_capturer != side else 0.0
    matta = matta_after(setup, view[MATTA_VALUE], card, taken)
    return chance_of_one(setup, view, card_takers(setup, view, table, matta, last_capturer, wanted, found))


@kernel
def paid_cards(setup: Any) -> int:
    """The single cards that the rules pay: one-card combos, and the first three of a run."""
    paid = 0
    for i in range(setup[COMBO_COUNT]):
        cards = setup[COMBOS + 2 * i]
        if cards & (cards - 1) == 0 and setup[COMBOS + 2 * i + 1] > 0:
            paid |= cards
    if setup[RUN_SUIT] >= 0:
        for rank in range(3):
            paid |= 1 << (rank * 4 + setup[RUN_SUIT])
    return paid


@kernel
def odd_ranks(out: int) -> int:
    """A bit for each rank of which an odd number of cards is in ``out``, where the rank's first card stands."""
    pairs = out ^ (out >> 1)
    return (pairs ^ (pairs >> 2)) & ONE_OF_EACH_RANK


@kernel
def unpaired(out: int) -> int:
    """The mask of the ranks (bit *r*) of which an odd number of cards is in ``out``: U in docs/numbers.md."""
    ranks = 0
    rest = odd_ranks(out)
    while rest != 0:
        ranks |= 1 << (lowest(rest) >> 2)
        rest &= rest - 1
    return ranks


@kernel
def dealer_side(setup: Any, view: Any) -> bool:
    """Whether the view's seat is on the dealer's side."""
    dealer = (view[FIRST] + setup[SEATS] - 1) % setup[SEATS]
    return view[SEAT] % setup[SIDES] == dealer % setup[SIDES]
