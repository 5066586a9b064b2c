"""One whole deal as a record tells it, and what makes two records the same deal."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from engine import plays
from engine.cards import TEXTS
from engine.plays import Play, play_text
from engine.rules import Rules, options_of

VERSION = 1
"""The version of the notation."""

DIGEST_SIZE = 16
"""Bytes of the digest that is a deal's identity."""

ENDINGS = ("resigned", "time", "abandoned")
"""Why a deal may have stopped before its last play."""

DECLARATIONS = ("low", "triple")
"""What may be declared at a seat's first play of a packet."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A knock, made before the card of its ply."""

    ply: int
    """The play that it precedes, from 0; the seat follows from it."""
    what: str
    """One of `DECLARATIONS`."""
    matta: int | None = None
    """The number that the wild card stands for; None: the hand has none."""

    @property
    def made(self) -> plays.Declaration:
        """The declaration itself, as the engine makes it."""
        return plays.Declaration(self.what, self.matta)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal with every key of the notation, checked: its plays are legal, whole, and carry their captures."""

    match: str
    """The match's identity."""
    deal: int
    """The deal's number in the match, from 1."""
    rules_written: str | Mapping[str, Any]
    """The rules as the record names them: a preset, or a preset with the options that differ."""
    rules: Rules
    """The rules that these name."""
    players: tuple[str, ...]
    """Names by seat, in playing order."""
    dealer: int
    """The mazziere's seat; the seat after it plays first."""
    table: tuple[int, ...]
    """The cards dealt face up, in order."""
    plays: tuple[Play, ...]
    """Every play in order, captures written out."""
    scope: tuple[bool, ...]
    """By play, whether it was a scopa."""
    hands: tuple[tuple[int | None, ...], ...] | None = None
    """By seat, the cards received in the order dealt; None in a hand: not seen."""
    seen_by: int | None = None
    """The seat whose view this is; None: nobody's in particular."""
    ended: Mapping[str, Any] | None = None
    """Why the deal stopped early: ``how`` (one of `ENDINGS`), perhaps ``seat``."""
    score: tuple[Fraction, ...] | None = None
    """By side, the match points before this deal."""
    points: tuple[Fraction, ...] | None = None
    """By side, the points in this deal as the source claims them: never trusted."""
    declared: tuple[Declaration, ...] | None = ()
    """The declarations by ply; None: the source does not say."""
    clock: tuple[int, ...] | None = None
    """By play, the milliseconds that it took."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """By ply, a person's remark."""
    date: str | None = None
    """The day, or the moment, in ISO 8601."""
    site: str | None = None
    """Where it was played."""
    event: str | None = None
    """The tournament."""
    round: str | None = None
    """The round of the tournament."""
    source: str | None = None
    """Where the record comes from."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Keys that the notation does not know, as they are."""

    @property
    def side_count(self) -> int:
        """How many sides there are."""
        return self.rules.sides(len(self.players))

    @property
    def finished(self) -> bool:
        """Whether the deal was played to its last card."""
        return len(self.plays) == self.rules.deck - self.rules.table

    def seat(self, ply: int) -> int:
        """The seat that makes play ``ply``."""
        return (self.dealer + 1 + ply) % len(self.players)

    def play_texts(self) -> list[str]:
        """The plays in canonical text."""
        return [play_text(play, scopa, self.rules.deck) for play, scopa in zip(self.plays, self.scope, strict=True)]


def declaration_object(declaration: Declaration) -> dict[str, Any]:
    """The declaration as the notation writes it."""
    written: dict[str, Any] = {"ply": declaration.ply, "what": declaration.what}
    return written if declaration.matta is None else written | {"matta": declaration.matta}


@lru_cache(maxsize=256)
def rules_key(rules: Rules) -> str:
    """The resolved options of ``rules`` as one JSON text: equal for equal rules, however they were named."""
    return json.dumps(options_of(rules), sort_keys=True, separators=(",", ":"))


def identity(record: DealRecord) -> str:
    """The digest (32 hexadecimal digits) of the facts that make ``record`` the deal that it is.

    These are the version, match, deal, resolved rules, dealer, table as a set, plays and declarations. Names and all
    other keys may differ between two records of the same deal.
    """
    texts = TEXTS[record.rules.deck]
    declared = record.declared
    facts = [
        VERSION,
        record.match,
        record.deal,
        rules_key(record.rules),
        record.dealer,
        [texts[card] for card in sorted(record.table)],
        record.play_texts(),
        None if declared is None else [declaration_object(declaration) for declaration in declared],
    ]
    return blake2b(json.dumps(facts, separators=(",", ":")).encode(), digest_size=DIGEST_SIZE).hexdigest()
