"""Training in a real browser: a drill failed by click, one solved by keys alone, on a phone by touch."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from analysis.drills import Drill
from analysis.pipeline import load
from analysis.pipeline.own_drills import own_drills
from analysis.pipeline.puzzles import puzzle_drill, puzzles
from analysis.pipeline.reviewing import review_one
from analysis.versions import JUDGE_VERSION
from records.notation import read_lines
from records.store import Library
from tests.browser.conftest import LAPTOP, PHONE, Server
from tests.conftest import PROJECT
from ui.verdict_data import explained
from ui.words import LANGUAGES, words

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
Axe = Callable[..., list[dict[str, Any]]]
PLAYER = "Greedy"


@pytest.fixture
def trained(new_server: Server) -> tuple[Server, tuple[Drill, ...]]:
    """A server whose library has one judged deal, and the drills of a player in it."""
    library = Library(new_server.database)
    lines = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[:1]
    load(library, read_lines(lines))
    for waiting in library.unjudged(JUDGE_VERSION, 1):
        review_one(library, waiting, "quick")
    player = max(json.loads(lines[0])["players"], key=lambda name: len(library.mistakes_of(name)))
    return new_server, own_drills(library, player)


def address(server: Server, drill: Drill) -> str:
    """Where the player of the drill trains."""
    player = json.loads(drill.line)["players"][drill.seat]
    return f"{server.url}/allenamento?player={player}"


def candidate(drill: Drill, place: int) -> str:
    """The text of the play at this place of the candidates."""
    from engine.plays import play_text
    from engine.positions import scopa_of

    chosen = drill.verdict.judgement.candidates[place].play
    return play_text(chosen, scopa_of(drill.replay.positions[drill.ply], chosen), drill.replay.deal.rules.deck)


def play_by_keys(page: Page, drill: Drill, place: int) -> None:
    """Choose a play with the number keys: the card, then the capture where there are several."""
    from engine.cards import cards_of

    judgement, position = drill.verdict.judgement, drill.replay.positions[drill.ply]
    chosen = judgement.candidates[place].play
    hand = cards_of(position.hands[drill.seat])
    page.keyboard.press("1234567890"[hand.index(chosen.card)])
    same = [each.play for each in judgement.candidates if each.play.card == chosen.card]
    if len(same) > 1:
        expect(page.locator(".captures button")).to_have_count(len(same))
        page.keyboard.press(str(same.index(chosen) + 1))


def test_one_failed_by_click_and_one_solved_by_keys(
    trained: tuple[Server, tuple[Drill, ...]], open_page: OpenPage, axe: Axe
) -> None:
    """The mistake made again costs points and comes again soon; undone, the best play is found; the line is played."""
    server, drills = trained
    first = drills[0]
    page = open_page(address(server, first))
    hand = page.locator(".felt .card[data-pick]")
    expect(hand.first).to_be_visible(timeout=60_000)
    made = candidate(first, first.verdict.chosen)
    page.locator(f".felt .card[data-pick='{made[:2]}']").click(position={"x": 6, "y": 30})
    result = page.locator(".result")
    several = page.locator(f".captures button[data-play='{made}']")
    expect(several.or_(result.locator("h2")).first).to_be_visible()
    if several.count():
        several.click()
    expect(result).to_contain_text("No, costa")
    expect(result).to_contain_text("fra 10 minuti")
    expect(result.locator("table.candidates tbody tr")).to_have_count(len(first.verdict.judgement.candidates))
    assert (
        axe(page, "[class*='st-key-train_table']" if page.locator("[class*='st-key-train_table']").count() else "body")
        == []
    )
    page.keyboard.press("u")
    expect(result).to_be_hidden()
    play_by_keys(page, first, first.verdict.judgement.best)
    expect(result).to_contain_text("Trovata!")
    page.keyboard.press("l")
    expect(result.locator(".moves li.is-made")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(result.locator(".moves li")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(result).to_be_hidden()
    states = Library(server.database).drill_states(json.loads(first.line)["players"][first.seat])
    assert [(state.drill, state.answers) for state in states] == [(first.key, 1)]


def play_by_touch(page: Page, drill: Drill, place: int) -> None:
    """Choose a play by taps alone."""
    made = candidate(drill, place)
    page.locator(f".felt .card[data-pick='{made[:2]}']").tap(position={"x": 6, "y": 20})
    several = page.locator(f".captures button[data-play='{made}']")
    expect(several.or_(page.locator(".result h2")).first).to_be_visible()
    if several.count():
        several.tap()


WORDS = {
    "it": {"failed": "No, costa", "found": "Trovata!", "better": "Meglio:", "again": "fra 10 minuti"},
    "en": {"failed": "No, it costs", "found": "Found it!", "better": "Better:", "again": "in 10 minutes"},
}


@pytest.mark.parametrize("phone", [False, True], ids=["keys on a laptop", "touch on a phone"])
def test_one_failed_with_its_explanation_and_one_solved_in_both_languages(
    trained: tuple[Server, tuple[Drill, ...]], open_page: OpenPage, axe: Axe, phone: bool
) -> None:
    """By keys alone, and by taps alone: failed, explained, the line played, taken back, and solved."""
    server, drills = trained
    drill = drills[0]
    choose = play_by_touch if phone else play_by_keys
    page = open_page(address(server, drill), size=PHONE if phone else LAPTOP)
    result = page.locator(".result")

    def press(key: str, name: str) -> None:
        if phone:
            result.locator(f"[data-{name}]").tap()
        else:
            page.keyboard.press(key)

    for language in LANGUAGES:
        said = WORDS[language]
        page.goto(f"{address(server, drill)}&lang={language}")
        expect(page.locator(".felt .card[data-pick]").first).to_be_visible(timeout=60_000)
        choose(page, drill, drill.verdict.chosen)
        for text in (said["failed"], said["better"], said["again"]):
            expect(result).to_contain_text(text)
        reasons = explanation_of(drill, language)
        assert reasons
        expect(result.locator(".verdict > p")).not_to_have_count(0)
        told = re.sub(r"\s+", " ", result.locator(".verdict").inner_text())
        assert [reason for reason in reasons if reason not in told] == []
        press("l", "line")
        expect(result.locator(".moves li.is-made")).to_have_count(1)
        assert axe(page) == []
        press("u", "tell='undo'")
        expect(result).to_be_hidden()
        choose(page, drill, drill.verdict.judgement.best)
        expect(result).to_contain_text(said["found"])
        press("u", "tell='undo'")
        expect(result).to_be_hidden()
        assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= page.viewport_size["width"]
    player = json.loads(drill.line)["players"][drill.seat]
    assert Library(server.database).drill_states(player) == []


def explanation_of(drill: Drill, language: str) -> list[str]:
    """The longest run of words without a card of each paragraph that explains the drill's mistake."""
    paragraphs = explained(drill.replay, drill.verdict, words(language))["italian"]
    runs = [re.split(r"[A2-7JQK][DCBS]\S*", paragraph) for paragraph in paragraphs]
    return [max(parts, key=len).strip() for parts in runs]


def test_puzzles_without_games_on_a_phone(new_server: Server, open_page: OpenPage) -> None:
    """With no games puzzles are there at once, in English; a tap plays; played on and left, the answer is there."""
    drill = puzzle_drill(puzzles()[0])
    page = open_page(f"{new_server.url}/allenamento?lang=en", size=PHONE)
    hand = page.locator(".felt .card[data-pick]")
    expect(hand.first).to_be_visible(timeout=60_000)
    best = candidate(drill, drill.verdict.judgement.best)
    page.locator(f".felt .card[data-pick='{best[:2]}']").tap(position={"x": 6, "y": 20})
    result, several = page.locator(".result"), page.locator(f".captures button[data-play='{best}']")
    expect(several.or_(result.locator("h2")).first).to_be_visible()
    if several.count():
        several.tap()
    expect(result).to_contain_text("Found it!")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    expect(page.get_by_text(re.compile("new ones? for today"))).to_be_visible()
    result.locator("[data-tell='onward']").tap()
    expect(page.locator(".onward .felt .card[data-pick]").first).to_be_visible(timeout=15_000)
    expect(page.get_by_text("in your seat")).to_be_visible()
    page.locator("[data-wish='leave']").tap()
    expect(page.locator(".onward")).to_have_count(0)
    expect(result).to_contain_text("Found it!")
