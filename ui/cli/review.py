"""``settebello review``: the points of each deal and the plays that break a principle."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from analysis.flags import Flag, better_text
from analysis.review import Decision, review
from engine.cards import parse_card
from engine.plays import declaration_text
from engine.replay import Replay
from engine.rules import Rules, plain_number
from engine.scoring import CATEGORIES
from records.notation import Reading
from records.record import DealRecord
from ui.cli.check import finding_paragraph
from ui.cli.errors import CommandError
from ui.cli.files import check_files_exist, readings_of
from ui.cli.output import console, print_json
from ui.rule_names import rules_name
from ui.sentences import Pack, category_name, declaration_sentence, finding_sentence, flag_name, flag_sentence
from ui.titles import side_names
from ui.words import Words

LEVELS = ("flags",)
"""The levels of review that this version has."""

SETTEBELLO = parse_card("7D")


def review_files(
    w: Words, names: Sequence[str], *, match: str | None, deal: int | None, level: str, as_json: bool
) -> int:
    """The exit code: 1 if any line has a fault, else 0; each deal's review is printed as it is made.

    :raises CommandError: a file is not there, no such level, or no deal is what was asked for.
    """
    if level not in LEVELS:
        raise CommandError("command.level", found=level, expected=", ".join(LEVELS))
    check_files_exist(names)
    out, errors = console(), console(errors=True)
    shown = 0
    faulty = False
    for reading in readings_of(names):
        if reading.record is None or reading.replay is None:
            faulty = True
            for finding in reading.findings:
                errors.print(finding_paragraph(w, finding))
            continue
        if not _is_asked_for(reading.record, match, deal):
            continue
        shown += 1
        decisions = review(reading.replay)
        if as_json:
            print_json(review_object(reading.record, reading.replay, decisions))
        else:
            _print_review(w, out, reading, reading.record, reading.replay, decisions)
    if not shown and not faulty:
        raise CommandError("command.no_deal")
    return 1 if faulty else 0


def _is_asked_for(record: DealRecord, match: str | None, deal: int | None) -> bool:
    return (match is None or record.match == match) and (deal is None or record.deal == deal)


def review_object(record: DealRecord, replay: Replay, decisions: Sequence[Decision]) -> dict[str, Any]:
    """The review of one deal as a program reads it; what the level of flags does not tell is null."""
    written = record.rules_written
    return {
        "match": record.match,
        "deal": record.deal,
        "rules": written if isinstance(written, str) else dict(written),
        "points": [plain_number(side.total) for side in replay.score()] if record.finished else None,
        "claimed": None if record.points is None else [plain_number(points) for points in record.points],
        "decisions": [_decision_object(replay, decision) for decision in decisions],
    }


def _decision_object(replay: Replay, decision: Decision) -> dict[str, Any]:
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "declared": _declared(decision, replay.deal.rules),
        "play": replay.text(decision.ply),
        "forced": None if decision.legal is None else decision.forced,
        "flags": [
            {
                "code": flag.code,
                "better": better_text(flag.better, replay.positions[decision.ply]),
                "facts": dict(flag.facts),
            }
            for flag in decision.flags
        ],
        "class": None,
        "loss": None,
        "interval": None,
        "best": None,
        "by_category": None,
    }


def _declared(decision: Decision, rules: Rules) -> str | None:
    """The declaration before a play, as the notation writes it."""
    return None if decision.declaration is None else declaration_text(decision.declaration, rules)


def _print_review(
    w: Words, out: Console, reading: Reading, record: DealRecord, replay: Replay, decisions: Sequence[Decision]
) -> None:
    title = w("command.review.deal_title", match=record.match, deal=record.deal)
    out.print(Text(title, style="bold underline"))
    out.print(rules_name(w, record.rules_written))
    out.print(_players_line(w, record))
    for finding in reading.findings:
        out.print(Text(finding_sentence(w, finding), style="yellow"))
    if record.finished:
        out.print(_points_table(w, record, replay))
    for paragraph in _paragraphs(w, record, replay, decisions):
        out.print(paragraph)
    if not any(decision.flags for decision in decisions):
        judged = any(decision.legal is not None for decision in decisions)
        out.print(w("command.review.no_flags" if judged else "command.review.not_judged"))
    out.print()


def _paragraphs(w: Words, record: DealRecord, replay: Replay, decisions: Sequence[Decision]) -> Iterator[Text]:
    """What was declared and what is flagged, in the order of the plays."""
    for decision in decisions:
        declared = _declared(decision, record.rules)
        if declared is not None:
            said = declaration_sentence(w, declared)
            yield Text.assemble((_who(w, record, decision), "bold"), f"  {said}.")
        for flag in decision.flags:
            yield _flag_paragraph(w, record, replay, decision, flag)


def _who(w: Words, record: DealRecord, decision: Decision) -> str:
    return f"{w('place.ply', ply=decision.ply + 1)}  {record.players[decision.seat]}"


def _players_line(w: Words, record: DealRecord) -> str:
    sides = w("command.review.against").join(side_names(record.players, w))
    line = w("command.review.players", players=sides, dealer=record.players[record.dealer])
    return line if record.date is None else f"{line} · {record.date}"


def _points_table(w: Words, record: DealRecord, replay: Replay) -> Table:
    """By category and side, the points; categories that paid nobody are left out."""
    scores = replay.score()
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in side_names(record.players, w):
        table.add_column(Text(name), justify="right")
    for category in CATEGORIES:
        points = [side.of(category) for side in scores]
        if any(points):
            name = _category(w, category, record.rules)
            table.add_row(name, *(w.number(float(number)) for number in points))
    total = [side.total for side in scores]
    table.add_row(w("command.review.total"), *(w.number(float(number)) for number in total), style="bold")
    if record.points is not None and list(record.points) != total:
        claimed = [w.number(float(number)) for number in record.points]
        table.add_row(w("command.review.claimed"), *claimed, style="yellow")
    return table


def _category(w: Words, category: str, rules: Rules) -> str:
    settebello = rules.deck == 40 and [combo.cards for combo in rules.combos] == [1 << SETTEBELLO]
    return category_name(w, category, suit=rules.majority_suit, settebello=settebello)


def _flag_paragraph(w: Words, record: DealRecord, replay: Replay, decision: Decision, flag: Flag) -> Text:
    better = better_text(flag.better, replay.positions[decision.ply])
    sentence = flag_sentence(w, flag.code, flag.facts, better, Pack(record.rules.deck))
    return Text.assemble(
        (f"{_who(w, record, decision)}  {replay.text(decision.ply)}  ", "bold"),
        (flag_name(w, flag.code, flag.facts), "bold red"),
        f". {sentence}",
    )
