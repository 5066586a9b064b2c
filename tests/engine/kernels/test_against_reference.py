"""The kernels agree with the naive reference on random deals of every family that is built."""

import pytest

from engine.rules import preset, with_options
from engine.scoring import score_of
from tests.engine.kernels.random_deals import FAMILIES, deals, masks, reference_play, walk
from tests.reference import game as reference

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("family", FAMILIES)
def test_random_deals_agree(family: str, deals_per_family: int) -> None:
    """Plays offered, captures, scope, hands, piles, leftovers and points by category: as the text of the rules says."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    for number, deal in enumerate(deals(rules, players, deals_per_family, seed=2026)):
        for position, game, legal, _ in walk(deal, seed=number):
            offered = game.legal_plays()
            assert {reference_play(each, rules.deck) for each in legal} == set(offered)
            assert len(legal) == len(offered)
            assert position.table == masks(game.table)
            assert position.hands == tuple(masks(hand) for hand in game.hands)
            assert position.piles == tuple(masks(pile) for pile in game.piles)
            assert position.scope == game.scope
            assert position.last_capturer == game.last_capturer
            assert position.over == game.is_over
            if not position.over:
                assert position.turn == game.seat
                assert [position.hand_size(seat) for seat in range(players)] == [len(hand) for hand in game.hands]
        ours = score_of(position)
        theirs = game.score()
        for side, side_score in enumerate(ours):
            for category in ("scope", "carte", "suit", "primiera", "combos", "run", "total"):
                own = side_score.total if category == "total" else side_score.of(category)
                assert own == theirs[side].get(category, 0), (category, side)
        values = reference.primiera_values(game.options, game.piles)
        if rules.primiera != "off":
            assert [side_score.primiera for side_score in ours] == values
