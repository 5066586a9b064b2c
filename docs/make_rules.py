"""Writes the pages of the presets in `rules/`, and the generated parts of `rules.md`: both say what the engine does.

Run it where the project is installed: ``.venv/bin/python docs/make_rules.py``.

A generated part stands between two comments that name it; everything else on that page is written by hand. The pages of
the presets are generated whole, from the words that the Guide shows.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine import rules as rules_module
from engine.rules import Combo, Knock, Rules, Run, options_of, presets
from ui.rule_examples import examples
from ui.rule_names import preset_name
from ui.rule_sheets import Section, about, differences_text, rules_text, sources_text
from ui.words import LANGUAGES, words

PAGE = Path(__file__).with_name("rules.md")

SHEETS = Path(__file__).with_name("rules")
"""Where the pages of the presets lie."""

PART = re.compile(r"(?P<open><!-- made: (?P<name>[a-z_]+) -->\n).*?(?P<close><!-- end -->)", re.DOTALL)
"""A generated part of the page."""

TABLES = {
    "preset_deals": ("deck", "players", "hand", "redeal", "table", "redeal_if", "target", "objective"),
    "preset_captures": (
        "value_capture",
        "fifteen_capture",
        "ace_rule",
        "ace_sweep_scopa",
        "compulsory",
        "last_play_scopa",
    ),
    "preset_points": ("majority", "majority_suit", "primiera", "combos", "run", "full_suit_wins"),
    "preset_declarations": ("table_bonus", "knock", "knock_open", "matta", "play_bonuses"),
}
"""By generated part, the options that it shows of every preset; together they are all options."""


def field_docs(owner: type) -> dict[str, str]:
    """By field of a dataclass of `engine.rules`, the text that stands under it."""
    source = Path(str(rules_module.__file__)).read_text(encoding="utf-8")
    body = next(
        node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == owner.__name__
    )
    docs = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            docs[field.target.id] = " ".join(ast.literal_eval(text.value).split())
    return docs


def filled(doc: str) -> str:
    """``doc`` with the tables of values that it names written out."""

    def values(match: re.Match[str]) -> str:
        return ", ".join(f"`{value}`" for value in getattr(rules_module, match[1]))

    return re.sub(r"`([A-Z_]+)`", values, doc)


def plain(value: Any) -> str:
    """An option's value, in the form of ``presets.json``, as the tables show it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {number}" for key, number in value.items())
    if isinstance(value, list):
        return ", ".join(f"{'+'.join(item[0])} = {item[1]}" if isinstance(item, list) else str(item) for item in value)
    return str(value)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def options() -> str:
    """Every option with what it means and the values it takes."""
    docs = field_docs(Rules)
    parts = {"combos": Combo, "run": Run, "knock": Knock}
    rows = []
    for field in fields(Rules):
        meaning = filled(docs[field.name])
        if field.name in parts:
            inner = field_docs(parts[field.name])
            meaning += " " + " ".join(f"`{name}`: {doc[0].lower()}{doc[1:]}" for name, doc in inner.items())
        rows.append((f"`{field.name}`", meaning))
    return table(("option", "meaning"), rows)


def preset_table(names: Sequence[str]) -> str:
    """The values that every preset gives to some options."""
    rows = []
    for name, rules in presets().items():
        written: Mapping[str, Any] = options_of(rules)
        rows.append((f"`{name}`", *(plain(written[option]) for option in names)))
    return table(("preset", *(f"`{name}`" for name in names)), rows)


def sheet_name(name: str, language: str) -> str:
    """The file of a preset's page in one language."""
    return f"{name}.{language}.md"


def sheet(name: str, language: str) -> str:
    """The page of the preset called ``name``, whole."""
    w, rules = words(language), presets()[name]
    worked = []
    for example in examples(w, rules):
        shown = "; ".join(f"{place}: {' '.join(cards)}" for place, cards in example.shown)
        worked.append(f"{shown}. {example.text}")
    sections = [
        *rules_text(w, rules),
        Section(w("sheet.title.examples"), tuple(worked)),
        *differences_text(w, rules),
        *sources_text(w, rules),
    ]
    parts = [f"# {preset_name(w, name)}", f"<!-- made by docs/make_rules.py: preset {name} -->", about(w, name)]
    for section in sections:
        parts += [f"## {section.heading}", "\n".join(f"- {paragraph}" for paragraph in section.paragraphs)]
    return "\n\n".join(parts) + "\n"


def sheets() -> dict[str, str]:
    """By file, every page of a preset."""
    return {sheet_name(name, language): sheet(name, language) for name in presets() for language in LANGUAGES}


def sheet_links() -> str:
    """The table that leads to the pages of the presets."""
    rows = []
    for name in presets():
        links = [f"[{preset_name(words(each), name)}](rules/{sheet_name(name, each)})" for each in LANGUAGES]
        rows.append((f"`{name}`", *links))
    return table(("preset", *LANGUAGES), rows)


def made(name: str) -> str:
    """The generated part called ``name``."""
    if name in TABLES:
        return preset_table(TABLES[name])
    return {"options": options, "sheets": sheet_links}[name]()


def page(text: str) -> str:
    """``text`` with its generated parts made anew."""
    return PART.sub(lambda part: f"{part['open']}{made(part['name'])}{part['close']}", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SHEETS.mkdir(exist_ok=True)
    for path in SHEETS.glob("*.md"):
        path.unlink()
    for file, text in sheets().items():
        (SHEETS / file).write_text(text, encoding="utf-8")
