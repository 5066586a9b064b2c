"""Random deals played at random, step by step, by the project and by the naive reference of the tests."""

import random
from collections.abc import Iterator
from typing import Any

from engine.cards import mask_of, parse_card, texts_of
from engine.deals import Deal, generator, random_deal
from engine.plays import Play
from engine.positions import Position, declare, legal_declarations, legal_plays, play, start
from engine.rules import Rules, options_of, presets
from tests.reference import game as reference

FAMILIES: dict[str, tuple[str, int, dict[str, Any]]] = {
    f"{name} in {players}": (name, players, {}) for name, rules in presets().items() for players in rules.players
} | {
    "free captures": ("napoli", 4, {"value_capture": "free", "primiera": "below", "last_play_scopa": True}),
    "absolute majorities": ("scopa", 3, {"majority": "absolute", "primiera": "partial"}),
    "combos and another suit": (
        "scopa",
        2,
        {
            "majority_suit": "S",
            "combos": [[["7D"], 1], [["KD"], 1], [["QD", "QC", "QB", "QS"], 0.5], [["JS", "QS"], 2.5]],
            "primiera": "off",
            "run": {"suit": "C", "min": 2, "cap": 5},
        },
    ),
    "optional captures": ("scopa-bresciana", 2, {"compulsory": False}),
    "cirulla with every extra": (
        "cirulla",
        2,
        {
            "value_capture": "free",
            "ace_sweep_scopa": "lone_ace",
            "table_bonus": {"=15": 1, "=30": 2, "<=9": 3},
            "play_bonuses": ["picca", "simile", "quadriglia"],
            "compulsory": False,
            "redeal_if": {},
        },
    ),
    "the matta is an ace": ("cirulla", 3, {"matta": "AC", "fifteen_capture": "fewest", "ace_rule": "optional"}),
}
"""A name, and the preset, the players and the options that differ: every preset, and mixtures that none has."""


def packets_of(deal: Deal) -> list[list[list[str]]]:
    """The packets of ``deal`` as the reference takes them."""
    return [[texts_of(mask, deal.rules.deck) for mask in packet] for packet in deal.packets]


def reference_game(deal: Deal) -> reference.Game:
    """``deal`` at the reference's table."""
    table = texts_of(mask_of(deal.table), deal.rules.deck)
    return reference.start(options_of(deal.rules), deal.players, deal.dealer, table, packets_of(deal))


def deals(rules: Rules, players: int, count: int, seed: int) -> Iterator[Deal]:
    """``count`` random deals, the dealer changing."""
    for number in range(count):
        yield random_deal(rules, players, number % players, generator(seed * 1_000_003 + number))


def reference_play(chosen: Play, deck: int) -> reference.Play:
    """``chosen`` as the reference writes it."""
    return texts_of(1 << chosen.card, deck)[0], frozenset(texts_of(chosen.taken, deck))


def walk(deal: Deal, seed: int) -> Iterator[tuple[Position, reference.Game, tuple[Play, ...], Play]]:
    """Position, the reference's game, the legal plays and the one made, at every ply of ``deal`` played at random.

    What may be declared is, half of the times, declared before. After the last ply the final position and game come
    with no plays and a play that means nothing.
    """
    chooser = random.Random(seed)
    position, game = start(deal), reference_game(deal)
    while not position.over:
        declarations = legal_declarations(position)
        assert [(each.what, each.matta) for each in declarations] == game.legal_declarations()
        if declarations and chooser.random() < 0.5:
            declared = chooser.choice(declarations)
            position = declare(position, declared)
            game = game.declare(declared.what, declared.matta)
        legal = legal_plays(position)
        chosen = chooser.choice(legal)
        yield position, game, legal, chosen
        position = play(position, chosen)
        game = game.play(*reference_play(chosen, deal.rules.deck))
    yield position, game, (), Play(0)


def masks(cards: Any, deck: int) -> int:
    """The mask of card texts."""
    return mask_of(parse_card(card, deck) for card in cards)
