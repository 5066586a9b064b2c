"""What each legal play is worth over sampled hands, all plays on the same hands with the same random numbers."""

from typing import Any

from analysis.kernels.games import play_out
from analysis.kernels.worlds import draw_world
from engine.kernels.deal import draw
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    CATEGORIES,
    FIRST,
    LOW,
    PLY,
    SEATS,
    SIDES,
)
from engine.kernels.play import copy_state, play_card
from engine.kernels.score import score_state

CATEGORY_COUNT = len(CATEGORIES)


@kernel
def gain(setup: Any, points: Any, side: int, out: Any) -> int:
    """What ``points`` (sides × categories, halves) are worth to ``side``: its own less the best other side's.

    ``out`` (categories) becomes the split, which adds up to it. Where the lowest total wins the sign is turned, so that
    more is always better.
    """
    sign = -1 if setup[LOW] else 1
    rival = -1
    most = 0
    for other in range(setup[SIDES]):
        if other == side:
            continue
        total = 0
        for category in range(CATEGORY_COUNT):
            total += sign * points[other, category]
        if rival < 0 or total > most:
            rival = other
            most = total
    value = 0
    for category in range(CATEGORY_COUNT):
        out[category] = sign * (points[side, category] - points[rival, category])
        value += out[category]
    return value


@kernel
def sample(
    setup: Any,
    values: Any,
    public: Any,
    cards: Any,
    taken: Any,
    kinds: Any,
    epsilon: float,
    random: Any,
    space: Any,
    states: Any,
    packets: Any,
    points: Any,
    found: Any,
    written: Any,
    out: Any,
) -> None:
    """Fill ``out`` (worlds × plays × categories) with halves of a point for the side to play in ``public``.

    In each world every play ``cards[i]``, ``taken[i]`` is made on the same hands and played out by players of ``kinds``
    with the same random numbers, so that plays are compared by pairs. ``space`` (deck), ``states`` (2 × state),
    ``packets``, ``points``, ``found`` and ``written`` (3 × plays) are working space.
    """
    sides = setup[SIDES]
    seat = (public[FIRST] + public[PLY]) % setup[SEATS]
    world = states[0]
    state = states[1]
    for number in range(out.shape[0]):
        draw_world(setup, public, random, space, world, packets)
        stream = draw(random[0])
        for play in range(cards.shape[0]):
            random[0] = stream
            copy_state(world, state)
            play_card(setup, state, packets, cards[play], taken[play])
            play_out(setup, values, state, packets, kinds, epsilon, random, written[0], written[1], written[2], found)
            score_state(setup, state, space[:sides], points)
            gain(setup, points, seat % sides, out[number, play])
        random[0] = draw(stream)
