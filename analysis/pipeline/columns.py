"""Whole blocks of lines judged at once: which deals are new, which are known, which lines need the reader of lines."""

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.pipeline.tables import TableMaker, key_table, line_table
from analysis.reviews import review_deals
from engine.columns import Texts
from engine.deals import Vector
from records.blocks import LineBlock
from records.bulk import (
    BlockDeals,
    DealGroup,
    hash_of_match,
    identities,
    match_hashes,
    match_names,
    read_block,
)
from records.store import DealTables, Library


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """Deals of one set of rules that are new, replayed and flagged."""

    group: DealGroup
    """Their lines."""
    names: Texts
    """By line, the match."""
    hashes: Vector
    """By line, a number for the match."""
    identities: Texts
    """By line, what makes it the deal that it is."""
    points: Vector
    """By line and side, halves of a point."""


@dataclass(frozen=True, slots=True)
class KnownGroup:
    """Deals that the library holds, line by line as they are."""

    group: DealGroup
    names: Texts
    hashes: Vector


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """The lines of a block: the new deals, those that are known, and all the others."""

    deals: BlockDeals
    """The lines."""
    judged: tuple[JudgedGroup, ...]
    """The new deals."""
    tables: DealTables | None
    """What the library keeps of them; None: there are none."""
    known: tuple[KnownGroup, ...]
    """The deals that are known."""
    others: Vector
    """The places of the other lines in the block, blank ones among them."""

    @property
    def names(self) -> list[Texts]:
        """The matches of the deals, new and known."""
        return [*(part.names for part in self.judged), *(part.names for part in self.known)]

    @property
    def known_count(self) -> int:
        """How many deals are known."""
        return sum(len(each.group.rows) for each in self.known)


def judge_block(library: Library, block: LineBlock, *, look_first: bool) -> JudgedBlock:
    """``block`` replayed, flagged and ready for ``library``.

    ``look_first``: deals of which the library has the name are left out; otherwise nobody has looked.

    :raises LibraryError: if the library cannot be used.
    """
    deals = read_block(block)
    groups = [group.kept(group.fine) for group in deals.groups]
    clear = _clear_names(deals, groups)
    groups = [group.kept(clear[group.rows]) for group in groups]
    same, others = _stored(library, deals, groups if look_first else [])
    known = tuple(
        KnownGroup(part, match_names(deals, part), match_hashes(deals, part))
        for part in (group.kept(same[group.rows]) for group in groups)
        if len(part.rows)
    )
    maker = TableMaker(deals)
    judged = []
    for group in (group.kept(~same[group.rows] & ~others[group.rows]) for group in groups):
        if not len(group.rows):
            continue
        reviewed = review_deals(group.rules, group.players, group.played, group.fine)
        right = ~group.has("points") | (group.claimed == reviewed.points).all(axis=1)
        keep = reviewed.fine & right
        new, reviewed = group.kept(keep), reviewed.kept(keep)
        if len(new.rows):
            names, digests = match_names(deals, new), identities(deals, new)
            judged.append(JudgedGroup(new, names, match_hashes(deals, new), digests, reviewed.points))
            maker.add(new, reviewed, names, digests)
    rest = np.ones(len(deals.lines), dtype=np.bool_)
    for group in (*(each.group for each in judged), *(each.group for each in known)):
        rest[group.rows] = False
    return JudgedBlock(deals, tuple(judged), maker.tables(), known, np.flatnonzero(rest))


def _clear_names(deals: BlockDeals, groups: list[DealGroup]) -> NDArray[np.bool_]:
    """By line of the block, whether no other line has the same match and number: of those that do, the order counts."""
    clear = np.zeros(len(deals.lines), dtype=np.bool_)
    if not groups:
        return clear
    rows = np.concatenate([group.rows for group in groups])
    keys = np.stack(
        [
            np.concatenate([match_hashes(deals, group) for group in groups]),
            np.concatenate([group.numbers for group in groups]),
        ],
        axis=1,
    )
    clear[rows] = True
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    twice = (keys[order[1:]] == keys[order[:-1]]).all(axis=1)
    clear[rows[order[1:][twice]]] = False
    clear[rows[order[:-1][twice]]] = False
    rest = np.ones(len(deals.lines), dtype=np.bool_)
    rest[rows] = False
    for row in np.flatnonzero(rest).tolist():
        key = _key_of(deals.line(row))
        if key is not None:
            clear[rows[(keys == key).all(axis=1)]] = False
    return clear


def _key_of(line: bytes) -> tuple[int, int] | None:
    """The match (as a number) and the deal's number that a line names, if it can be read at all."""
    try:
        written = json.loads(line.decode("utf-8-sig"))
        match, number = written["match"], written["deal"]
        return (hash_of_match(match), number) if isinstance(match, str) and isinstance(number, int) else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _stored(
    library: Library, deals: BlockDeals, groups: list[DealGroup]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """By line of the block, whether the library holds it as it is, and whether it holds another of its name."""
    same, others = (np.zeros(len(deals.lines), dtype=np.bool_) for _ in range(2))
    if any(len(group.rows) for group in groups):
        found = library.stored(key_table(deals, groups))
        if found:
            same[library.same_lines(line_table(deals, found))] = True
            others[[row for row, _ in found]] = True
            others &= ~same
    return same, others
