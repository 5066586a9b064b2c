import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from analysis.habits import HABITS
from analysis.pipeline import load
from analysis.pipeline.profile import profile_of
from analysis.pipeline.reviewing import review_one
from analysis.statistics.rates import Rate
from analysis.thresholds import LEAK_DECISIONS
from analysis.versions import JUDGE_VERSION
from records.notation import read_lines
from records.store import DealReview, Library
from tests.conftest import PROJECT
from tests.ui.test_pages import checked, opened, shown, texts
from ui.background import Reviewer
from ui.profile_names import cell_name
from ui.profile_sentences import reference_name
from ui.words import Words, words

PAGE = "ui/pages/profile.py"
LINE = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[0]
PLAYER, OTHER = json.loads(LINE)["players"]
COPIES = 16
LEAK = "leaves_coins"


def copies(count: int) -> list[str]:
    """The deal as the only one of so many matches, one a day."""
    facts = json.loads(LINE)
    return [
        json.dumps(facts | {"match": f"evening-{number}", "deal": 1, "date": f"2026-01-{number + 1:02}"})
        for number in range(count)
    ]


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> DealReview:
    """What the judge says of the deal."""
    library = Library(tmp_path_factory.mktemp("judged") / "library.duckdb")
    load(library, read_lines(copies(1)))
    (waiting,) = library.unjudged(JUDGE_VERSION, 1)
    assert review_one(library, waiting, "quick")
    found = library.review_of("evening-0", 1, JUDGE_VERSION)
    assert found is not None
    return found


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a library of this test's own, in which nothing is judged by itself."""
    path = tmp_path / "library.duckdb"
    monkeypatch.setenv("SETTEBELLO_DB", str(path))
    monkeypatch.setattr(Reviewer, "start", lambda _: None)
    return path


def stored(database: Path, reviews: Sequence[DealReview], count: int) -> Library:
    """A library with so many copies of the deal, the first of them judged as said."""
    library = Library(database)
    load(library, read_lines(copies(count)))
    waiting = {each.match: each for each in library.unjudged(JUDGE_VERSION, count)}
    for number, each in enumerate(reviews):
        assert library.keep_review(waiting[f"evening-{number}"], each)
    return library


def with_leak(review: DealReview, number: int) -> DealReview:
    """The review as if the first seat left coins at every play, and lost by it more or less."""
    bit = 1 << [habit.code for habit in HABITS].index(LEAK)
    decisions = []
    for row in review.decisions:
        marked = replace(
            row, habits_apply=bit, habits_shown=0, habits_done=0, principles_apply=0, principles_broken=0,
            principles_against=0,
        )  # fmt: skip
        if row.seat == 0:
            marked = replace(marked, loss=0.3 + 0.02 * (number % 5), habits_shown=bit, habits_done=bit)
        decisions.append(marked)
    return replace(review, decisions=tuple(decisions))


def test_an_empty_library_says_what_to_do(database: Path) -> None:
    """Without games the page says what it would show, and leads to the games."""
    app = opened(PAGE)
    assert shown(words("it")("profile.nothing")) in texts(app)
    assert words("it")("page.library") in [link.label for link in app.page_link]


def test_games_that_are_not_reviewed_can_be_reviewed_from_here(database: Path) -> None:
    """Where nothing was judged the page says so, shows no figure, and the review starts by a click."""
    stored(database, [], 2)
    app = opened(PAGE, player=PLAYER)
    assert shown(words("it")("profile.not_reviewed", name=PLAYER)) in texts(app)
    assert [button.key for button in app.button if button.key == "review_resume"] == ["review_resume"]
    assert words("it")("profile.title.leaks") not in texts(app)


def compared_with(w: Words, library: Library) -> list[str]:
    """Whom the player is compared with, who loses least first."""
    profile = profile_of(library, PLAYER)
    assert profile is not None and profile.others is not None
    rates: list[tuple[str, Rate]] = [
        (w("profile.with.program", name=reference_name(w, name)), rate) for name, rate in profile.references.items()
    ]
    rates.append((w("profile.with.others"), profile.others))
    return [name for name, _ in sorted(rates, key=lambda each: each[1].mean)]


@pytest.mark.parametrize("language", ["it", "en"])
def test_few_deals_are_told_with_all_due_doubt(database: Path, review: DealReview, language: str) -> None:
    """One deal gives figures, no leak and no trend, and what waits for the judge is counted."""
    stored(database, [review], 2)
    app = opened(PAGE, language, player=PLAYER)
    page, w = texts(app), words(language)
    decisions = sum(row.seat == 0 for row in review.decisions)
    assert shown(w("profile.decisions", n=decisions, count=w.number(decisions))) in page
    assert w("profile.few_deals") in page
    assert w("profile.compared.alike", names=w.listed(compared_with(w, Library(database)))) in page
    assert "∞" not in page and "inf" not in page.replace("info", "")
    assert w("profile.leak.too_few", least=LEAK_DECISIONS) in page
    assert w("profile.trend.too_few") in page
    assert w("profile.waiting", n=1) in page
    assert not [link for link in app.page_link if link.label == w("profile.leak.train")]


def test_a_leak_is_named_first_with_its_cost_and_its_plays(database: Path, review: DealReview) -> None:
    """The leak has its name, its cost a deal, the number of cells looked at, and ways to plays that show it."""
    library = stored(database, [with_leak(review, number) for number in range(COPIES)], COPIES)
    profile = profile_of(library, PLAYER)
    assert profile is not None and [leak.code for leak in profile.leaks] == [LEAK]
    app = opened(PAGE, player=PLAYER)
    page, w = texts(app), words("it")
    leak = profile.leaks[0]
    assert f"**{cell_name(w, 'habit', LEAK)}**: ci perdi **{w.number(leak.excess, 2)} punti a smazzata**" in page
    assert shown(w("profile.leak.looked", n=profile.looked_at)) in page
    queries = [parse_qs(link.proto.query_string) for link in app.page_link if "ply" in link.proto.query_string]
    own = {str(row.ply) for row in review.decisions if row.seat == 0}
    assert len(queries) >= 3
    assert all(query["ply"][0] in own and query["seat"] == ["0"] for query in queries)
    training = [link.proto.query_string for link in app.page_link if link.label == w("profile.leak.train")]
    graded = any(row.grade for row in review.decisions if row.seat == 0)
    assert [parse_qs(query)["only"] for query in training] == [[f"habit.{LEAK}"]] * graded
    assert w("profile.waiting", n=1) not in page


def test_the_leak_can_be_trained_alone(database: Path, review: DealReview) -> None:
    """The link leads to just the mistakes that show the leak, and from there to all; a made-up name narrows nothing."""
    reviews = [with_leak(review, number) for number in range(COPIES)]
    mistake = next(row for row in review.decisions if row.seat == 0)
    made = tuple(
        replace(
            row, grade="mistake" if row.seat == 0 else None, habits_shown=row.habits_shown * (row.ply == mistake.ply)
        )
        for row in reviews[0].decisions
    )
    stored(database, [replace(reviews[0], decisions=made)], 1)
    w = words("it")
    app = opened("ui/pages/train.py", player=PLAYER, only=f"habit.{LEAK}")
    assert shown(w("train.only", name=cell_name(w, "habit", LEAK))) in texts(app)
    only = app.markdown
    assert any(w("train.new", n=1) in each.value for each in only)
    app = checked(app.button(key="train_all").click().run())
    assert "only" not in app.query_params
    count = sum(row.grade is not None for row in made)
    assert any(w("train.new", n=min(count, 10)) in each.value for each in app.markdown)
    assert w("train.all_mistakes") not in [button.label for button in app.button]
    app.segmented_control(key="train_kind_shown").set_value("puzzles")
    app = checked(app.run())
    app.query_params["only"] = f"habit.{LEAK}"
    app = checked(app.run())
    assert app.segmented_control(key="train_kind_shown").value == "mistakes"
    # Whoever has looked at something else since, and asks for the same mistakes once more, gets them.
    app.segmented_control(key="train_kind_shown").set_value("puzzles")
    app = checked(app.run())
    assert "only" not in app.query_params
    app.query_params["only"] = f"habit.{LEAK}"
    app = checked(app.run())
    assert app.segmented_control(key="train_kind_shown").value == "mistakes"
    strange = opened("ui/pages/train.py", player=PLAYER, only="habit.cheats")
    assert w("train.all_mistakes") not in [button.label for button in strange.button]


def test_without_a_leak_that_is_said_and_no_proof(database: Path, review: DealReview) -> None:
    """The other player of the same games has none: the page says so, among how many, and that it proves nothing."""
    stored(database, [with_leak(review, number) for number in range(COPIES)], COPIES)
    page, w = texts(opened(PAGE, player=OTHER)), words("it")
    assert shown(w("profile.leak.none", n=1)) in page
    assert shown(w("profile.leak.no_proof", deals=w("library.deals", n=COPIES))) in page


def test_every_kind_of_cells_can_be_looked_at(database: Path, review: DealReview) -> None:
    """Habits, principles and all views have words and a table of their own."""
    stored(database, [review, review, review], 3)
    app = opened(PAGE, player=PLAYER)
    kinds = app.segmented_control(key="profile_kind").options
    assert len(kinds) == 6 - ("standing" not in [cell.kind for cell in cells(database)])
    tables = set()
    for kind in dict.fromkeys(cell.kind for cell in cells(database)):
        app.segmented_control(key="profile_kind").set_value(kind)
        app = checked(app.run())
        rows = [cell for cell in cells(database) if cell.kind == kind]
        assert words("it")("profile.view.cells", n=len(rows)) in texts(app)
        tables.add(next(each.value for each in app.markdown if each.value.startswith("| Che cosa")))
    assert len(tables) == len(kinds)


def cells(database: Path) -> list:
    """The player's cells."""
    profile = profile_of(Library(database), PLAYER)
    assert profile is not None
    return list(profile.cells)


def test_names_of_one_person_become_one_and_two_again(database: Path, review: DealReview) -> None:
    """Renamed here, the person stays the one that the page is about; separated, the old name is back."""
    stored(database, [review], 1)
    app = opened(PAGE, player=PLAYER)
    app.selectbox(key="rename_old").set_value(PLAYER)
    app.text_input(key="rename_new").set_value("Nonna Pina")
    renaming = next(button for button in app.button if button.label == words("it")("players.rename"))
    app = checked(renaming.click().run())
    assert app.selectbox(key="profile_name").value == "Nonna Pina"
    assert words("it")("profile.title.leaks") in texts(app)
    app = checked(app.button(key=f"separate-{PLAYER}").click().run())
    assert PLAYER in app.selectbox(key="profile_name").options
    assert "Nonna Pina" not in app.selectbox(key="profile_name").options


def test_what_was_counted_is_counted_again_only_when_something_changed(database: Path, review: DealReview) -> None:
    """The state of the library is another after a review and after a renaming, and the same after an answer to look."""
    library = stored(database, [review], 2)
    first = library.profile_state()
    assert library.profile_state() == first
    (waiting,) = library.unjudged(JUDGE_VERSION, 5)
    library.keep_review(waiting, review)
    second = library.profile_state()
    library.rename_player(PLAYER, "Pina")
    third = library.profile_state()
    library.delete_match("evening-1")
    assert len({first, second, third, library.profile_state()}) == 4


def test_what_is_sure_is_not_pulled_away(database: Path, review: DealReview, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss that many plays prove stays what it is when corrected, however alike those are that it is pulled to."""
    alike = ({("habit", LEAK): Rate(500, 50, 0.02, 0.01)},) * 2
    monkeypatch.setattr("analysis.pipeline.profile.read_references", lambda: {"greedy": alike, "maxims": alike})
    library = stored(database, [with_leak(review, number) for number in range(COPIES)], COPIES)
    profile = profile_of(library, PLAYER)
    assert profile is not None
    (cell,) = [each for each in profile.cells if each.code == LEAK]
    assert cell.shrunken is not None and cell.group == "references"
    assert cell.rate.mean - 0.05 < cell.shrunken.mean < cell.rate.mean
