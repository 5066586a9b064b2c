"""The principles that a tutor names, each with the plays that keep it, those that break it, and the facts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.flags import forgotten_knock
from analysis.kernels import layout, marks
from analysis.kernels import scene as kernel
from analysis.kernels.principles import judge_principles
from analysis.knowledge import SeatView, legal_plays_of, view_vector
from analysis.principle_facts import FACTS, Judged
from analysis.thresholds import FLAG_MARGIN
from analysis.values import card_values
from engine.deals import setup_vector
from engine.kernels.layout import MOST_CAPTURES
from engine.plays import Declaration, Play
from engine.positions import Position, legal_declarations, legal_plays, plays_of


@dataclass(frozen=True, slots=True)
class Rule:
    """One principle."""

    code: str
    """Its name."""
    theme: str
    """One of `THEMES`."""
    contested: bool = False
    """Whether good players disagree about it."""
    reversed_if_low: bool = False
    """Where the lowest total wins: turned round, as the flags are; if not, it does not apply there."""


THEMES = ("table", "doubles", "sevens", "points", "parity", "declarations")
"""What principles are about."""

PRINCIPLES = (
    Rule("scopa_offered", "table", reversed_if_low=True),
    Rule("card_given_up", "points", reversed_if_low=True),
    Rule("bad_spariglio", "parity", reversed_if_low=True),
    Rule("missed_scopa", "table"),
    Rule("mulinello", "table"),
    Rule("mulinello_escape", "table"),
    Rule("anchor", "table"),
    Rule("three_kings_gone", "table"),
    Rule("opening", "doubles"),
    Rule("lay_a_double", "doubles"),
    Rule("answer_the_partner", "doubles"),
    Rule("partners_double", "doubles"),
    Rule("call_the_seven", "sevens"),
    Rule("take_the_seven", "sevens"),
    Rule("leave_the_seven", "sevens", contested=True),
    Rule("take_their_seven", "sevens"),
    Rule("partners_seven", "sevens"),
    Rule("coins", "points"),
    Rule("primiera", "points"),
    Rule("category_decided", "points"),
    Rule("best_spariglio", "parity"),
    Rule("last_two", "parity"),
    Rule("last_capture", "points"),
    Rule("dealer_unpairs_sevens", "sevens", contested=True),
    Rule("never_lay_a_seven", "sevens", contested=True),
    Rule("highest_multiplicity", "doubles", contested=True),
    Rule("least_risk", "table", contested=True, reversed_if_low=True),
    Rule("not_taken_before", "table", contested=True),
)
"""The principles of a play, in the order of `analysis.kernels.marks`."""

DECLARATIONS = (Rule("knock_forgotten", "declarations"), Rule("matta_value", "declarations", contested=True))
"""The principles of what is declared before a play."""

CODES = tuple(rule.code for rule in (*PRINCIPLES, *DECLARATIONS))
"""The codes of all."""


@dataclass(frozen=True, slots=True)
class Principle:
    """A principle that applies to a decision: some legal play keeps it and some breaks it."""

    code: str
    """One of `CODES`."""
    keeps: tuple[Play | Declaration, ...]
    """What keeps it."""
    breaks: tuple[Play | Declaration, ...]
    """What breaks it."""
    facts: Mapping[str, Any]
    """What makes it true, as numbers and card texts (docs/principles.md)."""


def principles(view: SeatView, chosen: Play | None = None, better: Play | None = None) -> tuple[Principle, ...]:
    """The principles that apply to the decision of ``view``, in the order of `PRINCIPLES`; none of a forced play.

    Where the legal play ``chosen`` breaks one, its facts are those of that play; else of all that break it together.
    Where ``better`` keeps it, what is better is told of that play; else of all that keep it together.
    """
    legal = legal_plays_of(view)
    if len(legal) < 2:
        return ()
    judged = judge(view, legal)
    found = []
    for number, rule in enumerate(PRINCIPLES):
        row = judged.marks[number].tolist()
        keeps = tuple(play for play, mark in zip(legal, row, strict=True) if mark == marks.KEEPS)
        breaks = tuple(play for play, mark in zip(legal, row, strict=True) if mark == marks.BREAKS)
        if keeps:
            kept = (better,) if better in keeps else keeps
            facts = FACTS[rule.code](replace(judged, keeps=kept, breaks=(chosen,) if chosen in breaks else breaks))
            low = {"low": True} if view.rules.objective == "low" else {}
            found.append(Principle(rule.code, keeps, breaks, facts | low))
    return tuple(found)


def judge(view: SeatView, legal: tuple[Play, ...]) -> Judged:
    """The marks of the ``legal`` plays of ``view`` by every principle, and what they were judged by."""
    setup = setup_vector(view.rules, view.players)
    vector = view_vector(view)
    cards, taken = (np.array(part, dtype=np.int64) for part in zip(*((p.card, p.taken) for p in legal), strict=True))
    history = np.array([(play.card, play.taken) for play in view.plays], dtype=np.int64).reshape(-1, 2)
    count = len(legal)
    scene = np.zeros(kernel.SCENE_SIZE, dtype=np.int64)
    traits = np.zeros((count, kernel.TRAITS), dtype=np.int64)
    chance = np.zeros(count)
    losing = np.zeros((layout.MAX_PAID, count))
    out = np.zeros((marks.PRINCIPLE_COUNT, count), dtype=np.int8)
    judge_principles(
        setup,
        card_values(view.rules),
        vector,
        np.ascontiguousarray(history[:, 0]),
        np.ascontiguousarray(history[:, 1]),
        cards,
        taken,
        count,
        FLAG_MARGIN,
        scene,
        traits,
        chance,
        losing,
        np.empty(int(setup[MOST_CAPTURES]) + 1, dtype=np.int64),
        out,
    )
    return Judged(view, legal, scene, traits, chance, losing, out)


def declaration_principles(position: Position) -> tuple[Principle, ...]:
    """The principles of what the seat to play in ``position`` may declare before its card.

    ``knock_forgotten`` is kept by every declaration and broken by every play; it applies wherever there is a knock to
    make, unless the lowest total wins. ``matta_value`` is kept by the numbers with which the matta takes something from
    the table at once, and broken by the others.
    """
    flag = forgotten_knock(position)
    if flag is None:
        return ()
    declarations = legal_declarations(position)
    found = [Principle("knock_forgotten", declarations, legal_plays(position), flag.facts)]
    rules = position.rules
    if rules.matta is not None and len(declarations) > 1:
        matta = 1 << rules.matta
        takes = {
            each: any(taking.taken for taking in plays_of(rules, position.players, position.table, matta, each.matta))
            for each in declarations
        }
        keeps = tuple(each for each, some in takes.items() if some)
        breaks = tuple(each for each, some in takes.items() if not some)
        if keeps and breaks:
            facts = {"values": [each.matta for each in keeps], "others": [each.matta for each in breaks]}
            found.append(Principle("matta_value", keeps, breaks, facts))
    return tuple(found)
