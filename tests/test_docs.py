"""The pages of the documentation, held to what they speak of."""

import importlib.util
import os
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import PROJECT

LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<title>.+?)\s*$", re.MULTILINE)
CODE_BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
REFERENCE = re.compile(r'docs/(?P<page>\w+)\.md(?:`*,\s+[“"](?P<title>[^”"]+)[”"])?')
"""A docstring's reference to a page, and to one of its headings."""

MACHINE_PATH = re.compile(r"(?<![\w.~/:<)}\]-])/(?:work|root|tmp|home|Users)(?![\w.-])")
"""A folder of one machine, at the start of a path."""

REGISTRY = re.compile(r"pypi[.]org|python[h]osted|npm[j]s|index[-]url|trusted[-]host|deb[.]debian|archive[.]ubuntu")
"""A package registry's host, or an option that names one."""


def ignored(name: str, patterns: list[str]) -> bool:
    """Whether a file or folder is not part of the project."""
    return name == ".git" or any(fnmatch(name, pattern) for pattern in patterns)


def project_files() -> Iterator[Path]:
    """Every file of the project; what `.gitignore` names is none of them."""
    patterns = [line.strip("/") for line in (PROJECT / ".gitignore").read_text("utf-8").splitlines() if line]
    for folder, folders, names in os.walk(PROJECT):
        folders[:] = [name for name in folders if not ignored(name, patterns)]
        yield from (Path(folder) / name for name in names if not ignored(name, patterns))


def texts(*suffixes: str) -> dict[str, str]:
    """By path from the project's folder, the text files with one of these suffixes; with none, all."""
    found = {}
    for path in project_files():
        if suffixes and path.suffix not in suffixes:
            continue
        try:
            found[path.relative_to(PROJECT).as_posix()] = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
    return found


def doc(name: str) -> str:
    """A page of the documentation."""
    return (PROJECT / "docs" / name).read_text("utf-8")


def headings(text: str) -> list[str]:
    """The titles of a page's sections, without the signs of Markdown."""
    return [match["title"].replace("`", "") for match in HEADING.finditer(text)]


def anchor(title: str) -> str:
    """What a link to the section ``title`` ends with."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def section(text: str, title: str) -> str:
    """The part of a page under a heading, up to the next."""
    match = re.search(rf"^#+ `?{re.escape(title)}`?\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, title
    return match[1]


def script(name: str) -> ModuleType:
    """A script that writes pages of the documentation."""
    spec = importlib.util.spec_from_file_location(name, PROJECT / "docs" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_link_leads_somewhere() -> None:
    """A relative link names a file of the project, and its anchor a heading of that page."""
    broken = []
    for page, text in texts(".md").items():
        for match in LINK.finditer(text):
            target, _, wanted = match["target"].partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            path = (PROJECT / page).parent / target if target else PROJECT / page
            if not path.exists() or (wanted and wanted not in map(anchor, headings(path.read_text("utf-8")))):
                broken.append((page, match["target"]))
    assert broken == []


def test_every_page_is_in_the_index() -> None:
    """The index of the documentation links every page of it; the page of rules those of the presets."""
    linked = {match["target"] for page in ("README.md", "rules.md") for match in LINK.finditer(doc(page))}
    pages = {path.relative_to(PROJECT / "docs").as_posix() for path in (PROJECT / "docs").rglob("*.md")}
    assert pages - linked == {"README.md"}


def test_references_in_code_lead_somewhere() -> None:
    """Where code names a page and a heading, there are such a page and heading."""
    broken = []
    for source, text in texts(".py", ".toml", ".js").items():
        if source == "tests/test_docs.py":
            continue
        for match in REFERENCE.finditer(text):
            page = PROJECT / "docs" / f"{match['page']}.md"
            if not page.exists() or (match["title"] and match["title"] not in headings(page.read_text("utf-8"))):
                broken.append((source, match[0]))
    assert broken == []


def test_pages_that_code_names_exist() -> None:
    """A page that code names by its file is one of the project's."""
    pages = {Path(name).name for name in texts(".md")}
    unknown = [
        (source, name)
        for source, text in texts(".py", ".toml", ".js").items()
        for name in re.findall(r"\b[\w-]+\.md\b", text)
        if name not in pages
    ]
    assert unknown == []


@pytest.mark.parametrize("page", ["numbers.md", "architecture.md", "rules.md"])
def test_names_of_code_in_pages_exist(page: str) -> None:
    """A dotted name of our packages, or the path of a file, is there."""
    missing = []
    for name in re.findall(r"`((?:engine|records|analysis|ui|tests|docs)[./][\w./*-]+)`", doc(page)):
        if "/" in name:
            if not list(PROJECT.glob(name.rstrip("/"))):
                missing.append(name)
            continue
        try:
            resolve_name(name)
        except (AttributeError, ImportError):
            missing.append(name)
    assert missing == []


def test_rules_page_says_what_the_engine_does() -> None:
    """The generated parts of the page of rules are those that the script makes now."""
    assert script("make_rules").page(doc("rules.md")) == doc("rules.md")


def test_pages_of_presets_say_what_the_engine_does() -> None:
    """There is a page a preset and language, as the script makes it now from options, words and engine; no other."""
    from engine.rules import presets
    from ui.words import LANGUAGES

    made = script("make_rules").sheets()
    assert set(made) == {f"{name}.{language}.md" for name in presets() for language in LANGUAGES}
    assert {path.name: path.read_text("utf-8") for path in (PROJECT / "docs" / "rules").iterdir()} == made


def test_the_glossary_shows_the_words_of_the_guide() -> None:
    """The table of words on the page is the one that the Guide shows."""
    assert script("make_glossary").page(doc("glossary.md")) == doc("glossary.md")


def test_every_picture_of_the_examples_is_on_their_page() -> None:
    """Each example has its own picture, a well-formed drawing, and no other is left."""
    shown = re.findall(r"!\[[^\]]+\]\(pictures/examples/([\w-]+\.svg)\)", doc("examples.md"))
    assert len(shown) == len(set(shown)) == len(re.findall(r"^## ", doc("examples.md"), re.MULTILINE))
    paths = list((PROJECT / "docs" / "pictures" / "examples").iterdir())
    assert sorted(path.name for path in paths) == sorted(shown)
    assert {ET.parse(path).getroot().get("role") for path in paths} == {"img"}


def test_rules_page_shows_every_option_of_every_preset() -> None:
    """The tables of presets show all options, each once, and the page has every generated part."""
    from dataclasses import fields

    from engine.rules import Rules

    made = script("make_rules")
    shown = [option for names in made.TABLES.values() for option in names]
    assert sorted(shown) == sorted(field.name for field in fields(Rules))
    parts = [match["name"] for match in made.PART.finditer(doc("rules.md"))]
    assert parts == ["sheets", "options", *made.TABLES]


def test_rules_page_explains_every_value() -> None:
    """Every value that an option can take by name is explained by hand, and no other is."""
    from engine import rules

    explained = {}
    option = ""
    for name, value in re.findall(r"^\| (`\w+`)? ?\| `(\w+)` \|", section(doc("rules.md"), "Options"), re.MULTILINE):
        option = name.strip("`") or option
        explained.setdefault(option, []).append(value)
    assert explained == {
        "value_capture": sorted(rules.VALUE_CAPTURES, key=rules.VALUE_CAPTURES.index),
        "fifteen_capture": list(rules.FIFTEEN_CAPTURES),
        "ace_rule": list(rules.ACE_RULES),
        "ace_sweep_scopa": list(rules.ACE_SWEEPS),
        "majority": list(rules.MAJORITIES),
        "primiera": list(rules.PRIMIERAS),
        "play_bonuses": list(rules.PLAY_BONUSES),
        "objective": list(rules.OBJECTIVES),
    }


def test_numbers_page_has_the_thresholds_in_force() -> None:
    """Every threshold of the judgement is on the page of numbers with its value."""
    from analysis import thresholds

    in_force = {name: getattr(thresholds, name) for name in dir(thresholds) if name.isupper()}
    told = re.findall(r"^\| `([A-Z_]+)` \| ([\d.]+) \|", doc("numbers.md"), re.MULTILINE)
    assert {name: float(value) for name, value in told} == in_force


def test_numbers_page_has_every_category() -> None:
    """The page of numbers has the categories of points in the one order."""
    from engine.scoring import CATEGORIES

    assert tuple(re.findall(r"^\| `(\w+)` \|", section(doc("numbers.md"), "Points"), re.MULTILINE)) == CATEGORIES


def test_numbers_page_has_every_flag_with_its_facts() -> None:
    """The page of numbers has a section for every flag, with just the facts that the flag carries."""
    from analysis.arena import Game, arena
    from analysis.flags import FLAG_CODES
    from analysis.review import review
    from engine.rules import preset, with_options

    titles = [title for title in headings(doc("numbers.md")) if "_" in title]
    assert titles == list(FLAG_CODES)
    told = {}
    for code in FLAG_CODES:
        rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section(doc("numbers.md"), code), re.MULTILINE)
        told[code] = set(re.findall(r"`(\w+)`", " ".join(rows)))
    carried: dict[str, set[str]] = {}

    def judged(game: Game) -> None:
        for decision in review(game.replayed()):
            for flag in decision.flags:
                carried.setdefault(flag.code, set()).update(flag.facts)

    scopone = preset("scopone")
    for rules, players in ((scopone, 4), (with_options(scopone, {"objective": "low"}), 4), (preset("cirulla"), 2)):
        arena(rules, players, "random", "random", 10, 1, record=judged)
    assert carried == told


def test_finding_codes_in_pages_exist() -> None:
    """A code of a fault or remark that a page names is one that reading can give."""
    from records.faults import CODES

    families = {code.partition(".")[0] for code in CODES}
    named = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", doc("numbers.md")))
    assert {name for name in named if name.partition(".")[0] in families} <= set(CODES)
    assert named & set(CODES)


def commands_of(page: str) -> list[list[str]]:
    """The commands in the blocks of a page, word by word, without their remarks."""
    lines = [line for block in CODE_BLOCK.findall(page) for line in block.splitlines()]
    return [line.partition("#")[0].split() for line in lines if line.strip()]


def test_readme_commands_exist(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the README tells people to type is there: the targets of make, the commands and their options."""
    from ui.cli import main

    monkeypatch.setenv("COLUMNS", "200")
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    commands = commands_of((PROJECT / "README.md").read_text("utf-8"))
    programs = {Path(words[0]).name for words in commands}
    assert programs == {"make", "settebello"}
    for program, name, *rest in commands:
        if program == "make":
            assert re.search(rf"^{name}:", makefile, re.MULTILINE), name
            continue
        assert main([name, "--help"]) == 0, name
        shown = capsys.readouterr().out
        for word in rest:
            assert not word.startswith("--") or word in shown, (name, word)


def test_a_command_that_does_not_exist_is_noticed() -> None:
    """The check above can fail: asking for the help of an unknown command is an error."""
    from ui.cli import main

    assert main(["shuffle", "--help"]) != 0


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["path", "registry"])
def test_no_file_names_a_machine(pattern: re.Pattern[str]) -> None:
    """No file of the project holds a folder of one machine, or the host of a registry."""
    found = [
        (name, number, line.strip())
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["work", "root", "tmp", "home/anna", "Users/anna"])
def test_machine_paths_are_noticed(folder: str) -> None:
    """The check above sees such folders quoted, bare and deep; and no others."""
    for text in (f'"/{folder}"', f"see /{folder}/main", f"DB=/{folder}/x"):
        assert MACHINE_PATH.search(text), text
    for text in (f"docs/{folder}/x", f"./{folder}", f"/usr/{folder}", f"/{folder}ing".replace("/anna", "")):
        assert not MACHINE_PATH.search(text), text
