"""The memory drill: a position of one's own deal without its captures, three questions, exact answers, by FSRS."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import streamlit as st

from ui.cardtable.training import train_table
from ui.pages.frame import telling_errors
from ui.pages.loading import library
from ui.pages.training import answers_of, now
from ui.sentences import rank_name
from ui.training_sentences import again_sentence, due_sentence
from ui.words import Words

if TYPE_CHECKING:
    from analysis.memory import Questions, Recalled
    from records.notation import Reading
    from records.store import SeatInDeal


@dataclass(slots=True)
class Recall:
    """The drill that is asked, kept from one run of the page to the next."""

    player: str
    """Whose memory it is."""
    key: str
    """The drill's."""
    answered: int
    """How often it had been answered when it was asked."""
    given: "Recalled | None" = None
    """What was answered; None: nothing yet."""
    due: datetime | None = None
    """After an answer, when it comes again."""


def memory(w: Words, player: str) -> None:
    """What is due; the position, the questions, and after the answers what was right."""
    from analysis.pipeline.training import due_now, memory_drills

    drills = memory_drills(library().seats_of(player))
    found = due_now(library(), player, list(drills), now(), memory=True)
    task: Recall | None = st.session_state.get("memory_task")
    if task is not None and (task.player != player or task.key not in drills):
        task = None
    if task is None and found.drills:
        task = Recall(player, found.drills[0], answers_of(player, found.drills[0]))
    st.session_state.memory_task = task
    if not drills:
        st.markdown(w("memory.no_deals"))
        return
    st.markdown(due_sentence(w, found, now()), width="stretch")
    asked = None if task is None else _asked(task.key, drills[task.key])
    if task is None or asked is None:
        if any(state.drill in drills for state in library().drill_states(player)):
            _undo_button(w, player, list(drills))
        return
    st.markdown(w("memory.intro"))
    _show(w, task, *asked, list(drills))


def _show(w: Words, task: Recall, reading: "Reading", asked: "Questions", keys: Sequence[str]) -> None:
    """The table, and beside it the questions or what was right."""
    from ui.train_data import memory_data

    table, beside = st.columns([3, 2])
    with table:
        train_table(memory_data(reading, asked.ply, asked.seat, w), key="memory_table")
    with beside:
        if task.given is None:
            _form(w, task, asked, _ranks(w, reading))
        else:
            _graded(w, task, task.given, asked, _ranks(w, reading))
            _undo_button(w, task.player, keys)


def _ranks(w: Words, reading: "Reading") -> list[str]:
    from engine.cards import RANKS

    if reading.record is None:
        return []
    return [rank_name(w, rank) for rank in RANKS[reading.record.rules.deck]]


def _form(w: Words, task: Recall, asked: "Questions", ranks: list[str]) -> None:
    with st.form("memory_form", border=True):
        unpaired = st.pills(
            w("memory.unpaired"), range(len(ranks)), selection_mode="multi", format_func=lambda rank: ranks[rank],
            key="memory_unpaired", help=w("memory.unpaired_help"),
        )  # fmt: skip
        left = st.segmented_control(w("memory.left"), range(5), key="memory_left")
        gone = None
        if asked.settebello_gone is not None:
            gone = st.segmented_control(
                w("memory.gone"), [True, False], key="memory_gone",
                format_func=lambda answer: w("memory.yes" if answer else "memory.no"),
            )  # fmt: skip
        if st.form_submit_button(w("memory.check"), type="primary"):
            _keep(task, asked, tuple(sorted(unpaired)), left, gone)
            st.rerun()


def _keep(task: Recall, asked: "Questions", unpaired: tuple[int, ...], left: int | None, gone: bool | None) -> None:
    """Keep the answers, unless the drill was answered elsewhere meanwhile: then another one is asked."""
    from analysis.memory import Recalled
    from analysis.pipeline.training import keep_recalled, states_of

    given = Recalled(unpaired, left, gone)
    if not keep_recalled(library(), task.player, task.key, given, asked.right(given), now(), task.answered):
        _forget()
        return
    task.given = given
    task.due = states_of(library(), task.player)[task.key].due


def _graded(w: Words, task: Recall, given: "Recalled", asked: "Questions", ranks: list[str]) -> None:
    """Each question with what was right, what was answered where that was wrong, and when it is asked again."""

    def number(answer: int | None) -> str:
        return w("memory.nothing") if answer is None else str(answer)

    def whether(answer: bool | None) -> str:
        return w("memory.nothing") if answer is None else w("memory.yes" if answer else "memory.no")

    rows = [
        (w("memory.unpaired"), _named(w, asked.unpaired, ranks), _named(w, given.unpaired, ranks)),
        (w("memory.left"), number(asked.left), number(given.left)),
        (w("memory.gone"), whether(asked.settebello_gone), whether(given.settebello_gone)),
    ]
    correct = asked.right(given)
    with st.container(border=True, key="memory-graded"):
        st.markdown(f"**{w('memory.score', right=sum(correct), all=len(correct))}**")
        for (question, right, said), well in zip(rows, correct, strict=False):
            sign = ":material/check:" if well else ":material/close:"
            wrong = "" if well else f" · {w('memory.you_said', given=said)}"
            st.markdown(f"{sign} {question} **{right}**{wrong}")
        if task.due is not None:
            st.markdown(again_sentence(w, task.due, now()))
        st.button(w("train.next"), type="primary", key="memory_next", on_click=_forget)


def _named(w: Words, chosen: tuple[int, ...], ranks: list[str]) -> str:
    return w.listed(ranks[rank] for rank in chosen) if chosen else w("memory.none")


def _forget() -> None:
    st.session_state.memory_task = None
    for key in ("memory_unpaired", "memory_left", "memory_gone"):
        st.session_state.pop(key, None)


def _undo_button(w: Words, player: str, keys: Sequence[str]) -> None:
    st.button(w("train.undo"), icon=":material/undo:", key="memory_undo", on_click=_undo, args=(player, keys))


@telling_errors
def _undo(player: str, keys: Sequence[str]) -> None:
    """Take the last answer to a memory drill back and ask that drill again."""
    undone = library().undo_answer(player, keys)
    _forget()
    if undone is not None:
        st.session_state.memory_task = Recall(player, undone, answers_of(player, undone))


def _asked(key: str, place: "SeatInDeal") -> "tuple[Reading, Questions] | None":
    """The deal of the drill and what is asked of it; None: the deal is no longer there."""
    from analysis.memory import asked_in
    from records.notation import read_line

    reading = read_line(library().line_of(place.match, place.deal) or "")
    if reading.replay is None:
        return None
    asked = asked_in(reading.replay, place.seat, key)
    return None if asked is None else (reading, asked)
