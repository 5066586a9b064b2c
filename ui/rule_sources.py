"""Which disagreements of the rule texts touch which rules (docs/rules.md, "Where the sources disagree")."""

from collections.abc import Callable, Mapping

from engine.rules import Rules


def _thrown_in_by(rules: Rules) -> str:
    return rules.redeal_if[0][0] if rules.redeal_if else ""


def _ace_can_clear(rules: Rules) -> bool:
    return rules.ace_rule != "off" or rules.fifteen_capture != "off"


def _sweeps(rules: Rules) -> bool:
    return rules.ace_rule == "always" and rules.ace_sweep_scopa != "always"


def _scopone(rules: Rules) -> bool:
    return rules.hand >= 9


NOTES: Mapping[str, Callable[[Rules], bool]] = {
    "last_play": lambda rules: rules.value_capture != "off" and rules.deck == 40,
    "scientifico": lambda rules: rules.players == (4,) and _scopone(rules),
    "deal_in_two": lambda rules: rules.players == (2,) and _scopone(rules),
    "kings": lambda rules: _thrown_in_by(rules) == "K",
    "kings_no_reason": lambda rules: _thrown_in_by(rules) == "K" and _ace_can_clear(rules),
    "aces": lambda rules: _thrown_in_by(rules) == "A",
    "never_thrown_in": lambda rules: bool(rules.table) and not rules.redeal_if,
    "equal_first": lambda rules: rules.value_capture == "equal_first" and rules.fifteen_capture == "off",
    "equal_or_fifteen": lambda rules: rules.value_capture == "equal_first" and rules.fifteen_capture != "off",
    "fewest": lambda rules: rules.value_capture == "fewest",
    "fewest_fifteen": lambda rules: rules.fifteen_capture == "fewest",
    "ace_no_scopa": _sweeps,
    "ace_optional": lambda rules: rules.ace_rule == "optional",
    "ace_on_ace": lambda rules: rules.ace_rule == "unless_ace",
    "compulsory": lambda rules: rules.compulsory,
    "leftovers": _scopone,
    "table_bonus": lambda rules: bool(rules.table_bonus),
    "knock_2": lambda rules: rules.knock is not None and rules.knock.distinct == 2,
    "knock_3": lambda rules: rules.knock is not None and rules.knock.distinct == 3,
    "knock_hidden": lambda rules: rules.knock is not None and not rules.knock_open,
    "majority": lambda rules: rules.deck == 40,
    "primiera": lambda rules: rules.primiera == "void",
    "run": lambda rules: rules.run is not None and rules.run.cap == 10,
    "run_7": lambda rules: rules.run is not None and rules.run.cap == 7,
    "low": lambda rules: rules.objective == "low",
    "target_11": lambda rules: rules.target == 11,
    "target_21": lambda rules: rules.target == 21 and _scopone(rules),
    "target_51": lambda rules: rules.target == 51,
    "bresciana": lambda rules: rules.deck == 52,
    "cicera": lambda rules: rules.deck == 52,
}
"""By note, whether it touches the rules; in the order in which the rules are told."""
