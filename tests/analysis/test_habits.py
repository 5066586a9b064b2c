"""Habits on positions written by hand and on random deals, against predicates over card texts."""

import re
from collections.abc import Callable

import pytest

from analysis.habits import CODES, COMPETING, HABITS, marks_of
from analysis.kernels.marks import BREAKS, KEEPS
from analysis.knowledge import SeatView, legal_plays_of
from analysis.principles import PRINCIPLES, judge
from engine.cards import texts_of
from engine.plays import Play
from tests.analysis.kernels.test_principles_on_deals import decisions
from tests.analysis.principle_views import play_of, view_of
from tests.conftest import PROJECT

CASES = {
    # Three and five, or the five alone: what takes more, and the other way round.
    "takes_more": ({"hand": "JS 5S", "table": "3C 5B KB"}, "JSx3C+5B", "5Sx5B"),
    "takes_less": ({"hand": "JS 5S", "table": "3C 5B KB"}, "5Sx5B", "JSx3C+5B"),
    # After the ace one card takes all.
    "risks_scopa": ({"hand": "AD KS KC", "table": "2B"}, "AD", "KS"),
    "fears_scopa": ({"hand": "AD KS KC", "table": "2B"}, "KS", "AD"),
    "grabs_scopa": ({"hand": "5S KC", "table": "5B"}, "5Sx5B", "KC"),
    "single_for_double": ({"hand": "3B 3S 6C", "table": "QB KB"}, "6C", "3B"),
    "double_for_single": ({"hand": "3B 3S 6C", "table": "QB KB"}, "3S", "6C"),
    "leaves_sevens": ({"hand": "7S KC", "table": "QB JB"}, "7S", "KC"),
    "spares_sevens": ({"hand": "7S KC", "table": "7C QB KB"}, "7Sx7C", "KCxKB"),
    "leaves_coins": ({"hand": "6D 4C", "table": "QB KB"}, "6D", "4C"),
    "spares_coins": ({"hand": "6S 4C", "table": "6D 4B KB"}, "6Sx6D", "4Cx4B"),
    "lays_high": ({"hand": "6D 4C", "table": "QB KB"}, "6D", "4C"),
    "lays_low": ({"hand": "6D 4C", "table": "QB KB"}, "4C", "6D"),
}
"""By habit: a position, a play that shows it, and the best play against which it does."""

OPPOSITE = {
    "takes_more": "takes_less",
    "risks_scopa": "fears_scopa",
    "single_for_double": "double_for_single",
    "leaves_sevens": "spares_sevens",
    "leaves_coins": "spares_coins",
    "lays_high": "lays_low",
}


def codes(mask: int) -> set[str]:
    """The habits of a mask."""
    return {habit.code for place, habit in enumerate(HABITS) if mask >> place & 1}


@pytest.mark.parametrize("code", CASES)
def test_a_habit_is_shown_where_it_should_be(code: str) -> None:
    """The play shows the habit against the best one; the other way round it does not, nor where nothing differs."""
    position, made, best = CASES[code]
    view = view_of(**position)
    legal = legal_plays_of(view)
    places = {play: place for place, play in enumerate(legal)}
    chosen, better = places[play_of(made)], places[play_of(best)]
    found = marks_of(view, legal, chosen, better)
    assert code in codes(found.habits_shown) & codes(found.habits_apply) & codes(found.habits_done)
    back = marks_of(view, legal, better, chosen)
    assert code not in codes(back.habits_shown)
    assert OPPOSITE.get(code, "") not in codes(found.habits_shown)
    assert marks_of(view, legal, chosen, chosen).habits_shown == 0


def test_every_habit_has_a_case() -> None:
    """No habit is left without an example; each code names one thing, and what is covered is a principle."""
    assert list(CASES) == [habit.code for habit in HABITS]
    assert len(set(CODES)) == len(CODES)
    assert {code for habit in HABITS for code in habit.covers} <= {rule.code for rule in PRINCIPLES} - COMPETING


def test_the_page_tells_every_habit() -> None:
    """``docs/profile.md`` has a row for each habit, in order, with the principles that it covers."""
    page = (PROJECT / "docs" / "profile.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\|(.*)\|$", page, re.MULTILINE)
    told = [(code, tuple(re.findall(r"`(\w+)`", covered))) for code, covered in rows if code in CODES]
    assert told == [(habit.code, habit.covers) for habit in HABITS]


def cards_of(view: SeatView, mask: int) -> list[str]:
    """The cards of a mask as texts."""
    return texts_of(mask, view.rules.deck)


def left(view: SeatView, play: Play) -> list[str]:
    """The cards that a play leaves on the table."""
    mask = view.table & ~play.taken if play.taken else view.table | 1 << play.card
    return cards_of(view, mask)


def sweeps(view: SeatView, play: Play) -> bool:
    """Whether a play takes the whole table."""
    return bool(play.taken) and play.taken == view.table


def is_double(view: SeatView, play: Play) -> bool:
    """Whether the hand has another card of the rank."""
    rank = cards_of(view, 1 << play.card)[0][0]
    return sum(card[0] == rank for card in cards_of(view, view.hand)) > 1


def more_taken(view: SeatView, made: Play, best: Play) -> bool:
    """More cards captured, the played one counted."""
    return made.taken.bit_count() + bool(made.taken) > best.taken.bit_count() + bool(best.taken)


def single_laid(view: SeatView, made: Play, best: Play) -> bool:
    """A card without another of its rank laid in place of one with."""
    return not made.taken and not best.taken and not is_double(view, made) and is_double(view, best)


def sevens_left(view: SeatView, made: Play, best: Play) -> bool:
    """More sevens on the table."""
    return sum(card[0] == "7" for card in left(view, made)) > sum(card[0] == "7" for card in left(view, best))


def coins_left(view: SeatView, made: Play, best: Play) -> bool:
    """More coins on the table."""
    return sum(card[1] == "D" for card in left(view, made)) > sum(card[1] == "D" for card in left(view, best))


NAIVE: dict[str, Callable[[SeatView, Play, Play], bool]] = {
    "takes_more": more_taken,
    "single_for_double": single_laid,
    "leaves_sevens": sevens_left,
    "leaves_coins": coins_left,
}


@pytest.mark.parametrize("family", ["scopone in 4", "scopa in 2"])
def test_habits_and_principles_on_random_deals(family: str) -> None:
    """Marks agree with predicates over card texts; what is shown could be; a broken principle is kept by the best."""
    places = {habit.code: place for place, habit in enumerate(HABITS)}
    seen = set()
    for _, view, legal in decisions(family, 3):
        out = judge(view, legal).marks
        for chosen in range(len(legal)):
            best = (chosen * 7 + view.ply) % len(legal)
            found = marks_of(view, legal, chosen, best)
            assert found.habits_shown & ~found.habits_apply == 0
            assert found.habits_done & ~found.habits_apply == 0
            assert found.principles_broken & ~found.principles_against == 0
            assert found.principles_against & ~found.principles_apply == 0
            assert codes(found.habits_shown).isdisjoint(
                OPPOSITE[code] for code in codes(found.habits_shown) if code in OPPOSITE
            )
            for place in range(len(PRINCIPLES)):
                broken = out[place, chosen] == BREAKS and out[place, best] == KEEPS
                assert bool(found.principles_broken >> place & 1) == broken
            for code, naive in NAIVE.items():
                if code == "takes_more" and (sweeps(view, legal[chosen]) or sweeps(view, legal[best])):
                    continue
                shown = bool(found.habits_shown >> places[code] & 1)
                assert shown == naive(view, legal[chosen], legal[best]), code
                seen.add((code, shown))
    assert seen == {(code, shown) for code in NAIVE for shown in (True, False)}
