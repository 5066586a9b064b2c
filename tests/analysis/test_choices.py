"""What the reference players are asked for, against what they played in their own games."""

import numpy as np
import pytest

from analysis.games import batch_game, deal_seed, play_batch
from analysis.kernels.games import simple_play
from analysis.kernels.learned import GREEDY_CHOICE
from analysis.kernels.policies import RANDOM
from analysis.knowledge import legal_plays_of, view_at
from analysis.learning.examples import examples
from analysis.values import card_values
from analysis.weights import kind_shares, learned_weights
from bench.choices import fair_choice, greedy_choice, maxims_choice, random_chances
from engine.deals import generator, packet_sizes, setup_vector
from engine.kernels.deal import deal
from engine.kernels.layout import MOST_CAPTURES, STATE_SIZE
from engine.plays import Play
from engine.positions import state_vector
from engine.replay import Replay
from engine.rules import preset

TABLES = [("scopone", 4), ("scopa", 2), ("cirulla", 2), ("scopa-d-assi", 3), ("ciapa-no", 2)]


def replays(name: str, players: int, who: str, deals: int) -> list[Replay]:
    """Deals in which ``who`` has every seat."""
    rules, names = preset(name), (who,) * players
    found = []
    for number in range(deals):
        batch = play_batch(rules, number % players, names, [deal_seed(3, number)])
        game = batch_game(rules, number % players, names, number, batch, 0)
        found.append(game.replayed())
    return found


@pytest.mark.parametrize("who", ["greedy", "maxims"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_greedy_and_maxims_are_asked_for_what_they_play(name: str, players: int, who: str) -> None:
    """At every decision of their own games, Greedy and Maxims choose the play that they made there."""
    choices = 0
    for replayed in replays(name, players, who, 6):
        assert replayed.finished
        for ply, made in enumerate(replayed.plays):
            view = view_at(replayed, ply)
            assert view is not None
            legal = legal_plays_of(view)
            chosen = greedy_choice(view, legal) if who == "greedy" else maxims_choice(view)
            assert legal[chosen] == made
            choices += len(legal) > 1
    assert choices > 50


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_learned_players_see_what_greedy_would_play(name: str, players: int) -> None:
    """Of the plays of each decision in Greedy's games, the one it made is marked, and no other."""
    rules = preset(name)
    model = learned_weights(), kind_shares(rules)
    seen = examples(rules, players, ("greedy",) * players, 300, 1.0, 0, model, 3)
    assert np.array_equal(np.flatnonzero(seen.features[:, GREEDY_CHOICE]), seen.starts + seen.chosen)


def test_random_takes_a_card_first() -> None:
    """Random makes each play as often as is said, where one card has several captures."""
    rules = preset("scopa")
    setup, draws = setup_vector(rules, 2), 4000
    for replayed in replays("scopa", 2, "random", 8):
        for position in replayed.positions[:-1]:
            view = view_at(replayed, position.ply)
            assert view is not None
            legal = legal_plays_of(view)
            if len(legal) == len({each.card for each in legal}) or len(legal) < 3:
                continue
            random, found = generator(5), np.zeros(int(setup[MOST_CAPTURES]) + 1, dtype=np.int64)
            made = [
                Play(*simple_play(setup, card_values(rules), state_vector(position), view.seat, RANDOM, random, found))
                for _ in range(draws)
            ]
            chances = random_chances(legal)
            assert chances.min() < chances.max()
            shares = np.array([made.count(each) / draws for each in legal])
            # Four standard errors of a share of a half are 3.2 %.
            assert np.abs(shares - chances).max() < 0.032
            return
    pytest.fail("no card had several captures")


@pytest.mark.parametrize(("name", "players", "deals"), [("scopone", 4, 4), ("scopa", 2, 4)])
def test_fair_is_asked_for_what_it_plays(name: str, players: int, deals: int) -> None:
    """With the numbers that its game drew after dealing, fair-64 chooses every play that it made there."""
    rules = preset(name)
    setup = setup_vector(rules, players)
    for number, replayed in enumerate(replays(name, players, "fair-64", deals)):
        random = np.array([deal_seed(3, number)])
        packets = np.zeros((len(packet_sizes(rules, players)), players), dtype=np.int64)
        deal(setup, random, (number + 1) % players, np.arange(rules.deck), np.zeros(STATE_SIZE, np.int64), packets)
        assert packets[0].tolist() == list(replayed.positions[0].hands)
        for ply, made in enumerate(replayed.plays):
            view = view_at(replayed, ply)
            assert view is not None
            legal = legal_plays_of(view)
            if len(legal) > 1:
                assert legal[fair_choice(view, legal, 64, random)] == made
