"""The page Allenamento: one's own mistakes to be played again, puzzles, and what is still in one's memory."""

import streamlit as st

from engine.errors import SettebelloError
from ui.pages.choosing import chosen_player
from ui.pages.exporting import anki_button
from ui.pages.frame import reader_words, refused
from ui.pages.loading import library
from ui.pages.memory import memory
from ui.pages.narrowing import forget_asked, narrowing, newly_asked
from ui.pages.playing import TRAIN, on_table, playing, refusal
from ui.pages.training import MISTAKES, PUZZLES, own, training
from ui.words import Words

MEMORY = "memory"


def show(w: Words) -> None:
    """What is to be done, of whose mistakes, and the table."""
    st.title(w("page.train"), anchor=False)
    try:
        if on_table(TRAIN):
            playing(w)
            return
        refusal(w)
        deals = {row["player"]: row["deals"] for row in library().players().to_dicts()}
        players = list(deals)
        with st.container(horizontal=True, vertical_alignment="bottom", key="train-choice"):
            player = chosen_player(w("train.who"), deals, "train_name") if players else ""
            if players and newly_asked():
                st.session_state.train_kind_shown = MISTAKES
            kinds = [MISTAKES, PUZZLES, MEMORY] if players else [PUZZLES]
            kind = _kind(w, kinds) if len(kinds) > 1 else PUZZLES
        if not players:
            st.markdown(w("train.no_games"))
        if kind != MISTAKES:
            forget_asked()
        if kind == MEMORY:
            memory(w, player)
        else:
            if kind == MISTAKES and players:
                narrowing(w, player, own(player))
            training(w, player, kind)
            anki_button(w, player, kind)
    except SettebelloError as error:
        refused(w, error)


def _kind(w: Words, kinds: list[str]) -> str:
    if st.session_state.get("train_kind_shown") not in kinds:
        st.session_state.train_kind_shown = st.session_state.get("train_kind", MISTAKES)
    picked = st.segmented_control(
        w("train.kind"), kinds, key="train_kind_shown", format_func=lambda kind: w(f"train.kind.{kind}")
    )
    if picked is not None:
        st.session_state.train_kind = picked
    return str(st.session_state.get("train_kind", MISTAKES))


if __name__ == "__main__":
    show(reader_words())
