"""The button that gives the drills as a deck for Anki."""

import tempfile
from pathlib import Path

import streamlit as st

from ui.pages.training import MISTAKES, all_drills
from ui.words import Words


def anki_button(w: Words, player: str, kind: str) -> None:
    """A button that makes the deck of all drills of this kind when it is pressed; nothing where there are none."""
    if kind == MISTAKES and not all_drills(player, kind):
        return
    name = w("anki.deck", name=player) if kind == MISTAKES else w("anki.deck_puzzles")

    def made() -> bytes:
        from ui.anki import write_deck

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "settebello.apkg"
            write_deck(path, name, all_drills(player, kind), w)
            return path.read_bytes()

    st.download_button(
        w("anki.export"), made, file_name="settebello.apkg", icon=":material/style:", key="anki_export",
        help=w("anki.export_help"), on_click="ignore",
    )  # fmt: skip
