"""Opening the library's file for one call at a time, shared by the threads of a process.

DuckDB lets one process at a time hold a file. Calls of this process that overlap share one connection, each
with a cursor of its own (two threads on one connection get wrong rows); the last one out closes it.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from engine.errors import SettebelloError
from records.store import schema

if TYPE_CHECKING:
    import duckdb

PATIENCE = (0.05, 0.1, 0.2, 0.4, 0.6, 0.65)
"""Seconds between the tries to open a file that another process holds: 2 in all, more than a page's call."""

LOCKED = ("Could not set lock", "Conflicting lock", "already open in", "being used by another process")
"""How DuckDB says that another process holds the file, on any system."""

ERROR_CODES = (
    "library.locked",  # path, pid, program: another process holds the file
    "library.newer",  # path, found, expected: made by a newer version of this program
    "library.unreadable",  # path, reason: no such folder, no permission, no DuckDB file
    "library.foreign",  # path: a DuckDB file that is no library of ours
    "library.failed",  # path, reason: the disk is full, or the file is damaged
    "library.name",  # found: an empty name for a player
)
"""Every code that a `LibraryError` can carry."""


class LibraryError(SettebelloError):
    """The library's file cannot be used, or does not take what it is asked to."""


def default_path() -> Path:
    """Where the library lies: ``SETTEBELLO_DB``, else ``library.duckdb`` in the user's data folder."""
    chosen = os.environ.get("SETTEBELLO_DB")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("settebello", appauthor=False) / "library.duckdb"


@dataclass(slots=True)
class _Shared:
    """One file of this process: its connection while somebody uses it, and who may open, close and write."""

    connection: "duckdb.DuckDBPyConnection | None" = None
    users: int = 0
    door: Lock = field(default_factory=Lock)
    writer: Lock = field(default_factory=Lock)


_shared_files: dict[Path, _Shared] = {}
_registry = Lock()


def _shared_of(path: Path) -> _Shared:
    with _registry:
        return _shared_files.setdefault(path.expanduser().resolve(), _Shared())


@contextmanager
def reading(path: Path) -> Iterator["duckdb.DuckDBPyConnection"]:
    """A cursor on the library at ``path``, which is made or brought up to date where needed.

    :raises LibraryError: any of `ERROR_CODES` but ``library.name``.
    """
    import duckdb

    shared = _shared_of(path)
    with shared.door:
        if shared.connection is None:
            shared.connection = _open(path)
        cursor = shared.connection.cursor()
        shared.users += 1
    try:
        yield cursor
    except (
        duckdb.IOException,
        duckdb.FatalException,
        duckdb.OutOfMemoryException,
        duckdb.TransactionException,  # a commit that could not be written
    ) as error:
        raise LibraryError("library.failed", path=str(path), reason=str(error)) from error
    finally:
        cursor.close()
        with shared.door:
            shared.users -= 1
            if not shared.users:
                shared.connection.close()
                shared.connection = None


@contextmanager
def writing(path: Path) -> Iterator["duckdb.DuckDBPyConnection"]:
    """A cursor in a transaction of its own: the only one of this process, kept whole or not at all.

    :raises LibraryError: as `reading`.
    """
    with _shared_of(path).writer, reading(path) as cursor:
        cursor.begin()
        try:
            yield cursor
            cursor.commit()
        except BaseException:
            _undo(cursor)
            raise


def _undo(cursor: "duckdb.DuckDBPyConnection") -> None:
    import duckdb

    # A failed commit has ended the transaction, and a file that failed cannot roll back: both are undone.
    try:
        cursor.rollback()
    except (duckdb.TransactionException, duckdb.FatalException):
        return


def _open(path: Path) -> "duckdb.DuckDBPyConnection":
    import duckdb

    connection = _connect(path)
    try:
        version = schema.version_of(connection)
        if version is None:
            raise LibraryError("library.foreign", path=str(path))
        if version > schema.VERSION:
            raise LibraryError("library.newer", path=str(path), found=version, expected=schema.VERSION)
        if version < schema.VERSION:
            schema.migrate(connection, version)
    except (duckdb.IOException, duckdb.FatalException, duckdb.SerializationException) as error:
        connection.close()
        raise LibraryError("library.failed", path=str(path), reason=str(error)) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path) -> "duckdb.DuckDBPyConnection":
    import duckdb

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryError("library.unreadable", path=str(path), reason=str(error)) from error
    waits = iter(PATIENCE)
    while True:
        try:
            # Extensions come from the network, which a library never needs.
            return duckdb.connect(
                path, config={"autoinstall_known_extensions": False, "autoload_known_extensions": False}
            )
        except duckdb.Error as error:
            message = str(error)
            if _removed_if_empty(path):
                continue
            wait = next(waits, None)
            if not _is_locked(message):
                raise LibraryError("library.unreadable", path=str(path), reason=message) from error
            if wait is None:
                pid, program = holder_of(message)
                raise LibraryError("library.locked", path=str(path), pid=pid, program=program) from error
        time.sleep(wait)


def _removed_if_empty(path: Path) -> bool:
    """Whether the file was empty, what a process leaves that died while it made it, and is gone now."""
    try:
        if not path.is_file() or path.stat().st_size:
            return False
        path.unlink()
    except OSError:
        return False
    return True


def _is_locked(message: str) -> bool:
    return any(phrase in message for phrase in LOCKED)


def holder_of(message: str) -> tuple[int | None, str | None]:
    """The process and the program that DuckDB's message names, as far as it names them."""
    named = re.search(r"\bin\s+(?P<program>\S[^\n]*?)\s*\(PID (?P<pid>\d+)\)", message)
    if named:
        return int(named["pid"]), re.split(r"[/\\]", named["program"])[-1]
    pid = re.search(r"\bPID (\d+)", message)
    return (int(pid[1]) if pid else None), None
