"""The remarks from deal to deal of the matches that a load has met, whether its deals came one by one or in blocks."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.deals import Vector
from records.faults import Finding
from records.notation import Reading, read_line, read_lines
from records.remarks import MatchDeal, match_deal, match_remarks
from records.store import Library

if TYPE_CHECKING:
    from analysis.pipeline.columns import JudgedBlock
    from engine.columns import Texts
    from records.bulk import DealGroup

MOST_SIDES = 4

UNKNOWN = np.iinfo(np.int32).min
"""Stands for points that are not told, or not computed."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Deals of a block, as columns."""

    file: str | None
    sides: int
    names: "Texts"
    identities: "Texts | None"
    """None: the deals were known, so that nothing of them was computed."""
    hashes: Vector
    numbers: NDArray[np.int32]
    lines: NDArray[np.int32]
    score: NDArray[np.int32]
    points: NDArray[np.int32]
    claimed: NDArray[np.int32]


@dataclass(slots=True)
class MetDeals:
    """The deals that a load has met so far."""

    singles: dict[str, list[MatchDeal]] = field(default_factory=dict)
    """By match, those that came one by one."""
    parts: list[_Part] = field(default_factory=list)
    """Those that came in blocks."""
    new: dict[str, int] = field(default_factory=dict)
    """By match of a single deal that is new, how many parts had been met before it."""
    files: dict[str | None, int] = field(default_factory=dict)
    """The files in the order in which they were met."""

    def add(self, reading: Reading) -> None:
        """Take a deal that came by itself."""
        if reading.record and reading.replay:
            deal = match_deal(reading.record, reading.replay, reading.file, reading.line)
            self.singles.setdefault(deal.match, []).append(deal)
            self.files.setdefault(deal.file, len(self.files))

    def stored(self, matches: Iterable[str]) -> None:
        """Take note that single deals of ``matches`` are new."""
        for match in matches:
            self.new.setdefault(match, len(self.parts))

    def add_block(self, block: "JudgedBlock") -> None:
        """Take the deals of a block, the new ones and those that are known."""
        file, first = block.deals.block.file, block.deals.block.first
        self.files.setdefault(file, len(self.files))
        for judged in block.judged:
            self._add(judged.group, judged.names, judged.hashes, judged.identities, judged.points, file, first)
        for known in block.known:
            self._add(known.group, known.names, known.hashes, None, None, file, first)

    def _add(
        self,
        group: "DealGroup",
        names: "Texts",
        hashes: Vector,
        identities: "Texts | None",
        points: Vector | None,
        file: str | None,
        first: int,
    ) -> None:
        sides = group.rules.sides(group.players)
        self.parts.append(
            _Part(
                file,
                sides,
                names,
                identities,
                hashes,
                group.numbers.astype(np.int32),
                (first + group.rows).astype(np.int32),
                _wide(group.score, group.has("score")),
                _wide(points, None) if points is not None else np.full((len(hashes), MOST_SIDES), UNKNOWN, np.int32),
                _wide(group.claimed, group.has("points")),
            )
        )

    def remarks(self, library: Library) -> list[Finding]:
        """The remarks on the matches that have a new deal, in the order in which these were met."""
        told = dict(self.new)
        of_match: dict[str, list[tuple[_Part, int]]] = {}
        for part, row in self._worth_a_look():
            of_match.setdefault(part.names[row], []).append((part, row))
        order = {id(part): number for number, part in enumerate(self.parts)}
        for name, places in of_match.items():
            fresh = [order[id(part)] + 1 for part, _ in places if part.identities is not None]
            if fresh:
                told.setdefault(name, min(fresh))
        return [
            remark
            for name in sorted(told, key=told.__getitem__)
            for remark in _between_deals(library, name, self._in_order(library, name, of_match.get(name, ())))
        ]

    def _in_order(self, library: Library, name: str, places: Iterable[tuple[_Part, int]]) -> list[MatchDeal]:
        """The deals of a match as they stand in the files."""
        deals = [*self.singles.get(name, ()), *(_match_deal(library, *place) for place in places)]
        return sorted(deals, key=lambda deal: (self.files[deal.file], deal.line or 0))

    def _worth_a_look(self) -> list[tuple[_Part, int]]:
        """The deals of blocks whose match may be worth a remark, in order: all but those that plainly continue it."""
        if not self.parts:
            return []
        hashes, numbers, score, points = (
            np.concatenate([getattr(part, name) for part in self.parts])
            for name in ("hashes", "numbers", "score", "points")
        )
        sides = np.concatenate([np.full(len(part.hashes), part.sides) for part in self.parts])
        doubtful = np.concatenate([np.full(len(part.hashes), part.identities is None) for part in self.parts])
        told = (score != UNKNOWN).all(axis=1)
        order = np.lexsort((numbers, hashes))
        before, after = order[:-1], order[1:]
        same = hashes[after] == hashes[before]
        doubtful[after[same & (numbers[after] == numbers[before])]] = True
        fits = same & (numbers[after] == numbers[before] + 1) & (sides[after] == sides[before]) & told[before]
        fits &= (score[after] == score[before] + points[before]).all(axis=1)
        follows = (numbers == 1) & (score == 0).all(axis=1)
        follows[after[fits]] = True
        doubtful |= told & ~follows
        matches = np.unique(np.concatenate([hashes[doubtful], self._single_hashes()]))
        return self._places(np.flatnonzero(np.isin(hashes, matches)))

    def _single_hashes(self) -> Vector:
        from records.bulk import hash_of_match

        return np.array([hash_of_match(name) for name in self.singles], dtype=np.int64)

    def _places(self, rows: Vector) -> list[tuple[_Part, int]]:
        starts = np.cumsum([0, *(len(part.hashes) for part in self.parts)])
        parts = np.searchsorted(starts, rows, side="right") - 1
        return [
            (self.parts[part], row) for part, row in zip(parts.tolist(), (rows - starts[parts]).tolist(), strict=True)
        ]


def _wide(doubled: Vector, there: NDArray[np.bool_] | None) -> NDArray[np.int32]:
    """Points by side, with a column for each side that there may be; `UNKNOWN` where they are not ``there``."""
    wide = np.zeros((len(doubled), MOST_SIDES), dtype=np.int32)
    wide[:, : doubled.shape[1]] = doubled
    if there is not None:
        wide[~there] = UNKNOWN
    return wide


def _match_deal(library: Library, part: _Part, row: int) -> MatchDeal:
    """What the deal at ``row`` of ``part`` means for its match."""
    name, number = part.names[row], int(part.numbers[row])
    if part.identities is None:
        line = library.line_of(name, number)
        reading = read_line(line) if line is not None else None
        if reading is not None and reading.record and reading.replay:
            return match_deal(reading.record, reading.replay, part.file, int(part.lines[row]))
    return MatchDeal(
        match=name,
        deal=number,
        identity=part.identities[row] if part.identities is not None else "",
        sides=part.sides,
        score=_points(part.score[row], part.sides),
        worth=_points(part.points[row], part.sides),
        claimed=_points(part.claimed[row], part.sides),
        file=part.file,
        line=int(part.lines[row]),
    )


def _points(doubled: NDArray[np.int32], sides: int) -> tuple[Fraction, ...] | None:
    numbers = doubled.tolist()
    return None if UNKNOWN in numbers else tuple(Fraction(number, 2) for number in numbers[:sides])


def _between_deals(library: Library, match: str, met: list[MatchDeal]) -> list[Finding]:
    """The remarks from deal to deal of ``match``; deals stored before those just ``met`` are looked up."""
    if min(deal.deal for deal in met) == 1:
        return match_remarks(met)
    here = {deal.deal for deal in met}
    stored = [
        match_deal(reading.record, reading.replay)
        for reading in read_lines(library.lines_of(match))
        if reading.record and reading.replay and reading.record.deal not in here
    ]
    return match_remarks([*met, *stored])
