"""What a search asks of one position: its key, how many scope can still be made, its plays in the order to try them."""

from typing import Any

from engine.kernels.bits import lowest
from engine.kernels.captures import captures, may_lay, scopa_makers
from engine.kernels.declare import knock_values
from engine.kernels.jit import kernel
from engine.kernels.layout import COMPULSORY, LAST_PLAY_SCOPA, MATTA, PLAYS, VALUE_CAPTURE, VALUE_OFF
from engine.kernels.solver_work import (
    BY_VALUE,
    DEAL_WORD,
    KNOCKS,
    LAST_DEALT,
    LOWEST_WINS,
    MASK,
    REACHED,
    SALT,
    SEAT,
    SEATED,
    STOP,
    STOP_ROOM,
    WORD_0,
    WORD_1,
    WORD_2,
    WORD_3,
    WORD_4,
    WORD_5,
    WORD_6,
    WORD_7,
    WORD_8,
    WORTH,
    mixed,
)

DECLARING = 63  # in place of the card: the choice is a declaration, its cards are the matta's number

SIGNATURE = 2047

RANKS = 0x1111111111111
LOWER_1 = 0x7777777777777  # a mask's bits that stay within their rank when moved up by 1, 2, 3
LOWER_2 = 0x3333333333333
LOWER_3 = 0x1111111111111


@kernel
def shadows(cards: int) -> int:
    """The places above each of ``cards`` within its rank."""
    return (cards & LOWER_1) << 1 | (cards & LOWER_2) << 2 | (cards & LOWER_3) << 3


@kernel
def counts(cards: int) -> int:
    """How many of ``cards`` are of each rank: four bits a rank."""
    return (cards & RANKS) + (cards >> 1 & RANKS) + (cards >> 2 & RANKS) + (cards >> 3 & RANKS)


@kernel
def suit_word(work: Any, suit: int, odd: int, table: int, laid: int, standing: int, salt: int) -> int:
    """A word for who holds which of one suit's cards ``odd``, those whose suit matters, and how the suit stands."""
    held = (
        (int(work[SEATED]) & odd) >> suit & RANKS
        | ((int(work[SEATED + 1]) & odd) >> suit & RANKS) << 1
        | ((int(work[SEATED + 2]) & odd) >> suit & RANKS) << 2
        | ((int(work[SEATED + 3]) & odd) >> suit & RANKS) << 3
    )
    lying = (table & odd) >> suit & RANKS | (laid >> suit & RANKS) << 1
    word = held * WORD_0 + lying * WORD_1 + (standing >> (suit << 3) & 255) * WORD_2 + salt
    return mixed(word & MASK)


@kernel
def key_of(work: Any, ply: int, table: int, laid: int, plain: int, standing: int, rest: int) -> int:
    """A word for all that matters in a position.

    ``plain``: the cards of which only the rank matters; ``standing``: a code by suit; ``rest``: a code of all else.
    Suits are alike only when no card of the stock can tell them apart any more.
    """
    odd = ~plain
    word = counts(table & plain) * WORD_3 + rest * WORD_8
    apart = 5 if ply < work[LAST_DEALT] else 0
    if apart != 0:
        word += int(work[DEAL_WORD])
    for suit in range(4):
        salt = int(work[SALT + suit]) + apart * (suit + 1)
        word += suit_word(work, suit, odd, table, laid, standing, salt)
    word += (
        counts(int(work[SEATED]) & plain) * WORD_4
        + counts(int(work[SEATED + 1]) & plain) * WORD_5
        + counts(int(work[SEATED + 2]) & plain) * WORD_6
        + counts(int(work[SEATED + 3]) & plain) * WORD_7
    )
    return mixed(mixed(word & MASK)) | 1


@kernel
def capture_is_certain(setup: Any, table: int, unplayed: int) -> bool:
    """Whether somebody must still capture: two cards of a rank meet, one of them still to be played.

    When the later of the two is played, the other has been captured, or lies there and must be.
    """
    if setup[COMPULSORY] == 0 or setup[VALUE_CAPTURE] == VALUE_OFF:
        return False
    if setup[MATTA] >= 0:
        table &= ~(1 << setup[MATTA])
        unplayed &= ~(1 << setup[MATTA])
    if shadows(unplayed) & unplayed != 0:
        return True
    return (table | table >> 1 | table >> 2 | table >> 3) & (
        unplayed | unplayed >> 1 | unplayed >> 2 | unplayed >> 3
    ) & RANKS != 0


@kernel
def may_exceed(setup: Any, work: Any, ply: int, total: int, side: int, most: int) -> bool:
    """Whether ``side`` might still make more than ``most`` scope from ``ply`` to the end, as far as sums tell.

    Whatever is played, the sum of the table's values grows or shrinks by the card's value, and a scopa needs it to be
    the card's value. ``work[REACHED + k]`` holds, a bit each, the sums that can be reached with *k* scope of the side;
    all from 49 on are one.
    """
    plays = int(setup[PLAYS])
    for k in range(most + 1):
        work[REACHED + k] = 0
    work[REACHED] = 1 << min(total, 62)
    highest_met = 0
    for later in range(ply, plays):
        if later + 1 == plays and setup[LAST_PLAY_SCOPA] == 0:
            return False
        seat = int(work[SEAT + later])
        hand = int(work[SEATED + seat])
        ranks = (hand | hand >> 1 | hand >> 2 | hand >> 3) & RANKS
        sweeping = 0
        values = 0
        while ranks != 0:
            values |= 2 << (lowest(ranks) >> 2)
            ranks &= ranks - 1
        counts_here = seat & 1 == side
        carried = 0
        for k in range(highest_met + 1):
            sums = int(work[REACHED + k])
            if sums >> 49 != 0:
                sums |= 0x3FFF << 49
            after = carried
            carried = 0
            sweeping = sums & values
            if sweeping != 0:
                if not counts_here:
                    after |= 1
                elif k == most:
                    return True
                else:
                    carried = 1
            rest = values
            while rest != 0:
                value = lowest(rest)
                rest &= rest - 1
                others = sums & ~(1 << value)
                after |= others >> value | others << value & MASK
                if value > 10 or setup[COMPULSORY] == 0:  # else what could be swept is
                    after |= (sums & 1 << value) << value
            work[REACHED + k] = after
        if carried != 0:
            highest_met += 1
            work[REACHED + highest_met] = carried
    return False


@kernel
def signature(move: int) -> int:
    """Eleven bits that tell plays apart by their ranks."""
    return mixed((((move & 63) >> 2) * WORD_1 + counts(move >> 6) * WORD_2) & MASK) & SIGNATURE


@kernel
def worth_of(work: Any, cards: int) -> int:
    """What taking ``cards`` is worth for the order of plays."""
    total = 0
    while cards != 0:
        total += work[WORTH + lowest(cards)]
        cards &= cards - 1
    return total


@kernel
def sweepers(setup: Any, work: Any, table: int, total: int, matta: int) -> int:
    """As `scopa_makers`, for a table whose values add up to ``total``; cards of the table may be among them."""
    if work[BY_VALUE] == 0:
        return scopa_makers(setup, table, matta)
    if table != 0 and (total <= 10 or table & (table - 1) == 0):
        return 15 << ((total - 1) << 2)
    return 0


@kernel
def total_of(cards: int) -> int:
    """The sum of the values of ``cards``, court cards of the 52-card deck counting 11 to 13."""
    total = 0
    while cards != 0:
        total += (lowest(cards) >> 2) + 1
        cards &= cards - 1
    return total


@kernel
def list_moves(
    setup: Any, work: Any, found: Any, ply: int, table: int, total: int, matta: int, plain: int, spoken: int,
    first_choice: int, top: int,
) -> int:  # fmt: skip
    """Where the plays and declarations end that stand in ``work`` from ``top``, of those alike in all that matters one.

    Each is a pair: card and cards taken, and its place in the order (the highest is tried first).
    """
    seat = work[SEAT + ply]
    hand = int(work[SEATED + seat])
    place = top
    room = work.shape[0] - 2
    if spoken == 0 and work[KNOCKS + ply] != 0:
        values = knock_values(setup, hand)
        if values == 1:
            if work[LOWEST_WINS] == 0:
                work[place] = DECLARING
                work[place + 1] = 0
                return place + 2
        else:
            while values != 0:
                work[place] = DECLARING | lowest(values) << 6
                work[place + 1] = 1 << 16
                place += 2
                values &= values - 1
    next_hand = int(work[SEATED + work[SEAT + ply + 1]])
    toward = -1 if work[LOWEST_WINS] != 0 else 1
    same = hand & plain
    cards = hand & ~(shadows(same) & plain)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        bit = 1 << card
        number = captures(setup, table, card, matta, found)
        lays = may_lay(setup, table, card, matta, number)
        for i in range(number + lays):
            if place >= room:
                work[STOP] = STOP_ROOM
                return place
            if i == number:
                taken = 0
                order = -work[WORTH + card] - 100
                if sweepers(setup, work, table | bit, total + (card >> 2) + 1, matta) & next_hand != 0:
                    order -= 150
            else:
                taken = int(found[i])
                if taken & plain != 0 and shadows(table & plain & ~taken) & taken & plain != 0:
                    continue
                after = table & ~taken
                order = worth_of(work, taken | bit)
                if after == 0:
                    order += 200
                elif sweepers(setup, work, after, total - total_of(taken), matta) & next_hand != 0:
                    order -= 150
            move = card | taken << 6
            order *= toward
            if signature(move) == first_choice:
                order += 1 << 20
            work[place] = move
            work[place + 1] = order
            place += 2
    return place
