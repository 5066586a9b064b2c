"""What is worth saying about deals that load: within one deal, and from deal to deal of a match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cards import mask_of, texts_of
from engine.deals import thrown_in
from engine.replay import Replay
from engine.rules import plain_number
from records.faults import Finding, finding
from records.json_line import excerpt
from records.record import DealRecord, identity


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
    if thrown_in(rules, table):
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


@dataclass(frozen=True, slots=True)
class MatchDeal:
    """What a deal means for its match, with its place."""

    match: str
    """The match."""
    deal: int
    """Its number in the match."""
    identity: str
    """Of the deal, so that two of one number are told apart."""
    sides: int
    """How many sides there are."""
    score: tuple[Fraction, ...] | None
    """By side, the match points before it, as recorded."""
    worth: tuple[Fraction, ...] | None
    """By side, what it adds: its points, or what the source says of a deal that was not finished."""
    claimed: tuple[Fraction, ...] | None
    """By side, what it adds as the source claims."""
    file: str | None
    line: int | None


def match_deal(record: DealRecord, replay: Replay, file: str | None = None, line: int | None = None) -> MatchDeal:
    """What ``record`` means for its match."""
    return MatchDeal(
        match=record.match,
        deal=record.deal,
        identity=identity(record),
        sides=record.side_count,
        score=record.score,
        worth=computed_points(replay) if record.finished else record.points,
        claimed=record.points,
        file=file,
        line=line,
    )


def match_remarks(deals: Iterable[MatchDeal]) -> list[Finding]:
    """The remarks on scores that do not continue their match; the order of the deals does not matter."""
    matches: dict[str, dict[int, list[MatchDeal]]] = {}
    for deal in deals:
        matches.setdefault(deal.match, {}).setdefault(deal.deal, []).append(deal)
    return [remark for match in matches.values() for remark in _score_remarks(match)]


def _score_remarks(match: Mapping[int, Sequence[MatchDeal]]) -> list[Finding]:
    remarks = []
    right: tuple[Fraction, ...] | None = None
    claimed: tuple[Fraction, ...] | None = None
    before = 0
    for number in sorted(match):
        deal = match[number][0]
        if len({each.identity for each in match[number]}) > 1 or number != before + 1:
            right = claimed = None
        if number == 1:
            right = (Fraction(0),) * deal.sides
        if deal.score is not None and right is not None and deal.score != right:
            text = points_text(right)
            remarks.append(
                finding(
                    "score.differs",
                    points_text(deal.score),
                    text,
                    repair=text,
                    deal=number,
                    match=deal.match,
                    as_claimed=deal.score == claimed,
                ).at(deal.file, deal.line)
            )
        start = right if deal.score is None else deal.score
        right = _added(start, deal.worth)
        claimed = _added(start, deal.claimed)
        before = number
    return remarks


def _added(start: tuple[Fraction, ...] | None, points: tuple[Fraction, ...] | None) -> tuple[Fraction, ...] | None:
    if start is None or points is None or len(start) != len(points):
        return None
    return tuple(old + new for old, new in zip(start, points, strict=True))
