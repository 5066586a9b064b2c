"""Sentences about the principles, made from their codes and facts in the reader's language."""

from collections.abc import Mapping
from typing import Any

from ui.sentences import ITALIAN, NOTHING, Pack, category_name, in_cases, rank_name, suit_name, the_card
from ui.words import Words

RANK_FACTS = frozenset({"unpaired", "ranks", "doubles", "singles", "exposed", "declined"})
"""The facts that are lists of ranks."""

CHANGES = frozenset({"change", "change_better"})
"""The facts that are differences."""

BETTER_VALUE = "better_value"
"""How a sentence calls the fact ``better``, which is a number: by its own name it would be the better play."""


def principle_name(w: Words, code: str) -> str:
    """The short name of a principle: “Comandare il giro”."""
    return w(f"principle.{code}.name")


def theme_name(w: Words, theme: str) -> str:
    """The name of what principles are about: “I sette”."""
    return w(f"principle.theme.{theme}")


def principle_sentence(w: Words, code: str, low: bool = False) -> str:
    """The principle in one sentence; ``low``: where the lowest total wins and it is turned round."""
    turned = f"principle.{code}.low"
    return w(turned if low and turned in w.messages else f"principle.{code}")


def broken_sentence(w: Words, code: str, facts: Mapping[str, Any], better: str, pack: Pack = ITALIAN) -> str:
    """Why a play broke a principle, from its ``facts`` (`analysis.principles`), and what ``better`` keeps."""
    key = f"principle.{code}.broken"
    low = bool(facts.get("low"))
    if code == "bad_spariglio":
        key += ".pairs" if (facts["role"] == "dealer") != low else ".unpairs"
    elif low and f"{key}.low" in w.messages:
        key += ".low"
    said: dict[str, object] = {}
    if code == "coins":
        said["richer"] = _richer(w, facts, pack)
    for name in facts:
        said[BETTER_VALUE if name == "better" else name] = _said(w, name, facts, pack)
    return _capital(w(key, **(said | {"better": better})))


def _said(w: Words, name: str, facts: Mapping[str, Any], pack: Pack) -> object:
    """A fact in words: cards, ranks, suits and points by name, chances as shares, changes with their sign."""
    value = facts[name]
    if isinstance(value, float):
        return in_cases(w, value)
    if isinstance(value, list):
        return _list(w, name, facts, pack)
    if name == "card":
        return the_card(w, value, pack)
    if name == "suit":
        return suit_name(w, value, pack)
    return f"{value:+d}".replace("-", "−") if name in CHANGES and value else value


def _list(w: Words, name: str, facts: Mapping[str, Any], pack: Pack) -> str:
    value = facts[name]
    if not value:
        return NOTHING
    if name in RANK_FACTS:
        return w.listed(rank_name(w, rank, pack) for rank in value)
    if name == "missing":
        return w.listed(suit_name(w, suit, pack) for suit in value)
    if name == "decided":
        return w.listed(category_name(w, category, suit=facts["suit"]) for category in value)
    return " ".join(value) if isinstance(value[0], str) else ", ".join(map(str, value))


def _richer(w: Words, facts: Mapping[str, Any], pack: Pack) -> str:
    """What the richer capture has more of, and what it has less of: “1 sette invece di 0”."""
    parts = [
        w(
            f"principle.richer.{name}",
            more=_said(w, name, facts, pack),
            less=_said(w, f"{name}_less", facts, pack),
            suit=suit_name(w, facts["suit"], pack),
        )
        for name in ("paid", "sevens", "coins", "cards")
        if facts[name] != facts[f"{name}_less"]
    ]
    return w.listed(parts) if parts else w("principle.richer.low_cards")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
