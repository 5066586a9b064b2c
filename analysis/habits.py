"""What a player keeps doing: each decision marked by the habits and principles that it could show and those it shows.

A habit is a direction in which a play differs from the best one (it takes more cards, it leaves more sevens …), so that
what no principle names has a name too. It says nothing of why.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.kernels import marks
from analysis.kernels import scene as scenes
from analysis.kernels.flags import ROUNDING, SEVENS
from analysis.knowledge import SeatView
from analysis.principle_facts import Judged
from analysis.principles import PRINCIPLES, judge
from analysis.thresholds import FLAG_MARGIN
from engine.cards import suit_mask
from engine.plays import Play


@dataclass(frozen=True, slots=True)
class Habit:
    """A direction in which plays differ from the best one."""

    code: str
    """Its name."""
    theme: str
    """One of `analysis.principles.THEMES`."""
    covers: tuple[str, ...] = ()
    """Principles that say of nearly the same decisions what the habit says: they are no leaks of their own."""


HABITS = (
    Habit("takes_more", "table"),
    Habit("takes_less", "table"),
    Habit("risks_scopa", "table", ("scopa_offered",)),
    Habit("fears_scopa", "table"),
    Habit("grabs_scopa", "table"),
    Habit("single_for_double", "doubles", ("lay_a_double", "opening")),
    Habit("double_for_single", "doubles"),
    Habit("leaves_sevens", "sevens", ("take_the_seven", "take_their_seven")),
    Habit("spares_sevens", "sevens"),
    Habit("leaves_coins", "points"),
    Habit("spares_coins", "points"),
    Habit("lays_high", "table"),
    Habit("lays_low", "table"),
)
"""The habits; a new one comes at the end, since masks that are stored count their places."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a decision could show and what it shows, as masks: bit *k* stands for the *k*-th habit or principle."""

    principles_apply: int
    """Of `PRINCIPLES`, those that some legal play keeps and some breaks."""
    principles_broken: int
    """Of these, those that the play made broke and the best one keeps."""
    habits_apply: int
    """Of `HABITS`, those that some legal play would show if some other were the best."""
    habits_shown: int
    """Of these, those that the play made shows against the best."""
    principles_against: int
    """Of those that apply, those that the play made breaks, whatever the best one does."""
    habits_done: int
    """Of those that apply, those in which no legal play goes farther than the play made, whatever is best."""


def marks_of(view: SeatView, legal: tuple[Play, ...], chosen: int, best: int) -> Marks:
    """The marks of the play ``legal[chosen]``, where ``legal[best]`` is best; ``view`` must have a choice."""
    judged = judge(view, legal)
    kept = (judged.marks == marks.KEEPS).any(axis=1)
    breaks = judged.marks[:, chosen] == marks.BREAKS
    against = breaks & (judged.marks[:, best] == marks.KEEPS)
    tendencies = _tendencies(judged)
    # A play without a place on a scale (a capture, where lays are compared) is NaN, and no comparison with it holds.
    least = np.where(np.isnan(tendencies), np.inf, tendencies).min(axis=1)
    most = np.where(np.isnan(tendencies), -np.inf, tendencies).max(axis=1)
    applies = most > least + _margins()
    shown = tendencies[:, chosen] > tendencies[:, best] + _margins()
    done = applies & (tendencies[:, chosen] >= most - _margins())
    return Marks(
        principles_apply=_mask(kept),
        principles_broken=_mask(against),
        habits_apply=_mask(applies),
        habits_shown=_mask(shown),
        principles_against=_mask(breaks),
        habits_done=_mask(done),
    )


def _tendencies(judged: Judged) -> NDArray[np.float64]:
    """By habit and play, how much of it the play has; NaN where it cannot be compared."""
    view, legal = judged.view, judged.legal
    after = judged.traits[:, scenes.T_AFTER].tolist()
    gain = judged.traits[:, scenes.T_GAIN].tolist()
    scopa = judged.traits[:, scenes.T_SCOPA].astype(float)
    captured = np.array([float(mask.bit_count()) for mask in gain])
    coins = suit_mask(view.rules.majority_suit, view.rules.deck)
    sevens_left = np.array([float((mask & SEVENS).bit_count()) for mask in after])
    coins_left = np.array([float((mask & coins).bit_count()) for mask in after])
    laid = captured == 0
    held = np.array([float((view.hand & 15 << (play.card & -4)).bit_count() > 1) for play in legal])
    rank = np.array([float(play.card // 4) for play in legal])
    double = np.where(laid, held, np.nan)
    high = np.where(laid, rank, np.nan)
    # Sweeping the table is another matter than taking much of it.
    taken = np.where(scopa > 0, np.nan, captured)
    risk = np.asarray(judged.chance, dtype=float)
    by_code = {
        "takes_more": taken,
        "takes_less": -taken,
        "risks_scopa": risk,
        "fears_scopa": -risk,
        "grabs_scopa": scopa,
        "single_for_double": -double,
        "double_for_single": double,
        "leaves_sevens": sevens_left,
        "spares_sevens": -sevens_left,
        "leaves_coins": coins_left,
        "spares_coins": -coins_left,
        "lays_high": high,
        "lays_low": -high,
    }
    return np.array([by_code[habit.code] for habit in HABITS])


def _margins() -> NDArray[np.float64]:
    """By habit, how much two plays must differ."""
    return np.array([FLAG_MARGIN - ROUNDING if habit.code in RISKS else 0.0 for habit in HABITS])


RISKS = ("risks_scopa", "fears_scopa")
"""The habits about chances: smaller differences than `FLAG_MARGIN` are none."""


def _mask(bits: NDArray[np.bool_]) -> int:
    return sum(1 << place for place, bit in enumerate(bits.tolist()) if bit)


CODES = (*(habit.code for habit in HABITS), *(rule.code for rule in PRINCIPLES))
"""The codes of all habits, then of all principles of a play."""

COMPETING = (
    frozenset(CODES)
    - {code for habit in HABITS for code in habit.covers}
    - {rule.code for rule in PRINCIPLES if rule.contested}
)
"""Those that can be called a leak: of contested principles good players may disagree, and covered ones say it twice."""
