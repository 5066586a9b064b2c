"""The report as HTML: what the Review page tells of some deals, on one page that needs nothing else."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analysis.judgement import GRADES, DealVerdicts, Verdict
from analysis.knowledge import view_at
from analysis.review import VERSION as FLAGS_VERSION
from analysis.review import review
from analysis.versions import JUDGE_VERSION
from engine.replay import Replay
from records.notation import Reading
from records.record import DealRecord
from ui.cards import DESIGNS, sprite
from ui.position_picture import BEST, play_marks, position_svg
from ui.report.chips import Chips, tones
from ui.report.graph import SCOPA_SIGNS, expected_graph
from ui.report.names import NumberedNames, ShownNames
from ui.review_data import points_rows, table_data
from ui.rule_names import rules_name
from ui.rule_sheets import rules_text
from ui.sentences import Pack, category_under, finding_sentence
from ui.stored_findings import remark_in_words
from ui.titles import date_text, match_title, score_text
from ui.verdict_data import side_payload
from ui.verdict_sentences import GLYPHS, grade_name, points_text
from ui.words import Words

FOLDER = Path(__file__).parent

WORST = 3
"""How many plays of a deal are explained where there are several deals; of one alone, all that have a class."""

QUIET = ("deal.unfinished",)
"""Remarks that the report tells in its own way."""


@dataclass(frozen=True, slots=True)
class ReportedDeal:
    """A deal that the report tells of."""

    reading: Reading
    """Its record; it has no fault."""
    verdicts: DealVerdicts | None = None
    """What the judge says of it; None: it was not reviewed."""
    players: tuple[str, ...] | None = None
    """What its players are called now, by seat; None: as in the record."""

    @property
    def record(self) -> DealRecord:
        """The deal.

        :raises ValueError: the line has a fault.
        """
        if self.reading.record is None:
            raise ValueError("a line with a fault has no report")
        return self.reading.record

    @property
    def replay(self) -> Replay:
        """The deal replayed.

        :raises ValueError: the line has a fault.
        """
        if self.reading.replay is None:
            raise ValueError("a line with a fault has no report")
        return self.reading.replay

    @property
    def called(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.players or self.record.players


def report_html(
    deals: Sequence[ReportedDeal],
    w: Words,
    *,
    version: str,
    made: dt.date,
    anonymous: bool = False,
) -> str:
    """The report on ``deals``, match by match in their order: a whole HTML page with all that it shows.

    ``version`` is the program's, ``made`` the day. ``anonymous``: players are numbers, in texts from the record too,
    and what else may tell who they are is left out.

    :raises ValueError: there is no deal, or one has a fault.
    """
    if not deals:
        raise ValueError("a report needs a deal")
    by_match: dict[str, list[ReportedDeal]] = {}
    for deal in deals:
        by_match.setdefault(deal.record.match, []).append(deal)
    tables = ((deal.called, deal.record.players) for deal in deals)
    names = NumberedNames(tables, w) if anonymous else ShownNames()
    matches = [
        _match(w, names, of_match, anchor=f"match-{number}", alone=len(deals) == 1)
        for number, of_match in enumerate(by_match.values(), start=1)
    ]
    decks = sorted({(each["data"]["deck"], each["data"]["cards"]) for match in matches for each in match["deals"]})
    designs = [DESIGNS[deck][cards] for deck, cards in decks]
    return _template().render(
        w=w,
        title=" · ".join(dict.fromkeys(match["title"] for match in matches)),
        css=Markup((FOLDER / "page.css").read_text(encoding="utf-8")),
        tones=[tones(design) for design in designs],
        sprites=[Markup(sprite(design.codes(), design)) for design in designs],
        matches=matches,
        signs=[(GLYPHS[grade], grade_name(w, grade), w.number(limit)) for grade, limit in GRADES.items()],
        scopa_signs=SCOPA_SIGNS,
        best_sign=BEST,
        made=w("report.made_by", version=version, date=w.date(made), judge=JUDGE_VERSION, flags=FLAGS_VERSION),
    )


@cache
def _template() -> Any:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2")


def _match(w: Words, names: ShownNames, deals: Sequence[ReportedDeal], *, anchor: str, alone: bool) -> dict[str, Any]:
    """All that the report tells of the deals of one match."""
    first = deals[0].record
    judged = [(deal.replay, deal.verdicts) for deal in deals if deal.verdicts is not None and deal.verdicts.verdicts]
    players = names.of(deals[0].called)
    facts = [date_text(w, first.date), *(() if names.hidden else (first.event, first.round, first.site))]
    shown = [
        _deal(w, names, deal, alone=alone) | {"anchor": f"{anchor}-{number}"}
        for number, deal in enumerate(deals, start=1)
    ]
    sides = range(first.side_count)
    return {
        "title": match_title(players, w),
        "facts": [names.text(fact) for fact in facts if fact] + [w("report.deals", n=len(deals))],
        "deals": shown,
        "side_names": shown[0]["data"]["side_names"],
        "totals": [side_payload(judged, side, w) for side in sides] if len(judged) > 1 else None,
        "rules": _rules(w, deals),
        "source": [] if names.hidden else [names.text(text) for text in _source(w, first)],
    }


def _source(w: Words, record: DealRecord) -> list[str]:
    found = [w("report.match", match=record.match)]
    if record.source:
        found.append(w("report.source", source=record.source))
    return found


def _rules(w: Words, deals: Sequence[ReportedDeal]) -> list[dict[str, Any]]:
    """The rules of the deals in words, each once."""
    found: dict[str, dict[str, Any]] = {}
    for deal in deals:
        name = rules_name(w, deal.record.rules_written)
        if name not in found:
            found[name] = {"name": name, "sections": rules_text(w, deal.record.rules)}
    return list(found.values())


def _deal(w: Words, names: ShownNames, deal: ReportedDeal, *, alone: bool) -> dict[str, Any]:
    """All that the report tells of one deal."""
    record, replay = deal.record, deal.replay
    notes = {ply: names.text(note) for ply, note in record.notes.items()}
    reading = replace(deal.reading, record=replace(record, notes=notes))
    players = names.of(deal.called)
    verdicts = deal.verdicts if deal.verdicts is not None and deal.verdicts.verdicts else None
    data = table_data(reading, review(replay), w, players=players, verdicts=verdicts)
    chips = Chips(w, DESIGNS[data["deck"]][data["cards"]], Pack(data["deck"], data["cards"] == "french"), data["matta"])
    graded = [ply for ply, made in enumerate(data["plays"]) if made["verdict"] and made["verdict"]["grade"]]
    worst = sorted(graded, key=lambda ply: (-data["plays"][ply]["verdict"]["loss"], ply))
    if not alone:
        worst = worst[:WORST]
    remarks = [
        names.text(finding_sentence(w, remark_in_words(found, w)))
        for found in reading.findings
        if found.code not in QUIET
    ]
    return {
        "number": record.deal,
        "data": data,
        "chips": chips,
        "facts": [
            w("report.dealer", player=players[record.dealer]),
            *([w("report.before", score=score_text(w, data["score"]))] if data["score"] else []),
        ],
        "result": None if data["points"] is None else score_text(w, [side["total"] for side in data["points"]]),
        "points": [] if data["points"] is None else points_rows(data, record.points, record.rules, w),
        "mistakes": None if verdicts is None else len(graded),
        "more": len(graded) - len(worst),
        "waiting": deal.verdicts is None and any(made["judged"] for made in data["plays"]),
        "graph": None if verdicts is None else Markup(expected_graph(data, w)),
        "three": len(data["side_names"]) > 2,
        "packets": any(position["packet"] for position in data["positions"]),
        "losses": {} if verdicts is None else {each.ply: _loss(w, each) for each in verdicts.verdicts},
        "worst": [_worst(w, deal, data, ply) for ply in worst],
        "remarks": remarks,
    }


def _loss(w: Words, verdict: Verdict) -> str | None:
    """What a play lost; None: nothing, or less than is shown."""
    text = points_text(w, verdict.loss.mean, verdict.loss.error)
    return None if text == points_text(w, 0.0) or verdict.loss.mean < 0 else text


def _worst(w: Words, deal: ReportedDeal, data: Mapping[str, Any], ply: int) -> dict[str, Any]:
    """One of the worst plays: its position as a picture, and what is said of it."""
    made = data["plays"][ply]
    verdict = next(each for each in deal.verdicts.verdicts if each.ply == ply) if deal.verdicts else None
    view = view_at(deal.replay, ply)
    if verdict is None or view is None:
        raise ValueError("only a play with a verdict is explained")
    candidates = verdict.judgement.candidates
    best = candidates[verdict.judgement.best].play
    marks = play_marks(data["deck"], candidates[verdict.chosen].play, best, made["verdict"]["glyph"])
    picture = position_svg(view, w, data["players"], marks=marks, suits=data["cards"], referred=True)
    told = made["verdict"]
    return {
        "ply": ply,
        "made": made,
        "player": data["players"][made["seat"]],
        "picture": Markup(picture),
        "why": told["why"][data["cards"]],
        "split": [(category_under(w, category, deal.record.rules), text) for category, text in told["split"]],
        "candidates": sorted(told["candidates"], key=lambda each: (not each["best"], each["order"] or 0.0)),
        "win": any(each["win"] for each in told["candidates"]),
        "open": any(each["open"] for each in told["candidates"]),
        "about": any(each["about"] for each in told["candidates"]),
    }
