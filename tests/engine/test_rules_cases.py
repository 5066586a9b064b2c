"""The worked cases of the rules, each traced to its source, and any further file of the same form.

``RULES_CASES`` names another file than ``tests/data/cases.json``.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.cards import mask_of, parse_card, texts_of
from engine.deals import Deal, packet_sizes, thrown_in
from engine.plays import Play
from engine.positions import Position, declare, events_of, legal_declarations, plays_of, scopa_of, start
from engine.rules import Rules, preset, presets, with_options
from engine.scoring import match_after, score, wins_at_once

CASES = Path(os.environ.get("RULES_CASES", Path(__file__).parents[1] / "data" / "cases.json"))


def rules_of(case: dict[str, Any]) -> Rules:
    """The rules that a case is played by."""
    return with_options(preset(case["preset"]), case.get("overrides", {}))


ALL_CASES: list[dict[str, Any]] = json.loads(CASES.read_text(encoding="utf-8"))


def mask(cards: list[str], rules: Rules) -> int:
    """The mask of card texts."""
    return mask_of(parse_card(card, rules.deck) for card in cards)


def position_on(rules: Rules, case: dict[str, Any]) -> Position:
    """A position with the case's table, at the deal's last play or before it, after what its ``state`` tells."""
    players = rules.players[0]
    packets = tuple((0,) * players for _ in packet_sizes(rules, players))
    state = case.get("state", {})
    last_laid = None if state.get("redealt") else state.get("last_laid")
    return replace(
        start(Deal(rules, 0, (), packets)),
        ply=rules.deck - rules.table - 1 if case["last_play"] else 1,
        table=mask(case["table"], rules),
        last_laid=None if last_laid is None else parse_card(last_laid, rules.deck),
        matta_value=state.get("matta_value"),
    )


def plays_on(position: Position, card: str) -> list[Play]:
    """The plays of ``card``."""
    rules = position.rules
    hand = 1 << parse_card(card, rules.deck)
    return list(plays_of(rules, position.players, position.table, hand, position.matta_value))


def as_sets(captures: Iterable[list[str]]) -> list[list[str]]:
    """Captures in an order that does not depend on how they were found."""
    return sorted(sorted(cards) for cards in captures)


def check_capture(case: dict[str, Any], rules: Rules) -> None:
    """The sets that may be taken, whether the card may stay, which captures are a scopa, and what else they earn."""
    position = position_on(rules, case)
    plays = plays_on(position, case["play"])
    taken = {frozenset(texts_of(each.taken, rules.deck)): each for each in plays if each.taken}
    scope = [texts_of(each.taken, rules.deck) for each in plays if scopa_of(position, each)]
    expect = case["expect"]
    assert as_sets(map(list, taken)) == as_sets(expect["captures"])
    assert any(not each.taken for each in plays) == expect["may_trail"]
    assert as_sets(scope) == as_sets(expect["scopa_captures"])
    assert bool(scope) == expect["scopa"]
    for cards, earned in zip(expect["captures"], expect.get("bonus", []), strict="bonus" in expect):
        play = taken[frozenset(cards)]
        events = [*events_of(position, play), *(["scopa"] if scopa_of(position, play) else [])]
        assert sorted(events) == sorted(earned)


def check_hand(case: dict[str, Any], rules: Rules) -> None:
    """The captures of each card of a hand."""
    position = position_on(rules, case)
    for card in case["hand"]:
        taken = [texts_of(each.taken, rules.deck) for each in plays_on(position, card) if each.taken]
        assert as_sets(taken) == as_sets(case["expect"]["captures_by_card"][card])


def check_deal(case: dict[str, Any], rules: Rules) -> None:
    """How many packets there are, and how many cards each gets in the last."""
    sizes = packet_sizes(rules, case["players"])
    assert {"rounds": len(sizes), "last_round_cards": sizes[-1]} == case["expect"]


def check_redeal(case: dict[str, Any], rules: Rules) -> None:
    """Whether a dealt table is thrown in."""
    assert thrown_in(rules, mask(case["table"], rules)) == case["expect"]["redeal"]


def check_score(case: dict[str, Any], rules: Rules) -> None:
    """The points of each side by category, and the primiera values."""
    names = list(case["piles"])
    players = {2: 2, 3: 3}[len(names)] if len(names) in rules.players else 4
    piles = [mask(case["piles"][name], rules) for name in names]
    scored = score(rules, players, piles, [case["scope"][name] for name in names])
    for name, side in zip(names, scored, strict=True):
        expect = dict(case["expect"]["points"][name])
        assert side.total == Fraction(expect.pop("total", 0))
        for category in ("carte", "suit", "primiera", "combos", "run", "scope"):
            assert side.of(category) == Fraction(expect.pop(category, 0)), category
        assert not expect, "categories that nothing here checks"
        if "primiera" in case["expect"]:
            assert side.primiera == case["expect"]["primiera"][name]
    winner = wins_at_once(rules, players, piles)
    assert (None if winner is None else names[winner]) == case["expect"].get("instant_winner")


def check_match(case: dict[str, Any], rules: Rules) -> None:
    """Whether the match is over, and who has won."""
    names = list(case["before"])
    after = match_after(
        rules,
        [Fraction(case["before"][name]) for name in names],
        [Fraction(case["hand"][name]) for name in names],
    )
    assert after.over == case["expect"]["over"]
    assert (None if after.winner is None else names[after.winner]) == case["expect"]["winner"]


def check_knock(case: dict[str, Any], rules: Rules) -> None:
    """What a hand may declare, and what that pays."""
    hand = mask(case["hand"], rules)
    players = rules.players[0]
    packets = ((hand, *[0] * (players - 1)), *[(0,) * players] * (len(packet_sizes(rules, players)) - 1))
    position = start(Deal(rules, players - 1, (), packets))
    declarations = legal_declarations(position)
    points = {declare(position, each).events[0] for each in declarations} or {0}
    assert points == {case["expect"]["points"]}
    if "matta_values" in case["expect"]:
        assert [each.matta for each in declarations] == case["expect"]["matta_values"]


def check_table_bonus(case: dict[str, Any], rules: Rules) -> None:
    """What the dealt table pays the dealer, who then takes it."""
    players = 2 if 2 in rules.players else 4
    table = tuple(parse_card(card, rules.deck) for card in case["table"])
    packets = tuple((0,) * players for _ in packet_sizes(rules, players))
    position = start(Deal(rules, 0, table, packets))
    assert position.events == (case["expect"]["points"], 0)
    assert (position.table == 0) == case["expect"]["takes"]
    assert (position.last_capturer == 0) == case["expect"]["takes"]
    assert position.piles[0] == (mask(case["table"], rules) if case["expect"]["takes"] else 0)


CHECKS = {
    "capture": check_capture,
    "hand": check_hand,
    "deal": check_deal,
    "redeal": check_redeal,
    "score": check_score,
    "match": check_match,
    "knock": check_knock,
    "table_bonus": check_table_bonus,
}


@pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    """A worked case of the rules comes out as its source says."""
    CHECKS[case["kind"]](case, rules_of(case))


def test_every_kind_and_preset_has_cases() -> None:
    """The project's own cases reach every kind of check and every preset but one, which no source works out."""
    own = json.loads((Path(__file__).parents[1] / "data" / "cases.json").read_text(encoding="utf-8"))
    assert {case["kind"] for case in own} == set(CHECKS)
    assert set(presets()) - {case["preset"] for case in own} == {"scopa-bga"}
