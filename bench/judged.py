"""The judge is judged: ``python -m bench.judged``; prints the tables for docs/strength.md.

Unforced decisions of mixed players are judged at the quick level and, with other seeds, over twenty times as many
worlds. At each, every player is asked for its play: so all are measured on the same decisions.
"""

import argparse
import itertools
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from analysis.games import batch_game, deal_seed, play_batch, player
from analysis.judge import LEVELS, Level, judge
from analysis.knowledge import SeatView, legal_plays_of, view_at
from analysis.verdicts import grade_of
from bench.choices import fair_choice, greedy_choice, maxims_choice, random_chances
from engine.deals import generator
from engine.plays import Play
from engine.rules import preset

TIMES = 20
"""How many times the worlds of the quick level the yardstick has."""

DEEP = Level(TIMES * LEVELS["quick"].worlds, dropping=False)

TABLES = (("scopone", 4, 0.7), ("scopa", 2, 0.2), ("cirulla", 2, 0.1))
"""Rules, players and shares of the decisions."""

PLAYERS = ("random", "greedy", "maxims", "fair-64")
"""Who plays the games; every deal has one of them at all seats. At every decision all are asked for their play."""

FAIR_SEEDS = 1 << 40
"""Seeds from here on are those with which fair-64 is asked: neither level draws with them."""

SHARE = 6
"""One decision of so many is looked at, so that they differ."""


def decisions(rules_name: str, players: int, seed: int) -> Iterator[tuple[str, SeatView, Play]]:
    """Who decided, what it knew and what it played, of games without end."""
    rules = preset(rules_name)
    chooser = np.random.default_rng(seed)
    for number in itertools.count():
        who = PLAYERS[number % len(PLAYERS)]
        names = (who,) * players
        batch = play_batch(rules, number % players, names, [deal_seed(seed, number)])
        game = batch_game(rules, number % players, names, number, batch, 0)
        replayed = game.replayed()
        for ply, made in enumerate(game.plays):
            view = view_at(replayed, ply)
            if view is not None and len(legal_plays_of(view)) > 1 and chooser.integers(SHARE) == 0:
                yield who, view, made


def looked_at(rules_name: str, who: str, view: SeatView, made: Play, seed: int) -> dict[str, object]:
    """What both levels say of one decision."""
    quick, deep = judge(view, LEVELS["quick"], 2 * seed), judge(view, DEEP, 2 * seed + 1)
    chosen = next(place for place, each in enumerate(deep.candidates) if each.play == made)
    losses = [each.loss.mean for each in deep.candidates]
    bad = [place for place, loss in enumerate(losses) if loss >= 1.0]
    planted = bad[seed % len(bad)] if bad else None
    some = seed % len(losses)
    values = [each.value.mean for each in deep.candidates]
    return {
        "rules": rules_name,
        "who": who,
        "differs": max(values) - min(values) >= 0.05,
        "regret": losses[quick.best],
        "loss": losses[chosen],
        "asked": asked(view, tuple(each.play for each in deep.candidates), losses, FAIR_SEEDS + seed),
        "grade": grade_of(deep, chosen),
        "own_grade": grade_of(deep, quick.best),
        "planted": None if planted is None else [grade_of(quick, planted), grade_of(deep, planted)],
        "exact": quick.exact and deep.exact,
        "value_error": _in_errors(quick.candidates[some].value, deep.candidates[some].value),
        "loss_error": None
        if deep.candidates[some].loss.error == 0 or quick.candidates[some].loss.error == 0
        else _in_errors(quick.candidates[some].loss, deep.candidates[some].loss),
    }


def asked(view: SeatView, plays: tuple[Play, ...], losses: list[float], seed: int) -> dict[str, float]:
    """By player, the loss of what it would play, of the ``losses`` of the legal ``plays``; of Random, its mean."""
    return {
        "random": float(random_chances(plays) @ losses),
        "greedy": losses[greedy_choice(view, plays)],
        "maxims": losses[maxims_choice(view)],
        "fair-64": losses[fair_choice(view, plays, player("fair-64").worlds, generator(seed))],
    }


def _in_errors(one, other) -> float:
    """How many standard errors two values lie apart, the doubt of the lower one counted."""
    lower = one if one.mean < other.mean else other
    return (one.mean - other.mean) / max((one.error**2 + other.error**2 + lower.doubt**2) ** 0.5, 1e-9)


def main() -> None:
    """Judge, keep what was found in a file, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--keep", type=Path, default=Path(".benchmarks/judged.jsonl"), help="goes on where it stopped")
    arguments = parser.parse_args()
    arguments.keep.parent.mkdir(exist_ok=True)
    done = len(arguments.keep.read_text().splitlines()) if arguments.keep.exists() else 0
    work = []
    for table, (name, players, share) in enumerate(TABLES):
        found = itertools.islice(decisions(name, players, arguments.seed + table), int(arguments.decisions * share))
        work += [(name, *each) for each in found]
    numbered = list(enumerate(work))[done:]
    with ThreadPoolExecutor(os.cpu_count()) as threads, arguments.keep.open("a") as kept:
        results = threads.map(lambda item: looked_at(*item[1], arguments.seed + item[0]), numbered)
        for number, result in enumerate(results, start=done + 1):
            kept.write(json.dumps(result) + "\n")
            if number % 100 == 0:
                kept.flush()
                print(f"{number} of {len(work)}", flush=True)
    tell([json.loads(line) for line in arguments.keep.read_text().splitlines()])


def tell(rows: list[dict]) -> None:
    """Print the tables of docs/strength.md."""
    print("| decisions of | n | regret of quick | value within 95 % | loss within 95 % |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in [None, *(table[0] for table in TABLES)]:
        some = [row for row in rows if name in (None, row["rules"])]
        regrets = np.array([row["regret"] for row in some if row["differs"]])
        # Endings are exact at both levels: they agree by themselves and would flatter the shares.
        within = np.abs([row["value_error"] for row in some if not row["exact"]]) <= 1.96
        losses = np.abs([row["loss_error"] for row in some if row["loss_error"] is not None]) <= 1.96
        coverage = f"{within.mean():.1%} of {len(within)} | {losses.mean():.1%} of {len(losses)}"
        print(f"| {name or 'all'} | {len(some)} | {_mean(regrets)} | {coverage} |")
    print("\n| player | n | mean loss a decision | ?! | ? | ?? |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for who in PLAYERS:
        some = [row for row in rows if row["who"] == who]
        grades = [
            sum(row["grade"] == grade for row in some) / len(some) for grade in ("doubtful", "mistake", "blunder")
        ]
        shares = " | ".join(f"{grade:.1%}" for grade in grades)
        print(f"| {who} | {len(some)} | {_mean(np.array([row['loss'] for row in some]))} | {shares} |")
    names = [None, *(table[0] for table in TABLES)]
    heads = " | ".join(name or "all" for name in names)
    print(f"\n| on all these decisions | {heads} |\n| --- |{' ---: |' * len(names)}")
    measured = [(who, [row["asked"][who] for row in rows]) for who in PLAYERS]
    pairs = [
        (f"{worse[0]} less {better[0]}", np.subtract(worse[1], better[1]))
        for worse, better in itertools.pairwise(measured)
    ]
    for what, values in measured + pairs:
        cells = [_mean(np.array(values)[[name in (None, row["rules"]) for row in rows]]) for name in names]
        print(f"| {what} | {' | '.join(cells)} |")
    own = [row["own_grade"] for row in rows]
    planted = [row["planted"] for row in rows if row["planted"] is not None]
    print(f"\nThe quick level's own plays: {own.count('blunder')} of {len(own)} are ?? at twenty times its budget.")
    for place, level in enumerate(("quick", "twenty times quick")):
        flagged = sum(grades[place] is not None for grades in planted)
        print(f"Planted plays that lose at least 1.0: {flagged} of {len(planted)} get a class at the level {level}.")


def _mean(values) -> str:
    return f"{values.mean():.3f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.3f}"


if __name__ == "__main__":
    main()
