"""The value of small positions by trying every choice of both sides to the end, with no pruning at all."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from engine.deals import generator, random_deal
from engine.plays import Declaration, Play
from engine.positions import Position, declare, legal_declarations, legal_plays, play, start
from engine.rules import preset, with_options
from engine.scoring import score_of
from tests.engine.kernels.random_deals import FAMILIES

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    name: table for name, table in FAMILIES.items() if table[1] != 3
} | {
    "knocks by value": (
        "napoli",
        2,
        {
            "run": {"suit": "D", "min": 2, "cap": 10},
            "knock": {"limit": 15, "distinct": 2, "pair": 3, "triple": 10},
            "primiera": "partial",
            "last_play_scopa": True,
        },
    ),
    "court cards without bonuses": ("scopa-bresciana", 4, {"play_bonuses": [], "last_play_scopa": True}),
    "cirulla for the lowest": ("cirulla", 2, {"objective": "low"}),
    "cirulla with many knocks": ("cirulla", 4, {"knock": {"limit": 18, "distinct": 3, "pair": 4, "triple": 10}}),
    "combos that cost": (
        "scopa",
        4,
        {
            "objective": "low",
            "primiera": "below",
            "combos": [[["7D"], 1], [["KD", "KC", "KB", "KS"], 1.5], [["QD", "QC"], -2]],
            "fifteen_capture": "fewest",
        },
    ),
    "hands of ten, then knocks": (
        "scopone-in-due",
        2,
        {"knock": {"limit": 18, "distinct": 3, "pair": 4, "triple": 10}, "play_bonuses": ["picca"]},
    ),
}
"""Every preset of two sides, and mixtures that none has: a name, and the preset, the players and what differs."""

Values = dict[Position, Fraction]
Choice = Play | Declaration


def after(position: Position, choice: Choice) -> Position:
    """The position after ``choice``."""
    return declare(position, choice) if isinstance(choice, Declaration) else play(position, choice)


def choices(position: Position) -> tuple[Choice, ...]:
    """All that the seat to play may do."""
    return legal_plays(position) + legal_declarations(position)


def exhaust(position: Position, values: Values) -> Fraction:
    """The value of ``position``, more being better for side 0; ``values`` gets those of all that follow."""
    if position in values:
        return values[position]
    if position.over:
        ours, theirs = score_of(position)
        value = ours.total - theirs.total
        if position.rules.objective == "low":
            value = -value
    else:
        followers = [exhaust(after(position, choice), values) for choice in choices(position)]
        value = max(followers) if position.turn % 2 == 0 else min(followers)
    values[position] = value
    return value


def endings(name: str, count: int, plies: int, seed: int = 0) -> Iterator[Position]:
    """``count`` positions of the table called ``name`` with about ``plies`` plays left, reached at random.

    Some stand before the first play of a packet, so that there are knocks; every other game captures what it can, so
    that piles differ.
    """
    base, players, options = TABLES[name]
    rules = with_options(preset(base), options)
    for number in range(seed, seed + count):
        chooser = random.Random(number)
        position = start(random_deal(rules, players, number % players, generator(number)))
        end = rules.deck - rules.table - plies + number % 3
        if number % 4 == 0:
            end = -(-end // players) * players
        while position.ply < end:
            declarations = legal_declarations(position)
            if declarations and chooser.random() < 0.5:
                position = declare(position, chooser.choice(declarations))
            plays = legal_plays(position)
            captures = [each for each in plays if each.taken]
            position = play(position, chooser.choice(captures if number % 2 and captures else plays))
        yield position
