"""What the plays say of the hands: ``python -m bench.knowledge``; prints the tables for docs/strength.md.

The gain of a position is the logarithm of the weight of the true hands over the mean weight of all that the seat to
play holds possible: its chance against counting alone, in nats. A weight is the chance of the plays, to the power of
the trust.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis.games import batch_game, deal_seed, play_batch
from analysis.kernels.learned import chance_of_play, rating_space
from analysis.knowledge import legal_plays_of, view_at
from analysis.known import traced_worlds
from analysis.thresholds import TRUST
from analysis.weights import kind_shares, learned_weights
from engine.deals import setup_vector
from engine.positions import state_vector
from engine.replay import Replay
from engine.rules import preset
from records.notation import read_file

TABLES = (
    ("scopone", 4, (8, 16, 24, 30), ("greedy", "maxims", "fair-64", "habit-soft", "flat-100", "open")),
    ("scopa", 2, (8, 15, 22, 27), ("greedy", "maxims", "fair-64", "flat-100")),
)
"""Rules, players, the plays made at the positions looked at, and who plays: one of them at all seats."""

TRUSTS = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2)
SHOWN, COMPARED = TRUST, 0.85
"""The trust whose gains are shown with their intervals, and by play; one that it is compared with, deal by deal."""

DRAWS = 2000
"""Ways the cards may lie that are drawn for the mean weight."""

SAMPLES = Path(__file__).parents[1] / "sample_games"
PEOPLE = ("scopetta-2008-12-29", "scopetta-2010-10-16-unfinished")
"""The sample games that people played."""
PEOPLE_PLIES = range(8, 25)
"""Positions of theirs; the shortest ends after 25 plays."""


def replays(rules_name: str, players: int, who: str, seed: int, deals: int) -> Iterator[Replay]:
    """Deals that ``who`` played at all seats: the same cards whoever it is."""
    rules, names = preset(rules_name), (who,) * players
    for number in range(deals):
        dealer = number % players
        game = batch_game(rules, dealer, names, number, play_batch(rules, dealer, names, [deal_seed(seed, number)]), 0)
        yield game.replayed()


def gains(replayed: Replay, ply: int, seed: int) -> NDArray[np.float64]:
    """By trust, the gain of the position before play ``ply``."""
    view = view_at(replayed, ply)
    if view is None:
        raise ValueError("a hand is not told")
    hands = replayed.positions[ply].hands
    # A seat to which the other hands lie open draws nothing but the true ones.
    told = replace(view, shown=tuple(0 if seat == view.seat else hand for seat, hand in enumerate(hands)))
    true = traced_worlds(told, 0, 1).chances.sum()
    drawn = traced_worlds(view, seed, DRAWS).chances.sum(axis=1)
    return np.array([-np.log(np.exp(trust * (drawn - true)).mean()) for trust in TRUSTS])


def measured(games: Iterable[Replay], plies: Sequence[int], seed: int) -> NDArray[np.float64]:
    """Deals × positions × trusts: the gains before the plays ``plies``."""
    return np.array(
        [[gains(game, ply, seed + 100 * number + ply) for ply in plies] for number, game in enumerate(games)]
    )


def row(who: str, found: NDArray[np.float64]) -> str:
    """The row of a table: by trust the mean gain, what `COMPARED` gains over `SHOWN`, and the gain of that by play.

    Intervals are over deals.
    """
    cells = [f"{gain:.2f}" for gain in found.mean(axis=(0, 1))]
    shown = found[:, :, TRUSTS.index(SHOWN)]
    cells[TRUSTS.index(SHOWN)] += f" ± {_width(shown.mean(axis=1)):.2f}"
    paired = (found[:, :, TRUSTS.index(COMPARED)] - shown).mean(axis=1)
    cells.append(f"{paired.mean():+.2f} ± {_width(paired):.2f}")
    return f"| {who} | {' | '.join(cells)} | {', '.join(f'{gain:.2f}' for gain in shown.mean(axis=0))} |"


def log_chances(replayed: Replay) -> NDArray[np.float64]:
    """By decision (a row), the logarithm of the chance of the play made: by the kinds of players, and all being alike.

    What kind a seat is, its earlier plays of the deal tell.
    """
    setup = setup_vector(replayed.deal.rules, replayed.positions[0].players)
    beliefs = [kind_shares(replayed.deal.rules).copy() for _ in range(replayed.positions[0].players)]
    found = []
    for ply, made in enumerate(replayed.plays):
        position = replayed.positions[ply]
        view = view_at(replayed, ply)
        if view is None:
            raise ValueError("a hand is not told")
        chance = chance_of_play(
            setup, learned_weights(), beliefs[view.seat], state_vector(position), ply, view.hand, made.card,
            made.taken, *rating_space(setup),
        )  # fmt: skip
        legal = len(legal_plays_of(view))
        if legal > 1:
            found.append((chance, -np.log(legal)))
    return np.array(found)


def people() -> list[Replay]:
    """The deals that people played."""
    return [each.replay for name in PEOPLE for each in read_file(SAMPLES / f"{name}.jsonl") if each.replay]


def _width(values: NDArray[np.float64]) -> float:
    return float(1.96 * values.std(ddof=1) / len(values) ** 0.5)


def main() -> None:
    """Play, draw, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=60)
    arguments = parser.parse_args()
    for name, players, plies, who in TABLES:
        heads = " | ".join(f"{trust:g}" for trust in TRUSTS)
        print(f"| {name} | {heads} | {COMPARED:g} less {SHOWN:g} | at {SHOWN:g}, by play |")
        print(f"| --- |{' ---: |' * (len(TRUSTS) + 2)}")
        for each in who:
            games = replays(name, players, each, arguments.seed, arguments.deals)
            print(row(each, measured(games, plies, arguments.seed)), flush=True)
        print()
    by_deal = measured(people(), PEOPLE_PLIES, arguments.seed).mean(axis=1)
    print(
        f"People, {len(by_deal)} deals, plays {PEOPLE_PLIES[0]} to {PEOPLE_PLIES[-1]}, by trust: "
        f"{', '.join(f'{gain.mean():.2f} ± {_width(gain):.2f}' for gain in by_deal.T)}."
    )
    found = np.concatenate([log_chances(each) for each in people()])
    made, alike = found.mean(axis=0)
    print(f"People, {len(found)} decisions: the mean logarithm of the chance of the play made is {made:.3f},")
    print(f"all plays being alike {alike:.3f}; gained {made - alike:.3f} ± {_width(found[:, 0] - found[:, 1]):.3f}.")


if __name__ == "__main__":
    main()
