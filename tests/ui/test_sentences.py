import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import TEXTS
from engine.errors import PlayError, RulesError, SettebelloError
from records.faults import CODES, finding
from records.notation import match_findings, read_file
from records.store import LibraryError
from ui.sentences import (
    card_name,
    category_name,
    error_sentence,
    finding_sentence,
    flag_name,
    flag_sentence,
    place_text,
    the_card,
)
from ui.words import LANGUAGES, words

SCOPA = {
    "chance": 0.41,
    "chance_better": 0.12,
    "table": ["3S", "4C"],
    "total": 7,
    "total_better": 12,
    "takers": ["7D", "7C", "7B"],
    "unseen": 24,
    "held": 4,
}
"""The facts of a scopa offered, as `analysis.flags` tells them."""

GIVEN_UP = {"card": "7D", "how": "laid", "chance": 0.5, "chance_better": 0.1}
SPARIGLIO = {"role": "dealer", "change": 1, "change_better": -1, "unpaired": ["A", "5", "K"]}


def italian(code, facts, better="5B", **changed):
    """The Italian sentence of a flag with some facts changed."""
    return flag_sentence(words("it"), code, facts | changed, better)


def test_scopa_offered_tells_all_its_numbers() -> None:
    """The sentence has the total, the cards left, who takes them, the chances and what they come from."""
    assert italian("scopa_offered", SCOPA) == (
        "Lasci 7 in tavola (≤ 10: 3S 4C): chi gioca dopo di te fa scopa con un sette, e nel 41 % dei casi ce l’ha "
        "(3 sette su 24 carte che non vedi; in mano ha 4 carte). "
        "Con 5B ne lasciavi 12 e il rischio c’era nel 12 % dei casi."
    )


def test_ten_or_less_is_said_only_when_it_is_so() -> None:
    """“≤ 10” is a fact of the table: it is said for 10, and not for 11."""
    assert "≤ 10" in italian("scopa_offered", SCOPA, total=10)
    assert "≤ 10" not in italian("scopa_offered", SCOPA, total=11)


def test_a_better_play_without_risk_is_said_to_be_safe() -> None:
    """No chance at all is no “0 %”; a table left empty is called so."""
    assert "la scopa non era possibile" in italian("scopa_offered", SCOPA, chance_better=0.0)
    assert "tavola vuota" in italian("scopa_offered", SCOPA, chance_better=0.0, total_better=0)


def test_takers_of_several_ranks_are_all_named() -> None:
    """Where more than one rank takes the table, as with ace sweeps, each is named and counted."""
    sentence = italian("scopa_offered", SCOPA, takers=["AD", "7D", "7B"])
    assert "con un asso o un sette" in sentence
    assert "(un asso e 2 sette su 24 carte" in sentence


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.004, "in meno dell’1 % dei casi"),
        (0.01, "nell’1 % dei casi"),
        (0.08, "nell’8 % dei casi"),
        (0.11, "nell’11 % dei casi"),
        (0.18, "nel 18 % dei casi"),
        (0.8, "nell’80 % dei casi"),
        (0.89, "nell’89 % dei casi"),
        (0.9, "nel 90 % dei casi"),
        (0.996, "in più del 99 % dei casi"),
        (1.0, "di sicuro"),
    ],
)
def test_chances_are_said_in_good_italian(share, said) -> None:
    """The article is elided before 1, 8, 11 and 80 to 89; what is not certain is never called 0 or 100 %."""
    assert said in italian("scopa_offered", SCOPA, chance=share)


def test_a_hand_that_holds_all_unseen_cards_is_said_to() -> None:
    """With the last packet between two players, all that one does not see is in the other's hand."""
    assert "tutte in mano sua" in italian("scopa_offered", SCOPA, unseen=4)


def test_card_given_up_says_how() -> None:
    """Laid, left and not taken are three sentences; a better play that takes the card is said to."""
    assert italian("card_given_up", GIVEN_UP).startswith("Giochi il settebello e nel 50 % dei casi")
    assert italian("card_given_up", GIVEN_UP, how="left").startswith("Lasci in tavola il settebello")
    assert italian("card_given_up", GIVEN_UP, how="not_taken").startswith("Potevi prendere il settebello")
    assert italian("card_given_up", GIVEN_UP, better="7Cx7D").endswith("Con 7Cx7D era tuo.")
    assert italian("card_given_up", GIVEN_UP, better="7C").endswith("Con 7C succedeva nel 10 % dei casi.")
    assert "non poteva prenderlo" in italian("card_given_up", GIVEN_UP, chance_better=0.0)
    assert "l’asso di denari" in italian("card_given_up", GIVEN_UP, card="AD")


def test_bad_spariglio_counts_the_unpaired_ranks() -> None:
    """The ranks unpaired before the play are named, and their number after both plays is before plus change."""
    assert italian("bad_spariglio", SPARIGLIO) == (
        "Sei dalla parte del mazziere, a cui conviene tenere pari le carte. "
        "Erano sparigliate 3 carte (A, 5, K) e con la tua presa diventano 4. "
        "Con 5B, una presa che vale lo stesso, erano 2."
    )
    hand = italian("bad_spariglio", SPARIGLIO, role="hand", change=0, change_better=1)
    assert "conviene sparigliare" in hand
    assert "restano 3. " in hand
    assert hand.endswith("erano 4.")


def test_bad_spariglio_speaks_of_none_and_one() -> None:
    """No rank and one rank are said in words."""
    sentence = italian("bad_spariglio", SPARIGLIO, change=1, change_better=0, unpaired=[])
    assert "Non c’era nessuna carta sparigliata e con la tua presa diventa una." in sentence
    assert sentence.endswith("non ne restava nessuna.")
    assert "non ne resta nessuna" in italian("bad_spariglio", SPARIGLIO, change=-1, unpaired=["7"])
    assert "non ce n’è ancora nessuna" in italian("bad_spariglio", SPARIGLIO, change=0, change_better=1, unpaired=[])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "facts"), [("scopa_offered", SCOPA), ("card_given_up", GIVEN_UP), ("bad_spariglio", SPARIGLIO)]
)
def test_facts_read_back_from_json_say_the_same(language, code, facts) -> None:
    """A flag that the library gives back has the sentence that it had; its name and better play stand in it."""
    w = words(language)
    sentence = flag_sentence(w, code, facts, "2Cx2S#")
    assert flag_sentence(w, code, json.loads(json.dumps(facts)), "2Cx2S#") == sentence
    assert "2Cx2S#" in sentence
    assert flag_name(w, code)


def test_cards_have_the_names_that_players_use() -> None:
    """The settebello has its own name, the article fits the card, and the Bresciana deck is French."""
    w = words("it")
    assert card_name(w, "7D") == "settebello"
    assert card_name(w, "QS") == "cavallo di spade"
    assert (the_card(w, "AC"), the_card(w, "KB")) == ("l’asso di coppe", "il re di bastoni")
    assert (the_card(w, "QD", 52), the_card(w, "8C", 52)) == ("la donna di quadri", "l’otto di cuori")
    assert card_name(w, "7D", 52) == "sette di quadri"
    assert card_name(w, "??") == "??"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", [40, 52])
def test_no_two_cards_have_the_same_name(language, deck) -> None:
    """A name tells the card."""
    names = {card_name(words(language), text, deck) for text in TEXTS[deck]}
    assert len(names) == deck


def test_the_majority_suit_gives_the_category_its_name() -> None:
    """Under rules that count spade, the category is called so; the settebello alone too."""
    w = words("it")
    assert (category_name(w, "suit"), category_name(w, "suit", suit="S")) == ("denari", "spade")
    assert category_name(w, "combos", settebello=True) == "settebello"


@pytest.fixture(scope="module")
def findings(project: Path):
    """Every fault and remark of the file that has one of each kind, those between its deals too."""
    readings = list(read_file(project / "tests" / "data" / "faults.jsonl"))
    return [item for reading in readings for item in reading.findings] + match_findings(readings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_says_what_is_right_and_the_repair(findings, language) -> None:
    """A sentence names what was expected or the repair, has no placeholder left, and ends as it should."""
    w = words(language)
    for item in findings:
        sentence = finding_sentence(w, item)
        assert not re.search(r"\{[a-z_]+\}", sentence), sentence
        if item.repair:
            assert sentence.endswith(item.repair), sentence
        elif item.expected and item.code != "ended.finished":
            assert item.expected in sentence, sentence
    assert {item.code for item in findings} >= set(CODES) - {
        "file.damaged", "text.header", "text.declaration", "declared.unknown"
    }  # fmt: skip


def test_a_repair_that_is_what_was_expected_is_said_once() -> None:
    """“Right would be X. Write instead: X” says X once only."""
    item = finding("play.illegal_capture", "4Cx3D", "4C", repair="4C")
    assert finding_sentence(words("en"), item) == "4Cx3D: the rules do not allow this play. Write instead: 4C"
    other = finding("key.value", '"29/12/2008"', "YYYY-MM-DD", repair="2008-12-29", key="date")
    assert finding_sentence(words("en"), other) == (
        '“date” cannot be "29/12/2008". Right would be: YYYY-MM-DD. Write instead: 2008-12-29'
    )


def test_places_count_plays_from_one() -> None:
    """People count plays from 1; a pipe has a name; what comes from no file is placed by its deal."""
    w = words("it")
    item = replace(finding("play.not_held", "QS", "3S", ply=11), file="sabato.jsonl", line=3)
    assert place_text(w, item) == "sabato.jsonl, riga 3, giocata 12"
    assert place_text(w, replace(item, file="-")) == "standard input, riga 3, giocata 12"
    stored = finding("score.differs", "[0,0]", "[1,2]", match="sabato", deal=2)
    assert place_text(w, replace(stored, line=7)) == "partita sabato, smazzata 2"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("error", "named"),
    [
        (RulesError("rules.preset", found="scopetta", expected="scopa, napoli"), ["scopetta", "scopa, napoli"]),
        (RulesError("rules.together", reason="deal", players=3, stock=2), ["3", "2"]),
        (PlayError("play.hand_unknown", seat=1, ply=3), []),
        (LibraryError("library.locked", path="a.duckdb", pid=None, program=None), ["a.duckdb"]),
        (LibraryError("library.locked", path="a.duckdb", pid=7, program=None), ["a.duckdb", "7"]),
        (LibraryError("library.locked", path="a.duckdb", pid=7, program="python"), ["a.duckdb", "7", "python"]),
        (SettebelloError("arena.player", found="gredy", expected="random, greedy"), ["gredy", "greedy"]),
    ],
)
def test_errors_name_what_they_are_about(language, error, named) -> None:
    """An error's sentence has every fact that it carries, and does without those that are not known."""
    sentence = error_sentence(words(language), error)
    assert all(text in sentence for text in named), sentence
    assert "None" not in sentence


def test_a_merge_says_what_was_added_and_what_stayed() -> None:
    """Loading a deal again tells the keys that came in and those that kept their value, and no empty list."""
    w = words("en")
    item = replace(finding("deal.unfinished"), code="record.merged", found="site", expected="date")
    assert finding_sentence(w, item).endswith("added: site; left as it was: date.")
    assert finding_sentence(w, replace(item, expected="")).endswith("added: site.")
    assert finding_sentence(w, replace(item, found="")).endswith("left as it was: date.")
