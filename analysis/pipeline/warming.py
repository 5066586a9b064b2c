"""Compiling what loading many deals at once needs."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.games import batch_game, deal_seed, play_batch
from analysis.pipeline.columns import judge_block
from engine.rules import preset
from records.blocks import LineBlock
from records.bulk import hash_of_match
from records.notation import write_line
from records.recording import record_of
from records.store import Library

GAMES = (("scopone-scientifico", 4, 20), ("cirulla", 2, 20), ("ciapa-no", 3, 20), ("scopa", 2, 1))
"""Presets, players and deals that together need every kernel: with and without a table, with knocks, the lowest total.

The arrays of a single deal are of another type to the compiler.
"""


def warm_blocks() -> None:
    """Judge a few deals at once: right ones, one with wrong points, one of another letter, one that is no deal."""
    lines = [line for game in GAMES for line in _lines(*game)]
    wrong = json.loads(lines[0]) | {"match": "wrong", "points": [40, 40], "date": "2008-12-29"}
    other = json.loads(lines[1]) | {"match": "è"}
    lines += [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in (wrong, other)] + ["{}"]
    hash_of_match("wrong")
    with TemporaryDirectory() as folder:
        library = Library(Path(folder) / "library.duckdb")
        judge_block(library, LineBlock("\n".join(lines).encode(), None, 1), look_first=True)


def _lines(name: str, players: int, count: int) -> Iterator[str]:
    rules = preset(name)
    names = ("random",) * players
    for number in range(count):
        game = batch_game(rules, 0, names, number, play_batch(rules, 0, names, [deal_seed(1, number)]), 0)
        record = record_of(
            game.deal,
            game.plays,
            game.declarations,
            name=(f"{name}-{number}", 1),
            rules_written=name,
            players=names,
            score=(Fraction(0),) * rules.sides(players),
        )
        yield write_line(record)
