"""What is wrong with a record, or worth saying about it: codes with parameters, never sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from engine.errors import SettebelloError


class Severity(StrEnum):
    """How much a finding weighs."""

    FAULT = "fault"
    """The line is set aside."""
    REMARK = "remark"
    """It is shown, and the line loads."""


FAULTS = (
    "file.damaged",
    "json.utf8",
    "json.invalid",
    "json.number",
    "json.surrogate",
    "json.not_object",
    "text.header",
    "text.declaration",
    "key.duplicate",
    "key.missing",
    "key.type",
    "key.value",
    "version.unknown",
    "rules.written",
    "rules.preset",
    "rules.unknown",
    "rules.value",
    "rules.together",
    "rules.players",
    "card.unknown",
    "card.twice",
    "table.count",
    "play.unreadable",
    "play.unknown_card",
    "play.card_twice",
    "play.card_repeated",
    "play.not_held",
    "play.illegal_capture",
    "play.ambiguous",
    "play.no_scopa",
    "play.after_end",
    "play.captures_missing",
    "hands.seats",
    "hands.count",
    "hands.unseen",
    "hands.differ",
    "declared.none",
    "declared.ply",
    "declared.twice",
    "declared.matta",
    "declared.impossible",
)

REMARKS = (
    "deal.unfinished",
    "ended.finished",
    "table.redeal",
    "points.differ",
    "score.differs",
    "declared.unknown",
)

CODES: Mapping[str, Severity] = MappingProxyType(
    dict.fromkeys(FAULTS, Severity.FAULT) | dict.fromkeys(REMARKS, Severity.REMARK)
)
"""Every code that reading a record can give; ``docs/notation.md`` explains each with an example."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault or remark, with its place and what a sentence about it needs."""

    file: str | None
    """The file's name as it was given."""
    line: int | None
    """The line's number, from 1."""
    ply: int | None
    """The play's number, from 0; None: it is not about one play."""
    severity: Severity
    """Whether the line is set aside for it."""
    code: str
    """What it is: a key of `CODES` and of the message catalogues."""
    found: str
    """What the record says."""
    expected: str
    """What would have been right: cards, plays or JSON; empty where that cannot be said."""
    repair: str | None
    """The smallest change that makes it right, as the text to write instead; None: there is not just one."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """What else a sentence about it needs: the ``key``, the ``seat``, the ``column`` …"""

    def as_row(self) -> dict[str, Any]:
        """The finding as the commands print it: file, line, ply, severity, code, found, expected, repair."""
        return {
            "file": self.file,
            "line": self.line,
            "ply": self.ply,
            "severity": self.severity.value,
            "code": self.code,
            "found": self.found,
            "expected": self.expected,
            "repair": self.repair,
        }

    def at(self, file: str | None, line: int | None) -> "Finding":
        """The same finding in ``line`` of ``file``; a line that it has already is kept."""
        return replace(self, file=file, line=line if self.line is None else self.line)


def finding(
    code: str,
    found: str = "",
    expected: str = "",
    *,
    ply: int | None = None,
    repair: str | None = None,
    **params: Any,
) -> Finding:
    """The finding ``code``, with the severity that `CODES` gives it and no place yet."""
    return Finding(None, None, ply, CODES[code], code, found, expected, repair, params)


def finding_of(error: SettebelloError, *, ply: int | None = None, **params: Any) -> Finding:
    """The finding that tells of an ``error`` of the engine."""
    told = {key: value for key, value in error.params.items() if key not in {"found", "expected"}}
    return finding(
        error.code,
        str(error.params.get("found", "")),
        str(error.params.get("expected", "")),
        ply=ply,
        **(told | params),
    )
