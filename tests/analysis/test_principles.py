from dataclasses import replace

import pytest

from analysis.kernels.marks import PRINCIPLE_COUNT
from analysis.principle_facts import FACTS
from analysis.principles import CODES, DECLARATIONS, PRINCIPLES, THEMES, Principle, declaration_principles, principles
from analysis.values import MAXIMS_WEIGHTS
from engine.plays import Declaration
from engine.positions import Position, start
from engine.rules import preset, with_options
from tests.analysis.principle_views import DEALER, FIRST, SCIENTIFICO, cards, text_of, view_of
from tests.engine.kernels.random_deals import deals

CASES = {
    "scopa_offered": ({"hand": "AD AC AB KS", "table": ""}, "AD AC AB", "KS"),
    "card_given_up": ({"hand": "7D KC KB", "table": ""}, "KC KB", "7D"),
    "bad_spariglio": ({"hand": "JS 5S", "table": "3C 5B KB QB", "seat": DEALER}, "5Sx5B", "JSx3C+5B"),
    "missed_scopa": ({"hand": "5S KC", "table": "5B"}, "5Sx5B", "KC"),
    # Eight are left, and jacks are about; thirteen are what no card takes.
    "mulinello": ({"hand": "5S KC", "table": "3C 5B KB"}, "5Sx5B", "KCxKB"),
    # The dealer's side took twice, the partner laid in between; of the knights no other is about.
    "mulinello_escape": (
        {"hand": "6C QS", "table": "", "last": "3Bx3C KS KBxKS", "out": "3B 3C KS KB QD QC QB"},
        "QS",
        "6C",
    ),
    "anchor": ({"hand": "4D 5S", "table": "4C 5B KB", "out": "4B 4S"}, "5Sx5B", "4Dx4C"),
    "three_kings_gone": ({"hand": "3C KS", "table": "", "last": "ADxAC", "out": "AD AC KD KC KB"}, "KS", "3C"),
    "opening": (
        {"hand": "AC 2C 4D 4C 4B 5S 6S JS QS KS", "table": ""},
        "4D 4C 4B",
        "AC 2C 5S 6S JS QS KS",
    ),
    "lay_a_double": ({"hand": "3B 3S 6C", "table": "QB KB"}, "3B 3S", "6C"),
    "answer_the_partner": ({"hand": "4C 6C", "table": "KB", "last": "4D 4Sx4D", "out": "4D 4S"}, "4C", "6C"),
    "partners_double": ({"hand": "4C KC", "table": "4D QS KB", "last": "4D QS"}, "KCxKB", "4Cx4D"),
    "call_the_seven": ({"hand": "3C 5C 7S", "table": "4B KB"}, "3C", "5C 7S"),
    "take_the_seven": ({"hand": "7D KC", "table": "7S KB"}, "7Dx7S", "KCxKB"),
    "leave_the_seven": ({"hand": "7C KC", "table": "7S KB", "seat": DEALER, "last": "7S"}, "KCxKB", "7Cx7S"),
    "take_their_seven": ({"hand": "7C KC", "table": "7S KB", "last": "7S"}, "7Cx7S", "KCxKB"),
    "partners_seven": ({"hand": "7C KC", "table": "7S QS KB", "last": "7S QS"}, "KCxKB", "7Cx7S"),
    "coins": ({"hand": "5D 5S", "table": "5B KB"}, "5Dx5B", "5Sx5B"),
    "primiera": ({"hand": "6C QC", "table": "6B QB KB"}, "6Cx6B", "QCxQB"),
    # The dealer's side has twenty-two cards and all the sevens: carte and primiera are its own, coins are open.
    "category_decided": (
        {
            "hand": "5D JS",
            "table": "3C 5B QB KB",
            "seat": DEALER,
            "out": "7D 7C 7B 7S AC AB AS 2C 2B 2S 6C 6B 6S KC KS JC JB QC QS 4C 4B 4S",
        },
        "5Dx5B",
        "JSx3C+5B",
    ),
    # Two and five make seven; two, four and six have no such pair.
    "best_spariglio": ({"hand": "5S 6S", "table": "2C 3B 4C QB KB"}, "5Sx2C+3B", "6Sx2C+4C"),
    "last_two": ({"hand": "5S 6S", "table": "KB", "seat": DEALER, "out": "5C"}, "5S", "6S"),
    "last_capture": ({"hand": "5S KC", "table": "5B QB", "last_capturer": 1}, "5Sx5B", "KC"),
    "dealer_unpairs_sevens": ({"hand": "5S JS", "table": "AB 5B 7C QB KB", "seat": DEALER}, "JSxAB+7C", "5Sx5B"),
    "never_lay_a_seven": ({"hand": "7S KC", "table": "QB"}, "KC", "7S"),
    "highest_multiplicity": ({"hand": "4D 4C 5S", "table": ""}, "4D 4C", "5S"),
    # One card in the next hand out of 35: a chance of 1/35 and one of 2/35.
    "least_risk": ({"hand": "6C KS", "table": "", "seat": DEALER, "out": "6D KD KC"}, "KS", "6C"),
    # The next seat laid a king while a four was there, which the partner then took.
    "not_taken_before": (
        {"hand": "4C 6C", "table": "", "last": "KS 4Sx4D KBxKS", "out": "4D 4S KB KS"},
        "4C",
        "6C",
    ),
}
"""By principle: a position, the plays that keep it and those that break it; the others are told nothing by it."""

EXACT_FACTS = {
    "missed_scopa": {"cards": ["5S"], "table": ["5B"]},
    "mulinello": {"left": ["3C", "5B"], "takers": ["JD", "JC", "JB", "JS"]},
    "mulinello_escape": {"safe": ["QS"], "exposed": ["6"], "unseen": [3]},
    "anchor": {"cards": ["4C"], "held": ["4D"]},
    "three_kings_gone": {"card": "KS", "scope": 0, "scope_other": 1},
    "opening": {"ranks": ["4"], "count": 3},
    "lay_a_double": {"doubles": ["3"], "singles": ["6"]},
    "answer_the_partner": {"laid": "4D", "taker": "4S", "rank": "4", "unseen": 1},
    "partners_double": {"laid": "4D", "rank": "4", "unseen": 2},
    "call_the_seven": {"sevens": ["7S"], "calls": ["3C"], "table": ["4B", "KB"]},
    "take_the_seven": {"sevens": ["7S"], "held": ["7D"]},
    "leave_the_seven": {"sevens": ["7S"], "unseen": 2},
    "coins": {"coins": 1, "coins_less": 0, "cards": 2, "cards_less": 2, "suit": "D"},
    "primiera": {"now": 0, "better": 36, "less": 20, "missing": ["D", "C", "B", "S"]},
    "category_decided": {"decided": ["carte", "primiera"], "carte": [0, 22], "coins": [0, 1], "side": 1},
    "best_spariglio": {"cards": ["2C", "3B", "5S"], "unpaired": ["2", "3", "5"]},
    "last_two": {"keep": "6S", "play": "5S", "unpaired": ["5"]},
    "last_capture": {"table": ["5B", "QB"], "held": 2},
    "never_lay_a_seven": {"sevens": ["7S"], "card": "7D"},
    "not_taken_before": {"declined": ["4"], "takers": ["4B"]},
}
"""Facts of those positions, read off the cards."""


def found(code: str, **changed: object) -> Principle | None:
    """The principle as it applies in its position with some of it changed; None: it does not apply."""
    view = view_of(**(CASES[code][0] | changed))
    return next((each for each in principles(view) if each.code == code), None)


@pytest.mark.kernels
@pytest.mark.parametrize("code", CASES)
def test_a_position_of_each_principle(code: str) -> None:
    """In a position written by hand the principle applies, and its text says which plays keep and break it."""
    principle = found(code)
    assert principle is not None
    assert set(map(text_of, principle.keeps)) == set(CASES[code][1].split())
    assert set(map(text_of, principle.breaks)) == set(CASES[code][2].split())
    for name, value in EXACT_FACTS.get(code, {}).items():
        assert principle.facts[name] == value, name


def test_every_principle_has_its_position_row_and_facts() -> None:
    """The registry, the rows of the matrix, the facts, the positions above and the weights name the same principles."""
    codes = [rule.code for rule in PRINCIPLES]
    assert len(codes) == PRINCIPLE_COUNT == len(set(codes))
    assert set(codes) == set(CASES) == set(FACTS)
    assert list(MAXIMS_WEIGHTS)[-PRINCIPLE_COUNT:] == codes
    assert [*codes, *(rule.code for rule in DECLARATIONS)] == list(CODES)
    assert {rule.theme for rule in (*PRINCIPLES, *DECLARATIONS)} == set(THEMES)


def test_chances_are_exact() -> None:
    """The least risk's chances are those of one card in 35; the facts tell what they come from."""
    principle = found("least_risk")
    assert principle is not None
    assert principle.facts["chance"] == pytest.approx(2 / 35)
    assert principle.facts["chance_better"] == pytest.approx(1 / 35)
    assert (principle.facts["unseen"], principle.facts["held"]) == (35, 1)


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("mulinello_escape", {"last": "3Bx3C KSxKD KBxKC"}),
        ("anchor", {"out": "4B"}),
        ("three_kings_gone", {"last": "", "out": "KD KC KB"}),
        ("three_kings_gone", {"out": "AD AC KD KC"}),
        ("lay_a_double", {"hand": "3B 3S QC"}),
        ("answer_the_partner", {"last": "4D 4Sx4D", "out": "4D 4S 4B"}),
        ("answer_the_partner", {"last": "4D KS", "out": "4S"}),
        ("partners_double", {"last": "QS 4D"}),
        ("partners_double", {"out": "4B 4S"}),
        ("call_the_seven", {"hand": "3C 5C 6S"}),
        ("take_the_seven", {"hand": "7C KC"}),
        ("leave_the_seven", {"seat": FIRST}),
        ("leave_the_seven", {"hand": "7C 7B KC"}),
        ("take_their_seven", {"last": "7S QB"}),
        ("partners_seven", {"last": "QS 7S"}),
        ("coins", {"hand": "5C 5S"}),
        ("category_decided", {"out": "7D 7C 7B 7S"}),
        ("best_spariglio", {"seat": DEALER}),
        ("last_two", {"out": "5C 6C"}),
        ("last_two", {"seat": FIRST}),
        ("last_capture", {"last_capturer": 0}),
        ("dealer_unpairs_sevens", {"hand": "7S JS"}),
        ("dealer_unpairs_sevens", {"out": "7B"}),
        ("never_lay_a_seven", {"out": "7D"}),
        ("not_taken_before", {"last": "4Bx4S 4Sx4D KBxKS"}),
    ],
)
def test_where_a_principle_does_not_apply(code: str, changed: dict[str, object]) -> None:
    """One condition taken away, the principle has nothing to say."""
    assert found(code, **changed) is None


def test_the_sides_want_opposite_sparigli() -> None:
    """What keeps the ranks even is right for the dealer's side and wrong for the hand side."""
    dealers, hands = found("bad_spariglio"), found("bad_spariglio", seat=FIRST)
    assert dealers is not None and hands is not None
    assert (dealers.keeps, dealers.breaks) == (hands.breaks, hands.keeps)
    assert (dealers.facts["role"], hands.facts["role"]) == ("dealer", "hand")
    assert (dealers.facts["change"], dealers.facts["change_better"]) == (3, 0)


@pytest.mark.parametrize(
    "code", [code for code in CASES if code not in {"scopa_offered", "card_given_up", "least_risk"}]
)
def test_where_the_lowest_total_wins(code: str) -> None:
    """Only the flags and the risk of a scopa are turned round where the lowest total wins; the others are silent."""
    principle = found(code, rules=with_options(SCIENTIFICO, {"objective": "low"}))
    assert principle is None or code == "bad_spariglio"


def test_the_lowest_total_turns_the_risk_round() -> None:
    """Where the lowest total wins, what offered a scopa keeps the principle and what denied it breaks it."""
    low = with_options(SCIENTIFICO, {"objective": "low"})
    for code in ("scopa_offered", "card_given_up", "least_risk"):
        high, turned = found(code), found(code, rules=low)
        assert high is not None and turned is not None
        assert (set(turned.keeps), set(turned.breaks)) == (set(high.breaks), set(high.keeps))
        assert turned.facts["low"] is True


def test_facts_are_those_of_the_play_that_was_made() -> None:
    """Of several plays that break a principle, the one that was made has its own facts."""
    view = view_of("3B 3S 5C 6C", "QB KB")
    for made in principles(view):
        if made.code == "lay_a_double":
            assert made.facts["singles"] == ["5", "6"]
            (own,) = (each for each in principles(view, made.breaks[1]) if each.code == made.code)
            assert own.facts["singles"] == ["6"]
            assert (own.keeps, own.breaks) == (made.keeps, made.breaks)
            return
    raise AssertionError("lay_a_double applies")


def test_a_forced_play_has_no_principles() -> None:
    """Where there is no choice, no principle applies."""
    assert principles(view_of("5S", "5B")) == ()


def knocking(hand: str, table: str) -> Position:
    """The first position of a deal of Cirulla in two with another hand and table."""
    position = start(next(deals(preset("cirulla"), 2, 1, seed=1)))
    hands = tuple(cards(hand) if seat == position.turn else each for seat, each in enumerate(position.hands))
    return replace(position, hands=hands, table=cards(table))


def test_declarations() -> None:
    """A knock that may be made is kept by declaring and broken by playing; the matta's number by what it then takes."""
    by_code = {each.code: each for each in declaration_principles(knocking("AS 2S 7C", "3D KD KC QS"))}
    forgotten = by_code["knock_forgotten"]
    assert Declaration("low", 3) in forgotten.keeps
    assert forgotten.facts["points"] == 3
    value = by_code["matta_value"]
    assert Declaration("low", 3) in value.keeps
    assert Declaration("low", 4) in value.breaks
    assert declaration_principles(knocking("KS QC 7S", "3D KD KC QS")) == ()
