"""Games of the reference players, as deals and plays."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analysis.kernels.games import play_deals
from analysis.kernels.policies import GREEDY, LEARNED, MAXIMS, RANDOM
from analysis.kernels.thinking import FAIR, FLAT, NOT, OPEN, play_thinking
from analysis.thresholds import DRAWN_PER_WORLD, ENDING_PLAYS, PLAYOUT_EPSILON, TRUST
from analysis.values import card_values, maxims_weights
from analysis.weights import kind_shares, learned_weights
from engine.deals import Deal, Packets, Vector, generator, packet_sizes, round_of, setup_vector
from engine.errors import SettebelloError
from engine.kernels.layout import CATEGORIES
from engine.plays import Declaration, Play, WrittenPlay
from engine.positions import knock_of
from engine.replay import Replay, packets_from_plays, replay
from engine.rules import Rules
from engine.scoring import MatchState, match_after, wins_at_once


@dataclass(frozen=True, slots=True)
class Player:
    """A reference player (docs/numbers.md, "Reference players")."""

    kind: int
    """The kernels' number of the way it plays where it does not think."""
    method: int = NOT
    """The kernels' number of the way it thinks."""
    worlds: int = 0
    """At how many ways the unseen cards may lie it looks at each play, at most."""
    slip: float = 0.0
    """How often it plays at random instead, 0 to 1; a Greedy that slips also values the cards otherwise."""


PLAYERS = {
    "random": Player(RANDOM),
    "greedy": Player(GREEDY),
    "maxims": Player(MAXIMS),
    "greedy-soft": Player(GREEDY, slip=0.2),
    "habit": Player(LEARNED),
    "habit-soft": Player(LEARNED, slip=0.12),
    **{f"flat-{worlds}": Player(GREEDY, FLAT, worlds) for worlds in (100, 400, 2000, 8000)},
    **{f"fair-{worlds}": Player(LEARNED, FAIR, worlds) for worlds in (64, 256, 1000, 4000, 8000)},
    "open": Player(LEARNED, OPEN, 200),
}
"""The reference players by name."""

PIECES = 8
"""Into how many pieces for each core many deals are cut, so that all cores are busy to the end."""


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

    def replayed(self) -> Replay:
        """The deal replayed by the rules, position by position."""
        written = [WrittenPlay("", play.card, play.taken or None, False) for play in self.plays]
        return replay(self.deal, written, self.declarations)


@dataclass(frozen=True, slots=True)
class Batch:
    """The arrays that `analysis.kernels.games.play_deals` fills, by deal."""

    tables: Vector
    declared: Vector
    cards: Vector
    taken: Vector
    piles: Vector
    points: Vector


def player(name: str) -> Player:
    """The reference player called ``name``.

    :raises PlayerError: ``arena.player``, with the names there are.
    """
    if name not in PLAYERS:
        raise PlayerError("arena.player", found=name, expected=", ".join(PLAYERS))
    return PLAYERS[name]


def deal_seed(seed: int, number: int) -> int:
    """The generator state of deal ``number`` under ``seed``: the same cards whoever plays."""
    return int(generator(seed * 1_000_003 + number)[0])


def play_batch(rules: Rules, dealer: int, names: Sequence[str], seeds: Sequence[int]) -> Batch:
    """The deals of ``seeds`` (generator states) played by the reference players ``names``, by seat."""
    players, count, plays = [player(name) for name in names], len(seeds), rules.deck - rules.table
    sides = rules.sides(len(players))
    batch = Batch(
        tables=np.zeros((count, rules.table), dtype=np.int64),
        declared=np.zeros((count, plays), dtype=np.int64),
        cards=np.zeros((count, plays), dtype=np.int64),
        taken=np.zeros((count, plays), dtype=np.int64),
        piles=np.zeros((count, sides), dtype=np.int64),
        points=np.zeros((count, sides, len(CATEGORIES)), dtype=np.int64),
    )
    game = (
        setup_vector(rules, len(players)),
        card_values(rules),
        (dealer + 1) % len(players),
        len(packet_sizes(rules, len(players))),
        np.array([each.kind for each in players], dtype=np.int64),
    )
    filled = (batch.tables, batch.declared, batch.cards, batch.taken, batch.piles, batch.points)
    states = np.array(seeds, dtype=np.int64)
    if any(each.method != NOT or each.kind in {LEARNED, MAXIMS} or each.slip for each in players):
        setup, values, first, rounds, kinds = game
        methods = np.array([each.method for each in players], dtype=np.int64)
        worlds = np.array([each.worlds for each in players], dtype=np.int64)
        slips = np.array([each.slip for each in players])

        cores = os.cpu_count() or 1
        step = max(count // (PIECES * cores), 1)

        def think(start: int) -> None:
            rows = slice(start, start + step)
            play_thinking(
                setup, values, card_values(rules, other=True), learned_weights(), kind_shares(rules), TRUST,
                DRAWN_PER_WORLD, ENDING_PLAYS, maxims_weights(), first, rounds, kinds, methods, worlds, slips,
                PLAYOUT_EPSILON, states[rows], *(array[rows] for array in filled),
            )  # fmt: skip

        # Without deals the kernels are loaded all the same.
        with ThreadPoolExecutor(cores) as threads:
            list(threads.map(think, range(0, max(count, 1), step)))
    else:
        play_deals(*game, 0.0, states, *filled)
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
