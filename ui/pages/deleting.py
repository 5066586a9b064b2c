"""Deleting a match, and taking that back."""

import streamlit as st

from ui.pages.frame import telling_errors
from ui.pages.loading import library, restore
from ui.titles import plain
from ui.words import Words


@telling_errors
def delete(match: str, title: str) -> None:
    """Delete the match, and keep its lines for as long as the page is open."""
    lines = library().delete_match(match)
    st.session_state.deleted = (title, lines)
    if st.session_state.get("opened", {}).get("match") == match:
        del st.session_state.opened


def undo_notice(w: Words) -> None:
    """What was deleted last, with the way back."""
    deleted = st.session_state.get("deleted")
    if deleted is None:
        return
    title, lines = deleted
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="deleted"):
        st.markdown(w("library.deleted", title=plain(title), n=len(lines)), width="stretch")
        if st.button(w("library.undo"), icon=":material/undo:", type="primary"):
            restore(w, lines)
            del st.session_state.deleted
            st.rerun()
        st.button(w("library.close"), icon=":material/close:", type="tertiary", on_click=_close, key="deleted_close")


def _close() -> None:
    del st.session_state.deleted
