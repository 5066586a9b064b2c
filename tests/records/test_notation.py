"""The line form: strict writing, forgiving reading, identity, and what is said from deal to deal."""

import gzip
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import SUIT_SYMBOLS, cards_of, parse_card
from engine.plays import Play
from records.keys import KEYS, NAMES
from records.notation import Reading, match_findings, object_of, read_file, read_line, read_lines, write_line
from records.reading import read_facts
from records.record import DealRecord, identity
from records.remarks import deal_remarks
from records.text_form import read_text, write_text
from tests.records.strategies import JSON, played_deal, records

REAL = (
    '{"v":1,"match":"cuperativa-2008-12-29","deal":1,"rules":{"preset":"napoli","value_capture":"fewest"},'
    '"players":["giocatore1","giocatore2"],"dealer":0,"table":["JD","QC","3D","AC"],"plays":["4DxAC+3D","4C","4Bx4C",'
    '"2S","3B","3Cx3B","JBxJD","QBxQC","KC","AB","ASxAB","7B","3S","KBxKC","6C","JSx2S+6C","6D","JC","7Dx7B","6Sx6D",'
    '"KD","4S","7Sx3S+4S","5D","2B","KSxKD","QS","5Bx5D","QDxQS","2Cx2B","5C","5Sx5C","AD","2D","7C","6B"],'
    '"score":[0,0],"points":[1,2],"date":"2008-12-29"}'
)
"""A deal that was really played."""

UNFINISHED = (
    '{"v":1,"match":"cuperativa-2010-10-16","deal":1,"rules":{"preset":"napoli","value_capture":"fewest"},'
    '"players":["giocatore2","giocatore1"],"dealer":1,"table":["JB","AB","2C","5B"],"plays":["6DxAB+5B","5D","6C",'
    '"7Dx2C+5D","3S","4C","3Cx3S","3B"],"hands":[["6D","6C","3S","3C","5C","5S"],["5D","4C","7D","3B","7S","3D"]],'
    '"ended":{"how":"resigned","seat":1}}'
)
"""The opening of another, with the hands of its first two packets."""


def read(line: str) -> DealRecord:
    """The record of a line that must load."""
    reading = read_line(line)
    assert reading.ok, reading.findings
    assert reading.record is not None
    return reading.record


def changed(line: str, **values: Any) -> dict[str, Any]:
    """The object of ``line`` with other values; ``...`` leaves the key out."""
    written = json.loads(line) | values
    return {key: value for key, value in written.items() if value is not ...}


def codes(written: dict[str, Any]) -> list[str]:
    """The codes of what is found in an object."""
    return [found.code for found in read_facts(written).findings]


def spelled(line: str, spell: Callable[[str], str]) -> str:
    """``line`` with every card of its table, plays and hands spelled anew."""
    written = json.loads(line)

    def respell(text: str) -> str:
        return re.sub(r"[A2-7JQK][DCBS]", lambda card: spell(card[0]), text)

    for key in ("table", "plays"):
        written[key] = [respell(text) for text in written[key]]
    if "hands" in written:
        written["hands"] = [[respell(text) for text in hand] for hand in written["hands"]]
    return json.dumps(written, ensure_ascii=False)


def rank_spelled(names: dict[str, str]) -> Callable[[str], str]:
    """A spelling of cards that writes some ranks otherwise."""
    return lambda card: names.get(card[0], card[0]) + card[1]


SYMBOLS = {letter: symbol for symbol, letter in SUIT_SYMBOLS.items()}

FORGIVEN = {
    "lower case": spelled(REAL, str.lower),
    "1 for the ace": spelled(REAL, rank_spelled({"A": "1"})),
    "8, 9 and 10 for the court cards": spelled(REAL, rank_spelled({"J": "8", "Q": "9", "K": "10"})),
    "F and R for fante and re": spelled(REAL, rank_spelled({"J": "F", "K": "R"})),
    "suit symbols": spelled(REAL, lambda card: card[0] + SYMBOLS[card[1]]),
    "emoji suits": spelled(REAL, lambda card: card[0] + SYMBOLS[card[1]] + "\ufe0f"),
    "captures left out": REAL.replace("4Bx4C", "4B").replace("JBxJD", "JB").replace("JSx2S+6C", "JS"),
    "captured cards in any order": REAL.replace("xAC+3D", "x3D+AC"),
    "a multiplication sign": REAL.replace("4DxAC", "4D×AC").replace("JBxJD", "JBXJD"),
    "white space in a play": REAL.replace('"4DxAC+3D"', '" 4D x AC + 3D "'),
    "the table of a finished deal left out": json.dumps(changed(REAL, table=...)),
    "whole points as decimals": REAL.replace('"points":[1,2]', '"points":[1.0,2.0]'),
    "null for a key that is not there": json.dumps(changed(REAL, hands=None, ended=None, clock=None, site=None)),
    "declarations where the rules have none": json.dumps(changed(REAL, declared=None)),
    "keys in any order": json.dumps(dict(reversed(json.loads(REAL).items())), indent=1).replace("\n", " "),
    "escaped letters": REAL.replace("giocatore1", "\\u0067iocatore1"),
    "a byte order mark": "\ufeff" + REAL,
    "line ends of Windows": REAL + "\r\n",
}
"""Lines that say the same as `REAL` in another way; ``docs/notation.md`` lists each by this name."""


FORGIVEN_ELSEWHERE = {
    "scopa signs left out",
    "an empty table under rules that deal none",
    "the hands of a finished deal in any order",
    "blank lines",
    "files packed by gzip",
}
"""What is forgiven in tests of its own below."""


@pytest.mark.parametrize("name", FORGIVEN)
def test_forgiven(name: str) -> None:
    """What the reader forgives makes no difference to the record, and the writer writes the canonical form."""
    line = FORGIVEN[name]
    assert line != REAL
    record = read(line)
    expected = read(REAL)
    if name == "the table of a finished deal left out":
        assert record.table == tuple(sorted(expected.table))
        record = replace(record, table=expected.table)
    assert record == expected
    assert write_line(record) == REAL


def test_page_lists_what_is_forgiven(project: Path) -> None:
    """``docs/notation.md`` lists everything that the line form forgives, and nothing else."""
    page = (project / "docs" / "notation.md").read_text(encoding="utf-8")
    table = page.split("| in a line | for example |\n| --- | --- |\n")[1].split("\n\n")[0]
    listed = {row.split("|")[1].strip() for row in table.split("\n")}
    assert listed == set(FORGIVEN) | FORGIVEN_ELSEWHERE


def test_forgiven_scopa_sign() -> None:
    """A scopa sign that is left out is added."""
    written = changed(UNFINISHED, table=["AB", "2C", "2S", "3B"], plays=["JBxAB+2C+2S+3B"], hands=...)
    line = json.dumps(written)
    assert json.loads(write_line(read(line)))["plays"] == ["JBxAB+2C+2S+3B#"]


def test_forgiven_empty_table() -> None:
    """Where the rules deal no table, an empty one may stand; the writer leaves it out."""
    deal, _, plays, scope = played_deal("scopone-scientifico", 4, 5, 40)
    record = replace(
        read(REAL),
        rules_written="scopone-scientifico",
        rules=deal.rules,
        players=("A", "B", "C", "D"),
        dealer=deal.dealer,
        table=(),
        plays=tuple(plays),
        scope=tuple(scope),
        points=None,
        score=None,
    )
    line = write_line(record)
    assert "table" not in json.loads(line)
    assert read(json.dumps(json.loads(line) | {"table": []})) == record


def test_forgiven_hands_of_finished_deal() -> None:
    """The hands of a finished deal are compared as sets: their order is free."""
    record = read(REAL)
    played = [play.card for play in record.plays]
    hands = (tuple(sorted(played[1::2])), tuple(sorted(played[0::2])))
    with_hands = replace(record, hands=hands)
    assert read(write_line(with_hands)) == with_hands


@given(records())
def test_parse_of_format_is_identity(record: DealRecord) -> None:
    """Reading a written record gives it back, every key, and its replay is its own."""
    reading = read_line(write_line(record))
    assert reading.ok, reading.findings
    assert reading.record == record
    assert reading.replay is not None
    assert reading.replay.finished == record.finished


@given(records())
def test_format_of_parse_is_a_fixpoint(record: DealRecord) -> None:
    """The canonical line of a record, read and written again, does not change: keys in order, no spaces."""
    line = write_line(record)
    written = json.loads(line)
    assert line == json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    known = [key for key in written if key in NAMES]
    assert known == [key.name for key in KEYS if key.name in written]
    assert list(written)[: len(known)] == known
    assert "\n" not in line
    assert write_line(read(line.encode("utf-8").decode("utf-8"))) == line


def test_real_games_are_canonical(sample_games: Path) -> None:
    """The real games that the project ships are canonical byte by byte, and load without a fault."""
    files = sorted(sample_games.glob("scopetta*.jsonl"))
    assert files
    for path in files:
        lines = path.read_text(encoding="utf-8").split("\n")
        readings = list(read_file(path))
        assert [write_line(reading.record) for reading in readings if reading.record] == [*filter(None, lines)]


@given(records(), st.data())
def test_damage_never_raises(record: DealRecord, data: st.DataObject) -> None:
    """A line damaged anywhere gives a reading; if it still loads, its canonical form reads back as the same record."""
    line = write_line(record)
    start = data.draw(st.integers(0, len(line)))
    length = data.draw(st.integers(0, 6))
    inserted = data.draw(st.text(st.sampled_from('"[]{},:x#?0123456789ADS\\ue'), max_size=6))
    reading = read_line(line[:start] + inserted + line[start + length :], "file", 7)
    assert all((found.file, found.line) == ("file", 7) for found in reading.findings)
    assert reading.ok == (reading.record is not None)
    if reading.record is not None:
        assert read(write_line(reading.record)) == reading.record


@given(st.dictionaries(st.sampled_from(sorted(NAMES)), JSON, max_size=3), st.sampled_from([REAL, UNFINISHED]))
def test_any_json_value_never_raises(values: dict[str, Any], line: str) -> None:
    """Whatever stands in a key, a line gives a reading that loads or says what was found and expected."""
    reading = read_line(json.dumps(json.loads(line) | values))
    assert reading.ok == (reading.record is not None)
    for found in reading.findings:
        assert found.found
        assert found.expected


@given(st.text(max_size=40) | JSON.map(json.dumps))
def test_any_line_never_raises(line: str) -> None:
    """A line that is no record is a fault of its own."""
    reading = read_line(line)
    assert not reading.ok
    assert reading.record is None


@pytest.mark.parametrize("depth", [120, 900, 100_000])
def test_deep_nesting(depth: int) -> None:
    """What is nested too deep to be written again is a fault, in both forms; a hundred levels are not too deep."""
    deep = "[" * depth + "]" * depth
    assert [found.code for found in read_line(f'{REAL[:-1]},"x":{deep}}}').findings] == ["json.invalid"]
    first = read_text(f"[x {deep}]\n{write_text(read(REAL))}")[0]
    assert not first.ok
    line = f'{REAL[:-1]},"x":{"[" * 98 + "]" * 98}}}'
    assert write_line(read(line)) == line


def test_lines_stand_alone(tmp_path: Path) -> None:
    """A broken line costs that line only; blank lines only count; bytes that are no UTF-8 stay readable."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + REAL.encode() + b"\r\n\r\nnonsense\n\xff\n" + REAL.encode())
    readings = list(read_file(path))
    assert [(reading.line, reading.ok) for reading in readings] == [(1, True), (3, False), (4, False), (5, True)]
    assert [found.code for reading in readings for found in reading.findings] == ["json.invalid", "json.utf8"]
    assert readings[2].text == "\\xff"
    assert all(reading.file == str(path) for reading in readings)


def test_packed_file(tmp_path: Path) -> None:
    """A file packed by gzip is read whatever its name; where it breaks off, the lines before it load."""
    lines = "\n".join([REAL, *(f"{number:06}" * 50 for number in random.Random(1).sample(range(10**6), 2000))])
    packed = gzip.compress(lines.encode(), mtime=0)
    whole = tmp_path / "games.jsonl"
    whole.write_bytes(packed)
    assert next(read_file(whole)).ok
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(packed[: len(packed) // 2])
    readings = list(read_file(cut))
    assert readings[0].ok
    last = readings[-1]
    assert [(found.code, found.line) for found in last.findings] == [("file.damaged", len(readings))]


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there is the caller's to tell: no line of it can be named."""
    with pytest.raises(FileNotFoundError):
        next(read_file(tmp_path / "none.jsonl"))


def test_identity_of_the_same_deal() -> None:
    """Names, other keys, the order of the table and the way the rules are named do not make it another deal."""
    record = read(REAL)
    same = [
        changed(REAL, players=["Anna", "Bruno"], date="2009-01-01", points=[2, 2], site="bar"),
        changed(REAL, table=["AC", "3D", "QC", "JD"]),
        changed(REAL, rules={"preset": "napoli", "target": 11, "value_capture": "fewest"}),
    ]
    assert {identity(read(json.dumps(written))) for written in same} == {identity(record)}
    assert re.fullmatch("[0-9a-f]{32}", identity(record))


def test_identity_of_another_deal() -> None:
    """Another match, number, rule, dealer, play or unknown declarations make it another deal."""
    record = read(REAL)
    others = [
        replace(record, match="other"),
        replace(record, deal=2),
        read(json.dumps(changed(REAL, rules="napoli"))),
        replace(record, dealer=1),
        replace(record, table=(*record.table[:3], parse_card("7C"))),
        replace(record, plays=(*record.plays[:-1], Play(parse_card("7C")))),
        replace(record, plays=record.plays[:-1], scope=record.scope[:-1]),
        replace(record, declared=None),
    ]
    assert len({identity(other) for other in [record, *others]}) == len(others) + 1


def test_seats_and_sides() -> None:
    """The seat after the dealer plays first; four players are two sides."""
    record = read(REAL)
    assert [record.seat(ply) for ply in (0, 1, 2)] == [1, 0, 1]
    assert record.side_count == 2
    assert record.finished
    assert not read(UNFINISHED).finished


def test_hands_make_the_positions_whole() -> None:
    """With the hands of an unfinished deal every position knows whole hands; without them it cannot."""
    replay = read_line(UNFINISHED).replay
    assert replay is not None
    assert [position.unknown(seat) for position in replay.positions for seat in (0, 1)] == [0] * 18
    assert cards_of(replay.positions[6].hands[0]) == tuple(sorted(map(parse_card, ["3C", "5C", "5S"])))
    without = read_line(json.dumps(changed(UNFINISHED, hands=...)))
    assert without.ok
    assert without.replay is not None
    assert without.replay.positions[6].unknown(0) == 2


def test_hands_before_and_after_a_packet() -> None:
    """A deal that stopped just after a packet's last card may list the next packet or not; both hands alike."""
    six = json.loads(UNFINISHED)["plays"][:6]
    hands = json.loads(UNFINISHED)["hands"]
    short = [hand[:3] for hand in hands]
    assert codes(changed(UNFINISHED, plays=six)) == ["deal.unfinished"]
    assert codes(changed(UNFINISHED, plays=six, hands=short)) == ["deal.unfinished"]
    assert codes(changed(UNFINISHED, plays=six, hands=[hands[0], short[1]])) == ["hands.count"]
    assert codes(changed(UNFINISHED, plays=six[:5])) == ["hands.count", "hands.count"]


def test_cards_not_seen() -> None:
    """One seat's view may hide the others' cards, and a play shows one of them; its own cards must be known."""
    hands = [["6D", "6C", "3S", "3C", "5C", "5S"], ["??"] * 6]
    seen = changed(UNFINISHED, hands=hands, seen_by=0)
    record = read(json.dumps(seen))
    assert record.hands is not None
    assert record.hands[1] == (None,) * 6
    replay = read_line(json.dumps(seen)).replay
    assert replay is not None
    assert [replay.positions[0].unknown(seat) for seat in (0, 1)] == [0, 0]
    assert [replay.positions[6].unknown(seat) for seat in (0, 1)] == [0, 2]
    assert codes(seen | {"seen_by": 1}) == ["hands.unseen"]
    assert codes(changed(UNFINISHED, hands=hands)) == ["hands.unseen"]


def test_a_hidden_card_is_not_another_seats() -> None:
    """A hidden card cannot be one that another hand is known to hold."""
    plays = json.loads(UNFINISHED)["plays"]
    hands = [["6D", "6C", "3S", "3C", "5C", "5S"], ["??"] * 6]
    facts = read_facts(changed(UNFINISHED, hands=hands, seen_by=0, plays=[plays[0], "6C", *plays[2:]]))
    assert [(found.code, found.ply, found.expected) for found in facts.findings] == [("play.not_held", 1, "4C 7D ??")]


def test_declarations() -> None:
    """Declarations are checked against the hand: only its best knock, under its name, with a number that makes it."""
    cirulla = changed(
        UNFINISHED,
        rules="cirulla",
        table=["JD", "QC", "3D", "6C"],
        plays=["ACxJD+QC+3D+6C#", "5S"],
        ended=...,
        hands=[["5S", "QS", "KB"], ["AC", "7C", "2D"]],
        dealer=0,
    )
    low = {"ply": 0, "what": "low", "matta": 6}
    assert codes(cirulla | {"declared": [low]}) == ["deal.unfinished"]
    assert codes(cirulla | {"declared": None}) == ["deal.unfinished", "declared.unknown"]
    assert codes(cirulla | {"declared": [low | {"matta": 7}]}) == ["declared.impossible"]
    assert codes(cirulla | {"declared": [low | {"what": "triple"}]}) == ["declared.impossible"]
    assert codes(cirulla | {"declared": [{"ply": 0, "what": "low"}]}) == ["declared.impossible"]
    assert codes(cirulla | {"declared": [{"ply": 1, "what": "low"}]}) == ["declared.impossible"]
    assert codes(cirulla | {"declared": [low | {"what": "high"}]}) == ["key.value"]
    assert codes(cirulla | {"declared": [low | {"who": 1}]}) == ["key.type"]
    assert codes(cirulla | {"declared": [low | {"matta": 11}]}) == ["declared.matta"]


def test_unknown_declarations_are_a_remark() -> None:
    """A source that does not say what was declared is a remark; its null is kept."""
    reading = read_line(REAL)
    assert reading.replay is not None
    record = replace(read(REAL), declared=None)
    assert [found.code for found in deal_remarks(record, reading.replay)] == ["declared.unknown"]
    assert json.loads(write_line(record))["declared"] is None


def test_optional_captures_must_be_written() -> None:
    """Where a card that can take may be laid, plays without any capture are refused unless told otherwise."""
    optional = changed(UNFINISHED, rules={"preset": "napoli", "compulsory": False}, plays=["6D", "5D"], hands=...)
    assert codes(optional) == ["play.captures_missing"]
    assert [found.code for found in read_facts(optional, bare_is_lay=True).findings] == ["deal.unfinished"]
    assert codes(optional | {"plays": ["6DxAB+5B", "5D"]}) == ["deal.unfinished"]


def test_the_first_wrong_play_ends_the_plays() -> None:
    """Only the first wrong play is said, legal or readable, and the valid prefix is kept."""
    plays = json.loads(REAL)["plays"]
    facts = read_facts(changed(REAL, plays=[*plays[:5], "3Cx2S", "XX", *plays[7:]]))
    assert [(found.ply, found.code, found.repair) for found in facts.findings] == [(5, "play.illegal_capture", "3Cx3B")]
    assert facts.replay is not None
    assert len(facts.replay.plays) == 5
    facts = read_facts(changed(REAL, plays=[*plays[:5], "3C3B", "3Cx2S", *plays[7:]]))
    assert [(found.ply, found.code, found.repair) for found in facts.findings] == [(5, "play.unknown_card", "3Cx3B")]


def test_repeated_card_without_a_table() -> None:
    """Without its table, a deal whose plays repeat a card names the second play of it and the cards never played."""
    plays = json.loads(REAL)["plays"]
    facts = read_facts(changed(REAL, table=..., plays=[*plays[:-1], "7C"]))
    assert [(found.ply, found.code, found.expected) for found in facts.findings] == [
        (35, "play.card_repeated", "AC 3D 6B JD QC")
    ]


def match(*deals: dict[str, Any]) -> list[Reading]:
    """The readings of deals of one match, the last first."""
    return list(read_lines([json.dumps(deal) for deal in reversed(deals)]))


def test_score_continues_the_match() -> None:
    """A score is the one before it and that deal's points; deals may come in any order."""
    deals = [changed(REAL, deal=number, score=[number - 1, 2 * number - 2]) for number in (1, 2, 3)]
    assert match_findings(match(*deals)) == []
    wrong = match(*deals[:2], deals[2] | {"score": [2, 5]})
    remarks = match_findings(wrong)
    assert [(found.code, found.line, found.found, found.expected) for found in remarks] == [
        ("score.differs", 1, "[2,5]", "[2,4]")
    ]


def test_score_of_a_match_with_gaps() -> None:
    """Scores left out are added up from nought; after a missing deal nothing is known until the next score."""
    first = changed(REAL, deal=1, score=...)
    assert [found.found for found in match_findings(match(first, changed(REAL, deal=2, score=[0, 0])))] == ["[0,0]"]
    assert match_findings(match(first, changed(REAL, deal=3, score=[7, 7]))) == []
    assert [found.expected for found in match_findings(match(changed(REAL, deal=1, score=[3, 0])))] == ["[0,0]"]
    unfinished = changed(UNFINISHED, match="cuperativa-2008-12-29", score=[0, 0])
    assert match_findings(match(unfinished, changed(REAL, deal=2, score=[5, 0]))) == []
    claimed = unfinished | {"points": [0, 4]}
    assert [found.expected for found in match_findings(match(claimed, changed(REAL, deal=2, score=[5, 0])))] == [
        "[0,4]"
    ]


def test_score_that_follows_a_wrong_claim() -> None:
    """A score that follows the source's own wrong points is a remark that says so."""
    deals = [changed(REAL, deal=1, points=[2, 2]), changed(REAL, deal=2, score=[2, 2])]
    remarks = match_findings(match(*deals))
    assert [(found.expected, found.params["as_claimed"]) for found in remarks] == [("[1,2]", True)]


def test_unknown_keys_are_kept() -> None:
    """Keys that the notation does not know are written back unchanged, after the others."""
    line = REAL[:-1] + ',"temperature":{"b":1,"a":[null,1.5,"è"]},"Match":"x"}'
    assert write_line(read(line)) == line
    assert list(object_of(read(line)))[-2:] == ["temperature", "Match"]


def test_both_forms_say_the_same() -> None:
    """A record in the text form reads as the same deal as its line."""
    record = read(UNFINISHED)
    assert [reading.record for reading in read_text(write_text(record))] == [record]
