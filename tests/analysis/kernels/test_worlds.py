"""Sampled hands: always of the right size, never against what is known, every possible way as likely as any other."""

from collections import Counter

import numpy as np
import pytest

from analysis.kernels.worlds import draw_world, hide
from engine.cards import cards_of, full_deck
from engine.deals import generator, setup_vector
from engine.kernels import layout
from engine.positions import Position, state_vector
from engine.rules import preset, with_options
from tests.engine.kernels.random_deals import FAMILIES, deals, walk

pytestmark = pytest.mark.kernels


def drawn(position: Position, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A world drawn for the seat to play: its state and the packets to come."""
    setup = setup_vector(position.rules, position.players)
    public = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    world = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    packets = np.zeros((len(position.packets), position.players), dtype=np.int64)
    hide(setup, state_vector(position), public)
    draw_world(setup, public, generator(seed), np.zeros(position.rules.deck, dtype=np.int64), world, packets)
    return world, packets


@pytest.mark.parametrize("family", FAMILIES)
def test_worlds_keep_what_is_known(family: str) -> None:
    """Own hand, table, piles, open cards and all counts are those of the position; every card is in one place."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    for number, deal in enumerate(deals(rules, players, 3, seed=21)):
        for position, _, _, _ in walk(deal, seed=number):
            if position.over:
                break
            world, packets = drawn(position, seed=position.ply)
            hands = world[layout.HANDS : layout.HANDS + players].tolist()
            assert hands[position.turn] == position.hands[position.turn]
            assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in position.hands]
            for seat, hand in enumerate(hands):
                assert hand & position.shown == position.hands[seat] & position.shown
            later = [int(mask) for packet in packets[position.round + 1 :] for mask in packet]
            true = [mask for packet in position.packets[position.round + 1 :] for mask in packet]
            assert [mask.bit_count() for mask in later] == [mask.bit_count() for mask in true]
            parts = [*hands, *later, position.table, *position.piles]
            assert sum(parts) == full_deck(rules.deck)
            kept = (layout.TABLE, layout.PLY, layout.FIRST, layout.ROUND, layout.MATTA_VALUE, layout.LAST_CAPTURER)
            assert [world[i] for i in kept] == [state_vector(position)[i] for i in kept]


def test_the_true_hands_are_never_impossible() -> None:
    """Late in a deal every way to deal the few unseen cards comes up, the true one among them, all about as often."""
    for position, _, _, _ in walk(next(deals(preset("scopone"), 4, 1, seed=3)), seed=1):
        if position.ply == 32:
            break
    draws = 6000
    seen = Counter(tuple(drawn(position, seed)[0][layout.HANDS : layout.HANDS + 4].tolist()) for seed in range(draws))
    others = [position.hands[seat] for seat in range(4) if seat != position.turn]
    assert [len(cards_of(hand)) for hand in others] == [1, 1, 1]
    assert len(seen) == 6
    assert position.hands in seen
    # Five standard errors of a share of one sixth.
    assert all(abs(count / draws - 1 / 6) < 5 * (5 / 36 / draws) ** 0.5 for count in seen.values())
