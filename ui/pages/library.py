"""The page Partite: which games there are, how they come in, and what was set aside."""

import streamlit as st

from analysis.versions import JUDGE_VERSION
from engine.errors import SettebelloError
from ui.pages.adding import adding
from ui.pages.aside import aside
from ui.pages.deleting import undo_notice
from ui.pages.frame import reader_words, refused
from ui.pages.loading import library, load_paths
from ui.pages.matches import judged, matches
from ui.pages.players import players
from ui.pages.report import repair_wanted, report
from ui.pages.reviewing import review_status
from ui.samples import sample_files
from ui.words import Words


def show(w: Words) -> None:
    """The whole page."""
    st.title(w("page.library"), anchor=False)
    try:
        repair_wanted(w)
        found = library().matches(JUDGE_VERSION).to_dicts()
        if not found:
            welcome(w)
        report(w)
        adding(w, opened=not found)
        undo_notice(w)
        if found:
            status = st.container()
            places = matches(w, found)
            with status:
                review_status(w, found, lambda rows: judged(w, places, rows))
        aside(w)
        if found:
            players(w)
    except SettebelloError as error:
        refused(w, error)


def welcome(w: Words) -> None:
    """What this is, for somebody who has no games here yet, and a way to see it at work."""
    with st.container(border=True, key="welcome"):
        st.markdown(w("library.welcome"))
        if st.button(w("library.load_samples"), type="primary", icon=":material/playing_cards:"):
            load_paths(w, sample_files())
            st.rerun()
        st.caption(w("library.samples"))


if __name__ == "__main__":
    show(reader_words())
