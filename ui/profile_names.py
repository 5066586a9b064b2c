"""The names of what a profile counts: habits, principles, and the views by role, phase, table and score."""

from ui.principle_sentences import principle_name, principle_sentence
from ui.words import Words


def kind_name(w: Words, kind: str) -> str:
    """The heading of the cells of one kind (`analysis.cells.KINDS`): “Abitudini”."""
    return w(f"profile.kind.{kind}")


def cell_name(w: Words, kind: str, code: str) -> str:
    """The short name of a cell: “Doppia non calata”, “mazziere”."""
    if kind == "habit":
        return w(f"habit.{code}.name")
    if kind == "principle":
        return principle_name(w, code)
    return w(f"profile.{kind}.{code}")


def cell_sentence(w: Words, kind: str, code: str) -> str | None:
    """What a habit or a principle is, in one sentence; None: a view explains itself."""
    if kind == "habit":
        return w(f"habit.{code}")
    if kind == "principle":
        return principle_sentence(w, code)
    return None
