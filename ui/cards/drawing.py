"""Cards as SVG text: one alone as a document, or many as the symbols of one sprite."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ui.cards.design import EDGE, HEIGHT, PAPER, WIDTH, Design, Suit
from ui.cards.italian import ITALIAN

UNKNOWN = "??"
BADGE = (81.0, 20.0, 29.0)
"""Centre and size of the suit's badge."""
INDEX_FONT = 'font-family="system-ui,Segoe UI,Roboto,DejaVu Sans,sans-serif" font-size="33" font-weight="800"'


def _placed(content: str, x: float, y: float, size: float) -> str:
    corner = f"{round(x - size / 2, 2):g} {round(y - size / 2, 2):g}"
    return f'<g transform="translate({corner}) scale({round(size / 40, 3):g})">{content}</g>'


def _referred(name: str, x: float, y: float, size: float) -> str:
    """The suit's symbol of that name in a sprite, at its place."""
    corner = f'x="{round(x - size / 2, 2):g}" y="{round(y - size / 2, 2):g}"'
    return f'<use href="#{name}" {corner} width="{size:g}" height="{size:g}"/>'


def _sheet(fill: str) -> str:
    return f'<rect x="1" y="1" width="98" height="158" rx="9" fill="{fill}" stroke="{EDGE}" stroke-width="1.6"/>'


def _index(index: str, ink: str) -> str:
    width = ' textLength="36" lengthAdjust="spacingAndGlyphs"' if len(index) > 1 else ""
    return f'<text x="6" y="32" {INDEX_FONT} fill="{ink}"{width}>{index}</text>'


def _face(rank: str, design: Design, symbol: Callable[[float, float, float], str], figure: str) -> str:
    """What lies on the sheet of one card beside its index: badge and pips, or badge, figure and what it holds."""
    places = [BADGE]
    if rank in design.figures:
        places.append(design.held[rank])
    else:
        size, centres = design.pips[rank]
        places.extend((x, y, size) for x, y in centres)
    return figure + "".join(symbol(*place) for place in places)


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
    rank, suit = code[0], design.suits[code[1]]
    figure = design.figures[rank](suit) if rank in design.figures else ""
    face = _face(rank, design, lambda *place: _placed(suit.symbol, *place), figure)
    return _document(_sheet(PAPER) + _index(design.indices[rank], suit.ink) + face)


def back_svg() -> str:
    """The back of the cards as a self-contained SVG document."""
    return _document(_back())


def sprite(codes: Iterable[str], design: Design = ITALIAN) -> str:
    """One hidden SVG with a symbol a card (`italian-card-7D`), a suit (`italian-suit-D`) and for the back.

    The names begin with the design's, the back's too (`italian-card-back`), so that a page may have several sprites.
    Show one with `<svg viewBox="0 0 100 160"><use href="#italian-card-7D"/></svg>`; suits have the box 0 0 40 40.
    """
    name = design.name
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    # What the suits have in common is written once, and takes its tones from its surroundings.
    tones = Suit("", "var(--ink)", "var(--tint)", "var(--pale)", "")
    suits = [
        f'<symbol id="{name}-suit-{suit.code}" viewBox="0 0 40 40" overflow="visible">{suit.symbol}</symbol>'
        for suit in design.suits.values()
    ]
    shared = {
        rank: _sheet(PAPER) + _index(index, tones.ink) + (design.figures[rank](tones) if rank in design.figures else "")
        for rank, index in design.indices.items()
    }
    ranks = [f'<g id="{name}-rank-{rank}">{drawn}</g>' for rank, drawn in shared.items()]

    def symbol(code: str) -> str:
        rank, suit = code[0], design.suits[code[1]]
        style = f"--ink:{suit.ink};--tint:{suit.tint};--pale:{suit.pale}"
        common = f'<use href="#{name}-rank-{rank}" style="{style}"/>'
        face = _face(rank, design, lambda *place: _referred(f"{name}-suit-{suit.code}", *place), common)
        return f'<symbol id="{name}-card-{code}" {box}>{face}</symbol>'

    content = "".join([*suits, *map(symbol, codes), f'<symbol id="{name}-card-back" {box}>{_back()}</symbol>'])
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}><defs>{"".join(ranks)}</defs>{content}</svg>'
