"""The charts of the pages: plain functions from a frame of the library to a figure."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil

import plotly.graph_objects as go
import polars as pl

from ui.sentences import flag_name
from ui.words import Words

GLYPHS = {"scopa_offered": "▲", "card_given_up": "◆", "bad_spariglio": "■", "knock_forgotten": "▼"}
"""The mark of each kind of flag, the same shape as on the card table."""

OTHER_GLYPH = "●"

PATTERNS = ("", "/", "x", ".", "-", "+")
"""How bars differ for who sees no colours, in the order of the kinds or the players."""

KIND_COLOURS = {
    False: ("#b3420b", "#7a5b00", "#8a2f5d", "#4a5560"),
    True: ("#ff9a57", "#e6c34a", "#f39ac0", "#aab4c0"),
}
"""By whether the page is dark, the colour of each kind of flag."""

SIDE_COLOURS = {
    False: ("#1c5fb8", "#b3420b", "#6d3fb5", "#0f6b43"),
    True: ("#79b4ff", "#ff9a57", "#c5a2ff", "#4fc78d"),
}
"""By whether the page is dark, the colour of each player: those of the sides on the card table, and one more."""

TICKS = 10
"""The most ticks of an axis of counts."""

INK = {False: "#ffffff", True: "#101714"}
"""By whether the page is dark, what is written and drawn on bars."""

ROW = 44
"""Pixels a bar."""

FRAME = 110
"""Pixels for the legend and the axis."""


def flags_by_player(flags: pl.DataFrame, players: Sequence[str], w: Words, *, dark: bool) -> go.Figure:
    """How often each player's plays were flagged, a bar a player, a part a kind; ``flags`` as `Library.flags_of`."""
    counts = {(player, code): number for player, code, number in flags.group_by("player", "code").len().iter_rows()}
    names = list(dict.fromkeys(players))
    codes = [code for code in GLYPHS if any(code == kind for _, kind in counts)]
    codes += sorted({code for _, code in counts} - set(codes))
    figure = go.Figure()
    for number, code in enumerate(codes):
        values = [counts.get((name, code), 0) for name in names]
        figure.add_bar(
            y=[escape(name, quote=False) for name in names],
            x=values,
            orientation="h",
            name=f"{GLYPHS.get(code, OTHER_GLYPH)} {flag_name(w, code)}",
            text=[str(value) if value else "" for value in values],
            marker=_marker(KIND_COLOURS[dark], number, dark=dark),
            hovertemplate="%{y}: %{x}<extra>%{fullData.name}</extra>",
        )
    _lay_out(figure, FRAME + ROW * len(names), dark=dark)
    figure.update_xaxes(title=w("chart.flags"), dtick=_step(counts, names, 0), rangemode="tozero")
    figure.update_yaxes(autorange="reversed", ticksuffix=" ")
    return figure


def flags_by_deal(flags: pl.DataFrame, players: Sequence[str], w: Words, *, dark: bool) -> go.Figure:
    """How often plays were flagged in each deal of a match, a column a deal, a part a player."""
    counts = {(player, deal): number for player, deal, number in flags.group_by("player", "deal").len().iter_rows()}
    deals = list(range(1, int(max(deal for _, deal in counts)) + 1))
    figure = go.Figure()
    for number, name in enumerate(dict.fromkeys(players)):
        values = [counts.get((name, deal), 0) for deal in deals]
        figure.add_bar(
            x=[str(deal) for deal in deals],
            y=values,
            name=escape(name, quote=False),
            text=[str(value) if value else "" for value in values],
            marker=_marker(SIDE_COLOURS[dark], number, dark=dark),
            hovertemplate=f"{w('chart.deal')} %{{x}}: %{{y}}<extra>%{{fullData.name}}</extra>",
        )
    _lay_out(figure, 2 * FRAME + ROW, dark=dark)
    figure.update_xaxes(title=w("chart.deal"), type="category")
    figure.update_yaxes(title=w("chart.flags"), dtick=_step(counts, deals, 1), rangemode="tozero")
    return figure


def _step(counts: Mapping[tuple, int], bars: Iterable, part: int) -> int:
    """What lies between two ticks: whole numbers, at most `TICKS` of them; ``part`` of a key is its bar."""
    longest = max(sum(count for key, count in counts.items() if key[part] == bar) for bar in bars)
    return ceil(longest / TICKS) or 1


def _marker(colours: Sequence[str], number: int, *, dark: bool) -> dict:
    ink = INK[dark]
    return {
        "color": colours[number % len(colours)],
        "pattern": {
            "shape": PATTERNS[number % len(PATTERNS)],
            "fillmode": "overlay",
            "fgcolor": ink,
            "fgopacity": 0.45,
            "size": 9,
            "solidity": 0.2,
        },
        "line": {"width": 0},
    }


def _lay_out(figure: go.Figure, height: int, *, dark: bool) -> None:
    figure.update_layout(
        barmode="stack",
        bargap=0.35,
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "xanchor": "left", "traceorder": "normal"},
        showlegend=True,
        dragmode=False,
    )
    figure.update_traces(
        textposition="inside",
        insidetextanchor="middle",
        constraintext="none",
        textangle=0,
        insidetextfont={"color": INK[dark], "size": 14},
    )
