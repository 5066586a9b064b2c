import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from analysis.pipeline import load
from analysis.pipeline.reviewing import judge_reading, review_one
from analysis.versions import JUDGE_VERSION
from records.notation import read_line, read_lines
from records.store import Library
from tests.browser.conftest import LAPTOP, PHONE, OpenPage, Server
from tests.browser.visits import review, table
from tests.conftest import PROJECT
from ui.report import ReportedDeal, report_html
from ui.words import words

pytestmark = pytest.mark.browser

LINES = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[:2]

LONG = json.dumps(
    json.loads(LINES[1]) | {"players": ["W" * 60, "Massimiliano Bartolomeo", "B", "C"], "notes": {"12": "x" * 300}}
)
"""A deal with names and a note that nothing breaks but the page."""

Axe = Callable[..., list[dict[str, Any]]]


def test_the_report_is_downloaded_and_read_without_a_network(
    new_server: Server, open_page: OpenPage, browser: Browser, axe: Axe, tmp_path: Path
) -> None:
    """The page's button gives a file; from disk, offline, it asks for nothing, fits a phone, and is within reach."""
    library = Library(new_server.database)
    load(library, read_lines(LINES))
    for waiting in library.unjudged(JUDGE_VERSION, len(LINES)):
        review_one(library, waiting, "quick")
    page = open_page(review(new_server.url, match="sample-scopone", deal=2))
    table(page)
    page.get_by_role("button", name="Scarica l’analisi").click()
    page.get_by_text("Tutta la partita").click()
    page.get_by_text("Senza nomi").click()
    # The name stands below the button: it changes when the button is the new one.
    expect(page.get_by_text("settebello.html", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Scarica la pagina").click()
    assert download.value.suggested_filename == "settebello.html"
    file = tmp_path / "settebello.html"
    download.value.save_as(file)
    for size, scheme, within in ((LAPTOP, "light", "article"), (PHONE, "dark", "body")):
        context = browser.new_context(
            offline=True, color_scheme=scheme, viewport={"width": size[0], "height": size[1]}, locale="it-IT"
        )
        read = context.new_page()
        asked: list[str] = []
        read.on("request", lambda request, asked=asked: asked.append(request.url))
        read.goto(file.as_uri())
        assert asked == [file.as_uri()]
        expect(read.get_by_role("heading", name="Smazzata 2: 5–2")).to_be_visible()
        expect(read.get_by_text("Giocatore 1", exact=True).first).to_be_visible()
        assert "Greedy" not in read.content()
        assert axe(read, within) == []
        assert read.evaluate("document.documentElement.scrollWidth") <= size[0]
        context.close()


def test_long_names_and_notes_fit_a_phone(open_page: OpenPage, tmp_path: Path) -> None:
    """Whatever people wrote, the page is no wider than the screen, on a phone and on a laptop."""
    reading = read_line(LONG)
    deal = ReportedDeal(reading, judge_reading(reading, "quick"))
    file = tmp_path / "long.html"
    file.write_text(report_html([deal], words("en"), version="1", made=dt.date(2026, 1, 31)), "utf-8")
    for size in (PHONE, LAPTOP):
        page = open_page(file.as_uri(), size=size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
