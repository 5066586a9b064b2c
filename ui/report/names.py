"""The names in a report: as they are, or replaced wherever they stand."""

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from ui.words import Words

LEAST = 3
"""Letters of a name, or of a part of one, that is found however it is written: shorter ones are words as well."""

PARTICLES = frozenset(
    ["dal", "dall", "dalla", "de", "degli", "dei", "del", "dell", "della", "dello", "der", "di", "van", "von"]
)
"""Parts of names that are words of the language."""

HIDDEN = "…"
"""Stands for a name that matched by letters which fold otherwise."""

_UNPRINTABLE = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f\\ud800-\\udfff\\ufffe\\uffff]")
"""What no HTML page may hold."""


def printable(text: str) -> str:
    """``text`` with a replacement mark for each sign that a page cannot hold."""
    return _UNPRINTABLE.sub("�", text)


class ShownNames:
    """What people are called in a report. Texts come out as they are."""

    hidden = False
    """Whether names are replaced."""

    def of(self, players: Iterable[str]) -> tuple[str, ...]:
        """The names to show for those of the ``players``."""
        return tuple(map(printable, players))

    def text(self, text: str) -> str:
        """A text from a record, or made of one, as it is shown."""
        return printable(text)


class NumberedNames(ShownNames):
    """People are numbers, in the order in which they first sit at the table, and so are they in all texts."""

    hidden = True

    def __init__(self, tables: Iterable[tuple[Sequence[str], Sequence[str]]], w: Words) -> None:
        """``tables``: by deal, the names by seat as they are called now, and as the record has them."""
        self._numbers: dict[str, str] = {}
        self._aliases: dict[str, str] = {}
        written: set[str] = set()
        for called, recorded in tables:
            for name, old in zip(called, recorded, strict=True):
                alias = self._numbers.setdefault(name, w("report.player", number=len(self._numbers) + 1))
                for each in (name, old):
                    whole = normalize("NFC", each).strip()
                    parts = [part for part in re.split(r"[\s.,_'’-]+", whole) if part.casefold() not in PARTICLES]
                    for text in filter(None, (whole, *(part for part in parts if len(part) >= LEAST))):
                        self._aliases.setdefault(text.casefold(), alias)
                        written.add(text)
        self._short = {text for text in written if len(text) < LEAST}
        longest = sorted(written, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)

    def of(self, players: Iterable[str]) -> tuple[str, ...]:
        """The numbers of the ``players``, as they are called now."""
        return tuple(self._numbers[name] for name in players)

    def text(self, text: str) -> str:
        """A text with every name, and every part of one, replaced."""

        def replaced(found: re.Match[str]) -> str:
            if len(found[0]) < LEAST and found[0] not in self._short:
                return found[0]
            return self._aliases.get(found[0].casefold(), HIDDEN)

        return printable(self._pattern.sub(replaced, normalize("NFC", text)))
