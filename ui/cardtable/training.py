"""The table of the Train page: a position to be played from, by a click on a card, and what the play was worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ui import cards
from ui.cardtable import WORDS

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
    "train.result",
    "train.undo",
    "train.waiting",
    "train.which",
)
"""Every message that the scripts show or speak."""

Played = Callable[[str, int, str], None]
"""Called with the drill's key, how often it had been answered when it was shown, and the play's text."""


@cache
def _component() -> Any:
    # Late, and once: the module's words are used where no page runs.
    from streamlit.components.v2 import component

    sprites = (cards.sprite(design.codes(), design) for deck in cards.DESIGNS.values() for design in deck.values())
    return component(COMPONENT, html="".join(sprites), css="main.css", js="train.js")


def train_table(
    data: dict[str, Any],
    key: str,
    on_play: Played | None = None,
    on_next: Callable[[str], None] | None = None,
    on_undo: Callable[[str], None] | None = None,
) -> None:
    """The table at this place of the page; ``data`` is made by `ui.train_data`.

    What the reader does is told before the page runs again: a play, the wish for the next drill or to take the last
    answer back, each with the drill's key. Raises KeyError when a word is missing.
    """
    import streamlit as st

    missing = [word for word in TRAIN_WORDS if word not in data["words"]]
    if missing:
        raise KeyError(f"the table has no text for: {', '.join(missing)}")

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

    designs = {
        kind: {"name": design.name, "indices": dict(design.indices)}
        for kind, design in cards.DESIGNS[data["deck"]].items()
    }
    _component()(
        key=key,
        data={**data, "designs": designs},
        on_play_change=played,
        on_next_change=wished("next", on_next),
        on_undo_change=wished("undo", on_undo),
    )
