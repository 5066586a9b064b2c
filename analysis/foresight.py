"""What the search saw where no principle speaks: what one play loses more often than another, and to what."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.knowledge import SeatView
from analysis.known import Outcomes
from analysis.principle_facts import union
from analysis.thresholds import SEEN_MARGIN
from engine.cards import cards_of, suit_mask
from engine.scoring import CATEGORIES

SEEN = ("scopa_by", "scopa_ours", "card", "point", "points")
"""What is seen: the next scopa of another side, the next own one, who ends up with a card, who wins a point, how many
points a category brings."""

PRIMIERA_RANKS = (6, 5, 0)
"""The ranks that primiera is made of: sevens, sixes, aces."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that happens more often after one play than after another, in the worlds that were played on."""

    code: str
    """One of `SEEN`."""
    category: str
    """The category it is about."""
    made: float
    """How often it happens after the play made; for ``points``, how many the own side makes more than the others."""
    better: float
    """The same after the better play."""
    card: int | None = None
    """For ``card``, which one the own side ends up with."""
    seat: int | None = None
    """For ``scopa_by``, who makes it."""


def seen_of(view: SeatView, outcomes: Outcomes, category: str) -> tuple[Seen, ...]:
    """What the search saw of ``category``, most telling first.

    The first play of ``outcomes`` is the one made, the second the better one.
    """
    if category == "scope":
        return _scope(view, outcomes)
    found = []
    if category in CARDS_OF:
        found += _card(view, outcomes, category, CARDS_OF[category](view))
    won = outcomes.samples[:, :, CATEGORIES.index(category)] > 0
    made, better = (float(share) for share in won.mean(axis=0))
    if better - made >= SEEN_MARGIN and category in POINTS and view.rules.objective != "low":
        found.append(Seen("point", category, made, better))
    return tuple(found)


def _scope(view: SeatView, outcomes: Outcomes) -> tuple[Seen, ...]:
    sides = view.rules.sides(view.players)
    own = view.seat % sides
    sign = -1 if view.rules.objective == "low" else 1
    rates = (outcomes.sweeps > 0).mean(axis=0)
    found = []
    for step in range(view.players):
        seat = (view.seat + 1 + step) % view.players
        made, better = (float(rate) for rate in rates[:, step])
        ours = seat % sides == own
        if sign * (better - made if ours else made - better) >= SEEN_MARGIN:
            found.append(Seen("scopa_ours" if ours else "scopa_by", "scope", made, better, seat=seat))
    found.sort(key=lambda each: -abs(each.made - each.better))
    return tuple(found)


def points_seen(outcomes: Outcomes, category: str) -> Seen:
    """The points that ``category`` brings the own side, less those of the best other."""
    made, better = (float(mean) / 2 for mean in outcomes.samples[:, :, CATEGORIES.index(category)].mean(axis=0))
    return Seen("points", category, made, better)


def _card(view: SeatView, outcomes: Outcomes, category: str, cards: int) -> list[Seen]:
    """The card of ``cards`` that the own side gets more rarely by the widest margin."""
    sign = -1 if view.rules.objective == "low" else 1
    own = outcomes.piles[:, :, view.seat % view.rules.sides(view.players)]
    rates: dict[int, NDArray[np.float64]] = {card: (own >> card & 1).mean(axis=0) for card in cards_of(cards)}
    if not rates:
        return []
    card = max(rates, key=lambda each: sign * (rates[each][1] - rates[each][0]))
    made, better = map(float, rates[card])
    return [Seen("card", category, made, better, card=card)] if sign * (better - made) >= SEEN_MARGIN else []


def _paid(view: SeatView) -> int:
    return union(combo.cards for combo in view.rules.combos) & ~view.out


def _run(view: SeatView) -> int:
    run = view.rules.run
    return 0 if run is None else suit_mask(run.suit, view.rules.deck) & ~view.out


POINTS = ("carte", "suit", "primiera")
"""The categories in which one side wins a point."""

CARDS_OF: dict[str, Callable[[SeatView], int]] = {
    "combos": _paid,
    "primiera": lambda view: sum(15 << 4 * rank for rank in PRIMIERA_RANKS) & ~view.out,
    "suit": lambda view: suit_mask(view.rules.majority_suit, view.rules.deck) & ~view.out,
    "run": _run,
}
"""By category, the cards that may make it, not yet captured."""
