"""How likely the next opponent is to hold one of some cards, before any inference (docs/numbers.md, "Chances")."""

from typing import Any

from analysis.kernels.layout import FIRST, HAND, LAST_CAPTURER, OUT, PLY, SEAT, TABLE
from engine.kernels.bits import popcount
from engine.kernels.captures import captures, sweepers
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    COMBO_COUNT,
    COMBOS,
    DECK,
    LAST_PLAY_SCOPA,
    PLAYS,
    REDEAL,
    RUN_SUIT,
    SEATS,
    SIDES,
)
from engine.kernels.layout import (
    HAND as FIRST_PACKET,
)


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
def hand_at(setup: Any, ply: int) -> int:
    """How many cards the seat to play at ``ply`` holds then, a packet dealt just before counted in."""
    played = ply // setup[SEATS]
    if played < setup[FIRST_PACKET]:
        return setup[FIRST_PACKET] - played
    later = played - setup[FIRST_PACKET]
    left = setup[PLAYS] // setup[SEATS] - played
    return min(setup[REDEAL] - later % setup[REDEAL], left)


@kernel
def stock_empty(setup: Any, ply: int) -> bool:
    """Whether no packet is dealt after the seat to play at ``ply`` has played out its hand."""
    return ply // setup[SEATS] + hand_at(setup, ply) == setup[PLAYS] // setup[SEATS]


@kernel
def table_after(table: int, card: int, taken: int) -> int:
    """The table when ``card`` has taken ``taken`` from it, or lies there."""
    return table & ~taken if taken != 0 else table | (1 << card)


@kernel
def scopa_takers(setup: Any, view: Any, table: int) -> int:
    """The unseen cards with which the next opponent, playing on ``table``, would make a scopa."""
    next_ply = view[PLY] + 1
    if next_ply >= setup[PLAYS] or (next_ply + 1 == setup[PLAYS] and setup[LAST_PLAY_SCOPA] == 0):
        return 0
    return sweepers(setup, table) & unseen(setup, view)


@kernel
def chance_of_one(setup: Any, view: Any, wanted: int) -> float:
    """The chance that the next opponent holds one of ``wanted`` (unseen cards) when it plays."""
    if wanted == 0 or view[PLY] + 1 >= setup[PLAYS]:
        return 0.0
    return holds_one(popcount(unseen(setup, view)), popcount(wanted), hand_at(setup, view[PLY] + 1))


@kernel
def card_takers(setup: Any, view: Any, table: int, last_capturer: int, card: int, found: Any) -> int:
    """The unseen cards with which the next opponent, playing on ``table``, can come to own ``card`` lying there.

    With the deal's last play that is also the card that sweeps it with the leftovers: any that captures, and one that
    does not if another side than the view's captured last.
    """
    side = view[SEAT] % setup[SIDES]
    others = unseen(setup, view)
    ends = view[PLY] + 2 == setup[PLAYS]
    takers = 0
    for rank in range(setup[DECK] // 4):
        cards = others & (15 << (rank << 2))
        if cards == 0:
            continue
        count = captures(setup, table, rank << 2, found)
        if ends:
            takes = count > 0 or (last_capturer >= 0 and last_capturer != side)
        else:
            takes = False
            for i in range(count):
                if found[i] >> card & 1:
                    takes = True
        if takes:
            takers |= cards
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
    return chance_of_one(setup, view, card_takers(setup, view, table, last_capturer, wanted, found))


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
def unpaired(out: int) -> int:
    """The mask of the ranks (bit *r*) of which an odd number of cards is in ``out``: U in docs/numbers.md."""
    ranks = 0
    rank = 0
    while out != 0:
        ranks |= (popcount(out & 15) & 1) << rank
        out >>= 4
        rank += 1
    return ranks


@kernel
def dealer_side(setup: Any, view: Any) -> bool:
    """Whether the view's seat is on the dealer's side."""
    dealer = (view[FIRST] + setup[SEATS] - 1) % setup[SEATS]
    return view[SEAT] % setup[SIDES] == dealer % setup[SIDES]
