"""The search with open hands: the same values as trying everything, and what other kernels may count on."""

import numpy as np
import pytest

from engine.deals import setup_vector
from engine.kernels.jit import kernel
from engine.kernels.layout import MOST_CAPTURES, PRIMIERA
from engine.kernels.prospects import LEVEL_VALUES, levels_of, primiera_of_levels, prospects
from engine.kernels.score import primiera_value
from engine.kernels.solver import ending_value
from engine.kernels.solver_moves import counts, shadows
from engine.kernels.solver_work import LEAST_WORK, NODES, STOP
from engine.positions import Position, state_vector
from engine.rules import PRIMIERAS, preset, presets
from engine.scoring import score
from engine.solver import solve
from tests.conftest import KernelMode
from tests.engine.exhaustive import TABLES, Values, after, endings, exhaust

pytestmark = pytest.mark.kernels

PILES = 300
"""Random splits of the deck."""


@pytest.mark.parametrize("name", TABLES)
def test_every_value(name: str, kernel_mode: KernelMode) -> None:
    """The value of a small ending, of all its plays and declarations, is what trying every choice gives."""
    few = kernel_mode != "compiled"
    for position in endings(name, 4 if few else 24, 6 if few else 8):
        values: Values = {}
        value = exhaust(position, values)
        solution = solve(position)
        assert solution.value == value
        for choice, found in (*solution.plays, *solution.declarations):
            assert found == values[after(position, choice)], choice


@kernel
def values_of_endings(setup, work, memory, found, states, packets, out) -> None:  # type: ignore[no-untyped-def]
    """The values of several endings, asked for from a kernel."""
    for i in range(states.shape[0]):
        out[i] = ending_value(setup, work, memory, found, states[i], packets[i], 1_000_000)


@pytest.mark.parametrize("name", ["scopa in 2", "scopone in 4", "ciapa-no in 2", "cirulla in 4"])
def test_endings_from_a_kernel(name: str) -> None:
    """Another kernel gets the values of endings of several deals, one after the other, with one memory for all."""
    positions = list(endings(name, 12, 8))
    setup = setup_vector(positions[0].rules, positions[0].players)
    states = np.array([state_vector(each) for each in positions])
    packets = np.array([each.packets for each in positions], dtype=np.int64)
    work, memory = np.zeros(LEAST_WORK, dtype=np.int64), np.zeros(1 << 10, dtype=np.int64)
    found, out = np.zeros(setup[MOST_CAPTURES], dtype=np.int64), np.zeros(len(positions), dtype=np.int64)
    values_of_endings(setup, work, memory, found, states, packets, out)
    assert work[STOP] == 0
    assert work[NODES] > 0
    assert [int(halves) for halves in out] == [2 * exhaust(each, {}) for each in positions]


def split(random: np.random.Generator, deck: int, shares: tuple[float, float]) -> tuple[int, int, int]:
    """Two piles and the rest of the deck, at random."""
    first = second = 0
    for card, drawn in enumerate(random.random(deck)):
        if drawn < shares[0]:
            first |= 1 << card
        elif drawn < shares[0] + shares[1]:
            second |= 1 << card
    return first, second, ((1 << deck) - 1) & ~(first | second)


@pytest.mark.parametrize("rule", ["void", "below", "partial"])
def test_primiera_by_levels(rule: str) -> None:
    """The primiera from the levels of a pile's cards is the primiera of the pile; -1 and 0 both win nothing."""
    random = np.random.default_rng(3)
    setup = setup_vector(preset("scopa"), 2).copy()
    setup[PRIMIERA] = PRIMIERAS.index(rule)
    assert LEVEL_VALUES == [10, 12, 13, 14, 15, 16, 18, 21]
    for _ in range(PILES):
        pile = split(random, 40, (random.random() * 0.5, 0.2))[0]
        assert max(primiera_of_levels(setup, levels_of(pile)), 0) == max(primiera_value(setup, pile), 0)


@kernel
def look(setup, first, second, rest, out) -> None:  # type: ignore[no-untyped-def]
    """`prospects` of two piles, written to ``out``."""
    _, closed, sure, low, high, matters, _, _, _ = prospects(
        setup, first, second, levels_of(first), levels_of(second), rest, 31, 0
    )
    out[0], out[1], out[2], out[3], out[4] = closed, sure, low, high, matters


def points(position: Position, first: int, second: int) -> int:
    """The halves of points that two piles are worth to side 0."""
    ours, theirs = score(position.rules, position.players, (first, second), (0, 0))
    return int(2 * (ours.total - theirs.total))


@pytest.mark.parametrize("name", [name for name, rules in presets().items() if 2 in rules.players])
def test_prospects_hold(name: str, kernel_mode: KernelMode) -> None:
    """However the rest is captured, points lie within the bounds; cards that do not matter may change sides."""
    position = next(endings(f"{name} in 2", 1, 4))
    setup = setup_vector(position.rules, 2)
    deck = position.rules.deck
    random = np.random.default_rng(5)
    out = np.zeros(5, dtype=np.int64)
    for _ in range(PILES if kernel_mode == "compiled" else PILES // 10):
        share = random.random() * 0.9
        mine = random.random()
        first, second, rest = split(random, deck, (share * mine, share * (1 - mine)))
        look(setup, first, second, rest, out)
        sure, low, high, matters = (int(number) for number in out[1:])
        for _ in range(12):
            lean = random.random()
            taken = split(random, deck, (lean, 1 - lean))[0] & rest
            end = points(position, first | taken, second | rest & ~taken)
            assert sure + low <= end <= sure + high
            plain = rest & ~matters
            one, other = plain & taken, plain & ~taken
            if one and other:
                swapped = taken ^ (one & -one) ^ (other & -other)
                assert points(position, first | swapped, second | rest & ~swapped) == end


@pytest.mark.parametrize("cards", [0, 1, 0b1010, 0xF0F1, (1 << 52) - 1, 0x8421084210842])
def test_cards_by_rank(cards: int) -> None:
    """The places above each card within its rank, and how many cards are of each rank."""
    above = 0
    for card in range(52):
        if cards >> card & 1:
            above |= sum(1 << higher for higher in range(card + 1, card // 4 * 4 + 4))
    assert shadows(cards) == above
    assert [counts(cards) >> 4 * rank & 15 for rank in range(13)] == [
        (cards >> 4 * rank & 15).bit_count() for rank in range(13)
    ]
