"""How the reference players choose (docs/numbers.md, "Reference players")."""

from typing import Any

from analysis.kernels.chances import table_after, unseen
from analysis.kernels.layout import FIRST as VIEW_FIRST
from analysis.kernels.layout import HAND, OUT, PLY, SEAT, TABLE
from analysis.kernels.layout import LAST_CAPTURER as VIEW_LAST_CAPTURER
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import captures, sweepers
from engine.kernels.deal import below
from engine.kernels.jit import kernel
from engine.kernels.layout import FIRST, HANDS, LAST_CAPTURER, PILES, SEATS, SIDES
from engine.kernels.layout import PLY as STATE_PLY
from engine.kernels.layout import TABLE as STATE_TABLE
from engine.kernels.play import is_scopa, legal_plays

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
    """How much Greedy likes a play.

    First a scopa, then what leaves no scopa to an unknown card: captures of most value, then the least valuable card.
    """
    if is_scopa(setup, view[TABLE], taken, view[PLY]):
        return SCOPA + values[card]
    table = table_after(view[TABLE], card, taken)
    if sweepers(setup, table) & unseen(setup, view) != 0:
        return -values[card]
    if taken != 0:
        return KEPT + CAPTURE + worth(values, taken | (1 << card))
    return KEPT - values[card]


@kernel
def greedy(setup: Any, values: Any, view: Any, cards: Any, taken: Any) -> int:
    """The index of Greedy's choice among the legal plays, which are written to ``cards`` and ``taken``."""
    count = legal_plays(setup, view[TABLE], view[HAND], cards, taken)
    best = 0
    best_preference = -SCOPA
    for i in range(count):
        liked = preference(setup, values, view, cards[i], taken[i])
        if liked > best_preference:
            best_preference = liked
            best = i
    return best


@kernel
def uniform(setup: Any, random: Any, view: Any, cards: Any, taken: Any) -> int:
    """The index of a play at random among the legal plays, which are written to ``cards`` and ``taken``.

    A card of the hand first, then one of its captures: as the published random player, so that a card with many
    captures is not played more often.
    """
    hand = view[HAND]
    for _ in range(below(random, popcount(hand))):
        hand &= hand - 1
    card = lowest(hand)
    cards[0] = card
    taken[0] = 0
    count = captures(setup, view[TABLE], card, taken)
    if count > 0:
        taken[0] = taken[below(random, count)]
    return 0


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
    out = 0
    for side in range(setup[SIDES]):
        out |= state[PILES + side]
    view[OUT] = out


@kernel
def choose(kind: int, setup: Any, values: Any, random: Any, view: Any, cards: Any, taken: Any) -> int:
    """The index in ``cards`` and ``taken`` of the play that a player of ``kind`` makes, knowing ``view``."""
    if kind == GREEDY:
        return greedy(setup, values, view, cards, taken)
    return uniform(setup, random, view, cards, taken)
