"""Whose games a page is about."""

from collections.abc import Mapping

import streamlit as st


def chosen_player(label: str, deals: Mapping[str, int], key: str) -> str:
    """The player picked: the choice made before, on any page, else the address's, else who has most ``deals``.

    ``key`` names the page's own widget.
    """
    players = list(deals)
    # Streamlit forgets a widget's value when another page is shown; what the reader picks now must not be overwritten.
    if st.session_state.get(key) not in players:
        chosen = st.session_state.get("train_player", st.query_params.get("player"))
        if chosen not in players:
            chosen = max(players, key=deals.__getitem__)
        st.session_state[key] = chosen
    picked = st.selectbox(label, players, key=key, format_func=lambda name: name or "–", width=260)
    st.session_state.train_player = picked
    if st.query_params.get("player") != picked:
        st.query_params["player"] = picked
    return str(picked)
