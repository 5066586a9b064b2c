"""What became of the lines that were given last."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import streamlit as st

from ui.pages.loading import Loaded, library, load_text
from ui.repairs import repaired
from ui.sentences import FindingLike, finding_sentence, place_text
from ui.titles import plain
from ui.words import Words

if TYPE_CHECKING:
    from analysis.pipeline import LoadReport

SHOWN_AT_ONCE = 30
"""Findings of one kind on the page; the rest is counted, and stays in the list of lines set aside."""


def report(w: Words) -> None:
    """The report of the last load, until it is closed."""
    loaded: Loaded | None = st.session_state.get("report")
    if loaded is None:
        return
    made = loaded.report
    with st.container(border=True, key="report"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(_counts(w, made), width="stretch")
            st.button(w("library.close"), icon=":material/close:", type="tertiary", on_click=_close, key="report_close")
        for number, fault in enumerate(made.set_aside[:SHOWN_AT_ONCE]):
            faulty(w, fault, loaded.texts.get((fault.file, fault.line), ""), key=f"report-{number}")
        _more(w, len(made.set_aside))
        remarks = [*made.merged, *made.remarks]
        if remarks:
            with st.expander(w("library.remarks", n=len(remarks)), icon=":material/info:"):
                _listed(w, remarks)


def faulty(w: Words, fault: FindingLike, text: str, key: str) -> None:
    """One fault, with the smallest repair as a button where there is one."""
    with st.container(border=False, horizontal=True, vertical_alignment="center", key=f"fault-{key}"):
        st.markdown(f":material/error: {_placed(w, fault)}", width="stretch")
        better = repaired(text, fault)
        if better is not None:
            st.button(
                w("library.repair", repair=plain(fault.repair or "")),
                key=f"repair-{key}",
                icon=":material/build:",
                on_click=_repair,
                args=(text, better, fault),
            )


def _repair(old: str, text: str, fault: FindingLike) -> None:
    st.session_state.repair = (old, text, fault.file, fault.line)


def repair_wanted(w: Words) -> None:
    """Load the line whose repair was asked for, if one was: it takes the place of the one that was set aside."""
    from records.store.aside import line_hash

    wanted = st.session_state.pop("repair", None)
    if wanted is not None:
        old, *repaired_line = wanted
        load_text(w, *repaired_line)
        library().clear_set_aside(line_hash(old))


def _counts(w: Words, made: "LoadReport") -> str:
    """How many lines were loaded, and what became of the others, in one line."""
    parts = [f"**{w('library.loaded', n=made.loaded)}**"]
    completed = sum(bool(merged.found) for merged in made.merged)
    known = made.known + len(made.merged) - completed
    counts = {"known": known, "merged": completed, "set_aside": made.lines_set_aside}
    parts += [w(f"library.{name}", n=count) for name, count in counts.items() if count]
    return " · ".join(parts)


def _placed(w: Words, found: FindingLike) -> str:
    place = plain(place_text(w, found))
    sentence = plain(finding_sentence(w, found))
    return f"**{place}** · {sentence}" if place else sentence


def _listed(w: Words, findings: Iterable[FindingLike]) -> None:
    rows = [f"- {_placed(w, found)}" for found in findings]
    st.markdown("\n".join(rows[:SHOWN_AT_ONCE]))
    _more(w, len(rows))


def _more(w: Words, count: int) -> None:
    if count > SHOWN_AT_ONCE:
        st.caption(w("library.more", n=count - SHOWN_AT_ONCE))


def _close() -> None:
    del st.session_state.report
