"""What `solve` tells: the line, the split, symmetry, the budget, and what it refuses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.cards import cards_of, mask_of
from engine.deals import generator, random_deal
from engine.errors import PlayError, RulesError
from engine.plays import Play
from engine.positions import Position, start
from engine.rules import preset, presets
from engine.scoring import score_of
from engine.solver import solve
from tests.engine.exhaustive import TABLES, after, endings

NAMES = [name for name in TABLES if name.split(" in ")[0] in presets()]


@pytest.mark.parametrize("name", NAMES)
def test_line_and_split(name: str) -> None:
    """The line replays to an end worth the value, each step keeps it; the split adds up; the best play decides."""
    for position in endings(name, 3, 12, seed=40):
        solution = solve(position)
        offered = [value for _, value in (*solution.plays, *solution.declarations)]
        assert None not in offered
        assert solution.value == (max if position.turn % 2 == 0 else min)(offered)
        assert solution.categories is not None
        assert sum(solution.categories) == solution.value
        reached = position
        for choice in solution.line:
            assert solve(reached).value == solution.value
            reached = after(reached, choice)
        assert reached.over
        ours, theirs = score_of(reached)
        sign = -1 if position.rules.objective == "low" else 1
        assert sign * (ours.total - theirs.total) == solution.value


def seats_turned(position: Position) -> Position:
    """The same position with every player one seat further, so that the sides are swapped."""
    last = None if position.last_capturer is None else 1 - position.last_capturer
    players = position.players
    declared = mask_of((seat + 1) % players for seat in cards_of(position.declared))
    return replace(
        position,
        first=(position.first + 1) % players,
        hands=position.hands[-1:] + position.hands[:-1],
        piles=position.piles[::-1],
        scope=position.scope[::-1],
        events=position.events[::-1],
        last_capturer=last,
        declared=declared,
        packets=tuple(packet[-1:] + packet[:-1] for packet in position.packets),
    )


@pytest.mark.parametrize("name", NAMES)
def test_sides_swapped(name: str) -> None:
    """With the sides swapped every value has the other sign."""
    for position in endings(name, 4, 13, seed=80):
        one, other = solve(position), solve(seats_turned(position))
        assert one.value is not None
        assert other.value == -one.value
        assert dict(other.plays) == {choice: -value for choice, value in one.plays if value is not None}


def suits_swapped(position: Position, one: int, other: int) -> Position:
    """The same position with two suits renamed into each other."""

    def card(number: int) -> int:
        return number - number % 4 + {one: other, other: one}.get(number % 4, number % 4)

    def mask(cards: int) -> int:
        return mask_of(card(number) for number in cards_of(cards))

    return replace(
        position,
        hands=tuple(map(mask, position.hands)),
        table=mask(position.table),
        piles=tuple(map(mask, position.piles)),
        last_laid=None if position.last_laid is None else card(position.last_laid),
        shown=mask(position.shown),
        packets=tuple(tuple(map(mask, packet)) for packet in position.packets),
    )


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("scopa in 2", 1, 3),
        ("scopone-scientifico in 4", 1, 2),
        ("napoli in 4", 2, 3),
        ("cirulla in 2", 2, 3),
        ("scopa-a-15 in 2", 1, 2),
    ],
)
def test_suits_renamed(name: str, one: int, other: int) -> None:
    """Suits that no option names can be exchanged without a change of the value, cards to come included."""
    for position in endings(name, 8, 14, seed=120):
        assert solve(position).value == solve(suits_swapped(position, one, other)).value


def test_same_answer_again() -> None:
    """The same call gives the same solution, to the node."""
    position = next(endings("scopone in 4", 1, 14))
    one, other = solve(position), solve(position)
    assert replace(one, seconds=0.0) == replace(other, seconds=0.0)


def test_budget() -> None:
    """With too small a budget what is not known is None, what is known is right, and the budget is kept."""
    position = next(endings("scopone in 4", 1, 16))
    whole = solve(position)
    known = 0
    for budget in (1, 30, whole.nodes // 4, whole.nodes * 3 // 4, whole.nodes - 1):
        part = solve(position, budget)
        assert part.nodes <= budget
        assert part.line == ()
        assert part.categories is None
        assert part.value in {None, whole.value}
        for (one, found), (other, value) in zip(part.plays, whole.plays, strict=True):
            assert one == other
            assert found in {None, value}
            known += found is not None
    assert 0 < known < 5 * len(whole.plays)


def test_time_is_up() -> None:
    """A whole deal of Scopone cannot be solved in a moment: its value stays unknown, every play is still listed."""
    position = start(random_deal(preset("scopone-scientifico"), 4, 0, generator(1)))
    solution = solve(position, budget=10**12, seconds=0.2)
    assert solution.value is None
    assert len(solution.plays) == 10
    assert {value for _, value in solution.plays} == {None}


def test_end_of_a_deal() -> None:
    """A finished deal is worth its score, and there is nothing to play."""
    position = next(endings("scopa in 2", 1, 3, seed=2))
    while not position.over:
        position = after(position, solve(position).line[0])
    solution = solve(position)
    ours, theirs = score_of(position)
    assert solution.value == ours.total - theirs.total
    assert (solution.plays, solution.declarations, solution.line) == ((), (), ())


def test_by_hand() -> None:
    """Last two cards, a seven of coins on the table, a seven to take it: it brings the settebello and the coins."""
    seven = 6 * 4
    fifth_coin = 4 * 4
    position = replace(next(endings("scopa in 2", 1, 2, seed=1)), ply=34)
    cards = (1 << 40) - 1
    hands = [0, 0]
    hands[position.turn], hands[1 - position.turn] = 1 << (seven + 1), 1 << 39
    rest = cards & ~(1 << seven | 1 << (seven + 1) | 1 << 39)
    coins = mask_of(range(0, 40, 4)) & rest
    piles = [rest & ~coins | coins & ((1 << fifth_coin) - 1), coins & ~((1 << fifth_coin) - 1)]
    position = replace(
        position, hands=tuple(hands), table=1 << seven, piles=tuple(piles), scope=(0, 0), last_capturer=1
    )
    solution = solve(position)
    taker = position.turn
    assert solution.line[0] == Play(seven + 1, 1 << seven)
    assert solution.categories is not None
    assert solution.categories[0] == (1 if taker == 0 else -1)
    assert solution.categories[4] == (Fraction(1) if taker == 0 else Fraction(-1))


def test_three_sides() -> None:
    """Three players have no one value: it is said so."""
    position = start(random_deal(preset("scopa"), 3, 0, generator(1)))
    with pytest.raises(RulesError) as error:
        solve(position)
    assert error.value.code == "rules.two_sides"


def test_unknown_cards() -> None:
    """A hand, or a packet still to come, that the record does not tell whole cannot be solved."""
    position = next(endings("scopa in 2", 1, 10))
    hidden = replace(position, hands=(0, position.hands[1]))
    unseen = replace(position, packets=(*position.packets[:-1], (0, 0)))
    for unclear in (hidden, unseen):
        with pytest.raises(PlayError) as error:
            solve(unclear)
        assert error.value.code == "play.hand_unknown"
