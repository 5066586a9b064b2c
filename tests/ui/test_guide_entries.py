import json

from analysis.flags import FLAG_CODES
from analysis.thresholds import FLAG_MARGIN
from engine.plays import parse_play
from engine.rules import rules_of_record
from records.notation import read_line
from records.record import identity
from records.text_form import read_text
from ui.guide_entries import LINE, RULES, SIGNS, TEXT, notation, numbers
from ui.sentences import flag_name
from ui.words import LANGUAGES, words


def test_every_flag_is_explained() -> None:
    """The Guide explains each flag by the name that the pages show, with the margin in force."""
    for language in LANGUAGES:
        w = words(language)
        entries = {entry.name: entry.meaning for entry in numbers(w)[w("guide.numbers.flags")]}
        assert {flag_name(w, code) for code in FLAG_CODES} <= set(entries)
        assert f" {FLAG_MARGIN * 100:.0f} " in entries[flag_name(w, "scopa_offered")]


def test_nothing_is_explained_twice() -> None:
    """Each number has one entry, with a name of its own."""
    for language in LANGUAGES:
        names = [entry.name for entries in numbers(words(language)).values() for entry in entries]
        assert len(set(names)) == len(names)


def test_the_line_and_the_text_form_are_one_deal() -> None:
    """The two examples of the notation are read without a fault, and are the same deal."""
    line, (text,) = read_line(LINE), list(read_text(TEXT))
    assert line.ok and text.ok
    assert line.record is not None and text.record is not None
    assert identity(line.record) == identity(text.record)


def test_the_signs_are_those_that_are_read() -> None:
    """The plays in the table of signs are plays, the one with # a scopa; the rules are rules."""
    plays = {name: parse_play(SIGNS[name]) for name in ("lay", "take", "scopa")}
    assert [plays[name].taken is not None for name in ("lay", "take", "scopa")] == [False, True, True]
    assert plays["scopa"].scopa and not plays["take"].scopa
    assert rules_of_record(json.loads(RULES)).target == 21
    knock = TEXT.replace('"scopa"', '"sbarazzino"').replace("4DxAC+3D 4C 4Bx4C", SIGNS["knock"])
    assert [
        finding.code for reading in read_text(knock) for finding in reading.findings if finding.severity == "fault"
    ] == []
    assert [entry.name for entry in notation(words("it"))] == list(SIGNS.values())
