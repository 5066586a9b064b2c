import json
import sqlite3
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

from analysis.pipeline.puzzles import puzzle_drill, puzzles
from ui.anki import write_deck
from ui.words import words


def test_the_package_holds_a_drawn_note_a_drill(tmp_path: Path) -> None:
    """Key, picture among the media as SVG, question, the best play in the answer; a second export: the same notes."""
    drills = [puzzle_drill(each) for each in puzzles()[:5]]
    guids = []
    for language in ("it", "en"):
        path = tmp_path / f"{language}.apkg"
        assert write_deck(path, "Settebello: prova", drills, words(language)) == 5
        with zipfile.ZipFile(path) as package:
            media = {name: package.read(number) for number, name in json.loads(package.read("media")).items()}
            (tmp_path / "collection").write_bytes(package.read("collection.anki2"))
        rows = sqlite3.connect(tmp_path / "collection").execute("SELECT guid, flds FROM notes").fetchall()
        notes = {flds.split("\x1f")[0]: flds.split("\x1f")[1:] for _, flds in rows}
        guids.append({guid for guid, _ in rows})
        assert set(notes) == {each.key for each in drills}
        for puzzle in puzzles()[:5]:
            picture, asked, answer = notes[puzzle.key]
            name = picture.removeprefix('<img src="').removesuffix('">')
            assert ET.fromstring(media[name]).tag == "{http://www.w3.org/2000/svg}svg"
            assert asked and puzzle.review.best in answer
    assert guids[0] == guids[1]
