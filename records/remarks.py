"""What is worth saying about deals that load: within one deal, and from deal to deal of a match."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from engine.cards import mask_of, texts_of
from engine.deals import setup_vector
from engine.kernels.deal import throws_in
from engine.replay import Replay
from engine.rules import plain_number
from records.faults import Finding, finding
from records.json_line import excerpt
from records.record import DealRecord, identity

PlacedDeal: TypeAlias = tuple[DealRecord, Replay, str | None, int | None]
"""A deal with its file and line."""


def points_text(points: Sequence[Fraction]) -> str:
    """Points by side as the notation writes them: ``[1,2.5]``."""
    return f"[{','.join(str(plain_number(number)) for number in points)}]"


def computed_points(replay: Replay) -> tuple[Fraction, ...]:
    """By side, the points that a finished deal is worth."""
    return tuple(side.total for side in replay.score())


def deal_remarks(record: DealRecord, replay: Replay) -> list[Finding]:
    """The remarks on one deal that has no fault."""
    remarks = []
    rules = record.rules
    table = mask_of(record.table)
    if rules.redeal_if and throws_in(setup_vector(rules, len(record.players)), table):
        limit = ", ".join(f"{rank} < {count}" for rank, count in rules.redeal_if)
        remarks.append(finding("table.redeal", " ".join(texts_of(table, rules.deck)), limit))
    if not record.finished:
        remarks.append(
            finding(
                "deal.unfinished",
                str(len(record.plays)),
                str(rules.deck - rules.table),
                how=record.ended and record.ended["how"],
                seat=record.ended and record.ended.get("seat"),
                hands=record.hands is not None,
            )
        )
    elif record.ended is not None:
        remarks.append(finding("ended.finished", excerpt(dict(record.ended)), "null", how=record.ended["how"]))
    if record.finished and record.points is not None and record.points != computed_points(replay):
        right = points_text(computed_points(replay))
        remarks.append(finding("points.differ", points_text(record.points), right, repair=right))
    if record.declared is None:
        remarks.append(finding("declared.unknown", "null", "[]"))
    return remarks


def match_remarks(
    deals: Iterable[PlacedDeal],
) -> list[Finding]:
    """The remarks on scores that do not continue their match: deal, replay, file and line of each in any order."""
    matches: dict[str, dict[int, list[PlacedDeal]]] = {}
    for deal in deals:
        record = deal[0]
        matches.setdefault(record.match, {}).setdefault(record.deal, []).append(deal)
    return [remark for match in matches.values() for remark in _score_remarks(match)]


def _score_remarks(
    match: Mapping[int, Sequence[PlacedDeal]],
) -> list[Finding]:
    remarks = []
    right: tuple[Fraction, ...] | None = None
    claimed: tuple[Fraction, ...] | None = None
    before = 0
    for number in sorted(match):
        record, replay, file, line = match[number][0]
        if len({identity(deal[0]) for deal in match[number]}) > 1 or number != before + 1:
            right = claimed = None
        if number == 1:
            right = (Fraction(0),) * record.side_count
        if record.score is not None and right is not None and record.score != right:
            text = points_text(right)
            remarks.append(
                finding(
                    "score.differs",
                    points_text(record.score),
                    text,
                    repair=text,
                    deal=number,
                    match=record.match,
                    as_claimed=record.score == claimed,
                ).at(file, line)
            )
        start = right if record.score is None else record.score
        right = _added(start, _worth(record, replay))
        claimed = _added(start, record.points)
        before = number
    return remarks


def _worth(record: DealRecord, replay: Replay) -> tuple[Fraction, ...] | None:
    """What the deal adds to the match: its points, or what the source says of a deal that was not finished."""
    return computed_points(replay) if record.finished else record.points


def _added(start: tuple[Fraction, ...] | None, points: tuple[Fraction, ...] | None) -> tuple[Fraction, ...] | None:
    if start is None or points is None or len(start) != len(points):
        return None
    return tuple(old + new for old, new in zip(start, points, strict=True))
