import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from engine.rules import presets
from records.store import Library
from tests.conftest import PROJECT
from ui.background import Reviewer
from ui.glossary import glossary
from ui.guide_entries import LINE as EXAMPLE_LINE
from ui.guide_entries import notation, numbers
from ui.rule_examples import examples
from ui.rule_sheets import differences_text, rules_text, sources_text
from ui.samples import sample_files
from ui.words import LANGUAGES, words

SECONDS = 60
"""For one run of a page: the first may compile kernels."""

LINE: dict[str, Any] = json.loads(
    (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[0]
)
"""A deal that has no fault."""


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a library of this test's own."""
    path = tmp_path / "library.duckdb"
    monkeypatch.setenv("SETTEBELLO_DB", str(path))
    # What the pages show must not depend on how far a review in the background has come.
    monkeypatch.setattr(Reviewer, "start", lambda _: None)
    return path


def opened(page: str = "", language: str = "it", **query: str) -> AppTest:
    """The app as it runs first; ``page`` is the script of another page than the first."""
    app = AppTest.from_file(PROJECT / "app.py", default_timeout=SECONDS)
    app.context["locale"] = language
    if page:
        # Only a run tells which pages there are.
        checked(app.run()).switch_page(page)
    for name, value in query.items():
        app.query_params[name] = value
    return checked(app.run())


def checked(app: AppTest) -> AppTest:
    """The same app, if no page raised."""
    assert [error.value for error in app.exception] == []
    return app


def texts(app: AppTest) -> str:
    """All that the page writes, as Markdown shows it."""
    found = (*app.title, *app.header, *app.markdown, *app.caption, *app.warning, *app.error, *app.info)
    return shown("\n".join(str(element.value) for element in found))


def shown(text: str) -> str:
    """A text without the signs that keep Markdown from reading it."""
    return text.replace("\\", "").replace("&#58;", ":")


def uploaded(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    """The app after these files were dropped on it."""
    app.file_uploader[0].set_value([(name, data, "application/octet-stream") for name, data in files])
    return checked(app.run())


def line(**changes: Any) -> bytes:
    """A deal as a line of a file, with some keys changed."""
    return json.dumps(LINE | changes).encode() + b"\n"


def links(app: AppTest) -> list[tuple[str, str]]:
    """The matches that the page leads to: name and title."""
    queries = [(parse_qs(link.proto.query_string), link.label) for link in app.page_link]
    return [(query["match"][0], shown(label)) for query, label in queries if "match" in query]


def load_samples(app: AppTest) -> AppTest:
    """The app after the click that loads the sample games."""
    button = next(button for button in app.button if button.label == words("it")("library.load_samples"))
    return checked(button.click().run())


def test_an_empty_library_offers_the_samples_and_loads_nothing_unasked(database: Path) -> None:
    """An empty library says what this is and offers the samples; nothing is loaded before the click."""
    app = opened()
    assert app.title[0].value == "Partite"
    assert words("it")("library.welcome") in texts(app)
    assert Library(database).matches().is_empty()


def test_one_click_loads_the_sample_games(database: Path) -> None:
    """The click loads every deal of the sample files, and the matches are listed with a link to their review."""
    deals = [
        json.loads(text) for path in sample_files() for text in path.read_text("utf-8").splitlines() if text.strip()
    ]
    app = load_samples(opened())
    assert words("it")("library.loaded", n=len(deals)) in texts(app)
    assert Library(database).matches()["deals"].sum() == len(deals)
    assert {match for match, _ in links(app)} == {deal["match"] for deal in deals}


def test_the_language_follows_the_address_then_the_browser(database: Path) -> None:
    """``lang`` in the address wins over the browser's language; other languages get English."""
    assert opened(language="it-IT").title[0].value == "Partite"
    assert opened(language="en-GB").title[0].value == "Games"
    assert opened(language="de-DE").title[0].value == "Games"
    assert opened(language="en-GB", lang="it").title[0].value == "Partite"


def test_the_language_that_is_chosen_stays_in_the_address(database: Path) -> None:
    """A choice of the language turns the whole page and is written into the address."""
    app = opened()
    app.segmented_control(key="language_choice").set_value("en")
    app = checked(app.run())
    assert app.title[0].value == "Games"
    assert app.query_params["lang"] in ("en", ["en"])


def test_a_file_with_faults_loads_its_good_lines_and_names_place_and_play(database: Path) -> None:
    """Good lines load; a fault names file, line and the play as people count, and the line is kept."""
    wrong = [*LINE["plays"][:2], "4BxQC", *LINE["plays"][3:]]
    data = line() + line(deal=2, plays=wrong) + b"{broken\n"
    app = uploaded(opened(), ("serata.jsonl", data))
    page = texts(app)
    assert words("it")("library.loaded", n=1) in page
    assert "serata.jsonl, riga 2, giocata 3" in page
    assert "serata.jsonl, riga 3" in page
    assert Library(database).set_aside_rows()["line_hash"].n_unique() == 2


def test_a_repair_loads_the_line_and_takes_the_fault_away(database: Path) -> None:
    """The button of a repair loads the line that it makes, in the place of the one that was set aside."""
    wrong = [f"{LINE['plays'][0]}#", *LINE["plays"][1:]]
    app = uploaded(opened(), ("serata.jsonl", line(plays=wrong)))
    repair = next(button for button in app.button if (button.key or "").startswith("repair-report"))
    assert LINE["plays"][0] in shown(repair.label)
    app = checked(repair.click().run())
    assert words("it")("library.loaded", n=1) in texts(app)
    assert Library(database).set_aside_rows().is_empty()
    assert Library(database).line_of(LINE["match"], LINE["deal"]) is not None


def test_a_file_twice_changes_nothing_and_says_so(database: Path) -> None:
    """What is there already is counted as such."""
    app = uploaded(opened(), ("serata.jsonl", line()))
    app = uploaded(app, ("di-nuovo.jsonl", line()))
    assert words("it")("library.known", n=1) in texts(app)
    assert Library(database).matches()["deals"].sum() == 1


@pytest.mark.parametrize(
    ("details", "count"), [({"site": "Bar Sport"}, "1 completata"), ({"points": [9, 9]}, "1 c’era già")]
)
def test_a_deal_is_completed_only_by_what_it_lacked(database: Path, details: dict[str, object], count: str) -> None:
    """The same deal again is counted as completed when it brings something new, not when all it says stays out."""
    app = uploaded(opened(), ("serata.jsonl", line()))
    assert count in texts(uploaded(app, ("di-nuovo.jsonl", line(**details))))


def test_another_deal_of_the_same_name_is_a_conflict_and_overwrites_nothing(database: Path) -> None:
    """The deal that is stored stays; the other is set aside and shown."""
    app = uploaded(opened(), ("serata.jsonl", line()))
    app = uploaded(app, ("altra.jsonl", line(dealer=1, plays=[], hands=None)))
    assert "altra.jsonl, riga 1" in texts(app)
    stored = json.loads(Library(database).line_of(LINE["match"], LINE["deal"]) or "")
    assert stored["plays"] == LINE["plays"]


def test_several_files_packed_and_in_the_text_form_load_together(database: Path) -> None:
    """Files of JSON lines, packed ones and the text form are taken, whatever their number."""
    plays = " ".join(LINE["plays"])
    text = (
        '[match "testo"] [deal 1] [rules {"preset":"napoli","value_capture":"fewest"}] '
        f'[players "Anna; Bruno"] [dealer 0] [table JD QC 3D AC]\n{plays}\n'
    )
    app = uploaded(
        opened(), ("uno.jsonl", line()), ("due.jsonl.gz", gzip.compress(line(deal=2))), ("tre.txt", text.encode())
    )
    assert words("it")("library.loaded", n=3) in texts(app)


def test_a_packed_file_that_breaks_off_gives_its_first_lines(database: Path) -> None:
    """A damaged gzip file loads the lines before the damage and says that it is damaged."""
    whole = gzip.compress(b"".join(line(deal=number) for number in range(1, 400)))
    app = uploaded(opened(), ("rotto.jsonl.gz", whole[: len(whole) // 2]))
    loaded = Library(database).matches()["deals"].sum()
    assert 0 < loaded < 399
    assert f"rotto.jsonl.gz, riga {loaded + 1}" in texts(app)


def test_a_pasted_text_without_a_header_is_asked_for_it(database: Path) -> None:
    """What a pasted text leaves out is asked for, and with the answers it loads."""
    app = opened()
    app.text_area(key="pasted").set_value(" ".join(LINE["plays"]))
    paste = next(button for button in app.button if button.label == words("it")("library.paste_load"))
    app = checked(paste.click().run())
    assert words("it")("library.asked") in texts(app)
    app.text_input(key="ask_match").set_value("bar-sport")
    app.selectbox(key="ask_rules").set_value("scopa-bga")
    app.text_input(key="ask_players").set_value("Anna; Bruno")
    app.number_input(key="ask_dealer").set_value(1)
    send = [button for button in app.button if button.label == words("it")("library.paste_load")][-1]
    app = checked(send.click().run())
    assert words("it")("library.loaded", n=1) in texts(app)
    assert Library(database).matches()["players"].to_list() == [["Anna", "Bruno"]]


def test_a_deleted_match_comes_back_with_its_flags(database: Path) -> None:
    """Deleting can be taken back: lines and flags are as before."""
    app = load_samples(opened())
    before = Library(database).matches().sort("match")
    name = before["match"][0]
    app = checked(app.button(key=f"delete-{name}").click().run())
    assert name not in Library(database).matches()["match"].to_list()
    undo = next(button for button in app.button if button.label == words("it")("library.undo"))
    checked(undo.click().run())
    after = Library(database).matches().sort("match")
    # The judge is at work meanwhile.
    judged = ("judged_deals", "lost", "decisions", *(name for name in before.columns if name.startswith("worst_")))
    assert after.drop("loaded_at", *judged).equals(before.drop("loaded_at", *judged))


def test_a_renamed_player_is_shown_so_and_the_record_stays(database: Path) -> None:
    """Names are the program's; the line keeps what was written."""
    app = uploaded(opened(), ("serata.jsonl", line()))
    app.selectbox(key="rename_old").set_value("giocatore1")
    app.text_input(key="rename_new").set_value("Anna")
    rename = next(button for button in app.button if button.label == words("it")("players.rename"))
    app = checked(rename.click().run())
    assert "Anna – giocatore2" in links(app)[0][1]
    assert "giocatore1" in (Library(database).line_of(LINE["match"], LINE["deal"]) or "")


def test_the_list_is_filtered_by_player(database: Path) -> None:
    """Only the matches of the chosen player are listed."""
    app = uploaded(opened(), ("due.jsonl", line() + line(match="altra", players=["Anna", "Bruno"])))
    app.selectbox(key="filter_player").set_value("Anna")
    app = checked(app.run())
    assert [match for match, _ in links(app)] == ["altra"]


HOLDER = "import sys, time, duckdb; c = duckdb.connect(sys.argv[1]); print('held', flush=True); time.sleep(60)"


@contextmanager
def held(database: Path) -> Iterator[int]:
    """Another process that holds the library's file; its number."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(database)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"held\n"
        yield process.pid
    finally:
        process.kill()
        process.wait()


def test_a_library_that_another_process_holds_is_a_message_that_names_it(database: Path) -> None:
    """No page falls over: the message names the process, and a click tries again, which helps when the file is free."""
    load_samples(opened())
    with held(database) as pid:
        pages = []
        for page in ("", "ui/pages/review.py", "ui/pages/train.py"):
            app = opened(page, match="cuperativa-2008-12-29")
            assert str(pid) in app.error[0].value
            pages.append(app)
    for app in pages:
        again = checked(app.button(key="retry").click().run())
        assert not again.error and "retry" not in [button.key for button in again.button]


def test_the_review_shows_the_deal_that_the_address_names(database: Path) -> None:
    """Match, deal, ply and seat of the address are where the table opens."""
    load_samples(opened())
    app = opened("ui/pages/review.py", match="cuperativa-2008-12-29", deal="2", ply="7", seat="1")
    assert app.session_state["place"] == {"identity": ("cuperativa-2008-12-29", 2), "seat": 1, "ply": 7}
    assert "sul 1–2" in texts(app)


def test_points_that_differ_from_the_record_are_said_with_both_counts(database: Path) -> None:
    """The record's points are checked and never trusted: both are shown, in both languages."""
    load_samples(opened())
    for language in ("it", "en"):
        app = opened("ui/pages/review.py", language, match="cuperativa-2008-12-29", deal="2")
        remark = next(str(element.value) for element in app.markdown if ":material/info:" in str(element.value))
        assert "2–2" in remark and "1–3" in remark


def test_an_unfinished_deal_says_why_it_stopped(database: Path) -> None:
    """Who resigned is named, and no points are shown."""
    load_samples(opened())
    app = opened("ui/pages/review.py", match="cuperativa-2010-10-16")
    assert words("it")("ended.resigned_by", player="giocatore1") in texts(app)
    assert words("it")("review.total") not in texts(app)


def test_the_next_deal_is_a_click_away(database: Path) -> None:
    """The buttons go from deal to deal and the address goes with them; there is none before the first."""
    load_samples(opened())
    app = opened("ui/pages/review.py", match="cuperativa-2008-12-29")
    assert app.button(key="review.previous").disabled
    app = checked(app.button(key="review.next").click().run())
    assert app.query_params["deal"] in ("2", ["2"])
    assert "sul 1–2" in texts(app)


def test_a_match_that_is_not_there_is_said_and_others_are_offered(database: Path) -> None:
    """An address that leads nowhere gives a sentence and the matches there are."""
    load_samples(opened())
    app = opened("ui/pages/review.py", match="nessuna")
    assert words("it")("review.unknown", match="nessuna") in texts(app)
    assert links(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deal_that_is_not_there_is_said_and_the_first_is_shown(database: Path, language: str) -> None:
    """A number, or a text, that no deal of the match has is named; one that is there is not."""
    load_samples(opened())
    for asked in ("77", "tre"):
        app = opened("ui/pages/review.py", language, match="cuperativa-2008-12-29", deal=asked)
        assert words(language)("review.unknown_deal", deal=asked, shown=1) in texts(app)
        assert app.session_state["place"]["identity"] == ("cuperativa-2008-12-29", 1)
    assert not opened("ui/pages/review.py", language, match="cuperativa-2008-12-29", deal="2").warning


GUIDE = "ui/pages/guide.py"


def test_the_guide_opens_with_the_rules_of_scopa(database: Path) -> None:
    """Without a variant in the address the plain game is told."""
    app = opened(GUIDE)
    assert app.title[0].value == words("it")("page.guide")
    assert app.selectbox(key="guide_rules").value == "scopa"
    assert words("it")("sheet.last_play.no") in texts(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", presets())
def test_the_guide_tells_the_rules_that_the_address_names(database: Path, name: str, language: str) -> None:
    """Each preset has an address, under which its whole sheet stands in the reader's language."""
    w, rules = words(language), presets()[name]
    app = opened(GUIDE, language, rules=name)
    page = texts(app)
    assert app.selectbox(key="guide_rules").value == name
    for section in (*rules_text(w, rules), *differences_text(w, rules), *sources_text(w, rules)):
        assert all(shown(text) in page for text in (section.heading, *section.paragraphs))
    drawn = "".join(str(element.proto.body) for element in app.get("html"))
    assert all(escape(example.text) in drawn for example in examples(w, rules))


def test_the_variant_that_is_chosen_stands_in_the_address(database: Path) -> None:
    """A choice can be sent to others: the address names it."""
    app = opened(GUIDE)
    app.selectbox(key="guide_rules").set_value("cirulla")
    app = checked(app.run())
    assert app.query_params["rules"] in ("cirulla", ["cirulla"])
    assert words("it")("about.cirulla") in texts(app)


def test_rules_that_are_not_there_are_said_so(database: Path) -> None:
    """An address with an unknown variant gives a sentence and the plain game."""
    app = opened(GUIDE, rules="briscola")
    assert words("it")("guide.rules.missing", rules="briscola") in texts(app)
    assert app.selectbox(key="guide_rules").value == "scopa"


def test_the_parts_of_the_guide_have_addresses(database: Path) -> None:
    """Words, numbers and notation are each shown by the address, and a choice goes into it."""
    w = words("it")
    app = opened(GUIDE, part="words")
    assert all(term.meaning in texts(app) for term in glossary(w))
    app.segmented_control(key="guide_part").set_value("numbers")
    app = checked(app.run())
    assert app.query_params["part"] in ("numbers", ["numbers"])
    assert all(entry.meaning in texts(app) for entries in numbers(w).values() for entry in entries)
    app = opened(GUIDE, part="notation")
    assert app.code[0].value == EXAMPLE_LINE
    assert all(entry.meaning in texts(app) for entry in notation(w))


def test_a_deal_shows_the_rules_of_its_record(database: Path) -> None:
    """Behind the name of the rules stands the whole of them, with the options in which the record differs."""
    rules = {"preset": "napoli", "value_capture": "free", "target": 31}
    uploaded(opened(), ("serata.jsonl", line(rules=rules)))
    app = opened("ui/pages/review.py", match=LINE["match"])
    (expander,) = (found for found in app.expander if "Scopa con napola" in shown(found.label))
    told = shown("\n".join(str(element.value) for element in expander.markdown))
    assert words("it")("sheet.value.free") in told
    assert words("it")("sheet.match.high", n=31) in told


LIGHT = """
import sys
from ui.pages import adding, aside, deal, guide, library, matches, players, profile, report, review
print(*sorted({"duckdb", "numba", "polars", "ui.charts"} & set(sys.modules)))
"""


def test_the_first_page_waits_for_nothing_heavy() -> None:
    """Importing the pages imports no database, no compiler and no charts: they come when they are needed."""
    found = subprocess.run([sys.executable, "-c", LIGHT], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
