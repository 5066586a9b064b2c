"""Games of the reference players, as deals and plays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analysis.kernels.games import play_deals
from analysis.kernels.policies import GREEDY, RANDOM
from analysis.values import card_values
from engine.deals import Deal, Packets, Vector, generator, packet_sizes, round_of, setup_vector
from engine.errors import SettebelloError
from engine.kernels.layout import CATEGORIES
from engine.plays import Declaration, Play
from engine.positions import knock_of
from engine.replay import packets_from_plays
from engine.rules import Rules
from engine.scoring import MatchState, match_after, wins_at_once

PLAYERS = {"random": RANDOM, "greedy": GREEDY}
"""The reference players (docs/numbers.md, "Arena") and the kernels' numbers for them."""


class PlayerError(SettebelloError):
    """A game that cannot be played: an unknown player, or none at all."""


@dataclass(frozen=True, slots=True)
class Game:
    """One deal that was played."""

    number: int
    """Of the deal, from 0."""
    names: tuple[str, ...]
    """By seat, the player."""
    deal: Deal
    """The cards."""
    plays: tuple[Play, ...]
    """What was played."""
    declarations: dict[int, Declaration]
    """By ply, the knock made before it."""
    points: tuple[Fraction, ...]
    """By side, the points."""
    winner_at_once: int | None
    """The side that this deal made the winner of the match outright."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The arrays that `analysis.kernels.games.play_deals` fills, by deal."""

    tables: Vector
    declared: Vector
    cards: Vector
    taken: Vector
    piles: Vector
    points: Vector


def player_kind(name: str) -> int:
    """The kernels' number of the reference player ``name``.

    :raises PlayerError: ``arena.player``, with the names there are.
    """
    if name not in PLAYERS:
        raise PlayerError("arena.player", found=name, expected=", ".join(PLAYERS))
    return PLAYERS[name]


def deal_seed(seed: int, number: int) -> int:
    """The generator state of deal ``number`` under ``seed``: the same cards whoever plays."""
    return int(generator(seed * 1_000_003 + number)[0])


def play_batch(rules: Rules, dealer: int, names: Sequence[str], seeds: Sequence[int], epsilon: float = 0.0) -> Batch:
    """The deals of ``seeds`` (generator states) played by the reference players ``names``, by seat.

    ``epsilon``: how often (0 to 1) any of them plays at random instead.
    """
    players, count, plays = len(names), len(seeds), rules.deck - rules.table
    kinds = np.array([player_kind(name) for name in names], dtype=np.int64)
    batch = Batch(
        tables=np.zeros((count, rules.table), dtype=np.int64),
        declared=np.zeros((count, plays), dtype=np.int64),
        cards=np.zeros((count, plays), dtype=np.int64),
        taken=np.zeros((count, plays), dtype=np.int64),
        piles=np.zeros((count, rules.sides(players)), dtype=np.int64),
        points=np.zeros((count, rules.sides(players), len(CATEGORIES)), dtype=np.int64),
    )
    play_deals(
        setup_vector(rules, players),
        card_values(rules),
        (dealer + 1) % players,
        len(packet_sizes(rules, players)),
        kinds,
        epsilon,
        np.array(seeds, dtype=np.int64),
        batch.tables,
        batch.declared,
        batch.cards,
        batch.taken,
        batch.piles,
        batch.points,
    )
    return batch


def batch_game(rules: Rules, dealer: int, names: tuple[str, ...], number: int, batch: Batch, row: int) -> Game:
    """Row ``row`` of ``batch`` as a game."""
    cards = batch.cards[row].tolist()
    packets = packets_from_plays(rules, len(names), dealer, cards)
    return Game(
        number=number,
        names=names,
        deal=Deal(rules, dealer, tuple(batch.tables[row].tolist()), packets),
        plays=tuple(map(Play, cards, batch.taken[row].tolist())),
        declarations=_declarations(rules, dealer, packets, batch.declared[row].tolist()),
        points=tuple(Fraction(int(halves), 2) for halves in batch.points[row].sum(axis=1)),
        winner_at_once=wins_at_once(rules, len(names), batch.piles[row].tolist()),
    )


def _declarations(rules: Rules, dealer: int, packets: Packets, declared: list[int]) -> dict[int, Declaration]:
    """By ply, the knocks that ``declared`` (by ply, -1 for none) tells of: each with the hand as it was dealt."""
    players = len(packets[0])
    found = {}
    for ply, matta in enumerate(declared):
        if matta >= 0:
            seat = (dealer + 1 + ply) % players
            found[ply] = knock_of(rules, packets[round_of(rules, players, ply)][seat], matta)
    return found


def play_match(rules: Rules, names: tuple[str, ...], seed: int) -> Iterator[tuple[Game, tuple[Fraction, ...]]]:
    """The deals of a whole match, each with the match points by side before it; the deal passes from seat to seat."""
    sides = rules.sides(len(names))
    state = MatchState((Fraction(0),) * sides, None)
    number = 0
    while not state.over:
        dealer = (seed + number) % len(names)
        game = batch_game(rules, dealer, names, number, play_batch(rules, dealer, names, [deal_seed(seed, number)]), 0)
        yield game, state.points
        state = match_after(rules, state.points, game.points, game.winner_at_once)
        number += 1
