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
from records.notation import read_line, read_lines
from records.store import Library
from tests.browser.conftest import LAPTOP, PHONE, Server, serving
from tests.browser.visits import OF_STREAMLIT, at, load_samples, review, table
from tests.conftest import PROJECT

pytestmark = pytest.mark.browser

LINES = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[:2]
MATCH = json.loads(LINES[0])["match"]

PATIENCE = 120_000
"""Milliseconds: the first deal may compile the judge."""

OpenPage = Callable[..., Page]
Axe = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def two_deals(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this file alone, its library empty at first."""
    with serving(project, tmp_path_factory.mktemp("judged")) as running:
        yield running


def test_the_review_comes_by_itself_and_leads_to_the_worst_play(
    two_deals: Server, open_page: OpenPage, tmp_path: Path
) -> None:
    """What is loaded is judged unasked; the list gains points and the worst play; its line plays; deep takes over."""
    file = tmp_path / "serata.jsonl"
    file.write_text("\n".join(LINES), "utf-8")
    page = open_page(two_deals.url)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".st-key-report")).to_contain_text("2 smazzate caricate", timeout=60_000)
    box = page.locator("[class*='st-key-match-']")
    expect(box).to_contain_text("Punti persi: ", timeout=PATIENCE)
    expect(page.locator(".st-key-reviewing")).to_have_count(0, timeout=PATIENCE)
    box.get_by_role("link", name=re.compile("Giocata peggiore")).click()
    shown = table(page)
    panel = shown.locator(".panel")
    expect(panel.locator(".verdict.cost h3 .grade")).to_be_visible()
    worst = shown.locator(".worst button").first
    expect(worst).to_be_visible()
    before = shown.locator(".counter").inner_text()
    panel.get_by_role("button", name="Giocala sul tavolo").click()
    expect(panel.get_by_role("heading", name="La linea migliore")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(panel.locator("li.is-made")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(shown.locator(".counter")).to_have_text(re.compile(re.escape(before.split("/")[0].strip())))
    page.get_by_role("button", name="Approfondisci").click()
    expect(page.get_by_text("analisi approfondita")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Approfondisci")).to_have_count(0)
    page.get_by_role("radio", name="EN").click()
    expect(page.get_by_text("deep review")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_judged_deal_is_within_reach(two_deals: Server, open_page: OpenPage, axe: Axe, size: tuple[int, int]) -> None:
    """Judged, the page breaks no rule of accessibility, is no wider than the screen, and N leads to a class."""
    page = open_page(review(two_deals.url, match=MATCH, deal=1), size=size)
    shown = table(page)
    at(page, 0)
    expect(shown.locator(".worst")).to_be_attached(timeout=PATIENCE)
    page.keyboard.press("n")
    expect(shown.locator(".panel .verdict.cost h3 .grade")).to_be_attached()
    assert [found for found in axe(page) if found["rule"] not in OF_STREAMLIT] == []
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= size[0]
    if size == LAPTOP:
        strip = shown.locator(".summary").first.bounding_box()
        assert strip is not None and strip["height"] <= 40


def test_every_scopa_is_a_star_on_the_graph_of_expected_points(new_server: Server, open_page: OpenPage) -> None:
    """As many stars as the deal has scope, also while the graph shows expected points."""
    line = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[1]
    reading = read_line(line)
    assert reading.record is not None and reading.replay is not None
    scope = sum(reading.replay.scope)
    assert scope > 0
    library = Library(new_server.database)
    load(library, read_lines([line]))
    for waiting in library.unjudged(JUDGE_VERSION, 1):
        review_one(library, waiting, "quick")
    page = open_page(review(new_server.url, match=reading.record.match, deal=reading.record.deal))
    graph = table(page).locator(".graph")
    expect(graph.get_by_role("button", name="Punti attesi")).to_have_attribute("aria-pressed", "true")
    expect(graph.locator(".band")).to_have_count(1)
    expect(graph.locator(".star")).to_have_count(scope)


FEWER = "most => Number(document.querySelector('.st-key-reviewing').innerText.match(/[0-9]+/)?.[0] ?? most) < most"
"""Whether the page tells of fewer deals that wait than ``most``."""


def test_the_review_stops_and_goes_on(new_server: Server, open_page: OpenPage) -> None:
    """Stopped, it rests and says how many deals wait, also to whoever comes later; started again, there are fewer."""
    page = open_page(new_server.url)
    load_samples(page)
    status = page.locator(".st-key-reviewing")
    status.get_by_role("button", name="Ferma").click()
    told = status.get_by_text(re.compile(r"[0-9]+ smazzate da analizzare"))
    expect(told).to_be_visible(timeout=PATIENCE)
    waiting = int(told.inner_text().split()[0])
    page.reload()
    expect(status).to_contain_text(f"{waiting} smazzate da analizzare", timeout=PATIENCE)
    status.get_by_role("button", name="Analizza").click()
    expect(status).to_contain_text("Analizzo", timeout=PATIENCE)
    page.wait_for_function(FEWER, arg=waiting, timeout=PATIENCE)
