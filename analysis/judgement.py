"""What the judge says of a decision and of a deal, as plain data."""

from dataclasses import dataclass
from math import hypot

from analysis.thresholds import BLUNDER, DOUBTFUL, MISTAKE
from engine.plays import Play

Z95 = 1.96
"""Standard errors on either side of a 95 % interval."""

CLASSES = ("doubtful", "mistake", "blunder")
"""What a play that costs points is called, by growing loss: ?!, ?, ??."""

GRADES = dict(zip(CLASSES, (DOUBTFUL, MISTAKE, BLUNDER), strict=True))
"""By class, the expected points that a play must surely lose."""

KINDS = ("mistake", "unlucky", "lucky_mistake", "too_close")
"""How what could be known compares with what was the case; a play that is none of them was good."""


@dataclass(frozen=True, slots=True)
class Points:
    """Expected points with their standard error, from the point of view of one side: own less the best other side's."""

    mean: float
    error: float
    """0: exact."""
    doubt: float = 0.0
    """What may be missing from ``mean``, as a standard error that counts upwards only: a loss measured against a play
    that may not be the best is too low, never too high."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - Z95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + Z95 * hypot(self.error, self.doubt)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal play and what it is worth to the side that decides, as far as its seat could know."""

    play: Play
    value: Points
    """The points of the whole deal that it leads to."""
    split: tuple[float, ...]
    """``value`` by category (`engine.scoring.CATEGORIES`); adds up to it."""
    loss: Points
    """What the best play is worth more. Compared on the same hands, and the best play chosen on other hands than those
    on which it is valued: the best play has a loss of 0, and noise makes no loss (it can come out below 0)."""
    loss_split: tuple[float, ...]
    """``loss`` by category; adds up to it."""
    worlds: int
    """How many ways in which the unseen cards may lie it was looked at in. Fewer than `Judgement.worlds`: it soon was
    clearly worse and left aside; so it stopped at a low moment, and its loss is somewhat too high."""
    win: float | None
    """The chance of winning the match after it, 0 to 1; None: it is not known how the match stands."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What every legal play of a decision was worth, fairly: from what the seat could know."""

    candidates: tuple[Candidate, ...]
    """In the order of `analysis.knowledge.legal_plays_of`."""
    best: int
    """The place of the best play."""
    worlds: int
    """How many ways in which the unseen cards may lie it rests on; all of them, if the values are exact."""
    exact: bool
    """Whether the values have no error: every way the cards may lie was gone through."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What the plays were worth with all hands open: never a reproach, always called hindsight."""

    values: tuple[float, ...]
    """By candidate, the points of the whole deal."""
    loss: float
    """What the best open play is worth more than the one made."""
    best: int
    """The place of the best open play."""
    exact: bool
    """Solved to the end; else the mean of games played out by the judge's players with these hands."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of one decision: a play with a choice, in a deal whose record tells the hand."""

    ply: int
    seat: int
    chosen: int
    """The place of the play made, among the candidates."""
    judgement: Judgement
    grade: str | None
    """One of `CLASSES`; None: it costs nothing worth a word, or not surely."""
    kind: str | None
    """One of `KINDS`; None: a good play."""
    hindsight: Hindsight | None
    """None: the record does not tell all hands."""
    line: tuple[Play, ...]
    """The best play, and how the deal then goes on with the real hands, everyone playing as the judge's players do.

    Empty if the best play was made."""

    @property
    def loss(self) -> Points:
        """What the play lost, in points of the deal, to the side that made it."""
        return self.judgement.candidates[self.chosen].loss

    @property
    def loss_split(self) -> tuple[float, ...]:
        """``loss`` by category."""
        return self.judgement.candidates[self.chosen].loss_split


@dataclass(frozen=True, slots=True)
class DealVerdicts:
    """The judge's review of one deal."""

    level: str
    """``quick`` or ``deep``."""
    seed: int
    verdicts: tuple[Verdict, ...]
    """By ply; forced plays and hands that the record does not tell have none."""
    luck: tuple[Points, ...] | None
    """By side, what the judge's players score with these cards in these seats, less what they score on average with
    such seats; None: the record does not tell all hands."""
    later_luck: tuple[Points, ...] | None
    """By side, the part of ``luck`` that came with the cards dealt after the first packets; None: there are none, or
    ``luck`` is not known."""
    version: int
