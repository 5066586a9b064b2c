"""Reasons that need no principle: what the better play takes there and then, and a scopa that was not worth it."""

from typing import Any

from analysis.knowledge import SeatView
from analysis.principle_facts import union
from analysis.thresholds import MORE_CARDS
from engine.cards import full_deck, suit_mask, texts_of
from engine.plays import Play
from engine.scoring import CATEGORIES

PLAIN = ("took_less", "took_more", "scopa_costs", "scopa_unwanted")
"""The better play takes at once more of what counts; where the lowest total wins, less; a scopa cost more than it
brought, or was made where the lowest total wins."""

Plain = tuple[str, dict[str, Any], tuple[str, ...]]
"""A code of `PLAIN`, its facts, and the categories that it is about."""


def plain_reasons(view: SeatView, made: Play, better: Play, scopa: bool, scopa_better: bool) -> list[Plain]:
    """What is plainly better about ``better``; ``scopa``: whether the play made is one, ``scopa_better`` the other."""
    low = view.rules.objective == "low"
    found: list[Plain] = []
    if scopa and not scopa_better:
        found.append(("scopa_unwanted", {}, ("scope",)) if low else ("scopa_costs", {}, CATEGORIES))
    more, less = (made, better) if low else (better, made)
    parts, about = _parts(view, more, less)
    if parts:
        facts: dict[str, Any] = {"parts": parts, "suit": view.rules.majority_suit}
        found.append(("took_more" if low else "took_less", facts, about))
    return found


def _parts(view: SeatView, more: Play, less: Play) -> tuple[dict[str, Any], tuple[str, ...]]:
    """By category, what ``more`` takes and ``less`` does not: cards that pay, by name; of others, how many of each."""
    gain, other = _captured(more), _captured(less)
    parts: dict[str, Any] = {}
    for category, cards in paying(view).items():
        if gain & cards & ~other and not other & cards & ~gain:
            parts[category] = texts_of(gain & cards & ~other, view.rules.deck)
    for category, (cards, least) in counted(view).items():
        counts = (gain & cards).bit_count(), (other & cards).bit_count()
        if counts[0] - counts[1] >= least:
            parts[category] = list(counts)
    return parts, tuple(parts)


def paying(view: SeatView) -> dict[str, int]:
    """By category, the cards of which each one matters by itself; for the run, those of the shortest that pays."""
    rules = view.rules
    run = 0 if rules.run is None else suit_mask(rules.run.suit, rules.deck) & (1 << 4 * rules.run.min) - 1
    return {"combos": union(combo.cards for combo in rules.combos), "run": run}


def counted(view: SeatView) -> dict[str, tuple[int, int]]:
    """By category, the cards of which one needs many or good ones, and how many more are worth a word."""
    rules = view.rules
    found = {
        "primiera": (0 if rules.primiera == "off" else SEVENS, 1),
        "suit": (suit_mask(rules.majority_suit, rules.deck), 1),
        "carte": (full_deck(rules.deck), int(MORE_CARDS) + 1),
    }
    return {category: each for category, each in found.items() if each[0]}


SEVENS = 15 << 24


def _captured(play: Play) -> int:
    return play.taken | 1 << play.card if play.taken else 0
