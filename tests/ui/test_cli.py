import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from analysis.flags import FLAG_CODES
from analysis.games import PLAYERS
from records.notation import read_file, read_line
from records.store import Library
from records.text_form import write_text
from tests.ui.commands import run
from ui.cli import load as loading
from ui.cli.language import take_language
from ui.words import words

HEAVY = ("streamlit", "numba", "polars", "duckdb", "plotly")

JUDGE = ("analysis.judge", "analysis.verdicts", "analysis.weights", "analysis.kernels.judge")
"""The modules that value plays."""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Italian, and a library of the test's own."""
    monkeypatch.setenv("SETTEBELLO_LANG", "it")
    monkeypatch.setenv("SETTEBELLO_DB", str(tmp_path / "library.duckdb"))


@pytest.fixture
def faults(project: Path) -> str:
    """The file with a fault of each kind."""
    return str(project / "tests" / "data" / "faults.jsonl")


@pytest.fixture
def games(sample_games: Path) -> str:
    """A real match of five deals."""
    return str(sample_games / "scopetta-2008-12-29.jsonl")


@pytest.fixture
def first_line(games: str) -> str:
    """The match's first deal."""
    return Path(games).read_text("utf-8").splitlines()[0]


def test_check_of_good_games_succeeds(capsys, games) -> None:
    """Remarks alone make no failure: exit 0; they are told with file and line."""
    code, out, errors = run(capsys, "check", games)
    assert (code, errors) == (0, "")
    assert f"{games}, riga 2: I punti segnati sono [2,2], il conto dà [1,3]." in out
    assert out.rstrip().endswith("5 smazzate: nessuna con errori, 2 note.")


def test_check_tells_every_fault_and_fails(capsys, faults) -> None:
    """A fault is told with file, line, play counted from 1 and repair; exit 1."""
    code, out, _ = run(capsys, "check", faults, "--lang", "en")
    assert code == 1
    assert f"{faults}, line 38, play 6: 3Cx2S: the rules do not allow this play. Write instead: 3Cx3B" in out


def test_check_json_is_one_object_a_finding(capsys, faults, project) -> None:
    """`check --json` prints exactly the promised keys, in lines that a program can read."""
    code, out, _ = run(capsys, "check", faults, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert {tuple(row) for row in rows} == {("file", "line", "ply", "severity", "code", "found", "expected", "repair")}
    assert [row["ply"] for row in rows if row["line"] == 38] == [5]


def test_check_reads_a_pipe(capsys, monkeypatch, first_line) -> None:
    """A file called - is the standard input."""
    stdin = io.TextIOWrapper(io.BytesIO(first_line.replace("4DxAC+3D", "4D").encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, _ = run(capsys, "check", "-")
    assert code == 0
    assert out == "Una smazzata: nessuna con errori, nessuna nota.\n"


def test_check_reads_the_text_form(capsys, tmp_path, first_line) -> None:
    """A .txt file holds the text form; its findings have the file's name."""
    record = read_line(first_line).record
    assert record is not None
    path = tmp_path / "deal.txt"
    path.write_text(write_text(record).replace("QBxQC", "QBxQD"), "utf-8")
    code, out, _ = run(capsys, "check", str(path))
    assert code == 1
    assert f"{path}, riga 1, giocata 8: QBxQD" in out


@pytest.mark.parametrize("command", ["check", "load", "review"])
def test_a_missing_file_is_one_clear_sentence(capsys, command) -> None:
    """What cannot be done exits with 2 and a sentence on the error output, and prints nothing else."""
    assert run(capsys, command, "nowhere.jsonl") == (2, "", "✗ Il file «nowhere.jsonl» non esiste.\n")


def test_a_folder_is_no_file(capsys, tmp_path) -> None:
    """A folder is named as one."""
    code, _, errors = run(capsys, "check", str(tmp_path), "--lang=en")
    assert (code, errors) == (2, f"✗ “{tmp_path}” is a folder, and a file is needed.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chek"], "✗ Il comando «chek» non esiste. Ci sono: serve, check, load, review, report, arena, export.\n"),
        (["check"], "✗ Manca FILE. Vedi --help.\n"),
        (["check", "--fast", "x"], "✗ L’opzione --fast non esiste. Vedi --help.\n"),
        (["review", "x", "--deal", "one"], "✗ Il valore di --deal non va bene. Vedi --help.\n"),
        (["review", "x", "--level", "fast"], "✗ Il livello «fast» non c’è. Ci sono: flags, quick, deep.\n"),
        (["--lang", "fr"], "✗ La lingua «fr» non c’è. Ci sono: it, en.\n"),
        (
            ["arena", "--first", "gredy", "--second", "random", "--deals", "1", "--seed", "1"],
            "✗ Il giocatore «gredy» non esiste. Ci sono: " + ", ".join(PLAYERS) + ".\n",
        ),
    ],
)
def test_wrong_calls_are_one_sentence_in_the_readers_language(capsys, arguments, sentence) -> None:
    """A command that cannot be understood exits with 2, in Italian for an Italian."""
    assert run(capsys, *arguments) == (2, "", sentence)


def test_help_is_in_the_readers_language(capsys) -> None:
    """Every command's help has its examples, and no word of English in Italian."""
    for command in ([], ["serve"], ["check"], ["load"], ["review"], ["arena"]):
        code, out, _ = run(capsys, *command, "--help")
        assert code == 0
        assert "Uso:" in out
        assert "Esempi" in out
        assert "Mostra questo aiuto." in out
        assert not {"Usage", "Options", "Arguments", "[required]", "[default", "Show this"} & set(out.split())
    _, out, _ = run(capsys, "check", "--help", "--lang", "en")
    assert "Usage:" in out


def test_without_a_command_the_help_is_shown(capsys) -> None:
    """`settebello` alone says what it can do."""
    code, out, _ = run(capsys)
    assert code == 0
    assert "arena" in out


def test_the_version_is_told(capsys) -> None:
    """`--version` prints the program's name and its version."""
    code, out, _ = run(capsys, "--version")
    assert code == 0
    assert out.startswith("Settebello 0.")


def test_the_language_option_stands_anywhere() -> None:
    """`--lang` is taken before or after the command, but not from what follows a double dash."""
    assert take_language(["--lang", "en", "check", "a"]) == ("en", ["check", "a"])
    assert take_language(["check", "a", "--lang=it"]) == ("it", ["check", "a"])
    assert take_language(["check", "--", "--lang", "en"]) == (None, ["check", "--", "--lang", "en"])


def test_load_counts_what_came_in(capsys, games) -> None:
    """All lines in: exit 0. Loaded again, the same deals are known and nothing is new."""
    code, out, errors = run(capsys, "load", games)
    assert (code, errors) == (0, "")
    assert "5 smazzate caricate.\n" in out
    code, out, _ = run(capsys, "load", games)
    assert code == 0
    assert "0 smazzate caricate, 5 c’erano già.\n" in out


def test_load_sets_faults_aside(capsys, faults, tmp_path) -> None:
    """Lines with a fault stay out, are told, and make the exit 1; the others are in."""
    database = tmp_path / "other.duckdb"
    bad = sum(not reading.ok for reading in read_file(Path(faults)))
    code, out, _ = run(capsys, "load", faults, "--db", str(database))
    assert code == 1
    assert bad > 40
    assert f"{bad} messe da parte" in out
    assert database.exists()


def test_load_tells_conflicts_and_merges(capsys, games, tmp_path, first_line) -> None:
    """The same deal with other facts stays out and fails; with other details it is merged."""
    run(capsys, "load", games)
    changed = tmp_path / "changed.jsonl"
    changed.write_text(first_line.replace('"date":"2008-12-29"', '"date":"2009-01-01","site":"bar"'), "utf-8")
    code, out, _ = run(capsys, "load", str(changed))
    assert code == 0
    assert "aggiunto: site; lasciato com’era: date." in out
    assert "0 smazzate caricate, una c’era già con altri dati accessori.\n" in out
    changed.write_text(first_line.replace('"napoli"', '"scopa"'), "utf-8")
    code, out, _ = run(capsys, "load", str(changed))
    assert code == 1
    assert "è già in archivio con altri dati" in out


def test_load_that_is_stopped_keeps_whole_batches(capsys, monkeypatch, games, first_line, tmp_path) -> None:
    """Ctrl-C ends a load with 130 after whole batches, and what it counted is in the library."""
    whole = 200

    def stopped_after_a_batch(names):
        for deal in range(1, whole + 50):
            yield read_line(first_line.replace('"deal":1', f'"deal":{deal}', 1))
        raise KeyboardInterrupt

    monkeypatch.setattr(loading, "inputs_of", stopped_after_a_batch)
    database = tmp_path / "stopped.duckdb"
    code, out, _ = run(capsys, "load", games, "--db", str(database))
    assert code == 130
    assert f"{whole} smazzate caricate." in out
    assert "Interrotto" in out
    assert len(list(Library(database).lines_of("cuperativa-2008-12-29"))) == whole


def test_load_refuses_what_is_no_library(capsys, games, tmp_path) -> None:
    """A file that is no library is a sentence and exit 2, never a traceback."""
    path = tmp_path / "no.duckdb"
    path.write_text("nothing of the kind")
    code, out, errors = run(capsys, "load", games, "--db", str(path))
    assert (code, out) == (2, "")
    assert errors.startswith(f"✗ L’archivio {path} non si apre")


def test_review_shows_points_and_flags(capsys, games) -> None:
    """A deal is shown with players, rules, points by category, claimed points that differ, and each flag's reason."""
    code, out, errors = run(capsys, "review", games, "--deal", "2", "--level", "flags")
    assert (code, errors) == (0, "")
    assert "giocatore1 contro giocatore2 · mazziere giocatore2 · 2008-12-29" in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "settebello 1 0" in lines
    assert "totale 1 3" in lines
    assert "segnati 2 2" in lines
    assert any(line.startswith("giocata 2 giocatore2 KDxKB Scopa offerta. Lasci 9 in tavola") for line in lines)
    assert "smazzata 3" not in out


def test_review_json_is_what_programs_are_promised(capsys, games) -> None:
    """One object a deal, a decision a play; what the level of flags does not know is null."""
    code, out, _ = run(capsys, "review", games, "--level", "flags", "--json")
    deals = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [deal["deal"] for deal in deals] == [1, 2, 3, 4, 5]
    assert set(deals[0]) == {"match", "deal", "rules", "points", "claimed", "decisions"}
    assert (deals[1]["points"], deals[1]["claimed"]) == ([1, 3], [2, 2])
    decisions = [decision for deal in deals for decision in deal["decisions"]]
    assert len(decisions) == 5 * 36
    unknown = {"class": None, "loss": None, "interval": None, "best": None, "by_category": None}
    for decision in decisions:
        assert set(decision) == {"ply", "seat", "declared", "play", "forced", "flags"} | set(unknown)
        assert decision.items() >= unknown.items()
        assert decision["declared"] is None
        for flag in decision["flags"]:
            assert set(flag) == {"code", "better", "facts"}
            assert flag["code"] in FLAG_CODES
    assert any(decision["flags"] for decision in decisions)


def test_the_quick_level_gives_every_choice_its_value(capsys, games) -> None:
    """A play with a choice has loss, interval, best play and a split that adds up; the worst is told first in words."""
    _, out, _ = run(capsys, "review", games, "--deal", "2", "--json")
    decisions = json.loads(out)["decisions"]
    judged = [each for each in decisions if each["loss"] is not None]
    assert {each["ply"] for each in judged} == {each["ply"] for each in decisions if not each["forced"]}
    for each in judged:
        assert each["interval"][0] <= each["loss"] <= each["interval"][1]
        assert sum(each["by_category"].values()) == pytest.approx(each["loss"])
    worst = max((each for each in judged if each["class"]), key=lambda each: each["loss"])
    _, out, _ = run(capsys, "review", games, "--deal", "2")
    told = [line for line in out.splitlines() if line.startswith("giocata ")]
    assert told[0].startswith(f"giocata {worst['ply'] + 1} ") and worst["play"] in told[0]


def test_what_was_well_played_is_praised_in_the_review_and_on_the_page(capsys, sample_games) -> None:
    """The only good play of an ending is praised, with what the best of the others loses, exactly."""
    from analysis.judge import LEVELS
    from analysis.verdicts import verdict_at
    from engine.plays import play_text
    from engine.positions import legal_plays
    from tests.analysis.kernels.test_endings import brute_values
    from ui.verdict_data import verdict_payload

    path = sample_games / "scopa.jsonl"
    deal = list(read_file(path))[2].replay
    passed = list(zip(deal.positions[:30], deal.plays[:30], strict=True))
    values = dict(zip(legal_plays(deal.positions[30]), brute_values(deal.positions[30], passed), strict=True))
    best, other = sorted(values, key=lambda each: -values[each])[:2]
    lost = f"{values[best] - values[other]:.2f}".replace(".", ",")
    said = (
        "L’unica buona giocata, e l’hai trovata: "
        f"la migliore delle altre, {play_text(other, False)}, perde {lost} punti."
    )
    _, out, _ = run(capsys, "review", str(path), "--deal", "3")
    assert play_text(best, False) == "JBxJD"
    assert f"giocata 31  Greedy  JBxJD  ! ottima giocata. {said}" in " ".join(out.split("\n"))
    verdict = verdict_at(deal, 30, LEVELS["quick"], seed=1)
    assert verdict_payload(deal, verdict, words("it"))["why"]["italian"] == [said]


def test_review_shows_declarations_before_their_play(capsys, sample_games) -> None:
    """What was declared is said in words before its play, and given to programs as the notation writes it."""
    path = str(sample_games / "cirulla.jsonl")
    records = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    record = next(each for each in records if any("matta" in made for made in each.get("declared", [])))
    made = next(each for each in record["declared"] if "matta" in each)
    deal = str(record["deal"])
    code, out, _ = run(capsys, "review", path, "--deal", deal, "--level", "flags", "--json")
    decisions = json.loads(out)["decisions"]
    assert code == 0
    assert decisions[made["ply"]]["declared"] == f"({made['what']} 7C={made['matta']})"
    declared = {decision["ply"] for decision in decisions if decision["declared"] is not None}
    assert declared == {each["ply"] for each in record["declared"]}
    _, out, _ = run(capsys, "review", path, "--deal", deal)
    assert f"la matta 7C che vale {made['matta']}." in " ".join(out.split())


def test_review_tells_a_knock_that_was_forgotten(capsys, sample_games, tmp_path) -> None:
    """A deal whose knock is taken out of the record is flagged there, with the better declaration."""
    records = map(json.loads, (sample_games / "cirulla.jsonl").read_text("utf-8").splitlines())
    record, made = next(
        (record, made) for record in records for made in record.get("declared", []) if "matta" not in made
    )
    record["declared"].remove(made)
    path = tmp_path / "forgotten.jsonl"
    path.write_text(json.dumps(record), "utf-8")
    _, out, _ = run(capsys, "review", str(path))
    shown = " ".join(out.split())
    assert f"giocata {made['ply'] + 1} " in shown
    assert "Accuso dimenticato. Prima di giocare potevi accusare" in shown


def test_a_forgotten_knock_is_told_beside_a_play_that_cost_points(capsys, sample_games) -> None:
    """What the judge says of the play does not take the place of what was not declared before it."""
    _, out, _ = run(capsys, "review", str(sample_games / "cirulla.jsonl"), "--deal", "5", "--level", "quick")
    shown = " ".join(out.split())
    assert re.search(r"giocata 32 Random ACxJC# \?\? ", shown)
    assert re.search(r"giocata 32 Random ACxJC# Accuso dimenticato\.", shown)


def test_review_of_an_unknown_deal_says_so(capsys, games) -> None:
    """Nothing found of what was asked for is an error, not silence."""
    code, _, errors = run(capsys, "review", games, "--match", "other")
    assert code == 2
    assert "nessuna smazzata" in errors


def test_review_reports_faulty_lines_apart(capsys, games, tmp_path) -> None:
    """Faulty lines go to the error output and make the exit 1; the JSON of the others stays clean."""
    path = tmp_path / "games.jsonl"
    path.write_text("{broken\n" + Path(games).read_text("utf-8"), "utf-8")
    code, out, errors = run(capsys, "review", str(path), "--json")
    assert code == 1
    assert len([json.loads(line) for line in out.splitlines()]) == 5
    assert "riga 1" in errors


@pytest.mark.parametrize(
    ("arguments", "banned"),
    [
        (["--help"], HEAVY),
        (["check", "FILE"], ("streamlit", "polars", "duckdb", "plotly")),
        (["review", "FILE", "--level", "flags"], ("streamlit", "polars", "duckdb", "plotly", *JUDGE)),
    ],
)
def test_commands_start_without_what_they_do_not_need(project, games, arguments, banned) -> None:
    """The help needs no library at all, a check no database and no pages, and the level of flags no judge."""
    script = (
        "import sys, ui.cli\n"
        f"code = ui.cli.main({[games if argument == 'FILE' else argument for argument in arguments]!r})\n"
        f"print(code, [name for name in {banned!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=project, capture_output=True, text=True, check=True)
    assert done.stderr == "0 []\n"


def test_a_reader_that_goes_away_is_no_error(project, faults) -> None:
    """`settebello check … | head` ends in silence."""
    check = subprocess.Popen(
        [sys.executable, "-m", "ui.cli", "check", *[faults] * 20, "--json"],
        cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert check.stdout is not None
    assert check.stderr is not None
    check.stdout.readline()
    check.stdout.close()
    assert check.stderr.read() == b""
    assert check.wait() == 1


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_serve_shows_the_pages_until_it_is_stopped(project, tmp_path, stop) -> None:
    """The address is printed once the pages answer; a stop ends the server too, with exit 0."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "ui.cli", "serve", "--headless", "--port", str(port), "--lang", "en"],
        cwd=project, stdout=subprocess.PIPE, text=True, env=dict(os.environ), start_new_session=True,
    ) as serving:  # fmt: skip
        assert serving.stdout is not None
        said = ""
        while "is open" not in said:
            line = serving.stdout.readline()
            assert line, said
            said += line
        assert f"http://127.0.0.1:{port}" in said
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=10) as answer:
            assert answer.read() == b"ok"
        serving.send_signal(stop)
        assert serving.wait(30) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_serve_names_a_port_that_is_taken(capsys) -> None:
    """A port that another program has is an error that says what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, errors = run(capsys, "serve", "--headless", "--port", str(port))
    assert code == 2
    assert f"La porta {port} è occupata" in errors
