from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.knowledge import SeatView, view_at
from analysis.position_keys import position_key, renamed, renamed_rules, renamings
from engine.deals import generator, random_deal
from engine.plays import Play, WrittenPlay
from engine.positions import legal_plays, play, start
from engine.replay import Replay, replay
from engine.rules import preset

GAMES = [("scopone", 4), ("scopa", 2), ("cirulla", 2), ("napoli", 2), ("scopa-d-assi", 2)]


def played_at_random(name: str, players: int, seed: int) -> Replay:
    """A deal in which everyone plays the legal play that the seed says."""
    deal = random_deal(preset(name), players, seed % players, generator(seed))
    position, made = start(deal), []
    while not position.over:
        legal = legal_plays(position)
        chosen = legal[(seed * 7 + position.ply * 5) % len(legal)]
        made.append(WrittenPlay("", chosen.card, chosen.taken or None, False))
        position = play(position, chosen)
    return replay(deal, made)


def view_of(name: str, players: int, seed: int, ply: int) -> SeatView:
    """What the seat to play saw at that ply."""
    view = view_at(played_at_random(name, players, seed), ply)
    assert view is not None
    return view


def with_suits(view: SeatView, order: tuple[int, ...]) -> SeatView:
    """The same view with the suits in another order."""

    def masks(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(renamed(mask, order) for mask in values)

    def card(number: int) -> int:
        return number - number % 4 + order[number % 4]

    return replace(
        view,
        hand=renamed(view.hand, order),
        table=renamed(view.table, order),
        piles=masks(view.piles),
        shown=masks(view.shown),
        plays=tuple(Play(card(each.card), renamed(each.taken, order)) for each in view.plays),
    )


@given(st.sampled_from(GAMES), st.integers(0, 500), st.integers(0, 30), st.data())
def test_suits_that_no_option_names_make_no_difference(
    game: tuple[str, int], seed: int, ply: int, data: st.DataObject
) -> None:
    """A renaming that leaves the rules as they are leaves the key, too."""
    view = view_of(*game, seed, ply)
    order = data.draw(st.sampled_from(renamings(view.rules)))
    assert position_key(with_suits(view, order)) == position_key(view)


@given(st.integers(0, 500), st.integers(0, 30))
def test_a_suit_that_the_rules_name_makes_one(seed: int, ply: int) -> None:
    """Denari and coppe exchanged give another position, unless both lie alike everywhere."""
    view = view_of("scopone", 4, seed, ply)
    exchanged = with_suits(view, (1, 0, 2, 3))
    orders = renamings(view.rules)
    alike = any(with_suits(view, order) == exchanged for order in orders)
    assert alike or position_key(exchanged) != position_key(view)


@pytest.mark.parametrize(("name", "free"), [("scopone", "CBS"), ("cirulla", "BS"), ("scopa", "CBS")])
def test_the_suits_that_may_be_renamed(name: str, free: str) -> None:
    """Scopa names denari only; Cirulla has the seven of coppe, too, as its matta."""
    rules = preset(name)
    moved = {"DCBS"[suit] for order in renamings(rules) for suit in range(4) if order[suit] != suit}
    assert moved == set(free)
    assert all(renamed_rules(rules, order).majority_suit == rules.majority_suit for order in renamings(rules))


@given(st.sampled_from(GAMES), st.integers(0, 200), st.integers(0, 30))
def test_seats_are_named_from_who_plays(game: tuple[str, int], seed: int, ply: int) -> None:
    """The same cards with everyone a chair further are the same position; other cards in the hand are another."""
    view = view_of(*game, seed, ply)
    players, sides = view.players, len(view.piles)

    def further(values: tuple[int, ...], count: int) -> tuple[int, ...]:
        return tuple(values[(i - 1) % count] for i in range(count))

    moved = replace(
        view,
        seat=(view.seat + 1) % players,
        first=(view.first + 1) % players,
        piles=further(view.piles, sides),
        scope=further(view.scope, sides),
        events=further(view.events, sides),
        last_capturer=None if view.last_capturer is None else (view.last_capturer + 1) % sides,
        shown=further(view.shown, players),
    )
    assert position_key(moved) == position_key(view)
    assert position_key(replace(view, hand=view.hand & view.hand - 1)) != position_key(view)
