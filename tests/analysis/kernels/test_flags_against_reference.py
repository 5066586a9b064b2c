"""Every flag raised or not is confirmed by brute force from the definitions in docs/numbers.md, "Flags"."""

import pytest

from analysis.flags import Flag, flags_of, forgotten_knock
from analysis.knowledge import legal_plays_of, seat_view, view_at
from analysis.principle_facts import union
from engine.cards import mask_of, parse_card
from engine.deals import packet_sizes, setup_vector
from engine.kernels.play import hand_at
from engine.plays import Play
from engine.rules import preset, with_options
from records.notation import read_file
from tests.conftest import PROJECT, KernelMode
from tests.engine.kernels.random_deals import FAMILIES, deals, reference_play, walk
from tests.reference import flags as reference
from tests.reference import game as reference_game

DEALS: dict[KernelMode, int] = {"compiled": 20, "uncompiled": 1, "bounds-checked": 2}
"""How many random deals of each family are judged."""

REFERENCE_CODES = ("scopa_offered", "card_given_up", "bad_spariglio")
"""The flags of a play; `knock_forgotten` is one of what comes before it."""


def by_code(flags: tuple[Flag, ...], code: str) -> list[Flag]:
    """The flags of one code."""
    return [flag for flag in flags if flag.code == code]


@pytest.mark.kernels
@pytest.mark.parametrize("family", FAMILIES)
def test_flags_agree(family: str, kernel_mode: KernelMode) -> None:
    """Which flags a play gets, their chances, and a better play that the definition accepts."""
    compare(family, DEALS[kernel_mode], seed=99)


@pytest.mark.soak
@pytest.mark.parametrize("family", FAMILIES)
def test_many_flags_agree(family: str) -> None:
    """The same on 200 deals, in which every flag that can come up does."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    raised = compare(family, 200, seed=1)
    # Parity is off with three players and where captures are not by value; one last card leaves it next to no choice.
    by_value = rules.fifteen_capture == "off" and rules.ace_rule == "off"
    assert raised["scopa_offered"]
    assert raised["card_given_up"]
    assert bool(raised["bad_spariglio"]) >= (by_value and players != 3 and packet_sizes(rules, players)[-1] > 1)


def compare(family: str, count: int, seed: int) -> dict[str, int]:
    """Judge random deals on both sides; how many flags of each code there were."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    raised = dict.fromkeys(REFERENCE_CODES, 0)
    for number, deal in enumerate(deals(rules, players, count, seed)):
        made: list[Play] = []
        for position, game, legal, chosen in walk(deal, seed=number):
            if position.over:
                break
            found = flags_of(seat_view(position, tuple(made)), legal, chosen)
            made.append(chosen)
            expected = reference.flags(game, reference_play(chosen, rules.deck))
            for code in REFERENCE_CODES:
                ours = by_code(found, code)
                theirs = expected[code]
                raised[code] += len(ours)
                if theirs is None:
                    assert not ours, (code, theirs)
                    continue
                check(code, ours, theirs, rules.deck)
    return raised


def check(code: str, ours: list[Flag], theirs: reference.Facts, deck: int) -> None:
    """One code's flags against the facts of the brute force."""
    if code == "card_given_up":
        assert {flag.facts["card"] for flag in ours} == set(theirs["cards"])
        for flag in ours:
            check_chance(flag, theirs["cards"][flag.facts["card"]], deck)
        return
    (flag,) = ours
    if code == "scopa_offered":
        check_chance(flag, theirs, deck)
        assert flag.facts["total"] == theirs["total"]
    else:
        assert reference_play(flag.better, deck) in theirs["better"]
        assert flag.facts["change"] == theirs["change"]
        assert (flag.facts["role"] == "dealer") == theirs["dealer_side"]
        assert len(flag.facts["unpaired"]) == len(theirs["unpaired"])


def check_chance(flag: Flag, theirs: reference.Facts, deck: int) -> None:
    """The chances of a flag, and its better play, against exact fractions."""
    assert flag.facts["chance"] == pytest.approx(float(theirs["probability"]), abs=1e-9)
    assert flag.facts["chance_better"] == pytest.approx(float(theirs["best_probability"]), abs=1e-9)
    assert reference_play(flag.better, deck) in theirs["better"]


@pytest.mark.kernels
def test_a_forgotten_knock() -> None:
    """A knock that might have been made and was not is flagged with its points; under the lowest total it is not."""
    counts = {}
    for options in ({}, {"objective": "low"}):
        rules = with_options(preset("sbarazzino"), options)
        found = 0
        for number, deal in enumerate(deals(rules, 2, 30, seed=4)):
            for position, game, _, _ in walk(deal, seed=number):
                flag = forgotten_knock(position)
                if flag is None:
                    assert position.over or not game.legal_declarations() or options
                    continue
                found += 1
                assert game.legal_declarations()
                hand = game.hands[game.seat]
                assert flag.facts["points"] == reference_game.knock(game.options, hand).points
        counts[rules.objective] = found
    assert counts["high"] > 3
    assert counts["low"] == 0


@pytest.mark.kernels
def test_open_hands_are_known() -> None:
    """Of a hand that a knock laid open the chance is none or certainty, and the others are counted without it.

    A card that makes the scopa is one that the next seat may hold.
    """
    rules = preset("cirulla")
    certain = elsewhere = 0
    for number, deal in enumerate(deals(rules, 4, 60, seed=12)):
        made: list[Play] = []
        for position, _, legal, chosen in walk(deal, seed=number):
            if position.over:
                break
            view = seat_view(position, tuple(made))
            made.append(chosen)
            following = (position.turn + 1) % 4
            shown = view.shown[following]
            others = union(view.shown) & ~shown
            for flag in flags_of(view, legal, chosen):
                if flag.code == "scopa_offered":
                    takers = mask_of(map(parse_card, flag.facts["takers"]))
                    assert takers
                    assert not takers & others
                    assert not takers & ~shown or not shown or position.hands[following] != shown
                    elsewhere += bool(others)
            if shown and shown == position.hands[(position.turn + 1) % 4]:
                for flag in flags_of(view, legal, chosen):
                    if flag.code == "scopa_offered":
                        certain += 1
                        assert flag.facts["chance"] == 1.0
    assert certain > 0
    assert elsewhere > 0


@pytest.mark.kernels
def test_a_taker_is_no_card_that_the_open_hand_lacks() -> None:
    """Where the whole next hand lies open only its cards make a scopa: two jacks, no ace."""
    replay = list(read_file(PROJECT / "sample_games" / "cirulla.jsonl"))[3].replay
    assert replay is not None
    view = view_at(replay, 25)
    assert view is not None
    legal = legal_plays_of(view)
    (chosen,) = (each for each in legal if each.taken == mask_of(map(parse_card, ("3B", "QS"))))
    (flag,) = by_code(flags_of(view, legal, chosen), "scopa_offered")
    assert flag.facts["takers"] == ["JC", "JS"]


@pytest.mark.kernels
def test_hand_size_of_the_next_seat() -> None:
    """The hand that chances count with is the one held when it plays: a packet dealt in between is counted in."""
    for name, players, options in FAMILIES.values():
        rules = with_options(preset(name), options)
        for deal in deals(rules, players, 1, seed=3):
            for position, _, _, _ in walk(deal, seed=0):
                if not position.over:
                    assert hand_at(setup_vector(rules, players), position.ply) == position.hand_size(position.turn)
