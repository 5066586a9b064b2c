"""Which principles apply to a decision, and which of its plays keep or break them (docs/principles.md)."""

from typing import Any

from analysis.kernels.chances import chance_of_losing
from analysis.kernels.flags import ROUNDING, better_spariglio, keeps_parity, like_value
from analysis.kernels.layout import HAND, TABLE
from analysis.kernels.lays import lay_principles
from analysis.kernels.marks import (
    BAD_SPARIGLIO,
    BREAKS,
    CARD_GIVEN_UP,
    KEEPS,
    LEAST_RISK,
    MISSED_SCOPA,
    MOST_COMPARED,
    PRINCIPLE_COUNT,
    SCOPA_OFFERED,
    settle,
)
from analysis.kernels.scene import (
    CAPTURES,
    DEALERS_SIDE,
    PAID,
    T_CHANGE,
    T_SCOPA,
    set_scene,
    set_traits,
)
from analysis.kernels.taking import capture_principles
from engine.kernels.bits import lowest
from engine.kernels.jit import kernel
from engine.kernels.layout import LOW


@kernel
def judge_principles(
    setup: Any,
    values: Any,
    view: Any,
    history_cards: Any,
    history_taken: Any,
    cards: Any,
    taken: Any,
    count: int,
    margin: float,
    scene: Any,
    traits: Any,
    chance: Any,
    losing: Any,
    found: Any,
    out: Any,
) -> int:
    """Fill ``out`` (principles × plays): 0 does not apply, 1 keeps, 2 breaks; gives how many principles apply.

    The plays are the first ``count`` of ``cards`` and ``taken``; ``history_cards`` and ``history_taken`` everyone's
    plays so far. A principle applies only if some play keeps it and some breaks it. ``scene``, ``traits``, ``chance``
    and ``losing`` (paid card × play) become what it was judged by (`analysis.kernels.scene`); ``found`` is working
    space for captures.
    """
    out[:, :count] = 0
    if count < 2:
        return 0
    set_scene(setup, view, history_cards, history_taken, scene)
    set_traits(setup, view, cards, taken, count, scene, chance, traits)
    risks(setup, chance, count, margin, out)
    paid_cards_given_up(setup, view, cards, taken, count, margin, scene, losing, found, out)
    if scene[CAPTURES] > 1 and count <= MOST_COMPARED:
        spariglio(setup, values, view, cards, taken, count, margin, scene, traits, chance, out)
    if setup[LOW] == 0:
        for i in range(count):
            out[MISSED_SCOPA, i] = KEEPS if traits[i, T_SCOPA] else BREAKS
        capture_principles(setup, view, cards, taken, count, margin, scene, traits, chance, out)
        lay_principles(
            setup, view, history_cards, history_taken, cards, taken, count, margin, scene, traits, chance, out
        )
    applying = 0
    for k in range(PRINCIPLE_COUNT):
        if settle(out[k], count):
            applying += 1
    return applying


@kernel
def risks(setup: Any, chance: Any, count: int, margin: float, out: Any) -> None:
    """A scopa offered, by the flag's rule; and the least risk of all where the difference is too small for the flag."""
    sign = -1.0 if setup[LOW] else 1.0
    least = sign * chance[0]
    for i in range(1, count):
        least = min(least, sign * chance[i])
    for i in range(count):
        more = sign * chance[i] - least
        out[SCOPA_OFFERED, i] = BREAKS if more >= margin - ROUNDING else KEEPS
        if more <= ROUNDING:
            out[LEAST_RISK, i] = KEEPS
        elif more < margin - ROUNDING:
            out[LEAST_RISK, i] = BREAKS


@kernel
def paid_cards_given_up(
    setup: Any,
    view: Any,
    cards: Any,
    taken: Any,
    count: int,
    margin: float,
    scene: Any,
    losing: Any,
    found: Any,
    out: Any,
) -> None:
    """A card given up, by the flag's rule: broken if it is for any card that the rules pay."""
    sign = -1.0 if setup[LOW] else 1.0
    near = view[TABLE] | view[HAND]
    rest = scene[PAID]
    row = 0
    out[CARD_GIVEN_UP, :count] = KEEPS
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        for i in range(count):
            losing[row, i] = 0.0
        if near >> card & 1:
            least = 2.0
            for i in range(count):
                losing[row, i] = chance_of_losing(setup, view, cards[i], taken[i], card, found)
                least = min(least, sign * losing[row, i])
            for i in range(count):
                if sign * losing[row, i] - least >= margin - ROUNDING:
                    out[CARD_GIVEN_UP, i] = BREAKS
        row += 1


@kernel
def spariglio(
    setup: Any,
    values: Any,
    view: Any,
    cards: Any,
    taken: Any,
    count: int,
    margin: float,
    scene: Any,
    traits: Any,
    chance: Any,
    out: Any,
) -> None:
    """A wrong spariglio, by the flag's rule; it is kept by the right captures of like value."""
    wanted = -1 if (scene[DEALERS_SIDE] == 1) != (setup[LOW] == 1) else 1
    paid = scene[PAID]
    for i in range(count):
        if taken[i] != 0 and better_spariglio(setup, values, view, cards, taken, count, chance, i, margin) >= 0:
            out[BAD_SPARIGLIO, i] = BREAKS
    for i in range(count):
        if out[BAD_SPARIGLIO, i] != BREAKS:
            continue
        for j in range(count):
            if taken[j] != 0 and like_value(setup, view, cards, taken, chance, i, j, paid, margin):
                if keeps_parity(wanted, traits[j, T_CHANGE]):
                    out[BAD_SPARIGLIO, j] = KEEPS
