"""What a reference player would play where somebody else had to."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.judge import closed_scene, play_vectors
from analysis.kernels import layout, marks
from analysis.kernels import scene as scenes
from analysis.kernels.judge import NOBODY, best_so_far, weigh
from analysis.kernels.maxims import maxims_play
from analysis.kernels.policies import preference
from analysis.kernels.thinking import best_of_ending
from analysis.knowledge import SeatView, view_vector
from analysis.thresholds import DRAWN_PER_WORLD, ENDING_PLAYS, TRUST
from analysis.values import card_values, maxims_weights
from analysis.weights import kind_shares, learned_weights
from engine.deals import Vector, setup_vector
from engine.kernels.layout import CATEGORIES, LARGEST_HAND, MOST_CAPTURES
from engine.plays import Play


def random_chances(plays: Sequence[Play]) -> NDArray[np.float64]:
    """By play, the chance that Random makes it: a card first, then what it takes."""
    counts = Counter(each.card for each in plays)
    return np.array([1 / (len(counts) * counts[each.card]) for each in plays])


def greedy_choice(view: SeatView, plays: Sequence[Play]) -> int:
    """The place of the play that Greedy likes most among ``plays``; the first of equals, as in its games."""
    setup, values, vector = setup_vector(view.rules, view.players), card_values(view.rules), view_vector(view)
    return int(np.argmax([preference(setup, values, vector, each.card, each.taken) for each in plays]))


def maxims_choice(view: SeatView) -> int:
    """The place of the play that Maxims makes, among the legal plays."""
    setup = setup_vector(view.rules, view.players)
    most = (int(setup[MOST_CAPTURES]) + 1) * LARGEST_HAND
    cards, taken = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    history = np.array([(each.card, each.taken) for each in view.plays], dtype=np.int64).reshape(-1, 2)
    return int(
        maxims_play(
            setup, card_values(view.rules), maxims_weights(), view_vector(view),
            np.ascontiguousarray(history[:, 0]), np.ascontiguousarray(history[:, 1]), cards, taken,
            np.zeros(scenes.SCENE_SIZE, dtype=np.int64), np.zeros((most, scenes.TRAITS), dtype=np.int64),
            np.zeros(most), np.zeros((layout.MAX_PAID, most)),
            np.zeros(int(setup[MOST_CAPTURES]) + 1, dtype=np.int64), np.zeros((marks.PRINCIPLE_COUNT, most), np.int8),
        )
    )  # fmt: skip


def fair_choice(view: SeatView, plays: tuple[Play, ...], worlds: int, random: Vector) -> int:
    """The place of the play that fair-``worlds`` makes among the legal ``plays``; ``random`` (a state) moves on.

    It thinks as in its games: the best play of an ending, if all of it can be gone through; else, unlike the judge, it
    leaves aside any play while it draws.
    """
    scene = closed_scene(view)
    setup = setup_vector(view.rules, view.players)
    found = best_of_ending(
        setup, learned_weights(), kind_shares(view.rules), TRUST, ENDING_PLAYS, scene.state, scene.past,
        *play_vectors(view.plays), *play_vectors(plays),
    )  # fmt: skip
    if found >= 0:
        return int(found)
    samples = np.zeros((worlds, len(plays), len(CATEGORIES)), dtype=np.int64)
    totals = np.zeros((worlds, len(plays), view.rules.sides(view.players)), dtype=np.int64)
    counts = np.zeros(len(plays), dtype=np.int64)
    weigh(
        setup, learned_weights(), kind_shares(view.rules), TRUST, DRAWN_PER_WORLD, scene.state, scene.past,
        *play_vectors(view.plays), *play_vectors(plays), NOBODY, scene.stock, random, samples, totals, counts,
    )  # fmt: skip
    return int(best_so_far(samples, counts, counts.max()))
