"""The smallest repair of a line that was set aside, made in its text."""

import json
import re
from typing import Any

from ui.sentences import FindingLike


def repaired(text: str, fault: FindingLike) -> str | None:
    """The line with the repair that ``fault`` names; None where it names none that can be put in its place."""
    if fault.repair is None:
        return None
    try:
        written = json.loads(text)
    except ValueError:
        return _with_play(text, fault.found, fault.repair)
    if not isinstance(written, dict):
        return None
    changed = _with_repair(written, fault, fault.repair)
    return None if changed is None else json.dumps(changed, ensure_ascii=False, separators=(",", ":"))


def _with_repair(written: dict[str, Any], fault: FindingLike, repair: str) -> dict[str, Any] | None:
    if fault.ply is not None:
        plays = written.get("plays")
        if not isinstance(plays, list) or fault.ply >= len(plays) or plays[fault.ply] == repair:
            return None
        return written | {"plays": [*plays[: fault.ply], repair, *plays[fault.ply + 1 :]]}
    key = fault.params.get("key")
    if not isinstance(key, str):
        return None
    try:
        value = json.loads(repair)
    except ValueError:
        value = repair
    return None if written.get(key) == value else written | {key: value}


def _with_play(text: str, found: str, repair: str) -> str | None:
    """The text form with the play ``found`` replaced; None where it does not stand there just once."""
    place = re.compile(rf"(?<!\S){re.escape(found)}(?!\S)")
    if not found or len(place.findall(text)) != 1 or found == repair:
        return None
    return place.sub(lambda _: repair, text)
