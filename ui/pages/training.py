"""Drills on the Train page: what is due, one position after another, the answer kept as soon as it is given."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import streamlit as st

from analysis.versions import JUDGE_VERSION
from ui.cardtable.training import train_table
from ui.pages.frame import telling_errors
from ui.pages.loading import library
from ui.pages.narrowing import narrowed
from ui.pages.playing import TRAIN, sit_down
from ui.principle_sentences import theme_name
from ui.titles import places_at_table
from ui.training_sentences import again_sentence, due_sentence, provenance_sentence
from ui.words import Words

if TYPE_CHECKING:
    from analysis.drills import Drill
    from analysis.pipeline.puzzles import Puzzle
    from records.store import JudgedPlay

MISTAKES, PUZZLES = "mistakes", "puzzles"
"""What the drills are made of."""


@dataclass(slots=True)
class Task:
    """The drill that is on the table, kept from one run of the page to the next."""

    player: str
    """Whose training it is."""
    kind: str
    """`MISTAKES` or `PUZZLES`."""
    key: str
    """The drill's."""
    answered: int
    """How often it had been answered when it was put on the table."""
    place: int | None = None
    """Which of its plays was tried; None: none yet."""
    due: datetime | None = None
    """After an answer, when it comes again."""


def now() -> datetime:
    """The time where the reader is."""
    zone = st.context.timezone
    return datetime.now(ZoneInfo(zone) if zone else None).astimezone()


def training(w: Words, player: str, kind: str) -> None:
    """What is due, and the drill on the table; where nothing is, when the next one comes."""
    from analysis.pipeline.training import due_now

    wanted = _puzzle_filter(w) if kind == PUZZLES else None
    keys = [each.key for each in _puzzles(wanted)] if kind == PUZZLES else [each.key for each in own(player)]
    found = due_now(library(), player, keys, now())
    task: Task | None = st.session_state.get("train_task")
    if task is not None and (task.player, task.kind) != (player, kind):
        task = None
    if task is None and found.drills:
        task = Task(player, kind, found.drills[0], answers_of(player, found.drills[0]))
    st.session_state.train_task = task
    st.markdown(due_sentence(w, found, now()), width="stretch")
    drill = None if task is None else drill_of(player, kind, task.key)
    if task is None or drill is None:
        _nothing(w, player, kind, keys)
        return
    _table(w, task, drill)


def _table(w: Words, task: Task, drill: "Drill") -> None:
    from analysis.drills import answer
    from ui.train_data import answer_data, drill_data

    names = places_at_table(w, drill.replay.deal.players, drill.seat) if task.kind == PUZZLES else None
    data = drill_data(drill, w, task.answered, names)
    if task.place is not None:
        given = answer(drill, drill.verdict.judgement.candidates[task.place].play)
        due = "" if task.due is None else again_sentence(w, task.due, now())
        data = answer_data(data, drill, given, w, due, provenance_sentence(w, drill))

    def play_on(key: str) -> None:
        if key == drill.key:
            names = None if task.kind == PUZZLES else json.loads(drill.line)["players"]
            sit_down(TRAIN, drill.line, names, drill.ply, drill.seat)

    train_table(data, key="train_table", on_play=_played, on_next=_next, on_undo=_undo, on_onward=play_on)


def _nothing(w: Words, player: str, kind: str, keys: Sequence[str]) -> None:
    """Why there is nothing on the table."""
    if not keys and kind == MISTAKES:
        _, waiting = library().judged_counts(JUDGE_VERSION)
        st.markdown(w("train.not_reviewed", n=waiting) if waiting else w("train.no_mistakes"))
    if any(state.drill in keys for state in library().drill_states(player)):
        st.button(w("train.undo"), icon=":material/undo:", key="train_undo", on_click=_undo, args=("", player, kind))


@telling_errors
def _played(key: str, answered: int, text: str) -> None:
    """Keep the answer, unless it is to another drill than the one on the table, or was kept already."""
    from analysis.drills import answer
    from analysis.pipeline.training import keep_answer, states_of
    from engine.plays import Play, parse_play

    task: Task | None = st.session_state.get("train_task")
    if task is None or (task.key, task.answered, task.place) != (key, answered, None):
        return
    drill = drill_of(task.player, task.kind, key)
    if drill is None:
        return
    written = parse_play(text, drill.replay.deal.rules.deck)
    given = answer(drill, Play(written.card, written.taken or 0))
    if not keep_answer(library(), task.player, key, text, given, now(), answered):
        st.session_state.train_task = None
        return
    task.place = given.place
    task.due = states_of(library(), task.player)[key].due


def _next(key: str) -> None:
    task: Task | None = st.session_state.get("train_task")
    if task is not None and task.key == key and task.place is not None:
        st.session_state.train_task = None


@telling_errors
def _undo(key: str, player: str | None = None, kind: str | None = None) -> None:  # noqa: ARG001
    """Take the last answer back and put its drill on the table again."""
    task: Task | None = st.session_state.get("train_task")
    if player is None and task is not None:
        player, kind = task.player, task.kind
    if player is None or kind is None:
        return
    undone = library().undo_answer(player, _keys(player, kind))
    st.session_state.train_task = None
    if undone is not None:
        st.session_state.train_task = Task(player, kind, undone, answers_of(player, undone))


def _keys(player: str, kind: str) -> list[str]:
    """Of all drills of this kind."""
    return [each.key for each in (_puzzles(None) if kind == PUZZLES else own(player))]


def answers_of(player: str, key: str) -> int:
    """How often the player has answered the drill of this key."""
    return next((state.answers for state in library().drill_states(player) if state.drill == key), 0)


def drill_of(player: str, kind: str, key: str) -> "Drill | None":
    """The drill of this key; None: it is no longer there."""
    if kind == MISTAKES:
        return next((each for each in own(player) if each.key == key), None)
    found = next((each for each in _puzzles(None) if each.key == key), None)
    return None if found is None else _drill_of_puzzle(found.key)


def own(player: str) -> "tuple[Drill, ...]":
    """The player's own drills that the address asks for, worst mistakes first."""
    mistakes = library().mistakes_of(player)
    identity = tuple((hash(each.line), each.level, each.version, each.review.ply) for each in mistakes)
    return narrowed(player, _own(player, identity, mistakes))


@st.cache_resource(max_entries=20, show_spinner=False)
def _own(player: str, identity: object, _mistakes: "list[JudgedPlay]") -> "tuple[Drill, ...]":  # noqa: ARG001
    from analysis.drills import merged
    from analysis.pipeline.own_drills import drills_of

    return merged(drills_of(_mistakes))


def _puzzles(wanted: tuple[str | None, str | None] | None) -> "list[Puzzle]":
    """The puzzle set, easy ones first: of the rules and the theme wanted, or all."""
    from analysis.pipeline.puzzles import puzzles
    from analysis.principles import PRINCIPLES

    rules, theme = wanted or (None, None)
    themes = {rule.code: rule.theme for rule in PRINCIPLES}
    return [
        each
        for each in puzzles()
        if rules in (None, each.rules) and (theme is None or any(themes[code] == theme for code in each.themes))
    ]


@st.cache_resource(max_entries=300, show_spinner=False)
def _drill_of_puzzle(key: str) -> "Drill":
    from analysis.pipeline.puzzles import puzzle_drill

    return puzzle_drill(next(each for each in _puzzles(None) if each.key == key))


def all_drills(player: str, kind: str) -> "list[Drill]":
    """Every drill of this kind, also those that are not due."""
    if kind == MISTAKES:
        return list(own(player))
    return [_drill_of_puzzle(each.key) for each in _puzzles(None)]


def _puzzle_filter(w: Words) -> tuple[str | None, str | None]:
    """The rules and the theme that the reader wants puzzles of."""
    from analysis.principles import PRINCIPLES

    everything: Any = None
    found = _puzzles(None)
    rules = sorted({each.rules for each in found})
    themes_of = {rule.code: rule.theme for rule in PRINCIPLES}
    themes = list(dict.fromkeys(themes_of[code] for each in found for code in each.themes))
    with st.container(horizontal=True, vertical_alignment="bottom", key="puzzle-filter"):
        wanted = st.selectbox(
            w("train.rules"), [everything, *rules], key="puzzle_rules", width=240, on_change=_forget,
            format_func=lambda name: w("train.all_rules") if name is None else w(f"preset.{name}"),
        )  # fmt: skip
        theme = st.selectbox(
            w("train.theme"), [everything, *themes], key="puzzle_theme", width=240, on_change=_forget,
            format_func=lambda name: w("train.all_themes") if name is None else theme_name(w, name),
        )  # fmt: skip
    return wanted, theme


def _forget() -> None:
    st.session_state.train_task = None
