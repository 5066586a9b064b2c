import json
import re
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from analysis.games import play_match
from analysis.knowledge import view_at
from analysis.review import review
from engine.cards import TEXTS
from engine.errors import PlayError, RulesError, SettebelloError
from engine.rules import preset
from records.faults import CODES, finding
from records.notation import match_findings, read_file
from records.store import LibraryError
from ui.sentences import (
    NOTHING,
    Pack,
    card_name,
    category_name,
    declaration_sentence,
    error_sentence,
    finding_sentence,
    flag_name,
    flag_sentence,
    place_text,
    the_card,
)
from ui.words import LANGUAGES, words

SCOPA = {
    "chance": 1 - comb(21, 4) / comb(24, 4),
    "chance_better": 0.12,
    "table": ["3S", "4C"],
    "total": 7,
    "total_better": 12,
    "takers": ["7D", "7C", "7B"],
    "unseen": 24,
    "held": 4,
}
"""The facts of a scopa offered, as `analysis.flags` tells them."""

CERTAIN = {"unseen": 4, "held": 4, "chance": 1.0}
"""All that is not seen is in the next hand."""

GIVEN_UP = {"card": "7D", "how": "laid", "chance": 0.5, "chance_better": 0.1}
SPARIGLIO = {"role": "dealer", "change": 1, "change_better": -1, "unpaired": ["A", "5", "K"]}
KNOCK = {"what": "low", "points": 3, "hand": ["AD", "3C", "7C"]}


def italian(code, facts, better="5B", deck=40, **changed):
    """The Italian sentence of a flag with some facts changed."""
    return flag_sentence(words("it"), code, facts | changed, better, Pack(deck))


def test_scopa_offered_tells_all_its_numbers() -> None:
    """The sentence has the total, the cards left, who takes them, the chances and what they come from."""
    assert italian("scopa_offered", SCOPA) == (
        "Lasci 7 in tavola (≤ 10: 3S 4C): chi gioca dopo di te fa scopa con un sette, e nel 44 % dei casi ce l’ha "
        "(3 sette su 24 carte che non vedi; in mano ha 4 carte). "
        "Con 5B ne lasciavi 12 e il rischio c’era nel 12 % dei casi."
    )


def test_ten_or_less_is_said_only_when_it_is_so() -> None:
    """“≤ 10” is said for 10 and not for 11, and never where an ace or a fifteen takes the table."""
    assert "≤ 10" in italian("scopa_offered", SCOPA, table=["3S", "7C"], total=10, takers=["KD", "KB", "KS"])
    assert "≤ 10" not in italian("scopa_offered", SCOPA, table=["4S", "7C"], total=11, takers=["4D", "4B", "4C"])
    assert "≤ 10" not in italian("scopa_offered", SCOPA, takers=["JD", "JC", "JB"])
    assert "≤ 10" not in italian("scopa_offered", SCOPA, takers=["AD", "7C", "7B"])


def test_cards_that_lie_open_are_said_to() -> None:
    """After a knock that lays the hand open the chance is no draw from unseen cards: the sentence tells why."""
    certain = italian("scopa_offered", SCOPA, chance=1.0)
    assert "ha in mano, scoperta, la carta che gli serve" in certain
    assert "di sicuro" not in certain
    assert "alcune scoperte" in italian("scopa_offered", SCOPA, chance=0.3)


def test_the_matta_is_named_where_its_number_takes() -> None:
    """A 7 that takes 3 is the matta; on the table the total counts the number declared, and the sentence says so."""
    taker = italian("scopa_offered", SCOPA, table=["3S"], total=3, takers=["3D", "7C"], chance=1.0)
    assert "con un tre o la matta" in taker
    table = italian("scopa_offered", SCOPA, table=["5D", "7C"], total=8, takers=["JD", "JB", "JS"])
    assert table.startswith("Lasci 8 in tavola, contando la matta per il numero accusato (5D 7C)")


def test_matta_and_open_cards_are_told_just_where_they_are() -> None:
    """Over whole matches of Cirulla the sentence names the matta, or open cards, only where the position has them."""
    w = words("it")
    rare = ("la matta", "contando la matta", "scoperta,", "alcune scoperte")
    told: set[str] = set()
    for seed in range(12, 18):
        for game, _ in play_match(preset("cirulla"), ("random",) * 4, seed):
            replayed = game.replayed()
            for decision in review(replayed):
                for flag in decision.flags:
                    if flag.code != "scopa_offered":
                        continue
                    view = view_at(replayed, decision.ply)
                    assert view is not None
                    sentence = flag_sentence(w, flag.code, flag.facts, "7S")
                    wild = view.matta_value not in (None, 7)
                    taker = "la matta" in sentence.partition("fa scopa con")[2].partition(", e ")[0]
                    assert taker == (wild and "7C" in flag.facts["takers"]), sentence
                    assert ("contando la matta" in sentence) == (wild and "7C" in flag.facts["table"]), sentence
                    assert "scopert" not in sentence or any(view.shown)
                    told |= {word for word in rare if word in sentence}
    assert told == set(rare)


def test_court_cards_of_52_are_no_total() -> None:
    """J, Q and K of the 52-card deck have no value: the cards are named, and no total."""
    queens = ["QD", "QC", "QB"]
    sentence = italian("scopa_offered", SCOPA, deck=52, table=["QS"], total=0, takers=queens, chance_better=0.0)
    assert sentence.startswith("Lasci in tavola QS: chi gioca dopo di te fa scopa con un cavallo")
    assert sentence.endswith("Con 5B la scopa non era possibile.")
    assert "3 cavalli su 24 carte" in sentence
    tens = italian("scopa_offered", SCOPA, deck=52, table=["TS"], total=10, takers=["TD", "TC", "TB"])
    assert tens.startswith("Lasci 10 in tavola (≤ 10: TS): chi gioca dopo di te fa scopa con un dieci")
    assert tens.endswith("Con 5B il rischio c’era nel 12 % dei casi.")


def test_where_the_lowest_total_wins_the_flags_are_reversed() -> None:
    """A scopa should be offered, a paid card given up and the pairs treated the other way; so the sentences say."""
    assert italian("scopa_offered", SCOPA, low=True, chance_better=0.6, total_better=9) == (
        "Qui una scopa è un danno per chi la fa. Lasci 7 in tavola (≤ 10: 3S 4C): chi gioca dopo di te può farla solo "
        "con un sette, e nel 44 % dei casi ce l’ha (3 sette su 24 carte che non vedi; in mano ha 4 carte). "
        "Con 5B ne lasciavi 9, e nel 60 % dei casi poteva farla."
    )
    never = italian("scopa_offered", SCOPA, low=True, takers=[], chance=0.0, total=17, table=["7S", "KC"])
    assert "Lasci 17 in tavola (7S KC): chi gioca dopo di te non può farla. " in never
    given = italian("card_given_up", GIVEN_UP, low=True, chance=0.1, chance_better=0.5)
    assert "finisce subito all’avversario nel 10 % dei casi, con 5B succedeva nel 50 % dei casi." in given
    assert "non può finire subito" in italian("card_given_up", GIVEN_UP, low=True, chance=0.0, chance_better=0.5)
    assert "conviene sparigliare" in italian("bad_spariglio", SPARIGLIO, low=True)
    assert "conviene tenere pari" in italian("bad_spariglio", SPARIGLIO, low=True, role="hand")
    w = words("it")
    assert flag_name(w, "scopa_offered", SCOPA | {"low": True}) == "Scopa non offerta"
    assert flag_name(w, "bad_spariglio", SPARIGLIO | {"low": True}) == flag_name(w, "bad_spariglio")
    assert flag_name(w, "scopa_offered", SCOPA) == flag_name(w, "scopa_offered") == "Scopa offerta"


def test_a_forgotten_knock_tells_hand_number_and_points() -> None:
    """The hand, what the matta would have counted as, the sum within the limit, and the points that are lost."""
    assert italian("knock_forgotten", KNOCK, "(low 7C=3)") == (
        "Prima di giocare potevi accusare carte basse: AD 3C 7C con la matta 7C che vale 3, "
        "in tutto 7. Valeva 3 punti, che ormai sono persi."
    )
    plain = italian("knock_forgotten", KNOCK, "(low)", hand=["AD", "2C", "5C"], points=1)
    assert "carte basse: AD 2C 5C, in tutto 8. Valeva un punto, che ormai è perso." in plain
    triple = italian("knock_forgotten", KNOCK, "(triple)", what="triple", hand=["KD", "KC", "KS"], points=10)
    assert "tre carte uguali: KD KC KS. Valeva 10 punti" in triple


def test_a_declaration_is_said_in_words() -> None:
    """What the notation writes in brackets is a phrase for people."""
    assert declaration_sentence(words("it"), "(low 7C=3)") == "accusa carte basse, con la matta 7C che vale 3"
    assert declaration_sentence(words("en"), "(triple)") == "knocks with three equal cards"


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
    assert said in italian("scopa_offered", SCOPA | CERTAIN, chance=share)


def test_a_hand_that_holds_all_unseen_cards_is_said_to() -> None:
    """With the last packet between two players, all that one does not see is in the other's hand."""
    assert "tutte in mano sua" in italian("scopa_offered", SCOPA | CERTAIN)


def test_card_given_up_says_how() -> None:
    """Laid, left and not taken are three sentences; a better play that takes the card is said to."""
    assert italian("card_given_up", GIVEN_UP).startswith("Giochi il settebello e nel 50 % dei casi")
    assert italian("card_given_up", GIVEN_UP, how="left").startswith("Lasci in tavola il settebello")
    assert italian("card_given_up", GIVEN_UP, how="not_taken").startswith("Potevi prendere il settebello")
    assert italian("card_given_up", GIVEN_UP, better="7Cx7D").endswith("Con 7Cx7D finiva fra le tue prese.")
    assert italian("card_given_up", GIVEN_UP, better="7C").endswith("Con 7C succedeva nel 10 % dei casi.")
    assert "non poteva finire subito all’avversario" in italian("card_given_up", GIVEN_UP, chance_better=0.0)
    assert "l’asso di denari" in italian("card_given_up", GIVEN_UP, card="AD")


def test_bad_spariglio_counts_the_unpaired_ranks() -> None:
    """The ranks unpaired before the play are named, and their number after both plays is before plus change."""
    assert italian("bad_spariglio", SPARIGLIO) == (
        "Sei dalla parte del mazziere, a cui conviene tenere pari le carte. "
        "Erano sparigliate 3 carte (asso, cinque, re) e con la tua presa diventano 4. "
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
    ("code", "facts"),
    [
        ("scopa_offered", SCOPA),
        ("scopa_offered", SCOPA | {"low": True}),
        ("card_given_up", GIVEN_UP),
        ("card_given_up", GIVEN_UP | {"low": True}),
        ("bad_spariglio", SPARIGLIO),
        ("bad_spariglio", SPARIGLIO | {"low": True}),
    ],
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
    assert (the_card(w, "QD", Pack(52, french=True)), the_card(w, "8C", Pack(52))) == (
        "la donna di quadri",
        "l’otto di coppe",
    )
    assert card_name(w, "7D", Pack(52)) == "sette di denari"
    assert card_name(w, "??") == "??"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", [40, 52])
@pytest.mark.parametrize("french", [False, True])
def test_no_two_cards_have_the_same_name(language, deck, french) -> None:
    """A name tells the card."""
    names = {card_name(words(language), text, Pack(deck, french)) for text in TEXTS[deck]}
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
        elif item.expected and item.code != "ended.finished" and item.expected != NOTHING:
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


def test_a_declaration_that_cannot_be_names_what_can() -> None:
    """An impossible knock is told with those that the hand allows, or that there is none."""
    w = words("it")
    other = finding("declared.impossible", "(low 7C=1)", "(low 7C=2) (low 7C=3)")
    assert finding_sentence(w, other).endswith("non si può accusare così. Si può accusare: (low 7C=2) (low 7C=3)")
    none = finding("declared.impossible", "(low 7C=1)", "–")
    assert finding_sentence(w, none) == "(low 7C=1): con queste carte in mano non c’è niente da accusare."
    error = PlayError("play.illegal_declaration", found="(low)", expected="(triple)")
    assert error_sentence(w, error) == "(low): qui non si può accusare così. Si può accusare: (triple)"


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
        (RulesError("rules.two_sides", found="3", expected="2"), ["3", "2"]),
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
