"""``bench.knowledge``: the true hands and their weights against a count of all hands there may be."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from analysis.knowledge import view_at
from analysis.known import traced_worlds
from bench.knowledge import TRUSTS, gains, log_chances, replays
from engine.cards import cards_of, mask_of


def test_before_anything_is_played_nothing_is_told() -> None:
    """Without plays every way the cards may lie is as likely as any other; also when a packet begins in Scopa."""
    for name, players, ply in (("scopone", 4, 0), ("scopa", 2, 6)):
        for replayed in replays(name, players, "greedy", 3, 2):
            assert gains(replayed, ply, 1) == pytest.approx(np.zeros(len(TRUSTS)), abs=1e-12)


def test_the_gain_is_that_of_all_hands_counted() -> None:
    """Late in a deal, where all hands can be gone through, drawn ones give the same gain to some hundredths."""
    for replayed in replays("scopone", 4, "maxims", 3, 3):
        view = view_at(replayed, 30)
        assert view is not None
        others = [(view.seat + turns) % 4 for turns in (1, 2, 3)]
        unseen = cards_of(view.unseen)
        hands = replayed.positions[30].hands
        sizes = [hands[seat].bit_count() for seat in others]
        weights = {}
        for one in combinations(unseen, sizes[0]):
            rest = [card for card in unseen if card not in one]
            for two in combinations(rest, sizes[1]):
                shown = [0] * 4
                for seat, held in zip(others, (one, two, set(rest) - set(two)), strict=True):
                    shown[seat] = mask_of(held)
                worlds = traced_worlds(replace(view, shown=tuple(shown)), 0, 1)
                weights[tuple(shown)] = float(worlds.chances.sum())
        true = tuple(0 if seat == view.seat else hand for seat, hand in enumerate(hands))
        for trust, gain in zip(TRUSTS, gains(replayed, 30, 1), strict=True):
            mean = np.exp(trust * np.array(list(weights.values()))).mean()
            assert gain == pytest.approx(trust * weights[true] - np.log(mean), abs=0.1)


def test_the_chances_of_plays_are_of_the_legal_ones() -> None:
    """Only real decisions count, and a play of a player that the model was fitted to gains over all being alike."""
    for replayed in replays("scopone", 4, "greedy", 3, 2):
        found = log_chances(replayed)
        assert (found < 0).all()
        assert found[:, 0].mean() > found[:, 1].mean() + 0.5
