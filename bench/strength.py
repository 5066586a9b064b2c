"""The reference players against each other: ``python -m bench.strength``; prints the tables for docs/strength.md."""

import argparse
import itertools

from analysis.arena import arena
from analysis.games import player
from analysis.kernels.thinking import NOT
from engine.rules import preset

PLAYERS = ("random", "greedy", "maxims", "habit", "fair-64", "fair-256", "open")
DEALS, THOUGHTFUL_DEALS = 2000, 40
"""Deals of a pair, each played in both seatings; where somebody thinks, fewer."""

RANDOM_DEALS = 100_000


def main() -> None:
    """Play Scopone with nine cards and four on the table, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=11)
    seed = parser.parse_args().seed
    rules = preset("scopone")
    played = arena(rules, 4, "random", "random", RANDOM_DEALS, seed).as_dealer_side
    shares = [f"{count / RANDOM_DEALS:.1%}" for count in (played.wins, played.losses, played.ties)]
    outcome = "dealer side {}, hand side {}, ties {}".format(*shares)
    print(f"Random against itself, {RANDOM_DEALS:,} deals: {outcome}\n")
    print("| first | second | deals | points a deal | as dealer side, w/t/l % | as hand side, w/t/l % |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for second, first in itertools.combinations(PLAYERS, 2):
        thinks = any(player(name).method != NOT for name in (first, second))
        deals = THOUGHTFUL_DEALS if thinks else DEALS
        result = arena(rules, 4, first, second, deals, seed)
        sides = [
            " / ".join(f"{100 * count / deals:.0f}" for count in (side.wins, side.ties, side.losses))
            for side in (result.as_dealer_side, result.as_hand_side)
        ]
        points = f"{result.mean:+.2f} ± {1.96 * result.mean_se:.2f}"
        print(f"| {first} | {second} | {deals} | {points} | {sides[0]} | {sides[1]} |", flush=True)


if __name__ == "__main__":
    main()
