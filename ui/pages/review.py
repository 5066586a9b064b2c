"""The page Analisi: one deal at a time on the card table, with what its plays broke and what it was worth."""

import streamlit as st

from analysis.versions import JUDGE_VERSION
from engine.errors import SettebelloError
from ui.pages.deal import deal
from ui.pages.frame import LIBRARY, address_of, reader_words, refused
from ui.pages.loading import library
from ui.pages.matches import judged, matches
from ui.titles import plain
from ui.words import Words


def show(w: Words) -> None:
    """The deal that the address names; without one, the matches to choose from."""
    try:
        match = st.query_params.get("match")
        deals = library().deals_of(match).to_dicts() if match else []
        if deals:
            deal(w, deals, asked_number("deal"))
        else:
            choose(w, unknown=match)
    except SettebelloError as error:
        refused(w, error)


def asked_number(name: str, default: int | None = None) -> int | None:
    """A number of the address; ``default`` where there is none."""
    text = st.query_params.get(name, "")
    return int(text) if text.isdecimal() else default


def choose(w: Words, unknown: str | None) -> None:
    """The matches to choose from, or the way to the Library."""
    st.title(w("page.review"), anchor=False)
    if unknown:
        st.warning(w("review.unknown", match=plain(unknown)), icon=":material/help:")
    found = library().matches(JUDGE_VERSION).to_dicts()
    if not found:
        st.markdown(w("review.nothing"))
        st.page_link(
            LIBRARY.script, label=w("page.library"), icon=":material/arrow_forward:", query_params=address_of(w)
        )
    else:
        st.markdown(w("review.choose"))
        judged(w, matches(w, found), found)


if __name__ == "__main__":
    show(reader_words())
