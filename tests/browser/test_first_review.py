import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import LAPTOP, PHONE, Server
from tests.browser.visits import OF_STREAMLIT, at, load_samples, review, table
from tests.conftest import PROJECT

pytestmark = pytest.mark.browser

MATCH = "cuperativa-2008-12-29"
FLAGGED_DEAL = 2
"""A deal of it whose second play is flagged."""

OpenPage = Callable[..., Page]
Axe = Callable[..., list[dict[str, Any]]]


def test_from_an_empty_library_to_a_reason_in_both_languages(new_server: Server, open_page: OpenPage) -> None:
    """One click loads the samples; a match opens; keys, click, graph and list step; flags tell why in it and en."""
    page = open_page(new_server.url)
    expect(page.get_by_role("button", name="Scegli i file")).to_be_visible()
    load_samples(page)
    page.locator("[class*='st-key-match-']").filter(has_text="29 dic 2008").get_by_role("link").click()
    shown = table(page)
    at(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, 36)
    shown.locator(".controls").get_by_role("button", name="Indietro").click()
    at(page, 35)
    plot = shown.get_by_role("slider")
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(shown.locator(".counter")).not_to_have_text(re.compile(r"^\s*(35|36)\s*/"))
    shown.locator(".plays button.play").first.click()
    at(page, 0)
    shown.locator(".plays button.play").filter(has=page.locator("svg.flag")).first.click()
    panel = shown.locator(".panel")
    flag = panel.locator(".verdict").filter(has_text="% dei casi")
    expect(flag.first).to_be_visible()
    page.get_by_role("radio", name="EN").click()
    expect(panel.locator(".verdict").filter(has_text="% of cases").first).to_be_visible()
    expect(page).to_have_url(re.compile("lang=en"))
    expect(page.get_by_role("link", name="Review")).to_be_visible()


def test_the_address_opens_the_same_place_again(loaded: Server, open_page: OpenPage) -> None:
    """Match, deal, ply and seat are in the address, follow the reader's steps, and open the same place."""
    page = open_page(review(loaded.url, match=MATCH, deal=FLAGGED_DEAL, ply=7, seat=1))
    table(page)
    at(page, 7)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("ply=8"))
    page.reload()
    table(page)
    at(page, 8)
    assert "seat=1" in page.url


def test_the_way_back_leads_to_the_deal_before(loaded: Server, open_page: OpenPage) -> None:
    """The browser's back button undoes the step to another deal, not every play."""
    page = open_page(review(loaded.url, match=MATCH, deal=1))
    table(page)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.get_by_role("button", name="Smazzata successiva").click()
    expect(page).to_have_url(re.compile("deal=2"))
    at(page, 0)
    page.go_back()
    expect(page).to_have_url(re.compile("deal=1"))
    expect(page.locator(".st-key-deal-head")).to_contain_text("sul 0–0")


def test_a_file_with_faults_shows_line_and_play_and_repairs(
    new_server: Server, open_page: OpenPage, tmp_path: Path
) -> None:
    """The good line loads, the fault names line and play, and its button repairs and loads the line."""
    lines = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()
    wrong = json.loads(lines[1])
    wrong["plays"][0] += "#"
    file = tmp_path / "serata.jsonl"
    file.write_text("\n".join([lines[0], json.dumps(wrong)]), "utf-8")
    page = open_page(new_server.url)
    page.locator("input[type=file]").set_input_files(file)
    report = page.locator(".st-key-report")
    expect(report).to_contain_text("1 smazzata caricata", timeout=60_000)
    expect(report).to_contain_text("serata.jsonl, riga 2, giocata 1")
    report.get_by_role("button", name="Correggi").click()
    expect(report).not_to_contain_text("giocata 1")
    expect(page.locator("[class*='st-key-match-']")).to_contain_text("2 smazzate")


@pytest.mark.parametrize(("color_scheme", "size"), [("light", LAPTOP), ("dark", PHONE)], ids=["laptop", "phone"])
def test_nothing_is_out_of_reach(
    loaded: Server, open_page: OpenPage, axe: Axe, color_scheme: str, size: tuple[int, int]
) -> None:
    """Neither page breaks a rule of accessibility of its own, nor is wider than the screen."""
    library = open_page(loaded.url, size=size, color_scheme=color_scheme)
    expect(library.locator("[class*='st-key-match-']").first).to_be_visible(timeout=60_000)
    deal = open_page(review(loaded.url, match=MATCH, deal=FLAGGED_DEAL, ply=1), size=size, color_scheme=color_scheme)
    table(deal)
    expect(deal.locator(".js-plotly-plot .bars").first).to_be_attached(timeout=60_000)
    for page in (library, deal):
        assert [found for found in axe(page) if found["rule"] not in OF_STREAMLIT] == []
        assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= size[0]


def test_all_that_stepping_needs_is_on_a_laptops_screen(loaded: Server, open_page: OpenPage) -> None:
    """At 1280 × 800 table, controls, graph, list and verdict are above the fold, remarks of the record included."""
    page = open_page(review(loaded.url, match=MATCH, deal=FLAGGED_DEAL, ply=1))
    box = table(page).bounding_box()
    assert box is not None and box["y"] + box["height"] <= LAPTOP[1]


def test_no_request_leaves_this_machine(loaded: Server, open_page: OpenPage) -> None:
    """The pages ask nobody else for anything: no fonts, no icons, no statistics."""
    page = open_page("about:blank")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.goto(review(loaded.url, match=MATCH))
    table(page)
    expect(page.locator(".js-plotly-plot .bars").first).to_be_attached(timeout=60_000)
    assert [url for url in asked if not url.startswith((loaded.url, "data:", "blob:"))] == []
