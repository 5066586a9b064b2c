"""The published presets and the worked cases, read from the project's data files."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PROJECT = Path(__file__).resolve().parents[2]

PRESETS: dict[str, dict[str, Any]] = json.loads((_PROJECT / "engine" / "presets.json").read_text("utf-8"))
"""Every preset's options, by name."""

CASES: list[dict[str, Any]] = json.loads((_PROJECT / "tests" / "data" / "cases.json").read_text("utf-8"))
"""The worked cases of the rules."""

TABLES: list[tuple[str, int]] = [
    (preset, players) for preset, options in PRESETS.items() for players in options["players"]
]
"""Every preset with every number of players that it allows."""


def options_of(preset: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The preset's options with single ones replaced; ValueError for an option that does not exist."""
    options = PRESETS[preset]
    unknown = set(overrides or {}) - set(options)
    if unknown:
        raise ValueError(f"no such option: {sorted(unknown)}")
    return {**options, **(overrides or {})}
