"""What a decision's history tells, and what each legal play would do, as numbers that principles are built of."""

from typing import Any

from analysis.kernels.chances import (
    dealer_side,
    matta_after,
    odd_ranks,
    paid_cards,
    scopa_takers,
    stock_empty,
    table_after,
    unseen,
)
from analysis.kernels.flags import ROUNDING, SEVENS, scopa_chances, spariglio_change
from analysis.kernels.layout import FIRST, HAND, MATTA_VALUE, OUT, PLY, SEAT, TABLE
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import is_scopa
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    ACE_OFF,
    ACE_RULE,
    DECK,
    FIFTEEN_CAPTURE,
    FIFTEEN_OFF,
    MAJORITY,
    MAJORITY_ABSOLUTE,
    MATTA,
    PRIMIERA,
    PRIMIERA_OFF,
    RUN_CAP,
    RUN_MIN,
    RUN_SUIT,
    SEATS,
    SIDES,
    SUIT,
    VALUE_CAPTURE,
    VALUE_OFF,
)
from engine.kernels.play import hand_at
from engine.kernels.score import PRIMIERA_VALUES, RANKS_BY_VALUE, primiera_value

# A scene: what a decision is about, besides the view.
PILES = 0  # masks by side, worked out from the plays
LAID = 4  # by seat, mask of the cards that it laid and that still lie there
SCOPE = 8  # by side, the scope made
UNSEEN = 12
BY_VALUE = 13  # 1: printed values alone decide what takes
STOCK_EMPTY = 14  # 1: no packet is dealt after this hand
MY_SIDE = 15
PARTNER = 16  # a seat, -1: none
DEALER = 17  # the mazziere's seat
DEALERS_SIDE = 18  # 1: the seat is on the mazziere's side
PAID = 19  # mask of the single cards that the rules pay
SEVENS_COUNT = 20  # 1: sevens are worth more than other cards
DECLINED = 21  # mask of whole ranks that the next seat could have taken by an equal card at its last turn and did not
DECIDED = 22  # bits of CARTE, COINS, PRIMIERA_POINT, RUN
RUN_CARDS = 23  # mask of the cards of a run
CAPTURES = 24  # legal plays that capture
SCENE_SIZE = 25

CARTE, COINS, PRIMIERA_POINT, RUN = 1, 2, 4, 8

# What a play does: columns of the traits.
T_AFTER = 0  # mask of the table after it
T_GAIN = 1  # mask of the cards captured, the played one included; 0: it is laid
T_SCOPA = 2
T_CHANGE = 3  # by how much the number of unpaired ranks changes
T_TAKERS = 4  # mask of the cards that the next seat may hold and with which it would make a scopa
TRAITS = 5


@kernel
def rank_of(card: int) -> int:
    """The mask of the four cards of the rank of ``card``."""
    return 15 << (card & -4)


@kernel
def same_rank(card: int, cards: int) -> int:
    """How many of ``cards`` have the rank of ``card``."""
    return popcount(cards & rank_of(card))


@kernel
def ranks_in(cards: int) -> int:
    """The mask of all cards of the ranks that ``cards`` has."""
    whole = 0
    while cards != 0:
        rank = rank_of(lowest(cards))
        whole |= rank
        cards &= ~rank
    return whole


@kernel
def best_by_suit(pile: int) -> int:
    """The primiera of ``pile``, a suit without a card counting nothing."""
    total = 0
    for suit in range(4):
        for rank in RANKS_BY_VALUE:
            if pile >> (rank * 4 + suit) & 1:
                total += PRIMIERA_VALUES[rank]
                break
    return total


@kernel
def look_back(setup: Any, view: Any, cards: Any, taken: Any, scene: Any) -> None:
    """Fill the piles, the cards laid, the scope and what the next seat did not take, from the last play to the first.

    ``cards`` and ``taken``: everyone's plays by ply. What is captured and was in no play went to the dealer's side with
    the dealt table.
    """
    seats, sides = setup[SEATS], setup[SIDES]
    table = view[TABLE]
    rest = view[OUT]
    next_turn = view[PLY] - (seats - 1)
    for ply in range(view[PLY] - 1, -1, -1):
        seat = (view[FIRST] + ply) % seats
        bit = 1 << cards[ply]
        takes = taken[ply]
        if takes == 0:
            scene[LAID + seat] |= bit & view[TABLE]
            table &= ~bit
        else:
            scene[PILES + seat % sides] |= takes | bit
            rest &= ~(takes | bit)
            table |= takes
            scene[SCOPE + seat % sides] += is_scopa(setup, table, cards[ply], takes, ply, 0)
        # A packet dealt in between has brought other cards.
        if ply == next_turn and hand_at(setup, view[PLY] + 1) == hand_at(setup, ply) - 1:
            scene[DECLINED] = ranks_in(table) & ~rank_of(cards[ply])
    scene[PILES + scene[DEALER] % sides] |= rest


@kernel
def decided_points(setup: Any, scene: Any) -> int:
    """The bits of the points that one side has however the cards still to come are split, or that nobody can have."""
    sides = setup[SIDES]
    absolute = setup[MAJORITY] == MAJORITY_ABSOLUTE
    rest = (1 << setup[DECK]) - 1
    for side in range(sides):
        rest &= ~scene[PILES + side]
    bits = 0
    for side in range(sides):
        mine = scene[PILES + side]
        carte = not absolute or 2 * popcount(mine) > setup[DECK]
        coins = not absolute or 8 * popcount(mine & setup[SUIT]) > setup[DECK]
        primiera = True
        value = primiera_value(setup, mine)
        for other in range(sides):
            if other == side:
                continue
            theirs = scene[PILES + other]
            carte = carte and popcount(mine) > popcount(theirs | rest)
            coins = coins and popcount(mine & setup[SUIT]) > popcount((theirs | rest) & setup[SUIT])
            primiera = primiera and value > primiera_value(setup, theirs | rest)
        bits |= (CARTE if carte else 0) | (COINS if coins else 0) | (PRIMIERA_POINT if primiera else 0)
    if setup[PRIMIERA] == PRIMIERA_OFF:
        bits |= PRIMIERA_POINT
    if setup[RUN_SUIT] < 0 or split_run(setup, scene):
        bits |= RUN
    return bits


@kernel
def split_run(setup: Any, scene: Any) -> bool:
    """Whether nobody can have a run any more: two sides have some of the cards without which it is too short."""
    needed = 0
    for rank in range(setup[RUN_MIN]):
        needed |= 1 << (rank * 4 + setup[RUN_SUIT])
    holders = 0
    for side in range(setup[SIDES]):
        if scene[PILES + side] & needed != 0:
            holders += 1
    return holders > 1


@kernel
def set_scene(setup: Any, view: Any, cards: Any, taken: Any, scene: Any) -> None:
    """Fill ``scene`` for the decision of ``view``; ``cards`` and ``taken``: everyone's plays by ply."""
    seats = setup[SEATS]
    scene[:] = 0
    scene[UNSEEN] = unseen(setup, view)
    scene[BY_VALUE] = (
        setup[VALUE_CAPTURE] != VALUE_OFF
        and setup[FIFTEEN_CAPTURE] == FIFTEEN_OFF
        and setup[ACE_RULE] == ACE_OFF
        and setup[MATTA] < 0
    )
    scene[STOCK_EMPTY] = stock_empty(setup, view[PLY])
    scene[MY_SIDE] = view[SEAT] % setup[SIDES]
    scene[PARTNER] = (view[SEAT] + 2) % 4 if seats == 4 else -1
    scene[DEALER] = (view[FIRST] + seats - 1) % seats
    scene[DEALERS_SIDE] = dealer_side(setup, view)
    scene[PAID] = paid_cards(setup)
    scene[SEVENS_COUNT] = setup[PRIMIERA] != PRIMIERA_OFF or scene[PAID] & SEVENS != 0
    if setup[RUN_SUIT] >= 0:
        for rank in range(setup[RUN_CAP]):
            scene[RUN_CARDS] |= 1 << (rank * 4 + setup[RUN_SUIT])
    look_back(setup, view, cards, taken, scene)
    scene[DECIDED] = decided_points(setup, scene)


@kernel
def set_traits(setup: Any, view: Any, cards: Any, taken: Any, count: int, scene: Any, chance: Any, traits: Any) -> None:
    """Fill ``traits`` (plays × `TRAITS`) and ``chance`` (of a scopa by the next seat) for the ``count`` legal plays."""
    scopa_chances(setup, view, cards, taken, count, chance)
    scene[CAPTURES] = 0
    for i in range(count):
        row = traits[i]
        after = table_after(view[TABLE], cards[i], taken[i])
        row[T_AFTER] = after
        row[T_SCOPA] = is_scopa(setup, view[TABLE], cards[i], taken[i], view[PLY], view[MATTA_VALUE])
        row[T_TAKERS] = 0
        if chance[i] > 0.0:
            matta = matta_after(setup, view[MATTA_VALUE], cards[i], taken[i])
            row[T_TAKERS] = scopa_takers(setup, view, after, matta)
        row[T_GAIN] = 0
        row[T_CHANGE] = 0
        if taken[i] != 0:
            row[T_GAIN] = taken[i] | (1 << cards[i])
            row[T_CHANGE] = spariglio_change(view, cards[i], taken[i])
            scene[CAPTURES] += 1


@kernel
def like_risk(chance: Any, one: int, other: int, margin: float) -> bool:
    """Whether the chance of a scopa after two plays differs by no more than ``margin``."""
    return abs(chance[one] - chance[other]) <= margin + ROUNDING


@kernel
def unpaired_after(view: Any, gain: int) -> int:
    """The ranks of which an odd number of cards is out when ``gain`` is captured: a bit at each rank's first card."""
    return odd_ranks(view[OUT] | gain)


@kernel
def held_of_rank(view: Any, card: int) -> int:
    """How many cards of the rank of ``card`` the seat holds."""
    return same_rank(card, view[HAND])
