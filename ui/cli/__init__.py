"""The command line: ``settebello check``, ``load``, ``review``, ``report``, ``arena`` and ``serve``."""

import gc
import io
import os
import sys
from collections.abc import Sequence

from engine.errors import SettebelloError
from ui.cli.language import check_language, spoken_language, take_language
from ui.cli.say import say
from ui.sentences import error_sentence
from ui.words import Words, words

STOPPED = 130
"""The exit code of a command that Ctrl-C has stopped."""

GARBAGE = 100_000
"""Objects made, less those freed, after which garbage is looked for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of the command that ``arguments`` (the process's own, if None) ask for.

    0: done; 1: done, and something is wrong with the records; 2: it could not be done, with a sentence that says why.
    """
    if arguments is not None:
        return _answered(arguments)
    # A command is over before much is thrown away: looking for that takes longer than the work of a short one.
    gc.set_threshold(GARBAGE)
    try:
        return _answered(sys.argv[1:])
    finally:
        gc.freeze()


def _answered(arguments: Sequence[str]) -> int:
    """The exit code of the command, in the language that it asks for."""
    asked, rest = take_language(arguments)
    w = words(spoken_language(asked, os.environ))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a card's suit or half a character of a broken line still shows the rest.
            stream.reconfigure(errors="backslashreplace")
    try:
        check_language(asked)
        return _run(w, rest)
    except SettebelloError as error:
        return _failed(w, error_sentence(w, error))
    except BrokenPipeError:
        # The reader of the pipe has gone, which is its right; nothing may be flushed into the pipe any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        place = "" if error.filename is None else f"{error.filename}: "
        return _failed(w, w("command.system", reason=f"{place}{error.strerror or error}"))


def _run(w: Words, arguments: Sequence[str]) -> int:
    import typer

    from ui.cli.application import build, usage_sentence

    try:
        code = build(w).main(list(arguments), prog_name="settebello", standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:
        sentence = usage_sentence(w, error)
        if sentence is None:
            raise
        return _failed(w, sentence)
    if code == STOPPED:
        say(w("command.stopped"), errors=True)
    return code if isinstance(code, int) else 0


def _failed(w: Words, sentence: str) -> int:
    say(w("command.error", sentence=sentence), errors=True)
    return 2
