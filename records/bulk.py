"""Many lines at once, as columns: those that are sure to be as `records.writing` writes a finished deal without fault.

This is no second grammar. A line that is not taken here, for whatever reason, is for `records.notation`, which says
what is wrong with it or understands what is unusual in it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.columns import PlayedDeals, Texts, card_letters, gathered, pile_of, read_deals
from engine.deals import Vector
from engine.kernels import digest, lines
from engine.rules import Rules
from records.blocks import LineBlock
from records.keys import KEYS
from records.notation import Reading, read_raw_line
from records.reading import read_rules
from records.record import DIGEST_SIZE, VERSION, rules_key

KINDS = {
    "v": lines.INTEGER,
    "match": lines.STRING,
    "deal": lines.INTEGER,
    "rules": lines.VALUE,
    "players": lines.STRINGS,
    "dealer": lines.INTEGER,
    "table": lines.FLAT,
    "plays": lines.FLAT,
    "score": lines.FLAT,
    "points": lines.FLAT,
    "declared": lines.FLAT,
    "date": lines.STRING,
    "site": lines.STRING,
    "event": lines.STRING,
    "round": lines.STRING,
    "source": lines.STRING,
}
"""The keys that a line taken here may have; one with any other is not taken."""

TAKEN = tuple(key.name for key in KEYS if key.name in KINDS)
"""These in the order in which they are written."""

REQUIRED = [TAKEN.index(key.name) for key in KEYS if key.required]

PLACE = {name: place for place, name in enumerate(TAKEN)}

OPTIONAL_TEXTS = ("date", "site", "event", "round", "source")
"""Keys of `KINDS` that hold a text of a column of their own."""

INSIDE = np.array([1, -1], dtype=np.int64)
"""From the place of a string to that of its text, without the quotes."""

LAST_PLAIN = ord("~")
"""The last character that JSON in ASCII writes as it is."""

_NAMES = pile_of([f'"{name}":' for name in TAKEN])
_KINDS = np.array([KINDS[name] for name in TAKEN], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class DealGroup:
    """The lines of a block that share their rules and the number of players."""

    rules: Rules
    """The rules in force."""
    rules_written: Any
    """The rules as the lines name them."""
    players: int
    """The number of seats."""
    rows: Vector
    """The places of the lines in the block, from 0."""
    spans: Vector
    """Where each value of `TAKEN` stands (lines × keys × 2), -1: it is not there."""
    numbers: Vector
    """The deals' numbers in their matches."""
    played: PlayedDeals
    """What was played."""
    score: Vector
    """By side, twice the match points before the deal; where there is no ``score``, 0."""
    claimed: Vector
    """By side, twice the points as the source claims them; where there are no ``points``, 0."""
    fine: NDArray[np.bool_]
    """Whether the line is as it should be, so far as can be told without replaying it."""

    def values(self, key: str) -> Vector:
        """Where the values of ``key`` stand (lines × 2)."""
        places: Vector = self.spans[:, PLACE[key]]
        return places

    def has(self, key: str) -> NDArray[np.bool_]:
        """Which lines have ``key``."""
        there: NDArray[np.bool_] = self.spans[:, PLACE[key], 0] >= 0
        return there

    def kept(self, chosen: NDArray[np.bool_]) -> "DealGroup":
        """The group with the ``chosen`` lines only."""
        if chosen.all():
            return self
        played = self.played
        return DealGroup(
            self.rules,
            self.rules_written,
            self.players,
            self.rows[chosen],
            self.spans[chosen],
            self.numbers[chosen],
            PlayedDeals(
                played.dealers[chosen],
                played.tables[chosen],
                played.cards[chosen],
                played.taken[chosen],
                played.scopa[chosen],
                played.declared[chosen],
                played.whats[chosen],
            ),
            self.score[chosen],
            self.claimed[chosen],
            self.fine[chosen],
        )


@dataclass(frozen=True, slots=True)
class BlockDeals:
    """The lines of a block, as far as they were taken."""

    block: LineBlock
    """The lines."""
    text: NDArray[np.uint8]
    """Their bytes."""
    lines: Vector
    """Where each line stands (lines × 2), its end left out."""
    groups: tuple[DealGroup, ...]
    """The lines that were taken."""

    def line(self, row: int) -> bytes:
        """Line ``row`` of the block, from 0."""
        start, end = self.lines[row].tolist()
        return self.block.data[start:end]

    def reading(self, row: int) -> Reading | None:
        """What the reader of single lines says of line ``row``; None: it is blank."""
        return read_raw_line(self.line(row), self.block.file, self.block.first + row)


def read_block(block: LineBlock) -> BlockDeals:
    """The lines of ``block`` that can be taken, in groups; their plays are still to be replayed."""
    text = np.frombuffer(block.data, dtype=np.uint8)
    places = _line_places(text)
    spans = np.empty((len(places), len(TAKEN), 2), dtype=np.int64)
    lines.find_values(text, places[:, 0], places[:, 1], _NAMES.data, _NAMES.offsets, _KINDS, spans)
    candidates = (spans[:, REQUIRED, 0] >= 0).all(axis=1)
    candidates &= _integers(text, spans[:, PLACE["v"]]) == VERSION
    candidates &= spans[:, PLACE["match"], 1] - spans[:, PLACE["match"], 0] > 2
    lines.check_days(text, spans[:, PLACE["date"]], candidates)
    groups = _groups(text, np.flatnonzero(candidates), spans)
    return BlockDeals(block, text, places, tuple(groups))


def _line_places(text: NDArray[np.uint8]) -> Vector:
    """Where each line stands (lines × 2), its end left out."""
    ends = np.flatnonzero(text == lines.NEWLINE)
    if len(text) and text[-1] != lines.NEWLINE:
        ends = np.append(ends, len(text))
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    while (returns := (ends > starts) & (text[ends - 1] == lines.CARRIAGE_RETURN)).any():
        ends = ends - returns
    return np.stack([starts, ends], axis=1)


def _integers(text: NDArray[np.uint8], spans: Vector) -> Vector:
    numbers = np.empty(len(spans), dtype=np.int64)
    lines.read_integers(text, spans, numbers)
    return numbers


def _groups(text: NDArray[np.uint8], rows: Vector, spans: Vector) -> Iterator[DealGroup]:
    """The candidates, in groups of equal rules and numbers of players."""
    if not len(rows):
        return
    chosen = spans if len(rows) == len(spans) else spans[rows]
    names = np.empty(len(rows), dtype=np.int64)
    lines.hash_values(text, chosen[:, PLACE["rules"]], names)
    seats = np.empty(len(rows), dtype=np.int64)
    lines.count_strings(text, chosen[:, PLACE["players"]], seats)
    for key in np.unique(np.stack([names, seats], axis=1), axis=0):
        members = (names == key[0]) & (seats == key[1])
        group = _group(text, rows[members], chosen if members.all() else chosen[members], int(key[1]))
        if group is not None:
            yield group


def _group(text: NDArray[np.uint8], rows: Vector, spans: Vector, players: int) -> DealGroup | None:
    """The lines of one group; None if their rules are not as a strict writer writes them, or cannot be."""
    start, end = spans[0, PLACE["rules"]].tolist()
    written = _compact_json(text[start:end].tobytes())
    if written is None:
        return None
    rules, faults = read_rules(written)
    if rules is None or faults or players not in rules.players:
        return None
    fine = np.empty(len(rows), dtype=np.bool_)
    lines.equal_values(text, spans[:, PLACE["rules"]], 0, fine)
    dealers = _integers(text, spans[:, PLACE["dealer"]])
    numbers = _integers(text, spans[:, PLACE["deal"]])
    fine &= (dealers < players) & (numbers >= 1)
    dealers[~fine] = 0
    sides = rules.sides(players)
    score, claimed = (np.zeros((len(rows), sides), dtype=np.int64) for _ in range(2))
    lines.read_halves(text, spans[:, PLACE["score"]], score, fine)
    lines.read_halves(text, spans[:, PLACE["points"]], claimed, fine)
    tables, plays, declared = (spans[:, PLACE[key]] for key in ("table", "plays", "declared"))
    played, readable = read_deals(text, dealers, tables, plays, declared, rules)
    fine &= readable
    return DealGroup(rules, written, players, rows, spans, numbers, played, score, claimed, fine)


def _compact_json(raw: bytes) -> Any:
    """The value that ``raw`` writes, if a strict writer writes just these bytes; else None."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    again = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value if again.encode() == raw else None


def identities(deals: BlockDeals, group: DealGroup) -> Texts:
    """By line of ``group``, what `records.record.identity` gives for it."""
    rules = json.dumps(rules_key(group.rules))
    names, name_spans = _names_in_ascii(deals, group)
    tables, table_spans = _sorted_tables(group)
    fixed = pile_of([f"[{VERSION},", ",", f",{rules},", "[]", "]"])
    piles = (deals.text, names, tables, fixed.data)
    starts = np.cumsum([0, *map(len, piles)])
    opening, comma, middle, none, closing = (
        np.broadcast_to(fixed.offsets[k : k + 2] + starts[3], (len(group.rows), 2)) for k in range(5)
    )
    declared = np.where(group.has("declared")[:, None], group.values("declared"), none)
    parts = np.stack(
        [
            *(opening, np.where(name_spans < 0, ~name_spans + starts[1], name_spans)),
            *(comma, group.values("deal"), middle, group.values("dealer"), comma, table_spans + starts[2]),
            *(comma, group.values("plays"), comma, declared, closing),
        ],
        axis=1,
    )
    longest = int((parts[:, :, 1] - parts[:, :, 0]).sum(axis=1).max(initial=0))
    out = np.empty((len(parts), 2 * DIGEST_SIZE), dtype=np.uint8)
    digest.digests(
        np.concatenate(piles),
        parts,
        DIGEST_SIZE,
        np.empty(longest + digest.BLOCK, dtype=np.uint8),
        np.empty(8, dtype=np.uint64),
        np.empty(16, dtype=np.uint64),
        out,
    )
    return Texts(out.ravel(), np.arange(len(parts) + 1, dtype=np.int32) * np.int32(2 * DIGEST_SIZE))


def _names_in_ascii(deals: BlockDeals, group: DealGroup) -> tuple[NDArray[np.uint8], Vector]:
    """By line, where the match stands in the block's text, as JSON writes it in ASCII; the others are written anew.

    Of these the places in the bytes given are turned over (``~``).
    """
    spans = group.values("match")
    if not (deals.text > LAST_PLAIN).any():
        return np.empty(0, dtype=np.uint8), spans
    spans = spans.copy()
    anew: list[str] = []
    rows: list[int] = []
    for row, (start, end) in enumerate(spans.tolist()):
        name = deals.block.data[start:end]
        if max(name) > LAST_PLAIN:
            anew.append(json.dumps(json.loads(name)))
            rows.append(row)
    pile = pile_of(anew)
    spans[rows] = ~np.stack([pile.offsets[:-1], pile.offsets[1:]], axis=1).astype(np.int64)
    return pile.data, spans


def _sorted_tables(group: DealGroup) -> tuple[NDArray[np.uint8], Vector]:
    """The dealt tables as JSON, by rank, then suit, one after the other, and where each stands."""
    count, size = group.played.tables.shape
    width = 5 * size + 1 if size else 2
    written = np.frombuffer(b"[" + b",".join([b'"??"'] * size) + b"]", dtype=np.uint8)
    texts = np.tile(written, (count, 1))
    letters = card_letters(group.rules.deck)[np.sort(group.played.tables, axis=1)]
    for place in range(size):
        texts[:, 5 * place + 2 : 5 * place + 4] = letters[:, place]
    starts = np.arange(count, dtype=np.int64) * width
    return texts.ravel(), np.stack([starts, starts + width], axis=1)


def match_names(deals: BlockDeals, group: DealGroup) -> Texts:
    """By line of ``group``, the match that it names."""
    return gathered(deals.text, group.values("match") + INSIDE)


def player_names(deals: BlockDeals, group: DealGroup) -> Texts:
    """By line of ``group`` and seat, the players, one after the other."""
    places = np.empty((len(group.rows) * group.players, 2), dtype=np.int64)
    lines.find_strings(deals.text, group.values("players"), places)
    return gathered(deals.text, places)


def optional_texts(deals: BlockDeals, group: DealGroup, key: str) -> tuple[Texts, NDArray[np.bool_]] | None:
    """By line of ``group``, the text of a key that may be left out, and whether it is there; None: it never is."""
    there = group.has(key)
    if not there.any():
        return None
    return gathered(deals.text, np.where(there[:, None], group.values(key) + INSIDE, 0)), there


def match_hashes(deals: BlockDeals, group: DealGroup) -> Vector:
    """By line of ``group``, a number that is equal for equal matches, and hardly ever for others."""
    numbers = np.empty(len(group.rows), dtype=np.int64)
    lines.hash_values(deals.text, group.values("match"), numbers)
    return numbers


def hash_of_match(name: str) -> int:
    """The number that `match_hashes` gives for the match ``name``."""
    written = np.frombuffer(f'"{name}"'.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    number = np.empty(1, dtype=np.int64)
    lines.hash_values(written, np.array([[0, len(written)]], dtype=np.int64), number)
    return int(number[0])
