"""Planted habits: ``python -m bench.planted``; prints the table of docs/profile.md.

One seat of four plays as Maxims does but for one habit, the others as Maxims. Its decisions are judged, and the search
for leaks compares each sample of games with games of the same player without the habit.
"""

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from analysis.cells import CELLS, COMPETITORS, decisions_in_cells
from analysis.games import Game, batch_game, deal_seed, play_batch
from analysis.judge import Level
from analysis.kernels.flags import SEVENS
from analysis.knowledge import SeatView, legal_plays_of, seat_view
from analysis.pipeline.references import Row, columns_of_rows, judged_rows
from analysis.principles import judge
from analysis.statistics.leaks import Search, find_leaks
from bench.choices import greedy_choice, maxims_choice
from engine.cards import suit_mask
from engine.plays import Play
from engine.positions import play, start
from engine.rules import preset

RULES = "scopone"
BASE = "maxims"
GAMES = 200
SEAT = 0
"""Who has the habit; the mazziere is another one in every deal."""

COMPARED = 10
"""Samples of games without the habit that all others are compared with."""

FIRST_SEED = 100
"""Seeds from here on are those of samples; the samples compared with have those from 1000."""

Plays = Sequence[Play]


def never_a_double(view: SeatView, legal: Plays, made: Play) -> Plays:
    """Lays a card of which it holds another only where it must."""
    if made.taken or _held(view, made) < 2:
        return ()
    return [each for each in legal if not each.taken and _held(view, each) == 1]


def most_cards(_view: SeatView, legal: Plays, _made: Play) -> Plays:
    """Takes wherever it can, and as many cards as it can."""
    most = max(each.taken.bit_count() for each in legal)
    return [each for each in legal if most and each.taken.bit_count() == most]


def gives_sevens(_view: SeatView, legal: Plays, made: Play) -> Plays:
    """Where it lays, lays a seven if it can."""
    return [each for each in legal if not made.taken and not each.taken and SEVENS >> each.card & 1]


def gives_coins(view: SeatView, legal: Plays, made: Play) -> Plays:
    """Where it lays, lays a coin if it can."""
    coins = suit_mask(view.rules.majority_suit, view.rules.deck)
    return [each for each in legal if not made.taken and not each.taken and coins >> each.card & 1]


def least_risk(view: SeatView, legal: Plays, _made: Play) -> Plays:
    """Makes no play that lets the next one make a scopa more likely than another play does."""
    chance = judge(view, tuple(legal)).chance
    return [each for each, risk in zip(legal, chance, strict=True) if risk <= chance.min() + 1e-9]


HABITS: dict[str, tuple[Callable[[SeatView, Plays, Play], Plays] | None, str | None]] = {
    "nothing": (None, None),
    "never lays a double": (never_a_double, "single_for_double"),
    "always takes the most cards": (most_cards, "takes_more"),
    "gives up sevens": (gives_sevens, "leaves_sevens"),
    "gives up coins": (gives_coins, "leaves_coins"),
    "never risks a scopa": (least_risk, "fears_scopa"),
}
"""By name: to which plays the habit keeps (none: it is not concerned), and the cell that says so."""


def _held(view: SeatView, made: Play) -> int:
    return (view.hand & 15 << (made.card & -4)).bit_count()


def planted_game(game: Game, habit: Callable[[SeatView, Plays, Play], Plays]) -> Game:
    """``game`` as it goes if the seat has the ``habit``; of several plays that keep to it, Greedy's choice."""
    position = start(game.deal)
    plays: list[Play] = []
    while not position.over:
        ply = len(plays)
        if plays == list(game.plays[:ply]):
            made = game.plays[ply]
        else:
            view = seat_view(position, tuple(plays))
            made = legal_plays_of(view)[maxims_choice(view)]
        if position.turn == SEAT:
            view = seat_view(position, tuple(plays))
            kept = habit(view, legal_plays_of(view), made)
            if kept and made not in kept:
                made = kept[greedy_choice(view, kept)]
        plays.append(made)
        position = play(position, made)
    return replace(game, plays=tuple(plays))


def games_of(name: str, seed: int, deals: int) -> Iterator[tuple[int, Game]]:
    """The dealer and the game, of ``deals`` games in which the seat has the habit called ``name``."""
    habit, _ = HABITS[name]
    rules, names = preset(RULES), (BASE,) * 4
    for number in range(deals):
        dealer = number % 4
        batch = play_batch(rules, dealer, names, [deal_seed(seed, number)])
        game = batch_game(rules, dealer, names, seed * 10_000 + number, batch, 0)
        yield dealer, game if habit is None else planted_game(game, habit)


def sample(name: str, seed: int, level: Level, deals: int) -> list[Row]:
    """The judged decisions of the seat with the habit called ``name``, in ``deals`` games."""
    return [
        row for dealer, game in games_of(name, seed, deals) for row in judged_rows(game, dealer, level, seed, (SEAT,))
    ]


def kept_sample(folder: Path, name: str, seed: int, worlds: int, deals: int) -> list[Row]:
    """The sample, from its file if it was made before."""
    path = folder / f"{name.replace(' ', '-')}-{seed}-{worlds}-{deals}.json"
    if not path.exists():
        rows = sample(name, seed, Level(worlds, dropping=False), deals)
        path.write_text(json.dumps([row[:-1] for row in rows]))
    return [(*row, float("nan")) for row in json.loads(path.read_text())]


def searched(own: list[Row], compared: list[Row]) -> Search:
    """What the search for leaks finds in ``own``."""
    mine, theirs = (decisions_in_cells(columns_of_rows(rows)) for rows in (own, compared))
    return find_leaks(mine, theirs, COMPETITORS)


def main() -> None:
    """Play, judge, search, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--compared", type=int, default=COMPARED, help="samples that are compared with")
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--keep", type=Path, default=Path(".benchmarks/planted"))
    arguments = parser.parse_args()
    arguments.keep.mkdir(parents=True, exist_ok=True)
    wanted = [("nothing", 1000 + number) for number in range(arguments.compared)]
    wanted += [(name, FIRST_SEED + number) for name in HABITS for number in range(arguments.seeds)]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        made = threads.map(lambda each: kept_sample(arguments.keep, *each, arguments.worlds, arguments.games), wanted)
        samples = dict(zip(wanted, made, strict=True))
    compared = [row for number in range(arguments.compared) for row in samples["nothing", 1000 + number]]
    print(
        "| habit | cell | first leak | another leak | any leak | excess, points a deal | statistic | leaks of others |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, (_, cell) in HABITS.items():
        found = [searched(samples[name, FIRST_SEED + number], compared) for number in range(arguments.seeds)]
        print(_line(name, cell, found))
    print(f"\n{len(compared)} decisions compared with; cells looked at, critical value: "
          f"{found[0].looked_at}, {found[0].critical:.2f}")  # fmt: skip


def _line(name: str, cell: str | None, found: list[Search]) -> str:
    codes = [[CELLS[leak.cell].code for leak in search.leaks] for search in found]
    first = sum(each[:1] == [cell] for each in codes)
    another = sum(any(code != cell for code in each) for each in codes)
    own = [leak for search in found for leak in search.leaks if CELLS[leak.cell].code == cell]
    excess = f"{np.mean([each.excess for each in own]):.2f}" if own else "–"
    least = f"{min(each.statistic for each in own):.1f}–{max(each.statistic for each in own):.1f}" if own else "–"
    others: dict[str, int] = {}
    for each in codes:
        for code in each:
            if code != cell:
                others[code] = others.get(code, 0) + 1
    told = ", ".join(f"{code} {count}" for code, count in others.items()) or "–"
    count = len(found)
    named = f"`{cell}` | {first} of {count}" if cell else "– | –"
    return (
        f"| {name} | {named} | {another} of {count} | {sum(map(bool, codes))} of {count} | "
        f"{excess} | {least} | {told} |"
    )


if __name__ == "__main__":
    main()
