"""The flags of a decision, as reason codes with the facts that make them true (docs/numbers.md, "Flags")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.kernels import chances
from analysis.kernels import flags as kernel
from analysis.knowledge import SeatView, view_vector
from analysis.thresholds import FLAG_MARGIN
from analysis.values import card_values
from engine.cards import card_text, cards_of, texts_of
from engine.deals import Vector, setup_vector
from engine.kernels.captures import table_total
from engine.kernels.layout import MOST_CAPTURES
from engine.kernels.play import hand_at
from engine.plays import Declaration, Play, declaration_text, play_text
from engine.positions import Position, declare, legal_declarations, scopa_of

FLAG_CODES = ("scopa_offered", "card_given_up", "bad_spariglio", "knock_forgotten")
"""Every flag there is."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A principle that a play broke, judged from what its seat could know."""

    code: str
    """One of `FLAG_CODES`."""
    better: Play | Declaration
    """The legal play, or the declaration before it, that keeps the principle."""
    facts: Mapping[str, Any]
    """What makes it true, as numbers and card texts (see `docs/numbers.md`)."""


def is_told(flag: Flag, grade: str | None) -> bool:
    """Whether ``flag`` is told beside the judge's verdict on its play, whose class is ``grade``.

    The explanation of a play with a class names its principle itself, compared with the play that is in fact best.
    It judges plays: what was not declared before them stands for itself.
    """
    return grade is None or isinstance(flag.better, Declaration)


def better_text(better: Play | Declaration, position: Position) -> str:
    """What would have been better in ``position``, as the notation writes it."""
    if isinstance(better, Declaration):
        return declaration_text(better, position.rules)
    return play_text(better, scopa_of(position, better), position.rules.deck)


def forgotten_knock(position: Position) -> Flag | None:
    """The flag of not declaring in ``position``, if its seat might have; none where the lowest total wins."""
    declarations = legal_declarations(position)
    if not declarations or position.rules.objective == "low":
        return None
    side = position.side(position.turn)
    points = declare(position, declarations[0]).events[side] - position.events[side]
    hand = texts_of(position.hands[position.turn], position.rules.deck)
    return Flag("knock_forgotten", declarations[0], {"what": declarations[0].what, "points": points, "hand": hand})


def flags_of(view: SeatView, legal: tuple[Play, ...], chosen: Play) -> tuple[Flag, ...]:
    """The flags of ``chosen``, one of the ``legal`` plays of ``view``; none where there is no choice."""
    if len(legal) < 2:
        return ()
    return _flags(_compared(view, legal, chosen), None)


def flags_against(view: SeatView, legal: tuple[Play, ...], chosen: Play, better: Play) -> tuple[Flag, ...]:
    """The flags that ``chosen`` deserves when it is compared with ``better`` alone, both among ``legal``.

    Those that compare chances, that is: a wrong spariglio is none of them.
    """
    if len(legal) < 2 or chosen == better:
        return ()
    return _flags(_compared(view, legal, chosen), legal.index(better))


@dataclass(frozen=True, slots=True)
class _Compared:
    """What `analysis.kernels.flags` finds of one play."""

    view: SeatView
    legal: tuple[Play, ...]
    index: int
    setup: Vector
    vector: Vector
    chance: NDArray[np.float64]
    losing: NDArray[np.float64]
    better: Vector
    paid: Vector


def _compared(view: SeatView, legal: tuple[Play, ...], chosen: Play) -> _Compared:
    setup = setup_vector(view.rules, view.players)
    vector = view_vector(view)
    cards = np.array([play.card for play in legal], dtype=np.int64)
    taken = np.array([play.taken for play in legal], dtype=np.int64)
    paid_count = int(chances.paid_cards(setup)).bit_count()
    chance = np.zeros(len(legal))
    losing = np.zeros((paid_count, len(legal)))
    better = np.full(2 + paid_count, -1, dtype=np.int64)
    paid = np.zeros(paid_count, dtype=np.int64)
    index = legal.index(chosen)
    kernel.judge(
        setup,
        card_values(view.rules),
        vector,
        cards,
        taken,
        len(legal),
        index,
        FLAG_MARGIN,
        chance,
        losing,
        better,
        paid,
        np.empty(int(setup[MOST_CAPTURES]), dtype=np.int64),
    )
    return _Compared(view, legal, index, setup, vector, chance, losing, better, paid)


def _flags(found: _Compared, against: int | None) -> tuple[Flag, ...]:
    """The flags found; ``against``: only as compared with that play."""
    view, legal, index = found.view, found.legal, found.index
    chosen = legal[index]

    def other(place: int, odds: NDArray[np.float64]) -> int:
        named = int(found.better[place])
        if against is None or named < 0:
            return named
        sign = -1 if view.rules.objective == "low" else 1
        return against if sign * (odds[index] - odds[against]) >= FLAG_MARGIN - kernel.ROUNDING else -1

    flags = []
    place = other(0, found.chance)
    if place >= 0:
        flags.append(_scopa_offered(view, found.setup, found.vector, legal[place], chosen, found.chance, index, place))
    for number, odds in enumerate(found.losing):
        place = other(2 + number, odds)
        if place >= 0:
            card = int(found.paid[number])
            flags.append(_card_given_up(view, card, legal, chosen, place, float(odds[index]), float(odds[place])))
    place = int(found.better[1])
    if place >= 0 and against is None:
        flags.append(_bad_spariglio(view, found.setup, found.vector, legal[place], chosen))
    return tuple(flags)


def _scopa_offered(
    view: SeatView,
    setup: Vector,
    vector: Vector,
    better: Play,
    chosen: Play,
    chance: NDArray[np.float64],
    index: int,
    other: int,
) -> Flag:
    after = int(chances.table_after(view.table, chosen.card, chosen.taken))
    after_better = int(chances.table_after(view.table, better.card, better.taken))
    matta, matta_better = (
        int(chances.matta_after(setup, view.matta_value or 0, play.card, play.taken)) for play in (chosen, better)
    )
    takers = int(chances.scopa_takers(setup, vector, after, matta))
    deck = view.rules.deck
    facts = {
        "chance": float(chance[index]),
        "chance_better": float(chance[other]),
        "table": texts_of(after, deck),
        "total": int(table_total(setup, after, matta)),
        "total_better": int(table_total(setup, after_better, matta_better)),
        "takers": texts_of(takers, deck),
        "unseen": view.unseen.bit_count(),
        "held": int(hand_at(setup, view.ply + 1)),
    }
    return Flag("scopa_offered", better, facts | _reversed(view))


def _card_given_up(
    view: SeatView,
    card: int,
    legal: tuple[Play, ...],
    chosen: Play,
    other: int,
    chance: float,
    chance_better: float,
) -> Flag:
    if chosen.card == card:
        how = "laid"
    elif any(play.taken >> card & 1 for play in legal):
        how = "not_taken"
    else:
        how = "left"
    facts = {
        "card": card_text(card, view.rules.deck),
        "how": how,
        "chance": chance,
        "chance_better": chance_better,
    }
    return Flag("card_given_up", legal[other], facts | _reversed(view))


def _bad_spariglio(view: SeatView, setup: Vector, vector: Vector, better: Play, chosen: Play) -> Flag:
    ranks = int(chances.unpaired(view.out))
    facts = {
        "role": "dealer" if chances.dealer_side(setup, vector) else "hand",
        "change": int(kernel.spariglio_change(vector, chosen.card, chosen.taken)),
        "change_better": int(kernel.spariglio_change(vector, better.card, better.taken)),
        "unpaired": [card_text(rank * 4, view.rules.deck)[0] for rank in cards_of(ranks)],
    }
    return Flag("bad_spariglio", better, facts | _reversed(view))


def _reversed(view: SeatView) -> dict[str, Any]:
    """The fact that the lowest total wins, which turns what is good into bad; nothing under other rules."""
    return {"low": True} if view.rules.objective == "low" else {}
