"""The button that gives a deal, or its whole match, as a report: one page that opens without a network."""

import datetime as dt
import re

import streamlit as st

from analysis.versions import JUDGE_VERSION
from ui.pages.loading import library
from ui.titles import plain
from ui.words import Words

LONGEST = 60
"""Signs of a file's name that come from the match."""


def report_choice(w: Words, match: str, deal: int, *, several: bool) -> None:
    """The choice of what goes into the report, and the button; ``several``: the match has more deals than this one."""
    with st.popover(w("report.download"), icon=":material/description:", type="tertiary", key="report_choice"):
        st.markdown(w("report.download_help"))
        whole = False
        if several:
            kinds = (False, True)
            whole = st.radio(
                w("report.which"),
                kinds,
                format_func=lambda all_deals: w("report.whole" if all_deals else "report.this_deal"),
                key="report_whole",
            )
        anonymous = st.checkbox(w("report.anonymous"), key="report_anonymous")
        number = None if whole else deal
        report_button(w, match, number, key="report_button", label=w("report.button"), anonymous=anonymous)
        st.caption(plain(file_name(match, number, anonymous=anonymous)))


def report_button(
    w: Words, match: str, deal: int | None, key: str, *, label: str | None = None, anonymous: bool = False
) -> None:
    """A button that makes the report on a deal, or with None on all of the match, when it is pressed."""
    st.download_button(
        w("report.download") if label is None else label,
        lambda: match_report(w, match, deal, anonymous=anonymous),
        file_name(match, deal, anonymous=anonymous),
        "text/html",
        key=key,
        icon=":material/download:",
        on_click="ignore",
    )


def file_name(match: str, deal: int | None, *, anonymous: bool) -> str:
    """The name of the report's file; without names it says nothing of the match, which may be called after players."""
    if anonymous:
        return "settebello.html"
    shown = re.sub(r"[^\w-]+", "-", match)[:LONGEST].strip("-")
    return "-".join(part for part in ("settebello", shown, "" if deal is None else str(deal)) if part) + ".html"


def match_report(w: Words, match: str, deal: int | None, *, anonymous: bool) -> str:
    """The report on a deal of the library, or on all of a match, with the reviews that there are by now."""
    from analysis.pipeline.reviewing import verdicts_of
    from records.notation import read_line
    from ui.cli.version import program_version
    from ui.report import ReportedDeal, report_html

    found = []
    for facts in library().deals_of(match).to_dicts():
        if deal not in (None, facts["deal"]):
            continue
        reading = read_line(library().line_of(match, facts["deal"]) or "")
        judged = library().review_of(match, facts["deal"], JUDGE_VERSION)
        verdicts = None
        if judged is not None and reading.record is not None:
            verdicts = verdicts_of(judged, reading.record.rules.deck)
        if reading.record is not None and reading.replay is not None:
            found.append(ReportedDeal(reading, verdicts, tuple(facts["players"])))
    today = dt.datetime.now().astimezone().date()
    return report_html(found, w, version=program_version(), made=today, anonymous=anonymous)
