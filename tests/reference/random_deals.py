"""Random deals of any game, to compare implementations on."""

import random

from .game import Game, Options, deal_out, deck, must_redeal, start
from .presets import options_of


def random_start(preset: str, players: int, chance: random.Random) -> Game:
    """A random deal of a preset, of a random dealer, that is not thrown in."""
    return random_start_of(options_of(preset), players, chance)


def random_start_of(options: Options, players: int, chance: random.Random) -> Game:
    """The same for any options."""
    cards = deck(options)
    while True:
        chance.shuffle(cards)
        table, packets = deal_out(options, players, cards)
        if not must_redeal(options, table):
            return start(options, players, chance.randrange(players), table, packets)


def random_finish(game: Game, chance: random.Random) -> list[Game]:
    """Every position from this one to the deal's end, by random legal plays and declarations.

    A declaration gives a position of its own, with the ply of the one before it.
    """
    positions = [game]
    while not game.is_over:
        declarations = game.legal_declarations()
        if declarations and chance.random() < 0.5:
            game = game.declare(*chance.choice(declarations))
        else:
            game = game.play(*chance.choice(game.legal_plays()))
        positions.append(game)
    return positions
