"""The charts of the pages: plain functions from a frame of the library to a figure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
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

LINE_HEIGHT = 52
"""Pixels a row of dots, whose name stands above it."""

QUIET = {False: "#5d6a63", True: "#9aa8a0"}
"""By whether the page is dark, the colour of what is no finding."""

ALARM = {False: "#b3420b", True: "#ff9a57"}
"""By whether the page is dark, the colour of a leak."""

PLAIN = {False: "#1c5fb8", True: "#79b4ff"}
"""By whether the page is dark, the colour of the player's figures."""

GRID = {False: "#d5ddd3", True: "#2c3a33"}
"""By whether the page is dark, the lines behind the marks."""

TEXT = {False: "#0d1812", True: "#eef3ee"}
PAGE = {False: "#fbfcf9", True: "#101714"}
"""By whether the page is dark, the colours of its text and of what lies behind it (`.streamlit/config.toml`)."""

MARKS = {"plain": "circle", "alarm": "triangle-up", "quiet": "circle-open", "other": "square-open"}
"""By what a row of dots is, the shape of its mark."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of a chart of dots: a value with its interval."""

    name: str
    """What is written above it."""
    mean: float
    low: float
    high: float
    said: str
    """The value in words."""
    kind: str = "plain"
    """One of `MARKS`."""
    pulled: float | None = None
    """The shrunken value."""
    others: float | None = None
    """The value of the others."""
    thick: bool = False
    """Whether its name is to stand out."""


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
        selector={"type": "bar"},
        textposition="inside",
        insidetextanchor="middle",
        constraintext="none",
        textangle=0,
        insidetextfont={"color": INK[dark], "size": 14},
    )


def dots(rows: Sequence[Dot], w: Words, title: str, *, dark: bool) -> go.Figure:
    """Values with their intervals, a row each, its name above it; ``title`` names the axis."""
    figure = go.Figure()
    places = list(range(len(rows)))
    for kind, symbol in MARKS.items():
        chosen = [place for place in places if rows[place].kind == kind]
        if not chosen:
            continue
        colour = _colours(dark)[kind]
        found = [rows[place] for place in chosen]
        figure.add_scatter(
            x=[each.mean for each in found],
            y=chosen,
            mode="markers",
            name=w(f"profile.mark.{kind}"),
            marker={"symbol": symbol, "size": 11, "color": colour, "line": {"color": colour, "width": 2}},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [each.high - each.mean for each in found],
                "arrayminus": [each.mean - each.low for each in found],
                "color": colour,
                "thickness": 2,
                "width": 5,
            },
            customdata=[[escape(each.name, quote=False), each.said] for each in found],
            hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
        )
    for name, shape, values in (
        ("pulled", "diamond", [each.pulled for each in rows]),
        ("others", "line-ns", [each.others for each in rows]),
    ):
        told = [place for place in places if values[place] is not None and rows[place].kind != "quiet"]
        if not told:
            continue
        ink = QUIET[dark] if name == "others" else _colours(dark)["other"]
        figure.add_scatter(
            x=[values[place] for place in told],
            y=told,
            mode="markers",
            name=w(f"profile.mark.{name}"),
            marker={
                "symbol": shape, "size": 9 if shape == "diamond" else 18, "color": ink,
                "line": {"color": ink, "width": 3 if shape == "line-ns" else 0},
            },
            hovertemplate="%{x:.2f}<extra>%{fullData.name}</extra>",
        )  # fmt: skip
    for place, row in zip(places, rows, strict=True):
        figure.add_annotation(
            x=0, xref="paper", xanchor="left", y=place, yanchor="bottom", yshift=9, showarrow=False,
            text=_label(row), align="left", bgcolor=PAGE[dark], borderpad=1,
            font={"size": 13.5, "color": QUIET[dark] if row.kind == "quiet" else TEXT[dark]},
        )  # fmt: skip
    _lay_out(figure, FRAME + LINE_HEIGHT * len(rows), dark=dark)
    _localize(figure, w)
    figure.update_xaxes(
        title=title,
        range=_range(rows),
        showgrid=True,
        gridcolor=GRID[dark],
        zeroline=True,
        zerolinecolor=QUIET[dark],
        zerolinewidth=1,
    )
    figure.update_yaxes(visible=False, range=[len(rows) - 0.5, -0.85])
    return figure


def _label(row: Dot) -> str:
    """What stands above a row: its name, thick where the row is the reader's or a leak, and its value in words."""
    name = escape(row.name, quote=False)
    return f"{f'<b>{name}</b>' if row.thick else name} · {row.said}"


def _localize(figure: go.Figure, w: Words) -> None:
    """Write the figure's numbers as the language does."""
    figure.update_layout(separators=",." if w.number(0.5) == "0,5" else ".,")


def _colours(dark: bool) -> dict[str, str]:
    return {"plain": PLAIN[dark], "alarm": ALARM[dark], "quiet": QUIET[dark], "other": SIDE_COLOURS[dark][3]}


def _range(rows: Sequence[Dot]) -> list[float]:
    """From where to where the axis goes: all values, and the intervals of those that rest on enough."""
    told = [row for row in rows if row.kind != "quiet"] or rows
    values = [0.0]
    for row in told:
        values += [row.low, row.high, *(each for each in (row.pulled, row.others) if each is not None)]
    values += [row.mean for row in rows]
    margin = 0.04 * (max(values) - min(values) or 1.0)
    return [min(values) - margin, max(values) + margin]


@dataclass(frozen=True, slots=True)
class Step:
    """A match, or some together, on the axis of time."""

    name: str
    """When it was, in words."""
    at: float
    """Deals played up to its middle."""
    mean: float
    low: float
    high: float
    """Points lost a decision, and the ends of the interval."""


def trend(steps: Sequence[Step], mean: float, line: tuple[float, float] | None, w: Words, *, dark: bool) -> go.Figure:
    """Points lost a decision over time, with intervals; ``line``: where a sure trend begins and ends."""
    figure = go.Figure()
    figure.add_scatter(
        x=[step.at for step in steps],
        y=[step.mean for step in steps],
        mode="markers",
        name=w("profile.trend.step"),
        marker={"symbol": "circle", "size": 9, "color": PLAIN[dark]},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [step.high - step.mean for step in steps],
            "arrayminus": [step.mean - step.low for step in steps],
            "color": PLAIN[dark],
            "thickness": 1.5,
            "width": 4,
        },
        customdata=[escape(step.name, quote=False) for step in steps],
        hovertemplate="%{customdata}: %{y:.2f}<extra></extra>",
    )
    ends = [0.0, 2 * steps[-1].at - (steps[-2].at if len(steps) > 1 else 0.0)]
    figure.add_scatter(
        x=ends, y=[mean, mean], mode="lines", name=w("profile.trend.mean"),
        line={"color": QUIET[dark], "dash": "dot", "width": 2}, hoverinfo="skip",
    )  # fmt: skip
    if line is not None:
        figure.add_scatter(
            x=[steps[0].at, steps[-1].at], y=list(line), mode="lines", name=w("profile.trend.line"),
            line={"color": ALARM[dark], "width": 3}, hoverinfo="skip",
        )  # fmt: skip
    _lay_out(figure, 2 * FRAME + 2 * ROW, dark=dark)
    _localize(figure, w)
    figure.update_xaxes(title=w("profile.axis.deals"), gridcolor=GRID[dark], rangemode="tozero")
    figure.update_yaxes(title=w("profile.axis.lost"), gridcolor=GRID[dark], rangemode="tozero", zeroline=True)
    return figure


LINES = {
    "result": ("circle", "solid"),
    "luck": ("diamond", "dot"),
    "without": ("square", "dash"),
    "lost": ("x", "dashdot"),
}
"""By what a line of `luck_and_skill` tells, the mark and the dash, so that no colour speaks alone."""


def luck_and_skill(values: Mapping[str, Sequence[float]], names: Sequence[str], w: Words, *, dark: bool) -> go.Figure:
    """What ``values`` (keys of `LINES`) come to match by match, summed up; ``names``: by match, when it was."""
    figure = go.Figure()
    places = list(range(1, len(names) + 1))
    for number, (key, (symbol, dash)) in enumerate(LINES.items()):
        if key not in values:
            continue
        colour = SIDE_COLOURS[dark][number]
        figure.add_scatter(
            x=places,
            y=list(accumulate(values[key])),
            mode="lines+markers" if len(names) <= MOST_MARKS else "lines",
            name=w(f"profile.line.{key}"),
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 8},
            customdata=[escape(name, quote=False) for name in names],
            hovertemplate="%{customdata}: %{y:.1f}<extra>%{fullData.name}</extra>",
        )
    _lay_out(figure, 2 * FRAME + 2 * ROW, dark=dark)
    _localize(figure, w)
    figure.update_xaxes(title=w("profile.axis.matches"), gridcolor=GRID[dark], dtick=ceil(len(names) / TICKS) or 1)
    figure.update_yaxes(
        title=w("profile.axis.points"), gridcolor=GRID[dark], zeroline=True, zerolinecolor=QUIET[dark], zerolinewidth=1
    )
    return figure


MOST_MARKS = 40
"""Matches up to which each has a mark on the lines."""
