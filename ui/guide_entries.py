"""What the Guide explains besides rules and words: the numbers and flags that are shown, and the notation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.thresholds import (
    BLUNDER,
    DEALS_A_STEP,
    DOUBTFUL,
    FAMILY_WISE,
    FLAG_MARGIN,
    GROUP_PLAYERS,
    LEAK_DECISIONS,
    LEAK_SHOWN,
    MISTAKE,
    NEW_DRILLS_A_DAY,
    PUZZLE_GAP,
    SOLVED_PLIES,
)
from ui.sentences import SENTENCES, flag_name
from ui.words import Words

NUMBERS: Mapping[str, Sequence[str]] = {
    "table": ("total", "counts", "primiera", "run", "sure", "graph"),
    "points": ("deal", "score", "events", "low"),
    "judge": ("value", "loss", "interval", "split", "win", "class", "kind", "hindsight", "small", "luck"),
    "training": ("due", "accepted", "difficulty"),
    "profile": ("lost_a_play", "leak", "done", "corrected", "references", "trend"),
    "flags": ("flag", "chance"),
}
"""By group, the numbers that are explained."""

LIMITS: Mapping[str, float] = {
    "doubtful": DOUBTFUL,
    "mistake": MISTAKE,
    "blunder": BLUNDER,
    "solved": SOLVED_PLIES,
    "fresh": NEW_DRILLS_A_DAY,
    "gap": PUZZLE_GAP,
    "family": round(FAMILY_WISE * 100),
    "least": LEAK_DECISIONS,
    "shown": LEAK_SHOWN,
    "players": GROUP_PLAYERS,
    "deals": DEALS_A_STEP,
}
"""The limits that the meanings name."""

LINE = (
    '{"v":1,"match":"bar-sport","deal":1,"rules":"scopa","players":["Anna","Bruno"],"dealer":0,'
    '"table":["JD","QC","3D","AC"],"plays":["4DxAC+3D","4C","4Bx4C"],"ended":{"how":"abandoned"}}'
)
"""A deal that was broken off, as a line of a file."""

TEXT = """[match "bar-sport"]
[deal 1]
[rules "scopa"]
[players "Anna; Bruno"]
[dealer 0]
[table JD QC 3D AC]
[ended {"how":"abandoned"}]

4DxAC+3D 4C 4Bx4C
"""
"""The same deal in the text form."""

RULES = '{"preset":"napoli","target":21}'
"""Rules that differ from a preset in one option."""

SIGNS: Mapping[str, str] = {
    "card": "7D",
    "lay": "7D",
    "take": "7Dx3D+4B",
    "scopa": "2Cx2S#",
    "knock": "(low) 4C",
}
"""By what is explained, how it is written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that the Guide explains."""

    name: str
    """What is explained, as it is shown."""
    meaning: str
    """What it is, and what it is not."""


def numbers(w: Words) -> dict[str, list[Entry]]:
    """By the name of their group, the numbers that pages show; every flag stands in the last."""
    limits = {name: w.number(limit) for name, limit in LIMITS.items()}
    found = {
        w(f"guide.numbers.{group}"): [
            Entry(w(f"guide.number.{name}"), w(f"guide.number.{name}.meaning", **limits)) for name in names
        ]
        for group, names in NUMBERS.items()
    }
    found[w("guide.numbers.flags")] += [
        Entry(flag_name(w, code), w(f"guide.flag.{code}", margin=round(FLAG_MARGIN * 100))) for code in SENTENCES
    ]
    return found


def notation(w: Words) -> list[Entry]:
    """The signs of the notation, each with an example as its name."""
    return [Entry(sign, w(f"guide.notation.{name}")) for name, sign in SIGNS.items()]
