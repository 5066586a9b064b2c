"""The language of the command line: an option that may stand anywhere, or the environment."""

from collections.abc import Mapping, Sequence

from ui.cli.errors import CommandError
from ui.words import LANGUAGES, choose_language

OPTION = "--lang"

VARIABLES = ("SETTEBELLO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment's variables that name a language, the strongest first."""


def take_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language that ``arguments`` ask for, if any, and the other arguments.

    The help and every error are said in it, so it is taken out before the rest is read.
    """
    rest: list[str] = []
    asked: str | None = None
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument == OPTION:
            asked = next(waiting, "")
        elif argument.startswith(f"{OPTION}="):
            asked = argument.removeprefix(f"{OPTION}=")
        else:
            rest.append(argument)
    return asked, rest


def spoken_language(asked: str | None, environment: Mapping[str, str]) -> str:
    """The language to speak: the one asked for, else that of the environment."""
    return asked if asked in LANGUAGES else choose_language(environment.get(name) for name in VARIABLES)


def check_language(asked: str | None) -> None:
    """Return if ``asked`` is a language that the program speaks, or None.

    :raises CommandError: ``command.language``.
    """
    if asked is not None and asked not in LANGUAGES:
        raise CommandError("command.language", found=asked, expected=", ".join(LANGUAGES))
