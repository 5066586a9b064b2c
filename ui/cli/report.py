"""``settebello report``: some deals, reviewed, as one HTML page that opens without a network."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from ui.cli.check import finding_paragraph
from ui.cli.errors import CommandError
from ui.cli.files import check_files_exist, readings_of
from ui.cli.output import console
from ui.cli.review import LEVELS, STOPPED, is_asked_for, judged
from ui.cli.version import program_version
from ui.words import Words

JUDGED = LEVELS[1:]
"""The levels of review that a report can be made at."""


def report_files(
    w: Words,
    names: Sequence[str],
    html: Path,
    *,
    match: str | None,
    deal: int | None,
    level: str,
    anonymous: bool,
) -> int:
    """The exit code: 1 if any line has a fault, else 0; the page on all other deals asked for is in the file ``html``.

    :raises CommandError: a file is not there, no such level, ``html`` is a folder or in none, or no deal is what was
        asked for.
    :raises OSError: the page cannot be written.
    """
    if level not in JUDGED:
        raise CommandError("command.level", found=level, expected=", ".join(JUDGED))
    check_files_exist(names)
    if html.is_dir():
        raise CommandError("command.folder", found=str(html))
    if not html.absolute().parent.is_dir():
        raise CommandError("command.no_folder", found=str(html.parent))
    from ui.report import ReportedDeal, report_html

    errors = console(errors=True)
    deals = []
    faulty = False
    try:
        for reading in readings_of(names):
            if reading.record is None or reading.replay is None:
                faulty = True
                for finding in reading.findings:
                    errors.print(finding_paragraph(w, finding))
            elif is_asked_for(reading.record, match, deal):
                deals.append(ReportedDeal(reading, judged(w, reading, reading.replay, level)))
    except KeyboardInterrupt:
        return STOPPED
    if not deals:
        raise CommandError("command.no_deal")
    today = dt.datetime.now().astimezone().date()
    page = report_html(deals, w, version=program_version(), made=today, anonymous=anonymous)
    html.write_text(page, encoding="utf-8")
    console().print(w("command.report.done", n=len(deals), path=html))
    return 1 if faulty else 0
