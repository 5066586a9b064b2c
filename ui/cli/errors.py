"""The error of a command that was asked for something that it cannot do."""

from engine.errors import SettebelloError


class CommandError(SettebelloError):
    """A file that is not there, an option's value that cannot be."""


ERROR_CODES = (
    "command.unknown",  # found, expected: no such command
    "command.language",  # found, expected: a language that the program does not speak
    "command.no_file",  # found: no such file
    "command.no_folder",  # found: no such folder to write a file in
    "command.folder",  # found: a folder where a file was meant
    "command.level",  # found, expected: a level of review that is not built
    "command.no_deal",  # found: nothing in the files is what was asked for
    "command.rules",  # found: rules that are no preset's name and no JSON
    "command.port",  # found: another program listens there
    "command.no_pages",  # found: the pages are not where the program is installed
    "command.export_nothing",  # expected: no option says what to export
    "command.export_no_mistakes",  # found: a player without mistakes in the reviewed games
    "command.silent",  # the pages did not start
)
"""Every code that a `CommandError` can carry."""
