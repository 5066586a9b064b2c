"""``settebello check``: every fault and remark of the records in some files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from records.faults import Finding, Severity
from records.notation import Reading, match_findings
from ui.cli.files import check_files_exist, readings_of
from ui.cli.output import console, paragraph, print_json
from ui.sentences import finding_sentence, place_text
from ui.words import Words

GLYPHS = {Severity.FAULT: "✗", Severity.REMARK: "•"}
STYLES = {Severity.FAULT: "bold red", Severity.REMARK: "yellow"}


@dataclass(slots=True)
class Counts:
    """What the check has seen so far."""

    deals: int = 0
    """Lines read."""
    set_aside: int = 0
    """Lines that have a fault."""
    remarks: int = 0
    """Remarks on the others."""


def check_files(w: Words, names: Sequence[str], *, as_json: bool) -> int:
    """The exit code: 1 if any line has a fault, else 0; the findings are printed as they are found.

    :raises CommandError: a file is not there.
    """
    check_files_exist(names)
    counts = Counts()
    out = console()
    for finding in _findings(names, counts):
        counts.remarks += finding.severity is Severity.REMARK
        if as_json:
            print_json(finding.as_row())
        else:
            out.print(finding_paragraph(w, finding))
    if not as_json:
        out.print(_summary(w, counts))
    return 1 if counts.set_aside else 0


def finding_paragraph(w: Words, finding: Finding) -> Text:
    """One fault or remark with its place, for a terminal."""
    label = f"{GLYPHS[finding.severity]} {w(f'finding.severity.{finding.severity.value}')}"
    return paragraph(label, STYLES[finding.severity], place_text(w, finding), finding_sentence(w, finding))


def _findings(names: Sequence[str], counts: Counts) -> Iterator[Finding]:
    """The findings of each line, then those between the deals of a match."""
    kept: list[Reading] = []
    for reading in readings_of(names):
        counts.deals += 1
        counts.set_aside += not reading.ok
        yield from reading.findings
        if reading.replay is not None and reading.record is not None:
            # Of a long file, only what the points need stays in memory.
            last = replace(reading.replay, positions=reading.replay.positions[-1:])
            kept.append(replace(reading, text="", replay=last))
    yield from match_findings(kept)


def _summary(w: Words, counts: Counts) -> Text:
    deals = w("command.check.deals", n=counts.deals)
    faults = w("command.check.faults", n=counts.set_aside) if counts.set_aside else w("command.check.no_faults")
    remarks = w("command.check.remarks", n=counts.remarks) if counts.remarks else w("command.check.no_remarks")
    return Text(f"{deals}: {faults}, {remarks}.", style="bold")
