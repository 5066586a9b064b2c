"""The words of every page, command and error, in the reader's language, from the catalogues in ``ui/locale``.

A message is found by its key (``library.title``); the catalogues of a language are all its ``.po`` files together.
Parameters are named (``{found}``); a message with a plural takes its number as ``n``.
"""

import datetime as dt
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel import Locale
from babel.dates import format_date
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

LANGUAGES = ("it", "en")
"""The first is the default."""

CATALOGUES = Path(__file__).parent / "locale"


class Words:
    """The words of one language: call it with a key."""

    def __init__(self, language: str) -> None:
        self.language = language
        """One of `LANGUAGES`."""
        self.locale = Locale(language)
        self.messages = read_catalogues(language)

    def __call__(self, key: str, **params: object) -> str:
        """The message ``key`` with its parameters filled in; ``n`` chooses between singular and plural.

        :raises KeyError: no such message.
        """
        message = self.messages[key]
        if isinstance(message, tuple):
            count = params["n"]
            if not isinstance(count, int):
                raise TypeError(f"{key} needs a number n")
            message = message[0 if self.locale.plural_form(count) == "one" else 1]
        return message.format(**params)

    def number(self, value: float, decimals: int = 1, least: int = 0) -> str:
        """``value`` with at most so many decimals, and at ``least`` so many, as the language writes it."""
        places = "0" * least + "#" * (decimals - least)
        return format_decimal(value, format=f"#,##0.{places}", locale=self.locale)

    def percent(self, share: float) -> str:
        """``share`` (0 to 1) in whole per cent."""
        return format_percent(share, format="#,##0 %", locale=self.locale)

    def date(self, day: dt.date) -> str:
        """``day`` in its usual short form."""
        return format_date(day, "medium", locale=self.locale)

    def listed(self, items: Iterable[str]) -> str:
        """The items as a list in a sentence: “a, b and c”."""
        found = list(items)
        if len(found) < 2:
            return "".join(found)
        return f"{', '.join(found[:-1])} {self('list.and')} {found[-1]}"


@cache
def read_catalogues(language: str) -> dict[str, str | tuple[str, ...]]:
    """By key, the messages of ``language``: a text, or singular and plural.

    :raises ValueError: a key stands in two catalogues.
    """
    messages: dict[str, str | tuple[str, ...]] = {}
    for path in sorted((CATALOGUES / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for message in catalogue:
            if not message.id:
                continue
            key = message.id if isinstance(message.id, str) else message.id[0]
            if key in messages:
                raise ValueError(f"{key} stands in two catalogues of {language}")
            messages[key] = tuple(message.string) if isinstance(message.string, tuple) else str(message.string)
    return messages


@cache
def words(language: str) -> Words:
    """The words of ``language``; an unknown one gives the default."""
    return Words(language if language in LANGUAGES else LANGUAGES[0])


def choose_language(wanted: Iterable[str | None]) -> str:
    """The first of ``wanted`` (as ``it``, ``en-GB``, ``it_IT.UTF-8``) that there is; English for other languages."""
    other = False
    for name in wanted:
        if not name or name in ("C", "POSIX") or name.startswith("C."):
            continue
        language = name.replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
        other = True
    return "en" if other else LANGUAGES[0]
