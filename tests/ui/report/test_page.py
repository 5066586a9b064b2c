import datetime as dt
import itertools
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from analysis.pipeline.reviewing import judge_reading
from records.notation import read_line
from tests.conftest import PROJECT
from ui.report import ReportedDeal, report_html
from ui.rule_sheets import rules_text
from ui.samples import sample_files
from ui.verdict_data import side_payload
from ui.verdict_sentences import kind_sentence, loss_sentence, provenance
from ui.words import LANGUAGES, words

SVG = "{http://www.w3.org/2000/svg}"
TODAY = dt.date(2026, 1, 31)

NAMES = ("Anna Rossi", "bruno", "Al", "Carla")
"""A double name, a small letter, a short one."""

FOUR = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()
TWO = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()
THREE = (PROJECT / "sample_games" / "ciapa-no.jsonl").read_text("utf-8").splitlines()


@cache
def judged(line: str) -> ReportedDeal:
    """The deal of a line with its quick review."""
    reading = read_line(line)
    assert reading.ok
    return ReportedDeal(reading, judge_reading(reading, "quick"))


def changed(line: str, **keys: object) -> str:
    """The line with other values of some keys."""
    return json.dumps(json.loads(line) | keys)


def page(*deals: ReportedDeal, language: str = "it", anonymous: bool = False) -> str:
    """The report on the deals."""
    return report_html(deals, words(language), version="9.8.7", made=TODAY, anonymous=anonymous)


def tree(html: str) -> ET.Element:
    """The page as a tree: it is well-formed XML too."""
    return ET.fromstring(html)


def text_of(element: ET.Element) -> str:
    """All text within, spaces run together."""
    return " ".join("".join(element.itertext()).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_all_of_a_deal(language: str) -> None:
    """Match, result, points, graph, figures, every mistake explained with its picture, all plays, rules, provenance."""
    w, deal = words(language), judged(FOUR[1])
    verdicts = deal.verdicts
    assert verdicts is not None
    root = tree(page(deal, language=language))
    said = text_of(root)
    graded = [each for each in verdicts.verdicts if each.grade is not None]
    assert root.get("lang") == language and root.find("head/title") is not None
    assert "Greedy – Random" in said and f"{w('report.deal', deal=2)}: 5–2" in said
    articles = root.findall(".//article")
    assert len(articles) == len(graded) > 3
    for article, verdict in zip(articles, sorted(graded, key=lambda each: (-each.loss.mean, each.ply)), strict=True):
        assert loss_sentence(w, verdict.loss) in text_of(article)
        assert kind_sentence(w, verdict) in text_of(article)
        assert w("place.ply", ply=verdict.ply + 1) in text_of(article)
        assert len(article.findall(f".//{SVG}svg[@role='img']")) == 1
        assert len(article.findall(".//table/tbody/tr")) == len(verdict.judgement.candidates)
        assert len(article.findall(".//ol/li")) == len(verdict.line)
    graph = next(each for each in root.iter("svg") if each.get("class") == "graph")
    assert graph.get("role") == "img" and graph.get("aria-label")
    assert len([each for each in graph if str(each.get("class")).startswith("mistake")]) == len(graded)
    assert len([each for each in graph if str(each.get("class")).startswith("scopa")]) == sum(deal.replay.scope)
    record = next(each for each in root.iter("table") if each.get("class") == "record")
    assert len(record.findall("tbody/tr")) == len(deal.record.plays)
    assert len(record.findall(".//tr[@class='cost']")) == len(graded)
    for section in rules_text(w, deal.record.rules):
        assert section.heading in said
    assert provenance(w, verdicts) in said
    assert "9.8.7" in said and w.date(TODAY) in said and str(deal.record.source) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_go_down_step_by_step(language: str) -> None:
    """There is one main heading, and no level is left out."""
    levels = [
        int(each.tag[1])
        for each in tree(page(*map(judged, FOUR[:2]), language=language)).iter()
        if re.fullmatch(r"h\d", each.tag)
    ]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_a_match_has_its_sums_and_the_worst_of_each_deal() -> None:
    """Of several deals, the figures are added up, three plays of each are explained, and each deal has its link."""
    deals = [judged(line) for line in FOUR[:3]]
    root = tree(page(*deals))
    table = next(each for each in root.iter("table") if each.get("class") == "figures")
    own = [side_payload([(deal.replay, deal.verdicts) for deal in deals], side, words("it")) for side in (0, 1)]
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.findall("tbody/tr")}
    assert {text.strip(): values for text, values in rows.items()} == {
        "risultato": [own[0]["result"], own[1]["result"]],
        "fortuna": [own[0]["luck"], own[1]["luck"]],
        "senza fortuna": [own[0]["without"], own[1]["without"]],
        "persi in tutto": [own[0]["lost"], own[1]["lost"]],
        "persi a giocata": [own[0]["each"], own[1]["each"]],
        "piccole perdite": [own[0]["small"], own[1]["small"]],
    }
    results = [[side.total for side in deal.replay.score()] for deal in deals]
    assert own[0]["result"] == f"{float(sum(one - other for one, other in results)):g}"
    assert len(root.findall(".//article")) == 9
    links = [str(each.get("href")) for each in root.iter("a")]
    assert len(links) == 3
    assert all(root.find(f".//*[@id='{link[1:]}']") is not None for link in links)


def test_no_name_is_anywhere_in_an_anonymous_report() -> None:
    """Names are gone from notes, titles, labels and provenance, in whatever case, in part, old and new; notes stay."""
    line = changed(
        FOUR[1], players=NAMES, match="anna-rossi-sfida-carla", event="Trofeo Rossi", site="Circolo Bruno",
        source="di Carla", notes={"3": "ROSSI gioca bene, Bruno no", "5": "qui Al sbaglia; anna rossi ride",
        "6": "vado al 3"},
    )  # fmt: skip
    reading = read_line(line)
    assert reading.ok
    verdicts = judged(FOUR[1]).verdicts
    for players in (None, ("Zoe", "bruno", "Al", "Carla")):
        html = page(ReportedDeal(reading, verdicts, players), anonymous=True)
        for name in ("anna", "rossi", "bruno", "carla", "zoe", "trofeo", "circolo", "sfida"):
            assert name not in html.casefold(), name
        root = tree(html)
        assert not [each for each in root.iter("bdi") if "Al" in text_of(each).split()]
        said = text_of(root)
        assert "Nota: Giocatore 1 gioca bene, Giocatore 2 no" in said
        assert "Nota: qui Giocatore 3 sbaglia; Giocatore 1 ride" in said
        assert "Nota: vado al 3" in said
        assert "Giocatore 1 e Giocatore 3 – Giocatore 2 e Giocatore 4" in said


def test_names_are_shown_as_they_are_called_now() -> None:
    """Without anonymity the names are those of today, and what the record tells of itself is there."""
    reading = read_line(changed(FOUR[1], players=NAMES, site="Circolo di Novara", event="Coppa"))
    said = text_of(tree(page(ReportedDeal(reading, None, ("Zoe", *NAMES[1:])))))
    assert "Zoe e Al – bruno e Carla" in said and "Circolo di Novara" in said and "Coppa" in said
    assert "Anna Rossi" not in said


def test_what_people_wrote_is_text() -> None:
    """Markup in names, notes and other texts is shown, never read, in every place."""
    evil = "<script>alert(1)</script>\"'&]]>"
    notes = {"2": f'{evil}<img src="x" onerror="alert(2)">'}
    keys = {
        "players": [evil, "B", evil, "D"],
        "notes": notes,
        "match": evil,
        "site": evil,
        "event": evil,
        "source": evil,
    }
    reading = read_line(changed(FOUR[1], **keys))
    assert reading.ok
    for anonymous in (False, True):
        root = tree(page(ReportedDeal(reading, judged(FOUR[1]).verdicts), anonymous=anonymous))
        assert not {"script", "img", "iframe", "object"} & {each.tag.split("}")[-1] for each in root.iter()}
        assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
        assert (evil in text_of(root)) is not anonymous


def test_signs_that_no_page_may_hold_are_replaced() -> None:
    """A control sign in a name leaves the page well-formed."""
    reading = read_line(changed(FOUR[1], players=["A\x01b", "B", "C\x0bd", "D"]))
    assert reading.ok
    assert "A�b" in text_of(tree(page(ReportedDeal(reading))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else(language: str) -> None:
    """No address but those of SVG's own name, no script, no style from elsewhere; links stay on the page."""
    html = page(*map(judged, FOUR[:2]), language=language)
    assert set(re.findall(r"\w+://[^\"\s<]*", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|<link|@import|url\(|\bsrc=", html)
    assert all(value.startswith("#") for value in re.findall(r'href="([^"]*)"', html))


@pytest.mark.parametrize("path", sample_files(), ids=lambda path: path.stem)
def test_every_sample_game_has_a_report(path: Path) -> None:
    """Whatever the variant, the seats, the deck, unfinished or not, before any review: well-formed, no name twice."""
    deals = [ReportedDeal(read_line(line)) for line in path.read_text("utf-8").splitlines()[:2]]
    root = tree(page(*deals))
    names = Counter(each.get("id") for each in root.iter() if each.get("id"))
    assert [name for name, count in names.items() if count > 1] == []
    used = {str(each.get("href"))[1:] for each in root.iter() if each.get("href")}
    assert used <= set(names)
    assert len(list(root.iter("article"))) == 0


def test_three_sides_have_a_line_each() -> None:
    """With three sides none is another's mirror: three lines, told apart by more than colour."""
    root = tree(page(judged(THREE[0])))
    graph = next(each for each in root.iter("svg") if each.get("class") == "graph")
    assert [each.get("class") for each in graph if str(each.get("class")).startswith("series")] == [
        "series side-0", "series side-1", "series side-2",
    ]  # fmt: skip


def test_several_matches_stand_one_after_the_other() -> None:
    """Deals of two matches, given mixed, are two parts with their own titles."""
    root = tree(
        page(ReportedDeal(read_line(FOUR[0])), ReportedDeal(read_line(TWO[0])), ReportedDeal(read_line(FOUR[1])))
    )
    assert [text_of(each) for each in root.iter("h2")][:2] == ["Greedy – Random", "giocatore1 – giocatore2"]
    assert [
        len(each.findall("section[@class='deal']")) for each in root.iter("section") if each.get("class") == "match"
    ] == [2, 1]


def test_hands_that_are_not_known_are_not_judged() -> None:
    """A deal that broke off before any hand was known says so, and has its plays."""
    record = json.loads(FOUR[0])
    line = json.dumps({**record, "plays": record["plays"][:5], "points": None, "ended": {"how": "resigned", "seat": 1}})
    reading = read_line(line)
    assert reading.ok
    root = tree(page(ReportedDeal(reading, judge_reading(reading, "quick"))))
    assert words("it")("report.not_judged") in text_of(root)
    assert words("it")("ended.resigned_by", player="Random") in text_of(root)
    record = next(each for each in root.iter("table") if each.get("class") == "record")
    assert len(record.findall("tbody/tr")) == 5


def test_a_deal_without_a_review_has_no_count_of_mistakes() -> None:
    """What was not judged is not said to be free of mistakes, neither in the contents nor below."""
    w = words("it")
    reviewed, waiting = judged(FOUR[1]), ReportedDeal(read_line(FOUR[0]))
    verdicts = reviewed.verdicts
    assert verdicts is not None
    count = sum(each.grade is not None for each in verdicts.verdicts)
    entries = [text_of(each) for each in tree(page(waiting, reviewed)).findall(".//ul[@class='contents']/li")]
    assert entries[1].endswith(f"errori: {count}") and "errori" not in entries[0]
    assert entries[0].endswith(w("report.deal_line_unjudged"))


def test_a_reviewed_deal_without_a_decision_is_not_said_to_wait() -> None:
    """Where the judge found nothing to judge, that is said, and not that the review is still to come."""
    w, deal = words("it"), judged(FOUR[1])
    assert deal.verdicts is not None
    empty = replace(deal.verdicts, verdicts=())
    said = text_of(tree(page(ReportedDeal(deal.reading, empty))))
    assert w("report.not_judged") in said and w("report.not_reviewed") not in said
    started = read_line(changed(TWO[0], plays=[], points=None, ended={"how": "abandoned"}))
    assert started.ok
    said = text_of(tree(page(ReportedDeal(started))))
    assert w("report.not_judged") in said


def test_nothing_to_report_is_an_error() -> None:
    """Without a deal there is no page, and a line with a fault is no deal."""
    with pytest.raises(ValueError):
        page()
    with pytest.raises(ValueError):
        page(ReportedDeal(read_line("{}")))
