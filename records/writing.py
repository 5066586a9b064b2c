"""The canonical form of a record: the keys of the notation in their order, nothing left to complete."""

import json
from typing import Any

from engine.cards import TEXTS
from engine.rules import plain_number
from records.cards import UNSEEN
from records.keys import KEYS
from records.record import VERSION, DealRecord, declaration_object


def object_of(record: DealRecord) -> dict[str, Any]:
    """``record`` as the object that its line holds: only the keys that say something, in canonical order."""
    texts = TEXTS[record.rules.deck]
    values: dict[str, Any] = {
        "v": VERSION,
        "match": record.match,
        "deal": record.deal,
        "rules": record.rules_written,
        "players": list(record.players),
        "dealer": record.dealer,
        "plays": record.play_texts(),
    }
    if record.table:
        values["table"] = [texts[card] for card in record.table]
    if record.hands is not None:
        values["hands"] = [[UNSEEN if card is None else texts[card] for card in hand] for hand in record.hands]
    if record.ended is not None:
        first = {key: record.ended[key] for key in ("how", "seat") if key in record.ended}
        values["ended"] = first | dict(record.ended)
    for key, points in (("score", record.score), ("points", record.points)):
        if points is not None:
            values[key] = [plain_number(number) for number in points]
    if record.declared is None:
        values["declared"] = None
    elif record.declared:
        values["declared"] = [declaration_object(declaration) for declaration in record.declared]
    if record.clock is not None:
        values["clock"] = list(record.clock)
    if record.notes:
        values["notes"] = {str(ply): record.notes[ply] for ply in sorted(record.notes)}
    for key in ("seen_by", "date", "site", "event", "round", "source"):
        if getattr(record, key) is not None:
            values[key] = getattr(record, key)
    return {key.name: values[key.name] for key in KEYS if key.name in values} | dict(record.extra)


def write_line(record: DealRecord) -> str:
    """``record`` as its canonical line, without the line's end."""
    return json.dumps(object_of(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
