"""The table at which a deal is played on: a person at one seat, the engine's replies one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ui.cardtable import WORDS, component, with_designs

COMPONENT = "settebello.play_on_table"
"""The name under which `pyproject.toml` declares the assets."""

PLAY_ON_WORDS = (
    *WORDS,
    "train.after",
    "train.before",
    "train.choose",
    "train.looking_back",
    "train.which",
    "play_on.about",
    "play_on.again",
    "play_on.here",
    "play_on.hide_real",
    "play_on.knock",
    "play_on.knocked",
    "play_on.leave",
    "play_on.nothing_yet",
    "play_on.others_play",
    "play_on.panel",
    "play_on.real",
    "play_on.show_real",
    "play_on.side",
    "play_on.undo",
)
"""Every message that the scripts show or speak."""


def play_on_table(
    data: dict[str, Any],
    key: str,
    on_play: Callable[[str, str], None],
    on_knock: Callable[[str, str, int], None],
    on_wish: Callable[[str, str], None],
) -> None:
    """The table at this place of the page; ``data`` is made by `ui.play_on_data`.

    What the reader does is told before the page runs again, with the token of the position in which it was done: a
    play's text; a knock's kind and the number of the matta (0: none); a wish, ``undo``, ``again`` or ``leave``.
    Raises KeyError when a word is missing.
    """
    import streamlit as st

    def played() -> None:
        told = st.session_state[key]["play"]
        if told:
            on_play(str(told["token"]), str(told["text"]))

    def knocked() -> None:
        told = st.session_state[key]["knock"]
        if told:
            on_knock(str(told["token"]), str(told["what"]), int(told["matta"]))

    def wished() -> None:
        told = st.session_state[key]["wish"]
        if told:
            on_wish(str(told["token"]), str(told["name"]))

    component(COMPONENT, "onward.js")(
        key=key,
        data=with_designs(data, PLAY_ON_WORDS),
        on_play_change=played,
        on_knock_change=knocked,
        on_wish_change=wished,
    )
