"""A position as one SVG picture, drawn with the project's own cards: what a seat sees at its turn.

One drawing serves the decks for Anki, the documentation and the report.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape

from analysis.knowledge import SeatView
from engine.cards import card_text, texts_of
from engine.plays import Play
from ui.cards import DESIGNS, HEIGHT, Design, back_svg, card_svg
from ui.cards import WIDTH as CARD_UNITS
from ui.titles import places_at_table
from ui.words import Words

WIDTH = 640
CARD = 76
HAND = 88
GAP = 10
NARROW = 4
"""The least gap between cards."""
MARGIN = 16
PILE = 20
"""The width of a card in a pile."""
LINE = 40
"""The height of the line of one side."""
TALL = HEIGHT / CARD_UNITS
IN_A_ROW = 7
"""Cards of the table side by side."""
LONGEST = 28
"""Signs of a name; the rest of a longer one is left out."""

FELT = "#1c5b40"
BADGE = "#ffc53d"
INK = "#2e1d00"

BEST = "✓"
"""The sign of the best play."""

Marks = Mapping[str, Sequence[str]]
"""By card, the signs that stand on it."""

_OUTER = re.compile(r"^\s*<svg\b[^>]*>|</svg>\s*$")

Drawn = Callable[[str, float, float, float], str]
"""What draws a card, or the back for an empty text, at a place and in a width."""


def position_svg(
    view: SeatView,
    w: Words,
    names: Sequence[str] | None = None,
    *,
    marks: Marks | None = None,
    suits: str = "italian",
    referred: bool = False,
) -> str:
    """The table and the hand of ``view`` with the pile and the counts of each side, as an SVG document.

    ``names`` are those of the seats; without them a side is called by where it sits as ``view`` sees it. ``marks``
    stand as badges on cards, as does the number that a matta stands for. With ``referred`` the cards are those of a
    sprite (`ui.cards.sprite`) of the page around the picture; else they are drawn in it, and it stands alone.
    """
    deck = view.rules.deck
    drawn = (_referred if referred else _inside)(DESIGNS[deck][suits])
    table, hand = texts_of(view.table, deck), texts_of(view.hand, deck)
    badges = dict(marks or {})
    if view.rules.matta is not None and view.matta_value is not None:
        matta = card_text(view.rules.matta, deck)
        badges[matta] = (*badges.get(matta, ()), f"={view.matta_value}")
    parts = []
    y = 12.0
    for line, empty in _sides(view, w, names):
        parts.append(_pile(drawn, y, empty=empty))
        parts.append(_text(MARGIN + 2 * PILE, y + 21, line))
        y += LINE
    y += GAP
    if not table:
        parts.append(_text(WIDTH / 2, y + CARD * TALL / 2, w("picture.empty"), anchor="middle"))
    for start in range(0, max(1, len(table)), IN_A_ROW):
        parts.append(_row(table[start : start + IN_A_ROW], y, CARD, drawn, badges))
        y += CARD * TALL + GAP
    parts.append(
        f'<path class="edge" d="M{MARGIN} {y + 6:.0f}H{WIDTH - MARGIN}" stroke="#fff" stroke-opacity=".4" fill="none"/>'
    )
    whose = w("picture.hand") if names is None else w("picture.hand_of", player=_short(names[view.seat]))
    parts.append(_text(MARGIN, y + 28, whose))
    # All cards of a hand are seen whole: many are smaller.
    width = min(HAND, (WIDTH - 2 * MARGIN + NARROW) / max(1, len(hand)) - NARROW)
    parts.append(_row(hand, y + 40, width, drawn, badges))
    height = round(y + 40 + width * TALL + MARGIN)
    label = escape(w("picture.label", table=" ".join(table) or "–", hand=" ".join(hand) or "–"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="position" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-label="{label}" font-family="system-ui, sans-serif" '
        f'font-size="16" fill="#fff"><title>{label}</title>'
        f'<rect class="felt" width="{WIDTH}" height="{height}" rx="14" fill="{FELT}"/>{"".join(parts)}</svg>'
    )


def _inside(design: Design) -> Drawn:
    """Cards drawn where they lie."""

    def drawn(code: str, x: float, y: float, width: float) -> str:
        content = _OUTER.sub("", card_svg(code, design) if code else back_svg())
        return (
            f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{width * TALL:.1f}" '
            f'viewBox="0 0 {CARD_UNITS} {HEIGHT}">{content}</svg>'
        )

    return drawn


def _referred(design: Design) -> Drawn:
    """Cards of the page's sprite."""

    def drawn(code: str, x: float, y: float, width: float) -> str:
        name = f"{design.name}-card-{code or 'back'}"
        return f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{width * TALL:.1f}"/>'

    return drawn


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="said" x="{x:g}" y="{y:.0f}"{placed}>{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _pile(drawn: Drawn, y: float, *, empty: bool) -> str:
    """Two backs, one on the other; where nothing was captured, the place of the pile."""
    if empty:
        box = f'x="{MARGIN}" y="{y:g}" width="{PILE}" height="{PILE * TALL:g}"'
        return f'<rect class="edge" {box} rx="3" fill="none" stroke="#fff" stroke-opacity=".5" stroke-dasharray="3 3"/>'
    return drawn("", MARGIN + 4, y + 1, PILE) + drawn("", MARGIN, y - 1, PILE)


def _row(cards: Sequence[str], y: float, width: float, drawn: Drawn, marks: Marks) -> str:
    """The cards side by side in the middle."""
    step = min(width + GAP, (WIDTH - 2 * MARGIN - width) / max(1, len(cards) - 1))
    first = (WIDTH - (width + step * (len(cards) - 1))) / 2
    parts = []
    for index, code in enumerate(cards):
        x = first + step * index
        parts.append(drawn(code, x, y, width))
        parts += _badges(marks.get(code, ()), x + width / 2, y + width * TALL)
    return "".join(parts)


def _badges(signs: Sequence[str], centre: float, bottom: float) -> list[str]:
    """The signs as badges at the foot of a card, one above the other."""
    parts = []
    for number, sign in enumerate(signs):
        y = bottom - 12 - 27 * number
        box = f'x="{centre - 17:.1f}" y="{y - 12:.1f}" width="34" height="24" rx="12"'
        place = f'x="{centre:.1f}" y="{y + 6:.1f}" text-anchor="middle" font-weight="700"'
        parts.append(f'<rect {box} fill="{BADGE}" stroke="{INK}" stroke-width="1.5"/>')
        parts.append(f'<text {place} fill="{INK}">{escape(sign)}</text>')
    return parts


def _sides(view: SeatView, w: Words, names: Sequence[str] | None) -> list[tuple[str, bool]]:
    """A line a side, the own one first: cards captured and scope; and whether it captured nothing."""
    sides = len(view.piles)
    own = view.seat % sides
    pairs = view.players != sides
    seats = names or (() if pairs else places_at_table(w, view.players, view.seat))
    found = []
    for step in range(sides):
        side = (own + step) % sides
        if not seats:
            name = w("picture.own" if not step else "picture.others")
        else:
            name = w.listed(dict.fromkeys(seats[seat] for seat in range(view.players) if seat % sides == side))
        cards = w("picture.cards", n=view.piles[side].bit_count())
        line = w("picture.side", name=_short(name), cards=cards, scope=w("picture.scope", n=view.scope[side]))
        found.append((line, not view.piles[side]))
    return found


def play_marks(deck: int, made: Play, better: Play, glyph: str) -> dict[str, tuple[str, ...]]:
    """The marks of two plays: ``glyph`` on the card played and on those taken, `BEST` on those of the better play."""
    found: dict[str, tuple[str, ...]] = {}
    for chosen, sign in ((made, glyph), (better, BEST)):
        for code in texts_of(chosen.taken | 1 << chosen.card, deck):
            found[code] = (*found.get(code, ()), sign)
    return found
