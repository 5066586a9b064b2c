"""The reference against every worked case of the rules, and against the laws that every deal obeys."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from .game import (
    CATEGORIES,
    Game,
    captures,
    deal_out,
    deck,
    instant_winner,
    is_scopa,
    knock,
    match_over,
    may_lay,
    must_redeal,
    play_bonuses,
    primiera_values,
    rounds,
    score,
    side_count,
    side_of,
    start,
    table_bonus,
)
from .presets import CASES, PRESETS, TABLES, options_of
from .random_deals import random_finish, random_start

Case = dict[str, Any]


def check_capture(options: dict[str, Any], case: Case) -> None:
    """Captures, the right to lay, scope and events of one card."""
    expected, state = case["expect"], case.get("state", {})
    table, card, matta = case["table"], case["play"], state.get("matta_value")
    found = captures(options, table, card, matta_value=matta)
    assert len(found) == len(set(found))
    assert set(found) == {frozenset(taken) for taken in expected["captures"]}
    assert may_lay(options, table, card, matta_value=matta) == expected["may_trail"]
    scope = {
        taken
        for taken in found
        if is_scopa(options, table, card, taken, last_play=case["last_play"], matta_value=matta)
    }
    assert bool(scope) == expected["scopa"]
    assert scope == {frozenset(taken) for taken in expected["scopa_captures"]}
    if "bonus" in expected:
        for taken, events in zip(expected["captures"], expected["bonus"], strict=True):
            earned = play_bonuses(
                options,
                card,
                frozenset(taken),
                last_laid=state.get("last_laid"),
                redealt=state.get("redealt", False),
            )
            earned += ["scopa"] * (frozenset(taken) in scope)
            assert sorted(earned) == sorted(events)


def check_hand(options: dict[str, Any], case: Case) -> None:
    """The captures of every card of a hand."""
    expected = case["expect"]["captures_by_card"]
    assert set(case["hand"]) == set(expected)
    for card, sets in expected.items():
        assert set(captures(options, case["table"], card)) == {frozenset(taken) for taken in sets}


def check_deal(options: dict[str, Any], case: Case) -> None:
    """The number of packets and the size of the last one."""
    sizes = rounds(options, case["players"])
    assert {"rounds": len(sizes), "last_round_cards": sizes[-1]} == case["expect"]


def check_redeal(options: dict[str, Any], case: Case) -> None:
    """Whether the opening table is thrown in."""
    assert must_redeal(options, case["table"]) == case["expect"]["redeal"]


def check_table_bonus(options: dict[str, Any], case: Case) -> None:
    """The dealer's opening bonus."""
    bonus = table_bonus(options, case["table"])
    assert (bonus.points, bonus.takes) == (case["expect"]["points"], case["expect"]["takes"])
    assert bonus.matta_value == case["expect"].get("matta_value")


def check_knock(options: dict[str, Any], case: Case) -> None:
    """The best declaration of a hand."""
    best = knock(options, case["hand"])
    assert best.points == case["expect"]["points"]
    if "matta_values" in case["expect"]:
        assert list(best.matta_values) == case["expect"]["matta_values"]


def check_score(options: dict[str, Any], case: Case) -> None:
    """Every category of every side, absent ones being 0; the primiera's values; a match won at once."""
    expected, sides = case["expect"], sorted(case["piles"])
    piles = [case["piles"][side] for side in sides]
    points = score(options, piles, [case["scope"][side] for side in sides])
    for side, own in zip(sides, points, strict=True):
        for category in (*CATEGORIES, "total"):
            assert own[category] == Fraction(expected["points"][side].get(category, 0)), (side, category)
    if "primiera" in expected:
        assert primiera_values(options, piles) == [expected["primiera"][side] for side in sides]
    winner = instant_winner(options, piles)
    assert (None if winner is None else sides[winner]) == expected.get("instant_winner")


def check_match(options: dict[str, Any], case: Case) -> None:
    """Whether the match is over, and who won it."""
    sides = sorted(case["before"])
    over, winner = match_over(options, [case["before"][side] for side in sides], [case["hand"][side] for side in sides])
    named = None if winner is None else sides[winner]
    assert {"over": over, "winner": named} == case["expect"]


CHECKS = {
    "capture": check_capture,
    "hand": check_hand,
    "deal": check_deal,
    "redeal": check_redeal,
    "table_bonus": check_table_bonus,
    "knock": check_knock,
    "score": check_score,
    "match": check_match,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_case(case: Case) -> None:
    """The reference gives exactly what each worked case of the rules says."""
    CHECKS[case["kind"]](options_of(case["preset"], case.get("overrides")), case)


def test_no_case_is_lost() -> None:
    """All 410 cases are there, every one under its own id, and every preset has some."""
    assert len(CASES) == 410
    assert len({case["id"] for case in CASES}) == 410
    assert {case["preset"] for case in CASES} == set(PRESETS) - {"scopa-bga"}


def cards_everywhere(game: Game) -> list[str]:
    """Every card of a position: hands, table, piles, and the packets still to deal."""
    stock = [card for packet in game.packets[game.packet + 1 :] for hand in packet for card in hand]
    held = [card for hand in game.hands for card in hand]
    return sorted([*stock, *held, *game.table, *(card for pile in game.piles for card in pile)])


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_laws_of_a_deal(preset: str, players: int) -> None:
    """In random deals of every game the deck is conserved and some play is legal at every ply.

    No scopa follows a scopa; at the end every card lies in a pile and points are the sum of their categories.
    """
    chance = random.Random(f"{preset}-{players}")
    for _ in range(6):
        positions = random_finish(random_start(preset, players, chance), chance)
        whole = sorted(deck(positions[0].options))
        assert all(cards_everywhere(position) == whole for position in positions)
        plies_of_scope = [before.ply for before, after in pairwise(positions) if sum(after.scope) > sum(before.scope)]
        assert all(later - earlier > 1 for earlier, later in pairwise(plies_of_scope))
        end = positions[-1]
        assert (end.table, end.matta_value, end.shown) == ((), None, frozenset())
        assert sorted(card for pile in end.piles for card in pile) == whole
        for own in end.score():
            assert own["total"] == sum(own[category] for category in CATEGORIES)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_seats_and_packets(preset: str, players: int) -> None:
    """The seat after the dealer plays first, then each in turn; packets and table are the deck."""
    options = options_of(preset)
    assert sum(rounds(options, players)) * players + options["table"] == options["deck"]
    game = random_start(preset, players, random.Random(1))
    order = []
    while not game.is_over:
        order.append(game.seat)
        game = game.play(*game.legal_plays()[0])
    assert order == [(game.dealer + 1 + ply) % players for ply in range(len(order))]
    assert set(Counter(order).values()) == {sum(rounds(options, players))}
    assert {side_of(players, seat) for seat in range(players)} == set(range(side_count(players)))


def last_card(hand: str, table: list[str], last_capturer: int | None, **overrides: Any) -> Game:
    """A scopone before its very last card, which seat 0 plays; the piles of the rest are left out."""
    options = options_of("scopone-scientifico", overrides)
    _, packets = deal_out(options, 4, deck(options))
    return replace(
        start(options, 4, 0, [], packets),
        hands=((hand,), (), (), ()),
        table=tuple(table),
        last_capturer=last_capturer,
        ply=39,
    )


@pytest.mark.parametrize("capturer", [0, 1])
def test_leftovers_go_to_the_last_capturer(capturer: int) -> None:
    """The cards on the table at the end, the last card laid too, go to the side that captured last."""
    game = last_card("2S", ["7D", "QC"], capturer).play("2S")
    assert game.is_over
    assert game.legal_plays() == []
    assert game.leftovers == ("7D", "QC", "2S")
    assert game.piles[capturer] == {"7D", "QC", "2S"}
    assert game.piles[1 - capturer] == frozenset()
    assert game.scope == (0, 0)


def test_last_card_that_captures() -> None:
    """Who captures with the last card gets the leftovers; a scopa there counts only by the option."""
    game = last_card("QS", ["7D", "QC"], 1).play("QS", frozenset({"QC"}))
    assert game.leftovers == ("7D",)
    assert game.piles[0] == {"7D", "QC", "QS"}
    assert last_card("QS", ["QC"], 1).play("QS", frozenset({"QC"})).scope == (0, 0)
    counted = last_card("QS", ["QC"], 1, last_play_scopa=True)
    assert counted.play("QS", frozenset({"QC"})).scope == (1, 0)


def test_leftovers_of_nobody() -> None:
    """Where nobody captured at all, nobody gets the leftovers."""
    game = last_card("QS", ["QC", "7D"], None, compulsory=False).play("QS")
    assert game.leftovers == ("QC", "7D", "QS")
    assert game.piles == (frozenset(), frozenset())


def test_short_last_packet() -> None:
    """Ten cards each in two leave twenty: three packets of three, then one card each."""
    assert rounds(options_of("scopone-in-due"), 2) == [10, 3, 3, 3, 1]


def test_stock_that_cannot_be_dealt() -> None:
    """A deck that does not divide, or a number of players that the game does not know, is refused."""
    with pytest.raises(ValueError, match="never be dealt"):
        rounds(options_of("scopa", {"redeal": 0}), 2)
    with pytest.raises(ValueError, match="cannot play"):
        rounds(options_of("scopone"), 3)


def opening(preset: str, dealer: int, table: str, *packets: tuple[str, str]) -> Game:
    """A two-player opening with this table and these first packets, the rest dealt in the deck's order."""
    options = options_of(preset)
    chosen = [[hand.split() for hand in packet] for packet in packets]
    known = {*table.split(), *(card for packet in chosen for hand in packet for card in hand)}
    rest = iter(card for card in deck(options) if card not in known)
    sizes = rounds(options, 2)[len(chosen) :]
    later = [[[next(rest) for _ in range(size)] for _ in range(2)] for size in sizes]
    return start(options, 2, dealer, table.split(), chosen + later)


def test_dealer_takes_the_opening_fifteen() -> None:
    """Cirulla: the dealer takes a table of 15, has a point and the last capture; the other faces no card."""
    game = opening("cirulla", 1, "AD 2B 5S 7D", ("KD QD JD", "KC QC JC"))
    assert game.seat == 0
    assert game.piles == (frozenset(), frozenset({"AD", "2B", "5S", "7D"}))
    assert (game.events, game.table, game.last_capturer) == ((0, 1), (), 1)


def test_matta_keeps_its_value_until_captured() -> None:
    """Cirulla: a matta declared as a king takes and is taken as a king, and lies in the pile as a seven."""
    game = opening("cirulla", 1, "4D 5S 6B 3S", ("KD KC 7C", "AC 2C 3C"))
    assert game.legal_declarations() == [("triple", 10)]
    game = game.declare("triple", 10)
    assert (game.events, game.matta_value) == ((10, 0), 10)
    assert game.shown == {"KD", "KC", "7C"}
    assert frozenset({"4D", "6B"}) in captures(game.options, game.table, "7C", matta_value=10)
    assert game.legal_declarations() == []
    taking = game.play("7C", frozenset({"4D", "6B"}))
    assert taking.matta_value is None
    with pytest.raises(ValueError, match="illegal play"):
        game.play("7C")
    answered = game.play("KD", frozenset({"5S"})).declare("low")
    assert (answered.events, answered.matta_value) == ((10, 3), 10)
    assert answered.shown == {"KC", "7C", "AC", "2C", "3C"}


def test_a_knock_in_every_packet() -> None:
    """A seat may declare once in each packet, before its first card of it; Sbarazzino shows no hand."""
    game = opening("sbarazzino", 1, "4D 5S 6B 3S", ("AC AB AS", "KC QC 7C"), ("JD JC JB", "KB QB 7B"))
    game = game.declare("triple")
    assert (game.events, game.shown, game.legal_declarations()) == ((10, 0), frozenset(), [])
    game = game.play(*game.legal_plays()[0]).play("KC").play("AB", frozenset({"KC"}))
    assert game.legal_declarations() == []
    while game.packet == 0:
        game = game.play(*game.legal_plays()[0])
    assert game.legal_declarations() == [("triple", None)]
    assert game.play(*game.legal_plays()[0]).legal_declarations() == []


def test_opening_with_a_plain_matta() -> None:
    """A table that makes 15 with the matta as a seven needs no other value; no bonus without the cards."""
    cirulla = options_of("cirulla")
    assert table_bonus(cirulla, ["7C", "5D", "2S", "AB"]).matta_value is None
    assert table_bonus(cirulla, ["7C", "5D", "2S", "2B"]).matta_value == 6
    assert table_bonus(cirulla, []).takes is False


def test_picca_not_after_a_new_packet() -> None:
    """Bresciana: the card just laid makes a picca, unless cards were dealt in between."""
    options = options_of("scopa-bresciana")
    taken = frozenset({"5S"})
    assert play_bonuses(options, "5C", taken, last_laid="5S") == ["picca"]
    assert play_bonuses(options, "5C", taken, last_laid="5S", redealt=True) == []
    assert play_bonuses(options, "5C", taken, last_laid="6S") == []
    game = opening("scopa-bresciana", 1, "KD QD JD 9D", ("5S 5D 2C 8B", "5C KS JS 4B")).play("5S")
    assert game.play("5C", taken).events == (0, 1)
    in_between = game.play("KS", frozenset({"KD"}))
    assert in_between.last_laid is None
    assert in_between.play("5D", taken).events == (0, 0)
    hands = ("AD 2D 4D JC", "KS KB QS 9S"), ("9B 3D 3C 3B", "8D 8C 8B 8S")
    game = opening("scopa-bresciana", 1, "KD QD JD KC", *hands)
    for card, taken_card in zip(
        ("AD", "KS", "2D", "KB", "4D", "QS", "JC", "9S"),
        ("", "KD", "", "KC", "", "QD", "JD", ""),
        strict=True,
    ):
        game = game.play(card, frozenset({taken_card} - {""}))
    assert (game.packet, game.last_laid, game.redealt) == (1, "9S", True)
    assert game.play("9B", frozenset({"9S"})).events == (0, 0)


def test_refusals() -> None:
    """An illegal play, a thrown-in table and a deal with a card twice are refused."""
    game = opening("scopa", 1, "7C 4S 3B KD", ("7S QD JD", "KC QC JC"))
    with pytest.raises(ValueError, match="illegal play 7S"):
        game.play("7S", frozenset({"4S", "3B"}))
    with pytest.raises(ValueError, match="thrown in"):
        opening("scopa", 1, "KB KS 3B KD", ("7S QD JD", "KC QC JC"))
    with pytest.raises(ValueError, match="not the deck"):
        start(game.options, 2, 1, ["7S", "4S", "3B", "KD"], game.packets)
