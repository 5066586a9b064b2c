"""The pictures of a player's profile, from its figures. Imported late: they bring the charts along."""

from collections.abc import Container, Sequence
from math import inf
from typing import Any

from analysis.pipeline.profile import CellFigures, Profile
from analysis.pipeline.profile_time import MatchFigures
from analysis.statistics.rates import Rate
from analysis.thresholds import DEALS_A_STEP
from ui.charts import Dot, Step, dots, luck_and_skill, trend
from ui.profile_names import cell_name
from ui.profile_sentences import (
    COMPETING_KINDS,
    MOST_DOTS,
    Z95,
    known_luck,
    match_name,
    rate_points,
    rate_text,
    reference_name,
)
from ui.words import Words

MOST_STEPS = 24
"""Marks on the axis of time; of more matches, several are one mark."""


def comparison_figure(w: Words, profile: Profile, *, dark: bool) -> Any:
    """What the player loses beside the reference players and the others, who loses least at the top."""
    rows = [
        _dot(w, w("profile.program", name=reference_name(w, name)), rate, "other")
        for name, rate in profile.references.items()
    ]
    if profile.others is not None:
        rows.append(_dot(w, w("profile.others"), profile.others, "other"))
    rows.append(_dot(w, w("profile.you", name=profile.player or "–"), profile.lost, "plain"))
    return dots(sorted(rows, key=lambda row: row.mean), w, w("profile.axis.lost"), dark=dark)


def _dot(w: Words, name: str, rate: Rate, kind: str) -> Dot:
    return Dot(name, rate.mean, *_ends(rate), rate_text(w, rate), kind, thick=kind == "plain")


def _ends(rate: Rate) -> tuple[float, float]:
    """The ends of the interval; none is drawn where one deal tells none."""
    return (rate.low, rate.high) if rate.error < inf else (rate.mean, rate.mean)


def shown_cells(cells: Sequence[CellFigures]) -> list[CellFigures]:
    """The cells that the picture shows: of habits and principles those that cost most, those with too little last."""
    if not cells or cells[0].kind not in COMPETING_KINDS:
        return list(cells)
    return sorted(cells, key=lambda cell: (not cell.enough, -cell.a_deal))[:MOST_DOTS]


def cells_figure(w: Words, cells: Sequence[CellFigures], leaks: Container[tuple[str, str]], *, dark: bool) -> Any:
    """What is lost in the `shown_cells`, with intervals, shrunken values and those of the others."""
    rows = []
    for cell in shown_cells(cells):
        kind = "plain" if cell.enough else "quiet"
        if (cell.kind, cell.code) in leaks:
            kind = "alarm"
        name = cell_name(w, cell.kind, cell.code)
        count = w.number(cell.rate.decisions)
        said = rate_points(w, cell.rate.mean)
        rows.append(
            Dot(
                f"▲ {name}" if kind == "alarm" else name,
                cell.rate.mean,
                *_ends(cell.rate),
                w("profile.dot.few" if kind == "quiet" else "profile.dot", lost=said, n=count),
                kind,
                None if cell.shrunken is None else cell.shrunken.mean,
                None if cell.others is None else cell.others.mean,
                kind == "alarm",
            )
        )
    return dots(rows, w, w("profile.axis.lost"), dark=dark)


def trend_figure(w: Words, profile: Profile, *, dark: bool) -> Any:
    """Points lost a decision match by match, with the line of a sure trend."""
    steps = steps_of(w, profile.matches)
    line = None
    if profile.trend is not None and (profile.trend.high < 0 or profile.trend.low > 0):
        weights = [each.lost.decisions for each in profile.matches]
        ends = middles_of([each.deals for each in profile.matches])
        centre = sum(weight * at for weight, at in zip(weights, ends, strict=True)) / sum(weights)
        first, last = (
            profile.lost.mean + profile.trend.change * (step.at - centre) / DEALS_A_STEP
            for step in (steps[0], steps[-1])
        )
        line = (first, last)
    return trend(steps, profile.lost.mean, line, w, dark=dark)


def middles_of(deals: Sequence[int]) -> list[float]:
    """Of matches of so many deals, how many deals were played up to the middle of each."""
    found, played = [], 0
    for count in deals:
        found.append(played + count / 2)
        played += count
    return found


def steps_of(w: Words, matches: Sequence[MatchFigures]) -> list[Step]:
    """The marks of the trend: a match each, or as many together as leave at most `MOST_STEPS`."""
    size = -(-len(matches) // MOST_STEPS)
    groups = [matches[start : start + size] for start in range(0, len(matches), size)]
    places = middles_of([sum(each.deals for each in group) for group in groups])
    found = []
    for group, at in zip(groups, places, strict=True):
        count = sum(each.lost.decisions for each in group)
        mean = sum(each.points_lost for each in group) / max(count, 1)
        told = [each.lost for each in group if each.lost.error < inf]
        error = sum((each.error * each.decisions) ** 2 for each in told) ** 0.5 / max(count, 1)
        first, last = match_name(w, group[0]), match_name(w, group[-1])
        name = first if first == last else f"{first} – {last}"
        found.append(Step(name, at, mean, mean - Z95 * error, mean + Z95 * error))
    return found


def luck_figure(w: Words, profile: Profile, *, dark: bool) -> Any:
    """Result, luck, result without luck and points lost, summed up over the matches where all are known."""
    told = known_luck(profile.matches)
    values = {
        "result": [each.result or 0.0 for each in told],
        "luck": [each.luck or 0.0 for each in told],
        "without": [each.without_luck or 0.0 for each in told],
        "lost": [-each.points_lost for each in told],
    }
    return luck_and_skill(values, [match_name(w, each) for each in told], w, dark=dark)
