import json
from pathlib import Path

from records.notation import read_line, read_lines
from records.text_form import read_text
from tests.conftest import PROJECT
from ui.repairs import repaired

FAULTS = PROJECT / "tests" / "data" / "faults.jsonl"


def test_every_repair_that_a_fault_names_takes_that_fault_away() -> None:
    """After its repair a line has no longer the fault that named it, or has it further on."""
    tried = 0
    for reading in read_lines(Path(FAULTS).read_bytes().splitlines()):
        for fault in reading.findings:
            better = repaired(reading.text, fault)
            if fault.severity != "fault" or better is None:
                continue
            tried += 1
            left = {(found.code, found.ply, found.found) for found in read_line(better).findings}
            assert (fault.code, fault.ply, fault.found) not in left
    assert tried >= 5


def test_a_play_of_the_text_form_is_repaired_in_its_place() -> None:
    """In a pasted text only the wrong play changes."""
    line = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[0]
    plays = json.loads(line)["plays"]
    header = (
        '[match "m"] [deal 1] [rules {"preset":"napoli","value_capture":"fewest"}] '
        '[players "Anna; Bruno"] [dealer 0] [table JD QC 3D AC]\n'
    )
    text = header + " ".join([f"{plays[0]}#", *plays[1:]])
    (reading,) = read_text(text)
    (fault,) = [found for found in reading.findings if found.severity == "fault"]
    assert repaired(reading.text, fault) == header + " ".join(plays)


def test_what_names_no_repair_has_none() -> None:
    """No button is offered where nothing can be put in a place."""
    (fault, *_) = read_line("{broken").findings
    assert repaired("{broken", fault) is None
