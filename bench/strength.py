"""The reference players against each other: ``python -m bench.strength``; prints the table for docs/strength.md.

It takes some three hours of one core; a row is printed as soon as it is played.
"""

import argparse
import itertools

from analysis.arena import Counts, arena
from engine.rules import preset

PLAYERS = ("random", "greedy", "maxims", "habit", "fair-64", "fair-256", "open")
DEALS = 2000
"""Deals of a pair, each played in both seatings."""

RANDOM_DEALS = 100_000


def main() -> None:
    """Play Scopone with nine cards and four on the table, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--deals", type=int, default=DEALS)
    arguments = parser.parse_args()
    seed, deals = arguments.seed, arguments.deals
    rules = preset("scopone")
    played = arena(rules, 4, "random", "random", RANDOM_DEALS, seed).as_dealer_side
    shares = [f"{count / RANDOM_DEALS:.1%}" for count in (played.wins, played.losses, played.ties)]
    outcome = "dealer side {}, hand side {}, ties {}".format(*shares)
    print(f"Random against itself, {RANDOM_DEALS:,} deals: {outcome}\n")
    print("| first | second | deals | points a deal | as dealer side | w/t/l % | as hand side | w/t/l % |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for second, first in itertools.combinations(PLAYERS, 2):
        result = arena(rules, 4, first, second, deals, seed)
        sides = f"{_side(result.as_dealer_side, deals)} | {_side(result.as_hand_side, deals)}"
        print(f"| {first} | {second} | {deals} | {_points(result.total)} | {sides} |", flush=True)


def _side(counts: Counts, deals: int) -> str:
    shares = " / ".join(f"{100 * count / deals:.0f}" for count in (counts.wins, counts.ties, counts.losses))
    return f"{_points(counts)} | {shares}"


def _points(counts: Counts) -> str:
    return f"{counts.mean:+.2f} ± {1.96 * counts.mean_se:.2f}"


if __name__ == "__main__":
    main()
