"""How the reference players choose (docs/numbers.md, "Reference players")."""

from typing import Any

from analysis.kernels.chances import matta_after, table_after, unseen
from analysis.kernels.layout import FIRST as VIEW_FIRST
from analysis.kernels.layout import HAND, MATTA_VALUE, NEXT_SHOWN, OUT, PLY, SEAT, SHOWN, TABLE
from analysis.kernels.layout import LAST_CAPTURER as VIEW_LAST_CAPTURER
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import is_scopa, scopa_makers
from engine.kernels.deal import below
from engine.kernels.declare import legal_declarations
from engine.kernels.jit import kernel
from engine.kernels.layout import FIRST, HANDS, LAST_CAPTURER, LOW, PILES, SEATS, SIDES
from engine.kernels.layout import MATTA_VALUE as STATE_MATTA_VALUE
from engine.kernels.layout import PLY as STATE_PLY
from engine.kernels.layout import SHOWN as STATE_SHOWN
from engine.kernels.layout import TABLE as STATE_TABLE
from engine.kernels.play import legal_plays

RANDOM, GREEDY = range(2)

SCOPA = 1_000_000  # Greedy's steps as one number, each step far above what the next can reach
KEPT = 100_000
CAPTURE = 10_000


@kernel
def worth(values: Any, cards: int) -> int:
    """The value that Greedy gives to a set of cards (``values``: by card)."""
    total = 0
    while cards != 0:
        total += values[lowest(cards)]
        cards &= cards - 1
    return total


@kernel
def preference(setup: Any, values: Any, view: Any, card: int, taken: int) -> int:
    """How much Greedy likes a play; where the lowest total wins, how little.

    First a scopa, then what leaves no scopa to an unknown card: captures of most value, then the least valuable card.
    """
    liked = 0
    matta = view[MATTA_VALUE]
    if is_scopa(setup, view[TABLE], card, taken, view[PLY], matta):
        liked = SCOPA + values[card]
    else:
        table = table_after(view[TABLE], card, taken)
        makers = scopa_makers(setup, table, matta_after(setup, matta, card, taken))
        if makers & unseen(setup, view) != 0:
            liked = -values[card]
        elif taken != 0:
            liked = KEPT + CAPTURE + worth(values, taken | (1 << card))
        else:
            liked = KEPT - values[card]
    return -liked if setup[LOW] else liked


@kernel
def greedy(setup: Any, values: Any, view: Any, cards: Any, taken: Any) -> int:
    """The index of Greedy's choice among the legal plays, which are written to ``cards`` and ``taken``."""
    count = legal_plays(setup, view[TABLE], view[HAND], view[MATTA_VALUE], cards, taken)
    best = 0
    best_preference = -2 * SCOPA
    for i in range(count):
        liked = preference(setup, values, view, cards[i], taken[i])
        if liked > best_preference:
            best_preference = liked
            best = i
    return best


@kernel
def uniform(setup: Any, random: Any, view: Any, cards: Any, taken: Any) -> int:
    """The index of a play at random, which is written to ``cards`` and ``taken``.

    A card of the hand first, then one of its plays: as the published random player, so that a card with many
    captures is not played more often.
    """
    hand = view[HAND]
    for _ in range(below(random, popcount(hand))):
        hand &= hand - 1
    card = lowest(hand)
    count = legal_plays(setup, view[TABLE], 1 << card, view[MATTA_VALUE], cards, taken)
    return below(random, count) if count > 1 else 0


@kernel
def look(setup: Any, state: Any, view: Any) -> None:
    """Fill ``view`` with what the seat to play in ``state`` knows."""
    seat = (state[FIRST] + state[STATE_PLY]) % setup[SEATS]
    view[SEAT] = seat
    view[PLY] = state[STATE_PLY]
    view[VIEW_FIRST] = state[FIRST]
    view[HAND] = state[HANDS + seat]
    view[TABLE] = state[STATE_TABLE]
    view[VIEW_LAST_CAPTURER] = state[LAST_CAPTURER]
    view[MATTA_VALUE] = state[STATE_MATTA_VALUE]
    view[SHOWN] = state[STATE_SHOWN] & ~state[HANDS + seat]
    view[NEXT_SHOWN] = state[STATE_SHOWN] & state[HANDS + (seat + 1) % setup[SEATS]]
    out = 0
    for side in range(setup[SIDES]):
        out |= state[PILES + side]
    view[OUT] = out


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
def choose(kind: int, setup: Any, values: Any, random: Any, view: Any, cards: Any, taken: Any) -> int:
    """The index in ``cards`` and ``taken`` of the play that a player of ``kind`` makes, knowing ``view``."""
    if kind == GREEDY:
        return greedy(setup, values, view, cards, taken)
    return uniform(setup, random, view, cards, taken)
