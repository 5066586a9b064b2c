"""The plays of the sample games that are classed, flagged or praised, with their explanations."""

from functools import cache
from pathlib import Path

from analysis.explanation import Explanation, explain
from analysis.judge import Level
from analysis.judgement import Verdict
from analysis.review import review
from analysis.verdicts import verdict_at
from engine.replay import Replay
from records.notation import read_file
from tests.conftest import PROJECT

Told = tuple[Replay, Verdict, Explanation]

GAMES = sorted((PROJECT / "sample_games").glob("*.jsonl"))

FEW = Level(64, dropping=False)

FIRST = 2
"""Deals of each game that are looked at outside the long runs."""


@cache
def explained(path: Path, deals: int | None) -> list[Told]:
    """What there is of the first ``deals`` of a game; None: of all."""
    found = []
    for reading in list(read_file(path))[:deals]:
        deal = reading.replay
        assert deal is not None
        flagged = {each.ply for each in review(deal) if each.flags}
        for ply in range(len(deal.plays)):
            verdict = verdict_at(deal, ply, FEW, seed=11)
            if verdict is None:
                continue
            told = explain(deal, verdict)
            if told.grade or told.praise or ply in flagged:
                found.append((deal, verdict, told))
    return found
