"""What needs no principle, on tables written by hand."""

from typing import Any

import pytest

from analysis.plain_reasons import plain_reasons
from engine.rules import preset
from tests.analysis.principle_views import play_of, view_of

CASES = {
    "the settebello lies in the hand": (
        "scopa",
        "7D QB",
        "AS 3B 4D",
        "QB",
        "7Dx3B+4D",
        [("took_less", {"combos": ["7D"], "primiera": [1, 0], "suit": [2, 0], "carte": [3, 0]})],
    ),
    "both take the settebello, so that it is no reason": (
        "scopa",
        "7D 7C",
        "3D 4D 7S",
        "7Dx7S",
        "7Dx3D+4D",
        [("took_less", {"suit": [3, 1]})],
    ),
    "each takes a card that pays, of another kind": (
        "napoli",
        "AD 7C",
        "AS 7D",
        "7Cx7D",
        "ADxAS",
        [("took_less", {"run": ["AD"]})],
    ),
    "each takes a card of the grande": ("cirulla", "JB QB", "JD QD 2C", "JBxJD", "QBxQD", []),
    "the ace of the napola": (
        "napoli",
        "AD KC",
        "AS KB",
        "KCxKB",
        "ADxAS",
        [("took_less", {"run": ["AD"], "suit": [1, 0]})],
    ),
    "what both take is not named": (
        "napoli",
        "3C 5S",
        "AD 2D 4C",
        "5SxAD+4C",
        "3CxAD+2D",
        [("took_less", {"run": ["2D"], "suit": [2, 1]})],
    ),
    "less is better where the lowest wins": (
        "ciapa-no",
        "5S KC",
        "5B 2B",
        "5Sx5B",
        "KC",
        [("took_more", {"carte": [2, 0]})],
    ),
    "more is no fault where the lowest wins": ("ciapa-no", "5S KC", "5B 2B", "KC", "5Sx5B", []),
    "one card more is not worth a word": ("scopa", "6C 5S", "5B 2B 4S", "5Sx5B", "6Cx2B+4S", []),
}
"""By what it shows: preset, hand, table, the play made, the better one, and the reasons with their parts."""


@pytest.mark.parametrize("case", CASES)
def test_what_is_taken(case: str) -> None:
    """What one play takes and the other does not, by category; a card that each has against another is none."""
    name, hand, table, made, better, expected = CASES[case]
    view = view_of(hand, table, rules=preset(name))
    found = plain_reasons(view, play_of(made), play_of(better), scopa=False, scopa_better=False)
    told: list[tuple[str, Any]] = [(code, facts["parts"]) for code, facts, _ in found]
    assert told == expected
    for _, facts, about in found:
        assert tuple(facts["parts"]) == about


@pytest.mark.parametrize(
    ("name", "scopa", "better", "code"),
    [
        ("scopa", True, False, "scopa_costs"),
        ("scopa", True, True, None),
        ("scopa", False, False, None),
        ("ciapa-no", True, False, "scopa_unwanted"),
        ("ciapa-no", False, True, None),
    ],
)
def test_a_scopa_that_was_not_worth_it(name: str, scopa: bool, better: bool, code: str | None) -> None:
    """Only the play made is reproached for its scopa, and only where the better one makes none."""
    view = view_of("5S KC", "5B", rules=preset(name))
    found = plain_reasons(view, play_of("KC"), play_of("KC"), scopa, better)
    assert [each for each, _, _ in found] == ([] if code is None else [code])
