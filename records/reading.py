"""One object of the notation checked against the rules: its facts, its replay, and every fault and remark."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.deals import Deal, Packets
from engine.errors import RulesError
from engine.replay import Replay, packets_from_plays, replay
from engine.rules import Rules, rules_of_record
from records.cards import hands_that_differ, packets_of_hands, read_hands, read_table
from records.declarations import read_declared
from records.faults import Finding, Severity, finding, finding_of
from records.json_line import excerpt
from records.keys import NAMES, SHAPES, check_by_play, check_ranges, check_types, missing
from records.plays import ListedPlays, captures_missing, first_wrong_play, read_plays, repeated_card
from records.record import VERSION, DealRecord, Declaration
from records.remarks import deal_remarks

Hands = tuple[tuple[int | None, ...], ...]

TOGETHER = {
    "no_capture": 'value_capture ≠ "off"',
    "primiera_52": 'primiera = "off"',
    "matta_52": "matta = null",
    "matta_unused": "knock ≠ null",
    "redeal_if_no_table": "redeal_if = {}",
    "redeal_if_rank": '{"K":3}',
    "run_cap": "1 ≤ min ≤ cap ≤ deck / 4",
    "target": "target ≥ 1",
    "deal": "deck = table + players × (hand + n × redeal)",
}
"""By the reason why options cannot go together, what would hold."""

NEARLY = 0.7
"""How alike (of 1, by `difflib`) a wrong name and a right one must be for the right one to be offered."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What one object of the notation turned out to hold."""

    record: DealRecord | None
    """The deal; None if there is a fault."""
    replay: Replay | None
    """The deal replayed, as far as its plays are right; None if it could not be dealt."""
    findings: tuple[Finding, ...]
    """The faults and remarks, without their place."""


def is_fault(found: Finding) -> bool:
    """Whether ``found`` sets its line aside."""
    return found.severity is Severity.FAULT


def faults_first(faults: Sequence[Finding], findings: Sequence[Finding]) -> list[Finding]:
    """``faults`` of an object's text and the ``findings`` on its facts, whose remarks count only if the line loads."""
    return [*faults, *(found for found in findings if not faults or is_fault(found))]


@lru_cache(maxsize=256)
def _rules_of_json(written: str) -> Rules:
    return rules_of_record(json.loads(written))


def read_rules(written: str | Mapping[str, Any]) -> tuple[Rules | None, list[Finding]]:
    """The rules that a record names, and what is wrong with them."""
    try:
        return _rules_of_json(json.dumps(written)), []
    except RulesError as error:
        return None, [_rules_fault(error, written)]


def _rules_fault(error: RulesError, written: Any) -> Finding:
    """The fault of rules that cannot be, with what is expected instead, and a name that is nearly right."""
    fault = finding_of(error, key="rules")
    reason = TOGETHER.get(error.params.get("reason", ""), "")
    names = fault.expected.split(", ") if error.code in {"rules.preset", "rules.unknown"} else []
    close = get_close_matches(fault.found, names, 1, NEARLY)
    return replace(
        fault,
        found=fault.found or excerpt(written),
        expected=fault.expected or reason or SHAPES["rules"],
        repair=close[0] if close else None,
    )


def read_facts(written: Mapping[str, Any], *, bare_is_lay: bool = False) -> Facts:
    """What ``written``, one object of the notation, holds.

    ``bare_is_lay``: under rules that let a card which could take be laid, plays that write no capture at all are taken
    at their word; otherwise they are refused, since they may just as well have left the captures out.
    """
    values, findings = check_types(written)
    if values.get("v", VERSION) != VERSION:
        return Facts(None, None, (finding("version.unknown", str(values["v"]), str(VERSION), key="v"),))
    rules, faults = read_rules(values["rules"]) if "rules" in values else (None, [])
    findings += faults
    if rules is None or "players" not in values:
        return Facts(None, None, tuple(findings))
    players = len(values["players"])
    if players not in rules.players:
        allowed = ", ".join(map(str, rules.players))
        findings.append(finding("rules.players", str(players), allowed, key="players"))
        return Facts(None, None, tuple(findings))
    findings += check_ranges(values, players, rules.sides(players))
    plays = read_plays(values.get("plays", []), rules.deck)
    findings += check_by_play(values, plays.count)
    findings += [] if bare_is_lay else captures_missing(plays, rules)
    dealt = _read_deal(values, rules, plays, findings)
    if dealt is None:
        findings += [plays.unreadable] if plays.unreadable else []
        return Facts(None, None, tuple(findings))
    deal, hands = dealt
    declared: tuple[Declaration, ...] | None = ()
    if "declared" in values:
        declared, faults = read_declared(values["declared"], rules, players, plays.count)
        findings += faults
    made = None if declared is None else {each.ply: each.made for each in declared}
    replayed = replay(deal, plays.readable, made)
    wrong = first_wrong_play(plays, replayed)
    findings += wrong
    if hands is not None and replayed.finished and not wrong:
        findings += hands_that_differ(hands, rules, deal.dealer, plays.known_cards)
    if any(map(is_fault, findings)):
        return Facts(None, replayed, tuple(findings))
    record = _record(written, values, replayed, hands, declared)
    return Facts(record, replayed, tuple(deal_remarks(record, replayed)))


def _read_deal(
    values: Mapping[str, Any], rules: Rules, plays: ListedPlays, findings: list[Finding]
) -> tuple[Deal, Hands | None] | None:
    """The cards as dealt and the hands as listed; None if they could not be dealt so: ``findings`` grows by the reason.

    A finished deal's plays tell all hands; only in an unfinished one those listed are needed.
    """
    players = len(values["players"])
    table, faults = read_table(values.get("table"), rules, plays.cards)
    if table is None:
        finished = plays.count == rules.deck - rules.table
        faults = repeated_card(plays, rules) if finished else [missing("table", values)]
    findings += faults
    hands: Hands | None = None
    if "hands" in values:
        hands, hand_faults = read_hands(
            values["hands"], rules, players, values.get("seen_by"), table or (), plays.count
        )
        findings += hand_faults
        hands = None if hand_faults else hands
    dealer = values.get("dealer", players)
    if table is None or faults or not 0 <= dealer < players:
        return None
    packets: Packets
    if hands is not None and plays.count < rules.deck - rules.table:
        packets = packets_of_hands(hands, rules, dealer, plays.known_cards)
    else:
        packets = packets_from_plays(rules, players, dealer, plays.known_cards)
    return Deal(rules, dealer, table, packets), hands


def _points(written: list[int | float] | None) -> tuple[Fraction, ...] | None:
    return None if written is None else tuple(map(Fraction, written))


def _record(
    written: Mapping[str, Any],
    values: Mapping[str, Any],
    replayed: Replay,
    hands: Hands | None,
    declared: tuple[Declaration, ...] | None,
) -> DealRecord:
    """The record of a deal without faults."""
    clock = values.get("clock")
    return DealRecord(
        match=values["match"],
        deal=values["deal"],
        rules_written=values["rules"],
        rules=replayed.deal.rules,
        players=tuple(values["players"]),
        dealer=values["dealer"],
        table=replayed.deal.table,
        plays=replayed.plays,
        scope=replayed.scope,
        hands=hands,
        seen_by=values.get("seen_by"),
        ended=values.get("ended"),
        score=_points(values.get("score")),
        points=_points(values.get("points")),
        declared=declared,
        clock=None if clock is None else tuple(clock),
        notes={int(ply): text for ply, text in values.get("notes", {}).items()},
        date=values.get("date"),
        site=values.get("site"),
        event=values.get("event"),
        round=values.get("round"),
        source=values.get("source"),
        extra={key: value for key, value in written.items() if key not in NAMES},
    )
