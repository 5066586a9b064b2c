"""The kernels agree with the naive reference on random deals of every preset, and of mixtures that no preset has."""

import pytest

from engine.cards import parse_card
from engine.deals import Deal
from engine.positions import events_of, scopa_of
from engine.rules import preset, with_options
from engine.scoring import score_of, wins_at_once
from tests.engine.kernels.random_deals import FAMILIES, deals, masks, reference_play, walk
from tests.reference import game as reference


@pytest.mark.kernels
@pytest.mark.parametrize("family", FAMILIES)
def test_random_deals_agree(family: str, deals_per_family: int) -> None:
    """Plays offered, captures, scope, hands, piles, leftovers and points by category: as the text of the rules says."""
    compare(family, deals_per_family, seed=2026)


@pytest.mark.soak
@pytest.mark.parametrize("family", FAMILIES)
def test_many_random_deals_agree(family: str) -> None:
    """The same on two thousand deals."""
    compare(family, 2000, seed=7)


def compare(family: str, count: int, seed: int) -> None:
    """Play random deals on both sides and compare everything at every ply."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    for number, deal in enumerate(deals(rules, players, count, seed)):
        compare_deal(deal, seed=number)


def compare_deal(deal: Deal, seed: int) -> None:
    """One deal, played at random."""
    rules, deck = deal.rules, deal.rules.deck
    for position, game, legal, chosen in walk(deal, seed):
        offered = game.legal_plays()
        assert {reference_play(each, deck) for each in legal} == set(offered)
        assert len(legal) == len(offered)
        assert position.hands == tuple(masks(hand, deck) for hand in game.hands)
        assert position.piles == tuple(masks(pile, deck) for pile in game.piles)
        assert position.scope == game.scope
        assert position.events == game.events
        assert position.last_capturer == game.last_capturer
        assert position.matta_value == game.matta_value
        assert position.shown == masks(game.shown, deck)
        assert position.over == game.is_over
        if not position.over:
            assert position.table == masks(game.table, deck)
            assert position.turn == game.seat
            assert [position.hand_size(seat) for seat in range(deal.players)] == [len(hand) for hand in game.hands]
            assert scopa_of(position, chosen) == game.is_scopa(*reference_play(chosen, deck))
            laid = None if game.redealt or game.last_laid is None else parse_card(game.last_laid, deck)
            assert position.last_laid == laid
            card, taken = reference_play(chosen, deck)
            bonuses = reference.play_bonuses(game.options, card, taken, last_laid=game.last_laid, redealt=game.redealt)
            assert sorted(events_of(position, chosen)) == sorted(bonuses)
    ours, theirs = score_of(position), game.score()
    for side, side_score in enumerate(ours):
        for category in ("scope", "carte", "suit", "primiera", "combos", "run", "events", "total"):
            own = side_score.total if category == "total" else side_score.of(category)
            assert own == theirs[side].get(category, 0), (category, side)
    if rules.primiera != "off":
        assert [side_score.primiera for side_score in ours] == reference.primiera_values(game.options, game.piles)
    assert wins_at_once(rules, deal.players, position.piles) == reference.instant_winner(game.options, game.piles)
