"""``settebello review``: the points of each deal, what its plays cost, and which break a principle."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from analysis.flags import Flag, better_text, is_told
from analysis.review import Decision, review
from engine.plays import declaration_text, play_text
from engine.positions import scopa_of
from engine.replay import Replay
from engine.rules import Rules, plain_number
from engine.scoring import CATEGORIES
from records.notation import Reading
from records.record import DealRecord
from ui.cli.check import finding_paragraph
from ui.cli.errors import CommandError
from ui.cli.files import check_files_exist, readings_of
from ui.cli.output import console, print_json, progress
from ui.rule_names import rules_name
from ui.sentences import Pack, category_under, declaration_sentence, finding_sentence, flag_name, flag_sentence
from ui.titles import side_names
from ui.words import Words

if TYPE_CHECKING:
    from analysis.judgement import DealVerdicts, Verdict

LEVELS = ("flags", "quick", "deep")
"""The levels of review; the first names principles only, and values no play."""

STOPPED = 130
"""The exit code after Ctrl-C."""


def review_files(
    w: Words, names: Sequence[str], *, match: str | None, deal: int | None, level: str, as_json: bool
) -> int:
    """The exit code: 1 if any line has a fault, else 0; each deal's review is printed as it is made.

    :raises CommandError: a file is not there, no such level, or no deal is what was asked for.
    """
    if level not in LEVELS:
        raise CommandError("command.level", found=level, expected=", ".join(LEVELS))
    check_files_exist(names)
    errors = console(errors=True)
    shown = 0
    faulty = False
    try:
        for reading in readings_of(names):
            if reading.record is None or reading.replay is None:
                faulty = True
                for finding in reading.findings:
                    errors.print(finding_paragraph(w, finding))
                continue
            if not is_asked_for(reading.record, match, deal):
                continue
            shown += 1
            _show(w, reading, reading.record, reading.replay, level, as_json=as_json)
    except KeyboardInterrupt:
        return STOPPED
    if not shown and not faulty:
        raise CommandError("command.no_deal")
    return 1 if faulty else 0


def _show(w: Words, reading: Reading, record: DealRecord, replay: Replay, level: str, *, as_json: bool) -> None:
    """Review one deal, with progress on a terminal, and print what came of it."""
    decisions = review(replay)
    verdicts = None if level == LEVELS[0] else judged(w, reading, replay, level)
    if as_json:
        print_json(review_object(record, replay, decisions, verdicts))
    else:
        _print_review(w, console(), reading, record, replay, decisions, verdicts)


def judged(w: Words, reading: Reading, replay: Replay, level: str) -> "DealVerdicts | None":
    """The judge's review of a deal without fault, with progress on a terminal."""
    # Late: the level of flags starts without the judge.
    from analysis.pipeline.reviewing import judge_reading

    with progress(w("command.review.progress"), len(replay.plays)) as bar:
        return judge_reading(reading, level, lambda ply: bar.update(bar.task_ids[0], completed=ply))


def is_asked_for(record: DealRecord, match: str | None, deal: int | None) -> bool:
    """Whether the deal is of the ``match`` and has the number that were asked for; None asks for all."""
    return (match is None or record.match == match) and (deal is None or record.deal == deal)


def review_object(
    record: DealRecord, replay: Replay, decisions: Sequence[Decision], verdicts: "DealVerdicts | None" = None
) -> dict[str, Any]:
    """The review of one deal as a program reads it; what the level of flags does not tell is null."""
    by_ply = {} if verdicts is None else {verdict.ply: verdict for verdict in verdicts.verdicts}
    written = record.rules_written
    return {
        "match": record.match,
        "deal": record.deal,
        "rules": written if isinstance(written, str) else dict(written),
        "points": [plain_number(side.total) for side in replay.score()] if record.finished else None,
        "claimed": None if record.points is None else [plain_number(points) for points in record.points],
        "decisions": [_decision_object(replay, decision, by_ply.get(decision.ply)) for decision in decisions],
    }


def _decision_object(replay: Replay, decision: Decision, verdict: "Verdict | None") -> dict[str, Any]:
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
        "class": None if verdict is None else verdict.grade,
        "loss": None if verdict is None else verdict.loss.mean,
        "interval": None if verdict is None else [verdict.loss.low, verdict.loss.high],
        "best": None if verdict is None else _best(replay, verdict),
        "by_category": None if verdict is None else dict(zip(CATEGORIES, verdict.loss_split, strict=True)),
    }


def _best(replay: Replay, verdict: "Verdict") -> str:
    """The best play of a decision, as the notation writes it."""
    position = replay.positions[verdict.ply]
    best = verdict.judgement.candidates[verdict.judgement.best].play
    return play_text(best, scopa_of(position, best), replay.deal.rules.deck)


def _declared(decision: Decision, rules: Rules) -> str | None:
    """The declaration before a play, as the notation writes it."""
    return None if decision.declaration is None else declaration_text(decision.declaration, rules)


def _print_review(
    w: Words,
    out: Console,
    reading: Reading,
    record: DealRecord,
    replay: Replay,
    decisions: Sequence[Decision],
    verdicts: "DealVerdicts | None",
) -> None:
    title = w("command.review.deal_title", match=record.match, deal=record.deal)
    out.print(Text(title, style="bold underline"))
    out.print(rules_name(w, record.rules_written))
    out.print(_players_line(w, record))
    for finding in reading.findings:
        out.print(Text(finding_sentence(w, finding), style="yellow"))
    if record.finished:
        out.print(_points_table(w, record, replay))
    if verdicts is not None and verdicts.verdicts:
        for line in _verdict_lines(w, record, replay, decisions, verdicts):
            out.print(line)
        out.print()
        return
    for paragraph in _paragraphs(w, record, replay, decisions, {}):
        out.print(paragraph)
    if not any(decision.flags for decision in decisions):
        judged = any(decision.legal is not None for decision in decisions)
        out.print(w("command.review.no_flags" if judged else "command.review.not_judged"))
    out.print()


def _paragraphs(
    w: Words,
    record: DealRecord,
    replay: Replay,
    decisions: Sequence[Decision],
    grades: Mapping[int, str | None],
) -> Iterator[Text]:
    """What was declared and what is flagged, in the order of the plays; beside the ``grades`` by ply."""
    for decision in decisions:
        declared = _declared(decision, record.rules)
        if declared is not None:
            said = declaration_sentence(w, declared)
            yield Text.assemble((_who(w, record, decision), "bold"), f"  {said}.")
        for flag in decision.flags:
            if is_told(flag, grades.get(decision.ply)):
                yield _flag_paragraph(w, record, replay, decision, flag)


def _verdict_lines(
    w: Words, record: DealRecord, replay: Replay, decisions: Sequence[Decision], verdicts: "DealVerdicts"
) -> Iterator[Text]:
    """What the plays cost, the worst first; what was well played; then what each player lost, and luck."""
    from analysis.judgement import Z95
    from analysis.pipeline.reviewing import total_loss
    from ui.verdict_sentences import points_text, provenance

    told = [each for each in verdicts.verdicts if each.grade is not None]
    for verdict in sorted(told, key=lambda each: (-each.loss.mean, each.ply)):
        yield _verdict_paragraph(w, record, replay, decisions[verdict.ply], verdict)
    if not told:
        yield Text(w("command.review.no_mistakes"))
    for verdict in verdicts.verdicts:
        praised = _praise_paragraph(w, record, replay, decisions[verdict.ply], verdict)
        if praised is not None:
            yield praised
    yield from _paragraphs(w, record, replay, decisions, {each.ply: each.grade for each in verdicts.verdicts})
    for seat, player in enumerate(record.players):
        judged = [each for each in verdicts.verdicts if each.seat == seat]
        lost = total_loss(judged)
        texts = {"lost": points_text(w, lost.mean, lost.error), "margin": points_text(w, Z95 * lost.error, lost.error)}
        yield Text(w("command.review.lost", player=player, n=len(judged), **texts))
    for number, (side, luck) in enumerate(zip(side_names(record.players, w), verdicts.luck or (), strict=False)):
        texts = {"luck": points_text(w, luck.mean, luck.error), "margin": points_text(w, Z95 * luck.error, luck.error)}
        said = w("command.review.luck", side=side, **texts)
        if verdicts.later_luck is not None:
            later = verdicts.later_luck[number]
            said += " " + w("command.review.later_luck", luck=points_text(w, later.mean, later.error))
        yield Text(said)
    yield Text(provenance(w, verdicts), style="dim")


def _verdict_paragraph(w: Words, record: DealRecord, replay: Replay, decision: Decision, verdict: "Verdict") -> Text:
    from analysis.explanation import explain
    from ui.explanation_sentences import explanation_paragraphs
    from ui.verdict_sentences import GLYPHS, grade_name, hindsight_sentence, kind_sentence, loss_sentence, points_text

    grade = verdict.grade or ""
    position, deck = replay.positions[verdict.ply], replay.deal.rules.deck
    texts = [play_text(each.play, scopa_of(position, each.play), deck) for each in verdict.judgement.candidates]
    split = [
        f"{category_under(w, category, record.rules)} {points_text(w, lost, verdict.loss.error)}"
        for category, lost in zip(CATEGORIES, verdict.loss_split, strict=True)
        if points_text(w, lost, verdict.loss.error).strip("−") != points_text(w, 0, verdict.loss.error)
    ]
    said = [
        loss_sentence(w, verdict.loss),
        w("verdict.better", play=texts[verdict.judgement.best]),
        w("verdict.split", split=", ".join(split)) if split else None,
        *explanation_paragraphs(w, replay, explain(replay, verdict), Pack(deck)),
        kind_sentence(w, verdict),
        hindsight_sentence(w, verdict, texts),
    ]
    return Text.assemble(
        (f"{_who(w, record, decision)}  {replay.text(decision.ply)}  ", "bold"),
        (f"{GLYPHS[grade]} {grade_name(w, grade)}", "bold red"),
        f". {' '.join(each for each in said if each)}",
    )


def _praise_paragraph(
    w: Words, record: DealRecord, replay: Replay, decision: Decision, verdict: "Verdict"
) -> Text | None:
    """What a play is praised for; None if it is not."""
    from analysis.explanation import explain
    from ui.explanation_sentences import praise_paragraphs

    if verdict.chosen != verdict.judgement.best:
        return None
    said = praise_paragraphs(w, replay, explain(replay, verdict), Pack(replay.deal.rules.deck))
    if not said:
        return None
    return Text.assemble(
        (f"{_who(w, record, decision)}  {replay.text(decision.ply)}  ", "bold"),
        (f"! {w('explanation.praise')}", "bold green"),
        f". {' '.join(said)}",
    )


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
            name = category_under(w, category, record.rules)
            table.add_row(name, *(w.number(float(number)) for number in points))
    total = [side.total for side in scores]
    table.add_row(w("command.review.total"), *(w.number(float(number)) for number in total), style="bold")
    if record.points is not None and list(record.points) != total:
        claimed = [w.number(float(number)) for number in record.points]
        table.add_row(w("command.review.claimed"), *claimed, style="yellow")
    return table


def _flag_paragraph(w: Words, record: DealRecord, replay: Replay, decision: Decision, flag: Flag) -> Text:
    better = better_text(flag.better, replay.positions[decision.ply])
    sentence = flag_sentence(w, flag.code, flag.facts, better, Pack(record.rules.deck))
    return Text.assemble(
        (f"{_who(w, record, decision)}  {replay.text(decision.ply)}  ", "bold"),
        (flag_name(w, flag.code, flag.facts), "bold red"),
        f". {sentence}",
    )
