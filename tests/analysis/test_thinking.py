"""Players that think: their games are legal, they see no hidden card, and they beat those that do not."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.arena import arena
from analysis.games import Game, deal_seed, play_batch
from analysis.kernels.judge import best_so_far
from analysis.kernels.policies import GREEDY
from analysis.kernels.search import gain, sample
from analysis.kernels.worlds import hide
from analysis.thresholds import PLAYOUT_EPSILON
from analysis.values import card_values
from engine.deals import generator, packet_sizes, setup_vector
from engine.kernels import layout
from engine.positions import Position, legal_plays, start, state_vector
from engine.rules import preset
from tests.engine.kernels.random_deals import deals


def samples(position: Position, worlds: int, seed: int = 1) -> np.ndarray:
    """Halves of a point by world, play and category for the seat to play."""
    rules, players = position.rules, position.players
    setup = setup_vector(rules, players)
    public = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    hide(setup, state_vector(position), public)
    plays = legal_plays(position)
    out = np.zeros((worlds, len(plays), len(layout.CATEGORIES)), dtype=np.int64)
    sample(
        setup,
        card_values(rules),
        public,
        np.array([play.card for play in plays]),
        np.array([play.taken for play in plays]),
        np.full(players, GREEDY),
        PLAYOUT_EPSILON,
        generator(seed),
        np.zeros(rules.deck, dtype=np.int64),
        np.zeros((2, layout.STATE_SIZE), dtype=np.int64),
        np.zeros((len(packet_sizes(rules, players)), players), dtype=np.int64),
        np.zeros((len(position.piles), len(layout.CATEGORIES)), dtype=np.int64),
        np.zeros(int(setup[layout.MOST_CAPTURES]) + 1, dtype=np.int64),
        np.zeros((3, int(setup[layout.PLAYS])), dtype=np.int64),
        out,
    )
    return out


@pytest.mark.parametrize(("name", "players"), [("scopone", 4), ("cirulla", 3), ("ciapa-no", 2), ("scopa-bresciana", 2)])
def test_recorded_games_are_legal(name: str, players: int) -> None:
    """Every game of a thinking player replays to the points that were counted, knocks and all."""
    played: list[Game] = []
    arena(preset(name), players, "flat-100", "greedy", 2, 8, record=played.append)
    assert len(played) == 4
    for game in played:
        result = game.replayed()
        assert result.failure is None
        assert tuple(side.total for side in result.score()) == game.points


def test_thinking_beats_greedy() -> None:
    """A hundred hands a play are worth more than a point a deal of Scopone, as the flat baseline measured (+1.4)."""
    result = arena(preset("scopone"), 4, "flat-100", "greedy", 60, 2)
    assert result.mean - 3 * result.mean_se > 0.5
    again = arena(preset("scopone"), 4, "flat-100", "greedy", 60, 2)
    assert (result.total, result.mean) == (again.total, again.mean)


def test_hidden_cards_change_nothing() -> None:
    """Two deals that one seat cannot tell apart get the same samples: what it cannot see is not looked at."""
    deal = next(deals(preset("scopone"), 4, 1, seed=5))
    position = start(deal)
    seat = position.turn
    one, other = (each for each in range(4) if each != seat and each != (seat + 2) % 4)
    hands = list(position.hands)
    hands[one], hands[other] = hands[other], hands[one]
    swapped = replace(position, hands=tuple(hands), packets=(tuple(hands),))
    assert np.array_equal(samples(position, 20), samples(swapped, 20))


def test_the_split_adds_up_and_pairs_are_worth_it() -> None:
    """By world the categories add up to the value; comparing plays in the same worlds is less noisy than apart."""
    position = start(next(deals(preset("scopone"), 4, 1, seed=9)))
    values = samples(position, 400).sum(axis=2) / 2
    assert len(set(values.mean(axis=0))) > 1
    drawn = samples(position, 400)
    assert values.mean(axis=0).argmax() == best_so_far(drawn, np.full(drawn.shape[1], 400), 400)
    paired = (values[:, 0] - values[:, 1]).var()
    assert paired < values[:, 0].var() + values[:, 1].var()


def test_gain_is_own_less_the_best_other() -> None:
    """With three sides the value is own points less the best other side's, its split that of the same side."""
    points = np.zeros((3, len(layout.CATEGORIES)), dtype=np.int64)
    points[0, 0], points[1, 1], points[2, 2] = 6, 4, 8
    out = np.zeros(len(layout.CATEGORIES), dtype=np.int64)
    assert gain(setup_vector(preset("scopa"), 3), points, 0, out) == -2
    assert out.tolist() == [6, 0, -8, 0, 0, 0, 0, 0]
    assert gain(setup_vector(preset("ciapa-no"), 3), points, 0, out) == -6 + 4


def test_thinking_and_simple_seats_sit_together() -> None:
    """A batch with one thinking seat deals the same cards as one without."""
    seeds = [deal_seed(1, number) for number in range(2)]
    one = play_batch(preset("scopa"), 0, ("flat-100", "greedy"), seeds)
    other = play_batch(preset("scopa"), 0, ("greedy", "greedy"), seeds)
    assert np.array_equal(one.tables, other.tables)
    assert np.array_equal(np.sort(one.cards), np.sort(other.cards))
