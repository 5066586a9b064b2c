"""The record of a deal that was played here, from its cards, plays and declarations."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine import plays
from engine.deals import Deal
from engine.plays import Play, WrittenPlay
from engine.replay import replay
from records.record import DealRecord, Declaration


def record_of(
    deal: Deal,
    made: Sequence[Play],
    declarations: Mapping[int, plays.Declaration],
    *,
    name: tuple[str, int],
    rules_written: str | Mapping[str, Any],
    players: Sequence[str],
    score: Sequence[Fraction],
    source: str | None = None,
) -> DealRecord:
    """The record of ``deal``, called ``name`` (match and number), with the points that it was worth.

    :raises ValueError: if the rules do not allow the plays or declarations, or if the deal is not finished.
    """
    replayed = replay(deal, [WrittenPlay("", play.card, play.taken or None, False) for play in made], declarations)
    if replayed.failure is not None or not replayed.finished:
        raise ValueError(f"no finished deal: {replayed.failure}")
    return DealRecord(
        match=name[0],
        deal=name[1],
        rules_written=rules_written,
        rules=deal.rules,
        players=tuple(players),
        dealer=deal.dealer,
        table=deal.table,
        plays=replayed.plays,
        scope=replayed.scope,
        declared=tuple(Declaration(ply, each.what, each.matta) for ply, each in sorted(declarations.items())),
        score=tuple(score),
        points=tuple(side.total for side in replayed.score()),
        source=source,
    )
