import json
import re
from collections.abc import Iterator

import pytest

from analysis.knowledge import seat_view
from analysis.principles import CODES, Principle, declaration_principles, principles
from engine.plays import Declaration, Play, declaration_text, play_text
from engine.positions import Position
from engine.rules import preset
from tests.engine.kernels.random_deals import deals, walk
from ui.principle_sentences import broken_sentence, principle_name, principle_sentence, theme_name
from ui.words import LANGUAGES, words

TABLES = (("scopone", 4, 60), ("scopone-scientifico", 4, 6), ("scopa", 2, 30), ("cirulla", 2, 30), ("ciapa-no", 4, 10))


def applying() -> Iterator[tuple[Position, Principle]]:
    """The principles that apply somewhere in random deals of several games."""
    for name, players, count in TABLES:
        for number, deal in enumerate(deals(preset(name), players, count, seed=3)):
            made: list[Play] = []
            for position, _, _, chosen in walk(deal, seed=number):
                if position.over:
                    break
                for each in (*principles(seat_view(position, tuple(made))), *declaration_principles(position)):
                    yield position, each
                made.append(chosen)


@pytest.fixture(scope="module")
def examples() -> dict[tuple[str, object, object], tuple[Principle, str]]:
    """By code and what changes its sentence: a principle that applied, and what keeps it, in notation."""
    found: dict[tuple[str, object, object], tuple[Principle, str]] = {}
    for position, each in applying():
        key = (each.code, each.facts.get("low"), each.facts.get("role"))
        if key not in found:
            kept = each.keeps[0]
            rules = position.rules
            text = (
                declaration_text(kept, rules) if isinstance(kept, Declaration) else play_text(kept, False, rules.deck)
            )
            found[key] = each, text
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_broken_principle_has_its_sentence(examples, language) -> None:
    """Every principle that can apply is said with its facts and what is better, nothing left to fill in."""
    w = words(language)
    assert {code for code, _, _ in examples} == set(CODES)
    for principle, better in examples.values():
        sentence = broken_sentence(w, principle.code, principle.facts, better)
        assert better in sentence, sentence
        assert not re.search(r"[{}\[\]]|None", sentence), sentence
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith("."), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_read_back_from_json_say_the_same(examples, language) -> None:
    """Facts can be stored: what comes back has the same sentence."""
    w = words(language)
    for principle, better in examples.values():
        stored = json.loads(json.dumps(dict(principle.facts)))
        assert broken_sentence(w, principle.code, stored, better) == broken_sentence(
            w, principle.code, principle.facts, better
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_principles_differ(language) -> None:
    """Every principle has a name and a sentence of its own; what is turned round is said otherwise."""
    w = words(language)
    assert len({principle_name(w, code) for code in CODES}) == len(CODES)
    assert len({principle_sentence(w, code) for code in CODES}) == len(CODES)
    for code in ("scopa_offered", "card_given_up", "bad_spariglio", "least_risk"):
        assert principle_sentence(w, code, low=True) != principle_sentence(w, code)
    assert principle_sentence(w, "anchor", low=True) == principle_sentence(w, "anchor")


def test_a_sentence_in_full() -> None:
    """Cards stand as the notation writes them, ranks, suits and chances in words."""
    w = words("it")
    assert theme_name(w, "sevens") == "I sette"
    assert broken_sentence(w, "anchor", {"cards": ["4C"], "held": ["4D"]}, "5Sx5B") == (
        "4C in tavola puoi prenderla solo tu (4D in mano, le altre sono uscite): lasciandola lì comandi il giro. "
        "Meglio 5Sx5B."
    )
    facts = {"role": "hand", "unpaired": ["A", "7"], "change": -1, "change_better": 3}
    assert broken_sentence(w, "bad_spariglio", facts, "5Sx2C+3B") == (
        "Alla tua parte conviene sparigliare (sparigliate: asso e sette): la tua presa ne cambia il numero di −1, "
        "5Sx2C+3B di +3."
    )
    assert "tenere pari" in broken_sentence(w, "bad_spariglio", facts | {"low": True}, "5Sx2C+3B")


def test_the_partners_card_claims_no_more_than_is_known() -> None:
    """Another card of the rank that cannot be seen may be with an opponent too, and the sentence says so."""
    facts = {"laid": "4S", "rank": "4", "unseen": 1}
    assert "but so may an opponent" in broken_sentence(words("en"), "partners_double", facts, "KCx2B+JC")
    assert "anche un avversario" in broken_sentence(words("it"), "partners_double", facts, "KCx2B+JC")
