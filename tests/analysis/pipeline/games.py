"""Recorded games for the tests of loading: random deals of any preset, a match of several deals each."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

from analysis.games import batch_game, deal_seed, play_batch
from engine.rules import Rules, preset
from engine.scoring import match_after
from records.notation import write_line
from records.recording import record_of

DEALS_A_MATCH = 4

PLAYERS = ("random", "greedy", "random", "greedy")


def lines(name: str, count: int, seed: int = 1) -> Iterator[str]:
    """``count`` canonical lines of deals under the preset ``name``, with every number of players in turn."""
    rules = preset(name)
    for number in range(0, count, DEALS_A_MATCH):
        players = rules.players[number // DEALS_A_MATCH % len(rules.players)]
        yield from itertools.islice(match_lines(rules, name, players, seed * 1000 + number), count - number)


def match_lines(rules: Rules, name: str, players: int, seed: int) -> Iterator[str]:
    """The lines of one match, its scores following from deal to deal."""
    names = PLAYERS[:players]
    score = (Fraction(0),) * rules.sides(players)
    for deal in range(DEALS_A_MATCH):
        dealer = (seed + deal) % players
        game = batch_game(rules, dealer, names, deal, play_batch(rules, dealer, names, [deal_seed(seed, deal)]), 0)
        record = record_of(
            game.deal,
            game.plays,
            game.declarations,
            name=(f"{name}-{players}-{seed}", deal + 1),
            rules_written=name,
            players=[f"{player} {seat}" for seat, player in enumerate(names)],
            score=score,
            source="random deals" if seed % 3 else None,
        )
        yield write_line(record)
        score = match_after(rules, score, game.points).points
