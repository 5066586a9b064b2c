"""The worked cases of the rules, each traced to its source, and any further file of the same form.

``RULES_CASES`` names another file than ``tests/data/cases.json``.
"""

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.cards import mask_of, parse_card, texts_of
from engine.deals import Deal, check_built, packet_sizes, thrown_in
from engine.errors import NotBuiltError
from engine.positions import Position, plays_of, scopa_of, start
from engine.rules import Rules, preset, with_options
from engine.scoring import match_after, score

CASES = Path(os.environ.get("RULES_CASES", Path(__file__).parents[1] / "data" / "cases.json"))


def rules_of(case: dict[str, Any]) -> Rules:
    """The rules that a case is played by."""
    return with_options(preset(case["preset"]), case.get("overrides", {}))


def built(case: dict[str, Any]) -> bool:
    """Whether this version plays the rules of a case."""
    try:
        check_built(rules_of(case))
    except NotBuiltError:
        return False
    return True


ALL_CASES: list[dict[str, Any]] = json.loads(CASES.read_text(encoding="utf-8"))
BUILT_CASES = [case for case in ALL_CASES if built(case)]


def mask(cards: list[str], rules: Rules) -> int:
    """The mask of card texts."""
    return mask_of(parse_card(card, rules.deck) for card in cards)


def position_on(rules: Rules, table: list[str], last_play: bool) -> Position:
    """A position with this table, at the deal's last play or before it."""
    players = rules.players[0]
    packets = tuple((0,) * players for _ in packet_sizes(rules, players))
    before = start(Deal(rules, 0, (), packets))
    ply = rules.deck - rules.table - 1 if last_play else 1
    return Position(
        rules, before.first, ply, before.hands, mask(table, rules), before.piles, before.scope, None, packets
    )


def captures_on(position: Position, card: str) -> tuple[list[list[str]], bool, list[list[str]]]:
    """The captures of ``card``, whether it may stay, and the captures that are a scopa."""
    rules = position.rules
    plays = plays_of(rules, position.players, position.table, 1 << parse_card(card, rules.deck))
    taken = [texts_of(play.taken, rules.deck) for play in plays if play.taken]
    scope = [texts_of(play.taken, rules.deck) for play in plays if scopa_of(position, play)]
    return taken, any(not play.taken for play in plays), scope


def as_sets(captures: list[list[str]]) -> list[list[str]]:
    """Captures in an order that does not depend on how they were found."""
    return sorted(sorted(cards) for cards in captures)


def check_capture(case: dict[str, Any], rules: Rules) -> None:
    """The sets that may be taken, whether the card may stay, and which captures are a scopa."""
    position = position_on(rules, case["table"], case["last_play"])
    taken, may_stay, scope = captures_on(position, case["play"])
    expect = case["expect"]
    assert as_sets(taken) == as_sets(expect["captures"])
    assert may_stay == expect["may_trail"]
    assert as_sets(scope) == as_sets(expect["scopa_captures"])
    assert bool(scope) == expect["scopa"]


def check_hand(case: dict[str, Any], rules: Rules) -> None:
    """The captures of each card of a hand."""
    position = position_on(rules, case["table"], case["last_play"])
    for card in case["hand"]:
        assert as_sets(captures_on(position, card)[0]) == as_sets(case["expect"]["captures_by_card"][card])


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
    assert case["expect"].get("instant_winner") is None


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
    """What a declaration pays: nothing under rules that have none, the only ones that are played yet."""
    assert rules.knock is None
    assert case["expect"] == {"points": 0}


def check_table_bonus(case: dict[str, Any], rules: Rules) -> None:
    """What the dealt table gives the dealer: nothing under rules without a bonus, the only ones played yet."""
    assert not rules.table_bonus
    assert case["expect"] == {"points": 0, "takes": False}


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


@pytest.mark.parametrize("case", BUILT_CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    """A worked case of the rules comes out as its source says."""
    CHECKS[case["kind"]](case, rules_of(case))


def test_every_built_family_has_cases() -> None:
    """The cases reach every kind that can be played, and leave out only what names an option that is not built."""
    assert {case["kind"] for case in BUILT_CASES} == set(CHECKS)
    for case in ALL_CASES:
        if case not in BUILT_CASES:
            with pytest.raises(NotBuiltError) as error:
                check_built(rules_of(case))
            assert error.value.params["option"]
