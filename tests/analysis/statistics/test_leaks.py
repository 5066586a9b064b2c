from dataclasses import replace

import numpy as np
import pytest

from analysis.statistics.leaks import critical_value, find_leaks
from analysis.thresholds import LEAK_DECISIONS, LEAK_SHOWN
from tests.analysis.statistics.samples import CELLS, sample


def test_a_player_like_the_others_seldom_has_a_leak() -> None:
    """Family-wise: of 150 players who play as the others do, 5 % at most have any leak in 12 cells.

    Looked at one by one at 5 %, far more of them would have one.
    """
    random = np.random.default_rng(1)
    with_leak = with_naive = 0
    for _ in range(150):
        own, others = sample(random, 200), sample(random, 800, first_deal=1000)
        found = find_leaks(own, others, range(CELLS))
        with_leak += bool(found.leaks)
        assert found.looked_at == CELLS
        with_naive += any(find_leaks(own, others, [cell]).leaks for cell in range(CELLS))
    assert with_leak <= 0.05 * 150
    assert with_naive >= 0.15 * 150


def test_planted_leaks_are_found_the_costlier_first() -> None:
    """Two planted mistakes come out, in their order, with an excess as planted, and no other cell."""
    random = np.random.default_rng(2)
    orders = []
    for _ in range(20):
        own = sample(random, 200, more={8: 0.3, 3: 0.15})
        found = find_leaks(own, sample(random, 800, first_deal=1000), range(CELLS))
        orders.append([leak.cell for leak in found.leaks])
        assert found.leaks[0].low > 0
        assert found.leaks[0].excess == pytest.approx(0.3 * 0.4 * own.applies[:, 8].sum() / 200, rel=0.35)
    assert sum(order == [8, 3] for order in orders) >= 19


def test_what_a_leak_explains_is_no_leak_of_its_own() -> None:
    """A cell that shows only what the leak shows anyway is not named, though alone it would be."""
    random = np.random.default_rng(3)
    own, others = sample(random, 200, more={8: 0.4}), sample(random, 800, first_deal=1000)
    for each in (own, others):
        part = random.random(len(each.deal)) < 0.7
        each.applies[:, 2] = each.applies[:, 8]
        each.shown[:, 2] = each.shown[:, 8] & part
        each.done[:, 2] = each.done[:, 8] & part
    assert [leak.cell for leak in find_leaks(own, others, range(CELLS)).leaks] == [8]
    assert [leak.cell for leak in find_leaks(own, others, [2]).leaks] == [2]


def test_of_equal_cells_the_one_that_is_done_comes_first() -> None:
    """Two cells cost the same; named is the one in which the player acts most unlike the others."""
    random = np.random.default_rng(4)
    own, others = sample(random, 200, more={8: 0.4}), sample(random, 800, first_deal=1000)
    for each in (own, others):
        each.applies[:, 2] = each.applies[:, 8]
        each.shown[:, 2] = each.shown[:, 8]
    for done, other in ((8, 2), (2, 8)):
        always = own.done.copy()
        always[:, done] = own.applies[:, done]
        always[:, other] = own.shown[:, other]
        assert [leak.cell for leak in find_leaks(replace(own, done=always), others, [2, 8]).leaks] == [done]


def test_little_is_never_a_leak() -> None:
    """Below the least number of opportunities a cell is not looked at; below that of mistakes it is no leak."""
    random = np.random.default_rng(5)
    own, others = sample(random, 200, more={8: 0.4}), sample(random, 800, first_deal=1000)
    few = own.applies.copy()
    few[np.flatnonzero(few[:, 8])[LEAK_DECISIONS - 1 :], 8] = False
    scarce = replace(own, applies=few, shown=own.shown & few)
    assert find_leaks(scarce, others, [8]).looked_at == 0
    rare = own.shown.copy()
    rare[np.flatnonzero(rare[:, 8])[LEAK_SHOWN - 1 :], 8] = False
    lost = np.where(rare[:, 8], 50.0, own.lost)
    found = find_leaks(replace(own, lost=lost, shown=rare), others, [8])
    assert (found.looked_at, found.leaks) == (1, ())


def test_more_cells_ask_for_more_and_equal_cells_do_not() -> None:
    """The critical value of one cell is that of a one-sided test at 5 %, it grows with independent cells only."""
    pulls = np.random.default_rng(6).normal(size=(400, 20))
    assert critical_value(pulls[:, :1]) == pytest.approx(1.645, abs=0.04)
    assert critical_value(np.repeat(pulls[:, :1], 20, axis=1)) == pytest.approx(1.645, abs=0.04)
    assert critical_value(pulls) == pytest.approx(2.80, abs=0.06)
