import pytest

from analysis.knowledge import view_at
from analysis.memory import questions, questions_at
from engine.cards import cards_of
from tests.analysis.test_position_keys import played_at_random


@pytest.mark.parametrize(
    ("name", "players", "paid"), [("scopone", 4, True), ("scopa", 2, True), ("ciapa-no", 4, False)]
)
def test_the_answers_are_what_happened(name: str, players: int, paid: bool) -> None:
    """At every play: odd captures by rank, the sixes not seen by the seat, and whether the settebello was captured."""
    deal = played_at_random(name, players, 4)
    for ply in range(len(deal.plays)):
        view, position = view_at(deal, ply), deal.positions[ply]
        assert view is not None
        asked = questions_at(view)
        captured = [card for pile in position.piles for card in cards_of(pile)]
        odd = {rank for rank in range(10) if sum(card // 4 == rank for card in captured) % 2}
        hidden = [card for card in range(40) if not (position.table | position.hands[view.seat]) >> card & 1]
        assert set(asked.unpaired) == odd
        assert asked.left == sum(card // 4 == 5 and card not in captured for card in hidden)
        if paid:
            assert asked.settebello_gone == (24 in captured)


def test_a_position_of_the_middle_is_asked_for() -> None:
    """The seat is to play there, and the same seed asks the same."""
    deal = played_at_random("scopone", 4, 2)
    for seed in range(20):
        asked = questions(deal, 1, seed)
        assert asked is not None and asked.seat == 1 == deal.positions[asked.ply].turn
        assert 12 <= asked.ply < 33 and questions(deal, 1, seed) == asked
