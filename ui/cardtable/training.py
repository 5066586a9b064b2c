"""The table of the Train page: a position to be played from, by a click on a card, and what the play was worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ui.cardtable import WORDS, component, with_designs

COMPONENT = "settebello.train_table"
"""The name under which `pyproject.toml` declares the assets."""

TRAIN_WORDS = (
    *WORDS,
    "train.after",
    "train.before",
    "train.choose",
    "train.leave_line",
    "train.looking_back",
    "train.next",
    "train.onward",
    "train.result",
    "train.undo",
    "train.waiting",
    "train.which",
)
"""Every message that the scripts show or speak."""

Played = Callable[[str, int, str], None]
"""Called with the drill's key, how often it had been answered when it was shown, and the play's text."""


def train_table(
    data: dict[str, Any],
    key: str,
    on_play: Played | None = None,
    on_next: Callable[[str], None] | None = None,
    on_undo: Callable[[str], None] | None = None,
    on_onward: Callable[[str], None] | None = None,
) -> None:
    """The table at this place of the page; ``data`` is made by `ui.train_data`.

    What the reader does is told before the page runs again: a play, the wish for the next drill, to take the last
    answer back or to play the deal on, each with the drill's key. Raises KeyError when a word is missing.
    """
    import streamlit as st

    def played() -> None:
        told = st.session_state[key]["play"]
        if told and on_play:
            on_play(str(told["drill"]), int(told["answered"]), str(told["text"]))

    def wished(name: str, call: Callable[[str], None] | None) -> Callable[[], None]:
        def tell() -> None:
            told = st.session_state[key][name]
            if told and call:
                call(str(told["drill"]))

        return tell

    component(COMPONENT, "train.js")(
        key=key,
        data=with_designs(data, TRAIN_WORDS),
        on_play_change=played,
        on_next_change=wished("next", on_next),
        on_undo_change=wished("undo", on_undo),
        on_onward_change=wished("onward", on_onward),
    )
