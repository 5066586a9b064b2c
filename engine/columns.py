"""Many finished deals at once as columns, and many texts as one pile of bytes: no object a deal or a play."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS, SUITS, TEXTS
from engine.deals import Vector
from engine.kernels import lines, texts
from engine.kernels.replay import NOT_DECLARED
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Texts(Sequence[str]):
    """Many texts as one pile of bytes."""

    data: NDArray[np.uint8]
    """The bytes, one text after the other."""
    offsets: NDArray[np.int32]
    """Where text *i* begins, and where it ends: offset *i + 1*."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        return self.data[self.offsets[place] : self.offsets[place + 1]].tobytes().decode()

    def kept(self, chosen: NDArray[np.bool_]) -> "Texts":
        """The ``chosen`` texts only."""
        places = np.stack([self.offsets[:-1][chosen], self.offsets[1:][chosen]], axis=1).astype(np.int64)
        return gathered(self.data, places)


@dataclass(frozen=True, slots=True)
class PlayedDeals:
    """Finished deals of one set of rules as their records tell them; a row a deal."""

    dealers: Vector
    """The dealer's seat."""
    tables: NDArray[np.uint8]
    """The cards face up, in order."""
    cards: NDArray[np.uint8]
    """By ply, the card played."""
    taken: Vector
    """By ply, the mask of the cards taken."""
    scopa: NDArray[np.bool_]
    """By ply, whether it is said to be a scopa."""
    declared: NDArray[np.int8]
    """By ply, the number that the matta stands for in the knock before it (0: no matta), `NOT_DECLARED`: no knock."""
    whats: NDArray[np.int8]
    """By ply, what the knock is called: a number of `engine.kernels.texts`."""


def read_deals(
    text: NDArray[np.uint8], dealers: Vector, tables: Vector, plays: Vector, declared: Vector, rules: Rules
) -> tuple[PlayedDeals, NDArray[np.bool_]]:
    """The deals whose lists stand in ``text``, and for which of them these are sure to be as a strict writer writes.

    ``tables``, ``plays`` and ``declared`` are their places (deals × 2, -1: there is none).
    """
    count, length = len(plays), rules.deck - rules.table
    deals = PlayedDeals(
        dealers=dealers,
        tables=np.zeros((count, rules.table), dtype=np.uint8),
        cards=np.zeros((count, length), dtype=np.uint8),
        taken=np.zeros((count, length), dtype=np.int64),
        scopa=np.zeros((count, length), dtype=np.bool_),
        declared=np.full((count, length), NOT_DECLARED, dtype=np.int8),
        whats=np.zeros((count, length), dtype=np.int8),
    )
    fine = np.ones(count, dtype=np.bool_)
    letters = _letters(rules.deck)
    texts.read_deals(text, tables, plays, letters, deals.tables, deals.cards, deals.taken, deals.scopa, fine)
    signs = _knock_signs()
    texts.read_knocks(text, declared, signs.data, signs.offsets, deals.declared, deals.whats, fine)
    return deals, fine


def gathered(text: NDArray[np.uint8], spans: Vector) -> Texts:
    """The parts of ``text`` at ``spans`` (texts × 2), one after the other."""
    sizes = spans[:, 1] - spans[:, 0]
    pile = Texts(np.empty(int(sizes.sum()), dtype=np.uint8), np.empty(len(spans) + 1, dtype=np.int32))
    lines.gather(text, spans, pile.data, pile.offsets)
    return pile


def pile_of(written: Sequence[str]) -> Texts:
    """The texts as one pile of bytes."""
    parts = [text.encode() for text in written]
    offsets = np.cumsum([0, *map(len, parts)], dtype=np.int32)
    return Texts(np.frombuffer(b"".join(parts), dtype=np.uint8), offsets)


@cache
def card_letters(deck: int) -> NDArray[np.uint8]:
    """By card, the two letters of its text."""
    return np.array([list(text.encode()) for text in TEXTS[deck]], dtype=np.uint8)


@cache
def _letters(deck: int) -> NDArray[np.int8]:
    """By byte, the rank (row 0) and the suit (row 1) that it writes, -1: none."""
    letters = np.full((2, 256), -1, dtype=np.int8)
    for row, signs in enumerate((RANKS[deck], SUITS)):
        for number, sign in enumerate(signs.encode()):
            letters[row, sign] = number
    return letters


@cache
def _knock_signs() -> Texts:
    """What a record writes of a knock, around its numbers, in the order of `engine.kernels.texts.read_knocks`."""
    return pile_of(['{"ply":', ',"what":"low"', ',"what":"triple"', ',"matta":'])
