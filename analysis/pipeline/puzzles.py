"""The puzzle set: positions of engine games with one clearly best play.

``python -m analysis.pipeline.puzzles`` makes it anew, in ``analysis/puzzles.json``.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any

import analysis
from analysis.drills import Drill
from analysis.games import Game, batch_game, deal_seed, play_batch
from analysis.judge import LEVELS, Level, closed_scene, judge
from analysis.judgement import Judgement
from analysis.kernels.learned import chance_of_play, rating_space
from analysis.knowledge import SeatView, view_at
from analysis.pipeline.own_drills import drill_of
from analysis.pipeline.reviewing import review_row, verdict_of
from analysis.position_keys import position_key
from analysis.principles import principles
from analysis.thresholds import PUZZLE_GAP, PUZZLE_GLANCE, PUZZLE_MISSED
from analysis.verdicts import verdict_at
from analysis.versions import JUDGE_VERSION
from analysis.weights import kind_shares, learned_weights
from engine.deals import generator, setup_vector
from engine.plays import Play
from engine.replay import Replay
from engine.rules import preset
from engine.scoring import CATEGORIES
from records.notation import read_line, write_line
from records.recording import record_of
from records.store import ReviewRow

PATH = Path(analysis.__file__).with_name("puzzles.json")
"""Where the set lies."""

RULES = (("scopone-scientifico", 4), ("scopone", 4), ("scopa", 2))
"""The rules and numbers of players of the games, and in which order the set takes from them."""

PLAYERS = ("habit", "maxims", "habit-soft", "greedy")
"""Who sits where in the games: positions as they come about among players of unlike strength."""

MOST_OF_A_GAME = 2
"""Puzzles taken from one game, so that the set is varied."""

THEMES = ("scopa_offered", "missed_scopa", "card_given_up", "take_the_seven", "call_the_seven", "bad_spariglio",
          "best_spariglio", "lay_a_double", "mulinello", "mulinello_escape", "anchor", "coins", "primiera",
          "last_capture", "last_two", "leave_the_seven", "least_risk")  # fmt: skip
"""Principles that a puzzle can be about."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one clearly best play."""

    key: str
    """Its name (`analysis.position_keys`)."""
    rules: str
    """The preset."""
    missed: float
    """How hard it is, 0 to 1: the chance that a player of whom nothing is known misses it."""
    gap: float
    """The lower end of the interval of what the second-best play loses, in points."""
    themes: tuple[str, ...]
    """Codes of the principles that the best play keeps and others break."""
    category: str
    """Where the points come from that the play most often made instead loses (`engine.scoring.CATEGORIES`)."""
    line: str
    """The line of the deal."""
    review: ReviewRow
    """What the judge says."""
    version: int
    """The judge's version."""


@lru_cache(maxsize=1)
def puzzles() -> tuple[Puzzle, ...]:
    """The set, easy ones first."""
    stored = json.loads(PATH.read_text(encoding="utf-8"))
    return tuple(_puzzle(row, stored["version"]) for row in stored["puzzles"])


def _puzzle(row: dict[str, Any], version: int) -> Puzzle:
    review = row["review"]
    told = {
        "candidates": json.dumps(review["candidates"], separators=(",", ":")),
        "hindsight": None if review["hindsight"] is None else json.dumps(review["hindsight"], separators=(",", ":")),
        "loss_split": tuple(review["loss_split"]),
        "line": tuple(review["line"]),
    }
    return Puzzle(
        key=row["key"],
        rules=row["rules"],
        missed=row["missed"],
        gap=row["gap"],
        themes=tuple(row["themes"]),
        category=row["category"],
        line=json.dumps(row["deal"], separators=(",", ":"), ensure_ascii=False),
        review=ReviewRow(**(review | told)),
        version=version,
    )


def puzzle_drill(puzzle: Puzzle) -> Drill:
    """The puzzle as a drill.

    :raises ValueError: its line has a fault.
    """
    reading = read_line(puzzle.line)
    if reading.record is None:
        raise ValueError("a puzzle's line has a fault")
    verdict = verdict_of(puzzle.review, reading.record.rules.deck)
    drill = drill_of(reading, verdict, "deep", puzzle.version, puzzle.key)
    if drill is None:
        raise ValueError("a puzzle's line does not tell its position")
    return drill


def make(count: int, seed: int) -> list[dict[str, Any]]:
    """``count`` puzzles from games dealt by ``seed``, easy ones first; the same seed makes the same set."""
    sources = [_found(rules, players, seed) for rules, players in RULES]
    made: dict[str, dict[str, Any]] = {}
    while len(made) < count:
        row = next(sources[len(made) % len(sources)])
        if row["key"] not in made:
            made[row["key"]] = row
            print(f"  {len(made)}/{count} {row['rules']} {row['missed']:.2f}", flush=True)
    return sorted(made.values(), key=lambda row: (row["missed"], row["key"]))


def _found(rules: str, players: int, seed: int) -> Iterator[dict[str, Any]]:
    """Puzzles of one game after another."""
    options = preset(rules)
    number = 0
    while True:
        names = tuple(PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(players))
        dealer = number % players
        batch = play_batch(options, dealer, names, [deal_seed(seed, number)])
        game = batch_game(options, dealer, names, number, batch, 0)
        played = game.replayed()
        taken = 0
        order = generator(seed + number)[0] % len(game.plays)
        for step in range(len(game.plays)):
            ply = (int(order) + step) % len(game.plays)
            row = _row(rules, game, played, ply, seed)
            if row is not None:
                yield row
                taken += 1
            if taken == MOST_OF_A_GAME:
                break
        number += 1


def _row(rules: str, game: Game, played: Replay, ply: int, seed: int) -> dict[str, Any] | None:
    """The puzzle at ``ply``; None if there is none: a quick look first, a hard one only where it is worth it."""
    view = view_at(played, ply)
    if view is None:
        return None
    glance = judge(view, Level(PUZZLE_GLANCE, dropping=False), seed)
    if len(glance.candidates) < 3 or _gap(glance) < PUZZLE_GAP / 2:
        return None
    missed = 1 - chance_of(view, glance.candidates[glance.best].play)
    if missed < PUZZLE_MISSED:
        return None
    verdict = verdict_at(played, ply, LEVELS["deep"], seed)
    if verdict is None or _gap(verdict.judgement) < PUZZLE_GAP:
        return None
    best = verdict.judgement.candidates[verdict.judgement.best]
    others = [each for each in verdict.judgement.candidates if each is not best]
    usual = max(others, key=lambda each: chance_of(view, each.play))
    review = asdict(review_row(played, verdict))
    review["candidates"] = _rounded(json.loads(review["candidates"]))
    review["hindsight"] = None if review["hindsight"] is None else _rounded(json.loads(review["hindsight"]))
    return {
        "key": position_key(view),
        "rules": rules,
        "missed": round(1 - chance_of(view, best.play), 3),
        "gap": round(_gap(verdict.judgement), 3),
        "themes": [each.code for each in principles(view) if best.play in each.keeps and each.code in THEMES],
        "category": CATEGORIES[usual.loss_split.index(max(usual.loss_split))],
        "deal": json.loads(_line(rules, game)),
        "review": _rounded(review),
    }


def _gap(judgement: Judgement) -> float:
    """The lower end of the interval of what every other play loses at least."""
    return min(each.loss.low for place, each in enumerate(judgement.candidates) if place != judgement.best)


def chance_of(view: SeatView, chosen: Play) -> float:
    """The chance, 0 to 1, that a player of whom nothing is known plays ``chosen``."""
    setup = setup_vector(view.rules, view.players)
    logarithm = chance_of_play(
        setup, learned_weights(), kind_shares(view.rules).copy(), closed_scene(view).state, view.ply, view.hand,
        chosen.card, chosen.taken, *rating_space(setup),
    )  # fmt: skip
    return exp(float(logarithm))


def _line(rules: str, game: Game) -> str:
    """The game's line; its names say nothing, so that none helps or misleads."""
    players = len(game.names)
    record = record_of(
        game.deal,
        game.plays,
        game.declarations,
        name=(f"puzzle-{rules}-{game.number + 1}", 1),
        rules_written=rules,
        players=tuple("NESW"[seat] for seat in range(players)) if players == 4 else ("A", "B", "C")[:players],
        score=(Fraction(0),) * preset(rules).sides(players),
    )
    return write_line(record)


def _rounded(value: Any) -> Any:
    """``value`` with its numbers to a thousandth: more decimals than any page shows."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value


def main() -> None:
    """Make the set and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=PATH)
    arguments = parser.parse_args()
    made = make(arguments.count, arguments.seed)
    rows = ",\n".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in made)
    head = f'{{"seed":{arguments.seed},"version":{JUDGE_VERSION},"puzzles":[\n'
    arguments.out.write_text(f"{head}{rows}\n]}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
