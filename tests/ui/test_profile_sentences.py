from dataclasses import replace
from math import inf

import pytest

from analysis.pipeline.profile import CellFigures, LeakFigures, Profile
from analysis.pipeline.profile_plays import ClassFigures
from analysis.pipeline.profile_time import MatchFigures, Trend
from analysis.statistics.rates import Rate, with_few_deals
from ui.profile_figures import comparison_figure, middles_of, shown_cells, steps_of
from ui.profile_sentences import (
    MOST_DOTS,
    compared_sentence,
    grind_sentence,
    leak_sentences,
    luck_sentence,
    ranged,
    rate_margin,
    trend_sentence,
    view_sentence,
)
from ui.profile_tables import MOST_ROWS, cells_table, classes_table, matches_table
from ui.words import LANGUAGES, words

IT = words("it")


def rate(mean: float, error: float = 0.01, decisions: int = 200) -> Rate:
    """A rate over 40 deals."""
    return Rate(decisions, 40, mean, error)


def cell(code: str, mean: float, error: float = 0.01, *, kind: str = "habit", count: int = 200) -> CellFigures:
    """A cell with a half of its opportunities shown."""
    return CellFigures(
        kind=kind, code=code, rate=rate(mean, error, count), shown=count // 2, done=0.8, others_done=0.5,
        a_deal=mean * count / 40, others=rate(0.02), shrunken=rate(mean / 2), group="players", enough=count >= 30,
        references={},
    )  # fmt: skip


def match(number: int, deals: int = 4, luck: float | None = 1.0) -> MatchFigures:
    """A match of its own day."""
    return MatchFigures(
        match=f"m{number}", date=f"2026-02-{number % 28 + 1:02}", deals=deals, lost=rate(0.1 + number / 100, 0.05, 10),
        points_lost=1.0 + number / 10, luck=luck, luck_error=0.3, result=3.0,
        without_luck=None if luck is None else 3.0 - luck,
    )  # fmt: skip


LEAK = LeakFigures("habit", "takes_more", 0.5, 0.3, 0.7, 5.0)

PROFILE = Profile(
    player="Anna", deals=40, lost=rate(0.1), others=rate(0.2),
    references={"random": rate(0.5), "fair-64": rate(0.0), "maxims": rate(0.11)},
    cells=(cell("takes_more", 0.1), cell("takes_less", 0.02), cell("fears_scopa", 0.3, count=12)),
    leaks=(LEAK,), looked_at=2, critical=2.2, matches=(match(0), match(1)), trend=None, costliest=(),
)  # fmt: skip


def test_players_are_told_apart_only_where_the_difference_is_sure() -> None:
    """Each compared player stands in one of three lists: surely more, surely less, not sure."""
    assert compared_sentence(IT, PROFILE) == (
        "Perdi di sicuro meno degli altri delle tue partite e di Random. Perdi di sicuro più di Fair. "
        "Non è sicura la differenza con Maxims."
    )


def test_a_single_deal_proves_no_difference() -> None:
    """The deals are the units: of one nobody knows how deals differ, so nothing is sure; of two hardly anything."""
    alone = Rate(9, 1, 0.1, inf)
    same = "Non è sicura la differenza con Fair, con Maxims, con gli altri delle tue partite e con Random."
    assert compared_sentence(IT, replace(PROFILE, deals=1, lost=alone)) == same
    two, twenty = (with_few_deals(Rate(9 * deals, deals, 0.1, 0.05)) for deals in (2, 20))
    assert "Perdi di sicuro meno di Random." in compared_sentence(IT, replace(PROFILE, lost=twenty))
    assert compared_sentence(IT, replace(PROFILE, lost=two)) == same
    others = Rate(27, 1, 0.3, inf)
    assert "con gli altri delle tue partite" in compared_sentence(IT, replace(PROFILE, others=others))
    views = [replace(cell(code, mean, kind="phase"), rate=Rate(36, 1, mean, inf)) for code, mean in
             (("opening", 0.3), ("ending", 0.1))]  # fmt: skip
    assert IT("profile.view.alike") in view_sentence(IT, "phase", views)


def test_an_interval_is_written_only_where_there_is_one() -> None:
    """An exact value has no interval; one point is singular; a minus is a minus."""
    assert ranged(IT, 0.05, 0.04, 0.06, 0.01) == "0,05 (da 0,04 a 0,06)"
    assert ranged(IT, 4.0, 4.0, 4.0, 0.0, unit=True) == "4 punti"
    assert ranged(IT, 1.0, -0.5, 2.5, 1.0, unit=True) == "1 punto (da −0,5 a 2,5)"


def test_one_deal_makes_nothing_sure() -> None:
    """Of a single deal there is no interval: none is written or drawn, and no difference is sure."""
    lone = replace(PROFILE, deals=1, lost=Rate(15, 1, 0.1, inf))
    assert ranged(IT, 0.1, lone.lost.low, lone.lost.high, 0.01) == "0,1"
    assert rate_margin(IT, lone.lost) == "0,1"
    assert compared_sentence(IT, lone).startswith("Non è sicura la differenza con ")
    played = [replace(match(number), lost=Rate(count, 1, 0.1, inf)) for number, count in enumerate((15, 0))]
    assert all(step.low == step.mean == step.high for step in steps_of(IT, played))
    assert comparison_figure(IT, lone, dark=False).layout.xaxis.range[1] < 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leak_says_what_it_costs_how_often_and_to_the_others(language: str) -> None:
    """Cost and interval come first; then occasions, how often it happened, each time's cost, and the others."""
    w = words(language)
    costs, *more = leak_sentences(w, PROFILE, LEAK)
    assert all(w.number(each, 2) in costs for each in (0.5, 0.3, 0.7))
    told = " ".join(more)
    for figure in ("200", "100", w.percent(0.5), w.number(2.5), w.number(0.2, 2), w.number(10.0), w.number(2.0)):
        assert figure in told
    assert w.percent(0.8) in told


def test_the_slow_grind_is_what_has_no_class() -> None:
    """The part without a class is told in points, as a share and a deal; noise below 0 is not called a loss."""
    classes = (ClassFigures(None, 90, 2.0), ClassFigures("blunder", 2, 3.0), ClassFigures("doubtful", 5, 5.0))
    told = grind_sentence(IT, classes, 40)
    assert "10 punti" in told and "**2 (20 %)**" in told and "0,05 punti a smazzata" in told
    nothing = grind_sentence(IT, (ClassFigures(None, 90, -0.3), ClassFigures("blunder", 2, 3.0)), 40)
    assert "%" not in nothing and "−" not in nothing
    rows = classes_table(IT, classes).splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == ["| senza segno", "| ?! dubbia", "| ?? grave errore"]


def test_a_view_calls_no_difference_sure_that_is_not() -> None:
    """The two ends of a view are named only if they differ by more than chance makes the ends of so many differ."""
    far = [cell("dealer", 0.3, kind="role"), cell("hand", 0.1, kind="role")]
    near = [cell("dealer", 0.12, kind="role"), cell("hand", 0.1, kind="role")]
    assert "«mazziere» (0,3 a giocata)" in view_sentence(IT, "role", far)
    assert IT("profile.view.alike") in view_sentence(IT, "role", near)


def test_a_cell_that_rests_on_too_little_is_no_finding() -> None:
    """However large its loss, it is neither what costs most nor a row without a warning."""
    told = view_sentence(IT, "habit", PROFILE.cells)
    assert "«Prese troppo grosse»" in told and "Paura" not in told
    assert "grigio" in told and "30" in told
    last = cells_table(IT, PROFILE.cells, {("habit", "takes_more"): 1}).splitlines()
    assert last[2].startswith("| ▲ **Prese troppo grosse**") and "| 12 (poche) |" in last[-1]


def test_the_picture_has_what_costs_most_and_what_is_too_little_last() -> None:
    """Of many cells the picture shows those that cost most; of views all, in their order."""
    many = [cell(f"c{number}", number / 100, count=12 if number == 19 else 200) for number in range(20)]
    found = shown_cells(many)
    assert [each.code for each in found] == [f"c{number}" for number in range(18, 18 - MOST_DOTS, -1)]
    few = [cell("takes_more", 0.5, count=12), cell("takes_less", 0.1)]
    assert [each.code for each in shown_cells(few)] == ["takes_less", "takes_more"]
    views = [cell("hand", 0.1, kind="role"), cell("dealer", 0.3, kind="role")]
    assert shown_cells(views) == views


def test_a_trend_is_told_by_its_interval() -> None:
    """Better and worse are said only where the interval leaves zero out; of few deals none is told as of a hundred."""
    assert trend_sentence(IT, Trend(-0.2, 0.05), 300).startswith("**Sì**: in 100 smazzate")
    assert trend_sentence(IT, Trend(0.2, 0.05), 300).startswith("**No")
    assert trend_sentence(IT, Trend(0.2, 0.2), 300).startswith("**Non si può")
    assert "in 10 smazzate la perdita a giocata cambia di 0,2 punti" in trend_sentence(IT, Trend(2.0, 2.0), 10)
    assert trend_sentence(IT, None, 2) == IT("profile.trend.too_few")


def test_luck_is_summed_over_the_matches_that_tell_it() -> None:
    """A match without luck counts in none of the sums, and without any that is said."""
    told = luck_sentence(IT, [match(0), match(1, luck=None), match(2)])
    assert "In 2 partite" in told and "**+6**" in told and "**+2**" in told and "**+4**" in told
    assert luck_sentence(IT, [match(1, luck=None)]) == IT("profile.luck.unknown")
    table = matches_table(IT, [match(number) for number in range(MOST_ROWS + 5)])
    assert len(table.splitlines()) == MOST_ROWS + 2


def test_matches_that_are_one_mark_keep_their_sums() -> None:
    """Many matches become few marks, in order, whose means are those of the plays in them."""
    matches = [match(number, deals=2) for number in range(100)]
    steps = steps_of(IT, matches)
    assert len(steps) == 20
    lost = [sum(each.points_lost for each in matches[start : start + 5]) / 50 for start in range(0, 100, 5)]
    assert [step.mean for step in steps] == pytest.approx(lost)
    assert [step.at for step in steps] == [5 + 10 * number for number in range(20)]
    narrow = (steps[0].high - steps[0].low) / 2
    assert narrow == pytest.approx(1.96 * 0.05 / 5**0.5)
    assert middles_of([2, 4]) == [1.0, 4.0]
    assert steps_of(IT, [replace(match(0), date=None)])[0].name == "m0"
