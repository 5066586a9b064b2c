"""``settebello export``: what is in the library, for other programs."""

from pathlib import Path

from records.store import Library, default_path
from ui.cli.errors import CommandError
from ui.cli.output import console
from ui.words import Words


def export_anki(w: Words, anki: Path | None, player: str | None, database: Path | None) -> int:
    """The exit code, 0: the mistakes of the ``player`` of this shown name, else the puzzles, are in the file ``anki``.

    :raises CommandError: nothing to export was named, or the player has no mistakes.
    :raises LibraryError: the library cannot be used.
    """
    if anki is None:
        raise CommandError("command.export_nothing", expected="--anki")
    from analysis.pipeline.own_drills import own_drills
    from analysis.pipeline.puzzles import puzzle_drill, puzzles
    from ui.anki import write_deck

    if player is None:
        name, drills = w("anki.deck_puzzles"), [puzzle_drill(each) for each in puzzles()]
    else:
        path = default_path() if database is None else database.expanduser()
        name, drills = w("anki.deck", name=player), list(own_drills(Library(path), player))
        if not drills:
            raise CommandError("command.export_no_mistakes", found=player)
    count = write_deck(anki, name, drills, w)
    console().print(w("command.export.done", n=count, path=anki))
    return 0
