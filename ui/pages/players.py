"""The players' names: one person under two names becomes one, and apart again."""

import streamlit as st

from ui.pages.loading import library
from ui.titles import plain
from ui.words import Words


def players(w: Words) -> None:
    """Every player, a form to rename one, and the names that are shown as another."""
    with st.expander(w("players.title"), icon=":material/group:"):
        rows = library().players().to_dicts()
        names = [row["player"] for row in rows]
        with st.form("rename", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
            old = st.selectbox(w("players.who"), names, key="rename_old")
            new = st.text_input(w("players.new_name"), key="rename_new")
            sent = st.form_submit_button(w("players.rename"))
        if sent and old and new.strip():
            library().rename_player(old, new)
            if st.session_state.get("train_player") == old:
                # The person that the pages are about goes on under the new name.
                st.session_state.train_player = new.strip()
            st.rerun()
        st.caption(w("players.merging"))
        for row in rows:
            for alias in row["written"]:
                if alias != row["player"]:
                    with st.container(horizontal=True, vertical_alignment="center"):
                        st.markdown(
                            w("players.shown_as", alias=plain(alias), name=plain(row["player"])), width="content"
                        )
                        if st.button(w("players.separate"), key=f"separate-{alias}", type="tertiary"):
                            library().separate_player(alias)
                            st.rerun()
