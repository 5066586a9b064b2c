from dataclasses import replace

import numpy as np
import pytest

from analysis.judgement import Z95
from analysis.statistics.rates import Decisions, as_normal, errors_of, rates_of, tally, widening, with_few_deals
from tests.analysis.statistics.samples import CELLS, sample


def alike_within_deals(random: np.random.Generator, deals: int) -> Decisions:
    """Six decisions a deal in one cell, whose losses depend on the deal; their true mean is 0.3."""
    level = random.gamma(1.0, 0.3, deals)
    lost = np.repeat(level, 6) + random.normal(0, 0.05, deals * 6)
    everything = np.ones((deals * 6, 1), dtype=bool)
    return Decisions(np.repeat(np.arange(deals), 6), lost, everything, everything, everything)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Of 95 % intervals over 100 deals some 95 % hold the true rate; with decisions as units they would be far off."""
    random = np.random.default_rng(1)
    held = naive = 0
    for _ in range(400):
        decisions = alike_within_deals(random, 100)
        rate = rates_of(decisions)[0]
        held += rate.low <= 0.3 <= rate.high
        single = rates_of(replace(decisions, deal=np.arange(600)))[0]
        naive += single.low <= 0.3 <= single.high
    assert 0.91 <= held / 400 <= 0.98
    assert naive / 400 < 0.75


def test_rates_are_sums_over_opportunities() -> None:
    """A rate is what its shown decisions lost over its opportunities, whatever the deals are called and ordered."""
    random = np.random.default_rng(2)
    decisions = sample(random, 40)
    rates = rates_of(decisions)
    for cell in range(CELLS):
        expected = decisions.lost[decisions.shown[:, cell]].sum() / decisions.applies[:, cell].sum()
        assert rates[cell].mean == pytest.approx(expected)
        assert rates[cell].decisions == decisions.applies[:, cell].sum()
    order = random.permutation(len(decisions.deal))
    shuffled = decisions.where(order)
    renamed = replace(shuffled, deal=1000 - 3 * shuffled.deal)
    for one, other in zip(rates, rates_of(renamed), strict=True):
        assert (one.decisions, one.deals) == (other.decisions, other.deals)
        assert (one.mean, one.error) == pytest.approx((other.mean, other.error))


@pytest.mark.parametrize(("freedom", "student"), [(1, 12.706), (2, 4.303), (5, 2.571), (29, 2.045), (100, 1.984)])
def test_few_deals_widen_as_student_has_it(freedom: int, student: float) -> None:
    """An interval from few deals is as wide as Student's t makes it, never narrower, and at most 5 % wider from two."""
    assert student - 0.001 <= 1.96 * widening(freedom) <= student * (1.4 if freedom == 1 else 1.05)


def test_intervals_of_few_deals_hold_the_truth() -> None:
    """Of intervals over four deals at least 95 % hold the true rate; without the widening far fewer."""
    random = np.random.default_rng(8)
    everything = np.ones((24, 1), dtype=bool)
    held, naive = 0, 0
    for _ in range(400):
        lost = np.repeat(random.normal(0.3, 0.1, 4), 6) + random.normal(0, 0.05, 24)
        (rate,) = rates_of(Decisions(np.repeat(np.arange(4), 6), lost, everything, everything, everything))
        wide = with_few_deals(rate)
        held += wide.low <= 0.3 <= wide.high
        naive += rate.low <= 0.3 <= rate.high
    assert held >= 0.93 * 400
    assert naive <= 0.9 * 400


def test_one_deal_tells_no_error() -> None:
    """All of one deal says nothing of how deals differ: the interval holds everything; two deals have an error."""
    everything = np.ones((3, 2), dtype=bool)
    everything[2, 1] = False
    deals = Decisions(np.array([4, 4, 7]), np.array([0.1, 0.5, 0.0]), everything, everything, everything)
    two, one = rates_of(deals)
    assert (two.deals, one.deals, one.mean) == (2, 1, pytest.approx(0.3))
    assert 0 < two.error < 1
    assert (one.low, one.high) == (-np.inf, np.inf)


def test_deals_that_both_played_do_not_count_twice() -> None:
    """A player is no different from himself: the same decisions on both sides differ by 0 with no error."""
    decisions = sample(np.random.default_rng(3), 30)
    deals = np.unique(decisions.deal)
    one = tally(decisions, deals)
    assert errors_of(one.pulls - tally(decisions, deals).pulls).max() == 0
    assert errors_of(one.pulls).min() > 0


def test_what_is_taken_out_counts_no_more() -> None:
    """Without a cell nothing that showed it counts anywhere, the opportunities stay, and the rest is untouched."""
    decisions = sample(np.random.default_rng(4), 30)
    left = decisions.without(5)
    gone = decisions.shown[:, 5]
    assert gone.any()
    assert not left.shown[gone].any()
    assert (left.shown[~gone] == decisions.shown[~gone]).all()
    assert (left.applies == decisions.applies).all()


@pytest.mark.parametrize("freedom", [1, 2, 5, 10, 30, 1000])
def test_a_difference_begins_to_be_sure_where_its_interval_ends(freedom: int) -> None:
    """What is as rare as 1.96 with many deals is, with few, as many errors away as they are widened."""
    assert as_normal(Z95 * widening(freedom), freedom) == pytest.approx(Z95)
    assert as_normal(-Z95 * widening(freedom), freedom) == pytest.approx(-Z95)
