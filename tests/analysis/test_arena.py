"""The arena: the same deals in both seatings, the same result for a seed, and figures that are known."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from analysis.arena import arena, seatings
from analysis.games import PLAYERS, Game, PlayerError, deal_seed, play_batch, play_match
from analysis.knowledge import legal_plays_of, seat_view
from analysis.values import card_values
from engine.cards import cards_of, mask_of, parse_card
from engine.deals import setup_vector
from engine.kernels.captures import scopa_makers
from engine.positions import play, scopa_of, start
from engine.rules import RulesError, preset, presets
from engine.scoring import match_after

SCOPONE = preset("scopone")
TABLES = [(name, players) for name, rules in presets().items() for players in rules.players]


def games(rules_name: str, players: int, first: str, second: str, deals: int) -> list[Game]:
    """The games of a short match."""
    played: list[Game] = []
    arena(preset(rules_name), players, first, second, deals, seed=5, record=played.append)
    return played


@pytest.mark.parametrize("first", ["greedy", "maxims"])
@pytest.mark.parametrize(("rules_name", "players"), TABLES)
def test_recorded_games_are_legal_and_score_the_same(rules_name: str, players: int, first: str) -> None:
    """Every recorded game replays without a failure to the points that the match counted."""
    for game in games(rules_name, players, first, "random", 10):
        result = game.replayed()
        assert result.failure is None
        assert result.finished
        assert result.plays == game.plays
        assert tuple(side.total for side in result.score()) == game.points


@pytest.mark.parametrize("name", presets())
def test_a_match_goes_on_until_it_is_won(name: str) -> None:
    """Deals follow each other with the dealer changing and the points adding up, to the first that ends the match."""
    rules = preset(name)
    players = rules.players[-1]
    played = list(play_match(rules, ("greedy", "random") * 2 if players == 4 else ("greedy",) * players, seed=3))
    score: list[Fraction] = [Fraction(0)] * rules.sides(players)
    for number, (game, before) in enumerate(played):
        assert before == tuple(score)
        assert game.deal.dealer == (3 + number) % players
        after = match_after(rules, before, game.points, game.winner_at_once)
        assert after.over == (number == len(played) - 1)
        score = list(after.points)


def test_the_lowest_total_wins_where_the_rules_say_so() -> None:
    """Under ciapa no the arena counts a deal of fewer points as won, and Greedy avoids them."""
    result = arena(preset("ciapa-no"), 2, "greedy", "random", 400, 1)
    assert result.mean > 4 * result.mean_se
    assert result.total.wins > result.total.losses


def test_both_seatings_have_the_same_cards() -> None:
    """A deal is played twice with the same hands, the players having changed sides."""
    for one, other in list(pairwise(games("scopa", 2, "greedy", "random", 5)))[::2]:
        assert one.number == other.number
        assert mask_of(one.deal.table) == mask_of(other.deal.table)
        assert one.names == ("greedy", "random")
        assert other.names == ("random", "greedy")
        mine = [mask_of(each.card for each in game.plays) for game in (one, other)]
        assert mine[0] == mine[1]
    assert seatings("greedy", "random", 4) == (
        ("greedy", "random", "greedy", "random"),
        ("random", "greedy", "random", "greedy"),
    )
    assert seatings("greedy", "random", 3) == (("greedy", "random", "random"), ("random", "greedy", "random"))


def test_a_seed_gives_the_same_result() -> None:
    """The same seed plays the same games, another seed others; progress is told deal by deal."""
    told: list[int] = []
    first = arena(SCOPONE, 4, "greedy", "random", 700, 1, progress=told.append)
    again = arena(SCOPONE, 4, "greedy", "random", 700, 1)
    other = arena(SCOPONE, 4, "greedy", "random", 700, 2)
    assert (first.total, first.mean) == (again.total, again.mean)
    assert first.mean != other.mean
    assert sum(told) == 700
    assert first.total.wins + first.total.ties + first.total.losses == 1400


def test_random_against_random_is_as_published() -> None:
    """Random self-play of Scopone 9+4: 45.2 % for the dealer's side, 41.9 % for the other, 12.9 % tied."""
    deals = 20_000
    result = arena(SCOPONE, 4, "random", "random", deals, 3)
    shares = np.array([result.as_dealer_side.wins, result.as_hand_side.wins, result.as_dealer_side.ties]) / deals * 100
    # Four standard errors of a share of some 45 % in 20,000 deals are 1.4 points.
    assert np.abs(shares - np.array([45.2, 41.9, 12.9])).max() < 1.4


def test_greedy_follows_its_steps() -> None:
    """Greedy makes a scopa when it can, else a play that leaves none to an unknown card, captures of value first."""
    values = card_values(SCOPONE)
    setup = setup_vector(SCOPONE, 4)
    seen = {"scopa": 0, "capture": 0, "lay": 0}
    for game in games("scopone", 4, "greedy", "greedy", 40)[::2]:
        position = start(game.deal)
        for ply, chosen in enumerate(game.plays):
            view = seat_view(position, game.plays[:ply])
            legal = legal_plays_of(view)
            scope = [each for each in legal if scopa_of(position, each)]
            kept = []
            for each in legal:
                table = position.table & ~each.taken if each.taken else position.table | 1 << each.card
                if not scopa_makers(setup, table, 0) & view.unseen:
                    kept.append(each)
            worth = {each: sum(values[card] for card in cards_of(each.taken | 1 << each.card)) for each in legal}
            captures = [each for each in kept if each.taken]
            if scope:
                seen["scopa"] += 1
                assert chosen in scope
                assert values[chosen.card] == max(values[each.card] for each in scope)
            elif captures:
                seen["capture"] += 1
                assert worth[chosen] == max(worth[each] for each in captures)
            elif kept:
                seen["lay"] += 1
                assert values[chosen.card] == min(values[each.card] for each in kept)
            position = play(position, chosen)
    assert min(seen.values()) > 10


@pytest.mark.parametrize(
    ("name", "players"), [("scopone", 4), ("scopone-scientifico", 4), ("scopa", 2), ("ciapa-no", 2)]
)
def test_maxims_beats_greedy(name: str, players: int) -> None:
    """Who follows the principles makes more points than Greedy, by more than three standard errors."""
    result = arena(preset(name), players, "maxims", "greedy", 2000, 11)
    assert result.mean > 3 * result.mean_se


def test_maxims_plays_the_same_beside_one_who_thinks() -> None:
    """Cards and a first play are the same whoever else sits there: the seats do not disturb each other."""
    one, other = (
        play_batch(SCOPONE, 3, ("maxims", *others), [deal_seed(4, 2)])
        for others in (("greedy", "greedy", "greedy"), ("flat-100", "flat-100", "flat-100"))
    )
    assert (one.cards[0, 0], one.taken[0, 0]) == (other.cards[0, 0], other.taken[0, 0])


def test_values_of_greedy() -> None:
    """Primiera value, ten more for coins, eight for a seven, a hundred for the settebello."""
    values = card_values(SCOPONE)
    expected = {"7D": 139, "7S": 29, "AD": 26, "6C": 18, "KB": 10, "KD": 20}
    assert {text: int(values[parse_card(text)]) for text in expected} == expected


def test_what_cannot_be_played() -> None:
    """An unknown player, no deals, and a number of players that the rules do not have are errors with what there is."""
    with pytest.raises(PlayerError) as error:
        arena(SCOPONE, 4, "greedy", "nobody", 1, 0)
    assert (error.value.code, error.value.params["expected"]) == (
        "arena.player",
        ", ".join(PLAYERS),
    )
    with pytest.raises(PlayerError):
        arena(SCOPONE, 4, "greedy", "random", 0, 0)
    with pytest.raises(RulesError):
        arena(SCOPONE, 2, "greedy", "random", 1, 0)
