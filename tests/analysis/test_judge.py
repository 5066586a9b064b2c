"""The judge sees what its seat sees, makes no loss out of noise, and its splits add up."""

from dataclasses import replace

import numpy as np
import pytest

from analysis import verdicts
from analysis.games import Game, batch_game, deal_seed, play_batch
from analysis.judge import LEVELS, Level, closed_scene, judge, judge_open, judged
from analysis.judgement import GRADES, Z95, Judgement
from analysis.knowledge import legal_plays_of, seat_view, view_at
from analysis.odds import match_odds
from analysis.thresholds import SOLVED_NODES, SOLVED_PLIES
from analysis.verdicts import judge_deal, luck_of, verdict_at
from engine.kernels import layout
from engine.plays import Play, WrittenPlay
from engine.positions import play, state_vector
from engine.replay import Replay, replay
from engine.rules import preset
from tests.engine.exhaustive import exhaust

TABLES = [("scopone", 4), ("scopa", 2), ("scopa", 3), ("cirulla", 2), ("ciapa-no", 4), ("scopa-bresciana", 2)]
FEW = Level(64, dropping=False)
FULLY_TRIED = 7
"""Plays left from which on trying all choices takes no time."""


def game_of(name: str, players: int, seed: int = 3) -> Game:
    """A deal that Maxims and Greedy played."""
    names = tuple(("maxims", "greedy")[seat % 2] for seat in range(players))
    rules = preset(name)
    batch = play_batch(rules, 0, names, [deal_seed(seed, 0)])
    return batch_game(rules, 0, names, 0, batch, 0)


def replayed(name: str, players: int, seed: int = 3) -> Replay:
    """The same, replayed."""
    return game_of(name, players, seed).replayed()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_public_state_is_what_the_seat_sees(name: str, players: int) -> None:
    """What the judge reads is the real deal without the cards that its seat cannot see, at every play."""
    deal = replayed(name, players)
    for ply, position in enumerate(deal.positions[:-1]):
        view = view_at(deal, ply)
        assert view is not None
        scene = closed_scene(view)
        real = state_vector(position)
        for seat in range(players):
            if seat != position.turn:
                real[layout.HANDS + seat] &= position.shown
        real[layout.SHOWN] &= ~position.hands[position.turn]
        assert scene.state.tolist()[: layout.DECLARED] == real.tolist()[: layout.DECLARED]
        assert scene.state.tolist()[layout.SHOWN :] == real.tolist()[layout.SHOWN :]
        for before, state in zip(deal.positions, scene.past, strict=False):
            assert (int(state[layout.TABLE]), int(state[layout.LAST_LAID])) == (
                before.table,
                -1 if before.last_laid is None else before.last_laid,
            )


def test_hidden_cards_change_nothing() -> None:
    """Two deals that one seat cannot tell apart get the same judgement."""
    position = replayed("scopone", 4).positions[0]
    hands = list(position.hands)
    one, other = (position.turn + 1) % 4, (position.turn + 3) % 4
    hands[one], hands[other] = hands[other], hands[one]
    swapped = replace(position, hands=tuple(hands), packets=(tuple(hands),))
    assert judge(seat_view(position, ()), FEW, 5) == judge(seat_view(swapped, ()), FEW, 5)
    assert judge_open(position, legal_plays_of(seat_view(position, ())), FEW, 5) != judge_open(
        swapped, legal_plays_of(seat_view(position, ())), FEW, 5
    )


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_verdicts_of_a_deal(name: str, players: int) -> None:
    """Splits add up, the best play is never classed, and the same seed gives the same verdicts."""
    deal = replayed(name, players)
    found = judge_deal(deal, "quick", 7)
    assert found is not None
    assert {verdict.ply for verdict in found.verdicts} == {
        ply for ply in range(len(deal.plays)) if len(legal_plays_of(view_at(deal, ply))) > 1
    }
    for verdict in found.verdicts:
        for candidate in verdict.judgement.candidates:
            assert sum(candidate.split) == pytest.approx(candidate.value.mean)
            assert sum(candidate.loss_split) == pytest.approx(candidate.loss.mean)
        if verdict.chosen == verdict.judgement.best:
            assert (verdict.grade, verdict.line) == (None, ())
        else:
            assert verdict.line[0] == verdict.judgement.candidates[verdict.judgement.best].play
        if verdict.grade is not None:
            assert verdict.loss.low >= GRADES[verdict.grade]
    assert found.luck is not None
    assert verdict_at(deal, found.verdicts[3].ply, LEVELS["quick"], 7) == found.verdicts[3]
    if len(found.luck) == 2:
        assert found.luck[0].mean == pytest.approx(-found.luck[1].mean)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_hindsight_of_endings_is_solved(name: str, players: int) -> None:
    """With two sides the last plays are solved to the end: each is worth what trying all choices gives its side.

    Before them, and with three sides, the deal is played out.
    """
    deal = replayed(name, players)
    found = judge_deal(deal, "quick", 7)
    assert found is not None
    solved = tried = 0
    for verdict in found.verdicts:
        hindsight, position = verdict.hindsight, deal.positions[verdict.ply]
        assert hindsight is not None
        left = len(deal.plays) - verdict.ply
        assert hindsight.exact == (left <= SOLVED_PLIES and players != 3)
        if not hindsight.exact:
            continue
        solved += 1
        assert hindsight.values[hindsight.best] == max(hindsight.values)
        assert hindsight.loss == max(hindsight.values) - hindsight.values[verdict.chosen]
        if max(hindsight.values) == hindsight.values[verdict.judgement.best]:
            assert hindsight.best == verdict.judgement.best
        if left <= FULLY_TRIED:
            tried += 1
            sign = 1 if verdict.seat % 2 == 0 else -1
            assert list(hindsight.values) == [
                float(sign * exhaust(play(position, each.play), {})) for each in verdict.judgement.candidates
            ]
    assert (solved > 0, tried > 0) == ((players != 3,) * 2)


def test_hindsight_beyond_the_budget_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the solver would have to look at more positions than it may, hindsight is not exact."""
    deal = replayed("scopone", 4)
    ply = len(deal.plays) - SOLVED_PLIES
    for nodes, exact in ((SOLVED_NODES, True), (20, False)):
        monkeypatch.setattr(verdicts, "SOLVED_NODES", nodes)
        found = verdict_at(deal, ply, FEW, 1)
        assert found is not None and found.hindsight is not None
        assert found.hindsight.exact == exact


def test_a_line_is_legal() -> None:
    """The line of a better play can be played with the real hands."""
    deal = replayed("scopa", 2)
    found = judge_deal(deal, "quick", 2)
    lines = [verdict for verdict in found.verdicts if verdict.line]
    assert lines
    for verdict in lines:
        before = deal.plays[: verdict.ply] + verdict.line
        again = replay(deal.deal, [WrittenPlay("", each.card, each.taken or None, False) for each in before])
        assert again.failure is None or again.failure.code == "deal.unfinished"


def test_stopping() -> None:
    """A review that is told to stop gives nothing."""
    assert judge_deal(replayed("scopa", 2), "quick", 2, stop=lambda: True) is None


def test_noise_makes_no_loss() -> None:
    """Plays of equal worth, each drawn by itself, lose nothing on average to the one that looks best."""
    random = np.random.default_rng(0)
    legal = tuple(Play(card, 0) for card in range(5))
    losses: list[float] = []
    for _ in range(300):
        samples = np.zeros((64, 5, len(layout.CATEGORIES)), dtype=np.int64)
        samples[:, :, 0] = random.integers(-6, 7, (64, 5))
        judgement: Judgement = judged(legal, samples, np.full(5, 64), [None] * 5)
        losses += [each.loss.mean for each in judgement.candidates]
        assert judgement.candidates[judgement.best].value.mean == max(each.value.mean for each in judgement.candidates)
    assert abs(np.mean(losses)) < 4 * np.std(losses) / len(losses) ** 0.5


def test_a_loss_is_as_unsure_as_its_best_play() -> None:
    """Where the halves disagree on the best play, the interval reaches upwards to the loss to the best of all worlds.

    Its lower end, by which plays are classed, stays that of the pairs. Where one play is best in every world there is
    no doubt, and that play loses nothing for certain.
    """
    random = np.random.default_rng(4)
    legal = tuple(Play(card, 0) for card in range(3))
    disagreed = 0
    for _ in range(100):
        samples = np.zeros((64, 3, len(layout.CATEGORIES)), dtype=np.int64)
        samples[:, :, 0] = random.integers(-6, 7, (64, 3)) - np.array([0, 0, 4])
        points = samples.sum(axis=2) / 2
        disagreed += points[0::2].mean(axis=0).argmax() != points[1::2].mean(axis=0).argmax()
        judgement = judged(legal, samples, np.full(3, 64), [None] * 3)
        best = judgement.candidates[judgement.best].value.mean
        for each in judgement.candidates:
            missing = best - each.value.mean - each.loss.mean
            assert missing <= (each.loss.high - each.loss.mean) / Z95 + 1e-9
            assert each.loss.low == each.loss.mean - Z95 * each.loss.error
    assert disagreed > 10
    samples[:, 0, 0] = 20
    clear = judged(legal, samples, np.full(3, 64), [None] * 3)
    assert (clear.best, clear.candidates[0].loss.mean, clear.candidates[0].loss.error) == (0, 0.0, 0.0)
    pairs = (samples[:, 0, 0] - samples[:, 1, 0]) / 2
    assert clear.candidates[1].loss.error == pytest.approx(pairs.std(ddof=1) / 8)
    assert clear.candidates[1].loss.doubt == pytest.approx(0.0, abs=1e-6)


def test_odds_of_a_match() -> None:
    """More points win more often; at the same score the chances of both sides add up; the target decides."""
    odds = match_odds(preset("scopa"), 2)
    nothing = np.zeros((1, 2), dtype=np.int64)
    level = odds.chance((0.0, 0.0), nothing, 0, 0)
    assert odds.chance((5.0, 0.0), nothing, 0, 0) > level > odds.chance((0.0, 5.0), nothing, 0, 0)
    assert level + odds.chance((0.0, 0.0), nothing, 0, 1) == pytest.approx(1.0)
    assert odds.chance((10.0, 3.0), np.array([[2, 0]]), 0, 0) == 1.0
    assert 0.4 < level < 0.6


def test_only_clearly_worse_plays_are_left_aside() -> None:
    """The deep level looks at the best play and the one made in all worlds, at some others in fewer, though in enough.

    The quick level leaves none aside, nor does the deep one where no play was made.
    """
    deal = replayed("scopone", 4)
    view = view_at(deal, 8)
    assert view is not None
    legal = legal_plays_of(view)
    quick = judge(view, LEVELS["quick"], 1)
    assert {each.worlds for each in quick.candidates} == {quick.worlds}
    worst = min(range(len(legal)), key=lambda place: quick.candidates[place].value.mean)
    deep = judge(view, LEVELS["deep"], 1, legal[worst])
    assert {deep.candidates[place].worlds for place in (deep.best, worst)} == {deep.worlds}
    assert quick.worlds <= min(each.worlds for each in deep.candidates) < deep.worlds
    assert judge(view, LEVELS["deep"], 1).candidates[worst].worlds == deep.worlds


def test_endings_are_judged_exactly() -> None:
    """At both levels and for every seed an ending gets the same judgement, without errors; its chance of the match too.

    The match is surely won by a side that has reached the target while the other is out of reach.
    """
    deal = replayed("scopone", 4)
    view = view_at(deal, 29)
    assert view is not None
    found = judge(view, LEVELS["quick"], 1, score=(0.0, 0.0))
    assert found.exact
    assert found == judge(view, LEVELS["deep"], 2, score=(0.0, 0.0))
    assert all(each.loss.error == each.value.error == 0 <= each.loss.mean for each in found.candidates)
    assert all(each.win is not None and 0 < each.win < 1 for each in found.candidates)
    ahead = (99.0, 0.0) if deal.positions[29].turn % 2 == 0 else (0.0, 99.0)
    assert [each.win for each in judge(view, FEW, 1, score=ahead).candidates] == pytest.approx(
        [1.0] * len(found.candidates)
    )
    first = view_at(deal, 0)
    assert first is not None
    assert not judge(first, FEW, 1).exact


def test_luck_is_the_cards() -> None:
    """A deal has luck that is the same whoever played it."""
    game = replayed("scopone", 4)
    unplayed = replay(game.deal, [])
    assert luck_of(game, 1) == luck_of(unplayed, 1)
    assert luck_of(game, 1)[1] is None


@pytest.mark.parametrize(("name", "players"), [("scopa", 2), ("scopa", 3), ("cirulla", 2)])
def test_luck_of_cards_dealt_later(name: str, players: int) -> None:
    """What the first packets brought and what came later make up luck: with other later packets, the first stays."""
    game = replayed(name, players).deal
    swapped = replace(game, packets=(game.packets[0], game.packets[2], game.packets[1], *game.packets[3:]))
    firsts = []
    for deal in (game, swapped):
        luck, later = luck_of(replay(deal, []), 5)
        assert luck is not None and later is not None
        firsts.append([whole.mean - part.mean for whole, part in zip(luck, later, strict=True)])
    assert firsts[0] == pytest.approx(firsts[1], abs=1.2)
    assert luck_of(replay(game, []), 5) != luck_of(replay(swapped, []), 5)
