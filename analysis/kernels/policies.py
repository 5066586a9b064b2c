"""How the reference players choose (docs/numbers.md, "Reference players")."""

from typing import Any

from analysis.kernels.chances import matta_after, table_after, unseen
from analysis.kernels.layout import MATTA_VALUE, PLY, TABLE
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import is_scopa, scopa_makers, sum_takers
from engine.kernels.deal import below, draw, scaled
from engine.kernels.declare import declare, legal_declarations
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import LAST_PLAY_SCOPA, LOW, PLAYS
from engine.kernels.play import card_plays

RANDOM, GREEDY, MAXIMS, LEARNED = range(4)

SCOPA = 1_000_000  # Greedy's steps as one number, each step far above what the next can reach
KEPT = 100_000
CAPTURE = 10_000


@inlined
def worth(values: Any, cards: int) -> int:
    """The value that Greedy gives to a set of cards (``values``: by card)."""
    total = 0
    while cards != 0:
        total += values[lowest(cards)]
        cards &= cards - 1
    return total


@inlined
def step(setup: Any, scopa: bool, offered: bool, taken: int, value: int, won: int) -> int:
    """How much Greedy likes a play; where the lowest total wins, how little.

    First a scopa, then what leaves none to an unseen card (``offered``): captures of most value, then the cheapest
    card. ``value`` is that of the card, ``won`` that of all cards won.
    """
    if scopa:
        liked = SCOPA + value
    elif offered:
        liked = -value
    elif taken != 0:
        liked = KEPT + CAPTURE + won
    else:
        liked = KEPT - value
    return -liked if setup[LOW] else liked


@kernel
def preference(setup: Any, values: Any, view: Any, card: int, taken: int) -> int:
    """How much Greedy likes a play, knowing ``view`` (`liking`)."""
    matta = view[MATTA_VALUE]
    return liking(setup, values, view[TABLE], unseen(setup, view), view[PLY], matta, card, taken, False)


@inlined
def liking(
    setup: Any,
    values: Any,
    table: int,
    unknown: int,
    ply: int,
    matta: int,
    card: int,
    taken: int,
    plain: bool,
) -> int:
    """How much Greedy likes a play (`step`)."""
    after = table_after(table, card, taken)
    if plain:
        scopa = taken == table and taken != 0 and (ply + 1 < setup[PLAYS] or setup[LAST_PLAY_SCOPA] == 1)
        makers = sum_takers(after)
    else:
        scopa = is_scopa(setup, table, card, taken, ply, matta)
        makers = 0 if scopa else scopa_makers(setup, after, matta_after(setup, matta, card, taken))
    won = worth(values, taken | (1 << card))
    return step(setup, scopa, makers & unknown != 0, taken, values[card], won)


@inlined
def greedy_play(
    setup: Any, values: Any, hand: int, table: int, unknown: int, ply: int, matta: int, found: Any, plain: bool
) -> tuple[int, int]:
    """The card that Greedy plays of ``hand``, and what it takes; ``found`` is working space for captures."""
    best_card = -1
    best_taken = 0
    best = -2 * SCOPA
    rest = hand
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        for i in range(card_plays(setup, table, card, matta, found, plain)):
            liked = liking(setup, values, table, unknown, ply, matta, card, found[i], plain)
            if liked > best:
                best = liked
                best_card = card
                best_taken = found[i]
    return best_card, best_taken


@inlined
def random_play(
    setup: Any, random: int, hand: int, table: int, matta: int, found: Any, plain: bool
) -> tuple[int, int, int]:
    """A card of ``hand`` at random, what it takes (one of its plays at random), and the generator's state after.

    A card first, as the published random player, so that a card with many captures is not played more often.
    """
    rest = hand
    random = draw(random)
    for _ in range(scaled(random, popcount(hand))):
        rest &= rest - 1
    card = lowest(rest)
    count = card_plays(setup, table, card, matta, found, plain)
    if count == 1:
        return card, found[0], random
    random = draw(random)
    return card, found[scaled(random, count)], random


@kernel
def knock(kind: int, setup: Any, random: Any, state: Any) -> int:
    """The number that the matta stands for in the knock that a player of ``kind`` makes now (0: no matta), or -1.

    Random knocks half of the times with any number it may; the others always, with the lowest, unless the lowest total
    wins.
    """
    values = legal_declarations(setup, state)
    if values == 0:
        return -1
    if kind == RANDOM:
        if below(random, 2) == 0:
            return -1
        for _ in range(below(random, popcount(values))):
            values &= values - 1
    elif setup[LOW]:
        return -1
    return lowest(values)


@kernel
def knock_if_liked(setup: Any, random: Any, state: Any) -> None:
    """Make the knock that Greedy makes now in ``state``, if it makes one."""
    declaration = knock(GREEDY, setup, random, state)
    if declaration >= 0:
        declare(setup, state, declaration)
