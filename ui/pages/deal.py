"""One deal of a match: its title, the card table at once, then points, rules and the charts of the match."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from analysis.versions import JUDGE_VERSION
from engine.rules import rules_of_record
from ui.cardtable import card_table
from ui.pages.frame import GUIDE, address_of, telling_errors
from ui.pages.loading import library
from ui.pages.playing import REVIEW as PLAYED_FROM
from ui.pages.playing import on_table, playing, refusal, sit_down
from ui.pages.reporting import report_choice
from ui.pages.reviewing import follow
from ui.rule_names import rules_name
from ui.rule_sheets import rules_text
from ui.sentences import FindingLike, finding_sentence
from ui.stored_findings import remark_in_words, stored_finding
from ui.titles import date_text, match_title, plain, score_text, side_names
from ui.words import Words, words

if TYPE_CHECKING:
    from records.faults import Finding
    from records.store import DealReview

DealFacts = Mapping[str, Any]
"""A row of `Library.deals_of`."""

QUIET = ("deal.unfinished",)
"""Remarks that the table itself tells at its end."""


def deal(w: Words, deals: Sequence[DealFacts], number: int | None) -> None:
    """The deal of this number, else the first; ``deals`` are all of the match."""
    numbers = [facts["deal"] for facts in deals]
    index = numbers.index(number) if number in numbers else 0
    facts = deals[index]
    st.session_state.opened = {"match": facts["match"], "deal": facts["deal"]}
    asked = st.query_params.get("deal")
    if asked and number not in numbers:
        st.warning(w("review.unknown_deal", deal=plain(asked), shown=facts["deal"]), icon=":material/help:")
    if on_table(PLAYED_FROM, (facts["match"], facts["deal"])):
        playing(w)
        return
    refusal(w)
    data = _opened(w, facts)
    _head(w, deals, index, None if data["review"] is None else data["review"]["level"])
    remarks = _remarks(w, facts)
    if remarks:
        with st.container(key="remarks"):
            st.markdown("  \n".join(f":material/info: {remark}" for remark in remarks))
    card_table(data, key="table", on_play_on=telling_errors(lambda ply, seat: _play_on(facts, ply, seat)))
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        if data["review"] is not None:
            st.markdown(f":small[{plain(data['review']['provenance'])}]", width="content")
        report_choice(w, facts["match"], facts["deal"], several=len(deals) > 1)
    _after(w, facts, data)


def _head(w: Words, deals: Sequence[DealFacts], index: int, level: str | None) -> None:
    """Who plays, how it stands, and the way to the other deals."""
    facts = deals[index]
    with st.container(horizontal=True, vertical_alignment="center", key="deal-head"):
        st.markdown(_title(w, deals, index), width="stretch")
        follow(facts["match"], facts["deal"], level, w)
        with st.container(
            horizontal=True, vertical_alignment="center", width="content", wrap=False, gap="xsmall", key="deal-choice"
        ):
            _step(w, deals, index, -1, ":material/chevron_left:", "review.previous")
            st.session_state.deal_number = facts["deal"]
            st.selectbox(
                w("review.deal_choice"),
                [other["deal"] for other in deals],
                format_func=lambda number: _deal_name(w, deals, number),
                key="deal_number",
                label_visibility="collapsed",
                on_change=_choose,
                args=(w, facts["match"]),
                width=280,
            )
            _step(w, deals, index, +1, ":material/chevron_right:", "review.next")


def _title(w: Words, deals: Sequence[DealFacts], index: int) -> str:
    facts = deals[index]
    names = match_title(facts["players"], w)
    score = score_text(w, facts["score"]) if facts["score"] is not None else None
    before = w("review.score", score=score) if score else None
    parts = [f"**{plain(names)}**", before, date_text(w, facts["date"])]
    return " · ".join(part for part in parts if part)


def _deal_name(w: Words, deals: Sequence[DealFacts], number: int) -> str:
    facts = next(other for other in deals if other["deal"] == number)
    return w("review.deal", deal=number, deals=deals[-1]["deal"], flags=w("library.flags", n=facts["flags"]))


def _step(w: Words, deals: Sequence[DealFacts], index: int, by: int, icon: str, label: str) -> None:
    there = 0 <= index + by < len(deals)
    target = deals[index + by]["deal"] if there else None
    st.button(
        w(label), icon=icon, key=label, disabled=not there, on_click=_go,
        args=(w, deals[index]["match"], target),
    )  # fmt: skip


def _choose(w: Words, match: str) -> None:
    _go(w, match, st.session_state.deal_number)


def _go(w: Words, match: str, number: int | None) -> None:
    seat = st.query_params.get("seat")
    st.query_params.from_dict(address_of(w, match=match, deal=number, seat=seat))


def _opened(w: Words, facts: DealFacts) -> dict[str, Any]:
    """What the card table gets, opened where the address says; the same while the deal stays open.

    The script writes the reader's steps into the address: read again, they would send the whole deal again.
    """
    line = library().line_of(facts["match"], facts["deal"]) or ""
    identity = (facts["match"], facts["deal"])
    place = st.session_state.get("place")
    if place is None or place["identity"] != identity:
        asked = {name: st.query_params.get(name, "") for name in ("seat", "ply")}
        place = {"identity": identity} | {name: int(text) if text.isdecimal() else 0 for name, text in asked.items()}
        st.session_state.place = place
    judged = library().review_of(facts["match"], facts["deal"], JUDGE_VERSION)
    data = deal_data(line, w.language, tuple(facts["players"]), _version(), judged)
    seat = min(place["seat"], len(data["players"]) - 1)
    ply = min(place["ply"], len(data["plays"]))
    return data | {"seat": seat, "ply": ply}


def _play_on(facts: DealFacts, ply: int, seat: int) -> None:
    """Play the deal on from there; whoever comes back finds it open at the same place."""
    st.session_state.place = {"identity": (facts["match"], facts["deal"]), "seat": seat, "ply": ply}
    line = library().line_of(facts["match"], facts["deal"]) or ""
    sit_down(PLAYED_FROM, line, facts["players"], ply, seat)


def _version() -> int:
    from analysis.review import VERSION

    return VERSION


@st.cache_data(max_entries=100, show_spinner=False)
def deal_data(
    line: str,
    language: str,
    players: tuple[str, ...],
    version: int,  # noqa: ARG001
    judged: "DealReview | None",
) -> dict[str, Any]:
    """One deal for the card table, replayed and flagged by this ``version``, with the judge's review."""
    from analysis.pipeline.reviewing import verdicts_of
    from analysis.review import review
    from records.notation import read_line
    from ui.review_data import table_data

    reading = read_line(line)
    decisions = () if reading.replay is None else review(reading.replay)
    verdicts = None
    if judged is not None and reading.record is not None:
        verdicts = verdicts_of(judged, reading.record.rules.deck)
    return table_data(reading, decisions, words(language), players=players, verdicts=verdicts)


def _remarks(w: Words, facts: DealFacts) -> list[str]:
    """What is worth saying of the record: points that differ, a score that does not continue the match."""
    between = _between_deals(tuple(library().lines_of(facts["match"])))
    found: list[FindingLike] = [remark for remark in between if remark.params.get("deal") == facts["deal"]]
    if facts["remarks"]:
        rows = library().remarks_of(facts["match"]).to_dicts()
        found += [stored_finding(row) for row in rows if row["deal"] == facts["deal"] and row["code"] not in QUIET]
    return [plain(finding_sentence(w, remark_in_words(remark, w))) for remark in found]


@st.cache_data(max_entries=20, show_spinner=False)
def _between_deals(lines: tuple[str, ...]) -> "list[Finding]":
    """The remarks from deal to deal of a match."""
    from records.notation import match_findings, read_lines

    return match_findings(read_lines(lines))


def _after(w: Words, facts: DealFacts, data: dict[str, Any]) -> None:
    """Points by category, or why an unfinished deal stopped; the rules; the charts of the match."""
    points, charts = st.columns([2, 5], gap="large")
    with points:
        st.header(w("review.points"), anchor=False)
        st.markdown(plain(data["ended"]) if data["points"] is None else _points_table(w, facts, data))
    with charts:
        st.header(w("review.flags_of_match"), anchor=False)
        _charts(w, facts)
    _rules(w, facts)


def _rules(w: Words, facts: DealFacts) -> None:
    """The rules of the record: their name, and behind it the whole of them."""
    written = json.loads(facts["rules"])
    with st.expander(w("review.rules", rules=plain(rules_name(w, written)))):
        for section in rules_text(w, rules_of_record(written)):
            paragraphs = "\n".join(f"- {paragraph}" for paragraph in section.paragraphs)
            st.markdown(f"**{section.heading}**\n\n{paragraphs}")
        preset = written if isinstance(written, str) else written["preset"]
        st.page_link(GUIDE.script, label=w("review.all_rules"), query_params=address_of(w, rules=preset))


def _points_table(w: Words, facts: DealFacts, data: dict[str, Any]) -> str:
    """The points by category and side, with those that the record claims where they differ."""
    from ui.review_data import points_rows

    rows = []
    for key, name, values in points_rows(data, facts["claimed"], rules_of_record(json.loads(facts["rules"])), w):
        bold = "**" if key == "total" else ""
        rows.append([f"{bold}{text}{bold}" for text in (name, *values)])
    heads = [w("review.category"), *(plain(name) for name in side_names(facts["players"], w))]
    lines = [heads, ["---", *("---:" for _ in data["points"])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _charts(w: Words, facts: DealFacts) -> None:
    """The flags of the whole match: by player and kind, and by deal."""
    flags = library().flags_of(facts["match"])
    if flags.is_empty():
        st.markdown(w("review.no_flags"))
        return
    # Late: the charts' script is large, and the table must not wait for it.
    from ui import charts

    dark = st.context.theme.type == "dark"
    _chart(charts.flags_by_player(flags, facts["players"], w, dark=dark), w("chart.flags_by_player"))
    if flags["deal"].n_unique() > 1:
        _chart(charts.flags_by_deal(flags, facts["players"], w, dark=dark), w("chart.flags_by_deal"))


def _chart(figure: Any, title: str) -> None:
    st.subheader(title, anchor=False)
    st.plotly_chart(figure, key=title, config={"displayModeBar": False}, alt=title)
