"""What the search saw where no principle speaks: what one play loses more often than another, and to what."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.fates import MOSTLY, Fate, fate_of, last_captures
from analysis.kernels.knowing import CARD, EARNED, SCOPA, TAKEN
from analysis.knowledge import SeatView
from analysis.known import Outcomes
from analysis.principle_facts import union
from analysis.thresholds import MORE_CARDS, SEEN_MARGIN
from engine.cards import cards_of, full_deck, suit_mask
from engine.scoring import CATEGORIES

SEEN = ("scopa_by", "scopa_ours", "scope_by", "scope_ours", "bonus_by", "bonus_ours", "card", "point", "last", "ace")
"""What is seen: the next scopa of another side, the next own one; how many scope the others, or the own side, make in
what is left of the deal; who earns the next bonus of a play (picca …); who ends up with a card; who wins a point; who
captures last; what an ace that takes everything takes, now and later."""

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
    """How often it happens after the play made; for ``scope_by`` and ``scope_ours``, how many there are on average; for
    ``ace``, how many cards it takes."""
    better: float
    """The same after the better play."""
    card: int | None = None
    """For ``card``, which one the own side ends up with; for ``ace``, which ace."""
    seat: int | None = None
    """For what the next plays bring, who makes it."""
    rank: int | None = None
    """For ``scopa_by`` and ``scopa_ours``, the rank of the card that mostly makes it, after the play after which it
    happens more often; None: none does."""
    always: bool = False
    """Whether it is always a card of that rank."""
    fate: Fate | None = None
    """For ``card``, how it comes to the wrong side after the play made and not so often after the better one; None: no
    way stands out, or at once."""
    fate_better: Fate | None = None
    """The same of the right side after the better play."""
    count: float | None = None
    """For ``point``, how many cards of the category (`COUNTED`) the own side has at the end on average after the play
    made; for ``last``, how many cards the last capture brings."""
    count_better: float | None = None
    """The same after the better play."""


def seen_of(view: SeatView, outcomes: Outcomes, category: str) -> tuple[Seen, ...]:
    """What the search saw of ``category``, most telling first.

    The first play of ``outcomes`` is the one made, the second the better one.
    """
    if category == "scope":
        return _next(view, outcomes, "scopa", SCOPA) or _scope_later(view, outcomes)
    if category == "events":
        return _next(view, outcomes, "bonus", EARNED)
    found = []
    if category in CARDS_OF:
        found += _card(view, outcomes, category, CARDS_OF[category](view))
    won = outcomes.samples[:, :, CATEGORIES.index(category)] > 0
    made, better = (float(share) for share in won.mean(axis=0))
    if better - made >= SEEN_MARGIN and category in POINTS and view.rules.objective != "low":
        found.append(_point(view, outcomes, category, made, better))
    found += _ace(view, outcomes, category)
    if category in LEFTOVERS:
        found += _last(view, outcomes, category)
    return tuple(found[:MOST_SEEN])


def _next(view: SeatView, outcomes: Outcomes, name: str, column: int) -> tuple[Seen, ...]:
    """What happens in the next round of the table, more or less often, to which seat."""
    sides = view.rules.sides(view.players)
    own = view.seat % sides
    sign = -1 if view.rules.objective == "low" else 1
    found = []
    for step in range(min(view.players, outcomes.lines.shape[2])):
        seat = (view.seat + 1 + step) % view.players
        made, better = (float(rate) for rate in (outcomes.lines[:, :, step, column] > 0).mean(axis=0))
        ours = seat % sides == own
        if sign * (better - made if ours else made - better) >= SEEN_MARGIN:
            worse = outcomes.lines[:, 0 if made > better else 1, step]
            cards = worse[worse[:, column] > 0, CARD]
            ranks = np.bincount(cards // 4)
            most = int(ranks.argmax())
            rank = most if name == "scopa" and ranks[most] > MOSTLY * len(cards) else None
            code = f"{name}_ours" if ours else f"{name}_by"
            always = rank is not None and int(ranks[most]) == len(cards)
            found.append(Seen(code, OF_NEXT[name], made, better, seat=seat, rank=rank, always=always))
    found.sort(key=lambda each: -abs(each.made - each.better))
    return tuple(found[:MOST_SEEN])


OF_NEXT = {"scopa": "scope", "bonus": "events"}
"""By what the next plays may bring, its category."""


def _scope_later(view: SeatView, outcomes: Outcomes) -> tuple[Seen, ...]:
    """How many scope are made in what is left of the deal, where the next round alone does not tell."""
    if not outcomes.lines.shape[2]:
        return ()
    sides = view.rules.sides(view.players)
    seats = (view.seat + 1 + np.arange(outcomes.lines.shape[2])) % view.players
    ours = seats % sides == view.seat % sides
    sign = -1 if view.rules.objective == "low" else 1
    found = []
    for code, which in (("scope_by", ~ours), ("scope_ours", ours)):
        made, better = map(float, outcomes.lines[:, :, which, SCOPA].sum(axis=2).mean(axis=0))
        if sign * (better - made if code == "scope_ours" else made - better) >= SEEN_MARGIN:
            found.append(Seen(code, "scope", made, better))
    found.sort(key=lambda each: -abs(each.made - each.better))
    return tuple(found)


def _card(view: SeatView, outcomes: Outcomes, category: str, cards: int) -> list[Seen]:
    """The card of ``cards`` that the own side gets more rarely by the widest margin, and how it goes where."""
    low = view.rules.objective == "low"
    sign = -1 if low else 1
    own = outcomes.piles[:, :, view.seat % view.rules.sides(view.players)]
    rates: dict[int, NDArray[np.float64]] = {card: (own >> card & 1).mean(axis=0) for card in cards_of(cards)}
    if not rates:
        return []
    card = max(rates, key=lambda each: sign * (rates[each][1] - rates[each][0]))
    made, better = map(float, rates[card])
    if sign * (better - made) < SEEN_MARGIN:
        return []
    fate, fate_better = fate_of(view, outcomes, 0, card, ours=low), fate_of(view, outcomes, 1, card, ours=not low)
    return [Seen("card", category, made, better, card=card, fate=fate, fate_better=fate_better)]


def _point(view: SeatView, outcomes: Outcomes, category: str, made: float, better: float) -> Seen:
    if category not in COUNTED:
        return Seen("point", category, made, better)
    own = outcomes.piles[:, :, view.seat % view.rules.sides(view.players)]
    count, count_better = map(float, np.bitwise_count(own & COUNTED[category](view)).mean(axis=0))
    return Seen("point", category, made, better, count=count, count_better=count_better)


def _ace(view: SeatView, outcomes: Outcomes, category: str) -> list[Seen]:
    """An ace that could take everything, spent on less than it takes later on average."""
    made, better = outcomes.plays
    if view.rules.ace_rule == "off" or made.card > LAST_ACE or better.card == made.card or category not in LEFTOVERS:
        return []
    lines = outcomes.lines[:, 1]
    later = float(np.where(lines[:, :, CARD] == made.card, np.bitwise_count(lines[:, :, TAKEN]), 0).sum(axis=1).mean())
    now = made.taken.bit_count()
    if view.rules.objective == "low" or later - now < MORE_CARDS:
        return []
    return [Seen("ace", category, float(now), later, card=made.card)]


def _last(view: SeatView, outcomes: Outcomes, category: str) -> list[Seen]:
    """The last capture, where the own side loses it more often and it brings cards."""
    own, left = last_captures(view, outcomes)
    made, better = map(float, own.mean(axis=0))
    swept, swept_better = map(float, (own * left).mean(axis=0))
    if view.rules.objective == "low" or better - made < SEEN_MARGIN or swept_better - swept < MORE_CARDS:
        return []
    count, count_better = map(float, left.mean(axis=0))
    return [Seen("last", category, made, better, count=count, count_better=count_better)]


def _paid(view: SeatView) -> int:
    return union(combo.cards for combo in view.rules.combos) & ~view.out


def _run(view: SeatView) -> int:
    run = view.rules.run
    return 0 if run is None else suit_mask(run.suit, view.rules.deck) & ~view.out


LAST_ACE = 3
"""The last of the aces, which are the first cards."""

MOST_SEEN = 3
"""Things told of one category, at most."""

LEFTOVERS = ("carte", "suit", "primiera", "combos", "run")
"""The categories for which cards are captured."""

COUNTED: dict[str, Callable[[SeatView], int]] = {
    "carte": lambda view: full_deck(view.rules.deck),
    "suit": lambda view: suit_mask(view.rules.majority_suit, view.rules.deck),
}
"""By category of which one needs many, the cards that are counted."""

POINTS = ("carte", "suit", "primiera")
"""The categories in which one side wins a point."""

CARDS_OF: dict[str, Callable[[SeatView], int]] = {
    "combos": _paid,
    "primiera": lambda view: sum(15 << 4 * rank for rank in PRIMIERA_RANKS) & ~view.out,
    "suit": lambda view: suit_mask(view.rules.majority_suit, view.rules.deck) & ~view.out,
    "run": _run,
}
"""By category, the cards that may make it, not yet captured."""
