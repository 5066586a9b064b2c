"""Compile every kernel now, so that no user's first click waits for it: ``python -m analysis.warm``."""

import time
from collections.abc import Callable

from analysis.arena import arena
from analysis.knowledge import legal_plays_of, view_at
from analysis.known import likely_outcomes, traced_worlds
from analysis.pipeline.warming import warm_blocks
from analysis.principles import principles
from analysis.review import review
from analysis.verdicts import judge_deal
from engine.deals import generator, random_deal
from engine.plays import WrittenPlay
from engine.positions import legal_plays, makes_scopa, start, total_on_table
from engine.replay import replay
from engine.rules import preset
from engine.scoring import decided
from engine.solver import solve


def warm_replay() -> None:
    """Compile what replaying and reviewing a record needs."""
    deal = random_deal(preset("scopa"), 2, 0, generator(0))
    position = start(deal)
    makes_scopa(position)
    total_on_table(position)
    chosen = legal_plays(position)[0]
    replayed = replay(deal, [WrittenPlay("", chosen.card, chosen.taken or None, False)])
    replayed.score()
    decided(replayed.positions[-1])
    review(replayed)
    view = view_at(replayed, 0)
    if view is not None:
        principles(view)


def warm_arena() -> None:
    """Compile what the reference players need."""
    arena(preset("scopa"), 2, "greedy", "random", 1, 0)
    arena(preset("scopa"), 2, "maxims", "greedy", 1, 0)


def warm_judge() -> None:
    """Compile what the judge needs."""
    deal = random_deal(preset("scopa"), 2, 0, generator(0))
    chosen = legal_plays(start(deal))[0]
    replayed = replay(deal, [WrittenPlay("", chosen.card, chosen.taken or None, False)])
    judge_deal(replayed, "quick", 0, (0.0, 0.0))
    solve(replayed.positions[0], budget=1)
    view = view_at(replayed, 0)
    if view is not None:
        likely_outcomes(view, traced_worlds(view, 0), legal_plays_of(view)[:2], 0)


STEPS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("rules, replay, review", warm_replay),
    ("reference players", warm_arena),
    ("the judge", warm_judge),
    ("many deals at once", warm_blocks),
)


def main() -> None:
    """Compile step by step and say how far it is."""
    for number, (name, step) in enumerate(STEPS, start=1):
        print(f"  kernels {number}/{len(STEPS)}: {name} …", end="", flush=True)
        begun = time.perf_counter()
        step()
        print(f" {time.perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
