"""Judged deals as the Arrow tables that the library takes: arrays as they are, no object a play."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analysis.flags import FLAG_CODES
from analysis.review import VERSION
from analysis.reviews import ReviewedDeals
from engine.columns import Texts, gathered
from engine.deals import Vector
from records.bulk import OPTIONAL_TEXTS, BlockDeals, DealGroup, match_names, optional_texts, player_names
from records.record import rules_key
from records.store import DealTables


def key_table(deals: BlockDeals, groups: Sequence[DealGroup]) -> pa.Table:
    """What the library needs to look for deals of these names: ``row`` is the line's place in the block."""
    return pa.concat_tables(
        pa.table(
            {
                "row": pa.array(group.rows),
                "match": strings(match_names(deals, group)),
                "deal": pa.array(group.numbers.astype(np.int32)),
            }
        )
        for group in groups
    )


def line_table(deals: BlockDeals, found: Sequence[tuple[int, int]]) -> pa.Table:
    """What the library needs to compare lines with those it holds: ``found`` are the lines' places and the deals."""
    rows, numbers = np.array(found, dtype=np.int64).T
    lines = strings(gathered(deals.text, deals.lines[rows]))
    return pa.table({"row": pa.array(rows), "deal_id": pa.array(numbers), "line": lines})


class TableMaker:
    """Collects the new deals of a block, group by group."""

    def __init__(self, deals: BlockDeals) -> None:
        self._deals = deals
        self._count = 0
        self._made: list[DealTables] = []

    def add(self, group: DealGroup, reviewed: ReviewedDeals, names: Texts, identities: Texts) -> None:
        """Take the deals of ``group`` (a row each, in ``reviewed`` too), with their matches and identities."""
        first = self._count
        self._count += len(group.rows)
        self._made.append(
            DealTables(
                self._deal_table(group, reviewed, names, identities, first),
                _play_table(group, reviewed, first),
                _flag_table(reviewed, first),
            )
        )

    def tables(self) -> DealTables | None:
        """All of them together; None: there are none."""
        if not self._made:
            return None
        return DealTables(
            pa.concat_tables(each.deals for each in self._made),
            pa.concat_tables(each.plays for each in self._made),
            pa.concat_tables(each.flags for each in self._made),
        )

    def _deal_table(
        self, group: DealGroup, reviewed: ReviewedDeals, names: Texts, identities: Texts, first: int
    ) -> pa.Table:
        count = len(group.rows)
        written = group.rules_written
        rules = json.dumps(written, separators=(",", ":"))
        preset = written if isinstance(written, str) else written["preset"]
        file = self._deals.block.file
        columns = {
            "row": pa.array(np.arange(first, first + count, dtype=np.int32)),
            "identity": strings(identities),
            "match": strings(names),
            "deal": pa.array(group.numbers.astype(np.int32)),
            "rules": repeated(rules, count),
            "rules_key": repeated(rules_key(group.rules), count),
            "preset": repeated(preset, count),
            "players": lists(strings(player_names(self._deals, group)), count, group.players),
            "dealer": pa.array(group.played.dealers.astype(np.uint8)),
            "sides": pa.array(np.full(count, group.rules.sides(group.players), dtype=np.uint8)),
            "table_cards": lists(pa.array(group.played.tables.ravel()), count, group.rules.table),
            "finished": pa.array(np.ones(count, dtype=np.bool_)),
            "score": halves(group.score, group.has("score")),
            "points": halves(reviewed.points),
            "claimed": halves(group.claimed, group.has("points")),
            "file": repeated(file, count),
            "line_number": pa.array((self._deals.block.first + group.rows).astype(np.int32)),
            "line": strings(gathered(self._deals.text, self._deals.lines[group.rows])),
        }
        for key in OPTIONAL_TEXTS:
            found = optional_texts(self._deals, group, key)
            columns[key] = pa.nulls(count, pa.string()) if found is None else strings(*found)
        return pa.table(columns)


def _play_table(group: DealGroup, reviewed: ReviewedDeals, first: int) -> pa.Table:
    count, plays = group.played.cards.shape
    ply = np.arange(plays)
    seat = (group.played.dealers[:, None] + 1 + ply) % group.players
    return pa.table(
        {
            "row": pa.array(np.repeat(np.arange(first, first + count, dtype=np.int32), plays)),
            "ply": pa.array(np.tile(ply.astype(np.uint16), count)),
            "seat": pa.array(seat.astype(np.uint8).ravel()),
            "card": pa.array(group.played.cards.ravel()),
            "taken": masks(group.played.taken),
            "scopa": pa.array(group.played.scopa.ravel()),
            "table_before": masks(reviewed.before),
            "legal": pa.array(reviewed.legal.ravel()),
        }
    )


def _flag_table(reviewed: ReviewedDeals, first: int) -> pa.Table:
    count = len(reviewed.flag_codes)
    return pa.table(
        {
            "row": pa.array((first + reviewed.flag_deals).astype(np.int32)),
            "ply": pa.array(reviewed.flag_plies.astype(np.uint16)),
            "seat": pa.array(reviewed.flag_seats.astype(np.uint8)),
            "code": pa.DictionaryArray.from_arrays(reviewed.flag_codes.astype(np.int32), list(FLAG_CODES)),
            "better": strings(reviewed.better),
            "facts": pa.ExtensionArray.from_storage(pa.json_(), strings(reviewed.facts)),
            "version": repeated(str(VERSION), count),
        }
    )


def strings(texts: Texts, there: NDArray[np.bool_] | None = None) -> pa.StringArray:
    """The texts as an Arrow array of the same bytes; null where one is not ``there``."""
    return pa.StringArray.from_buffers(
        len(texts), pa.py_buffer(texts.offsets), pa.py_buffer(texts.data), _validity(there)
    )


def repeated(text: str | None, count: int) -> pa.Array:
    """``count`` times the same text."""
    if text is None:
        return pa.nulls(count, pa.string())
    return pa.DictionaryArray.from_arrays(np.zeros(count, dtype=np.int32), [text])


def masks(column: Vector) -> pa.Array:
    """Masks as unsigned numbers."""
    return pa.array(np.ascontiguousarray(column).view(np.uint64).ravel())


def halves(doubled: Vector, there: NDArray[np.bool_] | None = None) -> pa.ListArray:
    """Lists of numbers, given twice as large; null where a list is not ``there``."""
    count, size = doubled.shape
    return lists(pa.array((doubled / 2).ravel()), count, size, there)


def lists(items: pa.Array, count: int, size: int, there: NDArray[np.bool_] | None = None) -> pa.ListArray:
    """``count`` lists of ``size`` of the ``items`` each, in order; null where a list is not ``there``."""
    offsets = np.arange(count + 1, dtype=np.int32) * np.int32(size)
    kind: Any = pa.list_(items.type)
    return pa.ListArray.from_buffers(kind, count, [_validity(there), pa.py_buffer(offsets)], children=[items])


def _validity(there: NDArray[np.bool_] | None) -> Any:
    return None if there is None or there.all() else pa.py_buffer(np.packbits(there, bitorder="little"))
