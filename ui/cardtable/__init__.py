"""The card table of the Review page: a whole deal, sent once, that is stepped through in the browser.

The scripts in `assets` decide no rule and compute no capture and no score: they show the positions they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.rules import PLAY_BONUSES
from ui import cards

COMPONENT = "settebello.card_table"
"""The name under which `pyproject.toml` declares the assets."""

RANKS = (*cards.ITALIAN_52.indices, "queen")
SUITS = tuple(name for suit in cards.ITALIAN.suits for name in (suit, f"{suit}.french"))
"""The names of ranks and suits, those of the French cards too."""

_STEPS = ("first", "back", "forward", "last", "play")
_ACTIONS = ("previous_flag", "next_flag", "flip", "open", "verdicts", "cards", "play_on", "help")

WORDS = (
    "card",
    "card.worth",
    *(f"rank.{rank}" for rank in RANKS),
    *(f"suit.{suit}" for suit in SUITS),
    "table.label",
    "table.unknown",
    "table.face_down",
    "table.dealer",
    "table.dealer_mark",
    "table.turn",
    "table.turn_of",
    "table.stock",
    "table.scopa",
    "table.capture",
    "table.leftovers",
    "table.packet",
    "table.opening",
    *(f"event.{name}" for name in PLAY_BONUSES),
    *(f"declare.{name}" for name in ("low", "triple", "made", "better")),
    "play.lays",
    "play.takes",
    "play.scopa",
    "play.forced",
    "play.note",
    "play.position",
    "standing.label",
    "standing.side",
    "standing.score",
    "standing.sure",
    "standing.dead",
    "standing.low",
    "count.carte",
    *(f"count.suit.{suit}" for suit in SUITS),
    "count.primiera",
    "count.scope",
    "count.combos",
    "count.settebello",
    "points.scope",
    "points.carte",
    "points.primiera",
    "points.combos",
    "points.settebello",
    "points.full_suit",
    "points.total",
    "points.match",
    "graph.label",
    "graph.choose",
    "graph.total",
    "graph.expected",
    "plays.label",
    "plays.round",
    "plays.filter",
    "plays.all",
    "plays.flagged",
    "plays.none",
    "plays.mistakes",
    "plays.by_loss",
    "summary.label",
    "summary.worst",
    "summary.no_mistakes",
    "summary.all_sides",
    *(
        f"summary.{name}{end}"
        for name in ("each", "small", "luck", "later", "result", "without")
        for end in ("", ".help")
    ),
    *(f"candidates.{name}" for name in ("title", "play", "loss", "value", "win", "open", "split", "about")),
    "line.show",
    "line.title",
    "line.about",
    "line.back",
    "panel.label",
    "panel.hidden",
    "panel.better",
    "panel.better_short",
    "panel.made",
    "panel.declared",
    "panel.legal",
    "panel.offered",
    "note.add",
    "note.edit",
    "note.save",
    "note.cancel",
    "end.finished",
    "end.unfinished",
    "end.leftovers",
    "end.flagged",
    "end.at_once",
    "controls.label",
    *(f"control.{name}" for name in (*_STEPS, *_ACTIONS)),
    *(f"help.{name}" for name in (*_STEPS, *_ACTIONS, "line", "leave")),
    "help.title",
    "help.more",
    "help.close",
    "key.home",
    "key.end",
    "key.space",
    "key.escape",
)
"""Every message that the scripts show or speak: the page fills `data["words"]` with them from its catalogue."""


@cache
def component(name: str, script: str) -> Any:
    """The component that `pyproject.toml` declares as ``name``, shown by this script of the assets."""
    # Late, and once: the module's words and drawings are used where no page runs.
    from streamlit.components.v2 import component as declared

    sprites = (cards.sprite(design.codes(), design) for deck in cards.DESIGNS.values() for design in deck.values())
    return declared(name, html="".join(sprites), css="main.css", js=script)


def with_designs(data: dict[str, Any], needed: Sequence[str]) -> dict[str, Any]:
    """``data`` with the drawings of its deck; raises KeyError when a word that is ``needed`` is missing."""
    missing = [word for word in needed if word not in data["words"]]
    if missing:
        raise KeyError(f"the table has no text for: {', '.join(missing)}")
    designs = {
        kind: {"name": design.name, "indices": dict(design.indices)}
        for kind, design in cards.DESIGNS[data["deck"]].items()
    }
    return {**data, "designs": designs}


def card_table(
    data: dict[str, Any],
    key: str,
    on_note: Callable[[int, str], None] | None = None,
    on_play_on: Callable[[int, int], None] | None = None,
) -> None:
    """The table with its controls, counts, plays, verdict and graph, shown at this place of the page.

    `data` is one deal as JSON: texts in the reader's language, positions and plays ready made. `key` stays the same
    for the same place of the page, whatever the deal. With `on_note` a person can write a remark on the shown play:
    it is called, before the page runs again, with the ply and the text (empty: the remark goes). With `on_play_on`
    the deal can be played on: it is called in the same way with the shown ply and the seat at the bottom. Raises
    KeyError when a word is missing.
    """
    import streamlit as st

    def note_written() -> None:
        note = st.session_state[key]["note"]
        if note and on_note:
            on_note(int(note["ply"]), str(note["text"]))

    def play_on_wished() -> None:
        told = st.session_state[key]["play_on"]
        if told and on_play_on:
            on_play_on(int(told["ply"]), int(told["seat"]))

    sent = with_designs(data, WORDS) | {"can_note": on_note is not None, "can_play_on": on_play_on is not None}
    component(COMPONENT, "main.js")(key=key, data=sent, on_note_change=note_written, on_play_on_change=play_on_wished)
