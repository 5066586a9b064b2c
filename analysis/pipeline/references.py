"""The figures of the reference players, to compare a profile with: ``python -m analysis.pipeline.references``.

Games of Scopone (four players) and Scopa (two) in which every seat is the same reference player, judged at the quick
level; what is counted of them goes to ``analysis/reference_figures.json``.
"""

import argparse
import json
import os
from collections.abc import Container, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np

from analysis.cells import CELLS, Columns, decisions_in_cells
from analysis.games import Game, batch_game, deal_seed, play_batch
from analysis.habits import marks_of
from analysis.judge import LEVELS, Level, judge
from analysis.knowledge import legal_plays_of, view_at
from analysis.statistics.rates import Decisions, Rate, rates_of
from engine.positions import total_on_table
from engine.rules import preset

FIGURES = Path(__file__).parent.parent / "reference_figures.json"
"""The file of the figures."""

PLAYERS = ("random", "greedy", "maxims", "habit", "fair-64")
"""The reference players."""

TABLES = (("scopone", 4), ("scopa", 2))
"""Rules and seats, by table: four players, fewer."""

Row = tuple[float, ...]
"""A judged decision: a value for each field of `Columns`."""

Reference = tuple[Mapping[tuple[str, str], Rate], ...]
"""By table, the rates of one player by kind and code of the cell."""


@cache
def read_references() -> Mapping[str, Reference]:
    """By reference player, its rates."""
    written = json.loads(FIGURES.read_text("utf-8"))
    return {
        player: tuple({tuple(key.split(".")): Rate(*rate) for key, rate in rates.items()} for rates in tables)
        for player, tables in written["players"].items()
    }


def deal_rows(rules_name: str, seats: int, player: str, number: int, seed: int) -> list[Row]:
    """The judged decisions of one deal in which ``player`` has every seat; its first column is ``number``."""
    rules, names, dealer = preset(rules_name), (player,) * seats, number % seats
    game = batch_game(rules, dealer, names, number, play_batch(rules, dealer, names, [deal_seed(seed, number)]), 0)
    return judged_rows(game, dealer, LEVELS["quick"], seed, range(seats))


def judged_rows(game: Game, dealer: int, level: Level, seed: int, who: Container[int]) -> list[Row]:
    """The decisions of the seats ``who`` in ``game``, judged, as rows of `Columns`; the deal is the game's number."""
    replayed = game.replayed()
    seats = len(game.names)
    rows: list[Row] = []
    for ply, made in enumerate(game.plays):
        view = view_at(replayed, ply)
        if view is None or view.seat not in who or len(legal_plays_of(view)) < 2:
            continue
        judgement = judge(view, level, seed * 1_000_003 + game.number * 64 + ply, made)
        legal = tuple(each.play for each in judgement.candidates)
        chosen = legal.index(made)
        found = marks_of(view, legal, chosen, judgement.best)
        rows.append(
            (
                game.number, judgement.candidates[chosen].loss.mean, found.habits_apply, found.habits_shown,
                found.principles_apply, found.principles_broken, found.habits_done, found.principles_against,
                seats, (view.seat - dealer) % seats, 3 * ply // len(game.plays),
                total_on_table(replayed.positions[ply]), float("nan"),
            )
        )  # fmt: skip
    return rows


def columns_of_rows(rows: list[Row]) -> Columns:
    """The rows as arrays."""
    kinds = (np.int64, float, *(np.uint64,) * 6, *(np.int64,) * 4, float)
    return Columns(*(np.array(column, dtype=kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))


def figures_of(rows: list[Row]) -> dict[str, list[float]]:
    """The rates of these decisions by cell, and of all of them as ``all.all``; none of what was in one deal alone."""
    decisions = decisions_in_cells(columns_of_rows(rows))
    everything = np.ones((len(rows), 1), dtype=bool)
    total = rates_of(Decisions(decisions.deal, decisions.lost, everything, everything, everything))[0]
    named = [(f"{name.kind}.{name.code}", rate) for name, rate in zip(CELLS, rates_of(decisions), strict=True)]
    return {
        key: [rate.decisions, rate.deals, round(rate.mean, 5), round(rate.error, 5)]
        for key, rate in [("all.all", total), *named]
        if rate.deals > 1
    }


def main() -> None:
    """Play, judge and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    players: dict[str, list[dict[str, list[float]]]] = {}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for player in PLAYERS:
            players[player] = []
            for rules_name, seats in TABLES:
                made = threads.map(
                    lambda number: deal_rows(rules_name, seats, player, number, arguments.seed),  # noqa: B023
                    range(arguments.deals),
                )
                players[player].append(figures_of([row for rows in made for row in rows]))
                print(player, rules_name, players[player][-1]["all.all"], flush=True)
    command = f"python -m analysis.pipeline.references --deals {arguments.deals} --seed {arguments.seed}"
    FIGURES.write_text(json.dumps({"made_by": command, "players": players}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
