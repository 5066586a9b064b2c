"""Playing on from a position in a real browser: by keys from a deal, and by touch with a knock."""

import json
import re
from collections.abc import Callable
from typing import Any

import duckdb
import pytest
from playwright.sync_api import Page, expect

from analysis.pipeline import load
from records.notation import read_line, read_lines
from records.store import Library
from tests.browser.conftest import PHONE, Server
from tests.browser.visits import at, review, table
from tests.conftest import PROJECT

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
Axe = Callable[..., list[dict[str, Any]]]

UNFINISHED = "cuperativa-2010-10-16"


def line_of(name: str, deal: int = 1) -> str:
    """The line of a deal of the sample games."""
    return (PROJECT / "sample_games" / f"{name}.jsonl").read_text("utf-8").splitlines()[deal - 1]


def contents(server: Server) -> list[tuple[str, int]]:
    """How many rows each table of the library has."""
    with duckdb.connect(server.database, read_only=True) as file:
        tables = [name for (name,) in file.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()]
        return [(name, file.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0]) for name in tables]


def own_turn(page: Page) -> None:
    """Wait until the replies have been shown and the person is to play, or the deal is over."""
    hand = page.locator(".onward .felt .card[data-pick]")
    expect(hand.or_(page.locator(".onward .result .verdict")).first).to_be_visible(timeout=30_000)


def played_out(page: Page, choose: Callable[[], None]) -> None:
    """Play the first card, and its first capture, until the deal is over."""
    result = page.locator(".onward .result .verdict")
    for _ in range(20):
        own_turn(page)
        if result.count():
            return
        hand = page.locator(".onward .felt .card[data-pick]").count()
        choose()
        page.wait_for_function(
            "most => document.querySelector('.captures [data-play]')"
            " || document.querySelectorAll('.onward .felt .card[data-pick]').length < most",
            arg=hand,
        )
        if page.locator(".captures [data-play]").count():
            choose()
            expect(page.locator(".captures [data-play]")).to_have_count(0)


def test_a_deal_is_played_on_by_keys_and_nothing_is_stored(new_server: Server, open_page: OpenPage, axe: Axe) -> None:
    """From the Review page to the deal's end: the game beside it, the two results, one play back, and back again."""
    load(Library(new_server.database), read_lines([line_of("scopone")]))
    name = json.loads(line_of("scopone"))["match"]
    page = open_page(review(new_server.url, match=name, deal=1, ply=25, seat=2))
    table(page)
    at(page, 25)
    page.wait_for_timeout(500)
    before = contents(new_server)
    page.keyboard.press("g")
    own_turn(page)
    beside = page.locator(".onward .result")
    expect(beside.locator("tbody tr")).to_have_count(1)
    assert axe(page) == []
    played_out(page, lambda: page.keyboard.press("1"))
    expect(beside.locator(".verdict")).to_contain_text("nella partita vera")
    game = read_line(line_of("scopone")).replay
    assert game is not None
    real = [float(side.total) for side in game.score()]
    shown = beside.locator(".verdict tbody tr td:last-child").all_inner_texts()
    assert [float(text.replace("½", ".5")) for text in shown] == real
    expect(beside.locator(".scroll tbody tr")).to_have_count(36 - 25)
    page.keyboard.press("u")
    expect(beside.locator(".verdict")).to_have_count(0)
    expect(page.locator(".onward .felt .card[data-pick]")).to_have_count(1)
    page.keyboard.press("r")
    expect(beside.locator(".scroll")).to_have_count(0)
    page.keyboard.press("x")
    table(page)
    at(page, 25)
    assert contents(new_server) == before


def test_a_knock_is_made_by_touch_on_a_phone(loaded: Server, open_page: OpenPage, axe: Axe) -> None:
    """Cirulla in English and dark, at 390 pixels: the knock is offered, stands beside its play, and is taken back."""
    line = json.loads(line_of("cirulla"))
    knock = next(each for each in line["declared"] if each["ply"] >= 6)
    seat = (line["dealer"] + 1 + knock["ply"]) % len(line["players"])
    address = review(loaded.url, match=line["match"], deal=1, ply=knock["ply"], seat=seat, lang="en")
    page = open_page(address, size=PHONE, color_scheme="dark")
    table(page).get_by_role("button", name=re.compile("^Play$")).last.tap()
    own_turn(page)
    page.locator("[data-knock]").first.tap()
    expect(page.locator(".choices")).to_contain_text("You knocked")
    assert axe(page) == []
    hand = page.locator(".onward .felt .card[data-pick]")
    count = hand.count()
    hand.first.tap(position={"x": 6, "y": 20})
    if page.locator(".captures [data-play]").count():
        page.locator(".captures [data-play]").first.tap()
    expect(hand).to_have_count(count - 1, timeout=15_000)
    expect(page.locator(".onward .result tbody tr").first).to_contain_text("knock")
    page.locator("[data-wish='undo']").tap()
    expect(page.locator("[data-knock]").first).to_be_visible()
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= PHONE[0]


def test_what_the_record_does_not_tell_is_said(loaded: Server, open_page: OpenPage) -> None:
    """An unfinished deal without its hands is not played on; the page names whose cards are missing."""
    page = open_page(review(loaded.url, match=UNFINISHED, deal=1))
    table(page)
    page.keyboard.press("g")
    expect(page.get_by_text("la registrazione non dice tutte le carte")).to_be_visible()
    expect(page.locator(".onward")).to_have_count(0)
