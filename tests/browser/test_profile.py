"""The profile in a real browser: words first, charts, no fault of accessibility, and a way to the plays."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from analysis.pipeline import load
from analysis.pipeline.reviewing import review_one
from analysis.versions import JUDGE_VERSION
from records.notation import read_lines
from records.store import Library
from tests.browser.conftest import LAPTOP, PHONE, Server, serving
from tests.browser.visits import table
from tests.conftest import PROJECT

pytestmark = pytest.mark.browser

LINE = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[3]
"""A deal in which its first player errs."""

PLAYER = json.loads(LINE)["players"][0]

PATIENCE = 60_000
"""Milliseconds: the first visitor waits for the charts' script."""

OpenPage = Callable[..., Page]
Axe = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def judged(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose library has three matches of one deal each, judged."""
    folder = tmp_path_factory.mktemp("profile")
    library = Library(folder / "settebello.duckdb")
    facts = json.loads(LINE)
    load(library, read_lines([json.dumps(facts | {"match": f"evening-{number}", "deal": 1}) for number in range(3)]))
    first, *others = library.unjudged(JUDGE_VERSION, 3)
    assert review_one(library, first, "quick")
    review = library.review_of(first.match, 1, JUDGE_VERSION)
    assert review is not None
    for waiting in others:
        library.keep_review(waiting, review)
    with serving(project, folder) as running:
        yield running


@pytest.mark.parametrize(("size", "scheme", "language"), [(LAPTOP, "light", "it"), (PHONE, "dark", "en")])
def test_the_profile_reads_well_everywhere(
    judged: Server, open_page: OpenPage, axe: Axe, size: tuple[int, int], scheme: str, language: str
) -> None:
    """Every chart is drawn and has a name, nothing runs off the side, axe-core finds no fault, tables opened too."""
    page = open_page(f"{judged.url}/profilo?player={PLAYER}&lang={language}", size=size, color_scheme=scheme)
    expect(page.locator(".js-plotly-plot")).to_have_count(4, timeout=PATIENCE)
    for summary in page.locator(".st-key-profile [data-testid='stExpander'] summary").all():
        summary.click()
    expect(page.locator(".st-key-profile table").last).to_be_visible()
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= size[0]
    assert axe(page) == []


def test_the_dearest_play_is_a_click_away(judged: Server, open_page: OpenPage) -> None:
    """The link opens the deal at the play, from the seat of who played; by keys alone another view is chosen."""
    page = open_page(f"{judged.url}/profilo?player={PLAYER}&lang=it")
    kinds = page.locator(".st-key-profile_kind")
    kinds.get_by_role("radio", name="Abitudini").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(kinds.get_by_role("radio", name="Principi")).to_be_checked(timeout=PATIENCE)
    dearest = page.locator(".st-key-costly-0 a")
    ply = re.search(r"giocata (\d+)", dearest.inner_text())
    assert ply is not None
    dearest.click()
    table(page)
    expect(page.locator(".card-table .counter")).to_have_text(re.compile(rf"^\s*{int(ply[1]) - 1}\s*/"))
