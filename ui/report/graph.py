"""The graph of expected points as an SVG picture: the look of the one on the card table, for paper."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor
from typing import Any, TypeAlias

from ui.words import Words

Data: TypeAlias = Mapping[str, Any]
"""A deal as `ui.review_data.table_data` gives it."""

WIDTH = 520
HEIGHT = 210
LEFT, RIGHT, TOP, BOTTOM = 34, 14, 26, 24
INSET = 8
PUNISHED, UNPUNISHED = 6.0, 4.0
"""Half the width of a mistake's mark."""

SCOPA_SIGNS = ("★", "☆", "✦")
"""By side, the sign of its scope."""

Scale: TypeAlias = Callable[[float], float]
"""From a ply, or from points, to a place on the picture."""


def expected_graph(data: Data, w: Words) -> str:
    """The points that a side expects after each play, with interval, scope, mistakes and new cards marked.

    Of two sides it is the line of the first, for the other's is its mirror; of three, each has its own.
    """
    curves = data["review"]["curves"]
    shown = [side for side in range(len(curves)) if curves[side] and (len(curves) != 2 or not side)]
    plies = len(data["plays"])
    ends = [0.0, 1.0, *(end for side in shown for point in curves[side] for end in (point["low"], point["high"]))]
    low, high = floor(min(ends)), ceil(max(ends))

    def x(ply: float) -> float:
        return LEFT + INSET + (WIDTH - LEFT - INSET - RIGHT) * ply / max(1, plies)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)

    parts = []
    for value in sorted({low, 0, high}):
        text = w.number(float(value)).replace("-", "−")
        parts.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="axis" x="{LEFT - 5}" y="{y(value) + 4:.1f}" text-anchor="end">{text}</text>')
    every = 6 if plies > 24 else 4
    parts += [
        f'<text class="axis" x="{x(ply):.1f}" y="{HEIGHT - 6}" text-anchor="middle">{ply}</text>'
        for ply in range(0, plies + 1, every)
    ]
    parts += [
        f'<path class="packet" d="M{x(ply):.1f} {TOP}V{HEIGHT - BOTTOM}"/>'
        for ply, position in enumerate(data["positions"])
        if position["packet"]
    ]
    parts += [_band(curves[side], side, x, y) for side in shown]
    for side in shown:
        line = "L".join(f"{x(point['ply']):.1f} {y(point['value']):.1f}" for point in curves[side])
        parts.append(f'<path class="series side-{side}" d="M{line}"/>')
    parts += _scope(data, x)
    parts += _mistakes(data, shown, x, y)
    label = " ".join(_label(data, side, w) for side in shown)
    head = f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _band(curve: Sequence[Data], side: int, x: Scale, y: Scale) -> str:
    upper = [f"{x(point['ply']):.1f} {y(point['high']):.1f}" for point in curve]
    lower = [f"{x(point['ply']):.1f} {y(point['low']):.1f}" for point in reversed(curve)]
    return f'<path class="band side-{side}" d="M{"L".join([*upper, *lower])}Z"/>'


def _scope(data: Data, x: Scale) -> list[str]:
    """The scope along the upper edge, each with the sign of its side."""
    parts = []
    for ply, made in enumerate(data["plays"]):
        if made["scopa"]:
            side = data["sides"][made["seat"]]
            place = f'x="{x(ply + 1):.1f}" y="{TOP - 8}" text-anchor="middle"'
            parts.append(f'<text class="scopa side-{side}" {place}>{SCOPA_SIGNS[side]}</text>')
    return parts


def _mistakes(data: Data, shown: Sequence[int], x: Scale, y: Scale) -> list[str]:
    """The mistakes on the line: filled and large where the cards punished them, hollow and small where not."""
    parts = []
    for ply, made in enumerate(data["plays"]):
        verdict = made["verdict"]
        if verdict is None or verdict["grade"] is None:
            continue
        side = data["sides"][made["seat"]]
        curve = data["review"]["curves"][side if side in shown else shown[0]]
        size = PUNISHED if verdict["punished"] else UNPUNISHED
        across, down = x(ply + 1), y(_between(curve, ply + 1))
        kind = " punished" if verdict["punished"] else ""
        title = escape(f"{ply + 1}. {data['players'][made['seat']]}: {verdict['name']}, {verdict['loss_short']}")
        parts.append(
            f'<path class="mistake{kind}" d="M{across:.1f} {down - size:.1f}L{across + size:.1f} {down:.1f}'
            f'L{across:.1f} {down + size:.1f}L{across - size:.1f} {down:.1f}Z"><title>{title}</title></path>'
        )
    return parts


def _between(curve: Sequence[Data], ply: int) -> float:
    """The height of the line at a ply: between two judged plays it is drawn straight."""
    for before, after in pairwise(curve):
        if before["ply"] <= ply < after["ply"]:
            share = (ply - before["ply"]) / (after["ply"] - before["ply"])
            return float(before["value"] + share * (after["value"] - before["value"]))
    return float(curve[0]["value"] if ply < curve[0]["ply"] else curve[-1]["value"])


def _label(data: Data, side: int, w: Words) -> str:
    """The line in words."""
    curve = data["review"]["curves"][side]
    lowest = min(curve, key=lambda point: point["value"])
    highest = max(curve, key=lambda point: point["value"])
    texts = {"first": curve[0], "last": curve[-1], "low": lowest, "high": highest}
    return w(
        "report.graph_label",
        side=data["side_names"][side],
        **{name: point["text"] for name, point in texts.items()},
    )
