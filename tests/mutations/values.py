"""The changes: every option of every preset with every other value, and which of them change nothing."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.rules import (
    ACE_RULES,
    ACE_SWEEPS,
    FIFTEEN_CAPTURES,
    HANDS,
    MAJORITIES,
    OBJECTIVES,
    PRIMIERAS,
    REDEALS,
    TABLES,
    VALUE_CAPTURES,
    Rules,
    options_of,
    preset,
    presets,
    with_options,
)

SETTEBELLO = [["7D"], 1]
SUIT_NAMES = ["D", "C", "B", "S"]
VALUES: dict[str, list[Any]] = {
    "deck": [40, 52],
    "players": [[2], [3], [4], [2, 3], [2, 4], [3, 4], [2, 3, 4]],
    "hand": [*HANDS],
    "redeal": [*REDEALS],
    "table": [*TABLES],
    "redeal_if": [{}, {"K": 2}, {"K": 3}, {"K": 4}, {"Q": 3}, {"A": 2}, {"A": 3}],
    "value_capture": [*VALUE_CAPTURES],
    "fifteen_capture": [*FIFTEEN_CAPTURES],
    "ace_rule": [*ACE_RULES],
    "ace_sweep_scopa": [*ACE_SWEEPS],
    "compulsory": [False, True],
    "last_play_scopa": [False, True],
    "table_bonus": [
        {},
        {"=15": 1},
        {"=30": 2},
        {"=15": 1, "=30": 2},
        {"=15": 1, "=30": 2, "<=9": 3},
        {"=15": 2, "=30": 2},
    ],
    "knock": [
        None,
        {"limit": 9, "distinct": 2, "pair": 3, "triple": 10},
        {"limit": 9, "distinct": 3, "pair": 3, "triple": 10},
        {"limit": 8, "distinct": 2, "pair": 3, "triple": 10},
        {"limit": 10, "distinct": 3, "pair": 3, "triple": 10},
        {"limit": 9, "distinct": 2, "pair": 2, "triple": 10},
        {"limit": 9, "distinct": 3, "pair": 3, "triple": 9},
    ],
    "knock_open": [False, True],
    "matta": [None, "7C", "7D", "AC"],
    "play_bonuses": [
        [],
        ["picca"],
        ["simile"],
        ["quadriglia"],
        ["picca", "simile"],
        ["picca", "quadriglia"],
        ["simile", "quadriglia"],
        ["picca", "simile", "quadriglia"],
    ],
    "majority": [*MAJORITIES],
    "majority_suit": SUIT_NAMES,
    "primiera": [*PRIMIERAS],
    "combos": [
        [],
        [SETTEBELLO],
        [[["7D"], 2]],
        [SETTEBELLO, [["KD"], 1]],
        [SETTEBELLO, [["QD", "QC", "QB", "QS"], 0.5]],
        [SETTEBELLO, [["JD", "QD", "KD"], 5]],
        [SETTEBELLO, [["JD", "QD", "KD"], 4]],
        [[["2S"], 1], [["JC"], 1]],
        [[["2S"], 1], [["TD"], 1], [["JC"], 1]],
        [[["2S"], 1], [["TD"], 1], [["JC"], 1], [["7D"], 1]],
    ],
    "run": [
        None,
        *({"suit": suit, "min": 3, "cap": 10} for suit in SUIT_NAMES),
        {"suit": "D", "min": 2, "cap": 10},
        {"suit": "D", "min": 4, "cap": 10},
        {"suit": "D", "min": 3, "cap": 9},
        {"suit": "D", "min": 3, "cap": 7},
        {"suit": "D", "min": 3, "cap": 6},
        {"suit": "S", "min": 2, "cap": 13},
        {"suit": "S", "min": 4, "cap": 13},
        {"suit": "S", "min": 3, "cap": 12},
        {"suit": "S", "min": 3, "cap": 13},
    ],
    "full_suit_wins": [None, *SUIT_NAMES],
    "target": [10, 11, 12, 20, 21, 22, 31, 50, 51, 52],
    "objective": [*OBJECTIVES],
}
"""By option, the values that it is given: all there are, or those of the presets and their neighbours."""


NO_ACE_RULE = tuple(name for name, rules in presets().items() if rules.ace_rule == "off")
NO_KNOCK = tuple(name for name, rules in presets().items() if rules.knock is None)
NO_TABLE = tuple(name for name, rules in presets().items() if rules.table == 0)
ONE_PACKET = tuple(name for name, rules in presets().items() if rules.redeal == 0)
TWO_SIDES = tuple(name for name, rules in presets().items() if 3 not in rules.players)


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Changes that change nothing."""

    option: str
    presets: tuple[str, ...]
    reason: str
    values: tuple[str, ...] | None = None
    """As JSON; None: every value that the option may have there."""

    def covers(self, mutant: "Mutant") -> bool:
        """Whether the mutant is one of them."""
        return (
            mutant.option == self.option
            and mutant.preset in self.presets
            and (self.values is None or mutant.value in self.values)
        )


EQUIVALENT = (
    Equivalent(
        "ace_sweep_scopa", NO_ACE_RULE, "no ace takes the whole table, so whether that is a scopa is never asked"
    ),
    Equivalent(
        "ace_sweep_scopa",
        ("scopa-d-assi-opzionale",),
        "an ace takes the whole table only where no ace lies, so never a single ace",
        ('"lone_ace"',),
    ),
    Equivalent("knock", ("scopone-wikipedia",), "the one packet has nine cards, and a knock is of three"),
    Equivalent("knock_open", NO_KNOCK, "there is no knock that could lay a hand open"),
    Equivalent(
        "last_play_scopa",
        ("scopa-a-15",),
        "all cards make 220 and each capture takes 15 away, so 10 or more are left in the end: never a scopa",
    ),
    Equivalent("majority", TWO_SIDES, "of two sides, the one with more cards has more than half of all"),
    Equivalent("redeal", ONE_PACKET, "the first packet takes the whole stock"),
    Equivalent("table_bonus", NO_TABLE, "no cards are dealt to the table"),
)
"""The changes that go unnoticed, and why they may."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A preset with one option changed."""

    preset: str
    option: str
    value: str
    """As JSON."""

    @property
    def rules(self) -> Rules:
        """The rules with the option changed; RulesError where they cannot be so."""
        return with_options(preset(self.preset), {self.option: json.loads(self.value)})


def mutants() -> Iterator[Mutant]:
    """Every option of every preset with every other of its values."""
    for name, rules in presets().items():
        options = options_of(rules)
        for option, values in VALUES.items():
            yield from (Mutant(name, option, json.dumps(value)) for value in values if value != options[option])
