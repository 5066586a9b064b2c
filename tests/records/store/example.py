"""Deals for the tests of the library: a deal really played in 2008, under as many names as a test needs."""

import json
from typing import Any

from engine.cards import mask_of, parse_card
from engine.plays import parse_play
from engine.rules import options_of, rules_of_record
from records.store import DealRow, DealRows, FindingRow, FlagRow, PlayColumns

RULES = {"preset": "napoli", "value_capture": "fewest"}

RECORD: dict[str, Any] = {
    "v": 1,
    "match": "cuperativa-2008-12-29",
    "deal": 1,
    "rules": RULES,
    "players": ["giocatore1", "giocatore2"],
    "dealer": 0,
    "table": ["JD", "QC", "3D", "AC"],
    "plays": [
        *("4DxAC+3D", "4C", "4Bx4C", "2S", "3B", "3Cx3B", "JBxJD", "QBxQC", "KC"),
        *("AB", "ASxAB", "7B", "3S", "KBxKC", "6C", "JSx2S+6C", "6D", "JC"),
        *("7Dx7B", "6Sx6D", "KD", "4S", "7Sx3S+4S", "5D", "2B", "KSxKD", "QS"),
        *("5Bx5D", "QDxQS", "2Cx2B", "5C", "5Sx5C", "AD", "2D", "7C", "6B"),
    ],
    "score": [0, 0],
    "points": [1, 2],
    "date": "2008-12-29",
}


def written(**keys: Any) -> dict[str, Any]:
    """The record with these keys in place of its own; None takes a key away."""
    return {key: value for key, value in (RECORD | keys).items() if value is not None}


def rows_of(record: dict[str, Any], line: str | None = None, **parts: Any) -> DealRows:
    """The rows of ``record``, whose line holds its keys in the order given."""
    options = options_of(rules_of_record(record["rules"]))
    deck = options["deck"]
    table = tuple(parse_card(text, deck) for text in record["table"])
    facts = [record[key] for key in ("match", "deal", "dealer", "plays")]
    finished = len(record["table"]) + len(record["plays"]) == deck

    def numbers(key: str) -> tuple[float, ...] | None:
        return tuple(map(float, record[key])) if key in record else None

    deal = DealRow(
        identity=json.dumps([*facts, sorted(table), options, record.get("declared", [])]),
        match=record["match"],
        deal=record["deal"],
        rules=json.dumps(record["rules"]),
        rules_key=json.dumps(options, sort_keys=True),
        preset=record["rules"]["preset"] if isinstance(record["rules"], dict) else record["rules"],
        players=tuple(record["players"]),
        dealer=record["dealer"],
        sides=2 if len(record["players"]) == 4 else len(record["players"]),
        table_cards=table,
        finished=finished,
        line=line or json.dumps(record, ensure_ascii=False, separators=(",", ":")),
        score=numbers("score"),
        points=(1.0, 2.5) if finished else None,
        claimed=numbers("points"),
        file="games.jsonl",
        line_number=record["deal"],
        **{key: record[key] for key in ("date", "site", "event", "round", "source") if key in record},
    )
    return DealRows(deal, **({"plays": plays_of(record, table, deck)} | parts))


def plays_of(record: dict[str, Any], table: tuple[int, ...], deck: int) -> PlayColumns:
    """The columns of the record's plays; how many were legal is not said."""
    seats, before = [], []
    lying = mask_of(table)
    plays = [parse_play(text, deck) for text in record["plays"]]
    for ply, play in enumerate(plays):
        seats.append((record["dealer"] + 1 + ply) % len(record["players"]))
        before.append(lying)
        lying = lying & ~play.taken if play.taken else lying | 1 << play.card
    return PlayColumns(
        tuple(seats),
        tuple(play.card for play in plays),
        tuple(play.taken or 0 for play in plays),
        tuple(play.scopa for play in plays),
        tuple(before),
        (None,) * len(plays),
    )


def deal_rows(match: str = "sera", deal: int = 1, **keys: Any) -> DealRows:
    """The rows of the record as this deal of this match."""
    return rows_of(written(match=match, deal=deal, **keys))


def flag(ply: int, code: str = "scopa_offered", seat: int | None = None) -> FlagRow:
    """A flag on the play at ``ply`` of a deal that seat 1 began."""
    return FlagRow(ply, (1 + ply) % 2 if seat is None else seat, code, "7Dx7B", '{"chance":0.25}', "1")


def remark(code: str = "points.differ", ply: int | None = None) -> FindingRow:
    """A remark on a deal."""
    return FindingRow(code, "[1,2]", "[1,2.5]", "games.jsonl", 1, ply, None, '{"side":1}')
