"""Writes the table of words in `glossary.md` from the words that the Guide shows.

Run it where the project is installed: ``.venv/bin/python docs/make_glossary.py``.
"""

import re
from pathlib import Path

from ui.glossary import glossary
from ui.words import words

PAGE = Path(__file__).with_name("glossary.md")

PART = re.compile(r"(?P<open><!-- made: words -->\n).*?(?P<close><!-- end -->)", re.DOTALL)
"""The generated part of the page."""


def table() -> str:
    """Every word of the game, in Markdown."""
    lines = ["| Italian | in English | meaning |", "| --- | --- | --- |"]
    lines += [f"| {term.italian} | {term.english or '–'} | {term.meaning} |" for term in glossary(words("en"))]
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """``text`` with its table made anew."""
    return PART.sub(lambda part: f"{part['open']}{table()}{part['close']}", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
