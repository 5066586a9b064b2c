import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import ui.pages.memory
from analysis.memory import asked_in
from analysis.pipeline import load
from analysis.pipeline.training import memory_drills
from records.notation import read_line, read_lines
from records.store import Library, LibraryError
from tests.conftest import PROJECT
from tests.ui.test_pages import checked, opened, texts
from ui.background import Reviewer
from ui.words import words

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LINES = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[:2]
PLAYER = json.loads(LINES[0])["players"][0]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The library that the pages use: two deals, and nothing reviews them meanwhile."""
    path = tmp_path / "library.duckdb"
    monkeypatch.setenv("SETTEBELLO_DB", str(path))
    monkeypatch.setattr(Reviewer, "start", lambda _: None)
    made = Library(path)
    load(made, read_lines(LINES))
    return made


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let the page believe that it is this moment."""
    monkeypatch.setattr(ui.pages.memory, "now", lambda: moment)


def trained() -> AppTest:
    """The memory drill as whoever opens the page now finds it."""
    app = opened("ui/pages/train.py", player=PLAYER)
    app.segmented_control(key="train_kind_shown").set_value("memory")
    return checked(app.run())


def answered(app: AppTest, library: Library, *, well: bool) -> AppTest:
    """The page after all questions were answered rightly, or none."""
    task = app.session_state["memory_task"]
    place = memory_drills(library.seats_of(PLAYER))[task.key]
    replay = read_line(library.line_of(place.match, place.deal) or "").replay
    asked = None if replay is None else asked_in(replay, place.seat, task.key)
    assert asked is not None
    if well:
        app.button_group(key="memory_unpaired").set_value(list(asked.unpaired))
        app.segmented_control(key="memory_left").set_value(asked.left)
        if asked.settebello_gone is not None:
            app.segmented_control(key="memory_gone").set_value(asked.settebello_gone)
    check = next(button for button in app.button if button.label == words("it")("memory.check"))
    return checked(check.click().run())


def test_memory_drills_come_when_they_are_due(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """New ones are counted, what was failed comes after ten minutes, what was known on another day, also elsewhere."""
    w = words("it")
    at(monkeypatch, NOW)
    app = trained()
    assert w("train.new", n=2) in texts(app)
    first = app.session_state["memory_task"].key
    app = answered(app, library, well=True)
    assert w("memory.score", right=3, all=3) in texts(app) and w("train.new", n=1) in texts(app)
    app = checked(app.button(key="memory_next").click().run())
    second = app.session_state["memory_task"].key
    assert second != first
    app = answered(app, library, well=False)
    assert w("train.again_minutes", n=10) in texts(app)
    app = checked(app.button(key="memory_next").click().run())
    assert app.session_state["memory_task"] is None and w("train.nothing_due") in texts(app)
    at(monkeypatch, NOW + timedelta(minutes=11))
    app = trained()
    assert app.session_state["memory_task"].key == second and w("train.due", n=1) in texts(app)
    answered(app, library, well=True)
    assert trained().session_state["memory_task"] is None
    dues = {row.drill: row.due.replace(tzinfo=UTC) for row in library.drill_states(PLAYER)}
    assert dues.keys() == {first, second} and min(dues.values()) >= NOW + timedelta(days=1)
    at(monkeypatch, max(dues.values()))
    app = trained()
    assert w("train.due", n=2) in texts(app)
    assert app.session_state["memory_task"].key == min(dues, key=dues.__getitem__)


def test_the_last_answer_from_memory_is_taken_back(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undone, the same drill is asked again and nothing of the answer is left."""
    at(monkeypatch, NOW)
    app = trained()
    key = app.session_state["memory_task"].key
    app = answered(app, library, well=False)
    app = checked(app.button(key="memory_undo").click().run())
    task = app.session_state["memory_task"]
    assert (task.key, task.answered, task.given) == (key, 0, None) and library.drill_states(PLAYER) == []


def test_a_library_in_use_at_the_click_is_said(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The click does nothing, the page says why, and the answer stays as it was."""
    at(monkeypatch, NOW)
    app = answered(trained(), library, well=False)
    before = library.drill_states(PLAYER)

    def locked(*_: object) -> None:
        raise LibraryError("library.locked", path="library.duckdb", pid=7, program="python")

    monkeypatch.setattr(Library, "undo_answer", locked)
    app = checked(app.button(key="memory_undo").click().run())
    assert "library.duckdb" in "".join(error.value for error in app.error)
    assert library.drill_states(PLAYER) == before
