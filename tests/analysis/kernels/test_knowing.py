"""Worlds that are played on to explain a play, held to those that the judge plays on."""

import numpy as np
import pytest

from analysis.judge import Level, open_scene, play_vectors, sampled
from analysis.kernels.knowing import STEP_SIZE, play_worlds
from analysis.weights import kind_shares, learned_weights
from engine.deals import generator, setup_vector
from engine.plays import Play
from engine.positions import Position, legal_declarations, legal_plays, play, scopa_of, start
from engine.rules import preset
from tests.engine.kernels.random_deals import deals

TABLES = [("scopone", 4), ("scopa", 3), ("cirulla", 2), ("ciapa-no", 2), ("scopa-bresciana", 2)]
WORLDS = 8


def replayed(position: Position, line: list[list[int]], piles: list[int]) -> None:
    """Make the plays of ``line``: each is legal, a scopa where it says so, earns what it says, and leads to these."""
    for card, taken, scopa, earned in line:
        made, side = Play(card, taken), position.side(position.turn)
        assert scopa_of(position, made) == bool(scopa)
        before = position.events[side]
        position = play(position, made)
        assert position.events[side] - before == earned
    assert position.over
    assert list(position.piles) == piles


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_explained_as_judged(name: str, players: int) -> None:
    """What is told of a play comes from games that go on as the judge's do, knocks and all: the same points.

    The piles at the end hold the whole deck, and the lines told are plays that lead to these piles and points.
    """
    rules = preset(name)
    sides = rules.sides(players)
    knocks = 0
    for deal in deals(rules, players, 30, seed=2):
        position = start(deal)
        legal = legal_plays(position)
        knocks += sum(bool(legal_declarations(play(position, each))) for each in legal)
        scene = open_scene(position)
        expected, _, _ = sampled(scene, legal, Level(WORLDS, dropping=False), 5)
        samples = np.zeros_like(expected)
        piles = np.zeros((WORLDS, len(legal), sides), dtype=np.int64)
        lines = np.zeros((WORLDS, len(legal), rules.deck - rules.table - 1, STEP_SIZE), dtype=np.int64)
        play_worlds(
            setup_vector(rules, players), learned_weights(), np.tile(scene.state, (WORLDS, 1)),
            np.tile(scene.stock, (WORLDS, 1, 1)), np.tile(kind_shares(rules), (WORLDS, players, 1)),
            *play_vectors(legal), generator(5), samples, piles, lines,
        )  # fmt: skip
        assert np.array_equal(samples, expected)
        assert set(np.bitwise_or.reduce(piles, axis=2).ravel().tolist()) == {(1 << rules.deck) - 1}
        if rules.knock is None:
            for number, made in enumerate(legal):
                replayed(play(position, made), lines[0, number].tolist(), piles[0, number].tolist())
    assert (knocks > 0) == (name == "cirulla")
