"""How a deal goes on when everybody makes the play that looks best to the judge's players."""

from typing import Any

from analysis.kernels.learned import OWN, rate, rating_space
from engine.kernels.jit import allocating_kernel
from engine.kernels.layout import FIRST, HANDS, PLAYS, PLY, SEATS
from engine.kernels.play import play_card


@allocating_kernel
def play_line(setup: Any, weights: Any, state: Any, packets: Any, cards: Any, taken: Any) -> int:
    """Fill ``cards`` and ``taken`` with plays from ``state`` on, which changes; how many before the deal ends.

    Everybody chooses in the judge's own manner; nobody knocks.
    """
    some_cards, some_taken, liking, rows, none = rating_space(setup)
    for number in range(cards.shape[0]):
        ply = state[PLY]
        if ply == setup[PLAYS]:
            return number
        hand = state[HANDS + (state[FIRST] + ply) % setup[SEATS]]
        count = rate(setup, weights, OWN, state, ply, hand, some_cards, some_taken, liking, rows, none, False)
        best = 0
        for i in range(1, count):
            if liking[i, 0] > liking[best, 0]:
                best = i
        cards[number] = some_cards[best]
        taken[number] = some_taken[best]
        play_card(setup, state, packets, cards[number], taken[number])
    return cards.shape[0]
