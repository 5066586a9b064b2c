"""The list of matches: find one, open it, take it along, delete it."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.pages.deleting import delete
from ui.pages.frame import REVIEW, address_of
from ui.pages.loading import library
from ui.pages.reporting import report_button
from ui.rule_names import preset_name, rules_name
from ui.titles import date_text, match_title, plain, score_text, side_names
from ui.verdict_sentences import GLYPHS, PRECISE, points_text
from ui.words import Words

SHOWN_AT_ONCE = 30
"""Matches on the page before the reader asks for more."""

Match = Mapping[str, Any]
"""A row of `Library.matches`."""

ORDERS: Mapping[str, tuple[Callable[[Match], Any], bool]] = {
    "newest": (lambda match: match["date"] or "", True),
    "oldest": (lambda match: match["date"] or "9999", False),
    "loaded": (lambda match: match["loaded_at"], True),
    "flags": (lambda match: match["flags"], True),
    "deals": (lambda match: match["deals"], True),
    "lost": (lambda match: sum(match["lost"] or ()), True),
    "worst": (lambda match: match["worst_loss"] or 0, True),
}
"""By name, what the list is sorted by and whether the highest comes first."""


def matches(w: Words, rows: Sequence[Match]) -> dict[str, DeltaGenerator]:
    """The matches that pass the filters, a box each; by match, the place where `judged` says what the judge found."""
    shown = _filtered(w, rows) if len(rows) > 1 else list(rows)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="count"):
        st.markdown(w("library.matches", n=len(shown)), width="content")
        names = [match["match"] for match in shown]
        _export(w("library.export_all"), names, "settebello.jsonl", "export-all")
    limit = st.session_state.setdefault("matches_shown", SHOWN_AT_ONCE)
    places = {match["match"]: _box(w, match) for match in shown[:limit]}
    if len(shown) > limit:
        st.button(w("library.show_more", n=len(shown) - limit), on_click=_show_more)
    return places


def judged(w: Words, places: Mapping[str, DeltaGenerator], rows: Sequence[Match]) -> None:
    """Write at their ``places`` what the judge found in the matches so far; all else stays as it is."""
    for match in rows:
        if match["match"] in places:
            with places[match["match"]], st.container(gap=None):
                _judged(w, match)


def _show_more() -> None:
    st.session_state.matches_shown += SHOWN_AT_ONCE


def _filtered(w: Words, rows: Sequence[Match]) -> list[Match]:
    """The rows that the reader asks for, in the order asked for."""
    names = sorted({player for match in rows for player in match["players"]}, key=str.casefold)
    presets = sorted({match["preset"] for match in rows}, key=lambda name: preset_name(w, name))
    with st.container(horizontal=True, key="filters"):
        player = st.selectbox(
            w("library.filter_player"), names, index=None, placeholder=w("library.everyone"), key="filter_player"
        )
        preset = st.selectbox(
            w("library.filter_rules"),
            presets,
            index=None,
            placeholder=w("library.any_rules"),
            format_func=lambda name: preset_name(w, name),
            key="filter_rules",
        )
        order = st.selectbox(
            w("library.sort"), list(ORDERS), format_func=lambda name: w(f"library.sort.{name}"), key="sort"
        )
    key, reverse = ORDERS[order]
    chosen = [
        match
        for match in rows
        if (player is None or player in match["players"]) and (preset is None or preset == match["preset"])
    ]
    return sorted(chosen, key=key, reverse=reverse)


def _box(w: Words, match: Match) -> DeltaGenerator:
    name, title = match["match"], match_title(match["players"], w)
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"match-{name}"):
        with st.container(gap=None):
            st.page_link(
                REVIEW.script,
                label=f"**{plain(title)}** {score_text(w, match['score'])}",
                icon=":material/play_arrow:",
                query_params=address_of(w, match=name),
            )
            st.markdown(_facts(w, match))
            # A place of its own: the review under way writes there, and the rest of the page is left alone.
            place = st.container(gap=None)
        with st.popover(w("library.more_actions"), icon=":material/more_vert:", type="tertiary", key=f"more-{name}"):
            _export(w("library.export"), [name], f"{name}.jsonl", f"export-{name}")
            report_button(w, name, None, key=f"report-{name}")
            st.button(
                w("library.delete"), icon=":material/delete:", key=f"delete-{name}", on_click=delete,
                args=(name, title),
            )  # fmt: skip
    return place


def _facts(w: Words, match: Match) -> str:
    """Date, rules, deals and flags in one line."""
    deals = w("library.deals", n=match["deals"])
    unfinished = match["deals"] - match["finished_deals"]
    if unfinished:
        deals = f"{deals} ({w('library.unfinished', n=unfinished)})"
    flags = w("library.flags", n=match["flags"] or 0)
    rules = plain(rules_name(w, json.loads(match["rules"])))
    parts = [date_text(w, match["date"]), rules, deals, f"⚑ {flags}"]
    return " · ".join(part for part in parts if part)


def _judged(w: Words, match: Match) -> None:
    """What each side lost, and the way to the worst play."""
    if not match["judged_deals"]:
        return
    sides = zip(side_names(match["players"], w), match["lost"] or (), strict=False)
    lost = " · ".join(f"{plain(name)} {points_text(w, points, PRECISE)}" for name, points in sides)
    part = match["judged_deals"] < match["deals"]
    st.markdown(
        w("library.lost_so_far" if part else "library.lost", lost=lost, judged=match["judged_deals"]),
    )  # fmt: skip
    if match["worst_loss"] is None:
        return
    name, glyph = plain(match["players"][match["worst_seat"]]), GLYPHS[match["worst_class"]]
    loss = points_text(w, match["worst_loss"], PRECISE)
    st.page_link(
        REVIEW.script,
        label=w("library.worst", player=name, glyph=glyph, loss=loss, deal=match["worst_deal"]),
        query_params=address_of(
            w, match=match["match"], deal=match["worst_deal"], ply=match["worst_ply"], seat=match["worst_seat"]
        ),
    )


def _export(label: str, names: Sequence[str], file_name: str, key: str) -> None:
    def lines() -> str:
        return "".join(f"{line}\n" for line in library().export_lines(list(names)))

    st.download_button(
        label, lines, file_name, "application/x-ndjson", key=key, icon=":material/download:", on_click="ignore"
    )
