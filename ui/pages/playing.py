"""Playing on from a position, of a deal or of a drill: in place of what was on the page until it is left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from ui.cardtable.playing import play_on_table
from ui.sentences import error_sentence
from ui.titles import places_at_table, plain
from ui.words import Words

if TYPE_CHECKING:
    from analysis.playing_on import PlayedOn
    from records.notation import Reading

REVIEW, TRAIN = "review", "train"
"""The pages from which a deal is played on."""


@dataclass(slots=True)
class Table:
    """A deal that is being played on, kept from one run of the page to the next and nowhere else."""

    page: str
    """`REVIEW` or `TRAIN`: where it began, and where leaving it leads."""
    reading: "Reading"
    """The record that it comes from."""
    names: tuple[str, ...] | None
    """By seat, the players' names as they are shown; None: nobody's in particular, as in a puzzle."""
    played: "PlayedOn"
    """How it stands."""
    number: int
    """Which game of this session it is, from 1."""


def sit_down(page: str, line: str, names: Sequence[str] | None, ply: int, seat: int) -> None:
    """Begin to play the deal of ``line`` on, from before play ``ply`` as ``seat``; why not, where it cannot be played.

    ``names``: by seat; None: the reader's own place, and the others by theirs. To be called before the page runs.
    """
    from analysis.playing_on import PlayingOnError, play_on
    from records.notation import read_line

    reading = read_line(line)
    if reading.replay is None or reading.record is None:
        return
    try:
        played = play_on(reading.replay, ply, seat)
    except PlayingOnError as error:
        st.session_state.play_on_refused = (error, names or reading.record.players)
        return
    number = st.session_state.get("play_on_number", 0) + 1
    st.session_state.play_on_number = number
    st.session_state.play_on = Table(page, reading, None if names is None else tuple(names), played, number)


def on_table(page: str, deal: tuple[str, int] | None = None) -> bool:
    """Whether a deal is being played on that began on this page, and is this ``deal`` (match and number)."""
    table: Table | None = st.session_state.get("play_on")
    if table is None or table.page != page:
        return False
    record = table.reading.record
    return deal is None or (record is not None and (record.match, record.deal) == deal)


def refusal(w: Words) -> None:
    """Why the deal that was to be played on cannot be, once."""
    if "play_on_refused" in st.session_state:
        error, names = st.session_state.pop("play_on_refused")
        if "seat" in error.params:
            error.params["player"] = plain(names[error.params["seat"]])
        st.warning(error_sentence(w, error), icon=":material/info:")


def playing(w: Words) -> None:
    """The table at which the deal is played on."""
    from ui.play_on_data import play_on_data

    table: Table = st.session_state.play_on
    seat, ply = table.played.seat, table.played.start + 1
    if table.names is None:
        names, title = places_at_table(w, table.played.game.deal.players, seat), w("play_on.title_puzzle", ply=ply)
    else:
        names, title = list(table.names), w("play_on.title", name=plain(table.names[seat]), ply=ply)
    st.markdown(f"**{title}**")
    data = play_on_data(table.played, table.reading, w, names, str(table.number))
    play_on_table(data, key="play_on_table", on_play=_played, on_knock=_knocked, on_wish=_wished)


def _played(token: str, text: str) -> None:
    """Make the play, unless it was meant for another position than the one that stands."""
    from analysis.playing_on import with_play
    from engine.plays import Play, parse_play

    table = _at(token)
    if table is not None and table.played.own_turn:
        written = parse_play(text, table.played.game.deal.rules.deck)
        table.played = with_play(table.played, Play(written.card, written.taken or 0))


def _knocked(token: str, what: str, matta: int) -> None:
    from analysis.playing_on import with_knock
    from engine.plays import Declaration

    table = _at(token)
    if table is not None and table.played.own_turn:
        table.played = with_knock(table.played, Declaration(what, matta or None))


def _wished(token: str, name: str) -> None:
    """Take the last play back, begin again, or leave the table."""
    from analysis.playing_on import play_on, taken_back

    table = _at(token)
    if table is None:
        return
    if name == "undo":
        table.played = taken_back(table.played)
    elif name == "again":
        table.played = play_on(table.played.game, table.played.start, table.played.seat)
    else:
        st.session_state.pop("play_on")


def _at(token: str) -> Table | None:
    """The table, if it still stands as it did when the reader acted."""
    from ui.play_on_data import token_of

    table: Table | None = st.session_state.get("play_on")
    return table if table is not None and token_of(table.played) == token else None
