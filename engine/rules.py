"""The rules of a game as one frozen value of orthogonal options, and the published presets.

Options, their values and their sources: ``docs/rules.md``. No rule is decided by a preset's name anywhere: a variant
is data.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.cards import RANKS, SUITS, card_text, mask_of, parse_card, texts_of
from engine.errors import CardError, RulesError

HANDS = (3, 4, 9, 10)
REDEALS = (0, 3, 4)
TABLES = (0, 4)
VALUE_CAPTURES = ("off", "free", "equal_first", "fewest")
FIFTEEN_CAPTURES = ("off", "free", "fewest")
ACE_RULES = ("off", "always", "unless_ace", "optional")
ACE_SWEEPS = ("never", "lone_ace", "always")
MAJORITIES = ("most", "absolute")
PRIMIERAS = ("off", "void", "below", "partial")
PLAY_BONUSES = ("picca", "simile", "quadriglia")
OBJECTIVES = ("high", "low")
SUM_SIGNS = ("=", "<=")
MOST_POINTS = 100
"""What one combo, knock or bonus may pay, far above any rule."""


@dataclass(frozen=True, slots=True)
class Combo:
    """Cards that pay the side that has captured all of them, as the settebello, the re bello, the grande."""

    cards: int
    """The mask of the cards."""
    points: Fraction
    """What they pay, in points; halves are allowed."""


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive cards of a suit from the ace: napola, belora, piccola. Each card of the run pays a point."""

    suit: str
    """One of D C B S."""
    min: int
    """The shortest run that pays."""
    cap: int
    """The longest run that is counted."""


@dataclass(frozen=True, slots=True)
class Knock:
    """What declarations at a seat's first play of a packet pay (accusi, cucite)."""

    limit: int
    """The highest sum of three cards that may be declared as low."""
    distinct: int
    """Points for three different ranks within the limit."""
    pair: int
    """Points for a pair and another card within the limit."""
    triple: int
    """Points for three equal cards, whatever their sum."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one variant. Build one with `rules_from` or take a preset: both check it whole."""

    deck: int
    """40 or 52 cards."""
    players: tuple[int, ...]
    """The numbers of players that may play; four are two pairs, seats 0 and 2 against 1 and 3."""
    hand: int
    """Cards a player in the first packet."""
    redeal: int
    """Cards a player in later packets; 0: all are dealt at once."""
    table: int
    """Cards dealt face up."""
    redeal_if: tuple[tuple[str, int], ...]
    """Rank and least count of table cards that throw the deal in."""
    value_capture: str
    """One of `VALUE_CAPTURES`: which sets of the card's value it may take."""
    fifteen_capture: str
    """One of `FIFTEEN_CAPTURES`: sets that make 15 with the card."""
    ace_rule: str
    """One of `ACE_RULES`: when an ace takes the whole table."""
    ace_sweep_scopa: str
    """One of `ACE_SWEEPS`: whether that is a scopa."""
    compulsory: bool
    """Whether a card that can take must take."""
    last_play_scopa: bool
    """Whether the deal's last play can be a scopa."""
    table_bonus: tuple[tuple[str, int], ...]
    """Sums of the dealt table (``=15``, ``<=9``) that give it to the dealer, with the points."""
    knock: Knock | None
    """What declarations pay; None: there are none."""
    knock_open: bool
    """Whether a knock lays the hand open."""
    matta: int | None
    """The card that is wild for knocks and for the table bonus."""
    play_bonuses: tuple[str, ...]
    """Which of `PLAY_BONUSES` pay a point."""
    majority: str
    """One of `MAJORITIES`: carte and the suit go to whoever has most, or to more than half of all."""
    majority_suit: str
    """The suit that is counted: denari, or spade."""
    primiera: str
    """One of `PRIMIERAS`: whether it is scored, and what a missing suit does."""
    combos: tuple[Combo, ...]
    """The sets of cards that pay."""
    run: Run | None
    """The run that pays; None: none."""
    full_suit_wins: str | None
    """The suit whose ten cards win the match at once."""
    target: int
    """The points that end the match."""
    objective: str
    """One of `OBJECTIVES`: the highest total wins, or the lowest."""

    def sides(self, players: int) -> int:
        """How many sides there are with so many players."""
        return 2 if players == 4 else players


def wrong(option: str, found: Any, expected: Any) -> RulesError:
    """The error for a value of ``option`` that is none of the expected."""
    return RulesError("rules.value", option=option, found=json.dumps(found), expected=str(expected))


def _integer(option: str, value: Any, allowed: tuple[int, ...] | None = None) -> int:
    if type(value) is not int or (value < 0 if allowed is None else value not in allowed):
        raise wrong(option, value, ", ".join(map(str, allowed)) if allowed else "0, 1, 2 …")
    return value


def _choice(option: str, value: Any, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise wrong(option, value, ", ".join(allowed))
    return value


def _flag(option: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise wrong(option, value, "true, false")
    return value


def _card(option: str, value: Any, deck: int) -> int:
    try:
        return parse_card(value, deck)
    except (CardError, AttributeError, TypeError) as error:
        raise wrong(option, value, f"{card_text(0, deck)} … {card_text(deck - 1, deck)}") from error


def _counts(option: str, value: Any, most: int) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise wrong(option, value, "{…: n}")
    allowed = tuple(range(1, most + 1))
    return tuple((key, _integer(option, number, allowed)) for key, number in value.items())


def split_condition(condition: str) -> tuple[str, int]:
    """The sign (one of `SUM_SIGNS`) and the sum of a table bonus's condition, as ``=15``.

    :raises ValueError: for anything else.
    """
    sign = condition.rstrip("0123456789")
    if sign not in SUM_SIGNS or sign == condition:
        raise ValueError(condition)
    return sign, int(condition[len(sign) :])


def _table_bonus(value: Any) -> tuple[tuple[str, int], ...]:
    bonuses = _counts("table_bonus", value, most=MOST_POINTS)
    for condition, _ in bonuses:
        try:
            split_condition(condition)
        except ValueError as error:
            raise wrong("table_bonus", value, '{"=15": 1, "<=9": 3}') from error
    return bonuses


def _record(option: str, value: Any, keys: tuple[str, ...]) -> dict[str, Any] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != set(keys):
        raise wrong(option, value, "null, {" + ", ".join(keys) + "}")
    return value


def _halves(option: str, value: Any) -> Fraction:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not (abs(value) <= MOST_POINTS and value * 2 == int(value * 2))
    ):
        raise wrong(option, value, "0.5, 1, 1.5 …")
    return Fraction(value)


def _combos(value: Any, deck: int) -> tuple[Combo, ...]:
    if not isinstance(value, list):
        raise wrong("combos", value, '[[["7D"], 1]]')
    combos = []
    for entry in value:
        if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], list) and entry[0]):
            raise wrong("combos", entry, '[["7D"], 1]')
        cards = mask_of(_card("combos", card, deck) for card in entry[0])
        combos.append(Combo(cards, _halves("combos", entry[1])))
    return tuple(combos)


def _players(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise wrong("players", value, "[2, 3, 4]")
    return tuple(sorted({_integer("players", number, (2, 3, 4)) for number in value}))


def rules_from(options: Mapping[str, Any]) -> Rules:
    """The rules that a complete set of options describes, in the form of ``presets.json``.

    :raises RulesError: ``rules.missing``, ``rules.unknown``, ``rules.value`` or ``rules.together`` (options that
        cannot go together, with the reason).
    """
    names = tuple(field.name for field in fields(Rules))
    for name in options:
        if name not in names:
            raise RulesError("rules.unknown", found=name, expected=", ".join(names))
    for name in names:
        if name not in options:
            raise RulesError("rules.missing", option=name)
    get = options.__getitem__
    deck = _integer("deck", get("deck"), (40, 52))
    run = _record("run", get("run"), ("suit", "min", "cap"))
    knock = _record("knock", get("knock"), ("limit", "distinct", "pair", "triple"))
    suits = tuple(SUITS)
    rules = Rules(
        deck=deck,
        players=_players(get("players")),
        hand=_integer("hand", get("hand"), HANDS),
        redeal=_integer("redeal", get("redeal"), REDEALS),
        table=_integer("table", get("table"), TABLES),
        redeal_if=_counts("redeal_if", get("redeal_if"), most=4),
        value_capture=_choice("value_capture", get("value_capture"), VALUE_CAPTURES),
        fifteen_capture=_choice("fifteen_capture", get("fifteen_capture"), FIFTEEN_CAPTURES),
        ace_rule=_choice("ace_rule", get("ace_rule"), ACE_RULES),
        ace_sweep_scopa=_choice("ace_sweep_scopa", get("ace_sweep_scopa"), ACE_SWEEPS),
        compulsory=_flag("compulsory", get("compulsory")),
        last_play_scopa=_flag("last_play_scopa", get("last_play_scopa")),
        table_bonus=_table_bonus(get("table_bonus")),
        knock=None
        if knock is None
        else Knock(**{key: _integer("knock", knock[key], tuple(range(MOST_POINTS + 1))) for key in knock}),
        knock_open=_flag("knock_open", get("knock_open")),
        matta=None if get("matta") is None else _card("matta", get("matta"), deck),
        play_bonuses=_bonuses(get("play_bonuses")),
        majority=_choice("majority", get("majority"), MAJORITIES),
        majority_suit=_choice("majority_suit", get("majority_suit"), suits),
        primiera=_choice("primiera", get("primiera"), PRIMIERAS),
        combos=_combos(get("combos"), deck),
        run=None
        if run is None
        else Run(_choice("run", run["suit"], suits), _integer("run", run["min"]), _integer("run", run["cap"])),
        full_suit_wins=None
        if get("full_suit_wins") is None
        else _choice("full_suit_wins", get("full_suit_wins"), suits),
        target=_integer("target", get("target")),
        objective=_choice("objective", get("objective"), OBJECTIVES),
    )
    _check_together(rules)
    return rules


def _bonuses(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise wrong("play_bonuses", value, list(PLAY_BONUSES))
    chosen = {_choice("play_bonuses", name, PLAY_BONUSES) for name in value}
    return tuple(name for name in PLAY_BONUSES if name in chosen)


def _check_together(rules: Rules) -> None:
    """Refuse combinations that no game can be played by (docs/rules.md, "Options that cannot go together")."""

    def refuse(reason: str, **params: Any) -> None:
        raise RulesError("rules.together", reason=reason, **params)

    if rules.value_capture == "off" and rules.fifteen_capture == "off":
        refuse("no_capture")
    if rules.deck == 52 and rules.primiera != "off":
        refuse("primiera_52")
    if rules.deck == 52 and rules.matta is not None:
        refuse("matta_52")
    if rules.matta is not None and rules.knock is None and not rules.table_bonus:
        refuse("matta_unused")
    if rules.redeal_if and not rules.table:
        refuse("redeal_if_no_table")
    if len(rules.redeal_if) > 1 or any(rank not in RANKS[rules.deck] for rank, _ in rules.redeal_if):
        refuse("redeal_if_rank", found=" ".join(rank for rank, _ in rules.redeal_if))
    if rules.run and not 1 <= rules.run.min <= rules.run.cap <= rules.deck // 4:
        refuse("run_cap", found=f"{rules.run.min}, {rules.run.cap}", most=rules.deck // 4)
    if rules.target < 1:
        refuse("target", found=rules.target)
    for players in rules.players:
        stock = rules.deck - rules.table - players * rules.hand
        if stock < 0 or (stock > 0 and (not rules.redeal or stock % players)):
            refuse("deal", players=players, stock=stock)


def options_of(rules: Rules) -> dict[str, Any]:
    """The options of ``rules`` in the form of ``presets.json``: the inverse of `rules_from`."""
    options: dict[str, Any] = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    options["players"] = list(rules.players)
    options["redeal_if"] = dict(rules.redeal_if)
    options["table_bonus"] = dict(rules.table_bonus)
    options["play_bonuses"] = list(rules.play_bonuses)
    options["knock"] = rules.knock and {field.name: getattr(rules.knock, field.name) for field in fields(Knock)}
    options["run"] = rules.run and {field.name: getattr(rules.run, field.name) for field in fields(Run)}
    options["matta"] = None if rules.matta is None else card_text(rules.matta, rules.deck)
    options["combos"] = [[texts_of(combo.cards, rules.deck), plain_number(combo.points)] for combo in rules.combos]
    return options


def plain_number(points: Fraction) -> int | float:
    """``points`` as JSON writes them: whole numbers as integers, halves as ``.5``."""
    return int(points) if points.denominator == 1 else float(points)


@cache
def presets() -> Mapping[str, Rules]:
    """Every published preset by its name. A published preset never changes: a correction gets a new name."""
    text = Path(__file__).with_name("presets.json").read_text(encoding="utf-8")
    return MappingProxyType({name: rules_from(options) for name, options in json.loads(text).items()})


def preset(name: str) -> Rules:
    """The preset called ``name``.

    :raises RulesError: ``rules.preset``, with the names there are.
    """
    if name not in presets():
        raise RulesError("rules.preset", found=name, expected=", ".join(presets()))
    return presets()[name]


def with_options(base: Rules, overrides: Mapping[str, Any]) -> Rules:
    """``base`` with some options replaced, given in the form of ``presets.json``, and checked whole again."""
    return rules_from(options_of(base) | dict(overrides))


def rules_of_record(written: Any) -> Rules:
    """The rules that a record's ``rules`` names: a preset, or an object with a preset and the options that differ.

    :raises RulesError: as `preset` and `rules_from`; ``rules.written`` for anything else.
    """
    if isinstance(written, str):
        return preset(written)
    if isinstance(written, dict) and isinstance(written.get("preset"), str):
        return with_options(
            preset(written["preset"]), {key: value for key, value in written.items() if key != "preset"}
        )
    raise RulesError("rules.written", found=json.dumps(written))
