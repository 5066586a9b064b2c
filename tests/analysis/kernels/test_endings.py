"""Exact judgements of endings, held to a search that tries everything with the engine's own positions."""

from collections import defaultdict
from itertools import permutations
from math import exp

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.judge import Level, closed_scene, ending_judged, sampled
from analysis.judgement import Judgement
from analysis.kernels.judge import beliefs_before, likelihood
from analysis.kernels.learned import KINDS, OWN, chance_of_play, rate, rating_space
from analysis.knowledge import SeatView, legal_plays_of, seat_view
from analysis.thresholds import TRUST
from analysis.weights import kind_shares, learned_weights
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
    "a knock is seen by all": ("cirulla", 3, {}),
    "ciapa-no": ("ciapa-no", 4, {}),
    "bresciana": ("scopa-bresciana", 2, {}),
    "the last play may be a scopa": ("scopone", 4, {"last_play_scopa": True}),
}
"""By name: preset, players, options that differ."""

MOST_LEFT = {"compiled": {2: 6, 3: 9, 4: 9}, "uncompiled": {2: 6, 3: 7, 4: 5}, "bounds-checked": {2: 6, 3: 9, 4: 9}}
"""Plays to come, by mode and players: but for uncompiled tables of four, the seat has a card to choose later."""

Passed = list[tuple[Position, Play]]
"""The positions so far, each with the play made in it."""

Belief = NDArray[np.float64]
"""How likely each kind of players is."""

World = tuple[float, Position, tuple[Belief, ...]]
"""Hands that are possible: how likely they are reached, the position, what is believed of each seat."""


def hidden(position: Position) -> Vector:
    """What all may see of ``position``, as the kernels read it."""
    state = state_vector(position)
    state[layout.HANDS : layout.HANDS + position.players] = 0
    return state


def chance(position: Position, hand: int, made: Play, belief: Belief) -> float:
    """The logarithm of the chance that somebody with ``hand`` makes this play; ``belief`` moves on."""
    setup = setup_vector(position.rules, position.players)
    return chance_of_play(
        setup, learned_weights(), belief, hidden(position), position.ply, hand, made.card, made.taken,
        *rating_space(setup),
    )  # fmt: skip


def own_chances(position: Position) -> list[float]:
    """By legal play, the chance that a partner makes it, who plays in the judge's own manner."""
    setup = setup_vector(position.rules, position.players)
    cards, taken, liking, rows, none = rating_space(setup)
    count = rate(
        setup, learned_weights(), OWN, hidden(position), position.ply, position.hands[position.turn], cards, taken,
        liking, rows, none, False,
    )  # fmt: skip
    assert list(map(Play, cards[:count].tolist(), taken[:count].tolist())) == list(legal_plays(position))
    likings = np.exp(liking[:count, 0] - liking[:count, 0].max())
    return list(likings / likings.sum())


def points(position: Position, side: int) -> float:
    """What the end ``position`` brings ``side``: its points less the best other side's."""
    totals = [float(sum(each.points)) for each in score_of(position)]
    if position.rules.objective == "low":
        totals = [-total for total in totals]
    return totals[side] - max(total for other, total in enumerate(totals) if other != side)


def next_worlds(world: World, side: int) -> list[World]:
    """What becomes of a world by the play of a seat that is not the one to judge, which is of ``side``."""
    weight, position, beliefs = world
    knocks = legal_declarations(position)
    if knocks and position.rules.objective != "low":
        position = declare(position, min(knocks, key=lambda each: each.matta or 0))
    seat = position.turn
    found = []
    for number, made in enumerate(legal_plays(position)):
        after = [belief.copy() for belief in beliefs]
        if position.side(seat) == side:
            part = own_chances(position)[number]
        else:
            part = exp(chance(position, position.hands[seat], made, after[seat]))
        found.append((weight * part, play(position, made), tuple(after)))
    return found


def seen_by_all(position: Position) -> tuple[object, ...]:
    """What nobody could miss: two worlds in which it differs are told apart."""
    return position.table, position.piles, position.scope, position.events, position.matta_value, position.shown


def worth(worlds: list[World], mine: int) -> float:
    """The points of the side of ``mine``, times how likely they are, if that seat goes on as well as can be.

    ``worlds`` are those that it cannot tell from each other.
    """
    _, position, _ = worlds[0]
    if position.over:
        return sum(weight * points(each, position.side(mine)) for weight, each, _ in worlds)
    if position.turn == mine:
        return max(
            worth([(weight, play(each, made), beliefs) for weight, each, beliefs in worlds], mine)
            for made in legal_plays(position)
        )
    told_apart = defaultdict(list)
    for world in worlds:
        for after in next_worlds(world, position.side(mine)):
            told_apart[seen_by_all(after[1])].append(after)
    return sum(worth(each, mine) for each in told_apart.values())


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


def world_of(position: Position, hands: tuple[int, ...], passed: Passed) -> World:
    """These hands with the logarithm of how likely they make the others' plays since cards were dealt last."""
    beliefs = tuple(kind_shares(position.rules).copy() for _ in hands)
    total = 0.0
    for ply, (before, made) in enumerate(passed):
        seat = before.turn
        if seat == position.turn:
            continue
        if before.round < position.round:
            chance(before, before.hands[seat], made, beliefs[seat])
        else:
            later = mask_of([each.card for state, each in passed[ply:] if state.turn == seat])
            total += chance(before, hands[seat] | later, made, beliefs[seat])
    return TRUST * total, with_hands(position, hands), beliefs


def brute_values(position: Position, passed: Passed) -> list[float]:
    """By legal play, its expected points over all hands that are possible."""
    worlds = [world_of(position, hands, passed) for hands in worlds_of(position)]
    total = sum(exp(weight) for weight, _, _ in worlds)
    return [
        worth([(exp(weight) / total, play(each, made), beliefs) for weight, each, beliefs in worlds], position.turn)
        for made in legal_plays(position)
    ]


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
    """Each value is the mean over all possible hands, by their chances, if the seat goes on as well as can be."""
    players = TABLES[name][1]
    most_left, count = MOST_LEFT[kernel_mode][players], 2 if kernel_mode == "compiled" else 1
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


def chooses_later(position: Position, mine: int) -> bool:
    """Whether the seat ``mine`` may yet have several plays, as the cards lie."""
    legal = legal_plays(position)
    if position.turn == mine and len(legal) > 1:
        return True
    return any(chooses_later(play(position, made), mine) for made in legal)


def test_sampling_comes_to_the_exact_values(kernel_mode: KernelMode) -> None:
    """Where the seat has nothing to choose later, what is drawn lies about the exact values as its errors say.

    Elsewhere it does not lie above them: there the seat goes on as the judge's players do, and not as well as can be.
    """
    most_left, worlds, count = (9, 512, 3) if kernel_mode == "compiled" else (5, 128, 4)
    forced, free = [], []
    for position, passed in endings("scopone", most_left, count):
        view = view_of(position, passed)
        legal = legal_plays_of(view)
        exact = ending_judged(closed_scene(view), legal)
        assert exact is not None
        samples, _, _ = sampled(closed_scene(view), legal, Level(worlds, dropping=False), position.ply)
        drawn = samples.sum(axis=2) / 2
        errors = np.maximum(drawn.std(axis=0, ddof=1) / len(drawn) ** 0.5, 0.01)
        above = (drawn.mean(axis=0) - [each.value.mean for each in exact.candidates]) / errors
        for number, made in enumerate(legal):
            lies = [play(with_hands(position, hands), made) for hands in worlds_of(position)]
            chooses = position.hands[position.turn].bit_count() > 2 or any(
                chooses_later(each, position.turn) for each in lies
            )
            (free if chooses else forced).append(above[number])
    assert len(forced) > 5
    assert max(map(abs, forced)) < 5
    assert abs(np.mean(forced)) < 1
    if kernel_mode == "compiled":
        assert len(free) > 5
        assert max(free) < 5
        assert np.mean(free) < 0.5


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
        beliefs = np.tile(kind_shares(rules), (players, 1))
        while not position.over:
            view = view_of(position, passed)
            scene = closed_scene(view)
            cards = np.array([made.card for _, made in passed], dtype=np.int64)
            taken = np.array([made.taken for _, made in passed], dtype=np.int64)
            weights, space = sureness * learned_weights(), rating_space(setup)
            before = np.zeros((players, KINDS))
            beliefs_before(setup, weights, kind_shares(rules), scene.state, scene.past, cards, taken, *space, before)
            true = likelihood(
                setup, weights, before, state_vector(position), scene.past, cards, taken, *space,
                np.zeros(len(passed)), np.zeros((players, KINDS)),
            )  # fmt: skip
            # No hands make the plays more likely than certain.
            assert exp(TRUST * true) > 0.0
            seat, hand = position.turn, position.hands[position.turn]
            chances = {made: chance(position, hand, made, beliefs[seat].copy()) for made in legal_plays(position)}
            silliest = min(chances, key=lambda made: chances[made])
            chance(position, hand, silliest, beliefs[seat])
            passed.append((position, silliest))
            position = play(position, silliest)
