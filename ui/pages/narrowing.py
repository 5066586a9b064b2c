"""Training on the mistakes of one habit or principle only, as the address asks (``only=habit.takes_more``)."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from ui.pages.loading import library
from ui.profile_names import cell_name
from ui.words import Words

if TYPE_CHECKING:
    from analysis.drills import Drill

ONLY = "only"


def narrowed(player: str, drills: "tuple[Drill, ...]") -> "tuple[Drill, ...]":
    """Those of the player's ``drills`` that the address asks for; all, if it asks for none that there is."""
    asked = _asked()
    if asked is None:
        return drills
    wanted = _places(library().path, player, *asked, library().profile_state())
    found = tuple(
        drill for drill in drills if any((each.match, each.deal, each.ply) in wanted for each in drill.places)
    )
    return found or drills


def narrowing(w: Words, player: str, drills: "tuple[Drill, ...]") -> None:
    """What the ``drills`` were narrowed to, and the way back to all; nothing where they are all."""
    asked = _asked()
    if asked != st.session_state.get("train_only"):
        # What is on the table may not be among them.
        st.session_state.train_only = asked
        st.session_state.train_task = None
    if asked is None:
        return
    wanted = _places(library().path, player, *asked, library().profile_state())
    if all(any((each.match, each.deal, each.ply) in wanted for each in drill.places) for drill in drills):
        with st.container(horizontal=True, vertical_alignment="center", key="narrowing"):
            st.markdown(w("train.only", name=cell_name(w, *asked)), width="content")
            st.button(w("train.all_mistakes"), icon=":material/close:", key="train_all", on_click=_all)


def forget_asked() -> None:
    """Something else is looked at than mistakes: when they are asked for again, that is a new wish."""
    _all()
    st.session_state.train_only = None


def newly_asked() -> bool:
    """Whether the reader comes here for mistakes of one kind: then these are shown, whatever was shown before."""
    return _asked() not in {None, st.session_state.get("train_only")}


def _asked() -> tuple[str, str] | None:
    """Kind and code that the address names; None: none, or none that there is."""
    kind, _, code = st.query_params.get(ONLY, "").partition(".")
    if not code:
        return None
    from analysis.habits import HABITS
    from analysis.principles import PRINCIPLES

    known = {"habit": [each.code for each in HABITS], "principle": [each.code for each in PRINCIPLES]}
    return (kind, code) if code in known.get(kind, ()) else None


def _all() -> None:
    st.query_params.pop(ONLY, None)


@st.cache_data(max_entries=20, show_spinner=False)
def _places(path: Path, player: str, kind: str, code: str, state: str) -> set[tuple[str, int, int]]:  # noqa: ARG001
    """Where the player's plays count in the cell."""
    from analysis.pipeline.profile_plays import examples_of
    from records.store import Library

    found = examples_of(Library(path), player, kind, code, MOST_PLAYS)
    return {(each.match, each.deal, each.ply) for each in found}


MOST_PLAYS = 100_000
"""Plays that count in one cell, at most."""
