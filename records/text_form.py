"""The text form of a record, for pasting and mail: a header of ``[key value]``, then the plays."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import fill
from typing import Any

from engine.cards import card_text, parse_card
from engine.errors import CardError
from engine.plays import declaration_text
from records.faults import Finding, finding
from records.json_line import SHOWN, content_faults, decoder, excerpt
from records.notation import Reading
from records.reading import Facts, faults_first, is_fault, read_facts, read_rules
from records.record import VERSION, DealRecord
from records.writing import object_of

WIDTH = 78
"""The longest line of plays written."""

QUOTED = re.compile(r"^[>\s]+", re.MULTILINE)
"""What mail programs put before the lines of a message that they quote."""

OPENING = re.compile(r"\[\s*(?P<key>\"(?:[^\"\\]|\\.)*\"|[^\s\[\]\"]+)\s*")
PLAIN_KEY = re.compile(r"[^\s\[\]\"]+")

JOINED = re.compile(r"\s*([x×+])\s*|\s+(?=#)", re.IGNORECASE)
"""Where white space inside of a play may stand."""

TOKEN = re.compile(r"\((?P<declared>[^)]*)\)?|(?P<play>[^\s,;()]+)")
NUMBER = re.compile(r"\d+\.+")
"""A play's number for people, which says nothing new."""

DECLARED = re.compile(r"\s*(?P<what>\w+)(?:\s+(?P<card>[^\s=]+)\s*=\s*(?P<matta>\d{1,2}))?\s*")

TEXT_KEYS = frozenset({"match", "rules", "players", "date", "site", "event", "round", "source"})
"""The keys whose value may stand without quotation marks."""

QUOTATION_MARKS = "\"'“”„«»"


@dataclass(slots=True)
class _Section:
    """One deal of a text while it is read."""

    line: int
    start: int
    end: int = 0
    header: dict[str, Any] = field(default_factory=dict)
    plays: list[str] = field(default_factory=list)
    declared: list[tuple[int, str]] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)


def read_text(text: str, defaults: Mapping[str, Any] | None = None, *, bare_is_lay: bool = False) -> list[Reading]:
    """What came of each deal in ``text``.

    ``defaults`` gives values, as the notation writes them in JSON, for keys that a header leaves out; of several deals
    without a number the first gets that of ``defaults``, the next one more. A key that is still missing is a fault that
    names it. Lines are counted from 1; each finding has the line on which its deal begins, or its own.
    """
    plain = QUOTED.sub(lambda match: "\n" * match[0].count("\n"), text.removeprefix("\ufeff"))
    given = dict(defaults or {})
    readings = []
    for section in _sections(plain):
        written = {"v": VERSION, "plays": section.plays} | given | section.header
        if isinstance(given.get("deal"), int) and "deal" not in section.header:
            given["deal"] += 1
        faults = section.faults + _add_declarations(written, section.declared)
        unwritable = content_faults(written)
        facts = Facts(None, None, tuple(unwritable)) if unwritable else read_facts(written, bare_is_lay=bare_is_lay)
        findings = tuple(found.at(None, section.line) for found in faults_first(faults, facts.findings))
        record = None if any(map(is_fault, findings)) else facts.record
        body = plain[section.start : section.end].strip()
        readings.append(Reading(body, None, section.line, record, facts.replay, findings))
    return readings


def _sections(text: str) -> list[_Section]:
    """The deals of ``text``: one begins at a header that follows plays, or that names another match."""
    sections: list[_Section] = []
    position = 0
    while position < len(text):
        start = text.find("[", position)
        start = len(text) if start < 0 else start
        if text[position:start].strip():
            if not sections:
                sections.append(_Section(_line_of(text, position), position))
            _read_plays(sections[-1], text[position:start])
        if start == len(text):
            break
        key, value, position, fault = _read_header(text, start)
        line = _line_of(text, start)
        if not sections or sections[-1].plays or (key == "match" and "match" in sections[-1].header):
            if sections:
                sections[-1].end = start
            sections.append(_Section(line, start))
        section = sections[-1]
        if fault is None and (key in section.header or (key == "plays" and section.plays)):
            first = section.header.get(key, section.plays)
            fault = finding("key.duplicate", f"{key} {excerpt(value)}", f"{key} {excerpt(first)}", key=key)
        if fault is not None:
            section.faults.append(replace(fault, line=line))
        else:
            section.header[key] = value
    if sections:
        sections[-1].end = len(text)
    return sections


def _line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _read_header(text: str, start: int) -> tuple[str, Any, int, Finding | None]:
    """The key, its value and the end of the ``[key value]`` at ``start``, or why it cannot be read."""
    end = text.find("]", start)
    end = len(text) if end < 0 else end
    opening = OPENING.match(text, start)
    shown = " ".join(text[start : end + 1].split())[:SHOWN]
    wrong = finding("text.header", shown, '[match "…"]')
    if opening is None:
        return "", None, end + 1, wrong
    key = opening["key"]
    repeated: list[Finding] = []
    try:
        key = json.loads(key) if key.startswith('"') else key
        value, after = decoder(repeated).raw_decode(text, opening.end())
        while text[after : after + 1].isspace():
            after += 1
        closed = text[after : after + 1] == "]"
    except (ValueError, RecursionError):
        closed = False
    if repeated:
        return key, None, after + 1, repeated[0]
    if closed and not (key in TEXT_KEYS and type(value) in {int, float, bool}):
        return key, _value(key, value), after + 1, None
    raw = " ".join(text[opening.end() : end].split())
    if end == len(text) or (key != "table" and key not in TEXT_KEYS):
        return key, None, end + 1, wrong
    return key, _value(key, _unquoted(raw)), end + 1, None


def _unquoted(raw: str) -> str:
    return raw.strip(QUOTATION_MARKS) if raw[:1] in QUOTATION_MARKS else raw


def _value(key: str, value: Any) -> Any:
    """``value`` as the notation has it: names and cards may be one text here."""
    if key == "players" and isinstance(value, str):
        return [name.strip() for name in value.split(";")]
    if key == "table" and isinstance(value, str):
        return value.replace(",", " ").split()
    return value


def _read_plays(section: _Section, text: str) -> None:
    joined = JOINED.sub(lambda match: match[1] or "", text)
    for token in TOKEN.finditer(joined):
        if token["declared"] is not None:
            section.declared.append((len(section.plays), token["declared"]))
        elif not NUMBER.fullmatch(token["play"]):
            section.plays.append(token["play"])


def _add_declarations(written: dict[str, Any], declared: Sequence[tuple[int, str]]) -> list[Finding]:
    """The faults of the declarations that stand among the plays; the others become the key ``declared``."""
    if not declared:
        return []
    rules = written.get("rules")
    known = read_rules(rules)[0] if isinstance(rules, str | dict) else None
    matta = None if known is None else known.matta
    example = "(low)" if matta is None or known is None else f"(low {card_text(matta, known.deck)}=6)"
    entries: list[dict[str, Any]] = []
    faults = []
    for ply, text in declared:
        match = DECLARED.fullmatch(text)
        entry: dict[str, Any] = {"ply": ply}
        if match is None or (match["card"] is not None and _card(match["card"]) != matta):
            faults.append(finding("text.declaration", f"({text})", example, ply=ply))
            continue
        entry["what"] = match["what"].lower()
        if match["matta"] is not None:
            entry["matta"] = int(match["matta"])
        entries.append(entry)
    listed = written.get("declared")
    if listed is None or isinstance(listed, list):
        written["declared"] = [*(listed or []), *entries]
    return faults


def _card(text: str) -> int | None:
    try:
        return parse_card(text)
    except CardError:
        return None


def write_text(record: DealRecord) -> str:
    """``record`` in the text form: one line a key, an empty line, the plays; it ends with a line's end."""
    values = object_of(record)
    del values["v"], values["plays"]
    if record.declared is not None:
        values.pop("declared", None)
    lines = [f"[{_key_text(key)} {_value_text(key, value)}]" for key, value in values.items()]
    before = {
        declaration.ply: f"{declaration_text(declaration.made, record.rules)} " for declaration in record.declared or ()
    }
    plays = [before.get(ply, "") + text for ply, text in enumerate(record.play_texts())]
    body = fill(" ".join(plays), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", body, ""]) if plays else "\n".join([*lines, ""])


def _key_text(key: str) -> str:
    return key if PLAIN_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value_text(key: str, value: Any) -> str:
    if key == "table":
        return " ".join(value)
    if key == "players" and all(name == name.strip() and ";" not in name for name in value):
        value = "; ".join(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
