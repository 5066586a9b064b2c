import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.rules import presets
from tests.browser.conftest import PHONE, Server
from tests.browser.visits import at, review, table

pytestmark = pytest.mark.browser

CIRULLA = "sample-cirulla"
KNOCK = {"match": CIRULLA, "deal": 1, "ply": 7}
"""Three low cards with the matta as an ace are declared before this play."""
KNOCK_FORGOTTEN = {"match": CIRULLA, "deal": 5, "ply": 31}
"""Three low cards are held before this play, and not declared."""

OpenPage = Callable[..., Page]
Axe = Callable[..., list[dict[str, Any]]]


def test_every_variant_opens_and_steps(loaded: Server, open_page: OpenPage) -> None:
    """The sample match of each preset opens from the list, the next play is one key away, and nothing is an error."""
    page = open_page(loaded.url)
    for name, rules in presets().items():
        page.locator(f".st-key-match-sample-{name}").get_by_role("link").first.click()
        expect(page).to_have_url(re.compile(f"match=sample-{name}&"))
        shown = table(page)
        at(page, 0, plies=rules.deck - rules.table)
        page.keyboard.press("ArrowRight")
        at(page, 1, plies=rules.deck - rules.table)
        expect(shown.locator(".play[aria-current=step]")).to_have_count(1)
        expect(page.locator(".stException, .stAlert")).to_have_count(0)
        page.get_by_role("link", name="Partite").click()


def test_a_knock_shows_its_cards_its_points_and_the_mattas_number(
    loaded: Server, open_page: OpenPage, axe: Axe
) -> None:
    """A declaration stands in the list and beside its play, and the wild card shows its number, in both languages."""
    page = open_page(review(loaded.url, **KNOCK))
    shown = table(page)
    for language, words in (("IT", "accusa carte basse: +3"), ("EN", "knocks with low cards: +3")):
        page.get_by_role("radio", name=language).click()
        expect(shown.locator(".play[aria-current=step]")).to_contain_text(words)
        expect(shown.locator(".panel .declared")).to_contain_text(words)
        expect(shown.locator(".card .worth:visible")).to_have_text("=1")
    assert axe(page) == []


def test_a_forgotten_knock_is_told_with_the_hand_as_cards(loaded: Server, open_page: OpenPage) -> None:
    """The sentence names what was held, drawn as cards and not in the notation, in both languages."""
    page = open_page(review(loaded.url, **KNOCK_FORGOTTEN), size=PHONE, color_scheme="dark")
    verdict = table(page).locator(".panel .verdict").filter(has=page.locator("h3"))
    for language, words in (("IT", "potevi accusare carte basse"), ("EN", "could have knocked with low cards")):
        page.get_by_role("radio", name=language).click()
        told = verdict.filter(has_text=words)
        expect(told.locator(".inline > .chip")).to_have_count(3)
        expect(told).not_to_contain_text(re.compile(r"\b[A2-7JQK][DCBS]\b"))


def test_the_suits_that_a_reader_chose_stay_from_deal_to_deal(loaded: Server, open_page: OpenPage) -> None:
    """French suits, once chosen, are still there in the next deal."""
    page = open_page(review(loaded.url, match=CIRULLA, deal=1))
    shown = table(page)
    expect(shown.locator("use[href^='#french']")).to_have_count(0)
    page.keyboard.press("s")
    expect(shown.get_by_role("button", name="Semi")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Smazzata successiva").click()
    expect(page).to_have_url(re.compile("deal=2"))
    at(page, 0)
    expect(shown.get_by_role("button", name="Semi")).to_have_attribute("aria-pressed", "true")
    expect(shown.locator(".standing")).to_contain_text("Quadri")


def test_the_guide_opens_at_the_rules_that_the_address_names(loaded: Server, open_page: OpenPage, axe: Axe) -> None:
    """The rules of a variant have an address, in both languages, and break no rule of accessibility."""
    for language, size, words in (("it", None, "La matta è il sette di coppe"), ("en", PHONE, "the seven of cups")):
        options = {} if size is None else {"size": size}
        page = open_page(f"{loaded.url}/guida?rules=cirulla&lang={language}", **options)
        expect(page.locator(".stMain")).to_contain_text(words, timeout=60_000)
        expect(page.locator(".example img").first).to_be_visible()
        assert axe(page) == []
        assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= page.viewport_size["width"]
