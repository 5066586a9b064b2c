"""Flipping any single option of any preset makes some check fail."""

from dataclasses import fields

import pytest

from engine.rules import Rules, options_of, presets
from tests.mutations.checks import noticed_by
from tests.mutations.report import PAGE, all_outcomes, faults, page_of
from tests.mutations.values import EQUIVALENT, VALUES


def test_every_option_is_changed() -> None:
    """Each option has other values to be given in every preset, and those it has in the presets are among them."""
    assert set(VALUES) == {field.name for field in fields(Rules)}
    for rules in presets().values():
        options = options_of(rules)
        assert all(any(value != options[option] for value in values) for option, values in VALUES.items())
    used = [(option, value) for rules in presets().values() for option, value in options_of(rules).items()]
    unknown = [(option, value) for option, value in used if value not in VALUES[option]]
    assert {option for option, _ in unknown} <= {"combos"}


def test_reasons_name_presets_and_options() -> None:
    """Every reason for which a change goes unnoticed speaks of presets and an option that there are."""
    assert all(each.presets and set(each.presets) <= set(presets()) for each in EQUIVALENT)
    assert all(each.option in VALUES for each in EQUIVALENT)


@pytest.mark.parametrize("name", presets())
def test_nothing_is_noticed_where_nothing_is_changed(name: str) -> None:
    """The checks pass with the rules as they are."""
    assert noticed_by(name, presets()[name]) == ()


@pytest.mark.soak
def test_every_change_is_noticed() -> None:
    """Each change is refused, noticed, or listed with the reason why it changes nothing; the page tells all that."""
    outcomes = all_outcomes()
    assert faults(outcomes) == []
    assert page_of(outcomes) == PAGE.read_text("utf-8")
