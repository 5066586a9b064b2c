import numpy as np
import pytest

from analysis.statistics.shrinkage import Group, group_of, shrunken


def test_rates_that_differ_by_chance_alone_have_no_spread() -> None:
    """Equal rates have spread 0, and every player is then worth the group's mean."""
    found = group_of(np.array([0.3, 0.3, 0.3]), np.array([0.1, 0.2, 0.05]))
    assert found == Group(pytest.approx(0.3), 0.0, 3)
    assert shrunken(0.9, 0.2, found) == (pytest.approx(0.3), 0.0)
    assert group_of(np.array([0.3]), np.array([0.1])) is None


def test_the_spread_of_players_is_found_again() -> None:
    """Of players whose true rates spread by 0.2 the estimate is near that on average, whatever their errors."""
    random = np.random.default_rng(1)
    spreads = []
    for _ in range(200):
        errors = random.uniform(0.05, 0.3, 30)
        found = group_of(random.normal(0.5, 0.2, 30) + random.normal(0, errors), errors)
        assert found is not None
        spreads.append(found.spread)
    assert np.mean(spreads) == pytest.approx(0.2, abs=0.02)


def test_pulled_rates_are_nearer_to_the_truth() -> None:
    """Pulling lessens the squared error, the more the larger the error, and its own error is the right one."""
    random = np.random.default_rng(2)
    group = Group(0.5, 0.2, 30)
    for error in (0.1, 0.4):
        truth = random.normal(group.mean, group.spread, 4000)
        measured = truth + random.normal(0, error, 4000)
        pulled = np.array([shrunken(each, error, group) for each in measured])
        left = pulled[:, 0] - truth
        assert (left**2).mean() < 0.95 * ((measured - truth) ** 2).mean()
        assert left.std() == pytest.approx(pulled[0, 1], rel=0.05)
        lower, upper = np.minimum(measured, group.mean), np.maximum(measured, group.mean)
        assert ((pulled[:, 0] >= lower) & (pulled[:, 0] <= upper)).all()


def test_an_exact_rate_is_left_alone() -> None:
    """What has no error is not pulled."""
    assert shrunken(0.7, 0.0, Group(0.2, 0.1, 5)) == (0.7, 0.0)
