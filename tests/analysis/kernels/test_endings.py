"""Exact judgements of endings, held to a search that tries everything with the engine's own positions."""

from itertools import permutations
from math import exp

import numpy as np
import pytest

from analysis.judge import Level, closed_scene, ending_judged, sampled
from analysis.judgement import Judgement
from analysis.kernels.judge import likelihood
from analysis.kernels.learned import chance_of_play, rating_space
from analysis.knowledge import SeatView, legal_plays_of, seat_view
from analysis.thresholds import TRUST
from analysis.weights import learned_weights
from engine.cards import cards_of, mask_of
from engine.deals import Vector, setup_vector
from engine.kernels import layout
from engine.plays import Play
from engine.positions import Position, declare, legal_declarations, legal_plays, play, state_vector
from engine.rules import preset, with_options
from engine.scoring import score_of
from tests.conftest import KernelMode
from tests.engine.kernels.random_deals import deals, walk

pytestmark = pytest.mark.kernels

TABLES = {
    "scopone": ("scopone", 4, {}),
    "scopone scientifico": ("scopone-scientifico", 4, {}),
    "scopa in two": ("scopa", 2, {}),
    "scopa in three": ("scopa", 3, {}),
    "cirulla": ("cirulla", 2, {}),
    "ciapa-no": ("ciapa-no", 4, {}),
    "bresciana": ("scopa-bresciana", 2, {}),
    "the last play may be a scopa": ("scopone", 4, {"last_play_scopa": True}),
}
"""By name: preset, players, options that differ."""

Passed = list[tuple[Position, Play]]
"""The positions so far, each with the play made in it."""

OWN, OTHERS, SO_FAR = range(3)
"""The manners of `learned_weights`."""


def hidden(position: Position) -> Vector:
    """What all may see of ``position``, as the kernels read it."""
    state = state_vector(position)
    state[layout.HANDS : layout.HANDS + position.players] = 0
    return state


def chance(position: Position, hand: int, made: Play, manner: int) -> float:
    """The logarithm of the chance that a judge's player with ``hand`` makes this play."""
    setup = setup_vector(position.rules, position.players)
    return chance_of_play(
        setup, learned_weights()[manner], hidden(position), position.ply, hand, made.card, made.taken,
        *rating_space(setup),
    )  # fmt: skip


def worth(position: Position, side: int) -> float:
    """The expected points of ``side`` less the best other side's, everyone going on as the judge's players do."""
    if position.over:
        totals = [float(sum(each.points)) for each in score_of(position)]
        if position.rules.objective == "low":
            totals = [-total for total in totals]
        return totals[side] - max(total for other, total in enumerate(totals) if other != side)
    knocks = legal_declarations(position)
    if knocks and position.rules.objective != "low":
        position = declare(position, min(knocks, key=lambda each: each.matta or 0))
    manner = OWN if position.side(position.turn) == side else OTHERS
    hand = position.hands[position.turn]
    return sum(
        exp(chance(position, hand, each, manner)) * worth(play(position, each), side) for each in legal_plays(position)
    )


def worlds_of(position: Position) -> set[tuple[int, ...]]:
    """All hands that the seat to play must think possible."""
    others = [seat for seat in range(position.players) if seat != position.turn]
    open_cards = [position.hands[seat] & position.shown for seat in others]
    hidden_cards = [position.hands[seat] & ~position.shown for seat in others]
    found = set()
    for order in permutations([card for mask in hidden_cards for card in cards_of(mask)]):
        hands = list(position.hands)
        used = 0
        for seat, known, mask in zip(others, open_cards, hidden_cards, strict=True):
            hands[seat] = known | mask_of(order[used : used + mask.bit_count()])
            used += mask.bit_count()
        found.add(tuple(hands))
    return found


def log_weight(position: Position, hands: tuple[int, ...], passed: Passed) -> float:
    """How likely these hands make the plays that the others made since cards were dealt last."""
    total = 0.0
    held = list(hands)
    for before, made in reversed(passed):
        if before.round != position.round:
            break
        held[before.turn] |= 1 << made.card
        if before.turn != position.turn:
            total += chance(before, held[before.turn], made, SO_FAR)
    return TRUST * total


def brute_values(position: Position, passed: Passed) -> list[float]:
    """By legal play, its expected points over all hands that are possible."""
    weights = {hands: exp(log_weight(position, hands, passed)) for hands in worlds_of(position)}
    values = []
    for made in legal_plays(position):
        total = 0.0
        for hands, weight in weights.items():
            after = play(with_hands(position, hands), made)
            total += weight * worth(after, position.side(position.turn))
        values.append(total / sum(weights.values()))
    return values


def with_hands(position: Position, hands: tuple[int, ...]) -> Position:
    """``position`` with other cards in the hands."""
    fields = {name: getattr(position, name) for name in Position.__slots__}
    return Position(**(fields | {"hands": hands}))


def view_of(position: Position, passed: Passed) -> SeatView:
    """What the seat to play knows."""
    mattas = tuple(before.matta_value or 0 for before, _ in passed)
    return seat_view(position, tuple(made for _, made in passed), mattas)


def endings(name: str, most_left: int, count: int) -> list[tuple[Position, Passed]]:
    """Decisions of random deals with at most ``most_left`` plays to come, one of each number of plays a deal."""
    base, players, options = TABLES[name]
    rules = with_options(preset(base), options)
    found = []
    for number, deal in enumerate(deals(rules, players, count, seed=77)):
        passed: Passed = []
        for position, _, legal, made in walk(deal, seed=number):
            left = rules.deck - rules.table - position.ply
            if 0 < left <= most_left and len(legal) > 1:
                found.append((position, list(passed)))
            passed.append((position, made))
    return found


def exactly(position: Position, passed: Passed) -> Judgement | None:
    """The project's exact judgement."""
    view = view_of(position, passed)
    return ending_judged(closed_scene(view), legal_plays_of(view))


@pytest.mark.parametrize("name", TABLES)
def test_endings_against_trying_everything(name: str, kernel_mode: KernelMode) -> None:
    """Each value is the mean over all possible hands, by their chances, of all ways to go on, by theirs."""
    most_left, count = (7, 4) if kernel_mode == "compiled" else (5, 1)
    several_worlds = 0
    checked = endings(name, most_left, count)
    assert checked
    for position, passed in checked:
        judgement = exactly(position, passed)
        assert judgement is not None
        assert judgement.exact
        assert judgement.worlds == len(worlds_of(position))
        several_worlds += judgement.worlds > 1
        expected = brute_values(position, passed)
        assert [each.value.mean for each in judgement.candidates] == pytest.approx(expected, abs=1e-7)
        best = max(expected)
        assert expected[judgement.best] == pytest.approx(best, abs=1e-7)
        assert [each.loss.mean for each in judgement.candidates] == pytest.approx(
            [best - value for value in expected], abs=1e-7
        )
        for each in judgement.candidates:
            assert (each.value.error, each.loss.error) == (0.0, 0.0)
            assert sum(each.split) == pytest.approx(each.value.mean)
            assert sum(each.loss_split) == pytest.approx(each.loss.mean)
    if TABLES[name][1] > 2:
        assert several_worlds


def test_sampling_comes_to_the_exact_values(kernel_mode: KernelMode) -> None:
    """What the judge draws where it cannot go through all lies about the exact values as its errors say."""
    most_left, worlds = (8, 512) if kernel_mode == "compiled" else (5, 32)
    far = []
    for position, passed in endings("scopone", most_left, 3):
        view = view_of(position, passed)
        legal = legal_plays_of(view)
        exact = ending_judged(closed_scene(view), legal)
        assert exact is not None
        samples, _, _ = sampled(closed_scene(view), legal, Level(worlds, dropping=False), position.ply)
        points = samples.sum(axis=2) / 2
        errors = np.maximum(points.std(axis=0, ddof=1) / len(points) ** 0.5, 0.01)
        far += ((points.mean(axis=0) - [each.value.mean for each in exact.candidates]) / errors).tolist()
    assert len(far) > 5
    assert max(map(abs, far)) < 5
    assert abs(np.mean(far)) < 1


def test_many_cards_are_not_gone_through() -> None:
    """With a packet still to come, or many cards left, there is no exact judgement."""
    for base, players in (("scopone", 4), ("scopa", 2)):
        position, _, _, _ = next(walk(next(deals(preset(base), players, 1, seed=5)), seed=5))
        assert exactly(position, []) is None


@pytest.mark.parametrize("sureness", [1, 100])
@pytest.mark.parametrize("name", ["scopone scientifico", "scopa in three", "cirulla", "ciapa-no"])
def test_silly_plays_leave_the_true_hands_possible(name: str, sureness: int) -> None:
    """After any legal plays, even those that the judge's players would make last, the true hands have a weight.

    However sure the model is of what is played: ``sureness`` times the weights that were learned.
    """
    base, players, options = TABLES[name]
    rules = with_options(preset(base), options)
    setup = setup_vector(rules, players)
    for deal in deals(rules, players, 2, seed=8):
        position, _, _, _ = next(walk(deal, seed=0))
        passed: Passed = []
        while not position.over:
            view = view_of(position, passed)
            scene = closed_scene(view)
            cards = np.array([made.card for _, made in passed], dtype=np.int64)
            taken = np.array([made.taken for _, made in passed], dtype=np.int64)
            true = likelihood(
                setup, sureness * learned_weights()[SO_FAR], state_vector(position), scene.past, cards, taken,
                *rating_space(setup), np.zeros(players, dtype=np.int64), np.zeros(len(passed)),
            )  # fmt: skip
            # No hands make the plays more likely than certain.
            assert exp(TRUST * true) > 0.0
            hand = position.hands[position.turn]
            silliest = min(legal_plays(position), key=lambda each: chance(position, hand, each, SO_FAR))
            passed.append((position, silliest))
            position = play(position, silliest)
