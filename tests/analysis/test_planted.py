"""The planted habits of ``bench.planted``: games as they should be, and the habit found in them."""

import pytest

from analysis.cells import CELLS
from analysis.judge import Level
from analysis.knowledge import legal_plays_of, view_at
from bench.choices import maxims_choice
from bench.planted import HABITS, SEAT, games_of, sample, searched
from engine.replay import Replay

PLANTED = [name for name, (habit, _) in HABITS.items() if habit is not None]


def replays(name: str, count: int) -> list[Replay]:
    """Some games of the player with the habit, replayed by the rules."""
    found = []
    for _, game in games_of(name, 5, count):
        found.append(game.replayed())
    return found


def test_without_a_habit_every_play_is_maxims_own() -> None:
    """The choice made play by play is that of the games that are played as a whole."""
    for replayed in replays("nothing", 3):
        for ply, made in enumerate(replayed.plays):
            view = view_at(replayed, ply)
            assert view is not None
            assert legal_plays_of(view)[maxims_choice(view)] == made


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_player_keeps_to_its_habit_and_is_else_maxims(name: str) -> None:
    """The seat makes Maxims' play unless the habit asks for another, then one that keeps to it; the others Maxims'."""
    habit, _ = HABITS[name]
    assert habit is not None
    changed = 0
    for replayed in replays(name, 6):
        assert replayed.finished
        for ply, made in enumerate(replayed.plays):
            view = view_at(replayed, ply)
            assert view is not None
            legal = legal_plays_of(view)
            own = legal[maxims_choice(view)]
            asked = habit(view, legal, own) if view.seat == SEAT else ()
            assert made in asked if asked else made == own
            changed += made != own
    assert changed > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", ["always takes the most cards", "gives up sevens"])
def test_the_planted_habit_is_the_first_leak(name: str) -> None:
    """In 120 games the habit comes out first, against 300 games of the player without it, and nothing else does."""
    level = Level(64, dropping=False)
    others = [row for seed in (2001, 2002, 2003) for row in sample("nothing", seed, level, 100)]
    found = searched(sample(name, 2010, level, 120), others)
    assert [CELLS[leak.cell].code for leak in found.leaks] == [HABITS[name][1]]
