"""The memory drill: a position of one's own deal without its captures, three questions, exact answers."""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from ui.cardtable.training import train_table
from ui.pages.loading import library
from ui.sentences import rank_name
from ui.words import Words

if TYPE_CHECKING:
    from analysis.memory import Questions
    from records.notation import Reading

TRIES = 20
"""Deals looked at until one has a position to ask about."""


@dataclass(slots=True)
class Recall:
    """The position that is asked about, kept from one run of the page to the next."""

    player: str
    match: str
    deal: int
    seed: int
    unpaired: tuple[int, ...] | None = None
    """The ranks answered; None: not answered yet."""
    left: int | None = None
    gone: bool | None = None


def memory(w: Words, player: str) -> None:
    """The position, the questions, and after the answers what was right."""
    st.markdown(w("memory.intro"))
    task: Recall | None = st.session_state.get("memory_task")
    if task is None or task.player != player:
        task = _new_task(player)
        st.session_state.memory_task = task
    found = None if task is None else _asked(task)
    if task is None or found is None:
        st.markdown(w("memory.no_deals"))
        return
    reading, asked = found
    from ui.train_data import memory_data

    table, beside = st.columns([3, 2])
    with table:
        train_table(memory_data(reading, asked.ply, asked.seat, w), key="memory_table")
    with beside:
        if task.unpaired is None:
            _form(w, task, asked, _ranks(w, reading))
        else:
            _graded(w, task, asked, _ranks(w, reading))


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
            task.unpaired, task.left, task.gone = tuple(sorted(unpaired)), left, gone
            st.rerun()


def _graded(w: Words, task: Recall, asked: "Questions", ranks: list[str]) -> None:
    """Each question with what was right, and what was answered where that was wrong."""
    said = tuple(task.unpaired or ())
    rows = [(w("memory.unpaired"), said == asked.unpaired, _named(w, asked.unpaired, ranks), _named(w, said, ranks))]
    rows.append(
        (
            w("memory.left"),
            task.left == asked.left,
            str(asked.left),
            w("memory.nothing") if task.left is None else str(task.left),
        )
    )
    if asked.settebello_gone is not None:
        right, given = (
            w("memory.nothing") if answer is None else w("memory.yes" if answer else "memory.no")
            for answer in (asked.settebello_gone, task.gone)
        )
        rows.append((w("memory.gone"), task.gone == asked.settebello_gone, right, given))
    with st.container(border=True, key="memory-graded"):
        st.markdown(f"**{w('memory.score', right=sum(row[1] for row in rows), all=len(rows))}**")
        for question, correct, right, given in rows:
            sign = ":material/check:" if correct else ":material/close:"
            wrong = "" if correct else f" · {w('memory.you_said', given=given)}"
            st.markdown(f"{sign} {question} **{right}**{wrong}")
        st.button(w("train.next"), type="primary", key="memory_next", on_click=_forget)


def _named(w: Words, chosen: tuple[int, ...], ranks: list[str]) -> str:
    return w.listed(ranks[rank] for rank in chosen) if chosen else w("memory.none")


def _forget() -> None:
    st.session_state.memory_task = None
    for key in ("memory_unpaired", "memory_left", "memory_gone"):
        st.session_state.pop(key, None)


def _new_task(player: str) -> Recall | None:
    """A deal of the player's at random, in which there is a position to ask about."""
    deals = library().deals_played_by(player)
    chooser = random.SystemRandom()
    for _ in range(TRIES if deals else 0):
        match, deal = chooser.choice(deals)
        task = Recall(player, match, deal, chooser.randrange(1 << 30))
        if _asked(task) is not None:
            return task
    return None


def _asked(task: Recall) -> "tuple[Reading, Questions] | None":
    from analysis.memory import questions
    from records.notation import read_line

    reading = read_line(library().line_of(task.match, task.deal) or "")
    if reading.replay is None:
        return None
    shown = next((row for row in library().deals_of(task.match).to_dicts() if row["deal"] == task.deal), None)
    if shown is None or task.player not in shown["players"]:
        return None
    asked = questions(reading.replay, shown["players"].index(task.player), task.seed)
    return None if asked is None else (reading, asked)
