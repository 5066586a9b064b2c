"""Where each number stands in the vector that a search reads and writes, and how it is filled for one deal."""

from typing import Any

from engine.kernels.bits import lowest
from engine.kernels.declare import knock_points, knock_values
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    ACE_OFF,
    ACE_RULE,
    COMBO_COUNT,
    COMBOS,
    DECK,
    DECLARED,
    FIFTEEN_CAPTURE,
    FIFTEEN_OFF,
    FIRST,
    HAND,
    HANDS,
    KNOCK_LIMIT,
    KNOCKING_HAND,
    LAST_PLAY_SCOPA,
    LOW,
    MATTA,
    MAX_PLAYERS,
    PICCA,
    PLAY_BONUSES,
    PLAYS,
    PLY,
    PRIMIERA,
    PRIMIERA_OFF,
    QUADRIGLIA,
    REDEAL,
    ROUND,
    RUN_CAP,
    RUN_SUIT,
    SEATS,
    SIMILE,
    SUIT,
    VALUE_CAPTURE,
    VALUE_OFF,
)
from engine.kernels.play import SUIT_OF_LOWEST, hand_at

# work: one vector (int64)
NODES = 0  # positions met so far, those with one choice only apart
NODE_LIMIT = 1  # another thread may set it to 0
STOP = 2  # not 0: the search gave up
LOWEST_WINS = 3
LEAST = 4  # bounds of the last value asked for
MOST = 5
CHOICE = 6  # the best of the first position searched
BY_VALUE = 7  # whether cards take by value alone, without ace rule or matta
LAST_DEALT = 8  # the ply from which on no cards are dealt
DEAL_WORD = 9  # a word for what is still to be dealt, and who plays first
SEATED = 12  # by seat: the hands of the position that the search has reached
SALT = 16  # by suit: equal for suits that no option names
GAIN = 24  # by ply and side: the most halves of scope, bonuses and knocks from it on
DEALT = 144  # by ply: the packet dealt before it, 0: none
KNOCKS = 200  # by ply: whether the seat may declare
SEAT = 256  # by ply
WORTH = 312  # by card, for the order of plays
PACKETS = 368  # by packet and seat
REACHED = 440  # by number of scope: sums of the table (`may_exceed`)
MOST_ASKED = 8
FRAMES = 480  # by depth: a position whose plays are being tried
FRAME = 32
DEEPEST = 80
MOVES = FRAMES + FRAME * DEEPEST  # the plays of all those positions, in pairs: the play, its place in the order
LEAST_WORK = MOVES + (1 << 12)
"""Entries that ``work`` needs for the endings of any compulsory rules; where a play takes what it likes, more."""

STOP_LIMIT = 1
STOP_ROOM = 2  # the plays have no room left

# odd random words: a linear hash of a position's parts
WORD_0, WORD_1, WORD_2, WORD_3 = 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179, 0x3C6EF372FE94F82B, 0x510E527FADE682D1
WORD_4, WORD_5, WORD_6, WORD_7 = 0x6A09E667F3BCC909, 0x2545F4914F6CDD1D, 0x369DEA0F31A53F85, 0x7B1DCDAF5D0A1F4D
WORD_8 = 0x41C64E6D2B7E1517
MIX = 0x5851F42D4C957F2D  # odd: Knuth's multiplier for MMIX
MASK = (1 << 63) - 1  # keeps products alike in machine words and in Python's integers


@kernel
def mixed(number: int) -> int:
    """``number``, not negative, with every bit spread over the whole word."""
    number ^= number >> 32
    number = (number * MIX) & MASK
    return number ^ number >> 29


@kernel
def named_suits(setup: Any) -> int:
    """The suits that some option names, a bit each: the others are alike but for their cards' places."""
    named = 1 << (lowest(int(setup[SUIT])) & 3)
    if setup[RUN_SUIT] >= 0:
        named |= 1 << int(setup[RUN_SUIT])
    if setup[MATTA] >= 0:
        named |= 1 << (int(setup[MATTA]) & 3)
    for i in range(setup[COMBO_COUNT]):
        cards = int(setup[COMBOS + 2 * i])
        ranks = cards & SUIT_OF_LOWEST
        of_all_suits = True
        touched = 0
        for suit in range(4):
            if cards >> suit & SUIT_OF_LOWEST != ranks:
                of_all_suits = False
            if cards >> suit & SUIT_OF_LOWEST != 0:
                touched |= 1 << suit
        if not of_all_suits:
            named |= touched
    return named


@kernel
def weigh_cards(setup: Any, work: Any) -> None:
    """Write what each card is roughly worth, for the order in which plays are tried."""
    for card in range(setup[DECK]):
        worth = 4
        if setup[SUIT] >> card & 1:
            worth += 6
        if setup[PRIMIERA] != PRIMIERA_OFF:
            worth += 8 if card >> 2 == 6 else 0
        if setup[RUN_SUIT] == card & 3 and card >> 2 < setup[RUN_CAP]:
            worth += 12
        for i in range(setup[COMBO_COUNT]):
            if setup[COMBOS + 2 * i] >> card & 1:
                worth += 60 * setup[COMBOS + 2 * i + 1] // 2
        work[WORTH + card] = worth


@kernel
def prepare(setup: Any, work: Any, state: Any, packets: Any) -> None:
    """Fill ``work`` for the deal of ``state`` and ``packets``, from ``state`` on; its limit and counts stay."""
    seats = int(setup[SEATS])
    plays = int(setup[PLAYS])
    first = int(state[FIRST])
    work[LOWEST_WINS] = setup[LOW]
    work[BY_VALUE] = (
        setup[VALUE_CAPTURE] != VALUE_OFF
        and setup[FIFTEEN_CAPTURE] == FIFTEEN_OFF
        and setup[ACE_RULE] == ACE_OFF
        and setup[MATTA] < 0
    )
    work[LAST_DEALT] = 0
    for ply in range(plays + 1):
        work[SEAT + ply] = (first + ply) % seats
        work[DEALT + ply] = 0
        work[KNOCKS + ply] = 0
    word = first + 1
    for packet in range(packets.shape[0]):
        if packet > 0:
            ply = seats * (int(setup[HAND]) + (packet - 1) * int(setup[REDEAL]))
            work[DEALT + ply] = packet
            work[LAST_DEALT] = ply
        for seat in range(MAX_PLAYERS):
            hand = int(packets[packet, seat]) if seat < seats else 0
            work[PACKETS + MAX_PLAYERS * packet + seat] = hand
            if packet > state[ROUND]:
                word = mixed((word * WORD_0 + hand * WORD_1) & MASK)
    work[DEAL_WORD] = word
    named = named_suits(setup)
    for suit in range(4):
        work[SALT + suit] = suit + 1 if named >> suit & 1 else 0
    weigh_cards(setup, work)
    write_gains(setup, work, state)


@kernel
def write_gains(setup: Any, work: Any, state: Any) -> None:
    """Fill ``work`` with who may knock, and what each side can make at most of scope, bonuses and knocks."""
    plays = int(setup[PLAYS])
    bonus = setup[PLAY_BONUSES]
    bonuses = 2 * ((bonus & PICCA != 0) + (bonus & SIMILE != 0) + (bonus & QUADRIGLIA != 0))
    work[GAIN + 2 * plays] = 0
    work[GAIN + 2 * plays + 1] = 0
    packet = 0
    dealt = 0
    for ply in range(plays):
        if work[DEALT + ply] != 0:
            packet = int(work[DEALT + ply])
            dealt = ply
        if setup[KNOCK_LIMIT] < 0 or ply < state[PLY] or hand_at(setup, ply) != KNOCKING_HAND:
            continue
        seat = int(work[SEAT + ply])
        if packet > state[ROUND]:
            opens = ply < dealt + setup[SEATS]
            hand = int(work[PACKETS + MAX_PLAYERS * packet + seat])
        else:
            opens = state[DECLARED] >> seat & 1 == 0
            hand = int(state[HANDS + seat])
        values = knock_values(setup, hand) if opens else 0
        if values != 0:
            work[KNOCKS + ply] = knock_points(setup, hand, lowest(values))
    for back in range(plays):
        ply = plays - 1 - back
        side = int(work[SEAT + ply]) & 1
        most = bonuses + 2 * int(work[KNOCKS + ply])
        if ply + 1 < plays or setup[LAST_PLAY_SCOPA] != 0:
            most += 2
        work[GAIN + 2 * ply + side] = work[GAIN + 2 * (ply + 1) + side] + most
        work[GAIN + 2 * ply + 1 - side] = work[GAIN + 2 * (ply + 1) + 1 - side]
