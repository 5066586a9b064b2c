"""The tables of a player's profile, in Markdown."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ui.profile_names import cell_name
from ui.profile_sentences import COMPETING_KINDS, match_name, rate_margin, rate_points, reference_name
from ui.titles import plain
from ui.verdict_sentences import GLYPHS, PRECISE, grade_name, points_text, signed
from ui.words import Words

if TYPE_CHECKING:
    # The page's words must not wait for the judge.
    from analysis.pipeline.profile import CellFigures, Profile
    from analysis.pipeline.profile_plays import ClassFigures
    from analysis.pipeline.profile_time import MatchFigures

MOST_ROWS = 30
"""Matches in the table."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its first column words, the others numbers."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def comparison_table(w: Words, profile: "Profile") -> str:
    """The player and all that are compared, who loses least first."""
    rates = [(w("profile.program", name=reference_name(w, name)), rate) for name, rate in profile.references.items()]
    if profile.others is not None:
        rates.append((w("profile.others"), profile.others))
    rates.append((f"**{w('profile.you', name=plain(profile.player or '–'))}**", profile.lost))
    rows = [
        [name, w.number(rate.deals), rate_margin(w, rate)]
        for name, rate in sorted(rates, key=lambda each: each[1].mean)
    ]
    return table([w("profile.head.who"), w("profile.head.deals"), w("profile.head.lost")], rows)


def cells_table(w: Words, cells: Sequence["CellFigures"], leaks: Mapping[tuple[str, str], int]) -> str:
    """The cells with all their figures; ``leaks``: by kind and code, which leak it is, from 1."""
    rows = []
    for cell in cells:
        name = cell_name(w, cell.kind, cell.code)
        if (cell.kind, cell.code) in leaks:
            name = f"▲ **{name}**"
        count = w.number(cell.rate.decisions)
        rows.append(
            [
                name,
                count if cell.enough else w("profile.few", n=count),
                *(["–" if cell.done is None else w.percent(cell.done)] if cell.kind in COMPETING_KINDS else []),
                rate_margin(w, cell.rate),
                "–" if cell.shrunken is None else rate_points(w, cell.shrunken.mean),
                "–" if cell.others is None else rate_points(w, cell.others.mean),
                rate_points(w, cell.a_deal),
            ]
        )
    competing = bool(cells) and cells[0].kind in COMPETING_KINDS
    heads = ["name", "chances", *(["done"] if competing else []), "lost", "pulled", "others", "a_deal"]
    return table([w(f"profile.head.{head}") for head in heads], rows)


def classes_table(w: Words, classes: Sequence["ClassFigures"]) -> str:
    """What the plays of each class lost, the gravest last."""
    order = [None, *GLYPHS]
    found = sorted(classes, key=lambda each: order.index(each.grade))
    rows = [[class_name(w, each.grade), w.number(each.plays), points_text(w, each.lost, PRECISE)] for each in found]
    return table([w("profile.head.class"), w("profile.head.plays"), w("profile.head.points_lost")], rows)


def matches_table(w: Words, matches: Sequence["MatchFigures"]) -> str:
    """The matches one by one, the latest first, at most `MOST_ROWS`."""
    rows = []
    for each in reversed(matches[-MOST_ROWS:]):
        luck, without = ("–" if value is None else signed(w, value) for value in (each.luck, each.without_luck))
        rows.append(
            [
                plain(match_name(w, each)), w.number(each.deals), rate_margin(w, each.lost),
                "–" if each.result is None else signed(w, each.result), luck, without,
            ]
        )  # fmt: skip
    heads = ("match", "deals", "lost", "result", "luck", "without")
    return table([w(f"profile.head.{head}") for head in heads], rows)


def class_name(w: Words, grade: str | None) -> str:
    """The name of a class with its sign; of none, that there is none."""
    return w("profile.grind.none") if grade is None else f"{GLYPHS[grade]} {grade_name(w, grade)}"
