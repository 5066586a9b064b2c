"""A position as one SVG picture, drawn with the project's own cards: what a seat sees at its turn."""

import re
from collections.abc import Sequence
from html import escape

from analysis.knowledge import SeatView
from engine.cards import texts_of
from ui.cards import DESIGNS, card_svg
from ui.words import Words

WIDTH = 640
CARD = 76
HAND = 88
GAP = 10
FELT = "#1c5b40"

_OUTER = re.compile(r"^\s*<svg\b[^>]*>|</svg>\s*$")


def position_svg(view: SeatView, w: Words, names: Sequence[str] | None = None) -> str:
    """The table and the hand of ``view`` with the counts of each side, as a self-contained SVG document."""
    table = texts_of(view.table, view.rules.deck)
    hand = texts_of(view.hand, view.rules.deck)
    rows = [table[start : start + 7] for start in range(0, len(table), 7)] or [[]]
    parts = []
    y = 14
    for line in _counts(view, w, names):
        parts.append(f'<text x="16" y="{y + 12}" font-size="15">{escape(line)}</text>')
        y += 22
    y += 10
    for row in rows:
        parts.append(_row(row, y, CARD, view.rules.deck))
        y += int(CARD * 1.6) + GAP
    if not table:
        empty = escape(w("anki.empty"))
        parts.append(f'<text x="{WIDTH // 2}" y="{y - 60}" font-size="16" text-anchor="middle">{empty}</text>')
    parts.append(f'<line x1="16" x2="{WIDTH - 16}" y1="{y + 6}" y2="{y + 6}" stroke="#ffffff66"/>')
    parts.append(f'<text x="16" y="{y + 28}" font-size="15">{escape(w("anki.hand"))}</text>')
    parts.append(_row(hand, y + 38, HAND, view.rules.deck))
    height = y + 38 + int(HAND * 1.6) + 16
    label = escape(w("anki.picture", table=" ".join(table) or "–", hand=" ".join(hand)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{label}" font-family="system-ui, sans-serif" fill="#fff"><title>{label}</title>'
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{FELT}"/>{"".join(parts)}</svg>'
    )


def _row(cards: Sequence[str], y: int, width: int, deck: int) -> str:
    """The cards side by side in the middle, overlapping where there are many."""
    if not cards:
        return ""
    step = min(width + GAP, (WIDTH - 32 - width) / max(1, len(cards) - 1))
    first = (WIDTH - (width + step * (len(cards) - 1))) / 2
    design = DESIGNS[deck]["italian"]
    return "".join(
        f'<svg x="{first + step * index:.1f}" y="{y}" width="{width}" height="{width * 1.6:.1f}" viewBox="0 0 100 160">'
        f"{_OUTER.sub('', card_svg(code, design))}</svg>"
        for index, code in enumerate(cards)
    )


def _counts(view: SeatView, w: Words, names: Sequence[str] | None) -> list[str]:
    """A line a side, the own one first: cards captured and scope."""
    sides = len(view.piles)
    own = view.seat % sides
    found = []
    for step in range(sides):
        side = (own + step) % sides
        if names is None:
            name = w("anki.own" if not step else "anki.others")
        else:
            name = w.listed(dict.fromkeys(names[seat] for seat in range(view.players) if seat % sides == side))
        found.append(w("anki.counts", name=name, cards=view.piles[side].bit_count(), scope=view.scope[side]))
    return found
