from dataclasses import replace

from records.store import FindingRow, Library, SetAsideResult, SetAsideRow

FAULT = FindingRow("play.illegal", "7Dx3D", "7Dx7B", "sera.jsonl", 4, 12, "7Dx7B", '{"table":["7B"]}')


def test_a_line_is_set_aside_with_all_its_faults(library: Library) -> None:
    """A row a fault, with place, found, expected and repair, and the whole line."""
    line = SetAsideRow('{"v":1', (FAULT, replace(FAULT, code="key.missing", ply=None, repair=None)))
    assert library.set_aside([line]) == SetAsideResult(added=1)
    rows = library.set_aside_rows()
    assert rows.select("file", "line_number", "ply", "code", "found", "expected", "repair", "text").rows() == [
        ("sera.jsonl", 4, None, "key.missing", "7Dx3D", "7Dx7B", None, '{"v":1'),
        ("sera.jsonl", 4, 12, "play.illegal", "7Dx3D", "7Dx7B", "7Dx7B", '{"v":1'),
    ]


def test_the_same_line_twice_changes_nothing(library: Library) -> None:
    """A line is known by its text: another time, in whatever file, no row is added or changed."""
    library.set_aside([SetAsideRow('{"v":1', (FAULT,))])
    before = library.set_aside_rows()
    again = SetAsideRow('{"v":1', (replace(FAULT, file="copia.jsonl", line_number=9),))
    assert library.set_aside([again, again]) == SetAsideResult(known=2)
    assert library.set_aside_rows().equals(before)


def test_a_better_reader_replaces_what_it_found(library: Library) -> None:
    """A line that is there gets the findings that it has today."""
    library.set_aside([SetAsideRow('{"v":1', (FAULT,))])
    better = replace(FAULT, code="json.broken", ply=None)
    assert library.set_aside([SetAsideRow('{"v":1', (better,))]) == SetAsideResult(known=1)
    assert library.set_aside_rows()["code"].to_list() == ["json.broken"]


def test_a_line_can_be_forgotten(library: Library) -> None:
    """`clear_set_aside` takes all rows of the line that it names, and no others."""
    library.set_aside([SetAsideRow("{", (FAULT, replace(FAULT, ply=13))), SetAsideRow("[", (FAULT,))])
    names = dict(library.set_aside_rows().select("text", "line_hash").rows())
    assert library.clear_set_aside(names["{"]) == 2
    assert library.set_aside_rows()["text"].to_list() == ["["]
    assert library.clear_set_aside(names["{"]) == 0


def test_broken_characters_are_kept_as_escapes(library: Library) -> None:
    """Half a character cannot be stored; it is kept as an escape, in the line and in what was found."""
    fault = replace(FAULT, found="\udcff")
    for _ in range(2):
        library.set_aside([SetAsideRow("a\udcffb\x00c", (fault,))])
    assert library.set_aside_rows().select("text", "found").rows() == [("a\\udcffb\x00c", "\\udcff")]


def test_a_line_without_findings_is_not_set_aside(library: Library) -> None:
    """What is not wrong is not set aside."""
    assert library.set_aside([SetAsideRow("{}", ())]) == SetAsideResult()
    assert library.set_aside_rows().is_empty()
