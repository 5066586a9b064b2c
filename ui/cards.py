"""Drawings of the playing cards as SVG text, for the card table, reports, Anki and the documentation.

Every card is drawn in a box of 100 by 160 units: index at the top left, the suit's badge at the top right, the
pips or the figure below. A :class:`Design` holds what differs from deck to deck, so that another deck or
other suits are another value of it. The suits differ in shape, not in colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

WIDTH = 100
HEIGHT = 160
UNKNOWN = "??"
PAPER = "#fffdf6"
EDGE = "#8d8574"
SKIN = "#f0c39b"
HAIR = "#4a3323"
BADGE = (81, 20, 29)
"""Centre and size of the suit's badge."""
INDEX_FONT = 'font-family="system-ui,Segoe UI,Roboto,DejaVu Sans,sans-serif" font-size="33" font-weight="800"'


@dataclass(frozen=True, slots=True)
class Suit:
    """What a suit looks like: its three tones and its symbol in a box of 40 by 40 units."""

    code: str
    """The letter of the notation."""
    ink: str
    """The dark tone, at least 4.5:1 on the paper: index, outlines, main surfaces."""
    tint: str
    """The middle tone: second surfaces of symbols and figures."""
    pale: str
    """The light tone: linings and highlights."""
    symbol: str
    """SVG content, drawn in the box."""


@dataclass(frozen=True, slots=True)
class Design:
    """The drawings of one deck: its suits, the indices, the places of the pips and the figures by rank."""

    suits: dict[str, Suit]
    """By the suit's letter."""
    indices: dict[str, str]
    """The number printed at the top left, by the rank's letter."""
    pips: dict[str, tuple[float, tuple[tuple[float, float], ...]]]
    """Size and centres of the symbols, by the rank's letter, for ranks without a figure."""
    figures: dict[str, Callable[[Suit], str]]
    """What draws the figure, by the rank's letter."""
    held: dict[str, tuple[float, float, float]]
    """Centre and size of the symbol that a figure shows, by the rank's letter."""

    def codes(self) -> tuple[str, ...]:
        """All cards of the deck, suit by suit, rising ranks."""
        return tuple(rank + suit for suit in self.suits for rank in self.indices)


def _coin(ink: str, tint: str, pale: str) -> str:
    rays = (
        "M20 8.5 22 16 28.1 11.9 24 18 31.5 20 24 22 28.1 28.1 22 24 20 31.5 18 24 11.9 28.1 16 22 8.5 20 16"
        " 18 11.9 11.9 18 16Z"
    )
    return (
        f'<circle cx="20" cy="20" r="18.5" fill="{ink}"/><circle cx="20" cy="20" r="14.5" fill="{tint}"/>'
        f'<path d="{rays}" fill="{ink}"/><circle cx="20" cy="20" r="2.6" fill="{pale}"/>'
    )


def _cup(ink: str, tint: str, pale: str) -> str:
    body = (
        "M7 3H33C33.6 14 31 22 23.4 25.4V29.5C26.5 30.6 29.6 32 30 34.5V38H10V34.5C10.4 32 13.5 30.6 16.6"
        " 29.5V25.4C9 22 6.4 14 7 3Z"
    )
    return (
        f'<path d="{body}" fill="{ink}"/><path d="M10.3 7H29.7L29.2 11.5H10.8Z" fill="{tint}"/>'
        f'<path d="M12.3 14.5C13 18 14.2 20 16.4 21.6L18 20.4C16.3 18.8 15.3 17 14.8 14.5Z" fill="{pale}"/>'
        f'<path d="M13 35.4H27" stroke="{tint}" stroke-width="1.8"/>'
    )


def _sword(ink: str, tint: str, pale: str) -> str:
    return (
        f'<path d="M20 -1 24.8 6.5V28H15.2V6.5Z" fill="{ink}"/>'
        f'<path d="M20 4 21.7 7.6V27H18.3V7.6Z" fill="{pale}"/>'
        f'<path d="M9.4 24.6C12.6 27.4 27.4 27.4 30.6 24.6L32 28.6C27.4 32.6 12.6 32.6 8 28.6Z"'
        f' fill="{ink}"/>'
        f'<path d="M17.1 30.5H22.9V37H17.1Z" fill="{tint}" stroke="{ink}" stroke-width="1.5"/>'
        f'<circle cx="20" cy="38.6" r="3" fill="{ink}"/>'
    )


def _baton(ink: str, tint: str, pale: str) -> str:
    body = (
        "M16.8 37.5 15.2 26 10.4 23.4C8.2 22 9.4 18.6 12 19.2L14.3 19.8 11.4 8.5C10.4 3.6 14.4 .8 20 .8 25.6"
        " .8 29.6 3.6 28.6 8.5L27.8 12.2 31 11.2C33.6 10.6 34.8 14 32.6 15.4L26.4 18.6 23.2 37.5C22.6 40 17.4 40"
        " 16.8 37.5Z"
    )
    return (
        f'<g transform="rotate(24 20 20)"><path d="{body}" fill="{ink}"/>'
        f'<ellipse cx="20" cy="5.2" rx="5.8" ry="2.6" fill="{tint}"/>'
        f'<ellipse cx="20" cy="5.2" rx="2.4" ry="1" fill="{ink}"/>'
        f'<path d="M17.2 11.5 18.6 20M22.8 14 21.6 25M19.3 24 19.9 33" stroke="{pale}" stroke-width="1.7"'
        f' stroke-linecap="round"/><circle cx="10.6" cy="21.2" r="1.4" fill="{tint}"/>'
        f'<circle cx="32.2" cy="13.2" r="1.4" fill="{tint}"/></g>'
    )


def _suit(code: str, tones: tuple[str, str, str], symbol: Callable[[str, str, str], str]) -> Suit:
    return Suit(code, *tones, symbol(*tones))


def _fante(suit: Suit) -> str:
    """A young man on foot: feathered cap, short tunic, legs apart."""
    return (
        f'<path d="M43 108H51L48.5 146H41.5ZM53 108H61L64.5 146H57.5Z" fill="{suit.tint}"/>'
        f'<path d="M41 143H49.5V153H33C33 148.5 37 147.5 41 147Z" fill="{HAIR}"/>'
        f'<path d="M57.5 143H66V147C70 147.5 74 148.5 74 153H57.5Z" fill="{HAIR}"/>'
        f'<path d="M66 74C74 78 80 88 81 102L73 104C71 96 68 90 63 86Z" fill="{suit.ink}"/>'
        f'<path d="M38 74C31 77 26 84 22 94L29 99C33 92 37 88 42 86Z" fill="{suit.ink}"/>'
        f'<circle cx="77.5" cy="105" r="4.4" fill="{SKIN}"/><circle cx="26" cy="98" r="4.4" fill="{SKIN}"/>'
        f'<path d="M37 73C44 69.5 60 69.5 67 73L64.5 92 71 117C61 121 43 121 33 117L39.5 92Z"'
        f' fill="{suit.ink}"/>'
        f'<path d="M47 71H57L52 89Z" fill="{suit.pale}"/>'
        f'<path d="M39.5 91H64.5V96.5H39.5Z" fill="{suit.tint}"/>'
        f'<path d="M41 56C38 66 40 71 45 73V58ZM63 56C66 66 64 71 59 73V58Z" fill="{HAIR}"/>'
        f'<circle cx="52" cy="61" r="10" fill="{SKIN}"/>'
        f'<path d="M39.5 57C38 47 46 41 55 42C63 43 67 49 65 56C56 52.5 47 53 39.5 57Z" fill="{suit.ink}"/>'
        f'<path d="M60 45C64 37 72 35 79 38C75 45 69 49 62 51Z" fill="{suit.tint}"/>'
        f'<path d="M47.5 60.5H49.5M55 60.5H57" stroke="{HAIR}" stroke-width="2"/>'
        f'<path d="M50 66.5H55" stroke="#a8553f" stroke-width="1.6"/>'
    )


def _cavallo(suit: Suit) -> str:
    """A rider on a stepping horse that looks left."""
    horse = (
        "M6 91C5 86 9 78 15 73L18 65 23 69C32 67 40 74 44 88L78 90C88 91 92 99 91 108L90 122 94 151H86L80 125"
        " 69 121H52L48 152H40L39 122 31 128 27 143 20 141 23 123 33 113C29 104 29 96 30 90L22 89 14 97C10 98"
        " 7 96 6 91Z"
    )
    return (
        f'<path d="M70 118 74 151H67L61 121ZM52 120 55 151H61L60 118Z" fill="{suit.tint}"/>'
        f'<path d="M87 93C97 96 99 112 95 130C91 126 89 118 88 108Z" fill="{suit.tint}"/>'
        f'<path d="{horse}" fill="{suit.ink}"/>'
        f'<path d="M23 69C34 68 43 77 46 91L38 95C38 85 33 76 23 69Z" fill="{suit.tint}"/>'
        f'<circle cx="17.5" cy="79" r="1.9" fill="{PAPER}"/>'
        f'<path d="M9 92.5 15 86" stroke="{suit.pale}" stroke-width="1.6"/>'
        f'<path d="M20 84 48 92" stroke="{suit.pale}" stroke-width="1.6"/>'
        f'<path d="M48 93C56 89 70 89 76 93L78 112C68 117 54 117 46 112Z" fill="{suit.pale}"/>'
        f'<path d="M55 94H68L66 113 59 127 51 125 57 110Z" fill="{HAIR}"/>'
        f'<g fill="{suit.tint}" stroke="{suit.ink}" stroke-width="2">'
        '<path d="M52 69C57 65 67 65 72 69L73 96C66 99 58 99 51 96Z"/>'
        '<path d="M55 72 43 85 48 90 60 80Z"/></g>'
        f'<circle cx="44.5" cy="88" r="3.6" fill="{SKIN}"/><circle cx="61" cy="57" r="9" fill="{SKIN}"/>'
        f'<path d="M65 50C71 54 71 62 67 66L64 58Z" fill="{HAIR}"/>'
        f'<path d="M46 53C50 51 51 43 61 42C70 42 72 49 75 53C66 55.5 55 55.5 46 53Z" fill="{suit.ink}"/>'
        f'<path d="M55.5 57.5H57.5" stroke="{HAIR}" stroke-width="2"/>'
    )


def _re(suit: Suit) -> str:
    """A bearded king in a long mantle, crowned."""
    return (
        f'<path d="M36 80C44 75 60 75 68 80C77 93 85 126 88 153H16C19 126 27 93 36 80Z" fill="{suit.ink}"/>'
        f'<path d="M45 78H59L65 153H39Z" fill="{suit.tint}"/>'
        f'<path d="M45 78 30 153H39L49 92ZM59 78 74 153H65L55 92Z" fill="{suit.pale}"/>'
        f'<path d="M41 112H63L63.6 118H40.4Z" fill="{suit.ink}"/>'
        f'<path d="M35 112 33 116M33 124 31 128M69 112 71 116M71 124 73 128M32 138 30 142M72 138 74 142"'
        f' stroke="{suit.ink}" stroke-width="2.4"/>'
        f'<path d="M40.5 58C38 68 39 75 43 79H61C65 75 66 68 63.5 58Z" fill="{HAIR}"/>'
        f'<circle cx="52" cy="62" r="10.5" fill="{SKIN}"/>'
        f'<path d="M41.5 62C41 79 46 88 52 90C58 88 63 79 62.5 62C60 68 56 67.5 52 67.5C48 67.5 44 68 41.5'
        f' 62Z" fill="{HAIR}"/>'
        f'<path d="M49 71.5H55" stroke="#c9745b" stroke-width="1.8"/>'
        f'<path d="M47 61H49.2M54.8 61H57" stroke="{HAIR}" stroke-width="2"/>'
        f'<path d="M38 56 34.5 38.5 44 45.5 52 35 60 45.5 69.5 38.5 66 56C57 53 47 53 38 56Z"'
        f' fill="{suit.tint}" stroke="{suit.ink}" stroke-width="2.4" stroke-linejoin="round"/>'
        f'<circle cx="52" cy="48.5" r="2.4" fill="{suit.ink}"/>'
    )


_LEFT, _MIDDLE, _RIGHT = 27.0, 50.0, 73.0

ITALIAN = Design(
    suits={
        "D": _suit("D", ("#8a5a00", "#f0bd3c", "#fff0c2"), _coin),
        "C": _suit("C", ("#b3231b", "#f2a27a", "#ffe3d4"), _cup),
        "B": _suit("B", ("#26692f", "#a4cf6c", "#e4f3cf"), _baton),
        "S": _suit("S", ("#1d4a9b", "#9cc3f0", "#e0edfc"), _sword),
    },
    indices=dict(zip("A234567JQK", map(str, range(1, 11)), strict=True)),
    pips={
        "A": (74, ((_MIDDLE, 98),)),
        "2": (50, ((_MIDDLE, 69), (_MIDDLE, 127))),
        "3": (37, ((_MIDDLE, 59), (_MIDDLE, 98), (_MIDDLE, 137))),
        "4": (42, ((28, 70), (72, 70), (28, 126), (72, 126))),
        "5": (37, ((_LEFT, 64), (_RIGHT, 64), (_MIDDLE, 98), (_LEFT, 132), (_RIGHT, 132))),
        "6": (35, ((28, 60), (72, 60), (28, 98), (72, 98), (28, 136), (72, 136))),
        "7": (
            32,
            (
                (24, 59),
                (76, 59),
                (_MIDDLE, 78.5),
                (24, 98),
                (76, 98),
                (24, 137),
                (76, 137),
            ),
        ),
    },
    figures={"J": _fante, "Q": _cavallo, "K": _re},
    held={"J": (19, 82, 30), "Q": (84, 66, 30), "K": (18, 86, 30)},
)


def _placed(content: str, x: float, y: float, size: float) -> str:
    corner = f"{round(x - size / 2, 2):g} {round(y - size / 2, 2):g}"
    return f'<g transform="translate({corner}) scale({round(size / 40, 3):g})">{content}</g>'


def _sheet(fill: str) -> str:
    return f'<rect x="1" y="1" width="98" height="158" rx="9" fill="{fill}" stroke="{EDGE}" stroke-width="1.6"/>'


def _face(code: str, design: Design, symbol: str, figure: Callable[[str], str]) -> str:
    """The drawing of one card, with what to put where its suit's symbol and its rank's figure belong."""
    rank, suit = code[0], design.suits[code[1]]
    index = design.indices[rank]
    width = ' textLength="36" lengthAdjust="spacingAndGlyphs"' if len(index) > 1 else ""
    text = f'<text x="6" y="32" {INDEX_FONT} fill="{suit.ink}"{width}>{index}</text>'
    if rank in design.figures:
        below = figure(rank) + _placed(symbol, *design.held[rank])
    else:
        size, centres = design.pips[rank]
        below = "".join(_placed(symbol, x, y, size) for x, y in centres)
    return _sheet(PAPER) + text + _placed(symbol, *BADGE) + below


def _back() -> str:
    lattice = "".join(f'<path d="M50 {y} 62 {y + 15} 50 {y + 30} 38 {y + 15}Z"/>' for y in (20, 50, 80, 110))
    sides = "".join(
        f'<path d="M{x} {y} {x + 9} {y + 15} {x} {y + 30} {x - 9} {y + 15}Z" fill="#a8505c"/>'
        for x in (26, 74)
        for y in (35, 65, 95)
    )
    return (
        f'{_sheet("#7a2433")}<g fill="none" stroke="#e9c98f" stroke-width="2">'
        f'<rect x="9" y="9" width="82" height="142" rx="5"/>{lattice}</g>{sides}'
        '<path d="M50 74 53 80 50 86 47 80Z" fill="#e9c98f"/>'
    )


def _document(content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</svg>'


def card_svg(code: str, design: Design = ITALIAN) -> str:
    """The card as a self-contained SVG document; the back for an unknown card.

    Raises ValueError for a code that the design does not have.
    """
    if code == UNKNOWN:
        return back_svg()
    if len(code) != 2 or code[0] not in design.indices or code[1] not in design.suits:
        raise ValueError(f"no such card in this deck: {code!r}")
    suit = design.suits[code[1]]
    return _document(_face(code, design, suit.symbol, lambda rank: design.figures[rank](suit)))


def back_svg() -> str:
    """The back of the cards as a self-contained SVG document."""
    return _document(_back())


def sprite(codes: Iterable[str], design: Design = ITALIAN) -> str:
    """One hidden SVG with a symbol a card (`card-7D`), a suit (`suit-D`) and for the back (`card-back`).

    Show one with `<svg viewBox="0 0 100 160"><use href="#card-7D"/></svg>`; suits have the box 0 0 40 40.
    """
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    # A figure is written once for all suits and takes its tones from its surroundings.
    tones = Suit("", "var(--ink)", "var(--tint)", "var(--pale)", "")
    suits = [
        f'<symbol id="suit-{suit.code}" viewBox="0 0 40 40" overflow="visible">{suit.symbol}</symbol>'
        for suit in design.suits.values()
    ]
    figures = [f'<g id="figure-{rank}">{draw(tones)}</g>' for rank, draw in design.figures.items()]

    def symbol(code: str) -> str:
        suit = design.suits[code[1]]
        reference = f'<use href="#suit-{suit.code}" width="40" height="40"/>'
        style = f"--ink:{suit.ink};--tint:{suit.tint};--pale:{suit.pale}"
        face = _face(code, design, reference, lambda rank: f'<use href="#figure-{rank}" style="{style}"/>')
        return f'<symbol id="card-{code}" {box}>{face}</symbol>'

    content = "".join([*suits, *map(symbol, codes), f'<symbol id="card-back" {box}>{_back()}</symbol>'])
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}><defs>{"".join(figures)}</defs>{content}</svg>'
