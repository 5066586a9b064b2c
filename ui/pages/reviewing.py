"""The review in the background, as the pages show it: how far it is, stop, go on, and the deep look at one deal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from analysis.versions import JUDGE_VERSION
from ui.sentences import error_sentence
from ui.titles import plain
from ui.words import Words

if TYPE_CHECKING:
    from ui.background import Reviewer

Match = Mapping[str, Any]
"""A row of `Library.matches`."""

EVERY = 1.0
"""Seconds between two looks at the work under way."""

FAULTS_SHOWN = 3
"""Deals at which the judge broke down that are named; of more, it is the same fault."""


@st.cache_resource(show_spinner=False)
def _reviewer_of(path: Path) -> "Reviewer":
    from ui.background import Reviewer

    return Reviewer(path)


def reviewer() -> "Reviewer":
    """The server's reviewer of the reader's library."""
    from records.store import default_path

    return _reviewer_of(default_path())


def review_status(w: Words, matches: Sequence[Match], show: Callable[[Sequence[Match]], None]) -> None:
    """How far the quick review of ``matches`` is, with its buttons; nothing where all was judged.

    While the judge is at work only this part of the page runs again, and ``show`` with the matches as they are then,
    which writes at places of its own; the whole page runs once, when the work has ended.
    """
    at_work = reviewer().state.phase != "idle"
    st.fragment(_status, run_every=EVERY if at_work else None)(w, _Seen(matches, reviewer().state.kept), at_work, show)


@dataclass(slots=True)
class _Seen:
    """What the page shows of the library."""

    matches: Sequence[Match]
    kept: int
    """How many reviews were kept when these were read."""


def _status(w: Words, seen: _Seen, was_at_work: bool, show: Callable[[Sequence[Match]], None]) -> None:
    found = reviewer()
    state = found.state
    if was_at_work != (state.phase != "idle"):
        st.rerun(scope="app")
    if state.kept != seen.kept:
        from records.store import Library

        seen.matches, seen.kept = Library().matches(JUDGE_VERSION).to_dicts(), state.kept
    # Each time: a fragment keeps its places outside only if it writes them at every run.
    show(seen.matches)
    waiting = sum(match["deals"] - match["judged_deals"] for match in seen.matches)
    if state.phase == "idle" and not waiting and state.error is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="reviewing"):
        faults = state.failed[:FAULTS_SHOWN] if state.error is None else (state.error,)
        for fault in faults:
            st.markdown(f":material/error: {plain(error_sentence(w, fault))}", width="stretch")
        if state.phase != "idle":
            _progress(w, waiting)
            st.button(
                w("reviewing.stop"), icon=":material/stop:", key="review_stop", on_click=found.stop,
                disabled=state.phase == "stopping",
            )  # fmt: skip
        else:
            if not faults:
                st.markdown(w("reviewing.waiting", n=waiting), width="stretch")
            st.button(w("reviewing.resume"), icon=":material/play_arrow:", key="review_resume", on_click=_resume)


def _resume() -> None:
    reviewer().start()


def _progress(w: Words, waiting: int) -> None:
    made = reviewer().state.progress
    left = waiting if made is None or not made.waiting else made.waiting
    part = made.ply / made.plies if made is not None and made.plies else 0.0
    st.markdown(w("reviewing.at_work", n=left), width="content")
    st.progress(min(1.0, part), width="stretch")


def follow(match: str, deal: int, shown: str | None, w: Words) -> None:
    """Beside an open deal: whether its review is on its way, the deep review's button, progress and cancel.

    ``shown`` is the level that the page shows. The page runs again once, when a better review is there.
    """
    state = reviewer().state
    waits = shown is None and state.phase != "idle" and state.failure_at(match, deal) is None
    busy = waits or state.deep == (match, deal)
    st.fragment(_follow, run_every=EVERY if busy else None)(match, deal, shown, w, busy)


def _follow(match: str, deal: int, shown: str | None, w: Words, was_busy: bool) -> None:
    found = reviewer()
    state = found.state
    deepening = state.deep == (match, deal)
    failure = state.failure_at(match, deal)
    if (
        was_busy
        and not deepening
        and (shown is not None or failure is not None or state.phase == "idle" or _is_judged(match, deal))
    ):
        st.rerun(scope="app")
    with st.container(
        horizontal=True, vertical_alignment="center", width="content", wrap=False, gap="xsmall", key="review-of-deal"
    ):
        if deepening:
            made = state.progress
            done, plies = (0, 0) if made is None else (made.ply, made.plies)
            st.markdown(w("reviewing.deepening", done=done, plies=plies), width="content")
            st.button(w("reviewing.cancel"), icon=":material/close:", key="deep_cancel", on_click=found.cancel)
        elif failure is None and shown is None and state.phase != "idle":
            st.markdown(w("reviewing.on_its_way"), width="content")
        elif shown != "deep":
            if failure is not None:
                st.markdown(
                    f":material/error: {w('reviewing.failed')}", width="content",
                    help=plain(error_sentence(w, failure)),
                )  # fmt: skip
            st.button(
                w("reviewing.deepen"), icon=":material/search_insights:", key="deep_start",
                on_click=found.deepen, args=(match, deal), help=w("reviewing.deepen_help"),
            )  # fmt: skip
    if not was_busy and found.state.deep == (match, deal):
        st.rerun(scope="app")


def _is_judged(match: str, deal: int) -> bool:
    from records.store import Library

    return Library().review_of(match, deal, JUDGE_VERSION) is not None
