"""The rules of a game in words: the preset's name, and each option in which the record differs from it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import RulesError
from engine.rules import options_of, preset, presets, rules_of_record
from ui.words import Words

NUMBERED = ("hand", "redeal", "table", "target", "deck")
"""Options that are one number."""

NAMED_COMBOS = {
    ("7D",): "settebello",
    ("KD",): "re_bello",
    ("JD", "QD", "KD"): "grande",
    ("QD", "QC", "QB", "QS"): "stalla",
}
"""Sets of cards that have a name."""


def rules_name(w: Words, written: str | Mapping[str, Any]) -> str:
    """The rules that a record names, in a line: “Scopa con napola, presa del minor numero di carte”."""
    return ", ".join([preset_name(w, written), *differences(w, written)])


def preset_name(w: Words, written: str | Mapping[str, Any]) -> str:
    """The name of the preset that a record names; one that this version does not know stays as written."""
    name = written if isinstance(written, str) else str(written.get("preset", ""))
    return w(f"preset.{name}") if name in presets() else name


def differences(w: Words, written: str | Mapping[str, Any]) -> list[str]:
    """The options of a record that differ from its preset's, a phrase each; none for rules that cannot be read."""
    if isinstance(written, str):
        return []
    try:
        usual = options_of(preset(str(written.get("preset"))))
        options = options_of(rules_of_record(dict(written)))
    except RulesError:
        return []
    return [option_words(w, name, value) for name, value in options.items() if value != usual[name]]


def plain_card(w: Words, code: str) -> str:
    """A card by its rank and suit, whatever the deck, and by no other name: “sette di denari”."""
    return w("card", rank=w(f"rank.{code[0]}", n=1), suit=w(f"suit.{code[1]}"))


def option_words(w: Words, name: str, value: Any) -> str:
    """What one option with this value (in the form of ``presets.json``) asks for, as a phrase."""
    if name in NUMBERED and value == 0:
        return w(f"option.{name}.none")
    if name in NUMBERED:
        return w(f"option.{name}", n=value)
    if isinstance(value, bool):
        return w(f"option.{name}.{'yes' if value else 'no'}")
    if value is None or value in ([], {}):
        return w(f"option.{name}.none")
    if name in COMPOSED:
        return COMPOSED[name](w, value)
    return w(f"option.{name}.{value}")


def _redeal_if(w: Words, counts: Mapping[str, int]) -> str:
    return w("option.redeal_if", cards=w.listed(w(f"rank.{rank}", n=count) for rank, count in counts.items()))


def _combos(w: Words, combos: Sequence[tuple[list[str], float]]) -> str:
    phrases = (w("option.combo", cards=_combo(w, cards), points=w.number(points)) for cards, points in combos)
    return w("option.combos", combos=", ".join(phrases))


def _combo(w: Words, cards: Sequence[str]) -> str:
    named = NAMED_COMBOS.get(tuple(cards))
    return w(f"option.combo.{named}") if named else " + ".join(plain_card(w, card) for card in cards)


def _run(w: Words, run: Mapping[str, Any]) -> str:
    return w("option.run", suit=w(f"suit.{run['suit']}"), least=run["min"], most=run["cap"])


def _table_bonus(w: Words, bonuses: Mapping[str, int]) -> str:
    return w("option.table_bonus", bonuses=", ".join(f"{total}: {points}" for total, points in bonuses.items()))


COMPOSED: Mapping[str, Callable[[Words, Any], str]] = {
    "players": lambda w, numbers: w("option.players", players=w.listed(map(str, numbers))),
    "redeal_if": _redeal_if,
    "table_bonus": _table_bonus,
    "knock": lambda w, knock: w("option.knock", **knock),
    "matta": lambda w, card: w("option.matta", card=plain_card(w, card)),
    "play_bonuses": lambda w, names: w("option.play_bonuses", bonuses=w.listed(w(f"bonus.{name}") for name in names)),
    "majority_suit": lambda w, suit: w("option.majority_suit", suit=w(f"suit.{suit}")),
    "combos": _combos,
    "run": _run,
    "full_suit_wins": lambda w, suit: w("option.full_suit_wins", suit=w(f"suit.{suit}")),
}
"""How the options whose values have parts are said."""
