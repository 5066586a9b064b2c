import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from analysis.flags import FLAG_CODES
from analysis.principles import CODES as PRINCIPLE_CODES
from analysis.principles import THEMES
from engine.kernels.layout import CATEGORIES
from engine.rules import presets
from records.faults import CODES
from records.store import ERROR_CODES as LIBRARY_CODES
from ui.background import FAULT_CODES
from ui.cardtable.playing import PLAY_ON_WORDS
from ui.cardtable.training import TRAIN_WORDS
from ui.cli.errors import ERROR_CODES as COMMAND_CODES
from ui.words import LANGUAGES, choose_language, read_catalogues, words

Message = str | tuple[str, ...]


def fields(message: Message) -> set[str]:
    """The names of the placeholders of a message, of singular and plural together."""
    texts = (message,) if isinstance(message, str) else message
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def catalogue() -> dict[str, Message]:
    """The messages of the first language."""
    return read_catalogues(LANGUAGES[0])


def interface(project: Path) -> dict[Path, ast.Module]:
    """The source of every module that shows words."""
    paths = [project / "app.py", *sorted((project / "ui").rglob("*.py"))]
    return {path.relative_to(project): ast.parse(path.read_text("utf-8")) for path in paths}


TEMPLATE_KEY = re.compile(r'\bw\("([a-z_.]+)"[,)]')
"""A key that a template of a page asks for."""

LISTED_KEY = re.compile(r'"([a-z_]+\.[a-z_.]+)"')
"""A text of a template that looks like a key: it may stand in a list that the template goes through."""


def templates(project: Path) -> dict[Path, str]:
    """The source of every template that shows words."""
    paths = sorted((project / "ui").rglob("*.j2"))
    return {path.relative_to(project): path.read_text("utf-8") for path in paths}


def pattern(text: ast.JoinedStr) -> str | None:
    """What keys an f-string can make, as a regular expression; None if it says nothing about them."""
    parts = [re.escape(part.value) if isinstance(part, ast.Constant) else "[^ ]*" for part in text.values]
    head = text.values[0]
    keyed = isinstance(head, ast.Constant) and re.match(r"[a-z_]+\.", str(head.value))
    return "".join(parts) if keyed else None


def asked_for(argument: ast.expr) -> list[str]:
    """The keys, as regular expressions, that the first argument of a call of `Words` can be, as far as it tells."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return [re.escape(argument.value)]
    if isinstance(argument, ast.IfExp):
        return [*asked_for(argument.body), *asked_for(argument.orelse)]
    if isinstance(argument, ast.JoinedStr):
        made = pattern(argument)
        return [] if made is None else [made]
    return []


def error_codes(project: Path) -> set[str]:
    """The codes with which the layers below raise errors and make findings, as their sources name them."""
    found = set()
    for package in ("engine", "records", "analysis"):
        for path in (project / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                    continue
                named = node.func.id.endswith("Error") or node.func.id in {
                    "finding",
                    "Finding",
                    "FindingRow",
                    "Failure",
                }
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                texts = [part.value for part in given if isinstance(part, ast.Constant)]
                found |= {
                    text for text in texts if named and isinstance(text, str) and re.fullmatch(r"[a-z]+\.[a-z_]+", text)
                }
    return found


def reasons(project: Path) -> set[str]:
    """Why rules cannot go together, as the engine's source names it."""
    tree = ast.parse((project / "engine" / "rules.py").read_text("utf-8"))
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse"
        if isinstance(node.args[0], ast.Constant)
    }


def test_both_languages_have_the_same_messages() -> None:
    """Every key is in every language, with the same placeholders and the same kind of plural."""
    first, *others = (read_catalogues(language) for language in LANGUAGES)
    for other in others:
        assert sorted(first) == sorted(other)
        for key, message in first.items():
            assert fields(message) == fields(other[key]), key
            assert type(message) is type(other[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty(language: str) -> None:
    """Every message has a text; singular and plural both have one."""
    for key, message in read_catalogues(language).items():
        texts = (message,) if isinstance(message, str) else message
        assert all(text.strip() for text in texts), key
        assert isinstance(message, str) or len(message) == 2, key


def test_every_key_in_the_code_exists(project: Path) -> None:
    """A key that a page or a command asks for is in the catalogues."""
    keys = list(catalogue())
    missing = []
    for path, tree in interface(project).items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "w"):
                continue
            unknown = [asked for asked in asked_for(node.args[0]) if not any(re.fullmatch(asked, key) for key in keys)]
            missing += [f"{path}:{node.lineno} {asked}" for asked in unknown]
    for path, text in templates(project).items():
        missing += [f"{path} {key}" for key in TEMPLATE_KEY.findall(text) if key not in keys]
    assert missing == []


def test_every_message_is_used(project: Path) -> None:
    """A message that no code can ask for is removed."""
    exact: set[str] = {*TRAIN_WORDS, *PLAY_ON_WORDS}
    made: set[str] = set()
    for tree in interface(project).values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                exact.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                made |= {found} if (found := pattern(node)) else set()
    for text in templates(project).values():
        exact |= set(LISTED_KEY.findall(text))
    # Families with more keys than their code can be seen to make are checked one by one below.
    made -= {r"finding\.[^ ]*", r"error\.[^ ]*"}
    unused = [
        key
        for key in catalogue()
        if key not in exact
        and not key.startswith(("finding.", "error."))
        and not any(re.fullmatch(found, key) for found in made)
    ]
    assert unused == []


def test_every_code_has_its_sentence(project: Path) -> None:
    """Whatever the layers below find wrong can be said, and nothing else is in the catalogue of findings."""
    messages = catalogue()
    codes = error_codes(project) | set(CODES) | set(LIBRARY_CODES) | set(COMMAND_CODES) | set(FAULT_CODES)
    assert set(CODES) <= codes
    assert [
        code for code in sorted(codes) if f"finding.{code}" not in messages and f"error.{code}" not in messages
    ] == []
    frames = {
        "finding.right",
        "finding.right_one_of",
        "finding.repair",
        "finding.severity.fault",
        "finding.severity.remark",
    }
    strays = [
        key
        for key in messages
        if key.startswith(("finding.", "error."))
        and key not in frames
        and not any(re.fullmatch(rf"(finding|error)\.{re.escape(code)}(\.[a-z_0-9]+)?", key) for code in codes)
    ]
    assert strays == []
    assert reasons(project) == {
        key.removeprefix("finding.rules.together.")
        for key in messages
        if key.startswith("finding.rules.together.") and not key.endswith(".right")
    }


def test_every_kind_of_thing_has_its_name() -> None:
    """Flags, principles, categories, presets and the words of the card table are in the catalogues."""
    messages = catalogue()
    wanted = [f"flag.{code}.name" for code in FLAG_CODES]
    wanted += [f"principle.{code}{part}" for code in PRINCIPLE_CODES for part in ("", ".name")]
    wanted += [f"principle.theme.{theme}" for theme in THEMES]
    wanted += [f"category.{category}" for category in CATEGORIES]
    wanted += [f"preset.{name}" for name in presets()]
    wanted += {*TRAIN_WORDS, *PLAY_ON_WORDS}
    assert [key for key in wanted if key not in messages] == []


def test_the_language_is_chosen_by_the_first_that_is_known() -> None:
    """The first known language wins; a foreign reader gets English, and who says nothing Italian."""
    assert choose_language([None, "it_IT.UTF-8", "en"]) == "it"
    assert choose_language(["fr-FR", "en-GB"]) == "en"
    assert choose_language(["fr-FR"]) == "en"
    assert choose_language(["", "C.UTF-8", "POSIX", None]) == "it"


def test_numbers_are_written_as_the_language_does() -> None:
    """Decimals and thousands follow the language; a share is said in whole per cent."""
    italian, english = words("it"), words("en")
    assert (italian.number(1234.56), english.number(1234.56)) == ("1.234,6", "1,234.6")
    assert (italian.percent(0.415), english.percent(0.414)) == ("42 %", "41 %")
    assert italian.listed(["Anna", "Bruno", "Carla"]) == "Anna, Bruno e Carla"
    assert english.listed(["Anna"]) == "Anna"
