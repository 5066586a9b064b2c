"""What came of a load, and how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from records.faults import Finding


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load is."""

    lines: int
    """Lines read."""
    loaded: int
    """Deals stored."""
    known: int
    """Deals that were there already, with nothing that differs."""
    set_aside: int
    """Lines with a fault or in conflict."""


@dataclass(slots=True)
class LoadReport:
    """What came of a load so far; everything it counts is on disk."""

    lines: int = 0
    """Lines read."""
    loaded: int = 0
    """Deals stored."""
    known: int = 0
    """Deals that were there already, with nothing that differs."""
    merged: list[Finding] = field(default_factory=list)
    """``record.merged``: deals that were there already, whose other keys differed."""
    set_aside: list[Finding] = field(default_factory=list)
    """The faults of the lines that did not load, conflicts (``record.conflict``) among them."""
    lines_set_aside: int = 0
    """How many lines they are of."""
    remarks: list[Finding] = field(default_factory=list)
    """What else is worth saying of the deals stored."""
    texts: dict[tuple[str | None, int | None], str] = field(default_factory=dict)
    """By file and line, the text of the lines that have a fault."""
    names: list[Sequence[str]] = field(default_factory=list)
    """By batch, the matches that the lines belong to."""

    @property
    def matches(self) -> list[str]:
        """The matches that the lines belong to, each once, in the order met."""
        return list(dict.fromkeys(name for names in self.names for name in names))

    @property
    def progress(self) -> Progress:
        """The counts alone."""
        return Progress(self.lines, self.loaded, self.known, self.lines_set_aside)
