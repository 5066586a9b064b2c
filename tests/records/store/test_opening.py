import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from records.store import ERROR_CODES, Library, LibraryError, default_path, opening, schema
from records.store.opening import holder_of
from tests.records.store.example import deal_rows


def code_of(library: Library) -> str:
    """The code of the error that the library answers with."""
    with pytest.raises(LibraryError) as raised:
        library.matches()
    assert raised.value.code in ERROR_CODES
    assert raised.value.params["path"] == str(library.path)
    return raised.value.code


def test_the_path_is_the_users_unless_it_is_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``SETTEBELLO_DB`` names the file; else it lies in the user's data folder."""
    monkeypatch.setenv("SETTEBELLO_DB", str(tmp_path / "mine.duckdb"))
    assert default_path() == Library().path == tmp_path / "mine.duckdb"
    monkeypatch.delenv("SETTEBELLO_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path().parts[-2:] == ("settebello", "library.duckdb")


def test_the_file_is_let_go_after_every_call(library: Library) -> None:
    """Another process can open the file when no call is under way."""
    library.add([deal_rows()])
    code = (
        "import duckdb, sys\n"
        "file = duckdb.connect(sys.argv[1])\n"
        "print(file.execute('SELECT count(*) FROM plays').fetchone())"
    )
    command = [sys.executable, "-c", code, library.path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "(36,)"


def test_a_file_that_another_process_holds_is_named_after_some_patience(library: Library) -> None:
    """The error names process and program; the file is tried for two seconds, and works when it is free."""
    library.add([deal_rows()])
    code = "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, library.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        start = time.monotonic()
        with pytest.raises(LibraryError) as raised:
            library.matches()
        assert 1.9 < time.monotonic() - start < 10
        assert raised.value.code == "library.locked"
        assert raised.value.params["pid"] == holder.pid
        assert "python" in raised.value.params["program"]
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(library.matches)
            time.sleep(0.3)
            assert holder.stdin is not None
            holder.stdin.close()
            assert answer.result(timeout=30).height == 1


@pytest.mark.parametrize(
    ("message", "holder"),
    [
        (
            'Could not set lock on file "a (PID 1)": Conflicting lock is held in /opt/my py/python3.11 (PID 77).',
            (77, "python3.11"),
        ),
        ("File is already open in \nC:\\Program Files\\duckdb.exe (PID 9)", (9, "duckdb.exe")),
        ("Conflicting lock is held in PID 12.", (12, None)),
        ("Could not set lock on file: Resource temporarily unavailable", (None, None)),
    ],
)
def test_the_holder_is_named_as_far_as_it_is_known(message: str, holder: tuple[int | None, str | None]) -> None:
    """Process and program come from the message, each None where it does not say."""
    assert holder_of(message) == holder


def test_what_is_no_database_is_unreadable_and_left_alone(library: Library) -> None:
    """A file of something else, or a folder, is an error and is not touched."""
    library.path.parent.mkdir()
    library.path.write_text("not a database\n" * 300)
    assert code_of(library) == "library.unreadable"
    assert library.path.read_text() == "not a database\n" * 300
    assert code_of(Library(library.path.parent)) == "library.unreadable"
    assert code_of(Library(library.path / "below" / "library.duckdb")) == "library.unreadable"


def test_an_empty_file_is_begun_anew(library: Library) -> None:
    """What is left of a process that died while it made the file is nothing, and becomes a library."""
    library.path.parent.mkdir()
    library.path.touch()
    assert library.matches().is_empty()


def test_a_database_of_something_else_is_foreign_and_left_alone(library: Library) -> None:
    """A DuckDB file with other tables gets none of ours."""
    library.path.parent.mkdir()
    with duckdb.connect(library.path) as other:
        other.execute("CREATE TABLE meta (key VARCHAR, value VARCHAR)")
    assert code_of(library) == "library.foreign"
    with duckdb.connect(library.path) as other:
        assert other.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("meta",)]


def test_a_newer_library_is_refused_and_left_alone(library: Library) -> None:
    """A file of a later schema is an error that says both versions."""
    library.matches()
    with duckdb.connect(library.path) as newer:
        newer.execute("UPDATE meta SET value = ?", [str(schema.VERSION + 1)])
    with pytest.raises(LibraryError) as raised:
        library.add([deal_rows()])
    assert raised.value.code == "library.newer"
    assert raised.value.params["found"] == raised.value.params["expected"] + 1 == schema.VERSION + 1


def test_an_older_library_is_led_through_every_step(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file goes through the steps that it has not been through, in order, and keeps what is in it."""
    library.add([deal_rows()])
    line = library.line_of("sera", 1)
    later = (
        ("ALTER TABLE deals ADD COLUMN mood VARCHAR", "UPDATE deals SET mood = 'calm'"),
        ("ALTER TABLE deals RENAME COLUMN mood TO temper",),
    )
    monkeypatch.setattr(schema, "STEPS", schema.STEPS + later)
    newest = schema.VERSION + len(later)
    monkeypatch.setattr(schema, "VERSION", newest)
    assert library.line_of("sera", 1) == line
    with duckdb.connect(library.path) as file:
        assert file.execute("SELECT temper, deal FROM deals").fetchall() == [("calm", 1)]
        assert schema.version_of(file) == newest
    assert library.add([deal_rows(deal=2)]).loaded


def test_an_empty_database_is_version_0_and_becomes_the_newest(library: Library) -> None:
    """A DuckDB file without tables has been through no step."""
    library.path.parent.mkdir()
    with duckdb.connect(library.path) as file:
        assert schema.version_of(file) == 0
    assert library.add([deal_rows()]).loaded
    with duckdb.connect(library.path) as file:
        assert schema.version_of(file) == schema.VERSION


def test_a_step_that_fails_leaves_the_file_as_it_was(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """All steps or none: the old program can still read the file."""
    library.add([deal_rows()])
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", (*schema.STEPS, ("DROP TABLE flags",), ("SELECT no_such_column FROM deals",)))
        patch.setattr(schema, "VERSION", schema.VERSION + 2)
        with pytest.raises(duckdb.BinderException):
            library.matches()
    assert library.flags_of("sera").is_empty()
    assert library.matches().height == 1


def test_threads_share_the_file_without_wrong_rows(library: Library) -> None:
    """Four threads that write and read at once see whole deals, each its own, and lose none."""

    def work(thread: int) -> None:
        match = f"m{thread}"
        own = Library(library.path)
        for deal in range(1, 9):
            assert own.add([deal_rows(match, deal)]).loaded == ((match, deal),)
            deals = own.deals_of(match)
            assert deals["deal"].to_list() == list(range(1, deal + 1))
            assert set(deals["match"]) == {match}
            plays = own.plays_of(match)
            assert plays.height == 36 * deal
            assert set(plays["match"]) == {match}
            assert own.line_of(match, deal) == deal_rows(match, deal).deal.line
            assert not library.matches().is_empty()

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(work, thread) for thread in range(4)]:
            done.result(timeout=120)
    assert sorted(library.matches().select("match", "deals").rows()) == [(f"m{thread}", 8) for thread in range(4)]
    with duckdb.connect(library.path) as file:
        assert file.execute("SELECT count(DISTINCT deal_id), count(*) FROM deals").fetchone() == (32, 32)


def test_threads_that_load_the_same_deal_store_it_once(library: Library) -> None:
    """Of four threads that bring the same deals, one loads each of them and the others know it."""
    rows = [deal_rows(deal=deal) for deal in range(1, 21)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: library.add(rows), range(4)))
    assert sorted(len(result.loaded) for result in results) == [0, 0, 0, 20]
    assert sorted(len(result.known) for result in results) == [0, 20, 20, 20]
    assert library.plays_of("sera").height == 20 * 36


@pytest.mark.parametrize("path", ["relative.duckdb", "./relative.duckdb", "sub/../relative.duckdb"])
def test_two_spellings_of_a_path_are_one_file(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that name the file differently share it while they overlap."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    with opening.reading(tmp_path / "relative.duckdb"):
        assert Library(path).add([deal_rows()]).loaded
    assert Library(tmp_path / "relative.duckdb").matches().height == 1


def test_a_disk_that_takes_no_more_is_an_error_of_ours_and_loses_nothing(library: Library) -> None:
    """Where the file cannot grow the call fails with its code, and what was stored before is there."""
    library.add([deal_rows()])
    limit = max(path.stat().st_size for path in library.path.parent.iterdir()) + 4096
    code = (
        "import resource, sys\n"
        "from records.store import Library, LibraryError\n"
        "from tests.records.store.example import deal_rows\n"
        "rows = [deal_rows('grande', deal) for deal in range(1, 3001)]\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))\n"
        "try:\n"
        "    Library(sys.argv[1]).add(rows)\n"
        "except LibraryError as error:\n"
        "    print(error.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, library.path, str(limit)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "library.failed", done.stderr
    assert library.matches().select("match", "deals").rows() == [("sera", 1)]


def test_the_library_opens_without_the_compiler() -> None:
    """The Library's list must come fast: the store imports neither numba nor the kernels, and polars only late."""
    code = "import sys, records.store; print([name for name in ('numba', 'polars', 'duckdb') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "[]", done.stderr
