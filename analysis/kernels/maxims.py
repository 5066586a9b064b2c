"""The reference player that follows the principles (docs/numbers.md, "Reference players")."""

from typing import Any

from analysis.kernels.layout import HAND, MATTA_VALUE, TABLE
from analysis.kernels.marks import BREAKS, KEEPS, PRINCIPLE_COUNT
from analysis.kernels.policies import worth
from analysis.kernels.principles import judge_principles
from analysis.kernels.scene import PAID, T_GAIN, T_SCOPA
from engine.kernels.bits import popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import LOW
from engine.kernels.play import legal_plays

# The weights of the player, in points: first what every play is worth, then one for each principle.
W_MARGIN = 0  # not a weight: the margin of the principles
W_SCOPA = 1
W_VALUE = 2  # of the cards captured, by Greedy's value
W_LAID = 3  # lost by laying, by Greedy's value
W_CAPTURE = 4
W_RISK = 5  # of a scopa by the next seat
W_LOSS = 6  # of a card that the rules pay, to the next seat
W_PRINCIPLES = 7
WEIGHT_COUNT = W_PRINCIPLES + PRINCIPLE_COUNT


@kernel
def maxims_play(
    setup: Any,
    values: Any,
    weights: Any,
    view: Any,
    history_cards: Any,
    history_taken: Any,
    cards: Any,
    taken: Any,
    scene: Any,
    traits: Any,
    chance: Any,
    losing: Any,
    found: Any,
    marks: Any,
) -> int:
    """The number of the play that Maxims makes of those that it writes to ``cards`` and ``taken``.

    The play of the highest sum of ``weights`` (the numbers W_…); the first of equals. The other arrays are working
    space, as of `judge_principles`.
    """
    count = legal_plays(setup, view[TABLE], view[HAND], view[MATTA_VALUE], cards, taken)
    if count == 1:
        return 0
    judge_principles(
        setup, values, view, history_cards, history_taken, cards, taken, count, weights[W_MARGIN], scene, traits,
        chance, losing, found, marks,
    )  # fmt: skip
    sign = -1.0 if setup[LOW] else 1.0
    paid = popcount(scene[PAID])
    best = 0
    most = 0.0
    for i in range(count):
        gain = traits[i, T_GAIN]
        score = weights[W_SCOPA] * traits[i, T_SCOPA] - weights[W_RISK] * chance[i]
        if gain != 0:
            score += weights[W_CAPTURE] + weights[W_VALUE] * worth(values, gain)
        else:
            score -= weights[W_LAID] * values[cards[i]]
        for row in range(paid):
            score -= weights[W_LOSS] * losing[row, i]
        score *= sign
        for k in range(PRINCIPLE_COUNT):
            if marks[k, i] == KEEPS:
                score += weights[W_PRINCIPLES + k]
            elif marks[k, i] == BREAKS:
                score -= weights[W_PRINCIPLES + k]
        if i == 0 or score > most:
            best = i
            most = score
    return best
