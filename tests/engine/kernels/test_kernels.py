"""What the kernels promise beyond the rules: bits, sweepers, shuffles, and that reading out of bounds is seen."""

from pathlib import Path

import numba
import numpy as np
import pytest

from engine.cards import cards_of
from engine.deals import generator, setup_vector
from engine.kernels.bits import highest, lowest, popcount
from engine.kernels.captures import captures, is_scopa
from engine.kernels.deal import below
from engine.kernels.jit import keep_compiled_code, kernel
from engine.kernels.layout import CAPTURES_OF_ALL, MOST_CAPTURES
from engine.positions import makes_scopa
from engine.rules import preset, with_options
from tests.conftest import KernelMode
from tests.engine.kernels.random_deals import FAMILIES, deals, walk

pytestmark = pytest.mark.kernels


@kernel
def count_bits(mask: int) -> int:
    """Popcount, callable from here."""
    return popcount(mask)


@kernel
def lowest_bit(mask: int) -> int:
    """The lowest card, callable from here."""
    return lowest(mask)


@kernel
def highest_bit(mask: int) -> int:
    """The highest card, callable from here."""
    return highest(mask)


@kernel
def read_beyond(numbers: np.ndarray) -> int:
    """What stands one place after the end of ``numbers``: a fault on purpose."""
    return numbers[numbers.shape[0]]


def test_bits() -> None:
    """Counting and finding agree with plain Python, for the single bits and mixed masks of both decks."""
    random = np.random.default_rng(7)
    for mask in [1 << bit for bit in range(52)] + random.integers(1, 1 << 52, 200).tolist():
        cards = cards_of(mask)
        assert count_bits(mask) == len(cards)
        assert lowest_bit(mask) == cards[0]
        assert highest_bit(mask) == cards[-1]


def test_canary(kernel_mode: KernelMode) -> None:
    """A kernel that reads out of bounds raises where the run says that bounds are checked (or Python checks them)."""
    if kernel_mode == "compiled":
        assert isinstance(read_beyond(np.zeros(3, dtype=np.int64)), int)
    else:
        with pytest.raises(IndexError):
            read_beyond(np.zeros(3, dtype=np.int64))


def test_cache_folder_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change in any source, or in the bounds setting, names another cache folder: stale code cannot be found."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    package = tmp_path
    source = package / "rules.py"
    source.write_text("one")
    first = keep_compiled_code(package)
    assert keep_compiled_code(package) == first
    source.write_text("two")
    second = keep_compiled_code(package)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "2")
    assert len({first, second, keep_compiled_code(package)}) == 3


@pytest.mark.parametrize("family", FAMILIES)
def test_scopa_makers(family: str, deals_per_family: int) -> None:
    """The cards that would make a scopa are those with a capture of the whole table that counts as one.

    No card has more captures than the rules make room for.
    """
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    setup = setup_vector(rules, players)
    most = int(setup[MOST_CAPTURES])
    found = np.zeros(most, dtype=np.int64)
    for number, deal in enumerate(deals(rules, players, deals_per_family // 20, seed=5)):
        for position, _, _, _ in walk(deal, seed=number):
            matta = position.matta_value or 0
            expected = 0
            for card in range(rules.deck):
                if position.table >> card & 1 or not position.table:
                    continue
                count = captures(setup, position.table, card, matta, found)
                assert count <= most
                whole = position.table in found[:count]
                if whole and is_scopa(setup, position.table, card, position.table, 1, matta):
                    expected |= 1 << card
            assert makes_scopa(position) == expected


def test_room_for_captures() -> None:
    """On the fullest table that can be imagined a card has no more captures than there is room for."""
    rules = with_options(preset("cirulla"), {"compulsory": False, "value_capture": "free"})
    setup = setup_vector(rules, 2)
    found = np.zeros(int(setup[MOST_CAPTURES]) + 1, dtype=np.int64)
    counts = [int(captures(setup, (1 << 40) - 1, card, 0, found)) for card in range(40)]
    assert 10_000 < max(counts) < CAPTURES_OF_ALL == setup[MOST_CAPTURES]


def test_numbers_are_even() -> None:
    """Every number below a bound comes equally often, and no two neighbouring seeds give the same start."""
    counts = np.zeros(40, dtype=np.int64)
    random = generator(1)
    draws = 8000
    for _ in range(draws):
        counts[below(random, 40)] += 1
    expected = draws / 40
    # Chi-square with 39 degrees of freedom: above 80 less than once in 10,000 times.
    assert float(((counts - expected) ** 2 / expected).sum()) < 80
    assert len({int(generator(seed)[0]) for seed in range(1000)}) == 1000
