"""The profile of a player in words: what is lost, against whom, by which habit, and whether it changes."""

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from analysis.thresholds import DEALS_A_STEP, LEAK_DECISIONS
from ui.profile_names import cell_name, cell_sentence
from ui.titles import date_text
from ui.verdict_sentences import NOTHING, PRECISE, points_text, signed
from ui.words import Words

if TYPE_CHECKING:
    # The page's words must not wait for the judge.
    from analysis.pipeline.profile import CellFigures, LeakFigures, Profile
    from analysis.pipeline.profile_plays import ClassFigures
    from analysis.pipeline.profile_time import MatchFigures, Trend
    from analysis.statistics.rates import Rate

KINDS = ("habit", "principle", "role", "phase", "total", "standing")
"""The kinds of cells, in the order in which the page offers them."""

COMPETING_KINDS = KINDS[:2]
"""Those of which a cell can be a leak."""

Z95 = 1.96

RATE_ERROR = 0.01
"""Points: what points a play are written as if their standard error were."""

FEW_DEALS = 30
"""Deals below which a warning stands beside the figures: an interval told from fewer units is itself uncertain."""

MOST_DOTS = 10
"""Habits or principles that a picture shows; all stand in the table."""

PAIRWISE = {2: 1.96, 3: 2.39, 4: 2.64, 5: 2.81}
"""By number of cells, the standard errors by which their two ends must differ: 5 % over all pairs (Bonferroni)."""


def reference_name(w: Words, player: str) -> str:
    """The name of a reference player, without how hard it thinks: “Fair”."""
    return w(f"profile.reference.{player.split('-', maxsplit=1)[0]}")


def rate_points(w: Words, value: float) -> str:
    """Points a play: so small that the second decimal always counts."""
    return points_text(w, value, RATE_ERROR)


def with_unit(w: Words, points: str) -> str:
    """Points that are written as ``points``, with their unit: “1 punto”, “0,4 punti”."""
    return w("profile.points", n=1 if points in {"1", "−1", "+1"} else 2, points=points)


def ranged(w: Words, mean: float, low: float, high: float, error: float, *, unit: bool = False) -> str:
    """A value with its interval: “0,05 (da 0,04 a 0,06)”; without, where it is exact or nothing tells it."""
    value = points_text(w, mean, error)
    if unit:
        value = with_unit(w, value)
    if not NOTHING <= high - low < inf:
        return value
    return w("profile.ranged", value=value, low=points_text(w, low, error), high=points_text(w, high, error))


def rate_text(w: Words, rate: "Rate") -> str:
    """Points lost a play with the interval; without, where no deal differs from another, or there is no other."""
    return ranged(w, rate.mean, rate.low, rate.high, RATE_ERROR)


def rate_margin(w: Words, rate: "Rate") -> str:
    """Points lost a play and what the interval adds on either side, for tables: “0,05 ± 0,01”."""
    return (
        f"{rate_points(w, rate.mean)}\u00a0±\u00a0{rate_points(w, Z95 * rate.error)}"
        if 0 < rate.error < inf
        else rate_points(w, rate.mean)
    )


def lost_sentence(w: Words, profile: "Profile") -> str:
    """How many points the player loses, on how much that rests."""
    rate = profile.lost
    return w(
        "profile.lost",
        deals=w("library.deals", n=profile.deals),
        decisions=w("profile.decisions", n=rate.decisions, count=w.number(rate.decisions)),
        lost=ranged(w, rate.mean, rate.low, rate.high, RATE_ERROR, unit=True),
        deal=points_text(w, rate.mean * rate.decisions / profile.deals, PRECISE),
    )


def compared_sentence(w: Words, profile: "Profile") -> str:
    """Than whom the player surely loses less or more, and with whom there is no telling."""
    found: dict[str, list[str]] = {"less": [], "more": [], "alike": []}
    rates: list[tuple[str | None, Rate]] = list(profile.references.items())
    if profile.others is not None:
        rates.append((None, profile.others))
    for name, rate in sorted(rates, key=lambda each: each[1].mean):
        sure = _differ(profile.lost, rate, Z95)
        how = "alike" if not sure else "less" if profile.lost.mean < rate.mean else "more"
        form = "with" if how == "alike" else "than"
        found[how].append(
            w(f"profile.{form}.others") if name is None else w(f"profile.{form}.program", name=reference_name(w, name))
        )
    return " ".join(w(f"profile.compared.{how}", names=w.listed(names)) for how, names in found.items() if names)


def _differ(one: "Rate", other: "Rate", limit: float) -> bool:
    """Whether two rates differ by more than ``limit`` standard errors, which few deals have widened already."""
    error = (one.error**2 + other.error**2) ** 0.5
    return error > 0 and abs(one.mean - other.mean) > limit * error


def leak_name(w: Words, leak: "LeakFigures") -> str:
    """The name of a leak: of a principle, that it is not kept."""
    name = cell_name(w, leak.kind, leak.code)
    return name if leak.kind == "habit" else w("profile.leak.principle", name=name)


def leak_cost(w: Words, leak: "LeakFigures") -> str:
    """What a leak is and what it costs a deal more than it costs the others, with the interval."""
    low, high = rate_points(w, leak.low), rate_points(w, leak.high)
    cost = with_unit(w, rate_points(w, leak.excess))
    return w("profile.leak.costs", name=leak_name(w, leak), cost=cost, low=low, high=high)


def leak_sentences(w: Words, profile: "Profile", leak: "LeakFigures") -> list[str]:
    """The leak in words: what it is and costs; what it is about; how often it happens, and to the others."""
    cell = cell_of(profile, leak.kind, leak.code)
    told = [leak_cost(w, leak)]
    about = cell_sentence(w, leak.kind, leak.code)
    if about is not None:
        told.append(w("profile.leak.principle_says", sentence=about) if leak.kind == "principle" else about)
    if cell is not None:
        if cell.done is not None and cell.others_done is not None:
            told.append(w("profile.leak.done", done=w.percent(cell.done), others=w.percent(cell.others_done)))
        told.append(often_sentence(w, profile, cell))
        if cell.others is not None:
            told.append(
                w(
                    "profile.leak.others",
                    own=with_unit(w, points_text(w, 100 * cell.rate.mean, PRECISE)),
                    others=points_text(w, 100 * cell.others.mean, PRECISE),
                )
            )
    return told


def often_sentence(w: Words, profile: "Profile", cell: "CellFigures") -> str:
    """How often what the cell is about could happen, how often it did, and what it cost each time."""
    return w(
        "profile.leak.often",
        n=cell.shown,
        chances=w.number(cell.rate.decisions),
        shown=w.number(cell.shown),
        share=w.percent(cell.shown / cell.rate.decisions),
        each=with_unit(w, rate_points(w, cell.rate.mean * cell.rate.decisions / max(cell.shown, 1))),
        every=w.number(cell.shown / profile.deals),
    )


def cell_of(profile: "Profile", kind: str, code: str) -> "CellFigures | None":
    """The profile's cell of this name."""
    return next((each for each in profile.cells if (each.kind, each.code) == (kind, code)), None)


def looked_sentence(w: Words, profile: "Profile") -> str:
    """Among how many cells leaks were looked for, and what that does to the limit; or why that was not possible."""
    if profile.others is None:
        return w("profile.leak.alone")
    if not profile.looked_at:
        return w("profile.leak.too_few", least=LEAK_DECISIONS)
    return w("profile.leak.looked", n=profile.looked_at)


def grind_sentence(w: Words, classes: Sequence["ClassFigures"], deals: int) -> str:
    """How much was lost by plays too small to have a class: how one loses without a blunder."""
    total = sum(each.lost for each in classes)
    small = sum(each.lost for each in classes if each.grade is None)
    plays = sum(each.plays for each in classes if each.grade is None)
    if total < NOTHING or small < NOTHING:
        return w("profile.grind.nothing", total=with_unit(w, points_text(w, total, PRECISE)))
    return w(
        "profile.grind",
        total=with_unit(w, points_text(w, total, PRECISE)),
        small=points_text(w, small, PRECISE),
        share=w.percent(min(small / total, 1.0)),
        plays=w.number(plays),
        deal=with_unit(w, rate_points(w, small / deals)),
    )


def view_sentence(w: Words, kind: str, cells: Sequence["CellFigures"]) -> str:
    """Where most is lost among the cells of one kind, how many there are, and how many rest on too little."""
    enough = [each for each in cells if each.enough]
    few = len(cells) - len(enough)
    told = []
    if enough and kind in COMPETING_KINDS:
        worst = max(enough, key=lambda each: each.a_deal)
        told.append(
            w("profile.view.most", name=cell_name(w, kind, worst.code), deal=with_unit(w, rate_points(w, worst.a_deal)))
        )
    elif len(enough) > 1:
        told.append(_extremes(w, kind, enough))
    told.append(w("profile.view.cells", n=len(cells)))
    if few:
        told.append(w("profile.view.few", n=few, least=LEAK_DECISIONS))
    return " ".join(told)


def _extremes(w: Words, kind: str, cells: Sequence["CellFigures"]) -> str:
    """Where a decision costs most and where least, if the difference is sure."""
    worst, best = max(cells, key=lambda each: each.rate.mean), min(cells, key=lambda each: each.rate.mean)
    names = {"worst": cell_name(w, kind, worst.code), "best": cell_name(w, kind, best.code)}
    if not _differ(worst.rate, best.rate, PAIRWISE[len(cells)]):
        return w("profile.view.alike")
    return w(
        "profile.view.extremes",
        most=rate_points(w, worst.rate.mean),
        least=rate_points(w, best.rate.mean),
        **names,
    )


def trend_sentence(w: Words, trend: "Trend | None", deals: int) -> str:
    """Whether the player loses less than before, and how surely, over `DEALS_A_STEP` deals or all there are."""
    if trend is None:
        return w("profile.trend.too_few")
    count = min(deals, DEALS_A_STEP)
    part = count / DEALS_A_STEP
    change = ranged(w, part * trend.change, part * trend.low, part * trend.high, RATE_ERROR, unit=True)
    how = "better" if trend.high < 0 else "worse" if trend.low > 0 else "unsure"
    return w(f"profile.trend.{how}", change=change, deals=w("library.deals", n=count))


def known_luck(matches: Sequence["MatchFigures"]) -> list["MatchFigures"]:
    """The matches whose luck and result are known."""
    return [each for each in matches if each.luck is not None and each.without_luck is not None]


def luck_sentence(w: Words, matches: Sequence["MatchFigures"]) -> str:
    """Result, luck and result without luck of the matches where they are known."""
    told = known_luck(matches)
    if not told:
        return w("profile.luck.unknown")
    luck = sum(each.luck or 0.0 for each in told)
    error = sum((each.luck_error or 0.0) ** 2 for each in told) ** 0.5
    result = sum(each.result or 0.0 for each in told)
    return w(
        "profile.luck",
        matches=w("library.matches", n=len(told)),
        result=signed(w, result),
        luck=signed(w, luck),
        margin=points_text(w, Z95 * error, PRECISE),
        without=signed(w, result - luck),
        lost=with_unit(w, points_text(w, sum(each.points_lost for each in told), PRECISE)),
    )


def match_name(w: Words, match: "MatchFigures") -> str:
    """A match by its date, else by its name."""
    return date_text(w, match.date) or match.match
