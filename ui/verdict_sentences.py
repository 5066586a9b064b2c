"""What the judge says, in words: classes, losses with their interval, and how hindsight compares."""

from collections.abc import Iterable
from math import hypot
from typing import TYPE_CHECKING

from ui.words import Words

if TYPE_CHECKING:
    # The list of matches shows classes and losses without the judge.
    from analysis.judgement import DealVerdicts, Points, Verdict
    from engine.plays import Play

GLYPHS = {"doubtful": "?!", "mistake": "?", "blunder": "??"}
"""The sign of each class."""

PRECISE = 0.05
"""Points: below this standard error a second decimal says something."""

NOTHING = 0.005
"""Points: what is less is written as 0."""


def decimals_of(error: float) -> int:
    """How many decimals of a value with this standard error are worth showing."""
    return 2 if error < PRECISE else 1


def points_text(w: Words, value: float, error: float = 0.0) -> str:
    """Points with as many decimals as their standard error deserves, and a true minus sign."""
    decimals = decimals_of(error)
    rounded = round(value, decimals)
    return w.number(rounded if abs(rounded) >= NOTHING else 0.0, decimals).replace("-", "−")


def signed(w: Words, points: float) -> str:
    """Points to one decimal, with their sign where they are not 0."""
    text = points_text(w, points, PRECISE)
    return f"+{text}" if points > 0 and text != "0" else text


def grade_name(w: Words, grade: str) -> str:
    """The name of a class: “grave errore”."""
    return w(f"verdict.grade.{grade}")


def loss_sentence(w: Words, loss: "Points") -> str:
    """What a play cost, with its interval of 95 %: “Costa 0,8 punti (da 0,5 a 1,1)”."""
    if not loss.error and abs(loss.mean) < NOTHING:
        return w("verdict.costs_nothing")
    cost = points_text(w, loss.mean, loss.error)
    if not loss.error:
        return w("verdict.costs_exactly", n=_grammatical(cost), loss=cost)
    low, high = (points_text(w, each, loss.error) for each in (loss.low, loss.high))
    return w("verdict.costs", loss=cost, low=low, high=high)


def with_margin(w: Words, points: "Points") -> str:
    """Points and what the 95 % interval adds on either side: “0,8 ± 0,3”."""
    from analysis.judgement import Z95

    text = points_text(w, points.mean, points.error)
    return f"{text} ± {points_text(w, Z95 * points.error, points.error)}" if points.error else text


def flag_cost(w: Words, verdict: "Verdict", better: "Play | None", text: str | None) -> str | None:
    """What it cost here not to make the play that a flag calls ``better``, whose notation is ``text``.

    None: the flag names no play.
    """
    from analysis.judgement import Points

    found = [each for each in verdict.judgement.candidates if each.play == better]
    if not found:
        return None
    if verdict.chosen == verdict.judgement.best:
        return w("verdict.flag.best")
    own, other = verdict.loss, found[0].loss
    # The best play's own loss is 0 without error; between two others both errors count, which is on the safe side.
    cost = Points(own.mean - other.mean, hypot(own.error, other.error))
    if cost.mean < NOTHING:
        return w("verdict.flag.nothing", play=text)
    return w(
        "verdict.flag.costs" if cost.low > 0 or not cost.error else "verdict.flag.unsure", loss=with_margin(w, cost)
    )


def kind_sentence(w: Words, verdict: "Verdict") -> str:
    """How what could be known compares with what was the case."""
    if verdict.kind == "mistake" and verdict.hindsight is None:
        return w("verdict.kind.mistake.unknown")
    if verdict.kind is not None:
        return w(f"verdict.kind.{verdict.kind}")
    return w("verdict.kind.best" if verdict.chosen == verdict.judgement.best else "verdict.kind.good")


def hindsight_sentence(w: Words, verdict: "Verdict", texts: Iterable[str]) -> str | None:
    """What the play cost with all hands open, always called hindsight; ``texts`` are the candidates' plays."""
    found = verdict.hindsight
    if found is None:
        return None
    how = w("verdict.hindsight.solved" if found.exact else "verdict.hindsight.sampled")
    if found.loss < NOTHING:
        return w("verdict.hindsight.nothing", how=how)
    loss = points_text(w, found.loss, PRECISE)
    return w("verdict.hindsight", n=_grammatical(loss), how=how, loss=loss, play=list(texts)[found.best])


def _grammatical(points: str) -> int:
    """The number that chooses between “punto” and “punti”: only a plain 1 is singular."""
    return 1 if points == "1" else 2


def provenance(w: Words, verdicts: "DealVerdicts") -> str:
    """Where the numbers of a deal come from: level, hands looked at, seed and version."""
    worlds = max((each.judgement.worlds for each in verdicts.verdicts), default=0)
    return w(
        "verdict.provenance",
        level=w(f"verdict.level.{verdicts.level}"),
        worlds=w.number(worlds),
        seed=verdicts.seed,
        version=verdicts.version,
    )
